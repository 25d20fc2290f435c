// PgnLexer: the text of a PGN file cut into tokens; the lower half of PgnReader.
//
// Reads the stream in small pieces and holds one token. It never fails: what makes no sense comes out as a token that
// says so, and the text after it can be read on. Move numbers, which say nothing that the moves do not, and lines
// hidden by % are skipped. Not for use from several threads at once; the stream must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game_record.h"

namespace rocada::game {

// Counted from 1, columns in bytes.
struct PgnPlace {
  std::int64_t line = 1;
  std::int64_t column = 1;
};

struct PgnToken {
  enum class Kind {
    End,
    Tag,
    BadTag,  // `text` says what is wrong
    Comment,
    Move,
    Nag,
    OpenVariation,
    CloseVariation,
    Result,
    Bad,  // `text` says what is wrong
  };

  Kind kind = Kind::End;
  PgnPlace place;
  std::uint64_t offset = 0;       // of the byte after the token, from the start of the stream
  std::string text;               // of a comment or move; the name of a tag
  std::string value;              // of a tag
  bool after_empty_line = false;  // nothing but white space on the line before
  std::uint8_t nag = 0;
  GameResult result = GameResult::Unknown;

  bool begins_tags() const { return kind == Kind::Tag || kind == Kind::BadTag; }
};

class PgnLexer {
 public:
  // A token longer than `longest_token` bytes is bad, and is not held in memory.
  PgnLexer(std::istream& input, std::size_t longest_token);
  PgnLexer(const PgnLexer&) = delete;
  PgnLexer& operator=(const PgnLexer&) = delete;

  PgnToken next();
  // next() will give this token again.
  void put_back(PgnToken token) { waiting_ = std::move(token); }
  std::uint64_t offset() const { return waiting_ ? waiting_->offset : offset_; }
  // The stream broke, rather than ended.
  bool reading_failed() const;

 private:
  static constexpr int kEnd = -1;

  // Bytes, with every kind of line end as '\n'.
  int peek();
  int take();
  void refill();
  void skip_byte_order_mark();

  // Counts the line ends on its way.
  int skip_space();
  void skip_line();
  // Keeps what fits; false once it no longer does.
  bool append(std::string& text, int c) const;

  void read_tag(PgnToken& token);
  bool read_tag_value(PgnToken& token);
  void read_brace_comment(PgnToken& token);
  void read_line_comment(PgnToken& token);
  void read_nag(PgnToken& token);
  void read_suffix(PgnToken& token);
  // False where it was only a move number.
  bool read_move_or_number(PgnToken& token);
  bool read_token(PgnToken& token);
  void fail(PgnToken& token, std::string_view what);

  std::istream& input_;
  std::size_t longest_token_;
  std::vector<char> buffer_;
  std::size_t buffer_next_ = 0;
  std::size_t buffer_end_ = 0;
  std::uint64_t offset_ = 0;
  PgnPlace place_;
  std::optional<PgnToken> waiting_;
};

}  // namespace rocada::game

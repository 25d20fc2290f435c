#include "game/pgn_writer.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/game_kind.h"
#include "chess/notation.h"
#include "util/strings.h"

namespace rocada::game {

using chess::Color;
using chess::Position;

namespace {

constexpr std::size_t kLineWidth = 79;
// The roster has seven tags; the result, which is not kept among the tags, is the last.
constexpr std::size_t kRosterTags = 6;

// Words put together to lines. The last word is held back, since a parenthesis may still be glued to it.
class LineWrapper {
 public:
  void add(std::string_view word) {
    finish_word();
    word_ = glued_ + std::string(word);
    glued_.clear();
  }
  void glue_to_next(char c) { glued_ += c; }
  void glue_to_last(char c) { word_ += c; }

  std::string finish() {
    finish_word();
    return std::move(text_) + '\n';
  }

 private:
  void finish_word() {
    if (word_.empty()) return;
    // At the start of a line a percent sign hides the line, and to many programs a bracket is a tag: inside a comment,
    // too.
    const bool must_not_begin_line = word_.front() == '%' || word_.front() == '[';
    if (column_ > 0 && (must_not_begin_line || column_ + 1 + word_.size() <= kLineWidth)) {
      text_ += ' ';
      ++column_;
    } else if (column_ > 0) {
      text_ += '\n';
      column_ = 0;
    }
    text_ += word_;
    column_ += word_.size();
    word_.clear();
  }

  std::string text_;
  std::string word_;
  std::string glued_;
  std::size_t column_ = 0;
};

// The words of a comment. A command such as [%eval 0.31] is one word where it fits on a line: not every program finds
// one that is broken in two.
std::vector<std::string_view> comment_words(std::string_view comment) {
  const auto parts = util::split_words(comment);
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string_view word = parts[i];
    if (word.starts_with("[%")) {
      const char* const begin = word.data();
      const std::size_t end = comment.find(']', static_cast<std::size_t>(begin - comment.data()));
      while (end != std::string_view::npos && i + 1 < parts.size() && parts[i + 1].data() <= comment.data() + end) ++i;
      word = {begin, static_cast<std::size_t>(parts[i].data() + parts[i].size() - begin)};
    }
    if (word.size() < kLineWidth) {
      words.push_back(word);
    } else {
      for (const std::string_view part : util::split_words(word)) words.push_back(part);
    }
  }
  return words;
}

class MoveTextWriter {
 public:
  std::string write(const PgnGame& game) {
    write_line(game.main_line, game.start);
    words_.add(text_of(game.result));
    return words_.finish();
  }

 private:
  void write_line(const PgnLine& line, Position position) {
    number_needed_ = true;
    write_comment(line.comment);
    for (const PgnMove& move : line.moves) {
      write_move(move, position);
      for (const std::uint8_t nag : move.nags) words_.add(fmt::format("${}", nag));
      write_comment(move.comment);
      for (const PgnLine& variation : move.variations) write_variation(variation, position);
      if (move.move.is_none()) {
        position.make_null();
      } else {
        position.make(move.move);
      }
    }
  }

  void write_move(const PgnMove& move, const Position& position) {
    const std::string text = move.move.is_none() ? "--" : chess::to_san(position, move.move);
    const bool white = position.side_to_move() == Color::White;
    if (white || number_needed_) {
      words_.add(fmt::format("{}{} {}", position.full_move_number(), white ? "." : "...", text));
    } else {
      words_.add(text);
    }
    number_needed_ = false;
  }

  void write_comment(std::string_view comment) {
    const std::string clean = pgn_comment(comment);
    const auto words = comment_words(clean);
    if (words.empty()) return;
    words_.glue_to_next('{');
    for (const std::string_view word : words) words_.add(word);
    words_.glue_to_last('}');
    number_needed_ = true;
  }

  void write_variation(const PgnLine& variation, const Position& position) {
    if (variation.moves.empty() && pgn_comment(variation.comment).empty()) return;
    words_.glue_to_next('(');
    write_line(variation, position);
    words_.glue_to_last(')');
    number_needed_ = true;
  }

  LineWrapper words_;
  bool number_needed_ = true;  // Black's first move and one after a comment or variation carry the number, too
};

std::string tag_text(std::string_view name, std::string_view value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return fmt::format("[{} \"{}\"]\n", name, escaped);
}

std::string start_tags(const PgnGame& game) {
  const bool chess960 = game.chess960 || castles_as_chess960(game.start);
  std::string text;
  const std::string_view variant = chess::words_of({game.start.variant(), chess960}).pgn;
  if (!variant.empty()) text += tag_text("Variant", variant);
  // In Chess960 the start is always told: there is no position a reader could take for granted.
  if (chess960 || game.start != chess::start_position(game.start.variant())) {
    text += tag_text("SetUp", "1") + tag_text("FEN", chess::to_fen(game.start));
  }
  return text;
}

std::string tags_text(const PgnGame& game) {
  std::string text;
  std::size_t written = 0;
  for (const PgnTag& tag : game.tags) {
    text += tag_text(tag.name, tag.value);
    if (++written == kRosterTags) text += tag_text("Result", text_of(game.result)) + start_tags(game);
  }
  return text;
}

}  // namespace

std::string to_pgn(const PgnGame& game) { return tags_text(game) + '\n' + MoveTextWriter().write(game) + '\n'; }

}  // namespace rocada::game

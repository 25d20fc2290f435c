#include "game/pgn_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "chess/fen.h"
#include "chess/game_kind.h"
#include "chess/notation.h"
#include "util/strings.h"

namespace rocada::game {

using chess::Color;
using chess::Position;
using util::Error;
using util::Result;

namespace {

using Kind = PgnToken::Kind;

// Something wrong, and where.
struct PgnFault {
  PgnPlace place;
  std::string what;
};
using MaybeFault = std::optional<PgnFault>;

// Reads one game from the tokens. After a fault the lexer stands behind the token that was wrong, and always behind the
// tags.
class GameParser {
 public:
  GameParser(PgnLexer& lexer, const PgnLimits& limits) : lexer_(lexer), limits_(limits), begin_(lexer.offset()) {}

  // First the comments before the game and its tags. False where the file ends instead.
  bool read_tags();
  // Then all the rest.
  MaybeFault read_game();

  PgnGame take_game() { return std::move(game_); }
  // After a fault: what of the game had been read, where that is a move at least.
  std::optional<PgnGame> take_readable_part();
  std::size_t open_variations() const { return lines_.empty() ? 0 : lines_.size() - 1; }

 private:
  struct PlacedTag {
    PgnPlace place;
    std::string name;
    std::string value;
  };
  // A line while it is read. `before` is the position before its last move, where variations on that move begin.
  struct OpenLine {
    PgnLine line;
    Position before;
    Position now;
    std::size_t plies;
    PgnPlace place;
  };

  const PlacedTag* find_tag(std::string_view name) const;
  bool begins_next_game(const PgnToken& token) const;
  MaybeFault add_tag(PgnToken& token);
  MaybeFault read_start();
  MaybeFault read_result_tag();

  MaybeFault read_token(const PgnToken& token);
  MaybeFault read_move(const PgnToken& token);
  MaybeFault read_null_move(const PgnToken& token);
  MaybeFault add_move(const PgnToken& token, chess::Move move, const Position& after);
  MaybeFault add_nag(const PgnToken& token);
  MaybeFault open_variation(const PgnToken& token);
  MaybeFault close_variation(const PgnToken& token);
  void add_comment(std::string_view text);
  MaybeFault finish(const PgnToken& token);

  MaybeFault check_size(const PgnToken& token) const;
  MaybeFault check_tree_size(const PgnToken& token);

  PgnLexer& lexer_;
  const PgnLimits& limits_;
  std::uint64_t begin_;
  PgnGame game_;
  std::vector<PlacedTag> tags_;
  MaybeFault tag_fault_;
  std::vector<OpenLine> lines_;  // the main line, and the variations open in it
  std::size_t moves_in_tree_ = 0;
};

void join_comment(std::string& comment, std::string_view text) {
  const std::string clean = pgn_comment(text);
  if (!comment.empty() && !clean.empty()) comment += ' ';
  comment += clean;
}

// ---------------------------------------------------------------------------------------------------------------------
// Tags

bool GameParser::read_tags() {
  bool tags_begun = false;
  while (true) {
    PgnToken token = lexer_.next();
    MaybeFault fault;
    if (token.kind == Kind::Comment) {
      fault = check_size(token);
      if (!fault) join_comment(game_.main_line.comment, token.text);
    } else if (token.begins_tags() && !begins_next_game(token)) {
      // A comment before the tags says something about the file or about the game before.
      if (!std::exchange(tags_begun, true)) game_.main_line.comment.clear();
      fault = add_tag(token);
    } else {
      const bool anything = tags_begun || tag_fault_ || token.kind != Kind::End;
      lexer_.put_back(std::move(token));
      return anything;
    }
    if (fault && !tag_fault_) tag_fault_ = std::move(fault);
  }
}

// Of tags given twice, the last counts.
const GameParser::PlacedTag* GameParser::find_tag(std::string_view name) const {
  const auto found = std::find_if(tags_.rbegin(), tags_.rend(),
                                  [&](const PlacedTag& tag) { return util::equal_ignoring_case(tag.name, name); });
  return found == tags_.rend() ? nullptr : &*found;
}

// Where a game has tags only, nothing but a second set of them shows that the next one has begun.
bool GameParser::begins_next_game(const PgnToken& token) const {
  return token.kind == Kind::Tag && token.after_empty_line && find_tag(token.text) != nullptr;
}

MaybeFault GameParser::add_tag(PgnToken& token) {
  if (token.kind == Kind::BadTag) return PgnFault{token.place, token.text};
  if (auto fault = check_size(token)) return fault;
  if (tags_.size() == limits_.tags) return PgnFault{token.place, fmt::format("more than {} tags", limits_.tags)};
  if (!is_pgn_tag_name(token.text)) {
    return PgnFault{token.place, fmt::format("'{}' is no name for a tag", util::printable(token.text))};
  }
  if (!is_pgn_game_fact(token.text)) game_.tags.set(token.text, token.value);
  tags_.push_back({token.place, std::move(token.text), std::move(token.value)});
  return std::nullopt;
}

MaybeFault GameParser::read_start() {
  chess::GameKind kind;
  if (const PlacedTag* tag = find_tag("Variant")) {
    const auto known = chess::parse_game_kind(tag->value);
    if (!known) {
      return PgnFault{tag->place,
                      fmt::format("the variant '{}' is not one this engine plays", util::printable(tag->value))};
    }
    kind = *known;
  }
  game_.start = chess::start_position(kind.rules);
  if (const PlacedTag* tag = find_tag("FEN")) {
    const auto start = chess::parse_fen(tag->value, kind.rules);
    if (!start) return PgnFault{tag->place, fmt::format("FEN: {}", start.error().message)};
    game_.start = *start;
  } else if (const PlacedTag* setup = find_tag("SetUp"); setup != nullptr && setup->value == "1") {
    return PgnFault{setup->place, "SetUp announces a start position, but there is no FEN tag"};
  }
  game_.chess960 = kind.chess960 || castles_as_chess960(game_.start);
  return std::nullopt;
}

MaybeFault GameParser::read_result_tag() {
  const PlacedTag* tag = find_tag("Result");
  if (tag == nullptr || tag->value == "?") return std::nullopt;
  const auto result = parse_game_result(tag->value);
  if (!result) {
    return PgnFault{tag->place,
                    fmt::format("the result '{}' is none of 1-0, 0-1, 1/2-1/2 and *", util::printable(tag->value))};
  }
  game_.result = *result;
  return std::nullopt;
}

// ---------------------------------------------------------------------------------------------------------------------
// Moves

MaybeFault GameParser::read_game() {
  if (tag_fault_) return tag_fault_;
  if (auto fault = read_start()) return fault;
  if (auto fault = read_result_tag()) return fault;

  lines_.push_back({std::move(game_.main_line), game_.start, game_.start, 0, {}});
  while (true) {
    PgnToken token = lexer_.next();
    if (token.kind == Kind::End || token.begins_tags()) {
      auto fault = finish(token);
      lexer_.put_back(std::move(token));
      return fault;
    }
    if (auto fault = check_size(token)) return fault;
    // Some programs end variations with a result, too; it says nothing about the game.
    if (token.kind == Kind::Result && open_variations() == 0) {
      game_.result = token.result;
      return finish(token);
    }
    if (auto fault = read_token(token)) return fault;
  }
}

MaybeFault GameParser::read_token(const PgnToken& token) {
  switch (token.kind) {
    case Kind::Comment: add_comment(token.text); return std::nullopt;
    case Kind::Move: return read_move(token);
    case Kind::Nag: return add_nag(token);
    case Kind::OpenVariation: return open_variation(token);
    case Kind::CloseVariation: return close_variation(token);
    case Kind::Bad: return PgnFault{token.place, token.text};
    case Kind::Result:
    case Kind::End:
    case Kind::Tag:
    case Kind::BadTag: break;
  }
  return std::nullopt;
}

MaybeFault GameParser::read_move(const PgnToken& token) {
  if (token.text == "--" || token.text == "Z0") return read_null_move(token);
  const OpenLine& line = lines_.back();
  if (token.text == "e.p." || token.text == "ep") {
    if (!line.line.moves.empty() && line.line.moves.back().move.is_en_passant()) return std::nullopt;
    return PgnFault{token.place, fmt::format("{} after a move that does not capture en passant", token.text)};
  }
  const auto move = chess::parse_move(line.now, token.text);
  if (!move) {
    return PgnFault{token.place, fmt::format("{}{} {}: {}", line.now.full_move_number(),
                                             line.now.side_to_move() == Color::White ? "." : "...",
                                             util::printable(token.text), move.error().message)};
  }
  Position after = line.now;
  after.make(*move);
  return add_move(token, *move, after);
}

MaybeFault GameParser::read_null_move(const PgnToken& token) {
  if (open_variations() == 0) return PgnFault{token.place, "a null move in the main line"};
  Position after = lines_.back().now;
  if (after.in_check()) return PgnFault{token.place, "a null move, but the king is in check"};
  after.make_null();
  return add_move(token, chess::Move::none(), after);
}

MaybeFault GameParser::add_move(const PgnToken& token, chess::Move move, const Position& after) {
  if (auto fault = check_tree_size(token)) return fault;
  OpenLine& line = lines_.back();
  if (line.plies == limits_.plies) return PgnFault{token.place, fmt::format("more than {} plies", limits_.plies)};
  ++line.plies;
  line.line.moves.push_back({move, {}, {}, {}});
  line.before = line.now;
  line.now = after;
  return std::nullopt;
}

MaybeFault GameParser::add_nag(const PgnToken& token) {
  PgnLine& line = lines_.back().line;
  if (line.moves.empty()) return PgnFault{token.place, "an annotation before the first move"};
  line.moves.back().nags.push_back(token.nag);
  return std::nullopt;
}

void GameParser::add_comment(std::string_view text) {
  PgnLine& line = lines_.back().line;
  join_comment(line.moves.empty() ? line.comment : line.moves.back().comment, text);
}

MaybeFault GameParser::open_variation(const PgnToken& token) {
  const OpenLine& line = lines_.back();
  if (line.line.moves.empty()) return PgnFault{token.place, "a variation before the first move"};
  if (open_variations() == limits_.variation_depth) {
    return PgnFault{token.place, fmt::format("variations are nested more than {} deep", limits_.variation_depth)};
  }
  if (auto fault = check_tree_size(token)) return fault;
  lines_.push_back({{}, line.before, line.before, line.plies - 1, token.place});
  return std::nullopt;
}

MaybeFault GameParser::close_variation(const PgnToken& token) {
  if (open_variations() == 0) return PgnFault{token.place, "')' without a variation to close"};
  PgnLine variation = std::move(lines_.back().line);
  lines_.pop_back();
  if (variation.moves.empty() && variation.comment.empty()) return std::nullopt;
  lines_.back().line.moves.back().variations.push_back(std::move(variation));
  return std::nullopt;
}

std::optional<PgnGame> GameParser::take_readable_part() {
  while (open_variations() > 0) close_variation({});
  if (lines_.empty() || lines_.back().line.moves.empty()) return std::nullopt;
  game_.main_line = std::move(lines_.back().line);
  return take_game();
}

MaybeFault GameParser::finish(const PgnToken& token) {
  if (token.kind == Kind::End && lexer_.reading_failed()) return PgnFault{token.place, "reading failed"};
  if (open_variations() > 0) return PgnFault{lines_.back().place, "the variation that begins here is not closed"};
  game_.main_line = std::move(lines_.back().line);
  return std::nullopt;
}

MaybeFault GameParser::check_size(const PgnToken& token) const {
  if (token.offset - begin_ <= limits_.game_bytes) return std::nullopt;
  return PgnFault{token.place, fmt::format("the game is longer than {} bytes", limits_.game_bytes)};
}

MaybeFault GameParser::check_tree_size(const PgnToken& token) {
  if (++moves_in_tree_ <= limits_.moves_in_tree) return std::nullopt;
  return PgnFault{token.place, fmt::format("more than {} moves and variations", limits_.moves_in_tree)};
}

}  // namespace

PgnReader::PgnReader(std::istream& input, const PgnLimits& limits)
    : limits_(limits), lexer_(input, limits.game_bytes) {}

Result<std::optional<PgnGame>> PgnReader::next() {
  readable_part_.reset();
  GameParser parser(lexer_, limits_);
  if (!parser.read_tags()) {
    if (lexer_.reading_failed() && !std::exchange(failure_reported_, true)) return Error{"reading failed"};
    return std::optional<PgnGame>();
  }
  ++games_;
  const MaybeFault fault = parser.read_game();
  if (!fault) return std::optional<PgnGame>(parser.take_game());
  if (lexer_.reading_failed()) failure_reported_ = true;
  skip_game(parser.open_variations());
  readable_part_ = parser.take_readable_part();
  return Error{
      fmt::format("line {}, column {}: game {}: {}", fault->place.line, fault->place.column, games_, fault->what)};
}

void PgnReader::skip_game(std::size_t open_variations) {
  while (true) {
    PgnToken token = lexer_.next();
    switch (token.kind) {
      case Kind::End:
      case Kind::Tag:
      case Kind::BadTag: return lexer_.put_back(std::move(token));
      case Kind::Result:
        if (open_variations == 0) return;
        break;
      case Kind::OpenVariation: ++open_variations; break;
      case Kind::CloseVariation: open_variations -= open_variations > 0; break;
      case Kind::Comment:
      case Kind::Move:
      case Kind::Nag:
      case Kind::Bad: break;
    }
  }
}

}  // namespace rocada::game

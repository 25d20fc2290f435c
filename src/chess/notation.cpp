#include "chess/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "chess/draw.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "util/strings.h"

namespace rocada::chess {

using util::Error;
using util::Result;

namespace {

// O-O and O-O-O, with letters or zeros, as many programs and people write them.
std::optional<CastlingSide> parse_castling_text(std::string_view text) {
  const auto is_o = [](char c) { return c == 'O' || c == 'o' || c == '0'; };
  const bool alternates =
      std::ranges::all_of(text, [&](const char& c) { return (&c - text.data()) % 2 == 0 ? is_o(c) : c == '-'; });
  if (!alternates) return std::nullopt;
  if (text.size() == 3) return CastlingSide::King;
  if (text.size() == 5) return CastlingSide::Queen;
  return std::nullopt;
}

// Marks that say what the reader can see for himself: check, mate, praise, en passant.
std::string_view without_marks(std::string_view text) {
  const auto drop = [&](std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
  };
  while (drop("+") || drop("#") || drop("!") || drop("?") || drop("e.p.") || drop("ep") || drop(" ")) {
  }
  return text;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), util::to_lower);
  return lower;
}

// The squares of "e2e4" or "e2-e4" and what follows them.
struct Coordinates {
  Square from;
  Square to;
  std::string_view rest;
};
std::optional<Coordinates> split_coordinates(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  const auto from = Square::parse(text.substr(0, 2));
  text.remove_prefix(2);
  if (text.front() == '-' || text.front() == 'x') text.remove_prefix(1);
  const auto to = Square::parse(text.substr(0, 2));
  if (!from || !to) return std::nullopt;
  return Coordinates{*from, *to, text.substr(2)};
}

Error not_a_move(std::string_view text) { return Error{fmt::format("'{}' is not a move", util::printable(text))}; }

}  // namespace

std::string to_coordinates(Move move, CastlingText castling) {
  if (move.is_castling() && castling != CastlingText::KingTakesRook) {
    const CastlingSide side = castling_side(move.from(), move.to());
    if (castling == CastlingText::Letters) return side == CastlingSide::King ? "O-O" : "O-O-O";
    const Color color = move.from().rank() == Rank(0) ? Color::White : Color::Black;
    return move.from().text() + castled_king(color, side).text();
  }
  std::string text = move.from().text() + move.to().text();
  if (move.is_promotion()) text += util::to_lower(letter_of(move.promotion_type()));
  return text;
}

bool looks_like_coordinates(std::string_view text) {
  return split_coordinates(lower_case(text)).has_value() || parse_castling_text(text).has_value();
}

Result<Move> parse_coordinates(const Position& position, std::string_view text) {
  text = util::trim(text);
  if (const auto side = parse_castling_text(text)) return find_legal_castling(position, *side);
  const std::string lower = lower_case(text);
  const auto parts = split_coordinates(lower);
  if (!parts) return not_a_move(text);

  MoveAttempt attempt{parts->from, parts->to, std::nullopt};
  std::string_view promotion = parts->rest;
  if (promotion.size() == 2 && promotion.front() == '=') promotion.remove_prefix(1);
  if (!promotion.empty()) {
    attempt.promotion = promotion.size() == 1 ? piece_type_from_letter(promotion.front()) : std::nullopt;
    if (!attempt.promotion) return not_a_move(text);
  }
  return find_legal_move(position, attempt);
}

// ---------------------------------------------------------------------------------------------------------------------
// Standard algebraic notation

namespace {

// What the text of a SAN move says, before any position is asked.
struct SanParts {
  PieceType type = PieceType::Pawn;
  std::optional<File> from_file;
  std::optional<Rank> from_rank;
  Square to;
  std::optional<PieceType> promotion;

  bool allows_from(Square square) const {
    return (!from_file || square.file() == *from_file) && (!from_rank || square.rank() == *from_rank);
  }
};

// Read from the end, where the destination is: that is the one part every SAN move has.
std::optional<SanParts> split_san(std::string_view text) {
  SanParts parts;
  if (!text.empty() && util::is_upper(text.front())) {
    const auto type = piece_type_from_letter(text.front());
    if (!type) return std::nullopt;
    parts.type = *type;
    text.remove_prefix(1);
  }
  if (text.ends_with(')')) text.remove_suffix(1);
  if (text.size() > 2 && !util::is_digit(text.back())) {
    parts.promotion = piece_type_from_letter(text.back());
    if (!parts.promotion) return std::nullopt;
    text.remove_suffix(1);
    if (text.ends_with('=') || text.ends_with('(') || text.ends_with('/')) text.remove_suffix(1);
  }
  if (text.size() < 2) return std::nullopt;
  const auto to = Square::parse(text.substr(text.size() - 2));
  if (!to) return std::nullopt;
  parts.to = *to;
  text.remove_suffix(2);
  if (text.ends_with('x') || text.ends_with('-') || text.ends_with(':')) text.remove_suffix(1);
  if (!text.empty()) {
    if ((parts.from_rank = Rank::parse(text.back()))) text.remove_suffix(1);
  }
  if (!text.empty()) {
    if ((parts.from_file = File::parse(text.back()))) text.remove_suffix(1);
  }
  if (!text.empty()) return std::nullopt;
  return parts;
}

// Squares from which a piece of this kind could go to the destination if nothing were in its way.
Bitboard possible_origins(const SanParts& parts, Color us) {
  if (parts.type != PieceType::Pawn) return piece_attacks(parts.type, parts.to, Bitboard());
  if (parts.from_file && *parts.from_file != parts.to.file()) return pawn_attacks(~us, parts.to);
  return Bitboard::of(parts.to.file());
}

Error why_no_san_move(const Position& position, const SanParts& parts, std::string_view text) {
  const Color us = position.side_to_move();
  std::vector<Square> candidates;
  for (const Square square : position.pieces(us, parts.type)) {
    if (parts.allows_from(square)) candidates.push_back(square);
  }
  const auto attempt = [&](Square from) { return find_legal_move(position, {from, parts.to, parts.promotion}); };
  // Kg1 for O-O, d5 for exd5: a legal move, but not its name.
  for (const Square from : candidates) {
    if (const auto move = attempt(from)) {
      return Error{fmt::format("'{}' is not how that move is written: {}", text, to_san(position, *move))};
    }
  }
  if (candidates.size() == 1) return attempt(candidates.front()).error();
  // Of several pieces, the one that looks as if it could make the move is the one that is meant.
  std::vector<Square> near;
  for (const Square square : candidates) {
    if (possible_origins(parts, us).has(square)) near.push_back(square);
  }
  // Of pawns on one file, the one closest behind the destination.
  if (parts.type == PieceType::Pawn && near.size() > 1) {
    std::erase_if(near, [&](Square s) { return (s.index() - parts.to.index()) * forward(us) >= 0; });
    if (us == Color::White && near.size() > 1) near = {near.back()};
    if (us == Color::Black && near.size() > 1) near = {near.front()};
  }
  if (near.size() == 1) return attempt(near.front()).error();
  if (candidates.empty()) return Error{fmt::format("{}: {} has no such {}", text, name_of(us), name_of(parts.type))};
  return Error{fmt::format("no {} can go to {}", name_of(parts.type), parts.to.text())};
}

}  // namespace

Result<Move> parse_san(const Position& position, std::string_view text) {
  const std::string_view bare = without_marks(util::trim(text));
  if (const auto side = parse_castling_text(bare)) return find_legal_castling(position, *side);
  const auto parts = split_san(bare);
  if (!parts) return not_a_move(text);

  std::vector<std::string> origins;
  Move found;
  for (const Move move : legal_moves(position)) {
    if (move.is_castling() || move.to() != parts->to || position.piece_on(move.from()).type() != parts->type) continue;
    if (!parts->allows_from(move.from())) continue;
    const bool same_promotion = move.is_promotion() ? parts->promotion == move.promotion_type() : !parts->promotion;
    if (!same_promotion) continue;
    // "e4" is never a capture: a pawn that captures names its file.
    const bool pawn_capture = parts->type == PieceType::Pawn && move.from().file() != move.to().file();
    if (pawn_capture && !parts->from_file) continue;
    origins.push_back(move.from().text());
    found = move;
  }
  if (origins.size() == 1) return found;
  if (origins.size() > 1) {
    return Error{fmt::format("{} is ambiguous: the {}s on {} can go there", bare, name_of(parts->type),
                             util::spoken_list(origins))};
  }
  return why_no_san_move(position, *parts, bare);
}

std::string to_san(const Position& position, Move move) {
  const Square from = move.from();
  const Square to = move.to();
  const PieceType type = position.piece_on(from).type();
  std::string text;
  if (move.is_castling()) {
    text = to_coordinates(move, CastlingText::Letters);
  } else if (type == PieceType::Pawn) {
    if (from.file() != to.file()) text = {from.file().letter(), 'x'};
    text += to.text();
    if (move.is_promotion()) text += {'=', letter_of(move.promotion_type())};
  } else {
    text = letter_of(type);
    bool others = false;
    bool same_file = false;
    bool same_rank = false;
    for (const Move other : legal_moves(position)) {
      if (other.to() != to || other.from() == from || other.is_castling()) continue;
      if (position.piece_on(other.from()).type() != type) continue;
      others = true;
      same_file |= other.from().file() == from.file();
      same_rank |= other.from().rank() == from.rank();
    }
    if (others && (!same_file || same_rank)) text += from.file().letter();
    if (others && same_file) text += from.rank().letter();
    if (!position.is_empty(to)) text += 'x';
    text += to.text();
  }
  Position after = position;
  after.make(move);
  if (after.in_check()) text += ending_on_board(after) == Ending::Checkmate ? '#' : '+';
  return text;
}

Result<Move> parse_move(const Position& position, std::string_view text) {
  const std::string_view bare = without_marks(util::trim(text));
  if (!split_coordinates(lower_case(bare))) return parse_san(position, text);
  // In lower case the first letter is a file, and as a pawn's move the text means the same in SAN; but B2d4 may be a
  // bishop's.
  if (util::is_upper(bare.front())) {
    if (auto san = parse_san(position, bare)) return san;
  }
  return parse_coordinates(position, bare);
}

}  // namespace rocada::chess

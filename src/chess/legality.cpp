#include "chess/legality.h"

#include <fmt/format.h>

#include <initializer_list>
#include <vector>

#include "util/strings.h"

namespace rocada::chess {

using util::Error;
using util::Result;

// ---------------------------------------------------------------------------------------------------------------------
// Legal or not

namespace {

Move as_kind(Move move) {
  switch (move.kind()) {
    case Move::Kind::Normal: return Move::normal(move.from(), move.to());
    case Move::Kind::Promotion: return Move::promotion(move.from(), move.to(), move.promotion_type());
    case Move::Kind::EnPassant: return Move::en_passant(move.from(), move.to());
    case Move::Kind::Castling: return Move::castling(move.from(), move.to());
  }
  return Move::none();
}

bool castling_is_legal(const Position& position, Square king, Square rook) {
  const Color us = position.side_to_move();
  if (position.in_check() || king != position.king(us) || !position.castling_rooks(us).has(rook)) return false;
  const CastlingPath path = castling_path(us, king, rook);
  if ((path.must_be_empty & position.occupied()).any() || position.pinned().has(rook)) return false;
  for (const Square step : path.king_walks) {
    if (position.is_attacked(step, ~us, position.occupied() ^ king)) return false;
  }
  return true;
}

// Can the pawn go there, own king aside? En passant is its own kind of move and not asked here.
bool pawn_can_go(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  if (pawn_attacks(us, from).has(to)) return position.pieces(~us).has(to);
  if (!position.is_empty(to)) return false;
  const int distance = to.index() - from.index();
  if (distance == forward(us)) return true;
  return distance == 2 * forward(us) && from.rank() == Rank::relative(us, 1) &&
         position.is_empty(from.offset(forward(us)));
}

// Does a move of this piece, which can go there, leave its own king safe?
bool leaves_king_safe(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  if (from == king) return !position.is_attacked(to, ~us, position.occupied() ^ king);
  if (position.pinned().has(from) && !line(king, from).has(to)) return false;
  if (!position.in_check()) return true;
  if (position.checkers().more_than_one()) return false;
  const Square checker = position.checkers().first();
  return to == checker || between(king, checker).has(to);
}

}  // namespace

bool is_legal(const Position& position, Move move) {
  const Color us = position.side_to_move();
  const Square from = move.from();
  const Square to = move.to();
  if (move != as_kind(move)) return false;  // promotion bits on another kind of move
  if (!position.pieces(us).has(from) || position.is_decided_by_checks()) return false;
  if (move.is_castling()) return castling_is_legal(position, from, to);

  const PieceType type = position.piece_on(from).type();
  if (move.is_en_passant()) {
    return type == PieceType::Pawn && position.en_passant().has(to) && pawn_attacks(us, from).has(to) &&
           position.en_passant_is_safe(us, from, to);
  }
  if (position.pieces(us).has(to)) return false;
  if (type == PieceType::Pawn) {
    const bool reaches_last_rank = to.rank() == Rank::relative(us, 7);
    if (move.is_promotion() != reaches_last_rank || !pawn_can_go(position, from, to)) return false;
  } else if (move.is_promotion() || !piece_attacks(type, from, position.occupied()).has(to)) {
    return false;
  }
  return leaves_king_safe(position, from, to);
}

bool gives_check(const Position& position, Move move) {
  const Color us = position.side_to_move();
  const Square enemy_king = position.king(~us);
  const Square from = move.from();
  Square to = move.to();
  Bitboard occupied = position.occupied() ^ from;
  Bitboard sliders = position.pieces(us) - Bitboard(from);
  PieceType type = position.piece_on(from).type();

  if (move.is_castling()) {
    const CastlingSide side = castling_side(from, to);
    occupied = (occupied ^ to) | castled_king(us, side) | castled_rook(us, side);
    sliders -= Bitboard(to);
    to = castled_rook(us, side);
    type = PieceType::Rook;  // of the two, only the rook can give check directly
  } else {
    occupied |= to;
    if (move.is_promotion()) type = move.promotion_type();
    if (move.is_en_passant()) occupied ^= to.offset(-forward(us));
  }
  const Bitboard direct = type == PieceType::Pawn ? pawn_attacks(us, to) : piece_attacks(type, to, occupied);
  if (direct.has(enemy_king)) return true;

  const bool opens_a_line =
      (rook_rays(enemy_king) | bishop_rays(enemy_king)).has(from) || move.is_en_passant() || move.is_castling();
  if (!opens_a_line) return false;
  const Bitboard queens = position.pieces(PieceType::Queen);
  return (rook_attacks(enemy_king, occupied) & sliders & (position.pieces(PieceType::Rook) | queens)).any() ||
         (bishop_attacks(enemy_king, occupied) & sliders & (position.pieces(PieceType::Bishop) | queens)).any();
}

// ---------------------------------------------------------------------------------------------------------------------
// Why not

namespace {

std::string describe(const Position& position, Square square) {
  return fmt::format("the {} on {}", name_of(position.piece_on(square).type()), square.text());
}

std::string describe_all(const Position& position, Bitboard squares) {
  std::vector<std::string> pieces;
  for (const Square square : squares) pieces.push_back(describe(position, square));
  return util::spoken_list(pieces);
}

// Enemy pieces that attack `square` on the given board; `gone` has been taken.
Bitboard enemies_attacking(const Position& position, Square square, Bitboard occupied, Bitboard gone = Bitboard()) {
  return (position.attackers_to(square, occupied) & position.pieces(~position.side_to_move())) - gone;
}

std::string why_game_is_over(const Position& position) {
  const Color winner =
      position.checks_given(Color::White) >= position.rules().checks_to_win ? Color::White : Color::Black;
  return fmt::format("the game is over: {} has given the third check", name_of(winner));
}

// A pawn that cannot go there by its way of moving, or whose way is not free.
std::string why_pawn_cannot_go(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  const int ranks = (to.rank().index() - from.rank().index()) * (us == Color::White ? 1 : -1);
  const int files = std::abs(to.file().index() - from.file().index());
  if (files == 1 && ranks == 1) {
    const Square beside = to.offset(-forward(us));
    if (position.piece_on(beside) == Piece(~us, PieceType::Pawn) && to.rank() == Rank::relative(us, 5)) {
      if (!position.en_passant_is_safe(us, from, to)) {
        const Bitboard after = (position.occupied() - (from | beside)) | to;
        const Square king = position.king(us);
        return fmt::format("taking en passant would leave the king on {} in check from {}", king.text(),
                           describe_all(position, enemies_attacking(position, king, after, beside)));
      }
      return fmt::format("no en passant now: the pawn on {} has not just moved two squares", beside.text());
    }
    return fmt::format("a pawn moves diagonally only to capture, and there is nothing to take on {}", to.text());
  }
  if (files != 0 || ranks < 1 || ranks > 2)
    return fmt::format("a pawn does not move from {} to {}", from.text(), to.text());
  if (ranks == 2 && from.rank() != Rank::relative(us, 1)) {
    return fmt::format("a pawn moves two squares only from its first square, and {} is not one", from.text());
  }
  const Square next = from.offset(forward(us));
  const Square blocker = position.is_empty(next) ? to : next;
  return fmt::format("the pawn on {} is blocked by {}", from.text(), describe(position, blocker));
}

std::string why_piece_cannot_go(const Position& position, Square from, Square to) {
  const PieceType type = position.piece_on(from).type();
  if (!piece_attacks(type, from, Bitboard()).has(to)) {
    return fmt::format("a {} does not move from {} to {}", name_of(type), from.text(), to.text());
  }
  const Bitboard blockers = between(from, to) & position.occupied();
  return fmt::format("the {}'s path from {} to {} is blocked by {}", name_of(type), from.text(), to.text(),
                     describe_all(position, blockers));
}

// The piece can go there, but its king would be in check.
std::string why_king_is_not_safe(const Position& position, Square from, Square to) {
  const Square king = position.king(position.side_to_move());
  if (from == king) {
    const Bitboard attackers = enemies_attacking(position, to, position.occupied() ^ king, to);
    return fmt::format("the king would be in check on {} from {}", to.text(), describe_all(position, attackers));
  }
  if (position.pinned().has(from) && !line(king, from).has(to)) {
    const Bitboard pinners = enemies_attacking(position, king, position.occupied() ^ from) - position.checkers();
    return fmt::format("{} is pinned to the king on {} by {}", describe(position, from), king.text(),
                       describe_all(position, pinners));
  }
  if (position.checkers().more_than_one()) {
    return fmt::format("the king on {} is in double check from {}: only the king can move", king.text(),
                       describe_all(position, position.checkers()));
  }
  return fmt::format("it leaves the king on {} in check from {}", king.text(),
                     describe_all(position, position.checkers()));
}

// The side somebody means to castle to, if that is what these two squares say.
std::optional<CastlingSide> meant_castling(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  const Rank home = Rank::relative(us, 0);
  if (position.piece_on(from) != Piece(us, PieceType::King) || from.rank() != home || to.rank() != home)
    return std::nullopt;
  const bool is_step = king_attacks(from).has(to);
  const Bitboard castling_rooks = position.castling_rooks(us);
  // Next to its king, a rook without the right is just a piece in the way.
  if (position.piece_on(to) == Piece(us, PieceType::Rook) && (castling_rooks.has(to) || !is_step)) {
    return castling_side(from, to);
  }
  // A king that never stood where castling begins does not castle, it only moves too far.
  if (is_step || (castling_rooks.empty() && from.file() != kFileE)) return std::nullopt;
  for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
    if (to == castled_king(us, side) && castling_side(from, to) == side) return side;
  }
  return std::nullopt;
}

Result<Move> promotion_to(const MoveAttempt& attempt) {
  if (!attempt.promotion) return Error{"promotion piece missing: add q, r, b or n"};
  const PieceType type = *attempt.promotion;
  if (type < PieceType::Knight || type > PieceType::Queen) {
    return Error{fmt::format("a pawn cannot be promoted to a {}", name_of(type))};
  }
  return Move::promotion(attempt.from, attempt.to, type);
}

}  // namespace

Result<Move> find_legal_castling(const Position& position, CastlingSide side) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  if (position.is_decided_by_checks()) return Error{why_game_is_over(position)};
  std::optional<Square> rook;
  for (const Square candidate : position.castling_rooks(us)) {
    if (castling_side(king, candidate) == side) rook = candidate;
  }
  if (!rook) {
    const bool other_right = position.castling_rooks(us).any();
    return Error{other_right ? "castling: the rook on that side has moved or is gone"
                             : "castling: the king or the rook has moved"};
  }
  if (position.in_check()) {
    return Error{fmt::format("castling: the king is in check from {}", describe_all(position, position.checkers()))};
  }
  const CastlingPath path = castling_path(us, king, *rook);
  if (const Bitboard blockers = path.must_be_empty & position.occupied(); blockers.any()) {
    return Error{fmt::format("castling: blocked by {}", describe_all(position, blockers))};
  }
  const Square king_to = castled_king(us, side);
  for (const Square step : path.king_walks) {
    const Bitboard attackers = enemies_attacking(position, step, position.occupied() ^ king);
    if (attackers.any()) {
      return Error{fmt::format("castling: the king would {} check on {} from {}",
                               step == king_to ? "be in" : "pass through", step.text(),
                               describe_all(position, attackers))};
    }
  }
  if (position.pinned().has(*rook)) {
    const Bitboard attackers = enemies_attacking(position, king_to, position.occupied() - (king | *rook));
    return Error{fmt::format("castling: the rook on {} shields the king from {}", rook->text(),
                             describe_all(position, attackers))};
  }
  return Move::castling(king, *rook);
}

Result<Move> find_legal_move(const Position& position, const MoveAttempt& attempt) {
  const Color us = position.side_to_move();
  const auto [from, to, promotion] = attempt;
  if (position.is_decided_by_checks()) return Error{why_game_is_over(position)};
  if (position.is_empty(from)) return Error{fmt::format("there is no piece on {}", from.text())};
  if (!position.pieces(us).has(from)) {
    return Error{fmt::format("{} is {}'s, and it is {}'s turn", describe(position, from), name_of(~us), name_of(us))};
  }
  if (from == to) return Error{fmt::format("{} would not move at all", describe(position, from))};

  const PieceType type = position.piece_on(from).type();
  const bool is_pawn = type == PieceType::Pawn;
  const bool promotes = is_pawn && to.rank() == Rank::relative(us, 7);
  if (promotion && !promotes) return Error{"only a pawn that reaches the last rank is promoted"};
  if (const auto side = meant_castling(position, from, to)) {
    auto castling = find_legal_castling(position, *side);
    if (castling && position.pieces(us).has(to) && castling->to() != to) {
      return Error{fmt::format("castling: the king may not castle with {}", describe(position, to))};
    }
    return castling;
  }
  if (is_pawn && position.en_passant().has(to) && pawn_attacks(us, from).has(to)) {
    const Move move = Move::en_passant(from, to);
    if (is_legal(position, move)) return move;
    return Error{why_pawn_cannot_go(position, from, to)};
  }
  const Bitboard attacks = is_pawn ? pawn_attacks(us, from) : piece_attacks(type, from, position.occupied());
  if (position.pieces(us).has(to) && attacks.has(to)) {
    return Error{fmt::format("your own {} stands on {}", name_of(position.piece_on(to).type()), to.text())};
  }
  if (is_pawn && !pawn_can_go(position, from, to)) return Error{why_pawn_cannot_go(position, from, to)};
  if (!is_pawn && !attacks.has(to)) return Error{why_piece_cannot_go(position, from, to)};
  if (!leaves_king_safe(position, from, to)) return Error{why_king_is_not_safe(position, from, to)};
  return promotes ? promotion_to(attempt) : Move::normal(from, to);
}

}  // namespace rocada::chess

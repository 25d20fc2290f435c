#include "chess/position.h"

#include <fmt/format.h>

#include <initializer_list>

#include "chess/game_kind.h"

namespace rocada::chess {

namespace {

// Calls function(slider, squares between) for every enemy slider that would attack `king` were the board empty.
template <typename Function>
inline void for_each_sniper(const Position& position, Square king, Color enemy, Function&& function) {
  const Bitboard queens = position.pieces(PieceType::Queen);
  const Bitboard snipers = ((rook_rays(king) & (position.pieces(PieceType::Rook) | queens)) |
                            (bishop_rays(king) & (position.pieces(PieceType::Bishop) | queens))) &
                           position.pieces(enemy);
  for (const Square sniper : snipers) function(sniper, between(king, sniper));
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------------
// Asking

Bitboard Position::attackers_to(Square square, Bitboard occupied) const {
  const Bitboard queens = pieces(PieceType::Queen);
  return (pawn_attacks(Color::Black, square) & pieces(Color::White, PieceType::Pawn)) |
         (pawn_attacks(Color::White, square) & pieces(Color::Black, PieceType::Pawn)) |
         (knight_attacks(square) & pieces(PieceType::Knight)) | (king_attacks(square) & pieces(PieceType::King)) |
         (rook_attacks(square, occupied) & (pieces(PieceType::Rook) | queens)) |
         (bishop_attacks(square, occupied) & (pieces(PieceType::Bishop) | queens));
}

bool Position::is_attacked(Square square, Color by, Bitboard occupied) const {
  return (attackers_to(square, occupied) & pieces(by)).any();
}

bool Position::en_passant_is_safe(Color capturer, Square from, Square target) const {
  const Bitboard captured = target.offset(-forward(capturer));
  const Bitboard after = (occupied() - Bitboard(from) - captured) | target;
  return (attackers_to(king(capturer), after) & (pieces(~capturer) - captured)).empty();
}

// ---------------------------------------------------------------------------------------------------------------------
// Making moves

inline void Position::toggle_keys(Piece piece, Key change) {
  key_ ^= change;
  if (piece.type() == PieceType::Pawn) {
    pawn_key_ ^= change;
  } else {
    non_pawn_key_[piece.color()] ^= change;
    if (piece.type() == PieceType::Knight || piece.type() == PieceType::Bishop) minor_key_ ^= change;
  }
}

inline void Position::put(Piece piece, Square square) {
  by_type_[index_of(piece.type())] |= square;
  by_color_[piece.color()] |= square;
  board_[static_cast<std::size_t>(square.index())] = piece;
  toggle_keys(piece, zobrist::piece(piece, square));
}

inline void Position::remove(Piece piece, Square square) {
  by_type_[index_of(piece.type())] ^= square;
  by_color_[piece.color()] ^= square;
  board_[static_cast<std::size_t>(square.index())] = Piece();
  toggle_keys(piece, zobrist::piece(piece, square));
}

inline void Position::count_reversible_ply() {
  if (fifty_move_count_ < PositionSetup::kHighestCount) ++fifty_move_count_;
}

inline void Position::count_full_move() {
  if (full_move_number_ < PositionSetup::kHighestCount) ++full_move_number_;
}

inline void Position::clear_en_passant() {
  if (en_passant_.empty()) return;
  key_ ^= zobrist::en_passant(en_passant_.first().file());
  en_passant_ = Bitboard();
}

// A pawn of `Us` has passed over `target`: note it if it can really be taken there.
template <Color Us>
inline void Position::allow_en_passant(Square target) {
  for (const Square from : pawn_attacks(Us, target) & pieces(~Us, PieceType::Pawn)) {
    if (en_passant_is_safe(~Us, from, target)) {
      en_passant_ = target;
      key_ ^= zobrist::en_passant(target.file());
      return;
    }
  }
}

// Sets checkers_ and pinned_ for `Us`, who is to move.
template <Color Us>
inline void Position::find_checkers_and_pins() {
  const Square our_king = king(Us);
  checkers_ = ((knight_attacks(our_king) & pieces(PieceType::Knight)) |
               (pawn_attacks(Us, our_king) & pieces(PieceType::Pawn))) &
              pieces(~Us);
  pinned_ = Bitboard();
  for_each_sniper(*this, our_king, ~Us, [&](Square sniper, Bitboard path) {
    const Bitboard blockers = path & occupied();
    if (blockers.empty()) {
      checkers_ |= sniper;
    } else if (!blockers.more_than_one()) {
      pinned_ |= blockers & pieces(Us);
    }
  });
}

template <Color Us>
inline MoveDelta Position::make_as(Move move) {
  MoveDelta delta;
  const Square from = move.from();
  const Square to = move.to();
  const Piece piece = piece_on(from);
  const auto take_away = [&](Piece gone, Square square) {
    remove(gone, square);
    delta.removed.push_back({gone, square});
  };
  const auto place = [&](Piece placed, Square square) {
    put(placed, square);
    delta.added.push_back({placed, square});
  };

  count_reversible_ply();
  clear_en_passant();

  // Rights go when their rook leaves or is taken, and both when the king moves.
  if (castling_rooks_.any()) {
    Bitboard lost = castling_rooks_ & (from | to);
    if (piece.type() == PieceType::King) lost |= castling_rooks(Us);
    for (const Square rook : lost) key_ ^= zobrist::castling_rook(rook);
    castling_rooks_ -= lost;
  }

  if (move.is_castling()) {
    const CastlingSide side = castling_side(from, to);
    const Piece rook(Us, PieceType::Rook);
    take_away(piece, from);  // both leave before either arrives: in Chess960 they may swap squares
    take_away(rook, to);
    place(piece, castled_king(Us, side));
    place(rook, castled_rook(Us, side));
  } else {
    take_away(piece, from);
    const Square captured_on = move.is_en_passant() ? to.offset(-forward(Us)) : to;
    if (const Piece captured = piece_on(captured_on); !captured.is_none()) {
      take_away(captured, captured_on);
      fifty_move_count_ = 0;
    }
    place(move.is_promotion() ? Piece(Us, move.promotion_type()) : piece, to);
    if (piece.type() == PieceType::Pawn) {
      fifty_move_count_ = 0;
      if (to.index() - from.index() == 2 * forward(Us)) allow_en_passant<Us>(from.offset(forward(Us)));
    }
  }

  side_to_move_ = ~Us;
  key_ ^= zobrist::black_to_move();
  if constexpr (Us == Color::Black) count_full_move();
  find_checkers_and_pins<~Us>();
  if (rules().checks_to_win > 0 && in_check()) {
    key_ ^= zobrist::checks_given(Us, checks_given_[Us]);
    ++checks_given_[Us];
    key_ ^= zobrist::checks_given(Us, checks_given_[Us]);
  }
  return delta;
}

MoveDelta Position::make(Move move) {
  return side_to_move_ == Color::White ? make_as<Color::White>(move) : make_as<Color::Black>(move);
}

void Position::make_null() {
  assert(!in_check());
  count_reversible_ply();
  clear_en_passant();
  key_ ^= zobrist::black_to_move();
  side_to_move_ = ~side_to_move_;
  if (side_to_move_ == Color::White) {
    count_full_move();
    find_checkers_and_pins<Color::White>();
  } else {
    find_checkers_and_pins<Color::Black>();
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Setting up

namespace {

std::string squares_text(Bitboard squares) {
  std::string text;
  for (const Square square : squares) text += (text.empty() ? "" : ", ") + square.text();
  return text;
}

util::Result<util::Done> check_material(const Position& position, Color color) {
  const std::string_view side = name_of(color);
  const Bitboard kings = position.pieces(color, PieceType::King);
  if (kings.empty()) return util::Error{fmt::format("{} has no king", side)};
  if (kings.more_than_one()) {
    return util::Error{
        fmt::format("{} has {} kings ({})", side, kings.count() == 2 ? "two" : "too many", squares_text(kings))};
  }
  const Bitboard pawns = position.pieces(color, PieceType::Pawn);
  if (const Bitboard bad = pawns & Bitboard::of(Rank::relative(color, 7)); bad.any()) {
    return util::Error{fmt::format("{} has a pawn on the last rank ({})", side, squares_text(bad))};
  }
  if (const Bitboard bad = pawns & Bitboard::of(Rank::relative(color, 0)); bad.any()) {
    return util::Error{fmt::format("{} has a pawn on its first rank ({})", side, squares_text(bad))};
  }
  return util::Done{};
}

util::Result<util::Done> check_castling(const Position& position, Bitboard castling_rooks) {
  for (const Color color : kColors) {
    const Bitboard home = Bitboard::of(Rank::relative(color, 0));
    const Square king = position.king(color);
    std::array<int, 2> on_side{};  // by CastlingSide
    for (const Square rook : (castling_rooks & home)) {
      if (position.piece_on(rook) != Piece(color, PieceType::Rook)) {
        return util::Error{fmt::format("no such castling rook: no {} rook on {}", name_of(color), rook.text())};
      }
      if (!home.has(king)) {
        return util::Error{
            fmt::format("{} cannot have castling rights: its king stands on {}", name_of(color), king.text())};
      }
      if (++on_side[static_cast<std::size_t>(castling_side(king, rook))] > 1) {
        return util::Error{fmt::format("{} has two castling rooks on one side of its king", name_of(color))};
      }
    }
  }
  const Bitboard home_ranks = Bitboard::of(Rank(0)) | Bitboard::of(Rank(7));
  if (const Bitboard bad = castling_rooks - home_ranks; bad.any()) {
    return util::Error{fmt::format("a castling rook must stand on its home rank, not on {}", squares_text(bad))};
  }
  return util::Done{};
}

util::Result<util::Done> check_en_passant(const Position& position, Square target) {
  const Color passed = ~position.side_to_move();
  const std::string square = target.text();
  if (target.rank() != Rank::relative(passed, 2)) {
    return util::Error{fmt::format("en passant square {} is not on rank {}, where a {} pawn passes", square,
                                   Rank::relative(passed, 2).letter(), name_of(passed))};
  }
  const Square pawn = target.offset(forward(passed));
  if (position.piece_on(pawn) != Piece(passed, PieceType::Pawn)) {
    return util::Error{fmt::format("en passant square {} but no {} pawn on {}", square, name_of(passed), pawn.text())};
  }
  for (const Square crossed : {target, target.offset(-forward(passed))}) {
    if (!position.is_empty(crossed)) {
      return util::Error{
          fmt::format("en passant square {} but a pawn cannot have come through {}", square, crossed.text())};
    }
  }
  return util::Done{};
}

}  // namespace

util::Result<Position> Position::from_setup(const PositionSetup& setup) {
  Position position;
  position.variant_ = setup.variant;
  position.side_to_move_ = setup.side_to_move;
  for (int index = 0; index < 64; ++index) {
    const Square square = Square::from_index(index);
    if (const Piece piece = setup[square]; !piece.is_none()) position.put(piece, square);
  }
  for (const Color color : kColors) {
    if (const auto checked = check_material(position, color); !checked) return checked.error();
  }
  if (const auto checked = check_castling(position, setup.castling_rooks); !checked) return checked.error();
  position.castling_rooks_ = setup.castling_rooks;

  const Color waiting = ~setup.side_to_move;
  const Bitboard attackers =
      position.attackers_to(position.king(waiting), position.occupied()) & position.pieces(setup.side_to_move);
  if (attackers.any()) {
    const Square attacker = attackers.first();
    return util::Error{fmt::format("{} is in check from the {} on {}, but it is {}'s turn", name_of(waiting),
                                   name_of(position.piece_on(attacker).type()), attacker.text(),
                                   name_of(setup.side_to_move))};
  }
  if (setup.en_passant.more_than_one()) return util::Error{"more than one en passant square"};
  if (setup.en_passant.any()) {
    const Square target = setup.en_passant.first();
    if (const auto checked = check_en_passant(position, target); !checked) return checked.error();
    if (waiting == Color::White) {
      position.allow_en_passant<Color::White>(target);
    } else {
      position.allow_en_passant<Color::Black>(target);
    }
  }

  constexpr int kHighestCount = PositionSetup::kHighestCount;
  if (setup.fifty_move_count < 0 || setup.fifty_move_count > kHighestCount) {
    return util::Error{
        fmt::format("half-move clock {} is not between 0 and {}", setup.fifty_move_count, kHighestCount)};
  }
  if (setup.full_move_number < 1 || setup.full_move_number > kHighestCount) {
    return util::Error{fmt::format("move number {} is not between 1 and {}", setup.full_move_number, kHighestCount)};
  }
  position.fifty_move_count_ = static_cast<std::uint16_t>(setup.fifty_move_count);
  position.full_move_number_ = static_cast<std::uint16_t>(setup.full_move_number);

  const int checks_to_win = position.rules().checks_to_win;
  for (const Color color : kColors) {
    const int checks = setup.checks_given[color];
    if (checks < 0 || checks > checks_to_win) {
      return util::Error{fmt::format("{} cannot have given {} checks in {}", name_of(color), checks,
                                     words_of({position.variant()}).xboard)};
    }
    position.checks_given_[color] = static_cast<std::uint8_t>(checks);
  }
  if (checks_to_win > 0 && setup.checks_given[Color::White] == checks_to_win &&
      setup.checks_given[Color::Black] == checks_to_win) {
    return util::Error{"both sides cannot have given the check that wins"};
  }
  position.recompute_derived();
  return position;
}

PositionSetup Position::to_setup() const {
  PositionSetup setup;
  setup.board = board_;
  setup.side_to_move = side_to_move_;
  setup.castling_rooks = castling_rooks_;
  setup.en_passant = en_passant_;
  setup.fifty_move_count = fifty_move_count_;
  setup.full_move_number = full_move_number_;
  setup.variant = variant_;
  for (const Color color : kColors) setup.checks_given[color] = checks_given_[color];
  return setup;
}

void Position::recompute_derived() {
  key_ = pawn_key_ = minor_key_ = 0;
  non_pawn_key_ = {};
  for (const Square square : occupied()) {
    const Piece piece = piece_on(square);
    toggle_keys(piece, zobrist::piece(piece, square));
  }
  for (const Square rook : castling_rooks_) key_ ^= zobrist::castling_rook(rook);
  if (en_passant_.any()) key_ ^= zobrist::en_passant(en_passant_.first().file());
  if (side_to_move_ == Color::Black) key_ ^= zobrist::black_to_move();
  for (const Color color : kColors) key_ ^= zobrist::checks_given(color, checks_given_[color]);
  if (side_to_move_ == Color::White) {
    find_checkers_and_pins<Color::White>();
  } else {
    find_checkers_and_pins<Color::Black>();
  }
}

bool Position::is_consistent() const {
  Position fresh = *this;
  fresh.recompute_derived();
  if (!(fresh == *this)) return false;
  for (int index = 0; index < 64; ++index) {
    const Square square = Square::from_index(index);
    const Piece piece = piece_on(square);
    if (piece.is_none() ? occupied().has(square) : !pieces(piece.color(), piece.type()).has(square)) return false;
  }
  int total = 0;
  for (const PieceType type : kPieceTypes) total += pieces(type).count();
  return total == occupied().count() && pieces(Color::White).count() + pieces(Color::Black).count() == total;
}

}  // namespace rocada::chess

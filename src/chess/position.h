// Position: the board, whose turn it is, and all that decides which moves are legal.
//
// A plain value of about 200 bytes: to try a move, copy it and make() the move in the copy (docs/architecture.md has
// the measurement against unmaking). Copies are independent; a const Position may be read from any thread. Invariants:
// exactly one king each; the side not to move is not in check unless the game is over; castling rooks stand on their
// king's home rank; the en passant square is set only when the capture is legal; keys, checkers and pinned pieces
// always fit the board. Only parse_fen and PositionSetup build a Position from outside input, and they check.
#pragma once

#include <array>
#include <cstdint>

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/castling.h"
#include "chess/move.h"
#include "chess/piece.h"
#include "chess/square.h"
#include "chess/variant.h"
#include "chess/zobrist.h"
#include "util/result.h"
#include "util/static_vector.h"

namespace rocada::chess {

struct PieceOnSquare {
  Piece piece;
  Square square;
  friend constexpr bool operator==(PieceOnSquare, PieceOnSquare) = default;
};

// What a move changed on the board.
struct MoveDelta {
  util::StaticVector<PieceOnSquare, 2> removed;
  util::StaticVector<PieceOnSquare, 2> added;
};

// A position as somebody describes it, not yet checked: the input of Position::from_setup.
struct PositionSetup {
  std::array<Piece, 64> board;  // by Square::index()
  Color side_to_move = Color::White;
  Bitboard castling_rooks;   // the rooks that may still castle
  Bitboard en_passant;       // the square a pawn has just passed over, whether or not it can be captured
  int fifty_move_count = 0;  // plies since the last capture or pawn move
  int full_move_number = 1;
  Variant variant = Variant::Standard;
  PerColor<int> checks_given;

  static constexpr int kHighestCount = 9999;  // of both counters; a longer game stays there

  Piece& operator[](Square square) { return board[static_cast<std::size_t>(square.index())]; }
  Piece operator[](Square square) const { return board[static_cast<std::size_t>(square.index())]; }
};

class Position {
 public:
  // Checks everything; the error says what is wrong in a sentence.
  static util::Result<Position> from_setup(const PositionSetup& setup);
  PositionSetup to_setup() const;

  // The board
  Bitboard occupied() const { return by_color_[Color::White] | by_color_[Color::Black]; }
  Bitboard pieces(Color color) const { return by_color_[color]; }
  Bitboard pieces(PieceType type) const { return by_type_[index_of(type)]; }
  Bitboard pieces(PieceType a, PieceType b) const { return pieces(a) | pieces(b); }
  Bitboard pieces(Color color, PieceType type) const { return pieces(color) & pieces(type); }
  Bitboard pieces(Color color, PieceType a, PieceType b) const { return pieces(color) & pieces(a, b); }
  Piece piece_on(Square square) const { return board_[static_cast<std::size_t>(square.index())]; }
  bool is_empty(Square square) const { return piece_on(square).is_none(); }
  Square king(Color color) const { return pieces(color, PieceType::King).first(); }
  // Kinds of legal moves: what a capture takes, and whether a move changes the material at all.
  PieceType captured_by(Move move) const {
    if (move.is_en_passant()) return PieceType::Pawn;
    return move.is_castling() ? PieceType::None : piece_on(move.to()).type();
  }
  bool is_quiet(Move move) const { return captured_by(move) == PieceType::None && !move.is_promotion(); }

  // The state of the game
  Color side_to_move() const { return side_to_move_; }
  Bitboard castling_rooks() const { return castling_rooks_; }
  Bitboard castling_rooks(Color color) const { return castling_rooks_ & pieces(color); }
  Bitboard en_passant() const { return en_passant_; }  // empty or one square
  int fifty_move_count() const { return fifty_move_count_; }
  int full_move_number() const { return full_move_number_; }
  Variant variant() const { return variant_; }
  const Rules& rules() const { return rules_of(variant_); }
  int checks_given(Color color) const { return checks_given_[color]; }
  // Somebody has given the check that wins: the game is over and there are no legal moves.
  bool is_decided_by_checks() const {
    const int limit = rules().checks_to_win;
    return limit > 0 && (checks_given_[Color::White] >= limit || checks_given_[Color::Black] >= limit);
  }

  // Check and pins, of the side to move
  Bitboard checkers() const { return checkers_; }
  bool in_check() const { return checkers_.any(); }
  Bitboard pinned() const { return pinned_; }

  // All pieces of both sides that attack `square`, on a board occupied as given.
  Bitboard attackers_to(Square square, Bitboard occupied) const;
  bool is_attacked(Square square, Color by, Bitboard occupied) const;
  // Would taking en passant from `from` leave the capturer's king safe? Asked only of pawns beside the passed pawn.
  bool en_passant_is_safe(Color capturer, Square from, Square target) const;

  // Keys
  Key key() const { return key_; }
  Key pawn_key() const { return pawn_key_; }                            // pawns of both sides
  Key non_pawn_key(Color color) const { return non_pawn_key_[color]; }  // king and pieces of one side
  Key minor_key() const { return minor_key_; }                          // knights and bishops of both sides
  // The key after a move, most of the time: castling, en passant and promotions are not looked at. Known before the
  // move is made, it is for fetching memory early.
  Key likely_key_after(Move move) const {
    const Piece piece = piece_on(move.from());
    Key key = key_ ^ zobrist::black_to_move() ^ zobrist::piece(piece, move.from()) ^ zobrist::piece(piece, move.to());
    if (const Piece captured = piece_on(move.to()); !captured.is_none()) key ^= zobrist::piece(captured, move.to());
    return key;
  }
  // Checks that every derived field is what the board says; for tests and assertions.
  bool is_consistent() const;

  // Makes a legal move.
  MoveDelta make(Move move);
  // Passes the turn; not in check.
  void make_null();

  friend bool operator==(const Position&, const Position&) = default;

 private:
  Position() = default;

  template <Color Us>
  MoveDelta make_as(Move move);
  void put(Piece piece, Square square);
  void remove(Piece piece, Square square);
  void toggle_keys(Piece piece, Key change);
  void count_reversible_ply();
  void count_full_move();
  void clear_en_passant();
  template <Color Us>
  void allow_en_passant(Square target);
  template <Color Us>
  void find_checkers_and_pins();
  void recompute_derived();

  std::array<Bitboard, 6> by_type_{};
  PerColor<Bitboard> by_color_;
  std::array<Piece, 64> board_{};
  Bitboard castling_rooks_;
  Bitboard en_passant_;
  Bitboard checkers_;
  Bitboard pinned_;
  Key key_ = 0;
  Key pawn_key_ = 0;
  PerColor<Key> non_pawn_key_;
  Key minor_key_ = 0;
  std::uint16_t fifty_move_count_ = 0;
  std::uint16_t full_move_number_ = 1;
  PerColor<std::uint8_t> checks_given_;
  Color side_to_move_ = Color::White;
  Variant variant_ = Variant::Standard;
};

// All squares `By` attacks on a board occupied as given, those of its own pieces among them.
template <Color By>
Bitboard attacked_squares(const Position& position, Bitboard occupied) {
  Bitboard attacked = pawn_attacks<By>(position.pieces(By, PieceType::Pawn)) | king_attacks(position.king(By));
  for (const Square from : position.pieces(By, PieceType::Knight)) attacked |= knight_attacks(from);
  for (const Square from : position.pieces(By, PieceType::Bishop, PieceType::Queen)) {
    attacked |= bishop_attacks(from, occupied);
  }
  for (const Square from : position.pieces(By, PieceType::Rook, PieceType::Queen)) {
    attacked |= rook_attacks(from, occupied);
  }
  return attacked;
}

// What one side attacks, by the worth of the attackers: each set holds those of the lesser pieces, too.
struct AttackMap {
  Bitboard by_pawns{};
  Bitboard by_minors{};
  Bitboard by_rooks{};
  Bitboard by_all{};
};

template <Color By>
AttackMap attack_map(const Position& position) {
  const Bitboard occupied = position.occupied();
  AttackMap map;
  map.by_pawns = map.by_minors = pawn_attacks<By>(position.pieces(By, PieceType::Pawn));
  for (const Square from : position.pieces(By, PieceType::Knight)) map.by_minors |= knight_attacks(from);
  for (const Square from : position.pieces(By, PieceType::Bishop)) map.by_minors |= bishop_attacks(from, occupied);
  map.by_rooks = map.by_minors;
  for (const Square from : position.pieces(By, PieceType::Rook)) map.by_rooks |= rook_attacks(from, occupied);
  map.by_all = map.by_rooks | king_attacks(position.king(By));
  for (const Square from : position.pieces(By, PieceType::Queen)) map.by_all |= queen_attacks(from, occupied);
  return map;
}

inline AttackMap attack_map(const Position& position, Color by) {
  return by == Color::White ? attack_map<Color::White>(position) : attack_map<Color::Black>(position);
}

}  // namespace rocada::chess

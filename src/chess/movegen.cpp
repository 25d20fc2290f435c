#include "chess/movegen.h"

namespace rocada::chess {

namespace {

// Where generated moves go. A sink receives whole sets of destinations, so that counting needs no loop.

class ListSink {
 public:
  explicit ListSink(MoveList& moves) : moves_(moves) {}

  void piece(Square from, Bitboard targets) {
    for (const Square to : targets) moves_.push_back(Move::normal(from, to));
  }
  // Pawns that all move by the same offset.
  void pawns(Bitboard targets, int offset) {
    for (const Square to : targets) moves_.push_back(Move::normal(to.offset(-offset), to));
  }
  void promotions(Bitboard targets, int offset) {
    for (const Square to : targets) {
      for (const PieceType type : kPromotionTypes) moves_.push_back(Move::promotion(to.offset(-offset), to, type));
    }
  }
  void en_passant(Square from, Square to) { moves_.push_back(Move::en_passant(from, to)); }
  void castling(Square king, Square rook) { moves_.push_back(Move::castling(king, rook)); }

 private:
  MoveList& moves_;
};

class CountSink {
 public:
  void piece(Square, Bitboard targets) { add(targets.count()); }
  void pawns(Bitboard targets, int) { add(targets.count()); }
  void promotions(Bitboard targets, int) { add(4 * targets.count()); }
  void en_passant(Square, Square) { add(1); }
  void castling(Square, Square) { add(1); }
  std::uint64_t count() const { return count_; }

 private:
  void add(int moves) { count_ += static_cast<unsigned>(moves); }
  std::uint64_t count_ = 0;
};

template <Color Us, MoveKinds Kinds, typename Sink>
class Generator {
 public:
  Generator(const Position& position, Sink& sink) : position_(position), sink_(sink) {}

  void run() {
    king_moves();
    if (position_.checkers().more_than_one()) return;  // only the king can answer a double check
    if (position_.in_check()) {
      const Square checker = position_.checkers().first();
      targets_ = between(king_, checker) | checker;  // block it or take it
    }
    const Bitboard piece_targets = targets_ & wanted();
    knight_moves(piece_targets);
    slider_moves(piece_targets);
    pawn_moves();
    if constexpr (Kinds != MoveKinds::Quiet) en_passant_moves();
  }

 private:
  static constexpr Color kThem = ~Us;

  // Destinations of pieces for the kinds asked for.
  Bitboard wanted() const {
    if constexpr (Kinds == MoveKinds::Noisy) {
      return theirs_;
    } else if constexpr (Kinds == MoveKinds::Quiet) {
      return ~occupied_;
    } else {
      return ~ours_;
    }
  }

  // Which squares are attacked is costly to find out and asked only if the king could move at all.
  void king_moves() {
    const Bitboard steps = king_attacks(king_) & wanted();
    const Bitboard castling_rooks = rooks_free_to_castle();
    if (steps.empty() && castling_rooks.empty()) return;
    // Seen through the king, which may not flee along the line of a check.
    const Bitboard attacked = attacked_squares<kThem>(position_, occupied_ ^ king_);
    sink_.piece(king_, steps - attacked);
    for (const Square rook : castling_rooks) {
      if ((castling_path(Us, king_, rook).king_walks & attacked).empty()) sink_.castling(king_, rook);
    }
  }

  // Rooks the king may castle with as far as the squares in between go. A pinned one is a shield against a check from
  // the side: only Chess960 knows that.
  Bitboard rooks_free_to_castle() const {
    Bitboard rooks;
    if (Kinds == MoveKinds::Noisy || position_.in_check()) return rooks;
    for (const Square rook : position_.castling_rooks(Us) - position_.pinned()) {
      if ((castling_path(Us, king_, rook).must_be_empty & occupied_).empty()) rooks |= rook;
    }
    return rooks;
  }

  void knight_moves(Bitboard targets) {
    for (const Square from : position_.pieces(Us, PieceType::Knight) - position_.pinned()) {
      sink_.piece(from, knight_attacks(from) & targets);
    }
  }

  void slider_moves(Bitboard targets) {
    const Bitboard queens = position_.pieces(Us, PieceType::Queen);
    const Bitboard bishops = position_.pieces(Us, PieceType::Bishop);
    const Bitboard rooks = position_.pieces(Us, PieceType::Rook);
    const Bitboard free = ~position_.pinned();
    for (const Square from : (bishops & free)) sink_.piece(from, bishop_attacks(from, occupied_) & targets);
    for (const Square from : (rooks & free)) sink_.piece(from, rook_attacks(from, occupied_) & targets);
    for (const Square from : (queens & free)) sink_.piece(from, queen_attacks(from, occupied_) & targets);
    for (const Square from : (bishops | rooks | queens) & position_.pinned()) {
      const Bitboard attacks = piece_attacks(position_.piece_on(from).type(), from, occupied_);
      sink_.piece(from, attacks & targets & line(king_, from));
    }
  }

  void pawn_moves() {
    const Bitboard pawns = position_.pieces(Us, PieceType::Pawn);
    pawn_moves_of(pawns - position_.pinned(), targets_);
    for (const Square pinned : (pawns & position_.pinned())) pawn_moves_of(pinned, targets_ & line(king_, pinned));
  }

  void pawn_moves_of(Bitboard pawns, Bitboard targets) {
    constexpr int kForward = forward(Us);
    constexpr Bitboard kLastRank = Bitboard::of(Rank::relative(Us, 7));
    constexpr Bitboard kThirdRank = Bitboard::of(Rank::relative(Us, 2));
    const Bitboard empty = ~occupied_;

    const Bitboard one_step = pawns.shifted<kForward>() & empty;
    if constexpr (Kinds != MoveKinds::Noisy) {
      const Bitboard two_steps = (one_step & kThirdRank).template shifted<kForward>() & empty;
      sink_.pawns((one_step & targets) - kLastRank, kForward);
      sink_.pawns(two_steps & targets, 2 * kForward);
    }
    if constexpr (Kinds != MoveKinds::Quiet) {
      const Bitboard west = pawns.shifted<kForward - 1>() & theirs_ & targets;
      const Bitboard east = pawns.shifted<kForward + 1>() & theirs_ & targets;
      sink_.pawns(west - kLastRank, kForward - 1);
      sink_.pawns(east - kLastRank, kForward + 1);
      if ((pawns & Bitboard::of(Rank::relative(Us, 6))).any()) {
        sink_.promotions(one_step & targets & kLastRank, kForward);
        sink_.promotions(west & kLastRank, kForward - 1);
        sink_.promotions(east & kLastRank, kForward + 1);
      }
    }
  }

  void en_passant_moves() {
    if (position_.en_passant().empty()) return;
    const Square target = position_.en_passant().first();
    for (const Square from : pawn_attacks(kThem, target) & position_.pieces(Us, PieceType::Pawn)) {
      if (position_.en_passant_is_safe(Us, from, target)) sink_.en_passant(from, target);
    }
  }

  const Position& position_;
  Sink& sink_;
  const Square king_ = position_.king(Us);
  const Bitboard ours_ = position_.pieces(Us);
  const Bitboard theirs_ = position_.pieces(kThem);
  const Bitboard occupied_ = ours_ | theirs_;
  Bitboard targets_ = Bitboard::all();  // what answers a check, if there is one
};

template <MoveKinds Kinds, typename Sink>
void generate_into(const Position& position, Sink& sink) {
  if (position.is_decided_by_checks()) return;
  if (position.side_to_move() == Color::White) {
    Generator<Color::White, Kinds, Sink>(position, sink).run();
  } else {
    Generator<Color::Black, Kinds, Sink>(position, sink).run();
  }
}

}  // namespace

template <MoveKinds Kinds>
void generate_moves(const Position& position, MoveList& moves) {
  ListSink sink(moves);
  generate_into<Kinds>(position, sink);
}

template void generate_moves<MoveKinds::All>(const Position&, MoveList&);
template void generate_moves<MoveKinds::Noisy>(const Position&, MoveList&);
template void generate_moves<MoveKinds::Quiet>(const Position&, MoveList&);

MoveList legal_moves(const Position& position) {
  MoveList moves;
  generate_moves<MoveKinds::All>(position, moves);
  return moves;
}

std::uint64_t count_legal_moves(const Position& position) {
  CountSink sink;
  generate_into<MoveKinds::All>(position, sink);
  return sink.count();
}

bool has_legal_move(const Position& position) { return count_legal_moves(position) != 0; }

}  // namespace rocada::chess

#include "eval/evaluator.h"

#include <algorithm>
#include <array>

namespace rocada::eval {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

// ---------------------------------------------------------------------------------------------------------------------
// Each piece on its square

constexpr std::array<Tapered, 6> kMaterial = {{{82, 100}, {335, 300}, {350, 315}, {475, 545}, {1010, 1000}, {0, 0}}};
// How much of the middlegame each piece stands for; all pieces together are kFullPhase.
constexpr std::array<int, 6> kPhase = {0, 1, 1, 2, 4, 0};
constexpr int kFullPhase = 24;

// Placement by a few plain facts instead of 768 numbers: distance from the centre, rank, and a king's shelter.
constexpr int kCentreDistance[8] = {3, 2, 1, 0, 0, 1, 2, 3};

constexpr Tapered placement(PieceType type, int file, int rank) {
  const int off_centre = kCentreDistance[file] + kCentreDistance[rank];  // 0 in the centre, 6 in the corner
  const int centre = 3 - off_centre;
  const bool centre_file = file == 3 || file == 4;
  switch (type) {
    case PieceType::Pawn: {
      constexpr int kAdvance[8] = {0, 0, 2, 8, 20, 40, 65, 0};
      const int on_centre = centre_file ? (rank == 1 ? -14 : rank >= 3 ? 16 : 6) : 0;
      return {kAdvance[rank] / 2 + on_centre, kAdvance[rank]};
    }
    case PieceType::Knight: return {8 * centre + 3 * (rank - 3), 8 * centre};
    case PieceType::Bishop: return {4 * centre + (rank == 0 ? -8 : 0), 4 * centre};
    case PieceType::Rook: return {(rank == 6 ? 14 : 0) + (centre_file ? 6 : 0), rank == 6 ? 12 : 0};
    case PieceType::Queen: return {2 * centre + (rank == 0 ? 4 : 0), 7 * centre};
    case PieceType::King: {
      const bool castled = rank == 0 && (file <= 2 || file >= 6);
      return {castled ? 26 : -14 * rank - (rank == 0 && !castled ? 8 : 0), 11 * centre};
    }
    case PieceType::None: break;
  }
  return {};
}

// Value of a piece with its placement, by type and square as White sees the board.
constexpr auto kPieceSquare = [] {
  std::array<std::array<Tapered, 64>, 6> table{};
  for (const PieceType type : chess::kPieceTypes) {
    for (int square = 0; square < 64; ++square) {
      Tapered value = kMaterial[chess::index_of(type)];
      value += placement(type, square % 8, square / 8);
      table[chess::index_of(type)][static_cast<std::size_t>(square)] = value;
    }
  }
  return table;
}();

// From White's point of view.
Tapered value_of(chess::PieceOnSquare item) {
  const bool white = item.piece.color() == Color::White;
  const int square = item.square.index() ^ (white ? 0 : 56);
  return (white ? 1 : -1) * kPieceSquare[chess::index_of(item.piece.type())][static_cast<std::size_t>(square)];
}

// ---------------------------------------------------------------------------------------------------------------------
// Pieces together

constexpr Tapered kTempo = {18, 10};
constexpr Tapered kBishopPair = {28, 48};
constexpr Tapered kDoubledPawn = {-6, -18};
constexpr Tapered kIsolatedPawn = {-10, -12};
constexpr Tapered kDefendedPawn = {9, 5};
constexpr std::array<Tapered, 8> kPassedPawn = {{{0, 0}, {0, 8}, {2, 14}, {8, 32}, {24, 62}, {50, 108}, {80, 165}, {}}};
constexpr Tapered kFreePassedPawn = {2, 7};  // nothing stands before it; for each rank from the third
constexpr int kPassedPawnKing = 5;           // for each square a king is nearer, and each rank from the third
constexpr Tapered kRookOnOpenFile = {30, 10};
constexpr Tapered kRookOnHalfOpenFile = {14, 10};
constexpr Tapered kOutpost = {22, 14};

// For each square a piece attacks more or less than it usually does, enemy pawns' squares and own pawns aside.
struct Mobility {
  int usual;
  Tapered for_each;
};
constexpr std::array<Mobility, 6> kMobility = {{{0, {}}, {4, {6, 5}}, {6, {6, 6}}, {7, {3, 6}}, {13, {2, 5}}, {0, {}}}};

constexpr Tapered kPieceAttackedByPawn = {48, 36};
constexpr Tapered kMajorAttackedByMinor = {34, 30};
constexpr Tapered kHangingPiece = {24, 22};

// King safety: attacks on the squares around the king and safe checks add up to a danger that counts by its square.
constexpr std::array<int, 6> kAttackWeight = {0, 9, 8, 10, 12, 0};
constexpr std::array<int, 6> kSafeCheckWeight = {0, 26, 16, 30, 24, 0};
constexpr int kShelterPawnWeight = 8;
constexpr int kOpenFileWeight = 9;
constexpr int kDangerDivisor = 72;
constexpr int kMostDanger = 500;

// Each check given brings the win nearer (3-check), and makes every attack on the king more serious (in quarters).
constexpr std::array<int, 4> kChecksGiven = {0, 140, 420, 0};
constexpr std::array<int, 4> kDangerByChecks = {6, 9, 16, 0};

template <Color Us>
constexpr Bitboard forward_fill(Bitboard set) {
  constexpr int kStep = Us == Color::White ? 8 : -8;
  set |= set.shifted<kStep>();
  set |= set.shifted<kStep>().template shifted<kStep>();
  set |= set.shifted<2 * kStep>().template shifted<2 * kStep>();
  return set;
}
template <Color Us>
constexpr Bitboard squares_before(Bitboard set) {
  return forward_fill<Us>(set.shifted < Us == Color::White ? 8 : -8 > ());
}
constexpr Bitboard whole_files(Bitboard set) {
  return forward_fill<Color::White>(set) | forward_fill<Color::Black>(set);
}
constexpr Bitboard sideways(Bitboard set) { return set.shifted<1>() | set.shifted<-1>(); }

int distance(Square a, Square b) {
  return std::max(std::abs(a.file().index() - b.file().index()), std::abs(a.rank().index() - b.rank().index()));
}
int relative_rank(Color color, Square square) {
  return color == Color::White ? square.rank().index() : 7 - square.rank().index();
}

// What one side's pieces attack, gathered while their mobility is counted.
struct Attacks {
  Bitboard by_pawns;
  Bitboard by_minors;
  Bitboard all;
  int on_king_zone = 0;  // weighted
  int attackers_of_king = 0;
  std::array<Bitboard, 6> by_type{};
};

// The evaluation of one position, both sides in turn.
class Assessment {
 public:
  explicit Assessment(const Position& position) : position_(position) {
    prepare<Color::White>();
    prepare<Color::Black>();
  }

  template <Color Us>
  Tapered pieces() {
    Tapered total;
    if (position_.pieces(Us, PieceType::Bishop).more_than_one()) total += kBishopPair;
    total += pieces_of<Us, PieceType::Knight>();
    total += pieces_of<Us, PieceType::Bishop>();
    total += pieces_of<Us, PieceType::Rook>();
    total += pieces_of<Us, PieceType::Queen>();
    return total;
  }

  template <Color Us>
  Tapered pawns() const {
    const Bitboard ours = pawns_of(Us);
    const Bitboard theirs = pawns_of(~Us);
    Tapered total = (ours & squares_before<Us>(ours)).count() * kDoubledPawn;
    total += (ours - sideways(whole_files(ours))).count() * kIsolatedPawn;
    total += (ours & attacks_[Us].by_pawns).count() * kDefendedPawn;
    const Bitboard guarded = squares_before<~Us>(theirs);
    for (const Square pawn : ours - (guarded | sideways(guarded))) total += passed_pawn<Us>(pawn);
    return total;
  }

  // After pieces() of both sides.
  template <Color Us>
  Tapered threats() const {
    const Attacks& mine = attacks_[Us];
    const Bitboard pieces = position_.pieces(~Us) - position_.pieces(PieceType::Pawn, PieceType::King);
    const Bitboard majors = pieces & position_.pieces(PieceType::Rook, PieceType::Queen);
    Tapered total = (mine.by_pawns & pieces).count() * kPieceAttackedByPawn;
    total += (mine.by_minors & majors).count() * kMajorAttackedByMinor;
    total += ((mine.all & pieces) - attacks_[~Us].all).count() * kHangingPiece;
    return total;
  }

  // The danger our pieces mean to the enemy king; after pieces() of both sides.
  template <Color Us>
  Tapered attack_on_king() const {
    const Attacks& mine = attacks_[Us];
    const Square king = position_.king(~Us);
    int danger = mine.attackers_of_king > 1 ? mine.on_king_zone : mine.on_king_zone / 2;
    const Bitboard safe = ~(attacks_[~Us].all | position_.pieces(Us));
    const Bitboard straight = chess::rook_attacks(king, position_.occupied()) & safe;
    const Bitboard diagonal = chess::bishop_attacks(king, position_.occupied()) & safe;
    const auto add_checks = [&](PieceType type, Bitboard from) {
      if ((from & mine.by_type[chess::index_of(type)]).any()) danger += kSafeCheckWeight[chess::index_of(type)];
    };
    add_checks(PieceType::Knight, chess::knight_attacks(king) & safe);
    add_checks(PieceType::Bishop, diagonal);
    add_checks(PieceType::Rook, straight);
    add_checks(PieceType::Queen, straight | diagonal);

    const Bitboard files = whole_files(king | sideways(king));
    const Bitboard shelter = squares_before<~Us>(king | sideways(king)) & zone_[~Us] & pawns_of(~Us);
    danger += kShelterPawnWeight * (3 - std::min(3, shelter.count()));
    danger += kOpenFileWeight * (files - whole_files(pawns_of(~Us))).count() / 8;
    if (position_.pieces(Us, PieceType::Queen).empty()) danger /= 2;
    if (position_.rules().check_is_progress()) {
      danger = danger * kDangerByChecks[static_cast<std::size_t>(position_.checks_given(Us))] / 4;
    }
    const int score = std::min(danger * danger / kDangerDivisor, kMostDanger);
    return {score, score / 8};
  }

 private:
  Bitboard pawns_of(Color color) const { return position_.pieces(color, PieceType::Pawn); }

  template <Color Us>
  void prepare() {
    Attacks& mine = attacks_[Us];
    const Square king = position_.king(Us);
    mine.by_pawns = chess::pawn_attacks<Us>(pawns_of(Us));
    mine.all = mine.by_pawns | chess::king_attacks(king);
    const Bitboard around = chess::king_attacks(king) | king;
    zone_[Us] = around | around.shifted < Us == Color::White ? 8 : -8 > ();
  }

  template <Color Us, PieceType Type>
  Tapered pieces_of() {
    constexpr std::size_t kType = chess::index_of(Type);
    constexpr Mobility kUsual = kMobility[kType];
    Tapered total;
    Attacks& mine = attacks_[Us];
    const Bitboard useful = ~(pawns_of(Us) | position_.king(Us) | chess::pawn_attacks<~Us>(pawns_of(~Us)));
    for (const Square square : position_.pieces(Us, Type)) {
      const Bitboard reach = reach_of<Us, Type>(square);
      mine.all |= reach;
      mine.by_type[kType] |= reach;
      if constexpr (Type == PieceType::Knight || Type == PieceType::Bishop) mine.by_minors |= reach;
      total += ((reach & useful).count() - kUsual.usual) * kUsual.for_each;
      if (const Bitboard on_king = reach & zone_[~Us]; on_king.any()) {
        mine.on_king_zone += kAttackWeight[kType] * on_king.count() / 2;
        ++mine.attackers_of_king;
      }
      if constexpr (Type == PieceType::Rook) total += rook_on_file<Us>(square);
      if constexpr (Type == PieceType::Knight || Type == PieceType::Bishop) {
        if (is_outpost<Us>(square)) total += kOutpost;
      }
    }
    return total;
  }

  // Pieces that move alike look through each other: two rooks on a file attack as one.
  template <Color Us, PieceType Type>
  Bitboard reach_of(Square square) const {
    Bitboard occupied = position_.occupied();
    if constexpr (Type == PieceType::Bishop) occupied -= position_.pieces(Us, PieceType::Queen);
    if constexpr (Type == PieceType::Rook) occupied -= position_.pieces(Us, PieceType::Rook, PieceType::Queen);
    return chess::piece_attacks(Type, square, occupied);
  }

  template <Color Us>
  Tapered rook_on_file(Square square) const {
    const Bitboard file = Bitboard::of(square.file());
    if ((file & pawns_of(Us)).any()) return {};
    return (file & pawns_of(~Us)).any() ? kRookOnHalfOpenFile : kRookOnOpenFile;
  }

  // Defended by a pawn, in enemy land, where no enemy pawn can ever attack it.
  template <Color Us>
  bool is_outpost(Square square) const {
    const int rank = relative_rank(Us, square);
    if (rank < 3 || rank > 5 || !attacks_[Us].by_pawns.has(square)) return false;
    return (sideways(squares_before<Us>(square)) & pawns_of(~Us)).empty();
  }

  template <Color Us>
  Tapered passed_pawn(Square pawn) const {
    const int rank = relative_rank(Us, pawn);
    Tapered total = kPassedPawn[static_cast<std::size_t>(rank)];
    if (rank < 3) return total;
    const Square next = pawn.offset(chess::forward(Us));
    if (position_.is_empty(next)) total += (rank - 2) * kFreePassedPawn;
    const int nearer = distance(position_.king(~Us), next) - distance(position_.king(Us), next);
    total.end += kPassedPawnKing * (rank - 2) * nearer;
    return total;
  }

  const Position& position_;
  chess::PerColor<Attacks> attacks_;
  chess::PerColor<Bitboard> zone_;
};

// In sixteenths: how much of an advantage can be turned into a win.
constexpr int kFullScale = 16;
int scale_of(const Position& position, Color ahead) {
  const Bitboard pawns = position.pieces(PieceType::Pawn);
  const auto worth = [&](Color color) {
    int total = 0;
    for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
      total += position.pieces(color, type).count() * kMaterial[chess::index_of(type)].end;
    }
    return total;
  };
  const int lead = worth(ahead) - worth(~ahead);
  // Without pawns, a minor piece more does not win.
  if ((pawns & position.pieces(ahead)).empty() && lead <= kMaterial[chess::index_of(PieceType::Bishop)].end) return 3;
  // Bishops that cannot meet hold almost everything.
  const Bitboard bishops = position.pieces(PieceType::Bishop);
  const bool only_bishops = position.occupied() == (bishops | pawns | position.pieces(PieceType::King));
  const bool opposite = position.pieces(Color::White, PieceType::Bishop).exactly_one() &&
                        position.pieces(Color::Black, PieceType::Bishop).exactly_one() &&
                        (bishops & chess::kLightSquares).exactly_one();
  return only_bishops && opposite ? kFullScale / 2 : kFullScale;
}

}  // namespace

void Evaluator::Placement::add(chess::PieceOnSquare item) {
  balance += value_of(item);
  phase += kPhase[chess::index_of(item.piece.type())];
}

void Evaluator::Placement::remove(chess::PieceOnSquare item) {
  balance -= value_of(item);
  phase -= kPhase[chess::index_of(item.piece.type())];
}

void Evaluator::reset(const Position& position) {
  Placement placement;
  for (const Square square : position.occupied()) placement.add({position.piece_on(square), square});
  placements_.assign(1, placement);
}

void Evaluator::push(const chess::MoveDelta& delta) {
  Placement placement = placements_.back();
  for (const chess::PieceOnSquare item : delta.removed) placement.remove(item);
  for (const chess::PieceOnSquare item : delta.added) placement.add(item);
  placements_.push_back(placement);
}

Score Evaluator::evaluate(const Position& position) const {
  const Placement& placement = placements_.back();
  Tapered balance = placement.balance;
  Assessment assessment(position);
  balance += assessment.pieces<Color::White>();
  balance -= assessment.pieces<Color::Black>();
  balance += assessment.pawns<Color::White>();
  balance -= assessment.pawns<Color::Black>();
  balance += assessment.threats<Color::White>();
  balance -= assessment.threats<Color::Black>();
  balance += assessment.attack_on_king<Color::White>();
  balance -= assessment.attack_on_king<Color::Black>();

  const Color us = position.side_to_move();
  if (us == Color::Black) balance = -1 * balance;
  balance += kTempo;
  const int phase = std::min(placement.phase, kFullPhase);
  balance.end = balance.end * scale_of(position, balance.end > 0 ? us : ~us) / kFullScale;
  Score score = (balance.middle * phase + balance.end * (kFullPhase - phase)) / kFullPhase;
  if (position.rules().check_is_progress()) {
    score += kChecksGiven[static_cast<std::size_t>(position.checks_given(us))] -
             kChecksGiven[static_cast<std::size_t>(position.checks_given(~us))];
  }
  return std::clamp(score, -kHighestEvaluation, kHighestEvaluation);
}

Score evaluate(const Position& position) {
  Evaluator evaluator;
  evaluator.reset(position);
  return evaluator.evaluate(position);
}

}  // namespace rocada::eval

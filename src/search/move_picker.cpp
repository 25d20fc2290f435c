#include "search/move_picker.h"

#include <utility>

#include "chess/legality.h"
#include "chess/see.h"

namespace rocada::search {

using chess::Move;
using chess::PieceType;
using chess::Position;

namespace {

// What there is for moving away from lesser attackers, less what there is against moving towards them.
int escape(const chess::AttackMap& attacks, PieceType type, Move move) {
  const auto balance = [move](chess::Bitboard attacked) {
    return (attacked.has(move.from()) ? 1 : 0) - (attacked.has(move.to()) ? 1 : 0);
  };
  switch (type) {
    case PieceType::Knight:
    case PieceType::Bishop: return params::kEscapeOfMinor * balance(attacks.by_pawns);
    case PieceType::Rook: return params::kEscapeOfRook * balance(attacks.by_minors);
    case PieceType::Queen: return params::kEscapeOfQueen * balance(attacks.by_rooks);
    default: return 0;
  }
}

}  // namespace

MovePicker::MovePicker(const Position& position, Moves kinds, Move table_move, const History& history,
                       const Circumstances& around)
    : position_(position),
      history_(history),
      around_(around),
      table_move_(kinds != Moves::All && position.is_quiet(table_move) ? Move::none() : table_move),
      only_checks_(kinds == Moves::NoisyAndChecks),
      quiets_wanted_(kinds != Moves::Noisy) {}

// The most valuable victim first; promotions by what they gain.
void MovePicker::score_noisy() {
  for (std::size_t i = next_; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    int gain = chess::exchange_value(position_.captured_by(move));
    if (move.is_promotion()) {
      const chess::PieceType type = move.promotion_type();
      gain += type == chess::PieceType::Queen ? chess::exchange_value(type) : -chess::exchange_value(type);
    }
    scores_[i] = params::kVictimWeight * gain + history_.capture(position_, move);
  }
}

void MovePicker::keep_checks() {
  const chess::CheckSquares checks(position_);
  std::size_t kept = next_;
  for (std::size_t i = next_; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    if (checks.has(position_.piece_on(move.from()).type(), move.to()) &&
        chess::see_at_least(position_, move, params::kQuiescenceCheckMargin)) {
      moves_[kept++] = move;
    }
  }
  moves_.truncate(kept);
}

// By history; pieces leave squares where lesser ones attack and do not go there; checks that do not lose the piece come
// early, since they force matters.
void MovePicker::score_quiet() {
  const chess::CheckSquares checks(position_);
  for (std::size_t i = next_; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    const PieceType type = position_.piece_on(move.from()).type();
    scores_[i] = history_.quiet(position_, move, around_) + escape(around_.attacks, type, move);
    if (checks.has(type, move.to()) && chess::see_at_least(position_, move, params::kCheckExchangeMargin)) {
      scores_[i] += params::kCheckBonus;
    }
  }
}

Move MovePicker::take_best() {
  while (next_ < moves_.size()) {
    std::size_t best = next_;
    for (std::size_t i = next_ + 1; i < moves_.size(); ++i) {
      if (scores_[i] > scores_[best]) best = i;
    }
    std::swap(moves_[next_], moves_[best]);
    std::swap(scores_[next_], scores_[best]);
    taken_score_ = scores_[next_];
    if (const Move move = moves_[next_++]; move != table_move_) return move;
  }
  return Move::none();
}

Move MovePicker::next() {
  switch (stage_) {
    case Stage::TableMove:
      stage_ = Stage::StartNoisy;
      if (!table_move_.is_none()) return table_move_;
      [[fallthrough]];
    case Stage::StartNoisy:
      chess::generate_moves<chess::MoveKinds::Noisy>(position_, moves_);
      score_noisy();
      stage_ = Stage::GoodNoisy;
      [[fallthrough]];
    case Stage::GoodNoisy:
      for (Move move = take_best(); !move.is_none(); move = take_best()) {
        // A capture that has often been good may lose a little.
        if (chess::see_at_least(position_, move, -taken_score_ / params::kGoodCaptureDivisor)) return move;
        moves_[bad_noisy_++] = move;  // where good ones have been taken from
      }
      stage_ = Stage::StartQuiet;
      [[fallthrough]];
    case Stage::StartQuiet:
      if (quiets_wanted_) {
        moves_.truncate(bad_noisy_);
        next_ = bad_noisy_;
        chess::generate_moves<chess::MoveKinds::Quiet>(position_, moves_);
        if (only_checks_) keep_checks();
        score_quiet();
      }
      stage_ = Stage::Quiet;
      [[fallthrough]];
    case Stage::Quiet:
      if (quiets_wanted_) {
        if (const Move move = take_best(); !move.is_none()) return move;
      }
      stage_ = Stage::BadNoisy;
      [[fallthrough]];
    case Stage::BadNoisy:
      if (next_bad_ < bad_noisy_) return moves_[next_bad_++];
      break;
  }
  return Move::none();
}

}  // namespace rocada::search

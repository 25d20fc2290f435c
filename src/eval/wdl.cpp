#include "eval/wdl.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "eval/wdl_params.h"

namespace rocada::eval {

using wdl_params::Knot;

namespace {

constexpr int kPermille = 1000;
constexpr int kPawn = 100;  // centipawns

// So many times as wide between people: with all pieces on the board a pawn ahead is then worth 62% of the points, and
// five are worth 93%.
constexpr double kPeoplesSpread = 3.9;

// The knots are in order of pieces. Before the first and after the last nothing changes any more.
Knot interpolated(std::span<const Knot> knots, double pieces) {
  std::size_t next = 0;
  while (next < knots.size() && knots[next].pieces < pieces) ++next;
  if (next == 0) return knots.front();
  if (next == knots.size()) return knots.back();
  const Knot& low = knots[next - 1];
  const Knot& high = knots[next];
  const double way = (pieces - low.pieces) / (high.pieces - low.pieces);
  return {pieces, std::lerp(low.even_chance, high.even_chance, way), std::lerp(low.spread, high.spread, way)};
}

// Where checks win, hardly a game is drawn and half of them are won from level positions. There +1.00 is three points
// of four, which is about what it is in chess. For e to the power of score / spread that is a quadratic equation.
double three_check_pawn(const Knot& knot) {
  const double middle = std::cosh(knot.even_chance / knot.spread);
  return knot.spread * std::log(middle + std::sqrt(middle * middle + 3.0));
}

}  // namespace

ScoreScale::ScoreScale(const chess::Position& position) {
  const bool three_check = position.rules().check_is_progress();
  const auto knots = three_check ? std::span<const Knot>(wdl_params::kThreeCheck) : wdl_params::kChess;
  const Knot knot = interpolated(knots, position.occupied().count());
  even_chance_ = knot.even_chance;
  spread_ = knot.spread;
  pawn_ = three_check ? three_check_pawn(knot) : knot.even_chance;
}

int ScoreScale::centipawns(Score score) const {
  if (is_decisive(score)) return score;
  return static_cast<int>(std::lround(kPawn * score / pawn_));
}

Score ScoreScale::score_of(int centipawns) const {
  const double score = std::round(centipawns * pawn_ / kPawn);
  return static_cast<Score>(std::clamp<double>(score, -kHighestEvaluation, kHighestEvaluation));
}

double ScoreScale::win_chance(Score score, double spread) const {
  return 1.0 / (1.0 + std::exp((even_chance_ - score) / spread));
}

double ScoreScale::points(Score score, double spread) const {
  if (is_decisive(score)) return score > 0 ? 1.0 : 0.0;
  return (1.0 + win_chance(score, spread) - win_chance(-score, spread)) / 2.0;
}

double ScoreScale::points(Score score) const { return points(score, spread_); }

double ScoreScale::points_between_people(Score score) const { return points(score, kPeoplesSpread * spread_); }

WinDrawLoss ScoreScale::chances(Score score) const {
  if (is_decisive(score)) return score > 0 ? WinDrawLoss{kPermille, 0, 0} : WinDrawLoss{0, 0, kPermille};
  const auto permille = [](double chance) { return static_cast<int>(std::lround(kPermille * chance)); };
  const int win = permille(win_chance(score, spread_));
  // Both may have been rounded up.
  const int loss = std::min(permille(win_chance(-score, spread_)), kPermille - win);
  return {win, kPermille - win - loss, loss};
}

}  // namespace rocada::eval

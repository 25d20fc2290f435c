#include "eval/wdl.h"

#include <algorithm>
#include <cmath>

namespace rocada::eval {

namespace {

constexpr int kPermille = 1000;
constexpr double kEvenChanceOfWinning = 100.0;  // centipawns at which a win is as likely as not
constexpr double kSpread = 50.0;                // centipawns over which the odds change by a factor of e

int win_permille(Score score) {
  return static_cast<int>(std::lround(kPermille / (1.0 + std::exp((kEvenChanceOfWinning - score) / kSpread))));
}

}  // namespace

WinDrawLoss win_draw_loss(Score score) {
  if (is_mate_score(score)) return score > 0 ? WinDrawLoss{kPermille, 0, 0} : WinDrawLoss{0, 0, kPermille};
  const int win = win_permille(score);
  // Both may have been rounded up.
  const int loss = std::min(win_permille(-score), kPermille - win);
  return {win, kPermille - win - loss, loss};
}

}  // namespace rocada::eval

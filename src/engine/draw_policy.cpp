#include "engine/draw_policy.h"

#include "eval/wdl.h"

namespace rocada::engine {

namespace {

constexpr double kEvenPoints = 0.5;

// Points to expect, up to which a draw is welcome; in the opening there is more to hope for.
constexpr double kWelcomePoints = 0.42;
constexpr double kWelcomePointsInOpening = 0.30;
constexpr int kLastMoveOfOpening = 20;
constexpr int kFewestPiecesInOpening = 25;

// A clear draw: with these pieces nearly all level games are drawn, and this one is level.
constexpr int kClearDrawPermille = 850;
constexpr double kNothingGivenAway = 0.01;

constexpr int kLevelMovesToOffer = 12;
constexpr int kQuietPliesToOffer = 10;
constexpr int kMovesBetweenOffers = 30;

bool is_opening(const chess::Position& position) {
  return position.full_move_number() <= kLastMoveOfOpening && position.occupied().count() >= kFewestPiecesInOpening;
}

bool is_drawn_when_level(const chess::Position& position) {
  return eval::ScoreScale(position).chances(eval::kDraw).draw >= kClearDrawPermille;
}

}  // namespace

bool is_draw_welcome(const chess::Position& position, eval::Score score) {
  return is_draw_welcome_with(position, eval::ScoreScale(position).points(score));
}

bool is_draw_welcome_with(const chess::Position& position, double points) {
  if (is_opening(position)) return points <= kWelcomePointsInOpening;
  if (points <= kWelcomePoints) return true;
  return is_drawn_when_level(position) && points <= kEvenPoints + kNothingGivenAway;
}

void DrawPolicy::note_score(const chess::Position& position, eval::Score score) {
  const chess::Color us = position.side_to_move();
  if (scored_ != us) forget();
  scored_ = us;
  is_welcome_ = is_draw_welcome(position, score);
  is_quiet_ = position.fifty_move_count() >= kQuietPliesToOffer;
  const bool no_worse = eval::ScoreScale(position).points(score) >= kEvenPoints - kNothingGivenAway;
  level_moves_ = is_welcome_ && no_worse ? level_moves_ + 1 : 0;
  if (since_offer_) ++*since_offer_;
}

bool DrawPolicy::offers() {
  if (!is_quiet_ || level_moves_ < kLevelMovesToOffer) return false;
  if (since_offer_ && *since_offer_ < kMovesBetweenOffers) return false;
  since_offer_ = 0;
  return true;
}

}  // namespace rocada::engine

#include "search/handicap.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "chess/legality.h"
#include "chess/see.h"
#include "search/params.h"
#include "util/random.h"

namespace rocada::search {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using eval::Score;

namespace {

// Found by games so that each step is about 200 Elo (docs/strength.md).
struct Level {
  int elo;
  double log2_nodes;
  double misjudgement;
  double oversights;
};
constexpr std::array<Level, 12> kLevels = {{
    {800, 5.0, 180, 450},
    {1000, 5.8, 155, 368},
    {1200, 6.8, 126, 279},
    {1400, 8.0, 99, 190},
    {1600, 9.1, 78, 127},
    {1800, 10.0, 60, 80},
    {2000, 10.8, 46, 52},
    {2200, 11.6, 34, 32},
    {2400, 12.5, 19, 15},
    {2600, 13.4, 6, 4},
    {2800, 14.4, 0, 0},
    {kHighestElo, 15.7, 0, 0},
}};
static_assert(kLevels.front().elo == kLowestElo);

// A number that looks random but is always the same for the same question.
std::uint64_t draw(std::uint64_t seed, std::uint64_t question) { return util::Random(seed ^ question).next(); }

// Of a hundred: how easily a move is overlooked.
int unnaturalness(const Position& position, Move move) {
  if (move.is_castling() || move.is_promotion()) return 0;
  const PieceType victim = position.captured_by(move);
  const PieceType mover = position.piece_on(move.from()).type();
  if (victim != PieceType::None) {
    const bool takes_more = chess::exchange_value(victim) > chess::exchange_value(mover);
    return takes_more ? params::kOverlooksTakingMore : params::kOverlooksTaking;
  }
  if (chess::gives_check(position, move)) return params::kOverlooksCheck;
  const int ranks = move.to().rank().index() - move.from().rank().index();
  const bool forward = (position.side_to_move() == Color::White ? ranks : -ranks) >= 0;
  return forward ? params::kOverlooksForward : params::kOverlooksBackward;
}

bool is_technique(const Position& position) {
  const auto is_bare = [&](Color color) { return position.pieces(color).exactly_one(); };
  return (is_bare(Color::White) || is_bare(Color::Black)) && position.pieces(PieceType::Rook, PieceType::Queen).any();
}

}  // namespace

Score Handicap::error_in(const Position& position) const {
  if (misjudgement == 0) return 0;
  // The sum of two: small errors are more frequent than great ones.
  const std::uint64_t drawn = draw(seed, position.key());
  const auto half = [&](std::uint64_t bits) {
    return static_cast<Score>(bits % static_cast<std::uint64_t>(misjudgement + 1)) - misjudgement / 2;
  };
  return half(drawn & 0xFFFFFFFF) + half(drawn >> 32);
}

bool Handicap::overlooks(const Position& position, Move move, Move last_move) const {
  if (oversights == 0 || position.in_check() || (!last_move.is_none() && move.to() == last_move.to())) return false;
  constexpr std::uint64_t kAll = 100 * 1000;
  const std::uint64_t drawn = draw(seed, position.key() ^ std::uint64_t{move.code()} << 32) % kAll;
  return drawn < static_cast<std::uint64_t>(oversights * unnaturalness(position, move));
}

Handicap handicap_of(int elo, std::uint64_t seed, const Position& position) {
  elo = std::clamp(elo, kLowestElo, kHighestElo);
  const auto above = std::ranges::find_if(kLevels, [&](const Level& level) { return level.elo >= elo; });
  const auto below = above == kLevels.begin() ? above : above - 1;
  const double share = above == below ? 0 : static_cast<double>(elo - below->elo) / (above->elo - below->elo);
  const auto between = [&](double Level::*member) {
    return (*below).*member + share * ((*above).*member - (*below).*member);
  };
  Handicap handicap;
  handicap.seed = seed;
  handicap.nodes = static_cast<std::uint64_t>(std::exp2(between(&Level::log2_nodes)));
  if (is_technique(position)) {
    handicap.nodes = std::max(handicap.nodes, params::kNodesForTechnique);
    return handicap;
  }
  handicap.misjudgement = static_cast<Score>(between(&Level::misjudgement));
  handicap.oversights = static_cast<int>(between(&Level::oversights));
  return handicap;
}

}  // namespace rocada::search

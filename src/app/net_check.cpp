#include "app/net_check.h"

#include <algorithm>
#include <cmath>

#include "chess/draw.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "eval/nnue/accumulator.h"
#include "util/random.h"

namespace rocada::app {

using chess::Position;

namespace {

constexpr std::uint64_t kSeed = 20261115;
constexpr int kLongestGame = 200;  // plies

}  // namespace

NetDifference compare_networks(const eval::nnue::Network& network, const eval::nnue::FloatNetwork& companion,
                               int positions) {
  util::Random random(kSeed);
  eval::nnue::Accumulators accumulators(network);
  NetDifference difference;
  int done = 0;
  const auto compare = [&](const Position& position) {
    const float limit = eval::kHighestEvaluation;
    const double exact = std::clamp(companion.evaluate(position), -limit, limit);
    const double apart = std::abs(accumulators.evaluate(position) - exact);
    difference.mean += apart / positions;
    if (apart > difference.largest) {
      difference.largest = apart;
      difference.where_largest = chess::to_fen(position);
    }
    ++done;
  };
  while (done < positions) {
    Position position = chess::start_position(network.card.variant);
    accumulators.reset(position);
    for (int ply = 0; ply < kLongestGame && done < positions; ++ply) {
      compare(position);
      const chess::MoveList moves = chess::legal_moves(position);
      if (moves.empty() || chess::ending_on_board(position) != chess::Ending::None) break;
      position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      accumulators.push(position);
    }
  }
  return difference;
}

}  // namespace rocada::app

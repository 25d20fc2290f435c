// How far a network's integers are from the real numbers they were rounded from.
#pragma once

#include <string>

#include "eval/nnue/float_network.h"
#include "eval/nnue/network.h"

namespace rocada::app {

// In centipawns.
struct NetDifference {
  double mean = 0;
  double largest = 0;
  std::string where_largest;  // FEN
};

// Over the positions of random games of their game, always the same ones. The integers follow the games move by move,
// as in play.
NetDifference compare_networks(const eval::nnue::Network& network, const eval::nnue::FloatNetwork& companion,
                               int positions);

}  // namespace rocada::app

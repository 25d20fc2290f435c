// FloatNetwork: the network in real numbers, as the trainer has it before rounding.
//
// Slow and simple on purpose: it is what the integer network is checked against. Never used in play.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "chess/position.h"
#include "eval/nnue/network_file.h"
#include "util/result.h"

namespace rocada::eval::nnue {

struct FloatNetwork {
  std::vector<float> feature_weights;   // [features][kHidden]
  std::vector<float> feature_biases;    // [kHidden]
  std::vector<float> standing_weights;  // [kStandingInputs][kHidden]
  std::vector<float> weights1;          // [kOutputBuckets][kLayer1][kProducts]
  std::vector<float> biases1;           // [kOutputBuckets][kLayer1]
  std::vector<float> weights2;          // [kOutputBuckets][kLayer2][kLayer2Inputs]
  std::vector<float> biases2;           // [kOutputBuckets][kLayer2]
  std::vector<float> weights3;          // [kOutputBuckets][kLayer2]
  std::vector<float> biases3;           // [kOutputBuckets]
  NetworkCard card;

  // In the engine's units, from the side to move's point of view, without limits.
  float evaluate(const chess::Position& position) const;
};

util::Result<FloatNetwork> parse_float_network(std::span<const std::byte> bytes);
util::Result<FloatNetwork> load_float_network(const std::string& path);

}  // namespace rocada::eval::nnue

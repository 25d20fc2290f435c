// Network: the numbers the evaluation has learned, as integers.
//
// A plain value that never changes once read, so all threads may share it. Invariant of every network that
// parse_network lets through: no position a game can reach overflows the accumulators or the output (architecture.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "eval/nnue/game_states.h"
#include "eval/nnue/network_file.h"
#include "eval/nnue/simd/kernels.h"
#include "util/result.h"

namespace rocada::eval::nnue {

// One number for each neuron of one side's view. Rows follow each other without a gap, each aligned for any vector.
using Row = std::array<std::int16_t, kHidden>;
using SmallRow = std::array<std::int8_t, kHidden>;

struct alignas(64) Network {
  // Of the pieces, and behind them of the game's states; where it has fewer than others, zeros.
  std::array<Row, kPieceInputs + kMostStates> feature_weights;
  std::array<SmallRow, kStandingInputs> standing_weights;
  Row feature_biases;
  std::array<simd::Layers, kOutputBuckets> layers;
  NetworkCard card;

  simd::InputWeights input_weights() const { return {feature_weights[0].data(), standing_weights[0].data()}; }
  // Whether it has learned anything of how pieces stand.
  bool heeds_standings() const;
};

// On the heap, for it is large; it lives as long as anybody uses it.
using SharedNetwork = std::shared_ptr<const Network>;

// The errors are sentences about the file.
util::Result<SharedNetwork> parse_network(std::span<const std::byte> bytes);
util::Result<SharedNetwork> load_network(const std::string& path);

}  // namespace rocada::eval::nnue

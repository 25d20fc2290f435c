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
  std::array<Row, kPieceInputs> feature_weights;
  std::array<Row, kMostStates> state_weights;  // as many as the game has states, then zeros
  std::array<SmallRow, kStandingInputs> standing_weights;
  Row feature_biases;
  std::array<simd::Layers, kOutputBuckets> layers;
  NetworkCard card;
};

// On the heap, for it is large; it lives as long as anybody uses it.
using SharedNetwork = std::shared_ptr<const Network>;

// The errors are sentences about the file.
util::Result<SharedNetwork> parse_network(std::span<const std::byte> bytes);
util::Result<SharedNetwork> load_network(const std::string& path);

}  // namespace rocada::eval::nnue

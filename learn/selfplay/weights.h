// Weights: a network as the GPU wants it, of any width, but plain: without king zones and without layers behind the
// neurons, which are squared and go to one output for each range of piece counts (eval/nnue/network_file.h).
//
// Two neurons share a word as low + 65536 * high: then one 32-bit addition adds both, borrow and all, and since no sum
// leaves 16 bits (architecture.h) both come back exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "chess/variant.h"
#include "eval/nnue/architecture.h"
#include "eval/nnue/game_states.h"
#include "selfplay/portable.h"
#include "util/result.h"

namespace rocada::selfplay {

inline constexpr int kInputs = eval::nnue::kInputsPerZone;

// What keeps the integers from overflowing, besides what keeps the engine's.
inline constexpr int kHighestOutputWeight = 127;
inline constexpr int kHighestOutputSum = 0x7FFFFFFF / (eval::nnue::kQuantA * eval::nnue::kQuantA);  // of |weights|

using Word = std::uint32_t;  // two neurons

ROCADA_PORTABLE constexpr Word packed(std::int16_t low, std::int16_t high) {
  return static_cast<Word>(low) + (static_cast<Word>(high) << 16);
}
ROCADA_PORTABLE constexpr int low_of(Word word) { return static_cast<std::int16_t>(word & 0xFFFF); }
ROCADA_PORTABLE constexpr int high_of(Word word) {
  return static_cast<std::int16_t>((word - static_cast<Word>(low_of(word))) >> 16);
}

// Two words that a lane loads at once.
struct alignas(8) Pair {
  Word first;
  Word second;
  ROCADA_PORTABLE void add(Pair other) {
    first += other.first;
    second += other.second;
  }
  ROCADA_PORTABLE void subtract(Pair other) {
    first -= other.first;
    second -= other.second;
  }
};
inline constexpr int kNeuronsInPair = 4;

template <int Width>
struct Weights {
  static constexpr int kPairs = Width / kNeuronsInPair;  // in a row
  Pair features[kInputs][kPairs];
  Pair states[eval::nnue::kMostStates][kPairs];  // of the game beside the board; zeros in normal chess
  Pair biases[kPairs];
  Pair output[eval::nnue::kOutputBuckets][2][kPairs];  // side to move, other side
  std::int32_t output_biases[eval::nnue::kOutputBuckets];
};

// A network file of any width, read and checked.
struct NetworkNumbers {
  chess::Variant variant = chess::Variant::Standard;  // what it has learned to play
  int width = 0;
  std::uint64_t checksum = 0;
  std::vector<std::int16_t> features;
  std::vector<std::int16_t> states;  // none in normal chess
  std::vector<std::int16_t> biases;
  std::vector<std::int16_t> output;
  std::vector<std::int32_t> output_biases;
};

// The errors are sentences about the file.
util::Result<NetworkNumbers> parse_network(std::span<const std::byte> bytes);
util::Result<NetworkNumbers> load_network(const std::string& path);

// The widths fleets are compiled for are few.
util::Error unsupported_width(int width);

// Of a network of that width.
template <int Width>
void fill(Weights<Width>& weights, const NetworkNumbers& numbers) {
  const auto pack_all = [](Pair* pairs, const std::vector<std::int16_t>& values) {
    for (std::size_t i = 0; i < values.size(); i += kNeuronsInPair) {
      *pairs++ = {packed(values[i], values[i + 1]), packed(values[i + 2], values[i + 3])};
    }
  };
  pack_all(&weights.features[0][0], numbers.features);
  pack_all(&weights.states[0][0], numbers.states);
  pack_all(weights.biases, numbers.biases);
  pack_all(&weights.output[0][0][0], numbers.output);
  for (std::size_t i = 0; i < numbers.output_biases.size(); ++i) weights.output_biases[i] = numbers.output_biases[i];
}

}  // namespace rocada::selfplay

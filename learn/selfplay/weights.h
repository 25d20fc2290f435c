// Networks as they are read, and their neurons as the GPU wants them.
//
// Two neurons share a word as low + 65536 * high: then one 32-bit addition adds both, borrow and all, and since no sum
// leaves 16 bits (architecture.h) both come back exactly.
//
// Two kinds of networks play: plain ones (plain.h), which are small, and the engine's (layered.h). Each kind is a type
// that says kHidden and kZones, how many neurons and king zones there are; kSeesStandings, whether it has inputs for
// how the pieces stand; kLanes, how many lanes play a game on the GPU; Near, what a multiprocessor keeps a copy of in
// its shared memory; Far, what is too large for that and stays in the GPU's; and Output, what comes behind the neurons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "chess/variant.h"
#include "eval/nnue/architecture.h"
#include "eval/nnue/game_states.h"
#include "eval/nnue/network.h"
#include "selfplay/portable.h"
#include "util/result.h"

namespace rocada::selfplay {

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

// One neuron after another, two to a word.
inline void pack_all(Pair* pairs, const auto& values) {
  for (std::size_t i = 0; i < values.size(); i += kNeuronsInPair) {
    *pairs++ = {packed(values[i], values[i + 1]), packed(values[i + 2], values[i + 3])};
  }
}

// A network file, read and checked.
struct NetworkNumbers {
  chess::Variant variant = chess::Variant::Standard;  // what it has learned to play
  int width = 0;
  std::uint64_t checksum = 0;
  eval::nnue::SharedNetwork layered{};  // where it is of the engine's kind; what follows is a plain one's
  std::vector<std::int16_t> features;
  std::vector<std::int16_t> states;  // none in normal chess
  std::vector<std::int16_t> biases;
  std::vector<std::int16_t> output;
  std::vector<std::int32_t> output_biases;
};

// The errors are sentences about the file.
util::Result<NetworkNumbers> parse_network(std::span<const std::byte> bytes);
util::Result<NetworkNumbers> load_network(const std::string& path);

// The widths that plain networks are compiled for are few.
util::Error unsupported_width(int width);

}  // namespace rocada::selfplay

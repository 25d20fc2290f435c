// The container networks are stored in: a header that tells the shape, the numbers, and a checksum.
//
// Little-endian. Bytes 0-7 magic; 16-bit version and game (game_states.h); 32-bit inputs, hidden, buckets, quant_a,
// quant_b, scale, layers (layer 1's neurons + 65536 * layer 2's); from 40 a name of 24 characters, padded with zeros;
// from 64 the numbers:
//
//     feature weights [features][hidden], feature biases [hidden]  16 bits
//     standing weights [3072][hidden]                              8 bits
//     layer 1: weights [8][16][hidden], biases [8][16]             8 and 32 bits; the side to move's products first
//     layer 2: weights [8][32][32], biases [8][32]                 16 and 32 bits
//     output: weights [8][32], biases [8]                          16 and 32 bits
//
// at last the 64-bit FNV-1a checksum of all bytes before it. There are 768 inputs for each king zone, zone after zone:
// input 768 * zone + 64 * code + square (features.h); behind them those of the game's states. These are the features;
// the header counts the standings among the inputs, 768 for each but the safe one: 768 * (standing - 1) + 64 * code +
// square. The trainer writes it (learn/rocada_learn/network_file.py), and reads the constants below out of this file.
//
// Plain networks, those of learn/selfplay, have version 1, layers = 0, any width, and behind the features only
//
//     output: weights [8][2 * hidden], biases [8]                  16 and 32 bits; the side to move's neurons first
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/variant.h"
#include "eval/nnue/architecture.h"
#include "eval/nnue/game_states.h"
#include "util/bytes.h"
#include "util/result.h"

namespace rocada::eval::nnue {

inline constexpr std::string_view kNetworkMagic = "RocadaNN";       // integers, for the engine
inline constexpr std::string_view kFloatNetworkMagic = "RocadaNF";  // the same before rounding, to check against
inline constexpr std::uint16_t kNetworkVersion = 3;
inline constexpr std::uint16_t kPlainNetworkVersion = 1;  // of learn/selfplay's
inline constexpr std::size_t kNetworkHeaderSize = 64;
inline constexpr std::size_t kNetworkHiddenOffset = 16;
inline constexpr std::size_t kNetworkNameOffset = 40;
inline constexpr std::size_t kNetworkChecksumSize = 8;

// How many numbers of each kind a network of the engine's has.
constexpr std::size_t feature_weight_count(const LearnedGame& game) {
  return static_cast<std::size_t>(kPieceInputs + game.states) * kHidden;
}
inline constexpr std::size_t kStandingWeightCount = std::size_t{kStandingInputs} * kHidden;
inline constexpr std::size_t kLayer1WeightCount = std::size_t{kOutputBuckets} * kLayer1 * kProducts;
inline constexpr std::size_t kLayer2WeightCount = std::size_t{kOutputBuckets} * kLayer2 * kLayer2Inputs;
inline constexpr std::size_t kOutputWeightCount = std::size_t{kOutputBuckets} * kLayer2;
inline constexpr std::size_t kLayerBiasCount = std::size_t{kOutputBuckets} * (kLayer1 + kLayer2 + 1);

// A kind of files: what their headers say, and how many bytes their numbers have.
struct NetworkFileKind {
  std::string_view magic;
  std::uint16_t version;
  int king_zones;
  int standing_inputs;
  int hidden;
  std::uint32_t layers;
  std::size_t feature_number;  // one weight or bias of the features
  std::size_t numbers_behind;  // all others together

  constexpr std::size_t features(const LearnedGame& game) const {
    return static_cast<std::size_t>(kInputsPerZone * king_zones + game.states);
  }
  constexpr std::size_t inputs(const LearnedGame& game) const {
    return features(game) + static_cast<std::size_t>(standing_inputs);
  }
  constexpr std::size_t file_size(const LearnedGame& game) const {
    const std::size_t feature_numbers = (features(game) + 1) * static_cast<std::size_t>(hidden);
    return kNetworkHeaderSize + feature_number * feature_numbers + numbers_behind + kNetworkChecksumSize;
  }
  constexpr std::size_t largest_file_size() const {
    std::size_t largest = 0;
    for (const LearnedGame& game : kLearnedGames) largest = std::max(largest, file_size(game));
    return largest;
  }
};
template <typename SmallWeight, typename OtherWeight, typename LayerBias>
constexpr NetworkFileKind layered_file(std::string_view magic) {
  return {magic,
          kNetworkVersion,
          kKingZones,
          kStandingInputs,
          kHidden,
          kLayer1 | kLayer2 << 16,
          sizeof(OtherWeight),
          sizeof(SmallWeight) * (kStandingWeightCount + kLayer1WeightCount) +
              sizeof(OtherWeight) * (kLayer2WeightCount + kOutputWeightCount) + sizeof(LayerBias) * kLayerBiasCount};
}
inline constexpr NetworkFileKind kIntegerFile = layered_file<std::int8_t, std::int16_t, std::int32_t>(kNetworkMagic);
inline constexpr NetworkFileKind kFloatFile = layered_file<float, float, float>(kFloatNetworkMagic);
// A plain network of that width, without king zones and standings.
constexpr NetworkFileKind plain_file(int hidden) {
  const auto output_weights = std::size_t{kOutputBuckets} * 2 * static_cast<std::size_t>(hidden);
  return {kNetworkMagic,
          kPlainNetworkVersion,
          1,
          0,
          hidden,
          0,
          sizeof(std::int16_t),
          sizeof(std::int16_t) * output_weights + sizeof(std::int32_t) * kOutputBuckets};
}

// What every network says of itself.
struct NetworkCard {
  std::string name;
  std::uint64_t checksum = 0;  // tells networks apart, whatever their names
  chess::Variant variant = chess::Variant::Standard;

  const LearnedGame& game() const { return learned_game(variant); }
};

// Everything that can be known without looking at the numbers: magic, version, game, shape, size and checksum.
util::Result<NetworkCard> check_container(std::span<const std::byte> bytes, const NetworkFileKind& kind);

// Reads the numbers of a container that has been checked, one after another.
inline util::ByteReader numbers_in(std::span<const std::byte> bytes) {
  return util::ByteReader(util::bytes_of(bytes).subspan(kNetworkHeaderSize));
}

// A file's bytes, as far as they can belong to a container of this kind, and one more where it goes on.
util::Result<std::vector<std::byte>> read_container(const std::string& path, const NetworkFileKind& kind);

// What `parse` makes of them; its error then names the file.
template <typename Parsed>
util::Result<Parsed> load_container(const std::string& path, const NetworkFileKind& kind,
                                    util::Result<Parsed> (*parse)(std::span<const std::byte>)) {
  const auto bytes = read_container(path, kind);
  if (!bytes) return bytes.error();
  auto parsed = parse(*bytes);
  if (!parsed) return util::Error{path + ": " + parsed.error().message};
  return parsed;
}

}  // namespace rocada::eval::nnue

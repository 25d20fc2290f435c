// The container networks are stored in: a header that tells the shape, the numbers, and a checksum.
//
// Little-endian. Bytes 0-7 magic; 32-bit version, inputs, hidden, buckets, quant_a, quant_b, scale, layers (layer 1's
// neurons + 65536 * layer 2's); from 40 a name of 24 characters, padded with zeros; from 64 the numbers:
//
//     feature weights [inputs][hidden], feature biases [hidden]    16 bits
//     layer 1: weights [8][16][hidden], biases [8][16]             8 and 32 bits; the side to move's products first
//     layer 2: weights [8][32][32], biases [8][32]                 16 and 32 bits
//     output: weights [8][32], biases [8]                          16 and 32 bits
//
// at last the 64-bit FNV-1a checksum of all bytes before it. There are 768 inputs for each king zone, zone after zone:
// input 768 * zone + 64 * code + square (features.h). The trainer writes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eval/nnue/architecture.h"
#include "util/result.h"

namespace rocada::eval::nnue {

inline constexpr std::string_view kNetworkMagic = "RocadaNN";       // integers, for the engine
inline constexpr std::string_view kFloatNetworkMagic = "RocadaNF";  // the same before rounding, to check against
inline constexpr std::uint32_t kNetworkVersion = 2;
inline constexpr std::size_t kNetworkHeaderSize = 64;
inline constexpr std::size_t kNetworkNameOffset = 40;
inline constexpr std::size_t kNetworkChecksumSize = 8;

// How many numbers there are of each kind.
inline constexpr std::size_t kFeatureWeightCount = std::size_t{kInputs} * kHidden;
inline constexpr std::size_t kLayer1WeightCount = std::size_t{kOutputBuckets} * kLayer1 * kProducts;
inline constexpr std::size_t kLayer2WeightCount = std::size_t{kOutputBuckets} * kLayer2 * kLayer2Inputs;
inline constexpr std::size_t kOutputWeightCount = std::size_t{kOutputBuckets} * kLayer2;
inline constexpr std::size_t kLayerBiasCount = std::size_t{kOutputBuckets} * (kLayer1 + kLayer2 + 1);

constexpr std::size_t network_file_size(std::size_t layer1_size, std::size_t weight_size, std::size_t bias_size) {
  return kNetworkHeaderSize + layer1_size * kLayer1WeightCount +
         weight_size * (kFeatureWeightCount + kHidden + kLayer2WeightCount + kOutputWeightCount) +
         bias_size * kLayerBiasCount + kNetworkChecksumSize;
}
inline constexpr std::size_t kNetworkFileSize =
    network_file_size(sizeof(std::int8_t), sizeof(std::int16_t), sizeof(std::int32_t));
inline constexpr std::size_t kFloatNetworkFileSize = network_file_size(sizeof(float), sizeof(float), sizeof(float));

// What every network says of itself.
struct NetworkCard {
  std::string name;
  std::uint64_t checksum = 0;  // tells networks apart, whatever their names
};

std::uint64_t fnv1a(std::span<const std::byte> bytes);

// Everything that can be known without looking at the numbers: magic, version, shape, size and checksum.
util::Result<NetworkCard> check_container(std::span<const std::byte> bytes, std::string_view magic, std::size_t size);

// Numbers one after another, from a container that has been checked.
class NumberReader {
 public:
  explicit NumberReader(std::span<const std::byte> bytes) : rest_(bytes.subspan(kNetworkHeaderSize)) {}

  template <typename Unsigned>
  Unsigned next() {
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
      value = static_cast<Unsigned>(value | static_cast<Unsigned>(std::to_integer<Unsigned>(rest_[i]) << (8 * i)));
    }
    rest_ = rest_.subspan(sizeof(Unsigned));
    return value;
  }

 private:
  std::span<const std::byte> rest_;
};

// A file's bytes, as far as they can belong to a container of `size` bytes, and one more where it goes on.
util::Result<std::vector<std::byte>> read_container(const std::string& path, std::size_t size);

}  // namespace rocada::eval::nnue

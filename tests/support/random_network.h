// A network of random numbers, and networks as files: what the trainer would write.
//
// Its numbers are such that most neurons stand between off and full, where errors show.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "eval/nnue/float_network.h"
#include "eval/nnue/network.h"
#include "util/random.h"

namespace rocada::test {

inline std::unique_ptr<eval::nnue::Network> random_network(std::uint64_t seed = 1) {
  namespace nnue = eval::nnue;
  constexpr int kFeatureWeight = 40;
  constexpr int kFeatureBias = 200;
  constexpr int kOutputBias = 2000;
  const int output_weight = std::min(nnue::kHighestOutputWeight, nnue::kHighestOutputSum / (2 * nnue::kHidden));
  util::Random random(seed);
  const auto within = [&](int limit) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit;
  };
  const auto fill = [&](nnue::Row& row, int limit) {
    for (std::int16_t& value : row) value = static_cast<std::int16_t>(within(limit));
  };
  auto network = std::make_unique<nnue::Network>();
  for (nnue::Row& row : network->feature_weights) fill(row, kFeatureWeight);
  fill(network->feature_biases, kFeatureBias);
  for (auto& views : network->output_weights) {
    for (nnue::Row& row : views) fill(row, output_weight);
  }
  for (std::int32_t& bias : network->output_biases) bias = within(kOutputBias);
  network->card.name = "random";
  return network;
}

// The real numbers that the network's integers stand for, exactly.
inline eval::nnue::FloatNetwork companion_of(const eval::nnue::Network& network) {
  namespace nnue = eval::nnue;
  const auto append = [](std::vector<float>& values, const auto& integers, int one) {
    for (const auto value : integers) values.push_back(static_cast<float>(value) / static_cast<float>(one));
  };
  nnue::FloatNetwork companion;
  for (const nnue::Row& row : network.feature_weights) append(companion.feature_weights, row, nnue::kQuantA);
  append(companion.feature_biases, network.feature_biases, nnue::kQuantA);
  for (const auto& views : network.output_weights) {
    for (const nnue::Row& row : views) append(companion.output_weights, row, nnue::kQuantB);
  }
  append(companion.output_biases, network.output_biases, nnue::kQuantA * nnue::kQuantB);
  companion.card.name = network.card.name;
  return companion;
}

// Writes a file of the format in network_file.h, number by number.
class NetworkWriter {
 public:
  NetworkWriter(std::string_view magic, std::string_view name, int inputs = eval::nnue::kInputs) {
    namespace nnue = eval::nnue;
    text(magic, 8);
    for (const int number :
         {1, inputs, nnue::kHidden, nnue::kOutputBuckets, nnue::kQuantA, nnue::kQuantB, nnue::kScale, 0}) {
      add(static_cast<std::uint32_t>(number));
    }
    text(name, 24);
  }

  void add(std::uint64_t number, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes_.push_back(static_cast<std::byte>(number >> (8 * i)));
  }
  void add(std::int16_t number) { add(static_cast<std::uint64_t>(number), sizeof number); }
  void add(std::int32_t number) { add(static_cast<std::uint64_t>(number), sizeof number); }
  void add(std::uint32_t number) { add(std::uint64_t{number}, sizeof number); }
  void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
  template <typename Numbers>
  void add_all(const Numbers& numbers) {
    for (const auto number : numbers) add(number);
  }

  std::vector<std::byte> finish() {
    add(eval::nnue::fnv1a(bytes_), eval::nnue::kNetworkChecksumSize);
    return std::move(bytes_);
  }

 private:
  void text(std::string_view characters, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      bytes_.push_back(i < characters.size() ? static_cast<std::byte>(characters[i]) : std::byte{0});
    }
  }

  std::vector<std::byte> bytes_;
};

// With fewer inputs than the network has: only the first king zones.
inline std::vector<std::byte> to_file(const eval::nnue::Network& network, int inputs = eval::nnue::kInputs) {
  NetworkWriter writer(eval::nnue::kNetworkMagic, network.card.name, inputs);
  for (const auto& row : std::span(network.feature_weights).first(static_cast<std::size_t>(inputs))) {
    writer.add_all(row);
  }
  writer.add_all(network.feature_biases);
  for (const auto& views : network.output_weights) {
    for (const auto& row : views) writer.add_all(row);
  }
  writer.add_all(network.output_biases);
  return writer.finish();
}

inline std::vector<std::byte> to_file(const eval::nnue::FloatNetwork& network) {
  NetworkWriter writer(eval::nnue::kFloatNetworkMagic, network.card.name);
  writer.add_all(network.feature_weights);
  writer.add_all(network.feature_biases);
  writer.add_all(network.output_weights);
  writer.add_all(network.output_biases);
  return writer.finish();
}

// The checksum put right again after bytes were changed on purpose.
inline void seal(std::vector<std::byte>& bytes) {
  const std::size_t end = bytes.size() - eval::nnue::kNetworkChecksumSize;
  const std::uint64_t checksum = eval::nnue::fnv1a(std::span(bytes).first(end));
  for (std::size_t i = 0; i < eval::nnue::kNetworkChecksumSize; ++i) {
    bytes[end + i] = static_cast<std::byte>(checksum >> (8 * i));
  }
}

}  // namespace rocada::test

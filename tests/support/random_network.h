// A network of random numbers, and networks as files: what the trainer would write.
//
// Its numbers are such that most neurons stand between off and full, where errors show.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "chess/variant.h"
#include "eval/nnue/float_network.h"
#include "eval/nnue/network.h"
#include "util/bytes.h"
#include "util/checksum.h"
#include "util/random.h"

namespace rocada::test {

// The rows that its file has: of the pieces, and of its own game's states.
template <typename Network>
auto features_of(Network& network) {
  return std::span(network.feature_weights).first(eval::nnue::kIntegerFile.features(network.card.game()));
}

inline std::unique_ptr<eval::nnue::Network> random_network(std::uint64_t seed = 1,
                                                           chess::Variant variant = chess::Variant::Standard) {
  namespace nnue = eval::nnue;
  constexpr int kFeatureWeight = 40;
  constexpr int kStateWeight = 100;  // few rows, which should show
  constexpr int kStandingWeight = 60;
  constexpr int kFeatureBias = 200;
  constexpr int kLayer1Weight = 9;
  constexpr int kSmallWeight = 600;
  util::Random random(seed);
  const auto within = [&](int limit) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit;
  };
  const auto fill = [&](auto& row, int limit) {
    for (auto& value : row) value = static_cast<std::remove_reference_t<decltype(value)>>(within(limit));
  };
  auto network = std::make_unique<nnue::Network>();
  network->card.name = "random";
  network->card.variant = variant;
  for (nnue::Row& row : features_of(*network).first(nnue::kPieceInputs)) fill(row, kFeatureWeight);
  for (nnue::Row& row : features_of(*network).subspan(nnue::kPieceInputs)) fill(row, kStateWeight);
  fill(network->feature_biases, kFeatureBias);
  for (nnue::SmallRow& row : network->standing_weights) fill(row, kStandingWeight);
  for (nnue::simd::Layers& layers : network->layers) {
    for (auto& inputs : layers.weights1) {
      for (auto& weights : inputs) {
        for (std::int8_t& weight : weights) weight = static_cast<std::int8_t>(within(kLayer1Weight));
      }
    }
    for (std::int32_t& bias : layers.biases1) bias = within(nnue::kOne / 2);
    for (auto& inputs : layers.weights2) {
      for (auto& weights : inputs) {
        for (std::int16_t& weight : weights) weight = static_cast<std::int16_t>(within(kSmallWeight));
      }
    }
    for (std::int32_t& bias : layers.biases2) bias = within(nnue::kOne * nnue::kQuantSmall / 2);
    for (std::int16_t& weight : layers.weights3) weight = static_cast<std::int16_t>(within(kSmallWeight));
    layers.bias3 = within(nnue::kOne * nnue::kQuantSmall / 2);
  }
  return network;
}

// In the order of the file: each neuron's weights in a row.
inline std::vector<std::int8_t> weights1_by_neuron(const eval::nnue::simd::Layers& layers) {
  std::vector<std::int8_t> weights;
  for (int i = 0; i < eval::nnue::kLayer1; ++i) {
    for (int from = 0; from < eval::nnue::kProducts; ++from) {
      weights.push_back(layers.weights1[from / 4][i][from % 4]);
    }
  }
  return weights;
}

inline std::vector<std::int16_t> weights2_by_neuron(const eval::nnue::simd::Layers& layers) {
  std::vector<std::int16_t> weights;
  for (int i = 0; i < eval::nnue::kLayer2; ++i) {
    for (int from = 0; from < eval::nnue::kLayer2Inputs; ++from) {
      weights.push_back(layers.weights2[from / 2][i][from % 2]);
    }
  }
  return weights;
}

// The real numbers that the network's integers stand for, exactly.
inline eval::nnue::FloatNetwork companion_of(const eval::nnue::Network& network) {
  namespace nnue = eval::nnue;
  const auto append = [](std::vector<float>& values, const auto& integers, int one) {
    for (const auto value : integers) values.push_back(static_cast<float>(value) / static_cast<float>(one));
  };
  nnue::FloatNetwork companion;
  for (const nnue::Row& row : features_of(network)) append(companion.feature_weights, row, nnue::kQuantA);
  append(companion.feature_biases, network.feature_biases, nnue::kQuantA);
  for (const nnue::SmallRow& row : network.standing_weights) append(companion.standing_weights, row, nnue::kQuantA);
  for (const nnue::simd::Layers& layers : network.layers) {
    append(companion.weights1, weights1_by_neuron(layers), nnue::kQuantB);
    append(companion.biases1, layers.biases1, nnue::kOne);
    append(companion.weights2, weights2_by_neuron(layers), nnue::kQuantSmall);
    append(companion.biases2, layers.biases2, nnue::kQuantSmall * nnue::kOne);
    append(companion.weights3, layers.weights3, nnue::kQuantSmall);
    append(companion.biases3, std::array{layers.bias3}, nnue::kQuantSmall * nnue::kOne);
  }
  companion.card.name = network.card.name;
  companion.card.variant = network.card.variant;
  return companion;
}

// Writes a file of the format in network_file.h, number by number.
class NetworkWriter {
 public:
  NetworkWriter(std::string_view magic, const eval::nnue::NetworkCard& card) {
    namespace nnue = eval::nnue;
    text(magic, 8);
    const bool three_check = card.variant == chess::Variant::ThreeCheck;
    for (const int number :
         {3 + (three_check ? 65536 : 0), nnue::kPieceInputs + 4 * 768 + (three_check ? 9 : 0), nnue::kHidden,
          nnue::kOutputBuckets, nnue::kQuantA, nnue::kQuantB, nnue::kScale, 16 + 65536 * 32}) {
      add(static_cast<std::uint32_t>(number));
    }
    text(card.name, 24);
  }

  template <std::integral Integer>
  void add(Integer number) {
    file_.put(number);
  }
  void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
  template <typename Numbers>
  void add_all(const Numbers& numbers) {
    for (const auto number : numbers) add(number);
  }

  std::vector<std::byte> finish() {
    add(util::fnv1a(file_.bytes()));
    const auto bytes = std::as_bytes(std::span(file_.bytes()));
    return {bytes.begin(), bytes.end()};
  }

 private:
  void text(std::string_view characters, std::size_t size) {
    std::string padded(characters);
    padded.resize(size, '\0');
    file_.put_bytes(util::bytes_of(padded));
  }

  util::ByteWriter file_;
};

inline std::vector<std::byte> to_file(const eval::nnue::Network& network) {
  NetworkWriter writer(eval::nnue::kNetworkMagic, network.card);
  for (const auto& row : features_of(network)) writer.add_all(row);
  writer.add_all(network.feature_biases);
  for (const auto& row : network.standing_weights) writer.add_all(row);
  for (const auto& layers : network.layers) writer.add_all(weights1_by_neuron(layers));
  for (const auto& layers : network.layers) writer.add_all(layers.biases1);
  for (const auto& layers : network.layers) writer.add_all(weights2_by_neuron(layers));
  for (const auto& layers : network.layers) writer.add_all(layers.biases2);
  for (const auto& layers : network.layers) writer.add_all(layers.weights3);
  for (const auto& layers : network.layers) writer.add(layers.bias3);
  return writer.finish();
}

inline std::vector<std::byte> to_file(const eval::nnue::FloatNetwork& network) {
  NetworkWriter writer(eval::nnue::kFloatNetworkMagic, network.card);
  writer.add_all(network.feature_weights);
  writer.add_all(network.feature_biases);
  writer.add_all(network.standing_weights);
  writer.add_all(network.weights1);
  writer.add_all(network.biases1);
  writer.add_all(network.weights2);
  writer.add_all(network.biases2);
  writer.add_all(network.weights3);
  writer.add_all(network.biases3);
  return writer.finish();
}

template <std::integral Integer>
void put_at(std::vector<std::byte>& bytes, std::size_t offset, Integer number) {
  util::ByteWriter writer;
  writer.put(number);
  std::ranges::copy(std::as_bytes(std::span(writer.bytes())), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

// The checksum put right again after bytes were changed on purpose.
inline void seal(std::vector<std::byte>& bytes) {
  const std::size_t end = bytes.size() - eval::nnue::kNetworkChecksumSize;
  put_at(bytes, end, util::fnv1a(util::bytes_of(std::span(bytes).first(end))));
}

}  // namespace rocada::test

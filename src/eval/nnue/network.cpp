#include "eval/nnue/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "util/huge_pages.h"

namespace rocada::eval::nnue {

using util::Error;
using util::Result;

namespace {

// Reads numbers one after another and notes the first that could make the engine's sums overflow.
class SafeReader {
 public:
  explicit SafeReader(std::span<const std::byte> bytes) : numbers_(numbers_in(bytes)) {}

  template <typename Integer>
  Integer next(std::int64_t highest, const char* what) {
    const auto value = numbers_.take<Integer>();
    if (std::abs(std::int64_t{value}) > highest && safe_.ok()) {
      safe_ = Error{fmt::format("the network could overflow: {} is {}, at most {} is safe", what, value, highest)};
    }
    return value;
  }
  const Result<util::Done>& safe() const { return safe_; }

 private:
  util::ByteReader numbers_;
  Result<util::Done> safe_ = util::Done{};
};

// The file has each neuron's weights in a row; the kernels want them by input.
void read_layers(SafeReader& numbers, std::array<simd::Layers, kOutputBuckets>& all) {
  for (simd::Layers& layers : all) {
    for (int i = 0; i < kLayer1; ++i) {
      for (int from = 0; from < kProducts; ++from) {
        layers.weights1[from / 4][i][from % 4] = numbers.next<std::int8_t>(kHighestLayer1Weight, "a weight of layer 1");
      }
    }
  }
  for (simd::Layers& layers : all) {
    for (std::int32_t& bias : layers.biases1) bias = numbers.next<std::int32_t>(kHighestBias, "a bias of layer 1");
  }
  for (simd::Layers& layers : all) {
    for (int i = 0; i < kLayer2; ++i) {
      for (int from = 0; from < kLayer2Inputs; ++from) {
        layers.weights2[from / 2][i][from % 2] = numbers.next<std::int16_t>(kHighestSmallWeight, "a weight of layer 2");
      }
    }
  }
  for (simd::Layers& layers : all) {
    for (std::int32_t& bias : layers.biases2) bias = numbers.next<std::int32_t>(kHighestBias, "a bias of layer 2");
  }
  for (simd::Layers& layers : all) {
    for (std::int16_t& weight : layers.weights3) {
      weight = numbers.next<std::int16_t>(kHighestSmallWeight, "a weight of the output");
    }
  }
  for (simd::Layers& layers : all) layers.bias3 = numbers.next<std::int32_t>(kHighestBias, "a bias of the output");
}

}  // namespace

bool Network::heeds_standings() const {
  return std::ranges::any_of(standing_weights, [](const SmallRow& row) { return row != SmallRow{}; });
}

Result<SharedNetwork> parse_network(std::span<const std::byte> bytes) {
  auto card = check_container(bytes, kIntegerFile);
  if (!card) return card.error();
  auto network = util::made_in_huge_pages<Network>();
  network->card = *std::move(card);

  const std::size_t features = kIntegerFile.features(network->card.game());
  SafeReader numbers(bytes);
  const auto read_row = [&](Row& row) {
    for (std::int16_t& weight : row) weight = numbers.next<std::int16_t>(kHighestFeatureWeight, "a feature weight");
  };
  std::ranges::for_each(std::span(network->feature_weights).first(features), read_row);
  for (std::int16_t& bias : network->feature_biases) {
    bias = numbers.next<std::int16_t>(kHighestFeatureBias, "a feature bias");
  }
  for (SmallRow& row : network->standing_weights) {
    for (std::int8_t& weight : row) weight = numbers.next<std::int8_t>(kHighestStandingWeight, "a standing weight");
  }
  read_layers(numbers, network->layers);
  if (!numbers.safe()) return numbers.safe().error();
  return {std::move(network)};
}

Result<SharedNetwork> load_network(const std::string& path) {
  return load_container(path, kIntegerFile, parse_network);
}

}  // namespace rocada::eval::nnue

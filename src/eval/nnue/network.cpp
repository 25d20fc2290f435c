#include "eval/nnue/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace rocada::eval::nnue {

using util::Error;
using util::Result;

namespace {

Result<util::Done> check_range(const Row& row, int highest, std::string_view what) {
  for (const std::int16_t value : row) {
    if (std::abs(value) > highest) {
      return Error{fmt::format("the network could overflow: {} is {}, at most {} is safe", what, value, highest)};
    }
  }
  return util::Done{};
}

Result<util::Done> check_output(const std::array<Row, 2>& weights, std::size_t bucket) {
  const std::string name = fmt::format("a weight of output {}", bucket);
  int sum = 0;
  for (const Row& row : weights) {
    if (const auto safe = check_range(row, kHighestOutputWeight, name); !safe) return safe.error();
    for (const std::int16_t value : row) sum += std::abs(value);
  }
  if (sum <= kHighestOutputSum) return util::Done{};
  return Error{fmt::format("the network could overflow: the weights of output {} add up to {}, at most {} is safe",
                           bucket, sum, kHighestOutputSum)};
}

Result<util::Done> check_overflow(const Network& network) {
  for (const Row& row : network.feature_weights) {
    if (const auto safe = check_range(row, kHighestFeatureWeight, "a feature weight"); !safe) return safe.error();
  }
  const auto biases_safe = check_range(network.feature_biases, kHighestFeatureBias, "a feature bias");
  if (!biases_safe) return biases_safe.error();
  for (std::size_t bucket = 0; bucket < kOutputBuckets; ++bucket) {
    if (const auto safe = check_output(network.output_weights[bucket], bucket); !safe) return safe.error();
  }
  return util::Done{};
}

}  // namespace

Result<SharedNetwork> parse_network(std::span<const std::byte> bytes) {
  auto card = check_container(bytes, kNetworkMagic, kNetworkFileSize);
  if (!card) return card.error();
  auto network = std::make_unique<Network>();
  network->card = *std::move(card);

  NumberReader numbers(bytes);
  const auto fill = [&](Row& row) {
    for (std::int16_t& value : row) value = static_cast<std::int16_t>(numbers.next<std::uint16_t>());
  };
  std::ranges::for_each(network->feature_weights, fill);
  fill(network->feature_biases);
  for (auto& views : network->output_weights) std::ranges::for_each(views, fill);
  for (std::int32_t& bias : network->output_biases) bias = static_cast<std::int32_t>(numbers.next<std::uint32_t>());

  if (const auto safe = check_overflow(*network); !safe) return safe.error();
  return {std::move(network)};
}

Result<SharedNetwork> load_network(const std::string& path) {
  const auto bytes = read_container(path, kNetworkFileSize);
  if (!bytes) return bytes.error();
  auto network = parse_network(*bytes);
  if (!network) return Error{fmt::format("{}: {}", path, network.error().message)};
  return network;
}

}  // namespace rocada::eval::nnue

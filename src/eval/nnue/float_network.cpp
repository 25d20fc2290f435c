#include "eval/nnue/float_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "eval/nnue/features.h"

namespace rocada::eval::nnue {

using chess::Color;
using chess::Position;
using chess::Square;
using util::Error;
using util::Result;

namespace {

std::vector<float> hidden_layer(const FloatNetwork& network, const Position& position, Color side) {
  const View view = view_of(side, position.king(side));
  std::vector<float> neurons = network.feature_biases;
  for (const Square square : position.occupied()) {
    const std::size_t input = input_of(view, position.piece_on(square), square);
    for (std::size_t i = 0; i < kHidden; ++i) neurons[i] += network.feature_weights[input * kHidden + i];
  }
  return neurons;
}

float squared_clipped(float x) {
  const float clipped = std::clamp(x, 0.0F, 1.0F);
  return clipped * clipped;
}

}  // namespace

float FloatNetwork::evaluate(const Position& position) const {
  const auto bucket = static_cast<std::size_t>(output_bucket(position.occupied().count()));
  const std::vector<float> own = hidden_layer(*this, position, position.side_to_move());
  const std::vector<float> other = hidden_layer(*this, position, ~position.side_to_move());
  const float* weights = &output_weights[bucket * 2 * kHidden];
  float sum = output_biases[bucket];
  for (std::size_t i = 0; i < kHidden; ++i) {
    sum += squared_clipped(own[i]) * weights[i] + squared_clipped(other[i]) * weights[kHidden + i];
  }
  return static_cast<float>(kScale) * sum;
}

Result<FloatNetwork> parse_float_network(std::span<const std::byte> bytes) {
  auto card = check_container(bytes, kFloatNetworkMagic, kFloatNetworkFileSize);
  if (!card) return card.error();
  NumberReader numbers(bytes);
  bool all_finite = true;
  const auto read = [&](std::size_t count) {
    std::vector<float> values(count);
    for (float& value : values) {
      value = std::bit_cast<float>(numbers.next<std::uint32_t>());
      all_finite = all_finite && std::isfinite(value);
    }
    return values;
  };
  FloatNetwork network;
  network.feature_weights = read(kFeatureWeightCount);
  network.feature_biases = read(kHidden);
  network.output_weights = read(kOutputWeightCount);
  network.output_biases = read(kOutputBuckets);
  network.card = *std::move(card);
  if (!all_finite) return Error{"the network holds an infinite number or something that is not a number"};
  return network;
}

Result<FloatNetwork> load_float_network(const std::string& path) {
  const auto bytes = read_container(path, kFloatNetworkFileSize);
  if (!bytes) return bytes.error();
  auto network = parse_float_network(*bytes);
  if (!network) return Error{fmt::format("{}: {}", path, network.error().message)};
  return network;
}

}  // namespace rocada::eval::nnue

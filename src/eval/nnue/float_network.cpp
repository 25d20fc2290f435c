#include "eval/nnue/float_network.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "eval/nnue/features.h"
#include "eval/nnue/game_states.h"
#include "eval/nnue/standings.h"

namespace rocada::eval::nnue {

using chess::Color;
using chess::Piece;
using chess::Position;
using chess::Square;
using util::Error;
using util::Result;

namespace {

std::vector<float> neurons_of(const FloatNetwork& network, const Position& position, Color side) {
  const View view = view_of(side, position.king(side));
  const Standings standings(position);
  std::vector<float> neurons = network.feature_biases;
  const auto add = [&](const std::vector<float>& weights, std::size_t input) {
    for (std::size_t i = 0; i < kHidden; ++i) neurons[i] += weights[input * kHidden + i];
  };
  for (const Square square : position.occupied()) {
    const Piece piece = position.piece_on(square);
    add(network.feature_weights, input_of(view, piece, square));
    const Standing standing = standings.on(square);
    if (standing != Standing::Safe) add(network.standing_weights, standing_input_of(view, piece, square, standing));
  }
  if (network.card.game().states > 0) add(network.feature_weights, kPieceInputs + state_of(position, side));
  return neurons;
}

float clipped(float x) { return std::clamp(x, 0.0F, 1.0F); }

// Products are rounded as the integers are, halves upwards: no other step is so coarse. The last term is less than the
// least difference of two products and more than what sums of real numbers are off by.
float product(float a, float b) {
  constexpr float kAll = static_cast<float>(kQuantA * kQuantA) / static_cast<float>(1 << kProductShift);
  return std::floor(clipped(a) * clipped(b) * kAll + 0.5F + 0.0005F) / static_cast<float>(kQuantProduct);
}

void append_products(const FloatNetwork& network, const Position& position, Color side, std::vector<float>& products) {
  const std::vector<float> neurons = neurons_of(network, position, side);
  for (std::size_t i = 0; i < kPairs; ++i) products.push_back(product(neurons[i], neurons[kPairs + i]));
}

// One layer of those of a range of piece counts.
std::vector<float> layer(const std::vector<float>& inputs, const std::vector<float>& weights,
                         const std::vector<float>& biases, std::size_t bucket) {
  const std::size_t size = biases.size() / kOutputBuckets;
  std::vector<float> sums(biases.begin() + static_cast<std::ptrdiff_t>(bucket * size),
                          biases.begin() + static_cast<std::ptrdiff_t>((bucket + 1) * size));
  for (std::size_t i = 0; i < size; ++i) {
    const float* row = &weights[(bucket * size + i) * inputs.size()];
    for (std::size_t from = 0; from < inputs.size(); ++from) sums[i] += inputs[from] * row[from];
  }
  return sums;
}

}  // namespace

float FloatNetwork::evaluate(const Position& position) const {
  const auto bucket = static_cast<std::size_t>(output_bucket(position.occupied().count()));
  std::vector<float> products;
  append_products(*this, position, position.side_to_move(), products);
  append_products(*this, position, ~position.side_to_move(), products);
  const std::vector<float> neurons1 = layer(products, weights1, biases1, bucket);
  std::vector<float> inputs2;
  constexpr float kSquare = static_cast<float>(kOne) / static_cast<float>(1 << kSquareShift);
  for (const float x : neurons1) inputs2.push_back(kSquare * std::min(x * x, 1.0F));
  for (const float x : neurons1) inputs2.push_back(clipped(x));
  std::vector<float> neurons2 = layer(inputs2, weights2, biases2, bucket);
  std::ranges::transform(neurons2, neurons2.begin(), clipped);
  return static_cast<float>(kScale) * (neurons1[0] + layer(neurons2, weights3, biases3, bucket)[0]);
}

Result<FloatNetwork> parse_float_network(std::span<const std::byte> bytes) {
  auto card = check_container(bytes, kFloatFile);
  if (!card) return card.error();
  util::ByteReader numbers = numbers_in(bytes);
  bool all_finite = true;
  const auto read = [&](std::size_t count) {
    std::vector<float> values(count);
    for (float& value : values) {
      value = std::bit_cast<float>(numbers.take<std::uint32_t>());
      all_finite = all_finite && std::isfinite(value);
    }
    return values;
  };
  FloatNetwork network;
  network.feature_weights = read(feature_weight_count(card->game()));
  network.feature_biases = read(kHidden);
  network.standing_weights = read(kStandingWeightCount);
  network.weights1 = read(kLayer1WeightCount);
  network.biases1 = read(std::size_t{kOutputBuckets} * kLayer1);
  network.weights2 = read(kLayer2WeightCount);
  network.biases2 = read(std::size_t{kOutputBuckets} * kLayer2);
  network.weights3 = read(kOutputWeightCount);
  network.biases3 = read(kOutputBuckets);
  network.card = *std::move(card);
  if (!all_finite) return Error{"the network holds an infinite number or something that is not a number"};
  return network;
}

Result<FloatNetwork> load_float_network(const std::string& path) {
  return load_container(path, kFloatFile, parse_float_network);
}

}  // namespace rocada::eval::nnue

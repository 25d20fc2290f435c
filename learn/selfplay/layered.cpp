#include "selfplay/layered.h"

#include <cstddef>

namespace rocada::selfplay {

namespace nnue = eval::nnue;

void Layered::fill(Near& near, Far& far, const NetworkNumbers& numbers) {
  const nnue::Network& network = *numbers.layered;
  for (std::size_t input = 0; input < nnue::kPieceInputs; ++input) {
    pack_all(far.inputs.features[input], network.feature_weights[input]);
  }
  for (std::size_t input = 0; input < nnue::kStandingInputs; ++input) {
    pack_all(far.inputs.features[nnue::kPieceInputs + input], network.standing_weights[input]);
  }
  for (std::size_t state = 0; state < nnue::kMostStates; ++state) {
    pack_all(far.inputs.states[state], network.feature_weights[nnue::kPieceInputs + state]);
  }
  pack_all(far.inputs.biases, network.feature_biases);

  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    const nnue::simd::Layers& layers = network.layers[bucket];
    for (std::size_t word = 0; word < 2 * kProductWords; ++word) {
      for (std::size_t to = 0; to < kLayer1; ++to) {
        Word packed = 0;
        for (int i = 0; i < 4; ++i) packed |= Word{static_cast<std::uint8_t>(layers.weights1[word][to][i])} << 8 * i;
        near.weights1[bucket][word / kProductWords][to][word % kProductWords] = packed;
      }
    }
    for (std::size_t to = 0; to < kLayer1; ++to) near.biases1[bucket][to] = layers.biases1[to];
    for (std::size_t to = 0; to < kLayer2; ++to) {
      for (std::size_t from = 0; from < nnue::kLayer2Inputs; ++from) {
        near.weights2[bucket][from][to] = layers.weights2[from / 2][to][from % 2];
      }
      near.biases2[bucket][to] = layers.biases2[to];
      near.weights3[bucket][to] = layers.weights3[to];
    }
    near.biases3[bucket] = layers.bias3;
  }
  for (int square = 0; square < 64; ++square) {
    const int file = square % 8 < 4 ? square % 8 : 0;  // no king stands on the other files
    near.zones[square] = static_cast<std::uint8_t>(nnue::king_zone(square / 8, file));
  }
}

}  // namespace rocada::selfplay

#include "eval/nnue/embedded_network.h"

#include <array>

#include "eval/nnue/embedded_bytes.h"
#include "eval/nnue/game_states.h"

namespace rocada::eval::nnue {

std::span<const std::byte> embedded_bytes(chess::Variant variant) {
  const bool three_check = variant == chess::Variant::ThreeCheck;
  const unsigned char* const begin = three_check ? kRocadaThreeCheckNetworkBegin : kRocadaNetworkBegin;
  const unsigned char* const end = three_check ? kRocadaThreeCheckNetworkEnd : kRocadaNetworkEnd;
  return std::as_bytes(std::span(begin, end));
}

const SharedNetwork& embedded_network(chess::Variant variant) {
  static const auto networks = [] {
    std::array<SharedNetwork, kLearnedGames.size()> read;
    for (const LearnedGame& game : kLearnedGames) {
      read[game.number] = parse_network(embedded_bytes(game.variant)).value();
    }
    return read;
  }();
  return networks[learned_game(variant).number];
}

const NetworkCard& embedded_card(chess::Variant variant) { return embedded_network(variant)->card; }

}  // namespace rocada::eval::nnue

#include "eval/nnue/embedded_network.h"

#include <array>
#include <mutex>

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
  static std::array<std::once_flag, kLearnedGames.size()> read;
  static std::array<SharedNetwork, kLearnedGames.size()> networks;
  const std::size_t number = learned_game(variant).number;
  std::call_once(read[number], [&] { networks[number] = parse_network(embedded_bytes(variant)).value(); });
  return networks[number];
}

const NetworkCard& embedded_card(chess::Variant variant) { return embedded_network(variant)->card; }

}  // namespace rocada::eval::nnue

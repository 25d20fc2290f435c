#include "eval/nnue/embedded_network.h"

#include "eval/nnue/embedded_bytes.h"

namespace rocada::eval::nnue {

std::span<const std::byte> embedded_bytes() {
  const auto* begin = reinterpret_cast<const std::byte*>(kRocadaNetworkBegin);
  const auto* end = reinterpret_cast<const std::byte*>(kRocadaNetworkEnd);
  return {begin, static_cast<std::size_t>(end - begin)};
}

const SharedNetwork& embedded_network(chess::Variant) {
  static const SharedNetwork network = parse_network(embedded_bytes()).value();
  return network;
}

}  // namespace rocada::eval::nnue

// embedded_network.h where the networks are files beside the program: JavaScript loads them, each when it is asked for.
#include <emscripten.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <span>

#include "eval/nnue/embedded_network.h"
#include "eval/nnue/game_states.h"
#include "network_cards.h"  // made from the files, see CMakeLists.txt

namespace rocada::eval::nnue {

namespace {

[[noreturn]] void fail(const char* file, const char* why) {
  MAIN_THREAD_EM_ASM({ Module.failed('The network ' + UTF8ToString($0) + ' ' + UTF8ToString($1)); }, file, why);
  while (true) sleep(1);  // whoever hears it ends this worker
}

SharedNetwork load(const NetworkFile& file) {
  // Memory that is ours to free; its first four bytes say how many follow.
  auto* const memory =
      reinterpret_cast<std::byte*>(MAIN_THREAD_EM_ASM_INT({ return Module.loadNetwork(UTF8ToString($0)); }, file.name));
  if (memory == nullptr) fail(file.name, "cannot be loaded.");
  const std::size_t size = *reinterpret_cast<const std::uint32_t*>(memory);
  const auto network = parse_network({memory + sizeof(std::uint32_t), size});
  std::free(memory);
  if (!network || (*network)->card.checksum != file.card.checksum) fail(file.name, "is not the one this engine needs.");
  return *network;
}

}  // namespace

const SharedNetwork& embedded_network(chess::Variant variant) {
  static std::array<std::once_flag, kLearnedGames.size()> loaded;
  static std::array<SharedNetwork, kLearnedGames.size()> networks;
  const std::size_t number = learned_game(variant).number;
  std::call_once(loaded[number], [&] { networks[number] = load(network_file(number)); });
  return networks[number];
}

const NetworkCard& embedded_card(chess::Variant variant) { return network_file(learned_game(variant).number).card; }

}  // namespace rocada::eval::nnue

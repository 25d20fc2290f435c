#include "eval/nnue/networks.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "eval/nnue/embedded_network.h"
#include "util/checksum.h"
#include "util/strings.h"

namespace rocada::eval::nnue {

using util::Error;
using util::Result;

Networks::Networks() { embedded_network(chess::Variant::Standard); }

const SharedNetwork& Networks::of(chess::Variant variant) const {
  const SharedNetwork& chosen = chosen_[learned_game(variant).number];
  return chosen ? chosen : embedded_network(variant);
}

const NetworkCard& Networks::card_of(chess::Variant variant) const {
  const SharedNetwork& chosen = chosen_[learned_game(variant).number];
  return chosen ? chosen->card : embedded_card(variant);
}

void Networks::put(SharedNetwork network) {
  const std::size_t place = network->card.game().number;
  chosen_[place] = std::move(network);
}

std::string Networks::names() const {
  std::vector<std::string> names;
  for (const LearnedGame& game : kLearnedGames) {
    names.push_back(fmt::format("{} for {}", card_of(game.variant).name, game.name));
  }
  return util::spoken_list(names);
}

std::string Networks::checksums() const {
  std::string text;
  for (const LearnedGame& game : kLearnedGames) {
    text += fmt::format("{}{:016x}", text.empty() ? "" : " ", card_of(game.variant).checksum);
  }
  return text;
}

std::uint64_t Networks::fingerprint() const { return util::fnv1a(checksums()); }

Result<Networks> find_networks(const std::string& file) {
  Networks networks;
  if (file.empty()) return networks;
  auto loaded = load_network(file);
  if (!loaded) return loaded.error();
  networks.put(*std::move(loaded));
  return networks;
}

Result<SharedNetwork> find_network(const std::string& file, chess::Variant variant) {
  if (file.empty()) return embedded_network(variant);
  auto loaded = load_network(file);
  if (loaded && (*loaded)->card.variant != variant) {
    return Error{fmt::format("{} is a network for {}, not for {}", file, (*loaded)->card.game().name,
                             learned_game(variant).name)};
  }
  return loaded;
}

}  // namespace rocada::eval::nnue

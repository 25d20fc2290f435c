#include "selfplay/compare.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <utility>

#include "data/game_file.h"

namespace rocada::selfplay {

namespace {

using GamesByNumber = std::map<std::uint32_t, data::Game>;

util::Result<GamesByNumber> games_of(data::GameFileReader& reader) {
  GamesByNumber games;
  while (true) {
    const auto block = reader.next();
    if (!block) return data::about(reader.path(), block.error());
    if (!*block) return games;
    auto decoded = data::decode_games(**block);
    if (!decoded) return data::about(reader.path(), decoded.error());
    for (data::Game& game : *decoded) games.emplace(game.number, std::move(game));
  }
}

}  // namespace

util::Result<Comparison> compare(const std::string& first, const std::string& second) {
  auto first_reader = data::GameFileReader::open(first);
  if (!first_reader) return first_reader.error();
  auto second_reader = data::GameFileReader::open(second);
  if (!second_reader) return second_reader.error();
  if (first_reader->origin() != second_reader->origin()) {
    return util::Error{
        fmt::format("{} and {} differ in network, nodes, seed, or in the shares of Chess960 and of games played out",
                    first, second)};
  }
  const auto first_games = games_of(*first_reader);
  if (!first_games) return first_games.error();
  const auto second_games = games_of(*second_reader);
  if (!second_games) return second_games.error();

  Comparison result;
  for (const auto& [number, game] : *first_games) {
    const auto found = second_games->find(number);
    if (found == second_games->end()) {
      ++result.only_in_first;
    } else if (found->second == game) {
      ++result.same;
    } else {
      result.different.push_back(number);
    }
  }
  const std::size_t in_both = result.same + result.different.size();
  result.only_in_second = static_cast<std::uint32_t>(second_games->size() - in_both);
  return result;
}

}  // namespace rocada::selfplay

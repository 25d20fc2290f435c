#include "duel/duel.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <ostream>
#include <string>
#include <utility>

#include "chess/fen.h"
#include "data/adjudicator.h"
#include "data/game.h"
#include "data/self_play_limits.h"
#include "eval/nnue/embedded_network.h"
#include "game/game_record.h"
#include "search/tunables.h"
#include "util/strings.h"

namespace rocada::duel {

using search::Tunable;
using util::Error;
using util::Result;

namespace {

constexpr std::size_t kHashMib = 16;
constexpr int kWin = 2;  // in half points

void use(const Numbers& numbers) {
  std::size_t index = 0;
  for (const Tunable& tunable : search::tunables()) *tunable.value = numbers[index++];
}

int half_points_of_white(game::GameResult result) {
  return result == game::GameResult::WhiteWins ? kWin : result == game::GameResult::BlackWins ? 0 : 1;
}

// "A; B; C" without the blanks around the parts.
std::vector<std::string_view> parts_of(std::string_view line) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = line.find(';');
    parts.push_back(util::trim(line.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

Result<Numbers> parse_numbers(std::string_view text) {
  const auto tunables = search::tunables();
  Numbers numbers;
  for (const Tunable& tunable : tunables) numbers.push_back(*tunable.value);
  for (const std::string_view word : util::split_words(text)) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const auto found = std::ranges::find(tunables, word.substr(0, equals), &Tunable::name);
    if (found == tunables.end()) {
      return Error{fmt::format("'{}' is not a number that this program can tune", word.substr(0, equals))};
    }
    const auto value = util::parse_integer<int>(word.substr(std::min(equals + 1, word.size())));
    if (!value) return Error{fmt::format("'{}' does not say NAME=NUMBER", word)};
    numbers[static_cast<std::size_t>(found - tunables.begin())] = *value;
  }
  return numbers;
}

Result<Duel> Duel::create() {
  std::vector<Player> players;
  for (int i = 0; i < 2; ++i) {
    auto search = search::SoloSearch::create(kHashMib, eval::nnue::embedded_network(chess::Variant::Standard));
    if (!search) return search.error();
    players.push_back({*std::move(search), {}});
  }
  return Duel(std::move(players));
}

int Duel::play_pair(const chess::Position& opening, std::uint64_t nodes, const Numbers& first, const Numbers& second) {
  const Numbers usual = parse_numbers("").value();
  players_[0].numbers = first;
  players_[1].numbers = second;
  const int as_white = play(opening, nodes, players_[0], players_[1]);
  const int as_black = kWin - play(opening, nodes, players_[1], players_[0]);
  use(usual);
  return as_white + as_black;
}

int Duel::play(const chess::Position& opening, std::uint64_t nodes, Player& white, Player& black) {
  white.search->clear();
  black.search->clear();
  search::Limits limits;
  limits.nodes = nodes;
  game::GameRecord record(opening);
  data::Adjudicator adjudicator;
  while (!record.outcome().is_over() && record.size() < data::kMostPlies) {
    const chess::Position& position = record.position();
    const chess::Color us = position.side_to_move();
    const Player& player = us == chess::Color::White ? white : black;
    use(player.numbers);
    const auto answer = player.search->search(record, limits);
    const int ply = data::ply_of(position);
    record.play(answer.best);
    const auto clear = adjudicator.after_move(ply, data::kept_score(data::seen_by(us, answer.score)));
    if (clear && !record.outcome().is_over()) return half_points_of_white(*clear);
  }
  return half_points_of_white(record.outcome().is_over() ? record.outcome().result() : game::GameResult::Draw);
}

Result<util::Done> answer_lines(std::istream& in, std::ostream& out) {
  auto duel = Duel::create();
  if (!duel) return duel.error();
  for (std::string line; std::getline(in, line);) {
    const auto parts = parts_of(line);
    if (parts.size() != 4) return Error{fmt::format("'{}' does not say NODES; FEN; NUMBERS; NUMBERS", line)};
    const auto nodes = util::parse_integer<std::uint64_t>(parts[0]);
    if (!nodes || *nodes == 0) return Error{fmt::format("'{}' is no number of nodes", parts[0])};
    const auto opening = chess::parse_fen(parts[1]);
    if (!opening) return opening.error();
    const auto first = parse_numbers(parts[2]);
    if (!first) return first.error();
    const auto second = parse_numbers(parts[3]);
    if (!second) return second.error();
    out << duel->play_pair(*opening, *nodes, *first, *second) << std::endl;
  }
  return util::Done{};
}

}  // namespace rocada::duel

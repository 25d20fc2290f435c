#include "selfplay/generate.h"

#include <fmt/format.h>

#include "data/game_file.h"
#include "selfplay/convert.h"
#include "selfplay/signature.h"

namespace rocada::selfplay {

namespace {

// Numbers that the file lacks below its highest come first.
void leave_out(const std::vector<bool>& held, FleetSettings& settings) {
  settings.first_fresh = static_cast<std::uint32_t>(held.size());
  for (std::size_t number = 0; number < held.size(); ++number) {
    if (!held[number]) settings.gaps.push_back(static_cast<std::uint32_t>(number));
  }
}

}  // namespace

data::Origin origin_of(const NetworkNumbers& network, const FleetSettings& settings) {
  return {fmt::format("selfplay-{:016x} search-{:016x}", network.checksum, kGamesSignature),
          static_cast<std::uint64_t>(settings.nodes),
          settings.seed,
          settings.chess960_percent,
          settings.played_out_percent,
          network.variant};
}

data::Game game_of(const Record& record) {
  data::Game game{record.number, to_chess(record.start, 1 + record.opening_plies / 2)};
  game.moves.assign(record.moves, record.moves + record.plies);
  game.result = record.result;
  return game;
}

util::Result<GenerateProgress> generate(const NetworkNumbers& network, const GenerateSettings& settings,
                                        const std::function<bool()>& should_stop,
                                        const std::function<void(const GenerateProgress&)>& report) {
  auto writer = data::GameFileWriter::open(settings.file, origin_of(network, settings.fleet));
  if (!writer) return writer.error();
  GenerateProgress progress;
  const std::vector<bool>& held = writer->earlier_games();
  progress.earlier_games = static_cast<std::uint32_t>(std::ranges::count(held, true));
  FleetSettings fleet_settings = settings.fleet;
  leave_out(held, fleet_settings);
  if (settings.games > progress.earlier_games) fleet_settings.games = settings.games - progress.earlier_games;
  auto fleet = Fleet::create(network, fleet_settings);
  if (!fleet) return fleet.error();
  progress.players = (*fleet)->players();
  report(progress);

  bool goes_on = fleet_settings.games > 0;
  while (goes_on && !should_stop()) {
    const auto round = (*fleet)->play_round(settings.round_seconds);
    if (!round) return round.error();
    goes_on = *round;
    std::optional<util::Error> failure;
    (*fleet)->for_each_finished([&](const Record& record) {
      const data::Game game = game_of(record);
      if (const auto done = writer->add(game); !done) failure = done.error();
      ++progress.games;
      progress.positions += game.moves.size();
    });
    if (failure) return *failure;
    progress.totals = (*fleet)->totals();
    report(progress);
  }
  if (const auto done = writer->finish(); !done) return done.error();
  return progress;
}

}  // namespace rocada::selfplay

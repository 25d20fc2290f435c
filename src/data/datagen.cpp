#include "data/datagen.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "data/block_loop.h"

namespace rocada::data {

using util::Done;
using util::Result;

namespace {

// What the threads share: which numbers are free, the file, and how far the run has come.
class Run {
 public:
  Run(GameFileWriter writer, std::uint32_t games_wanted, const DatagenReport& report)
      : writer_(std::move(writer)), report_(report) {
    const auto held = std::ranges::count(writer_.earlier_games(), true);
    progress_.earlier_games = static_cast<std::uint32_t>(held);
    left_to_begin_ = games_wanted > progress_.earlier_games ? games_wanted - progress_.earlier_games : 0;
    report_(progress_);
  }

  // The lowest number that is neither in the file nor being played; nothing when there are enough.
  std::optional<std::uint32_t> begin_game() {
    const std::scoped_lock lock(mutex_);
    if (left_to_begin_ == 0 || failure_) return std::nullopt;
    --left_to_begin_;
    const std::vector<bool>& held = writer_.earlier_games();
    while (next_number_ < held.size() && held[next_number_]) ++next_number_;
    return next_number_++;
  }

  void add(const Game& game) {
    const std::scoped_lock lock(mutex_);
    if (failure_) return;
    if (const auto done = writer_.add(game); !done) {
      failure_ = done.error();
      return;
    }
    ++progress_.games;
    progress_.positions += game.moves.size();
    report_(progress_);
  }

  Result<DatagenProgress> finish() {
    if (!failure_) {
      if (const auto done = writer_.finish(); !done) failure_ = done.error();
    }
    if (failure_) return *failure_;
    return progress_;
  }

 private:
  std::mutex mutex_;
  GameFileWriter writer_;
  const DatagenReport& report_;
  std::uint32_t left_to_begin_ = 0;
  std::uint32_t next_number_ = 0;
  DatagenProgress progress_;
  std::optional<util::Error> failure_;
};

}  // namespace

Result<DatagenProgress> generate(const DatagenSettings& settings, const ShouldStop& should_stop,
                                 const DatagenReport& report) {
  auto writer = GameFileWriter::open(settings.file, settings.origin, settings.block_bytes);
  if (!writer) return writer.error();
  std::vector<SelfPlayer> players;
  for (int i = 0; i < settings.threads; ++i) {
    auto player = SelfPlayer::create(settings.origin, settings.network);
    if (!player) return player.error();
    players.push_back(*std::move(player));
  }
  Run run(*std::move(writer), settings.games, report);
  for_each_in_parallel(players.size(), settings.threads, [&](std::size_t i) {
    while (const auto number = run.begin_game()) {
      const auto game = players[i].play(*number, should_stop);
      if (!game) return;
      run.add(*game);
    }
  });
  return run.finish();
}

}  // namespace rocada::data

#include "data/datagen.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "data/block_loop.h"
#include "util/parallel.h"
#include "util/strings.h"

namespace rocada::data {

using util::Done;
using util::Result;

namespace {

// What the threads share: which numbers are free, the file, and how far the run has come.
class Run final : public util::WorkSource {
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
    unwritten_.push_back(next_number_);
    return next_number_++;
  }
  std::optional<std::string> next_unit() override {
    const auto number = begin_game();
    return number ? std::optional(std::to_string(*number)) : std::nullopt;
  }

  void add(Game game) {
    const std::scoped_lock lock(mutex_);
    if (failure_) return;
    ++progress_.games;
    progress_.positions += game.moves.size();
    finished_.emplace(game.number, std::move(game));
    while (!finished_.empty() && finished_.begin()->first == unwritten_.front()) {
      write_first();
      unwritten_.pop_front();
    }
    if (!failure_) report_(progress_);
  }
  void add_result(std::string_view result) override {
    const auto games = decode_games({1, 1, {result.begin(), result.end()}});
    if (!games) return fail(games.error());
    add(games->front());
  }

  void fail(const util::Error& error) override {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = error;
  }
  bool has_failed() {
    const std::scoped_lock lock(mutex_);
    return failure_.has_value();
  }

  Result<DatagenProgress> finish() {
    // Where games were dropped, those after them are kept all the same.
    while (!failure_ && !finished_.empty()) write_first();
    if (!failure_) {
      if (const auto done = writer_.finish(); !done) failure_ = done.error();
    }
    if (failure_) return *failure_;
    return progress_;
  }

 private:
  void write_first() {
    if (const auto done = writer_.add(finished_.begin()->second); !done && !failure_) failure_ = done.error();
    finished_.erase(finished_.begin());
  }

  std::mutex mutex_;
  GameFileWriter writer_;
  const DatagenReport& report_;
  std::uint32_t left_to_begin_ = 0;
  std::uint32_t next_number_ = 0;
  std::deque<std::uint32_t> unwritten_;     // numbers being played or waiting for one that is, in order
  std::map<std::uint32_t, Game> finished_;  // what waits
  DatagenProgress progress_;
  std::optional<util::Error> failure_;
};

}  // namespace

Result<DatagenProgress> generate(const DatagenSettings& settings, const ShouldStop& should_stop,
                                 const DatagenReport& report, util::Helpers* helpers) {
  auto writer = GameFileWriter::open(settings.file, settings.origin, settings.block_bytes);
  if (!writer) return writer.error();
  std::vector<SelfPlayer> players;
  for (int i = 0; i < settings.threads; ++i) {
    auto player = SelfPlayer::create(settings.origin, settings.network);
    if (!player) return player.error();
    players.push_back(*std::move(player));
  }
  Run run(*std::move(writer), settings.games, report);
  if (helpers != nullptr) helpers->begin(run);
  util::for_each_in_parallel(players.size(), settings.threads, [&](std::size_t i) {
    while (const auto number = run.begin_game()) {
      auto game = players[i].play(*number, should_stop);
      if (!game) return;
      run.add(*std::move(game));
    }
  });
  if (helpers != nullptr) {
    const bool broken_off = run.has_failed() || should_stop();
    helpers->finish(broken_off ? util::Outstanding::Abandon : util::Outstanding::Await);
  }
  return run.finish();
}

std::optional<std::string> play_unit(SelfPlayer& player, std::string_view unit, const ShouldStop& should_stop) {
  const auto number = util::parse_integer<std::uint32_t>(unit);
  if (!number) return std::nullopt;
  const auto game = player.play(*number, should_stop);
  if (!game) return std::nullopt;
  return util::text_of(encode_game(*game));
}

}  // namespace rocada::data

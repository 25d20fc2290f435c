#include "data/statistics.h"

#include <algorithm>
#include <optional>

#include "data/game_file.h"

namespace rocada::data {

using util::Result;

namespace {

template <typename Key>
void add_counts(std::map<Key, std::uint64_t>& counts, const std::map<Key, std::uint64_t>& others) {
  for (const auto& [key, count] : others) counts[key] += count;
}

template <std::size_t Size>
void add_counts(std::array<std::uint64_t, Size>& counts, const std::array<std::uint64_t, Size>& others) {
  for (std::size_t i = 0; i < Size; ++i) counts[i] += others[i];
}

}  // namespace

void Statistics::add(const Game& game, const game::GameRecord& record) {
  ++games_;
  positions_ += game.moves.size();
  ++results_[text_of(game.result)];
  const auto outcome = record.outcome();
  ++endings_[outcome.is_over() ? outcome.reason() : "adjudicated"];
  ++lengths_[game.moves.size()];
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const ScoredMove& move = game.moves[ply];
    if (move.score != kUnscored) {
      const auto bin = std::ranges::upper_bound(kScoreBounds, move.score) - kScoreBounds.begin();
      ++scores_[static_cast<std::size_t>(bin)];
    }
    const chess::Position& position = record.positions()[ply];
    const Fate fate = fate_of(position, move, filter_);
    ++fates_[static_cast<std::size_t>(fate)];
    if (fate == Fate::Kept) kept_keys_.push_back(position.key());
  }
}

void Statistics::add(const Statistics& other) {
  games_ += other.games_;
  positions_ += other.positions_;
  add_counts(results_, other.results_);
  add_counts(endings_, other.endings_);
  add_counts(lengths_, other.lengths_);
  add_counts(scores_, other.scores_);
  add_counts(fates_, other.fates_);
  kept_keys_.insert(kept_keys_.end(), other.kept_keys_.begin(), other.kept_keys_.end());
}

std::uint64_t Statistics::count_duplicates() {
  std::ranges::sort(kept_keys_);
  std::uint64_t duplicates = 0;
  for (std::size_t i = 1; i < kept_keys_.size(); ++i) duplicates += kept_keys_[i] == kept_keys_[i - 1];
  return duplicates;
}

Result<util::Done> gather(Statistics& statistics, const std::string& file, int threads, const BytesProgress& progress) {
  auto reader = GameFileReader::open(file);
  if (!reader) return reader.error();
  const auto count = [&](const Block& block) -> Result<Statistics> {
    const auto games = decode_games(block);
    if (!games) return games.error();
    Statistics counted(statistics.filter());
    for (const Game& game : *games) {
      const auto record = replay(game);
      if (!record) return record.error();
      counted.add(game, *record);
    }
    return counted;
  };
  std::optional<util::Error> failed;
  for_each_block(*reader, threads, count, [&](Result<Statistics> block) {
    if (!block) {
      failed = about(file, block.error());
      return false;
    }
    statistics.add(*block);
    if (progress) progress(reader->bytes_read(), reader->bytes());
    return true;
  });
  if (failed) return *failed;
  return util::Done{};
}

}  // namespace rocada::data

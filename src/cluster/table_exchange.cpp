#include "cluster/table_exchange.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rocada::cluster {

namespace {

constexpr std::size_t kRecordBytes = 16;
// A machine that does not keep up gets nothing new while so many messages wait for it.
constexpr std::size_t kMostUnsent = 4;
// Messages are bounded as well as bytes: with many ranks each waits longer, and tells more at once.
constexpr std::chrono::microseconds kPausePerRank{250};
constexpr std::chrono::milliseconds kShortestPause{1};
constexpr std::chrono::milliseconds kBetweenAdaptations{50};
// After a pause much longer than usual, a single message must not take all that could have been sent meanwhile.
constexpr int kMostPausesAtOnce = 8;
// Entries whose memory is fetched ahead of their turn.
constexpr std::size_t kFetchedAhead = 16;

}  // namespace

TableExchange::TableExchange(search::Team& team, Post& post) : team_(team), post_(post) {
  std::map<int, std::vector<int>> machines;  // by their first ranks
  for (int rank = 0; rank < post.size(); ++rank) machines[post.first_beside(rank)].push_back(rank);
  const int own_first = post.first_beside(post.rank());
  const auto place =
      static_cast<std::size_t>(std::ranges::find(machines[own_first], post.rank()) - machines[own_first].begin());
  for (const auto& [first, ranks] : machines) {
    if (first != own_first) told_.push_back(ranks[place % ranks.size()]);
  }
  team.has_other_tables = !told_.empty();
}

std::size_t TableExchange::allowance(std::size_t others, Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  const double records =
      static_cast<double>(kMostRecordBytesPerSecond / kRecordBytes) * seconds / static_cast<double>(others);
  return static_cast<std::size_t>(records);
}

TableExchange::Clock::duration TableExchange::pause(std::size_t others) {
  return std::max<Clock::duration>(kShortestPause, kPausePerRank * others);
}

void TableExchange::begin_search() {
  found_.clear();
  for (const auto& outbox : team_.outboxes) outbox->take_all([](const search::TableRecord&) {});
}

void TableExchange::send_due(SearchNumber number, Clock::time_point now) {
  const std::size_t others = told_.size();
  const auto since = now - last_sent_;
  if (others == 0 || since < pause(others)) return;
  last_sent_ = now;
  for (const auto& outbox : team_.outboxes) {
    outbox->take_all([&](const search::TableRecord& record) { found_.push_back(record); });
  }
  found_since_adapted_ += found_.size();
  adapt_depth(now);
  if (found_.empty()) return;
  const std::size_t most =
      std::max<std::size_t>(1, allowance(others, std::min(since, kMostPausesAtOnce * pause(others))));
  if (found_.size() > most) {
    dropped_ += found_.size() - most;
    found_.resize(most);
  }
  const Records records{number, std::exchange(found_, {})};
  const Bytes message = to_bytes(records);
  for (const int to : told_) {
    if (post_.unsent(to) >= kMostUnsent) {
      dropped_ += records.records.size();
      continue;
    }
    sent_ += records.records.size();
    post_.send(to, message);
  }
}

void TableExchange::adapt_depth(Clock::time_point now) {
  const auto since = now - last_adapted_;
  if (since < kBetweenAdaptations) return;
  const std::size_t most = allowance(told_.size(), since);
  int depth = team_.least_depth.load(std::memory_order_relaxed);
  // A depth less means about twice as much to tell, so there is room for a shallower one below half of the allowance.
  constexpr std::size_t kRoomForLess = 4;
  if (found_since_adapted_ > most) {
    ++depth;
  } else if (found_since_adapted_ * kRoomForLess < most) {
    --depth;
  }
  depth = std::clamp(depth, search::Team::kLowestLeastDepth, kHighestLeastDepth);
  team_.least_depth.store(depth, std::memory_order_relaxed);
  last_adapted_ = now;
  found_since_adapted_ = 0;
}

void TableExchange::merge(const Records& records, search::TranspositionTable& table) {
  const auto& all = records.records;
  for (std::size_t i = 0; i < std::min(kFetchedAhead, all.size()); ++i) table.prefetch(all[i].key);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i + kFetchedAhead < all.size()) table.prefetch(all[i + kFetchedAhead].key);
    table.merge(all[i]);
  }
  received_ += all.size();
}

void TableExchange::add_to(Traffic& traffic) const {
  traffic.records_sent += sent_;
  traffic.records_received += received_;
  traffic.records_dropped += dropped_;
  for (const auto& outbox : team_.outboxes) traffic.records_dropped += outbox->dropped();
}

}  // namespace rocada::cluster

#include "search/shared_search.h"

#include "search/worker.h"

namespace rocada::search {

std::uint64_t SharedSearch::nodes() const {
  std::uint64_t total = 0;
  for (const auto& worker : workers) total += worker->nodes();
  if (team != nullptr) total += team->nodes.load(std::memory_order_relaxed);
  return total;
}

std::uint64_t SharedSearch::tablebase_hits() const {
  std::uint64_t total = root_tablebase_hits.load(std::memory_order_relaxed);
  for (const auto& worker : workers) total += worker->tablebase_hits();
  if (team != nullptr) total += team->tablebase_hits.load(std::memory_order_relaxed);
  return total;
}

Effort SharedSearch::effort() const {
  int permille = table.permille_full();
  if (team != nullptr)
    permille = (permille + team->hash_permille_sum.load(std::memory_order_relaxed)) / (team->others + 1);
  return {nodes(), time.elapsed(), permille, tablebase_hits()};
}

void SharedSearch::rank_root(const game::GameRecord& game, const tb::Tablebases* tables,
                             const TablebaseSettings& settings) {
  if (tables == nullptr || tables->largest() == 0) return;
  tablebases = tables;
  tablebase_settings = settings;
  ranking = rank_root_moves(game, *tables, settings.fifty_move_rule);
  if (!ranking) return;
  root_tablebase_hits = ranking->moves.size();
  if (!ranking->search_needs_tables) tablebases = nullptr;
}

}  // namespace rocada::search

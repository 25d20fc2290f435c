// SharedSearch: everything all workers of one search see. Written before they start, except the atomics.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "eval/nnue/embedded_network.h"
#include "game/game_record.h"
#include "search/handicap.h"
#include "search/limits.h"
#include "search/report.h"
#include "search/tablebase_root.h"
#include "search/team.h"
#include "search/time_manager.h"
#include "search/transposition_table.h"
#include "tb/syzygy.h"
#include "util/gate.h"

namespace rocada::search {

class Worker;

struct SharedSearch {
  TranspositionTable& table;
  TimeManager& time;
  const Limits& limits;
  eval::nnue::SharedNetwork network;   // what evaluates
  std::optional<Handicap> handicap{};  // none: full strength
  int multi_pv = 1;
  Observer* observer = nullptr;  // null: nobody listens
  std::vector<std::unique_ptr<Worker>>& workers;
  std::atomic<bool> stop = false;
  util::Gate gate{};                           // closed while the search is paused
  const tb::Tablebases* tablebases = nullptr;  // to be asked below the root; null where there is nothing to ask
  TablebaseSettings tablebase_settings{};
  std::optional<RootRanking> ranking{};  // where the tables know the root
  std::atomic<std::uint64_t> root_tablebase_hits = 0;
  Team* team = nullptr;  // null: no other machine searches this position

  // Asks the tables about the root; before the workers start.
  void rank_root(const game::GameRecord& game, const tb::Tablebases* tables, const TablebaseSettings& settings);

  std::uint64_t nodes() const;
  std::uint64_t tablebase_hits() const;
  Effort effort() const;
};

}  // namespace rocada::search

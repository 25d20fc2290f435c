#include "search/tablebase_root.h"

#include <algorithm>

#include "search/params.h"

namespace rocada::search {

using eval::Score;
using tb::MoveResult;
using tb::Wdl;

namespace {

constexpr int kRanksPerResult = 1000;  // more than any distance

// Has any position since the last capture or pawn move stood on the board more than once?
bool has_repeated(const game::GameRecord& game) {
  const auto keys = game.keys();
  const int reversible = game.position().fifty_move_count();
  for (int back = 0; back < reversible && static_cast<std::size_t>(back) < keys.size(); ++back) {
    const auto until = keys.first(keys.size() - static_cast<std::size_t>(back));
    if (chess::count_earlier_occurrences(until, reversible - back) > 0) return true;
  }
  return false;
}

bool draws_by_repetition(const game::GameRecord& game, chess::Move move) {
  game::GameRecord after = game;
  after.play(move);
  return after.outcome().ending == chess::Ending::Repetition;
}

Score score_of(const MoveResult& move) {
  switch (move.result) {
    case Wdl::Win: return eval::tablebase_win_in(std::min(move.distance, eval::kMaxPly));
    case Wdl::CursedWin: return eval::kCursedWin;
    case Wdl::Draw: break;
    case Wdl::BlessedLoss: return -eval::kCursedWin;
    case Wdl::Loss: return -eval::tablebase_win_in(std::min(move.distance, eval::kMaxPly));
  }
  return eval::kDraw;
}

}  // namespace

std::optional<RootRanking> rank_root_moves(const game::GameRecord& game, const tb::Tablebases& tables,
                                           bool fifty_move_rule) {
  const auto known = tables.probe_moves(game.position());
  if (!known) return std::nullopt;

  // At first any move that keeps the win is good enough, and the search picks the natural one. Once that has led
  // nowhere for a while, only the shortest way counts: it makes progress with every move.
  const int count = game.position().fifty_move_count();
  const bool at_leisure = count < params::kLeisurePlies && !has_repeated(game);
  RootRanking ranking;
  bool can_win = false;
  for (MoveResult move : known->moves) {
    if (!fifty_move_rule) move.result = tb::without_fifty_move_rule(move.result);
    if (move.result != Wdl::Draw && draws_by_repetition(game, move.move)) move = {move.move, Wdl::Draw, 0};
    const bool in_time = !fifty_move_rule || move.distance + count < params::kLatestConversion;
    const bool is_win = move.result == Wdl::Win;
    const int haste = is_win && !(at_leisure && in_time) ? move.distance : 0;
    ranking.moves.push_back({move.move, static_cast<int>(move.result) * kRanksPerResult - haste, score_of(move)});
    can_win = can_win || is_win;
  }
  ranking.search_needs_tables = can_win && !known->has_distances;
  return ranking;
}

}  // namespace rocada::search

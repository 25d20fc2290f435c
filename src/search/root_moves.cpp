#include "search/root_moves.h"

#include <algorithm>
#include <functional>

#include "chess/movegen.h"

namespace rocada::search {

using chess::Move;
using eval::Score;

void RootMoves::set_up(const game::GameRecord& game, const SharedSearch& shared) {
  const chess::Position& root = game.position();
  moves_.clear();
  line_ = 0;
  const auto& only = shared.limits.only_moves;
  for (const Move move : chess::legal_moves(root)) {
    if (only.empty() || std::ranges::find(only, move) != only.end()) moves_.push_back({.move = move, .line = {move}});
  }
  if (const auto& player = shared.handicap) {
    const Move last_move = game.moves().empty() ? Move::none() : game.moves().back();
    const auto unseen = [&](const RootMove& root_move) { return player->overlooks(root, root_move.move, last_move); };
    // Some move must be seen.
    if (!std::ranges::all_of(moves_, unseen)) std::erase_if(moves_, unseen);
  }
  if (shared.ranking) sort_by_tables(*shared.ranking);
}

void RootMoves::sort_by_tables(const RootRanking& ranking) {
  for (RootMove& root_move : moves_) {
    const auto known = std::ranges::find(ranking.moves, root_move.move, &RankedMove::move);
    root_move.rank = known->rank;
    root_move.tablebase_score = known->score;
  }
  std::ranges::stable_sort(moves_, std::ranges::greater(), &RootMove::rank);
}

std::size_t RootMoves::end_of_equals(int number) const {
  const auto first = moves_.begin() + number;
  const auto end = std::find_if(first, moves_.end(), [&](const RootMove& move) { return move.rank != first->rank; });
  return static_cast<std::size_t>(end - moves_.begin());
}

std::span<RootMove> RootMoves::candidates() {
  return std::span(moves_).subspan(static_cast<std::size_t>(line_), candidate_count());
}

RootMove* RootMoves::find_candidate(Move move) {
  const auto among = candidates();
  const auto found = std::ranges::find(among, move, &RootMove::move);
  return found == among.end() ? nullptr : &*found;
}

void RootMoves::sort_candidates() { std::ranges::stable_sort(candidates(), std::ranges::greater(), &RootMove::score); }

Score RootMoves::expected_score(int line) const {
  const auto move = moves_.begin() + line;
  if (line == 0 || (move - 1)->rank != move->rank) return move->last_score;
  return std::min(move->last_score, (move - 1)->score);
}

void RootMoves::sort_lines(int lines) {
  std::stable_sort(moves_.begin(), moves_.begin() + lines, [](const RootMove& a, const RootMove& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.score > b.score;
  });
}

void RootMoves::settle_lines(int lines) {
  for (int line = 0; line < lines; ++line) {
    RootMove& move = moves_[static_cast<std::size_t>(line)];
    if (move.score == -eval::kInfinite) move.score = expected_score(line);
  }
  sort_lines(lines);
}

}  // namespace rocada::search

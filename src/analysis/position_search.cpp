#include "analysis/position_search.h"

#include <algorithm>
#include <utility>

#include "chess/movegen.h"
#include "engine/waiting_search.h"
#include "eval/score.h"

namespace rocada::analysis {

namespace {

std::optional<FoundLines> search_position(engine::EngineApi& engine, const game::GameRecord& game,
                                          const search::Limits& limits, const ShouldStop& should_stop) {
  LineCollector collector;
  const auto finished = engine::search_and_wait(engine, game, limits, should_stop,
                                                [&](const search::Line& line) { collector.line(line); });
  if (!finished) return std::nullopt;
  return collector.lines(*finished);
}

std::optional<FoundLines> lines_at(engine::EngineApi& engine, const game::GameRecord& game, bool is_last,
                                   const search::Limits& limits, const ShouldStop& should_stop) {
  const game::Outcome outcome = game.outcome();
  // A draw that nobody claimed is no end; the last position has nothing else to say.
  if (outcome.is_over() && is_last) return lines_of_ended_game(outcome, game.position().side_to_move());
  return search_position(engine, game, limits, should_stop);
}

// What a score means one ply before, for the other side.
eval::Score one_ply_before(eval::Score score) {
  if (!eval::is_decisive(score)) return -score;
  return score > 0 ? -(score - 1) : -(score + 1);
}

// The move that was played, with what the search after it has found.
FoundLine line_played(chess::Move played, const FoundLines& after) {
  FoundLine line{one_ply_before(after.front().score), after.front().depth, {played}};
  const auto& rest = after.front().moves;
  line.moves.insert(line.moves.end(), rest.begin(), rest.end());
  line.moves.resize(std::min(line.moves.size(), kKeptPlies));
  return line;
}

// The lines of a position, put right where the game has shown a mate, or a win by tablebase, that the search did not
// see there: by the move played, which was not its best; or against it, which was. Then it must say what it thinks of
// the others.
std::optional<FoundLines> corrected(engine::EngineApi& engine, const game::GameRecord& game, FoundLines lines,
                                    chess::Move played, const FoundLines& after, const search::Limits& limits,
                                    const ShouldStop& should_stop) {
  const FoundLine shown = line_played(played, after);
  if (!eval::is_decisive(shown.score) || eval::is_decisive(lines.front().score)) return lines;
  const bool loses = shown.score < 0;
  const bool is_best = !lines.front().moves.empty() && lines.front().moves.front() == played;
  if (loses && !is_best) return lines;
  const std::size_t count = lines.size();
  if (loses) {
    search::Limits others = limits;
    for (const chess::Move move : chess::legal_moves(game.position())) {
      if (move != played) others.only_moves.push_back(move);
    }
    if (others.only_moves.empty()) return FoundLines{shown};
    auto searched = search_position(engine, game, others, should_stop);
    if (!searched) return std::nullopt;
    lines = *std::move(searched);
  }
  std::erase_if(lines, [&](const FoundLine& line) { return !line.moves.empty() && line.moves.front() == played; });
  lines.insert(std::ranges::find_if(lines, [&](const FoundLine& line) { return line.score < shown.score; }), shown);
  lines.resize(std::min(lines.size(), count));
  return lines;
}

}  // namespace

void LineCollector::line(const search::Line& line) {
  if (line.bound != search::Bound::Exact || line.moves.empty() || line.rank < 1) return;
  const auto rank = static_cast<std::size_t>(line.rank);
  if (by_rank_.size() < rank) by_rank_.resize(rank);
  by_rank_[rank - 1] = {line.score, line.depth, line.moves};
  auto& moves = by_rank_[rank - 1].moves;
  moves.resize(std::min(moves.size(), kKeptPlies));
}

FoundLines LineCollector::lines(const search::Finished& finished) const {
  FoundLines lines;
  const bool is_reported = !by_rank_.empty() && !by_rank_[0].moves.empty() && by_rank_[0].moves[0] == finished.best;
  if (!is_reported) lines.push_back({finished.score, finished.depth, {finished.best}});
  for (const FoundLine& line : by_rank_) {
    // A search that was cut short may have told a move as its second best that has become the best since.
    const bool known = std::ranges::any_of(
        lines, [&](const FoundLine& better) { return line.moves.empty() || better.moves[0] == line.moves[0]; });
    if (!known && !line.moves.empty()) lines.push_back(line);
  }
  return lines;
}

std::optional<std::vector<FoundLines>> search_positions(engine::EngineApi& engine, const game::GameRecord& game,
                                                        std::size_t first, std::size_t last,
                                                        const search::Limits& limits, const ShouldStop& should_stop,
                                                        const std::function<void()>& position_done) {
  std::vector<FoundLines> found(last - first);
  game::GameRecord record = game;
  engine.new_game();
  // What the last moves of the stretch lead to belongs to the next one, but whoever judges them must have seen it.
  std::optional<FoundLines> after;
  for (std::size_t ply = std::min(last + kLookAhead, game.size() + 1); ply-- > first;) {
    while (record.size() > ply) record.undo();
    auto lines = lines_at(engine, record, ply == game.size(), limits, should_stop);
    if (lines && after) {
      lines = corrected(engine, record, *std::move(lines), game.moves()[ply], *after, limits, should_stop);
    }
    if (!lines) return std::nullopt;
    if (ply < last) {
      found[ply - first] = *lines;
      position_done();
    }
    after = *std::move(lines);
  }
  return found;
}

}  // namespace rocada::analysis

#include "search/election.h"

#include <algorithm>
#include <cstdint>

#include "search/params.h"

namespace rocada::search {

std::size_t elect(std::span<const Vote> votes) {
  const eval::Score lowest = std::ranges::min_element(votes, {}, &Vote::score)->score;
  const auto votes_for = [&](chess::Move move) {
    std::int64_t weight = 0;
    for (const Vote& vote : votes) {
      if (vote.move == move) weight += std::int64_t{vote.score - lowest + params::kVoteBase} * vote.depth;
    }
    return weight;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < votes.size(); ++i) {
    if (votes[i].depth == 0) continue;
    const bool mates = eval::is_mate_score(votes[best].score) || eval::is_mate_score(votes[i].score);
    const bool better =
        mates ? votes[i].score > votes[best].score : votes_for(votes[i].move) > votes_for(votes[best].move);
    if (better) best = i;
  }
  return best;
}

}  // namespace rocada::search

// What a game remembers of the positions it has searched: a small table of its own, so no game waits for another.
//
// A bucket of two entries is one sector of memory: the first keeps the deepest result of the present search, the second
// the latest. Mate scores count from the node.
#pragma once

#include "chess/move.h"
#include "eval/score.h"
#include "selfplay/portable.h"

namespace rocada::selfplay {

enum class Bound : std::uint8_t { None, Lower, Upper, Exact };

struct alignas(16) HashEntry {
  std::uint64_t key = 0;
  chess::Move move;
  std::int16_t score = 0;
  std::int16_t eval = 0;
  std::int8_t depth = 0;
  std::uint8_t bound_and_age = 0;  // the bound in the lowest two bits

  ROCADA_PORTABLE Bound bound() const { return static_cast<Bound>(bound_and_age & 3); }
  ROCADA_PORTABLE int age() const { return bound_and_age >> 2; }
};

inline constexpr int kHashBuckets = 4096;

struct alignas(32) HashBucket {
  HashEntry deep;
  HashEntry latest;
};

struct HashTable {
  HashBucket* buckets = nullptr;

  ROCADA_PORTABLE HashBucket& bucket(std::uint64_t key) const { return buckets[key & (kHashBuckets - 1)]; }

  // An entry without bound where nothing is known.
  ROCADA_PORTABLE HashEntry find(std::uint64_t key) const {
    const HashBucket found = bucket(key);
    if (found.deep.key == key) return found.deep;
    if (found.latest.key == key) return found.latest;
    return {};
  }
  ROCADA_PORTABLE void store(const HashEntry& entry) const {
    HashBucket& place = bucket(entry.key);
    const HashEntry deep = place.deep;
    if (deep.key == entry.key || deep.age() != entry.age() || entry.depth >= deep.depth) {
      // A deep result that gives way to another position is still good for the second place.
      if (deep.key != entry.key && deep.age() == entry.age()) place.latest = deep;
      place.deep = entry;
    } else {
      place.latest = entry;
    }
  }
};

// As seen from the root, and as kept in the table.
ROCADA_PORTABLE inline eval::Score from_table(eval::Score score, int ply) {
  return score >= eval::kMateInMaxPly ? score - ply : score <= -eval::kMateInMaxPly ? score + ply : score;
}
ROCADA_PORTABLE inline eval::Score to_table(eval::Score score, int ply) {
  return score >= eval::kMateInMaxPly ? score + ply : score <= -eval::kMateInMaxPly ? score - ply : score;
}

}  // namespace rocada::selfplay

// Random games as records, for the laws of this folder. The same ones in every run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/movegen.h"
#include "game/game_record.h"
#include "support/random_games.h"

namespace rocada::test {

// Every kind of game in turn, and 3-check from a Chess960 position, which asks for all of the notation at once.
inline chess::Position start_in_turn(int turn, util::Random& random) {
  constexpr int kKinds = static_cast<int>(std::size(kAllKinds));
  const int kind = turn % (kKinds + 1);
  if (kind < kKinds) return random_start(kAllKinds[kind], random);
  const int number = static_cast<int>(random.below(chess::kChess960Count));
  return chess::chess960_start(number, number, chess::Variant::ThreeCheck).value();
}

inline chess::Move random_move(const chess::MoveList& moves, util::Random& random) {
  // Castling is rare among random moves and is what Chess960 is about: take it when it comes.
  for (const chess::Move move : moves) {
    if (move.is_castling() && random.below(2) == 0) return move;
  }
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

inline game::GameRecord random_record(const chess::Position& start, std::size_t most_plies, util::Random& random) {
  game::GameRecord record(start);
  while (record.size() < most_plies) {
    const chess::MoveList moves = chess::legal_moves(record.position());
    if (moves.empty()) break;
    record.play(random_move(moves, random));
  }
  return record;
}

// Calls check(record, random) with `count` games of all kinds.
template <typename Check>
void for_each_random_record(int count, std::size_t most_plies, Check check) {
  util::Random random(20240607);
  for (int turn = 0; turn < count; ++turn) {
    check(random_record(start_in_turn(turn, random), most_plies, random), random);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace rocada::test

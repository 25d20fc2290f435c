// What a game has besides its board that a network must know, and the number that files know the game by.
//
// Each game is in one of a few states beside the board; each side sees its own checks first. A network has one input
// more for every state, behind those of the pieces, and of these the present state's alone is set. Normal chess,
// Chess960 included, has no states: the board is all its networks see. Together with its rules (chess/variant.h) a row
// here is what a new game needs to be learned; the trainer reads this table (learn/rocada_learn/architecture.py).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "chess/color.h"
#include "chess/position.h"
#include "chess/variant.h"

namespace rocada::eval::nnue {

struct LearnedGame {
  chess::Variant variant;
  std::uint16_t number;   // in files of networks, games and training records
  std::string_view name;  // in sentences
  int states;             // 0: the board is all there is
};

inline constexpr std::array kLearnedGames = {
    LearnedGame{chess::Variant::Standard, 0, "normal chess", 0},
    LearnedGame{chess::Variant::ThreeCheck, 1, "3-check", 9},
};
inline constexpr int kMostStates = std::ranges::max(kLearnedGames, {}, &LearnedGame::states).states;

constexpr const LearnedGame& learned_game(chess::Variant variant) {
  return *std::ranges::find(kLearnedGames, variant, &LearnedGame::variant);
}

// Null: no game has that number.
constexpr const LearnedGame* find_learned_game(std::uint16_t number) {
  const auto* const found = std::ranges::find(kLearnedGames, number, &LearnedGame::number);
  return found != kLearnedGames.end() ? found : nullptr;
}

// The state of 3-check as a side sees it that has given so many checks.
inline constexpr int kMostChecks = 2;  // of either side; one more ends the game
constexpr int state_of_checks(int own, int other) { return (kMostChecks + 1) * own + other; }
static_assert(state_of_checks(kMostChecks, kMostChecks) + 1 == learned_game(chess::Variant::ThreeCheck).states);

// The state as `side` sees it: below learned_game().states, and 0 where the game has none. The check that ends a game
// leads to no other state.
inline std::size_t state_of(const chess::Position& position, chess::Color side) {
  const auto given = [&](chess::Color color) { return std::min(position.checks_given(color), kMostChecks); };
  return static_cast<std::size_t>(state_of_checks(given(side), given(~side)));
}

// Where White sees the same, Black does.
inline bool same_state(const chess::Position& a, const chess::Position& b) {
  return state_of(a, chess::Color::White) == state_of(b, chess::Color::White);
}

}  // namespace rocada::eval::nnue

// Random games with everything a game can carry: variations, comments, marks, null moves, awkward tags.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "game/pgn_game.h"
#include "game/pgn_writer.h"
#include "game/random_records.h"

namespace rocada::game {

class RandomTree {
 public:
  explicit RandomTree(util::Random& random) : random_(random) {}

  PgnLine line(chess::Position position, std::size_t plies, int depth) {
    PgnLine line;
    if (one_in(4)) line.comment = comment();
    while (line.moves.size() < plies) {
      PgnMove move;
      chess::Position next = position;
      if (depth > 0 && !position.in_check() && one_in(10)) {
        next.make_null();
      } else {
        const auto moves = chess::legal_moves(position);
        if (moves.empty()) break;
        move.move = test::random_move(moves, random_);
        next.make(move.move);
      }
      annotate(move, position, depth);
      line.moves.push_back(std::move(move));
      position = next;
    }
    return line;
  }

 private:
  bool one_in(std::uint32_t n) { return random_.below(n) == 0; }

  void annotate(PgnMove& move, const chess::Position& before, int depth) {
    while (one_in(6)) move.nags.push_back(static_cast<std::uint8_t>(random_.below(256)));
    if (one_in(5)) move.comment = comment();
    while (depth < 4 && one_in(8)) {
      PgnLine variation = line(before, random_.below(8), depth + 1);
      if (!variation.moves.empty() || !variation.comment.empty()) move.variations.push_back(std::move(variation));
    }
  }

  std::string comment() {
    constexpr std::array<std::string_view, 14> kWords = {"good",     "}",           ";",    "%hidden",   "[%clk",
                                                         "0:01:02]", "{",           "$5",   "(1.",       "e4)",
                                                         "1-0",      "caf\xC3\xA9", "\xE9", "\"quoted\\"};
    std::string text;
    for (std::uint32_t words = random_.below(25); words > 0; --words) {
      text += kWords[random_.below(kWords.size())];
      text += one_in(5) ? "\n " : " ";
    }
    return pgn_comment(text);
  }

  util::Random& random_;
};

inline PgnGame random_pgn_game(util::Random& random, int turn) {
  PgnGame game;
  game.start = test::start_in_turn(turn, random);
  game.chess960 = castles_as_chess960(game.start) || random.below(4) == 0;
  game.tags.set("White", "O'Brien \"the \\ backslash\\\"");
  if (random.below(2) == 0) game.tags.set("Annotator", "\xE9 \xC3\xA9 ]");
  if (random.below(2) == 0) game.tags.set("Opening", "");
  game.main_line = RandomTree(random).line(game.start, random.below(60), 0);
  game.result =
      std::array{GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw}[random.below(4)];
  return game;
}

template <typename Check>
void for_each_random_pgn_game(int count, Check check) {
  util::Random random(31337);
  for (int turn = 0; turn < count; ++turn) {
    check(random_pgn_game(random, turn), random);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace rocada::game

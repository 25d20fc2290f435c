// Games whose mistakes everybody knows: all of them are marked, and no move of opening theory is.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "analysis/game_analysis.h"
#include "analysis/position_search.h"
#include "book/embedded_book.h"
#include "chess/notation.h"
#include "engine/engine.h"
#include "game/pgn_game.h"
#include "support/pgn_games.h"

namespace rocada::analysis {
namespace {

// In the file $4 marks the mistakes, $6 what may be called dubious but no mistake, and the comment "theory" stands
// behind the last move of which nobody would say a bad word.
constexpr std::size_t kGames = 23;
constexpr std::uint64_t kNodes = 30'000;
constexpr std::uint8_t kKnownMistake = 4;
constexpr std::uint8_t kDubiousAtWorst = 6;

const std::vector<game::PgnGame>& known_games() {
  static const auto games = test::games_of(std::ifstream(ROCADA_SOURCE_DIR "/tests/analysis/known_games.pgn"));
  return games;
}

bool has_nag(const game::PgnMove& move, std::uint8_t nag) {
  return std::ranges::find(move.nags, nag) != move.nags.end();
}

bool is_known_mistake(const game::PgnMove& move) { return has_nag(move, kKnownMistake); }

std::size_t theory_plies(const game::PgnGame& game) {
  const auto& moves = game.main_line.moves;
  const auto last = std::ranges::find(moves, "theory", &game::PgnMove::comment);
  return static_cast<std::size_t>(last - moves.begin()) + 1;
}

TEST(KnownGames, AreAllThereWithTheirMistakes) {
  ASSERT_EQ(known_games().size(), kGames);
  for (const game::PgnGame& game : known_games()) {
    const auto& moves = game.main_line.moves;
    EXPECT_TRUE(std::ranges::any_of(moves, is_known_mistake)) << *game.tags.find("White");
    EXPECT_LT(theory_plies(game), moves.size()) << *game.tags.find("White");
  }
}

class KnownGame : public ::testing::TestWithParam<std::size_t> {};

TEST_P(KnownGame, IsJudgedAsEverybodyDoes) {
  const game::PgnGame& game = known_games().at(GetParam());
  const game::GameRecord record = game::to_game_record(game);
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  search::Limits limits;
  limits.nodes = kNodes;
  auto found = search_positions(
      engine, record, 0, record.size() + 1, limits, [] { return false; }, [] {});
  ASSERT_TRUE(found.has_value());
  const auto analysis = analyse_game(record, *std::move(found), count_book_plies(record, *book::embedded_book()));
  const std::size_t theory = theory_plies(game);
  for (std::size_t ply = 0; ply < record.size(); ++ply) {
    const JudgedMove& judged = analysis.moves[ply];
    const std::string name = *game.tags.find("White") + ", ply " + std::to_string(ply + 1) + ", " +
                             chess::to_san(record.positions()[ply], record.moves()[ply]) + ": from " +
                             std::to_string(judged.chance_before) + " to " + std::to_string(judged.chance_after);
    if (is_known_mistake(game.main_line.moves[ply])) {
      EXPECT_TRUE(is_error(judged.judgement)) << name;
    } else if (ply < theory) {
      EXPECT_FALSE(is_error(judged.judgement)) << name;
    } else if (has_nag(game.main_line.moves[ply], kDubiousAtWorst)) {
      EXPECT_TRUE(!is_error(judged.judgement) || judged.judgement == Judgement::Dubious) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, KnownGame, ::testing::Range(std::size_t{0}, kGames));

}  // namespace
}  // namespace rocada::analysis

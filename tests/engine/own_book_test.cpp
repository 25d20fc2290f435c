// The engine with an opening book: it plays from it in games, at once, and never when its own opinion is wanted.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <set>

#include "chess/notation.h"
#include "data/random_games_with_scores.h"
#include "engine/engine.h"
#include "engine/waiting_search.h"
#include "support/listener.h"
#include "support/small_book.h"

namespace rocada::engine {
namespace {

using search::Limits;
using test::TemporaryFile;
using util::Milliseconds;

class OwnBook : public ::testing::Test {
 protected:
  OwnBook() {
    // A move that no search would choose.
    test::write_book(file_.path(), test::entries_for(chess::start_position(), {{"f3", 2}, {"h4", 1}, {"a3", 0}}));
    set(OptionId::OwnBook, "true");
    set(OptionId::BookFile, file_.path());
    set(OptionId::BookBestMove, "true");
  }

  std::string set(OptionId id, const std::string& value) {
    const auto note = engine_.set_option(spec_of(id), value);
    EXPECT_TRUE(note.ok()) << (note.ok() ? "" : note.error().message);
    return note.ok() ? *note : "";
  }
  search::Finished answer(const Limits& limits, const chess::Position& position = chess::start_position()) {
    return search_to_the_end(engine_, game::GameRecord(position), limits);
  }
  static Limits on_the_clock() {
    Limits limits;
    limits.clock = search::GameClock{Milliseconds(100), Milliseconds(0), std::nullopt};
    return limits;
  }
  static Limits for_a_move() {
    Limits limits;
    limits.move_time = std::chrono::hours(1);
    limits.depth = 4;  // where the book does not answer; XBoard's `sd` in a game
    return limits;
  }

  const TemporaryFile file_{"bin"};
  util::SteadyClock clock_;
  Engine engine_{clock_};
};

TEST_F(OwnBook, IsNotForAnAnalysis) {
  set(OptionId::AnalyseMode, "true");
  EXPECT_FALSE(answer(for_a_move()).from_book);
  set(OptionId::AnalyseMode, "false");
  EXPECT_TRUE(answer(for_a_move()).from_book);
}

TEST_F(OwnBook, IsPlayedFromWithoutAnySearch) {
  for (Limits limits : {on_the_clock(), for_a_move()}) {
    for (const bool to_a_depth : {false, true}) {
      limits.depth = to_a_depth ? std::optional(4) : std::nullopt;
      const search::Finished finished = answer(limits);
      EXPECT_EQ(to_coordinates(finished.best), "f2f3");
      EXPECT_TRUE(finished.from_book);
      EXPECT_EQ(finished.effort.nodes, 0U);
      EXPECT_EQ(finished.reply, std::nullopt) << "nothing to ponder on: the next move may come from the book, too";
      EXPECT_FALSE(engine_.is_searching());
    }
  }
}

TEST_F(OwnBook, IsAskedOnlyInGames) {
  Limits nodes = on_the_clock();
  nodes.nodes = 500;
  Limits depth;
  depth.depth = 2;
  Limits mate = for_a_move();
  mate.mate = 1;
  Limits some_moves = for_a_move();
  some_moves.only_moves = {chess::parse_move(chess::start_position(), "e2e4").value(),
                           chess::parse_move(chess::start_position(), "f2f3").value()};
  for (const Limits& limits : {nodes, depth, mate, some_moves}) {
    const search::Finished finished = answer(limits);
    EXPECT_FALSE(finished.from_book);
    EXPECT_GT(finished.effort.nodes, 0U);
  }
  Limits infinite = on_the_clock();
  infinite.infinite = true;
  Limits pondering = on_the_clock();
  pondering.pondering = true;
  for (const Limits& limits : {infinite, pondering}) {
    const auto listener = std::make_shared<test::Listener>();
    engine_.start(game::GameRecord(chess::start_position()), limits, listener);
    EXPECT_TRUE(engine_.is_searching());
    engine_.stop_and_wait();
    EXPECT_FALSE(listener->results.back().from_book);
  }
}

TEST_F(OwnBook, IsOffUnlessWanted) {
  EXPECT_EQ(spec_of(OptionId::OwnBook).default_value, "false");
  set(OptionId::OwnBook, "false");
  EXPECT_FALSE(answer(for_a_move()).from_book);
  EXPECT_FALSE(engine_.book_moves(chess::start_position()).empty()) << "who asks is told all the same";
}

TEST_F(OwnBook, EndsWithTheMoveThatBookDepthNames) {
  const auto position = [](int move) {
    return chess::parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 " + std::to_string(move)).value();
  };
  set(OptionId::BookDepth, "7");
  EXPECT_TRUE(answer(for_a_move(), position(7)).from_book);
  EXPECT_FALSE(answer(for_a_move(), position(8)).from_book);
}

TEST_F(OwnBook, AnUnknownPositionIsSearched) {
  chess::Position position = chess::start_position();
  position.make(chess::parse_move(position, "e2e4").value());
  EXPECT_FALSE(answer(for_a_move(), position).from_book);
  EXPECT_FALSE(answer(for_a_move(), chess::start_position(chess::Variant::ThreeCheck)).from_book);
}

TEST_F(OwnBook, DoesNotLeadInACircle) {
  game::GameRecord game(chess::start_position());
  for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8"}) game.play(chess::parse_move(game.position(), text).value());
  EXPECT_FALSE(search_to_the_end(engine_, game, for_a_move()).from_book);
}

TEST_F(OwnBook, VariesByWeightWhenItMay) {
  set(OptionId::BookBestMove, "false");
  std::set<std::string> played;
  for (int i = 0; i < 200; ++i) played.insert(to_coordinates(answer(for_a_move()).best));
  EXPECT_EQ(played, (std::set<std::string>{"f2f3", "h2h4"}));
}

TEST_F(OwnBook, ABadFileIsRefusedAndPlayGoesOn) {
  EXPECT_EQ(set(OptionId::BookFile, ""), "book with " + std::to_string(book::embedded_book()->entries()) + " entries");
  file_.cut_at(17);
  for (const std::string& path : {file_.path(), std::string("/no/such/book.bin"), ::testing::TempDir()}) {
    const auto refused = engine_.set_option(spec_of(OptionId::BookFile), path);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find(path), std::string::npos) << refused.error().message;
    EXPECT_EQ(engine_.options().text(OptionId::BookFile), "");
    EXPECT_FALSE(answer(for_a_move()).best.is_none());
  }
}

}  // namespace
}  // namespace rocada::engine

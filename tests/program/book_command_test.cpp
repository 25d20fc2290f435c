// Opening books as a user has them: made, shown, grown, and played from.
#include <gtest/gtest.h>

#include <algorithm>

#include "book/book.h"
#include "chess/fen.h"
#include "data/random_games_with_scores.h"
#include "support/process.h"
#include "support/small_book.h"

namespace rocada::test {
namespace {

constexpr const char* kGames =
    "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
    "[Result \"1-0\"]\n\n1. e4 {good} (1. d4) c5 1-0\n\n"
    "[Result \"1-0\"]\n\n1. e4 Ke4 1-0\n\n"
    "[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n";

TEST(BookCommand, MakesABookOfGamesAndShowsIt) {
  const TemporaryFile games("pgn");
  const TemporaryFile book("bin");
  games.write(kGames);
  const Finished made = run_rocada({"book", "make", games.path(), "-o", book.path(), "--min-games", "1"});
  EXPECT_EQ(made.status, 0) << made.error;
  EXPECT_EQ(made.error, "");
  EXPECT_TRUE(made.out.starts_with("3 games, 1 bad left out, the first: " + games.path() + ", line ")) << made.out;
  EXPECT_NE(made.out.find(book.path() + ": 4 moves in 3 positions\n"), std::string::npos) << made.out;

  const Finished shown = run_rocada({"book", "show", "--book", book.path()});
  EXPECT_EQ(shown.status, 0) << shown.error;
  EXPECT_EQ(shown.out,
            "4 entries; for this position:\n"
            "  e4       80.0%  weight 4\n"
            "  d4       20.0%  weight 1\n");
  const Finished unknown = run_rocada({"book", "show", "4k3/8/8/8/8/8/8/4K2R", "w", "K", "-", "--book", book.path()});
  EXPECT_EQ(unknown.out, "4 entries; the position is not among them\n");

  const Finished shallow = run_rocada({"book", "make", games.path(), games.path(), "-o", book.path(), "--depth", "1"});
  EXPECT_EQ(shallow.status, 0) << shallow.error;
  EXPECT_NE(shallow.out.find("1 moves in 1 positions\n"), std::string::npos) << "d4 comes twice only: " << shallow.out;
}

TEST(BookCommand, ShowsTheBookInsideTheProgram) {
  const Finished shown = run_rocada({"book", "show"});
  EXPECT_EQ(shown.status, 0) << shown.error;
  EXPECT_NE(shown.out.find("for this position:"), std::string::npos) << shown.out;
}

TEST(BookCommand, GrowsABookFromItsOwnGames) {
  const TemporaryFile book("bin");
  const Finished grown = run_rocada({"book", "grow", "--games", "2", "--nodes", "5", "--depth", "2", "--min-games", "1",
                                     "--threads", "2", "--seed", "1", "-o", book.path()});
  EXPECT_EQ(grown.status, 0) << grown.error;
  EXPECT_TRUE(grown.out.starts_with("2 games of network-")) << grown.out;
  EXPECT_TRUE(book::Book::open(book.path()).ok());
}

TEST(BookCommand, TroubleIsOneLine) {
  const TemporaryFile games("pgn");
  const TemporaryFile book("bin");
  games.write(kGames);
  const TemporaryFile none("none");
  none.write("1. Ke4 *\n");
  const auto expect_error = [](const std::vector<std::string>& arguments, const std::string& words) {
    const Finished finished = run_rocada(arguments);
    EXPECT_EQ(finished.status, 2) << words;
    EXPECT_EQ(std::ranges::count(finished.error, '\n'), 1) << finished.error;
    EXPECT_NE(finished.error.find(words), std::string::npos) << "said: " << finished.error;
  };
  expect_error({"book"}, "subcommand");
  expect_error({"book", "make", games.path()}, "--out");
  expect_error({"book", "make", "-o", book.path()}, "games");
  expect_error({"book", "make", "/no/such.pgn", "-o", book.path()}, "cannot read /no/such.pgn: No such file");
  expect_error({"book", "make", "/", "-o", book.path()}, "cannot read /: Is a directory");
  expect_error({"book", "make", none.path(), "-o", book.path()}, "no game can be read; ");
  expect_error({"book", "make", "/dev/null", "-o", book.path()}, "no games of normal chess");
  expect_error({"book", "make", games.path(), "-o", book.path()}, "no move was played with success in 3 games or more");
  expect_error({"book", "make", games.path(), "-o", "/no/such/book.bin", "--min-games", "1"},
               "cannot write /no/such/book.bin");
  expect_error({"book", "make", games.path(), "-o", book.path(), "--min-games", "0"}, "--min-games");
  expect_error({"book", "make", games.path(), "-o", book.path(), "--depth", "0"}, "--depth");
  expect_error({"book", "show", "--book", games.path() + "x"}, "No such file");
  expect_error({"book", "show", "--book", none.path()}, none.path() + ": not a Polyglot book");
  expect_error({"book", "show", "nonsense"}, "bad FEN");
  expect_error({"book", "grow", "--games", "0", "--nodes", "5", "-o", book.path()}, "--games");
  EXPECT_FALSE(std::filesystem::exists(book.path()));
}

TEST(BookCommand, XBoardGetsBookMovesAtOnce) {
  const TemporaryFile file("bin");
  const chess::Position start = chess::start_position();
  chess::Position after_e4 = start;
  after_e4.make(chess::parse_move(start, "e4").value());
  auto entries = entries_for(start, {{"f3", 9}});
  const auto replies = entries_for(after_e4, {{"f6", 3}, {"g5", 1}});
  entries.insert(entries.end(), replies.begin(), replies.end());
  write_book(file.path(), entries);

  RunningEngine engine;
  engine.send("xboard\nprotover 2\nnew\nlevel 0 60 0\npost\noption OwnBook=1\noption BookBestMove=1\noption BookFile=" +
              file.path());
  EXPECT_EQ(engine.await("# book"), "# book with 3 entries");
  engine.send("hint");
  EXPECT_EQ(engine.await("Hint:"), "Hint: f2f3");
  engine.send("usermove e2e4");
  EXPECT_EQ(engine.await("move"), "move f7f6");
  EXPECT_EQ(engine.seen[engine.seen.size() - 2], "0 0 0 0 (Book: f6 75%, g5 25%)");
}

TEST(BookCommand, ABadBookIsSaidAndTheGameGoesOn) {
  const TemporaryFile file("bin");
  file.write("seventeen bytes..");
  RunningEngine engine;
  engine.send("uci\nsetoption name OwnBook value true\nsetoption name BookFile value " + file.path() + "\nisready");
  EXPECT_EQ(engine.await("info string"),
            "info string " + file.path() + ": not a Polyglot book, or cut short: 17 bytes are no multiple of 16");
  engine.send("position startpos moves e2e4 a7a6 h2h4\ngo movetime 5");
  EXPECT_TRUE(engine.await("bestmove").starts_with("bestmove "));
}

}  // namespace
}  // namespace rocada::test

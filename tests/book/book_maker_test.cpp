#include "book/book_maker.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "book/book.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "data/random_games_with_scores.h"
#include "support/random_games.h"
#include "support/small_book.h"

namespace rocada::book {
namespace {

using chess::Position;
using game::GameResult;
using test::TemporaryFile;

struct Line {
  std::vector<std::string_view> moves;
  GameResult result;
  int times = 1;
};

void add(BookMaker& maker, const Line& line) {
  std::vector<chess::Move> moves;
  Position position = chess::start_position();
  for (const std::string_view text : line.moves) {
    moves.push_back(chess::parse_move(position, text).value());
    position.make(moves.back());
  }
  for (int i = 0; i < line.times; ++i) ASSERT_TRUE(maker.add(chess::start_position(), moves, line.result).ok());
}

Position after(std::initializer_list<std::string_view> moves) {
  Position position = chess::start_position();
  for (const std::string_view text : moves) position.make(chess::parse_move(position, text).value());
  return position;
}

std::string known(const std::string& path, const Position& position) {
  return test::to_text(position, Book::open(path).value()->moves(position));
}

TEST(BookMaker, WeightsAreThePointsOfTheSideThatMoved) {
  const TemporaryFile file("bin");
  BookMaker maker({.min_games = 1});
  add(maker, {{"e4", "e5"}, GameResult::WhiteWins, 3});
  add(maker, {{"e4", "c5"}, GameResult::BlackWins, 2});
  add(maker, {{"d4", "d5"}, GameResult::Draw});
  add(maker, {{"d4", "Nf6"}, GameResult::Unknown});
  const auto summary = maker.write(file.path()).value();
  EXPECT_EQ(known(file.path(), after({})), "e4 6, d4 2");
  EXPECT_EQ(known(file.path(), after({"e4"})), "c5 4") << "e5 never scored";
  EXPECT_EQ(summary.positions, 3U);
  EXPECT_EQ(summary.entries, 5U);
  EXPECT_EQ(file.size(), 16 * summary.entries);
}

TEST(BookMaker, RareMovesAndLateMovesStayOut) {
  const TemporaryFile file("bin");
  BookMaker maker({.min_games = 2, .depth = 2});
  add(maker, {{"e4", "e5", "Nf3"}, GameResult::Draw, 2});
  add(maker, {{"d4", "d5"}, GameResult::WhiteWins});
  ASSERT_TRUE(maker.write(file.path()).ok());
  EXPECT_EQ(known(file.path(), after({})), "e4 2");
  EXPECT_EQ(known(file.path(), after({"e4"})), "e5 2");
  EXPECT_EQ(known(file.path(), after({"e4", "e5"})), "");
}

TEST(BookMaker, AGameThatRepeatsItselfIsOneGame) {
  const TemporaryFile file("bin");
  BookMaker maker({.min_games = 1});
  add(maker, {{"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"}, GameResult::Draw});
  ASSERT_TRUE(maker.write(file.path()).ok());
  EXPECT_EQ(known(file.path(), after({})), "Nf3 1");
}

TEST(BookMaker, WeightsFitIntoSixteenBitsAndKeepTheirProportion) {
  const TemporaryFile file("bin");
  BookMaker maker({.min_games = 1, .depth = 1});
  add(maker, {{"e4"}, GameResult::WhiteWins, 60'000});
  add(maker, {{"d4"}, GameResult::WhiteWins, 30'000});
  add(maker, {{"a3"}, GameResult::Draw, 1});
  ASSERT_TRUE(maker.write(file.path()).ok());
  EXPECT_EQ(known(file.path(), after({})), "e4 65535, d4 32767, a3 1");
}

TEST(BookMaker, EnPassantThatIsIllegalIsWrittenAsTheFormatWantsIt) {
  const TemporaryFile file("bin");
  BookMaker maker({.min_games = 1});
  const Position start = chess::parse_fen("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1").value();
  Position position = start;
  std::vector<chess::Move> moves;
  for (const char* text : {"d7d5", "e1d2"}) {
    moves.push_back(chess::parse_move(position, text).value());
    position.make(moves.back());
  }
  ASSERT_TRUE(maker.add(start, moves, GameResult::Draw).ok());
  ASSERT_TRUE(maker.write(file.path()).ok());
  Position pushed = start;
  pushed.make(moves.front());
  const PolyglotKey exact = polyglot_key(pushed, passed_over_by(start, moves.front()));
  ASSERT_NE(exact, polyglot_key(pushed, chess::Bitboard()));
  const std::string content = file.content();
  const auto encoded = encode_entry({exact, encode_move(moves.back()), 1});
  EXPECT_NE(content.find(std::string(reinterpret_cast<const char*>(encoded.data()), encoded.size())),
            std::string::npos);
}

TEST(BookMaker, HowMuchRoomThereIsDoesNotChangeTheBook) {
  std::vector<std::string> books;
  for (const std::size_t room : {1U, 2U, 7U, 100U, 1'000'000U}) {
    const TemporaryFile file("bin");
    BookMaker maker({.min_games = 1, .depth = 10, .room = room});
    util::Random random(1);
    for (int game = 0; game < 60; ++game) {
      std::vector<chess::Move> moves;
      Position position = chess::start_position();
      for (int ply = 0; ply < 10; ++ply) {
        const chess::MoveList legal = chess::legal_moves(position);
        moves.push_back(legal[random.below(std::min<std::uint32_t>(2, static_cast<std::uint32_t>(legal.size())))]);
        position.make(moves.back());
      }
      ASSERT_TRUE(
          maker.add(chess::start_position(), moves, game % 3 == 0 ? GameResult::WhiteWins : GameResult::Draw).ok());
    }
    ASSERT_TRUE(maker.write(file.path()).ok());
    books.push_back(file.content());
    ASSERT_TRUE(Book::open(file.path()).ok());
  }
  for (const std::string& book : books) EXPECT_EQ(book, books.front());
}

TEST(BookMaker, AFailureLeavesTheFileAsItWas) {
  const TemporaryFile file("bin");
  file.write("mine");
  BookMaker maker({.min_games = 2});
  add(maker, {{"e4"}, GameResult::WhiteWins});
  EXPECT_EQ(maker.write(file.path()).error().message, "no move was played with success in 2 games or more");
  EXPECT_EQ(file.content(), "mine");
  EXPECT_FALSE(std::filesystem::exists(file.path() + ".partial"));
  EXPECT_EQ(maker.write("/no/such/folder/book.bin").error().message,
            "cannot write /no/such/folder/book.bin: No such file or directory");
}

TEST(BookMaker, ReadsPgnWithAllThatComesWithIt) {
  std::istringstream pgn(R"([Event "one"]
[Result "1-0"]

{a comment} 1. e4! {best by test} (1. d4 d5 (1... Nf6)) e5 2. Nf3 $1 Nc6 ; rest of the line
1-0

[Event "an illegal move"]
[Result "1-0"]

1. c4 e5 2. Ke5 1-0

[Event "another game"]
[Variant "3check"]

1. a4 *

[Event "another start"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]
[SetUp "1"]

1. b4 *

[Event "two"]

1. e4 c5 1/2-1/2
)");
  const TemporaryFile file("bin");
  BookMaker maker({.min_games = 1});
  PgnTally tally;
  int told = 0;
  ASSERT_TRUE(add_games(maker, pgn, tally, [&] { ++told; }).ok());
  EXPECT_EQ(tally.games, 2U);
  EXPECT_EQ(tally.bad, 1U);
  EXPECT_EQ(tally.variants, 2U);
  EXPECT_EQ(told, 5);
  EXPECT_NE(tally.first_problem.find("game 2: 2. Ke5"), std::string::npos) << tally.first_problem;
  ASSERT_TRUE(maker.write(file.path()).ok());
  EXPECT_EQ(known(file.path(), after({})), "e4 3") << "no variations, nothing of the bad game";
  EXPECT_EQ(known(file.path(), after({"e4"})), "c5 1");
  EXPECT_EQ(known(file.path(), after({"e4", "e5"})), "Nf3 2");
}

}  // namespace
}  // namespace rocada::book

#include "book/book.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "book/embedded_book.h"
#include "chess/legality.h"
#include "data/random_games_with_scores.h"
#include "support/random_games.h"
#include "support/small_book.h"

namespace rocada::book {
namespace {

using chess::Move;
using chess::Position;
using test::entries_for;
using test::SmallBook;
using test::TemporaryFile;
using test::to_text;

const Position kStart = chess::start_position();

std::string error_of(const util::Result<std::shared_ptr<const Book>>& opened) {
  return opened.ok() ? "opened" : opened.error().message;
}

TEST(Book, MovesComeHeaviestFirst) {
  const SmallBook book(entries_for(kStart, {{"d4", 20}, {"e4", 100}, {"a3", 0}}));
  EXPECT_EQ(to_text(kStart, book->moves(kStart)), "e4 100, d4 20, a3 0");
  EXPECT_EQ(book->entries(), 3U);
}

TEST(Book, EveryPositionOfABookIsFoundAndNoOther) {
  util::Random random(3);
  for (const std::size_t size : {1U, 2U, 3U, 17U, 64U, 300U}) {
    std::vector<PolyglotEntry> entries;
    std::map<PolyglotKey, Position> positions;
    Position position = kStart;
    while (positions.size() < size) {
      const chess::MoveList moves = chess::legal_moves(position);
      if (moves.empty() || position.full_move_number() > 60) {
        position = kStart;
        continue;
      }
      if (positions.emplace(test::key_of(position), position).second) {
        for (std::size_t i = 0; i < std::min<std::size_t>(moves.size(), 1 + size % 3); ++i) {
          entries.push_back({test::key_of(position), encode_move(moves[i]), static_cast<std::uint16_t>(100 - i)});
        }
      }
      position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    const SmallBook book(entries);
    for (const auto& [key, known] : positions) {
      const chess::MoveList legal = chess::legal_moves(known);
      const std::size_t expected = std::min<std::size_t>(legal.size(), 1 + size % 3);
      const auto moves = book->moves(known);
      ASSERT_EQ(moves.size(), expected) << to_fen(known);
      EXPECT_EQ(moves.front().move, legal[0]);
    }
    // Keys before the first, after the last and between.
    for (const char* fen :
         {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "8/8/8/4k3/8/8/8/K7 b - - 0 1"}) {
      EXPECT_TRUE(book->moves(chess::parse_fen(fen).value()).empty()) << fen;
    }
  }
}

TEST(Book, WhatIsSaidTwiceCountsOnceWithBothWeights) {
  auto entries = entries_for(kStart, {{"e4", 10}, {"d4", 15}, {"e4", 10}});
  const SmallBook book(entries);
  EXPECT_EQ(to_text(kStart, book->moves(kStart)), "e4 20, d4 15");
}

TEST(Book, IllegalMovesAreLeftOut) {
  auto entries = entries_for(kStart, {{"e4", 10}});
  entries.push_back({test::key_of(kStart), 0, 99});
  entries.push_back({test::key_of(kStart), 0xFFFF, 99});
  const SmallBook book(entries);
  EXPECT_EQ(to_text(kStart, book->moves(kStart)), "e4 10");
}

TEST(Book, CastlingPromotionAndEnPassantArePlayed) {
  const auto check = [](std::string_view fen, std::string_view move) {
    const Position position = chess::parse_fen(fen).value();
    const SmallBook book(entries_for(position, {{move, 7}}));
    EXPECT_EQ(to_text(position, book->moves(position)), std::string(move) + " 7") << fen;
  };
  check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O");
  check("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O");
  check("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N");
  check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6");
}

TEST(Book, APositionIsFoundWhicheverWayItsIllegalEnPassantIsWritten) {
  const Position position = chess::parse_fen("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1").value();
  const Move move = chess::parse_move(position, "Kd2").value();
  for (const PolyglotKey key : possible_keys(position)) {
    const SmallBook book(std::vector<PolyglotEntry>{{key, encode_move(move), 5}});
    EXPECT_EQ(to_text(position, book->moves(position)), "Kd2 5");
  }
}

TEST(Book, VariantsAreNotInBooks) {
  const SmallBook book(entries_for(kStart, {{"e4", 10}}));
  EXPECT_FALSE(book->moves(kStart).empty());
  EXPECT_TRUE(book->moves(chess::start_position(chess::Variant::ThreeCheck)).empty());
  const Position chess960 = chess::chess960_start(0, 0).value();
  const SmallBook mistaken(
      std::vector<PolyglotEntry>{{test::key_of(chess960), encode_move(chess::legal_moves(chess960)[0]), 1}});
  EXPECT_TRUE(mistaken->moves(chess960).empty());
}

TEST(Book, RandomBytesNeverGiveAnIllegalMove) {
  util::Random random(11);
  std::vector<Position> positions;
  std::vector<PolyglotEntry> entries;
  test::for_each_position_of_random_games(3, [&](const Position& position) {
    positions.push_back(position);
    for (int i = 0; i < 100; ++i) {
      entries.push_back({test::key_of(position), static_cast<std::uint16_t>(random.next()),
                         static_cast<std::uint16_t>(random.next())});
    }
  });
  const SmallBook book(entries);
  std::size_t found = 0;
  for (const Position& position : positions) {
    for (const BookMove& move : book->moves(position)) {
      ASSERT_TRUE(chess::is_legal(position, move.move)) << to_fen(position);
      ++found;
    }
  }
  EXPECT_GT(found, 0U);
}

// ---------------------------------------------------------------------------------------------------------------------
// Choosing

TEST(BookChoice, TheBestIsAlwaysTheHeaviest) {
  const SmallBook book(entries_for(kStart, {{"d4", 20}, {"e4", 21}}));
  util::Random random(1);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(to_coordinates(choose(book->moves(kStart), Choice::Best, random).value()), "e2e4");
  }
}

TEST(BookChoice, WeightsAreHowOftenAMoveIsPlayed) {
  const SmallBook book(entries_for(kStart, {{"e4", 3}, {"d4", 1}, {"a3", 0}}));
  util::Random random(1);
  std::map<std::string, int> played;
  for (int i = 0; i < 4000; ++i)
    ++played[to_coordinates(choose(book->moves(kStart), Choice::Weighted, random).value())];
  EXPECT_EQ(played.size(), 2U) << "a weight of 0 is never";
  EXPECT_NEAR(played["e2e4"], 3000, 120);
  EXPECT_EQ(shares(book->moves(kStart)), (std::vector<double>{75, 25, 0}));
}

TEST(BookChoice, WithoutAnyWeightThereIsNoMove) {
  const SmallBook book(entries_for(kStart, {{"e4", 0}, {"d4", 0}}));
  util::Random random(1);
  EXPECT_EQ(choose(book->moves(kStart), Choice::Best, random), std::nullopt);
  EXPECT_EQ(choose(book->moves(kStart), Choice::Weighted, random), std::nullopt);
  EXPECT_EQ(choose({}, Choice::Weighted, random), std::nullopt);
  EXPECT_EQ(shares(book->moves(kStart)), (std::vector<double>{0, 0}));
}

// ---------------------------------------------------------------------------------------------------------------------
// Files

TEST(BookFile, IsReadWhereItLies) {
  const TemporaryFile file("bin");
  test::write_book(file.path(), entries_for(kStart, {{"e4", 3}, {"d4", 1}}));
  const auto book = Book::open(file.path()).value();
  EXPECT_EQ(to_text(kStart, book->moves(kStart)), "e4 3, d4 1");
  file.cut_at(16);
  EXPECT_EQ(to_text(kStart, book->moves(kStart)), "") << "a file that is gone knows nothing, and nobody crashes";
}

TEST(BookFile, WhatIsNoBookIsRefusedInWords) {
  const TemporaryFile file("bin");
  EXPECT_EQ(error_of(Book::open(file.path())), "cannot read " + file.path() + ": No such file or directory");
  EXPECT_EQ(error_of(Book::open(::testing::TempDir())), "cannot read " + ::testing::TempDir() + ": it is not a file");
  EXPECT_EQ(error_of(Book::open("/dev/null")), "cannot read /dev/null: it is not a file");
  file.write("");
  EXPECT_EQ(error_of(Book::open(file.path())), file.path() + ": the book is empty");

  auto entries = test::in_order(entries_for(kStart, {{"e4", 3}, {"d4", 1}}));
  test::write_book(file.path(), entries);
  file.cut_at(31);
  EXPECT_EQ(error_of(Book::open(file.path())),
            file.path() + ": not a Polyglot book, or cut short: 31 bytes are no multiple of 16");

  constexpr std::string_view kOutOfOrder = ": not a Polyglot book: its entries are not in the order of their keys";
  const std::string half = "A list of games is not a book.\n\n";
  ASSERT_EQ(half.size(), 32U);
  file.write(half + half);
  EXPECT_EQ(error_of(Book::open(file.path())), file.path() + std::string(kOutOfOrder));
  test::write_bytes(file.path(), test::to_bytes({{5, 1, 1}, {9, 1, 1}, {7, 1, 1}, {8, 1, 1}}));
  EXPECT_EQ(error_of(Book::open(file.path())), file.path() + std::string(kOutOfOrder));
  file.write(std::string(16 * 1000, '\0'));
  EXPECT_EQ(error_of(Book::open(file.path())), file.path() + ": not a Polyglot book: all its entries have one key");
}

TEST(BookFile, RandomBytesAreNoBook) {
  const TemporaryFile file("bin");
  util::Random random(5);
  for (int run = 0; run < 20; ++run) {
    std::string bytes;
    for (int i = 0; i < 1600; ++i) bytes += static_cast<char>(random.next());
    file.write(bytes);
    EXPECT_FALSE(Book::open(file.path()).ok());
  }
}

TEST(BookFile, PublicBooksKnowTheStart) {
  const std::filesystem::path folder = ROCADA_SHARED_DATA_DIR "/polyglot";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  for (const char* name : {"gnuchess_book_1.02.bin", "rodent_small.bin"}) {
    const auto book = Book::open(folder / name);
    ASSERT_TRUE(book.ok()) << error_of(book);
    EXPECT_FALSE((*book)->moves(kStart).empty()) << name;
  }
}

TEST(EmbeddedBook, IsSoundAndSmall) {
  const SharedBook& book = embedded_book();
  EXPECT_FALSE(book->moves(kStart).empty());
  EXPECT_LT(book->entries() * kEntryBytes, 200'000U);
  EXPECT_EQ(find_book("").value(), book);
}

}  // namespace
}  // namespace rocada::book

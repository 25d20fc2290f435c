#include "data/book_growth.h"

#include <gtest/gtest.h>

#include "book/book.h"
#include "chess/fen.h"
#include "data/random_games_with_scores.h"

namespace rocada::data {
namespace {

using test::TemporaryFile;

GrowthSettings small(int threads) {
  return {.network = eval::nnue::embedded_network(chess::Variant::Standard),
          .games = 4,
          .nodes = 10,
          .seed = 5,
          .opening_plies = 4,
          .threads = threads};
}

TEST(BookGrowth, TheNumberOfThreadsChangesNothing) {
  const TemporaryFile one("one");
  const TemporaryFile two("two");
  for (const auto& [file, threads] : {std::pair{&one, 1}, std::pair{&two, 2}}) {
    book::BookMaker maker({.min_games = 1, .depth = 4});
    std::uint32_t told = 0;
    const auto games = grow_book(
        small(threads), maker, [] { return false; }, [&](std::uint32_t done) { told = done; });
    ASSERT_TRUE(games.ok());
    EXPECT_EQ(*games, 4U);
    EXPECT_EQ(told, 4U);
    ASSERT_TRUE(maker.write(file->path()).ok());
  }
  EXPECT_EQ(one.content(), two.content());
  EXPECT_FALSE(book::Book::open(one.path()).value()->moves(chess::start_position()).empty());
}

TEST(BookGrowth, EndsWhenToldTo) {
  book::BookMaker maker({.min_games = 1, .depth = 4});
  EXPECT_EQ(grow_book(
                small(1), maker, [] { return true; }, [](std::uint32_t) {})
                .value(),
            0U);
}

}  // namespace
}  // namespace rocada::data

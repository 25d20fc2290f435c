#include "data/expand.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "chess/fen.h"
#include "chess/notation.h"
#include "data/random_games_with_scores.h"
#include "data/statistics.h"
#include "data/training_record.h"

namespace rocada::data {
namespace {

using chess::Color;
using chess::Square;
using test::TemporaryFile;

// A record as the trainer reads it, with code of its own.
struct ReadRecord {
  std::array<int, 64> squares{};  // 0 to 5, 8 to 13 for the other side, -1 for none
  int score = 0;
  int result = 0;
  bool held_out = false;
  int from = 0;
  int to = 0;
  int game = 0;
  int state = 0;
};

std::vector<ReadRecord> read_records(const std::string& bytes) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  std::vector<ReadRecord> records;
  for (std::size_t start = 0; start < bytes.size(); start += 32) {
    ReadRecord record;
    std::size_t pieces = 0;
    for (std::size_t square = 0; square < 64; ++square) {
      record.squares[square] = -1;
      if ((byte(start + square / 8) >> square % 8 & 1) == 0) continue;
      const int pair = byte(start + 8 + pieces / 2);
      record.squares[square] = pieces % 2 == 0 ? pair % 16 : pair / 16;
      ++pieces;
    }
    record.score = byte(start + 24) + 256 * byte(start + 25);
    if (record.score >= 32768) record.score -= 65536;
    record.result = byte(start + 26);
    record.held_out = byte(start + 27) == 1;
    const int move = byte(start + 28) + 256 * byte(start + 29);
    record.from = move % 64;
    record.to = move / 64;
    record.game = byte(start + 30);
    record.state = byte(start + 31);
    records.push_back(record);
  }
  return records;
}

void expect_describes(const ReadRecord& record, const chess::Position& position, const ScoredMove& move,
                      game::GameResult result) {
  const Color us = position.side_to_move();
  for (int file = 0; file < 8; ++file) {
    for (int rank = 0; rank < 8; ++rank) {
      const int seen_rank = us == Color::White ? rank : 7 - rank;
      const chess::Piece piece = position.piece_on(Square::at(chess::File(file), chess::Rank(rank)));
      const int expected =
          piece.is_none() ? -1 : static_cast<int>(index_of(piece.type())) + (piece.color() == us ? 0 : 8);
      ASSERT_EQ(record.squares[static_cast<std::size_t>(8 * seen_rank + file)], expected) << chess::to_fen(position);
    }
  }
  ASSERT_EQ(record.score, us == Color::White ? move.score : -move.score);
  const auto seen = [&](Square square) { return us == Color::White ? square.index() : square.index() ^ 56; };
  ASSERT_EQ(record.from, seen(move.move.from()));
  ASSERT_EQ(record.to, seen(move.move.to()));
  ASSERT_EQ(record.game, position.variant() == chess::Variant::ThreeCheck ? 1 : 0);
  ASSERT_EQ(record.state, 3 * position.checks_given(us) + position.checks_given(~us));
  const bool won = result == (us == Color::White ? game::GameResult::WhiteWins : game::GameResult::BlackWins);
  ASSERT_EQ(record.result, won ? 2 : result == game::GameResult::Draw ? 1 : 0);
}

// Nothing is dropped but checks, captures, promotions and decided scores, which always are.
constexpr Filter kEverything{0, kHighestOrdinaryScore, 2};

std::vector<ReadRecord> expand_games(const std::vector<Game>& games, const ExpandSettings& settings) {
  const TemporaryFile file("games");
  const TemporaryFile out("records");
  test::write_games(file.path(), games, 1000, test::some_origin(games.front().start.variant()));
  const auto expanded = expand({file.path()}, out.path(), settings, nullptr);
  EXPECT_TRUE(expanded.ok()) << expanded.error().message;
  EXPECT_EQ(out.size(), expanded->records * kTrainingRecordBytes);
  return read_records(out.content());
}

void expect_records_of(chess::Variant variant) {
  const auto games = test::random_games_of(variant, 60);
  for (const Filter& filter : {kEverything, Filter{}, Filter{30, 10'000, 20}}) {
    const auto records = expand_games(games, {filter, 20, 2});
    std::size_t next = 0;
    for (const Game& game : games) {
      const auto record = replay(game);
      for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const chess::Position& position = record->positions()[ply];
        if (fate_of(position, game.moves[ply], filter) != Fate::Kept) continue;
        ASSERT_LT(next, records.size());
        ASSERT_EQ(records[next].held_out, is_held_out(test::some_origin(), game.number, 20));
        expect_describes(records[next], position, game.moves[ply], game.result);
        if (::testing::Test::HasFatalFailure()) return;
        ++next;
      }
    }
    EXPECT_GT(next, 0u);
    EXPECT_EQ(next, records.size());
  }
}

TEST(Expand, RecordsAreThePositionsThatPassTheFilter) { expect_records_of(chess::Variant::Standard); }
TEST(Expand, RecordsOf3CheckCarryTheChecks) { expect_records_of(chess::Variant::ThreeCheck); }

TEST(Expand, TheNumberOfThreadsChangesNothing) {
  const auto games = test::random_games_of(chess::Variant::Standard, 40);
  const TemporaryFile file("games");
  test::write_games(file.path(), games, 300);
  const TemporaryFile one("1");
  const TemporaryFile three("3");
  ASSERT_TRUE(expand({file.path()}, one.path(), {Filter{}, 1.5, 1}, nullptr).ok());
  ASSERT_TRUE(expand({file.path()}, three.path(), {Filter{}, 1.5, 3}, nullptr).ok());
  EXPECT_GT(one.size(), 0u);
  EXPECT_EQ(one.content(), three.content());
}

TEST(Expand, TwoVariantsDoNotGoTogether) {
  const TemporaryFile normal("normal");
  const TemporaryFile checks("checks");
  const TemporaryFile out("records");
  test::write_games(normal.path(), {}, 1000);
  test::write_games(checks.path(), {}, 1000, test::some_origin(chess::Variant::ThreeCheck));
  const auto both = expand({normal.path(), checks.path()}, out.path(), {}, nullptr);
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.error().message, checks.path() + " holds games of another variant than " + normal.path());

  const TemporaryFile mixed("mixed");
  test::write_games(mixed.path(), test::random_games_of(chess::Variant::ThreeCheck, 8), 1000);
  const auto one = expand({mixed.path()}, out.path(), {}, nullptr);
  ASSERT_FALSE(one.ok());
  EXPECT_NE(one.error().message.find("is of another variant than its file"), std::string::npos);
}

TEST(Expand, AboutTheShareAskedForIsHeldOut) {
  const auto count = [](double percent) {
    int held_out = 0;
    for (std::uint32_t number = 0; number < 20'000; ++number) {
      held_out += is_held_out(test::some_origin(), number, percent);
    }
    return held_out;
  };
  EXPECT_EQ(count(0), 0);
  EXPECT_EQ(count(100), 20'000);
  EXPECT_NEAR(count(1.5), 300, 60);
}

TEST(Expand, NothingIsOverwrittenBeforeAllFilesAreGood) {
  const TemporaryFile file("games");
  const TemporaryFile out("records");
  test::write_games(file.path(), test::random_games(2));
  out.write("precious");
  const auto missing = expand({file.path(), "/no/such/file"}, out.path(), {}, nullptr);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "cannot read /no/such/file: No such file or directory");
  EXPECT_EQ(out.content(), "precious");

  const std::string before = file.content();
  EXPECT_FALSE(expand({file.path()}, file.path(), {}, nullptr).ok());
  EXPECT_EQ(file.content(), before);
}

TEST(Expand, AnIllegalMoveIsAnError) {
  auto games = test::random_games(2);
  games[1].moves[5].move = chess::Move::none();
  const TemporaryFile file("games");
  const TemporaryFile out("records");
  test::write_games(file.path(), games);
  const auto expanded = expand({file.path()}, out.path(), {}, nullptr);
  ASSERT_FALSE(expanded.ok());
  EXPECT_TRUE(expanded.error().message.starts_with(file.path() + ": game 1, move 6: a1a1 is not legal in "))
      << expanded.error().message;
  EXPECT_FALSE(std::filesystem::exists(out.path())) << "half of the records would look like all of them";
}

Fate fate(std::string_view fen, std::string_view move, int score, const Filter& filter = {}) {
  const chess::Position position = chess::parse_fen(fen).value();
  return fate_of(position, {chess::parse_move(position, move).value(), static_cast<std::int16_t>(score)}, filter);
}

TEST(Filter, EachReasonToDropAPosition) {
  constexpr std::string_view kQuiet = "4k3/7P/8/3p4/4P3/8/8/4K2R w - - 0 9";
  EXPECT_EQ(fate(kQuiet, "Ke2", 3000), Fate::Kept);
  EXPECT_EQ(fate(kQuiet, "Ke2", -3000), Fate::Kept);
  EXPECT_EQ(fate(kQuiet, "Ke2", 3001), Fate::TooHighScore);
  EXPECT_EQ(fate(kQuiet, "Ke2", -3001), Fate::TooHighScore);
  EXPECT_EQ(fate(kQuiet, "Ke2", kept_score(eval::mate_in(3)), {.max_score = 32'000}), Fate::TooHighScore);
  EXPECT_EQ(fate(kQuiet, "Ke2", kUnscored, {.max_score = 32'000}), Fate::Unscored);
  EXPECT_EQ(fate(kQuiet, "exd5", 0), Fate::NoisyMove);
  EXPECT_EQ(fate(kQuiet, "h8=N", 0), Fate::NoisyMove);
  EXPECT_EQ(fate(kQuiet, "Ke2", 0, {.min_pieces = 6}), Fate::Kept);
  EXPECT_EQ(fate(kQuiet, "Ke2", 0, {.min_pieces = 7}), Fate::TooFewPieces);
  EXPECT_EQ(fate("4k3/8/8/8/8/8/4r3/4K2R w - - 0 9", "Kf1", 0), Fate::InCheck);
  EXPECT_EQ(fate("4k3/8/8/3pP3/8/8/8/4K2R w - d6 0 9", "exd6", 0), Fate::NoisyMove);
  EXPECT_EQ(fate("4k3/8/8/3pP3/8/8/8/4K2R w K - 0 9", "O-O", 0), Fate::Kept);
  EXPECT_EQ(fate("4k3/8/8/3pP3/8/8/8/4K2R w - - 0 8", "Ke2", 0), Fate::TooEarly);
  EXPECT_EQ(fate("4k3/8/8/3pP3/8/8/8/4K2R b - - 0 8", "Ke7", 0), Fate::TooEarly);
}

TEST(Statistics, CountWhatIsInTheFile) {
  const auto games = test::random_games(30);
  const TemporaryFile file("games");
  test::write_games(file.path(), games, 1000);
  Statistics statistics(kEverything);
  for (int time = 0; time < 2; ++time) ASSERT_TRUE(gather(statistics, file.path(), 2, nullptr).ok());
  EXPECT_EQ(statistics.games(), 60u);
  std::uint64_t positions = 0;
  for (const Game& game : games) positions += 2 * game.moves.size();
  EXPECT_EQ(statistics.positions(), positions);
  const auto sum_of = [](const auto& counts) {
    std::uint64_t sum = 0;
    for (const auto& [key, count] : counts) sum += count;
    return sum;
  };
  EXPECT_EQ(sum_of(statistics.results()), 60u);
  EXPECT_EQ(sum_of(statistics.endings()), 60u);
  EXPECT_EQ(sum_of(statistics.lengths()), 60u);
  EXPECT_EQ(std::reduce(statistics.scores().begin(), statistics.scores().end()), positions);
  EXPECT_EQ(std::reduce(statistics.fates().begin(), statistics.fates().end()), positions);
  // Every position stands there twice, and a few in more than one game.
  EXPECT_GE(2 * statistics.count_duplicates(), statistics.fates()[0]);
  EXPECT_LT(2 * statistics.count_duplicates(), statistics.fates()[0] * 21 / 20);
}

TEST(Statistics, BinsOfScoresMeetWithoutGaps) {
  EXPECT_TRUE(std::ranges::is_sorted(kScoreBounds));
  Game game{0, chess::start_position()};
  game::GameRecord record(game.start);
  for (const int score : {-32'000, -3001, -3000, 0, 3000, 3001, 32'000}) {
    game.moves.push_back({chess::legal_moves(record.position())[0], static_cast<std::int16_t>(score)});
    record.play(game.moves.back().move);
  }
  Statistics statistics(kEverything);
  statistics.add(game, record);
  EXPECT_EQ(statistics.scores().front(), 2u);
  EXPECT_EQ(statistics.scores()[1], 1u);
  EXPECT_EQ(statistics.scores()[7], 1u);
  EXPECT_EQ(statistics.scores().back(), 2u);
}

}  // namespace
}  // namespace rocada::data

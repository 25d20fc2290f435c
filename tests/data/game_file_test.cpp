#include "data/game_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "data/packed_position.h"
#include "data/random_games_with_scores.h"
#include "util/checksum.h"

namespace rocada::data {
namespace {

using test::FileContent;
using test::random_games;
using test::read_games;
using test::some_origin;
using test::TemporaryFile;
using test::write_games;

constexpr std::size_t kSmallBlock = 300;

TEST(GameFile, GamesOfEveryKindComeBackAsTheyWere) {
  const auto games = random_games(200);
  int promotions = 0;
  int en_passants = 0;
  int castlings = 0;
  for (const Game& game : games) {
    for (const auto& [move, score] : game.moves) {
      promotions += move.is_promotion();
      en_passants += move.is_en_passant();
      castlings += move.is_castling();
    }
  }
  ASSERT_TRUE(promotions > 0 && en_passants > 0 && castlings > 0);
  for (const std::size_t block_bytes : {std::size_t{1}, std::size_t{5000}, GameFileWriter::kUsualBlockBytes}) {
    const TemporaryFile file("games");
    write_games(file.path(), games, block_bytes);
    const FileContent content = read_games(file.path());
    EXPECT_TRUE(content.errors.empty());
    EXPECT_EQ(content.unfinished_bytes, 0u);
    EXPECT_EQ(content.games, games);
    EXPECT_EQ(block_bytes == 1, content.block_ends.size() == games.size());
  }
}

TEST(GameFile, TheOriginComesBack) {
  const TemporaryFile file("games");
  const Origin origin{"net", ~0ULL, 1ULL << 63, 100, 37, chess::Variant::ThreeCheck, 1ULL << 62, 99};
  write_games(file.path(), {}, kSmallBlock, origin);
  const auto reader = GameFileReader::open(file.path());
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  EXPECT_EQ(reader->origin(), origin);
}

// The beginning that all versions of the header have in common.
ByteWriter header_up_to_chess960(std::uint32_t version, const Origin& origin) {
  ByteWriter header;
  header.put_bytes(Bytes{'R', 'o', 'c', 'a', 'd', 'a', 'G', 'M'});
  header.put(version);
  header.put(origin.nodes);
  header.put(origin.seed);
  header.put(static_cast<std::uint8_t>(origin.chess960_percent));
  return header;
}

// And the end.
void write_header(const TemporaryFile& file, ByteWriter header, const Origin& origin) {
  header.put(static_cast<std::uint8_t>(origin.player.size()));
  header.put_bytes(Bytes(origin.player.begin(), origin.player.end()));
  header.put(util::mixed_checksum(header.bytes()));
  file.write(std::string(header.bytes().begin(), header.bytes().end()));
}

// As it was before files told how many games are played out, and the variant.
TEST(GameFile, TheFirstVersionIsStillReadAndContinued) {
  const TemporaryFile file("games");
  const Origin origin = some_origin();
  write_header(file, header_up_to_chess960(1, origin), origin);
  const auto games = random_games(3, 20);
  write_games(file.path(), games);
  EXPECT_EQ(read_games(file.path()).games, games);
  const auto reader = GameFileReader::open(file.path());
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  EXPECT_EQ(reader->origin(), origin);
}

// As it was before files told of a sample that has scores.
TEST(GameFile, TheSecondVersionIsStillReadAndContinued) {
  const TemporaryFile file("games");
  const Origin origin = some_origin(chess::Variant::ThreeCheck);
  ByteWriter header = header_up_to_chess960(2, origin);
  header.put(static_cast<std::uint8_t>(origin.played_out_percent));
  header.put(std::uint8_t{1});
  write_header(file, std::move(header), origin);
  const auto games = test::random_games_of(origin.variant, 12);
  write_games(file.path(), games, kSmallBlock, origin);
  EXPECT_EQ(read_games(file.path()).games, games);
  const auto reader = GameFileReader::open(file.path());
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  EXPECT_EQ(reader->origin(), origin);
}

TEST(GameFile, APositionTakesFourBytesAndAGameThirtySeven) {
  const TemporaryFile file("games");
  const auto games = random_games(1);
  write_games(file.path(), {});
  const std::uint64_t empty = file.size();
  write_games(file.path(), games);
  constexpr std::uint64_t kBlockHeader = 24;
  EXPECT_EQ(file.size() - empty, kBlockHeader + 37 + 4 * games[0].moves.size());
}

TEST(GameFile, WhereverItIsCutTheWholeBlocksSurvive) {
  const TemporaryFile file("games");
  write_games(file.path(), {});
  const std::uint64_t header = file.size();
  const auto games = random_games(12, 30);
  write_games(file.path(), games, kSmallBlock);
  const FileContent whole = read_games(file.path());
  ASSERT_GT(whole.block_ends.size(), 3u);
  for (std::uint64_t size = file.size(); size-- > 0;) {
    file.cut_at(size);
    const FileContent content = read_games(file.path());
    if (size < header) {
      ASSERT_EQ(content.errors.size(), 1u);
      const char* reason = size == 0 ? "not a game file" : "ends inside its header";
      ASSERT_NE(content.errors[0].find(reason), std::string::npos) << size << ": " << content.errors[0];
      continue;
    }
    ASSERT_TRUE(content.errors.empty()) << size << ": " << content.errors[0];
    const auto blocks = std::ranges::count_if(whole.block_ends, [&](std::uint64_t end) { return end <= size; });
    ASSERT_EQ(content.block_ends.size(), static_cast<std::size_t>(blocks)) << size;
    ASSERT_EQ(content.unfinished_bytes,
              size - (blocks == 0 ? header : whole.block_ends[static_cast<std::size_t>(blocks) - 1]));
    ASSERT_TRUE(std::ranges::equal(content.games, std::span(games).first(content.games.size())));
  }
}

TEST(GameFile, AnyWrongByteIsNoticedAndNamed) {
  const TemporaryFile file("games");
  write_games(file.path(), {});
  const std::uint64_t header = file.size();
  write_games(file.path(), random_games(8, 25), kSmallBlock);
  const FileContent whole = read_games(file.path());
  for (std::size_t at = 0; at < file.size(); ++at) {
    file.flip(at, at % 8);
    const FileContent content = read_games(file.path());
    file.flip(at, at % 8);
    ASSERT_EQ(content.errors.size(), 1u) << "byte " << at;
    ASSERT_EQ(content.unfinished_bytes, 0u);
    if (at < header) continue;
    const auto block = std::ranges::upper_bound(whole.block_ends, at) - whole.block_ends.begin() + 1;
    ASSERT_NE(content.errors[0].find(fmt::format("block {} is damaged", block)), std::string::npos)
        << "byte " << at << ": " << content.errors[0];
  }
}

TEST(GameFile, BlocksAfterADamagedOneCanStillBeRead) {
  const TemporaryFile file("games");
  const auto games = random_games(5, 20);
  write_games(file.path(), games, 1);
  file.flip(read_games(file.path()).block_ends[1] - 1);
  const FileContent rest = read_games(file.path());
  ASSERT_EQ(rest.errors.size(), 1u);
  EXPECT_EQ(rest.games, (std::vector<Game>{games[0], games[2], games[3], games[4]}));
}

TEST(GameFile, AKilledFileCanBeContinuedWhereverItWasCut) {
  const TemporaryFile file("games");
  const auto games = random_games(9, 25);
  write_games(file.path(), games, kSmallBlock);
  const std::string whole = file.content();
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    file.write(whole.substr(0, size));
    {
      auto writer = GameFileWriter::open(file.path(), some_origin(), kSmallBlock);
      ASSERT_TRUE(writer.ok()) << size << ": " << writer.error().message;
      const std::vector<bool> held = writer->earlier_games();
      ASSERT_EQ(held.size(), read_games(file.path()).games.size());
      for (const Game& game : games) {
        if (game.number >= held.size() || !held[game.number]) {
          ASSERT_TRUE(writer->add(game).ok());
        }
      }
      ASSERT_TRUE(writer->finish().ok());
    }
    ASSERT_EQ(file.content(), whole) << size;
  }
}

// A number alone must not decide how much memory is taken.
TEST(GameFile, AFileWithImpossibleNumbersIsNotContinued) {
  const TemporaryFile file("games");
  auto games = random_games(3, 10);
  games[1].number = 1 << 20;  // all between were being played when the run ended
  write_games(file.path(), games);
  {
    const auto writer = GameFileWriter::open(file.path(), some_origin());
    ASSERT_TRUE(writer.ok()) << writer.error().message;
    EXPECT_EQ(std::ranges::count(writer->earlier_games(), true), 3);
  }
  games[1].number = 0xFFFFFFFF;
  std::filesystem::remove(file.path());
  write_games(file.path(), games);
  const auto writer = GameFileWriter::open(file.path(), some_origin());
  ASSERT_FALSE(writer.ok());
  EXPECT_NE(writer.error().message.find("it has a game 4294967295, but only 3 games"), std::string::npos)
      << writer.error().message;
}

TEST(GameFile, WhatDoesNotFitIsNotContinuedAndStaysAsItIs) {
  const TemporaryFile file("games");
  write_games(file.path(), random_games(3), kSmallBlock);
  const auto expect_refusal = [&](const Origin& origin, std::string_view words) {
    const std::string before = file.content();
    const auto writer = GameFileWriter::open(file.path(), origin);
    ASSERT_FALSE(writer.ok()) << words;
    EXPECT_NE(writer.error().message.find(words), std::string::npos) << writer.error().message;
    EXPECT_NE(writer.error().message.find(file.path()), std::string::npos) << writer.error().message;
    EXPECT_EQ(file.content(), before);
  };
  const Origin made = some_origin();
  expect_refusal({"other", made.nodes, made.seed, 15}, "was played by some network, not by other");
  expect_refusal({made.player, 100, made.seed, 15}, "has 5000 nodes for a move, not 100");
  expect_refusal({made.player, made.nodes, 8, 15}, "has the seed 7, not 8");
  expect_refusal({made.player, made.nodes, made.seed, 50}, "has 15% of Chess960, not 50%");
  expect_refusal({made.player, made.nodes, made.seed, 15, 100}, "has 5% of its games played out, not 100%");
  expect_refusal({made.player, made.nodes, made.seed, 15, 5, chess::Variant::ThreeCheck},
                 "holds games of normal, not of 3check");
  Origin sampled = made;
  sampled.sample_nodes = 700;
  sampled.sample_percent = 40;
  expect_refusal(sampled, "has scores of all its positions, not of 40% of them by 700 nodes");

  file.flip(file.size() / 2);
  expect_refusal(made, "is damaged");
  file.write("a shopping list\n");
  expect_refusal(made, "not a game file of Rocada");
  file.write("Roc\n");
  expect_refusal(made, "not a game file of Rocada");
}

TEST(GameFile, OnlyOneWriterAtATime) {
  const TemporaryFile file("games");
  const auto first = GameFileWriter::open(file.path(), some_origin());
  ASSERT_TRUE(first.ok());
  const auto second = GameFileWriter::open(file.path(), some_origin());
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().message.find("another process is writing"), std::string::npos) << second.error().message;
}

TEST(GameFile, ABlockWithTheRightChecksumMustStillMakeSense) {
  ByteWriter out;
  out.put(std::uint32_t{17});
  pack(out, chess::start_position());
  out.put(std::uint8_t{3});
  out.put(std::uint16_t{0});
  const auto error_of = [](const Bytes& bytes, std::uint32_t games) {
    return decode_games(Block{4, games, bytes}).error().message;
  };
  Bytes bytes = out.bytes();
  EXPECT_EQ(error_of(bytes, 1), "block 4: game 17: there is no result 3");
  bytes[bytes.size() - 3] = 1;
  EXPECT_EQ(error_of(bytes, 2), "block 4: the block ends inside a game");
  EXPECT_EQ(error_of(bytes, 0), "block 4: 37 bytes follow its last game");
  bytes[bytes.size() - 2] = 1;
  EXPECT_EQ(error_of(bytes, 1), "block 4: game 17: the block ends inside its moves");
}

TEST(KeptScore, DecidedScoresStayApartFromAllOthers) {
  EXPECT_EQ(kept_score(-123), -123);
  EXPECT_EQ(kept_score(eval::kHighestEvaluation), kHighestOrdinaryScore);
  EXPECT_FALSE(is_decided(kept_score(-eval::kHighestEvaluation)));
  for (const eval::Score score :
       {eval::mate_in(1), eval::mate_in(eval::kMaxPly), eval::tablebase_win_in(eval::kMaxPly)}) {
    EXPECT_TRUE(is_decided(kept_score(score)));
    EXPECT_TRUE(is_decided(kept_score(-score)));
  }
}

}  // namespace
}  // namespace rocada::data

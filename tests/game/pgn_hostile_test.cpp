// PGN that is wrong on purpose, or very large.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <istream>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <vector>

#include "game/pgn_reading.h"
#include "game/pgn_writer.h"
#include "game/random_pgn_games.h"

namespace rocada::game {
namespace {

TEST(PgnReader, AfterAnErrorWhatCouldBeReadIsThere) {
  std::stringstream stream(
      "[White \"A\"]\n[Result \"0-1\"]\n\n1. e4 {good} e5 (1... c5 2. Nf3 (2. Ke3) 2... d6) 2. Nf3 1-0\n\n"
      "[White \"B\"]\n\n1. Ke3 *\n\n"
      "[White \"C\"]\n\n1. d4 *\n\n");
  PgnReader reader(stream);
  ASSERT_FALSE(reader.next().ok());
  const auto part = reader.take_readable_part();
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(*part->tags.find("White"), "A");
  EXPECT_EQ(part->result, GameResult::BlackWins) << "from the tag";
  EXPECT_EQ(main_line(*part), "e4 e5");
  EXPECT_EQ(part->main_line.moves[0].comment, "good");
  ASSERT_EQ(part->main_line.moves[1].variations.size(), 1U) << "as far as it goes";
  EXPECT_EQ(reader.take_readable_part(), std::nullopt) << "taken";
  ASSERT_FALSE(reader.next().ok());
  EXPECT_EQ(reader.take_readable_part(), std::nullopt) << "no move could be read";
  const auto last = reader.next();
  ASSERT_TRUE(last.ok());
  EXPECT_EQ(*(*last)->tags.find("White"), "C");
  EXPECT_EQ(reader.take_readable_part(), std::nullopt) << "there was no error";
}

TEST(PgnReader, Limits) {
  PgnLimits limits;
  limits.variation_depth = 3;
  EXPECT_EQ(pgn_error("1. e4 (1. d4 (1. c4 (1. f4)))", limits), "");
  EXPECT_EQ(pgn_error("1. e4 (1. d4 (1. c4 (1. f4 (1. b4))))", limits),
            "line 1, column 28: game 1: variations are nested more than 3 deep");

  limits = {};
  limits.game_bytes = 100;
  const std::string rest = "\n[Event \"next\"]\n1. e4 *";
  for (const std::string& large :
       {std::string("1. e4 {") + std::string(200, 'x') + "} e5", "1. e4" + std::string(200, ' ') + "e5",
        "[Event \"" + std::string(200, 'x') + "\"]\n1. e4", std::string(99, '$') + "1. e4 e5",
        std::string(60, '{') + "}" + std::string(60, ' ') + "e4"}) {
    const Contents contents = read_all(large + rest, limits);
    ASSERT_EQ(contents.errors.size(), 1u) << large;
    ASSERT_EQ(contents.games.size(), 1u) << large;
    EXPECT_EQ(*contents.games[0].tags.find("Event"), "next");
  }
  EXPECT_EQ(pgn_error("1. e4" + std::string(200, ' ') + "e5", limits),
            "line 1, column 206: game 1: the game is longer than 100 bytes");

  limits = {};
  limits.tags = 2;
  EXPECT_EQ(pgn_error("[A \"\"][B \"\"][C \"\"] *", limits), "line 1, column 13: game 1: more than 2 tags");
  limits.plies = 3;
  EXPECT_EQ(pgn_error("1. e4 e5 (1... d5 2. d4) 2. f4 f5", limits), "line 1, column 32: game 1: more than 3 plies");
  limits.moves_in_tree = 4;
  EXPECT_EQ(pgn_error("1. e4 e5 (1... d5) () *", limits),
            "line 1, column 20: game 1: more than 4 moves and variations");
}

TEST(PgnReader, DeepNestingIsRefusedByDefault) {
  std::string text = "1. e4 ";
  for (int depth = 0; depth < 100'000; ++depth) text += depth % 2 == 0 ? "(1. d4 " : "(1. e4 ";
  EXPECT_NE(pgn_error(text).find("variations are nested more than 64 deep"), std::string::npos);
}

std::string streamed_game(int number) {
  return fmt::format(
      "[Event \"stream\"]\n[Round \"{0}\"]\n[Result \"1-0\"]\n\n1. e4 {{number {0}}} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n",
      number);
}

// Makes games as they are asked for, so that nobody ever holds all of them.
class StreamOfGames : public std::streambuf {
 public:
  explicit StreamOfGames(int games) : games_(games) {}
  std::size_t bytes_given() const { return bytes_given_; }

 protected:
  int_type underflow() override {
    if (number_ == games_) return traits_type::eof();
    text_ = streamed_game(++number_);
    bytes_given_ += text_.size();
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_.front());
  }

 private:
  int games_;
  int number_ = 0;
  std::size_t bytes_given_ = 0;
  std::string text_;
};

TEST(PgnReader, StreamsFilesLargerThanMemory) {
  constexpr int kGames = 20'000;
  constexpr std::size_t kMostReadAhead = 17'000;
  StreamOfGames source(kGames);
  std::istream stream(&source);
  PgnReader reader(stream);
  std::size_t bytes_read = 0;
  for (int number = 1; number <= kGames; ++number) {
    const auto game = reader.next();
    ASSERT_TRUE(game.ok()) << game.error().message;
    ASSERT_TRUE(game->has_value());
    ASSERT_EQ(*(*game)->tags.find("Round"), std::to_string(number));
    ASSERT_EQ((*game)->main_line.moves.size(), 5u);
    bytes_read += streamed_game(number).size();
    ASSERT_LE(source.bytes_given(), bytes_read + kMostReadAhead) << "the reader has run ahead";
  }
  EXPECT_EQ(reader.next().value(), std::nullopt);
}

class BreakingStream : public std::streambuf {
 protected:
  int_type underflow() override {
    if (std::exchange(asked_, true)) throw std::runtime_error("the disk is gone");
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_.front());
  }

 private:
  std::string text_ = "1. e4 e5 1-0 1. d4 d5 ";
  bool asked_ = false;
};

TEST(PgnReader, AStreamThatBreaksIsReportedOnce) {
  BreakingStream source;
  std::istream stream(&source);
  PgnReader reader(stream);
  std::vector<std::string> errors;
  while (true) {
    const auto next = reader.next();
    if (next.ok() && !next->has_value()) break;
    if (!next.ok()) errors.push_back(next.error().message);
    ASSERT_LT(errors.size(), 10u);
  }
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors.front().find("reading failed"), std::string::npos) << errors.front();
}

}  // namespace
}  // namespace rocada::game

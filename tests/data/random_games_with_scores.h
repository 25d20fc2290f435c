// Random games as data::Game, and files to keep them in for the length of a test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "data/game.h"
#include "data/game_file.h"
#include "game/random_records.h"

namespace rocada::test {

// A path nobody else uses; the file, if the test makes one, goes with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_(::testing::TempDir() + std::to_string(getpid()) + "." +
              ::testing::UnitTest::GetInstance()->current_test_info()->name() + "." + name) {
    std::filesystem::remove(path_);
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return std::filesystem::file_size(path_); }
  void cut_at(std::uint64_t size) const { std::filesystem::resize_file(path_, size); }
  std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Changes one bit, by its number among the eight of the byte.
  void flip(std::size_t at, std::size_t bit = 0) const {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 1 << bit));
  }
  void write(const std::string& content) const { std::ofstream(path_, std::ios::binary) << content; }

 private:
  std::string path_;
};

// Ended by the rules or broken off. Every kind of game in turn, by its number.
inline data::Game random_game(std::uint32_t number, util::Random& random, std::size_t most_plies = 150) {
  game::GameRecord record(start_in_turn(static_cast<int>(number), random));
  data::Game game{number, record.start()};
  while (record.size() < most_plies && !record.outcome().is_over()) {
    const chess::Move move = random_move(chess::legal_moves(record.position()), random);
    game.moves.push_back({move, static_cast<std::int16_t>(random.next())});
    record.play(move);
  }
  constexpr game::GameResult kResults[] = {game::GameResult::WhiteWins, game::GameResult::BlackWins,
                                           game::GameResult::Draw};
  game.result = record.outcome().is_over() ? record.outcome().result() : kResults[random.below(3)];
  return game;
}

inline std::vector<data::Game> random_games(std::uint32_t count, std::size_t most_plies = 150) {
  util::Random random(19930411);
  std::vector<data::Game> games;
  for (std::uint32_t number = 0; number < count; ++number) games.push_back(random_game(number, random, most_plies));
  return games;
}

inline data::Origin some_origin() { return {"some network", 5000, 7, 15}; }

// A file with these games in blocks of at least so many bytes.
inline void write_games(const std::string& path, const std::vector<data::Game>& games,
                        std::size_t block_bytes = data::GameFileWriter::kUsualBlockBytes,
                        const data::Origin& origin = some_origin()) {
  auto writer = data::GameFileWriter::open(path, origin, block_bytes);
  ASSERT_TRUE(writer.ok()) << writer.error().message;
  for (const data::Game& game : games) ASSERT_TRUE(writer->add(game).ok());
  ASSERT_TRUE(writer->finish().ok());
}

struct FileContent {
  std::vector<data::Game> games;
  std::vector<std::uint64_t> block_ends;
  std::vector<std::string> errors;
  std::uint64_t unfinished_bytes = 0;
};

inline FileContent read_games(const std::string& path) {
  FileContent content;
  auto reader = data::GameFileReader::open(path);
  if (!reader) {
    content.errors.push_back(reader.error().message);
    return content;
  }
  while (true) {
    const auto block = reader->next();
    if (!block) {
      content.errors.push_back(block.error().message);
      continue;
    }
    if (!*block) break;
    content.block_ends.push_back(reader->bytes_read());
    const auto games = data::decode_games(**block);
    if (!games) {
      content.errors.push_back(games.error().message);
      continue;
    }
    content.games.insert(content.games.end(), games->begin(), games->end());
  }
  content.unfinished_bytes = reader->unfinished_bytes();
  return content;
}

inline std::vector<data::Game> sorted_by_number(std::vector<data::Game> games) {
  std::ranges::sort(games, {}, &data::Game::number);
  return games;
}

}  // namespace rocada::test

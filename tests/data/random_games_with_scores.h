// Random games as data::Game.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "data/game.h"
#include "data/game_file.h"
#include "game/random_records.h"
#include "support/temporary_file.h"

namespace rocada::test {

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

// Some of them are of each variant.
inline std::vector<data::Game> random_games_of(chess::Variant variant, std::uint32_t count) {
  auto games = random_games(count);
  std::erase_if(games, [&](const data::Game& game) { return game.start.variant() != variant; });
  return games;
}

inline data::Origin some_origin(chess::Variant variant = chess::Variant::Standard) {
  return {"some network", 5000, 7, 15, data::kUsualPlayedOutPercent, variant};
}

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

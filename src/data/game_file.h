// Game files: games of one origin, about 4.4 bytes a position. All numbers have their lowest byte first.
//
//   header   8 "RocadaGM", 4 version, 8 nodes, 8 seed, 1 percent of Chess960, from version 2 on 1 percent played out
//            and 1 variant (by its number in eval/nnue/game_states.h), from version 3 on 8 nodes and 1 percent of the
//            sample that has scores, 1 length of the player's name, the name, 8 checksum of all that
//   block    4 length of its games in bytes, 4 number of games, 8 checksum of the games, 8 checksum of these 16 bytes,
//            the games
//   game     4 number, 30 start position (packed_position.h), 1 result (0 Black wins, 1 draw, 2 White wins), 2 plies;
//            for each ply 2 move (chess/move.h), 2 score (game.h)
//
// Blocks hold whole games, in any order. A run that is killed leaves at most its last block unfinished: readers end
// before it, a writer that continues the file cuts it off. Because a block's header has a checksum of its own, a wrong
// length is never mistaken for an unfinished block.
//
// Reader and writer are each used by one thread at a time.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/game.h"
#include "util/bytes.h"
#include "util/file.h"
#include "util/result.h"

namespace rocada::data {

using util::Bytes;
using util::ByteView;
using util::ByteWriter;

inline constexpr std::string_view kGameFileMagic = "RocadaGM";

struct Block {
  std::size_t number = 0;   // in the file, from 1
  std::uint32_t games = 0;  // how many it holds
  Bytes bytes{};
};

// The error, with the file it is about.
util::Error about(const std::string& file, const util::Error& error);

// A game as it stands in a block.
Bytes encode_game(const Game& game);
// The error names block and game.
util::Result<std::vector<Game>> decode_games(const Block& block);

class GameFileReader {
 public:
  // The error names the file.
  static util::Result<GameFileReader> open(const std::string& path);

  const std::string& path() const { return path_; }
  const Origin& origin() const { return origin_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t bytes_read() const { return offset_; }

  // The next block; nothing at the end. The error names the block; where only its games are damaged, the block after it
  // can be read on.
  util::Result<std::optional<Block>> next();
  // At the end: the bytes of a last block that was never finished.
  std::uint64_t unfinished_bytes() const { return bytes_ - offset_; }

 private:
  GameFileReader(std::string path, std::ifstream file, std::uint64_t bytes)
      : path_(std::move(path)), file_(std::move(file)), bytes_(bytes) {}

  util::Result<util::Done> read_header();
  util::Result<Bytes> read(std::uint64_t count);
  util::Error damaged(const std::string& reason) const;

  std::string path_;
  std::ifstream file_;
  std::uint64_t bytes_;
  std::uint64_t offset_ = 0;  // of what has not been read yet
  std::size_t blocks_ = 0;
  bool ended_ = false;
  Origin origin_;
};

class GameFileWriter {
 public:
  // Games are written once so many bytes of them have come together: a killed run loses no more than that.
  static constexpr std::size_t kUsualBlockBytes = 64 * 1024;

  // Begins a file, or continues one of the same origin. The error says what does not fit; nothing is changed then.
  // While it is open, no other process can write to the file.
  static util::Result<GameFileWriter> open(const std::string& path, const Origin& origin,
                                           std::size_t block_bytes = kUsualBlockBytes);

  // By number: the games the file held when it was opened.
  const std::vector<bool>& earlier_games() const { return earlier_games_; }

  util::Result<util::Done> add(const Game& game);
  // Writes what has been added and not been written yet. Without it, that is lost.
  util::Result<util::Done> finish();

 private:
  GameFileWriter(std::string path, util::File file, std::size_t block_bytes)
      : path_(std::move(path)), file_(std::move(file)), block_bytes_(block_bytes) {}

  util::Result<util::Done> begin_or_continue(const Origin& origin);
  util::Result<util::Done> note_earlier_games(const Origin& origin);
  util::Result<util::Done> cut_at_end();
  util::Result<util::Done> write(const Bytes& bytes);

  std::string path_;
  util::File file_;
  std::size_t block_bytes_;
  std::uint64_t end_ = 0;  // of the last whole block
  std::vector<bool> earlier_games_;
  ByteWriter games_;  // of the block to come
  std::uint32_t game_count_ = 0;
};

}  // namespace rocada::data

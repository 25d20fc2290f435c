#include "data/game_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <span>
#include <string_view>
#include <system_error>

#include "chess/game_kind.h"
#include "chess/variant.h"
#include "data/packed_position.h"
#include "eval/nnue/game_states.h"
#include "util/checksum.h"
#include "util/file.h"
#include "util/strings.h"

namespace rocada::data {

using game::GameResult;
using util::Done;
using util::Error;
using util::Result;

namespace {

// ---------------------------------------------------------------------------------------------------------------------
// The header

constexpr std::uint32_t kVersion = 3;
constexpr std::uint32_t kOldestVersion = 1;
constexpr std::uint32_t kFirstWithVariant = 2;  // and with how many games are played out
constexpr std::uint32_t kFirstWithSample = 3;
constexpr std::size_t kBytesUpToVersion = kGameFileMagic.size() + 4;
// After those, and before the name.
constexpr std::size_t header_bytes(std::uint32_t version) {
  return 8 + 8 + 1 + (version >= kFirstWithVariant ? 1 + 1 : 0) + (version >= kFirstWithSample ? 8 + 1 : 0) + 1;
}
constexpr std::size_t kLongestName = std::numeric_limits<std::uint8_t>::max();

Bytes header_of(const Origin& origin) {
  assert(origin.player.size() <= kLongestName);
  ByteWriter out;
  out.put_bytes(util::bytes_of(kGameFileMagic));
  out.put(kVersion);
  out.put(origin.nodes);
  out.put(origin.seed);
  out.put(static_cast<std::uint8_t>(origin.chess960_percent));
  out.put(static_cast<std::uint8_t>(origin.played_out_percent));
  out.put(static_cast<std::uint8_t>(eval::nnue::learned_game(origin.variant).number));
  out.put(origin.sample_nodes);
  out.put(static_cast<std::uint8_t>(origin.sample_percent));
  out.put(static_cast<std::uint8_t>(origin.player.size()));
  out.put_bytes(util::bytes_of(origin.player));
  out.put(util::mixed_checksum(out.bytes()));
  return out.bytes();
}

// What a file was made with and what is wanted, where the two differ.
std::string difference(const Origin& made, const Origin& wanted) {
  if (made.player != wanted.player) {
    return fmt::format("was played by {}, not by {}", util::printable(made.player), wanted.player);
  }
  if (made.nodes != wanted.nodes) return fmt::format("has {} nodes for a move, not {}", made.nodes, wanted.nodes);
  if (made.seed != wanted.seed) return fmt::format("has the seed {}, not {}", made.seed, wanted.seed);
  if (made.chess960_percent != wanted.chess960_percent) {
    return fmt::format("has {}% of Chess960, not {}%", made.chess960_percent, wanted.chess960_percent);
  }
  if (made.variant != wanted.variant) {
    return fmt::format("holds games of {}, not of {}", chess::words_of({made.variant}).xboard,
                       chess::words_of({wanted.variant}).xboard);
  }
  if (made.played_out_percent != wanted.played_out_percent) {
    return fmt::format("has {}% of its games played out, not {}%", made.played_out_percent, wanted.played_out_percent);
  }
  const auto sample = [](const Origin& origin) {
    if (origin.sample_nodes == 0) return std::string("all its positions");
    return fmt::format("{}% of them by {} nodes", origin.sample_percent, origin.sample_nodes);
  };
  return fmt::format("has scores of {}, not of {}", sample(made), sample(wanted));
}

// ---------------------------------------------------------------------------------------------------------------------
// Blocks and games

constexpr std::size_t kBlockHeaderBytes = 4 + 4 + 8 + 8;
constexpr std::size_t kCheckedBlockHeaderBytes = kBlockHeaderBytes - 8;
constexpr std::size_t kGameBytesBeforeMoves = 4 + kPackedPositionBytes + 1 + 2;
constexpr std::size_t kPlyBytes = 2 + 2;

// Numbers are given out from the lowest on, so what a file lacks below its highest was being played when the run ended.
constexpr std::size_t kMostGamesAtOnce = 1 << 20;

constexpr std::array kResults = {GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins};

void put_game(ByteWriter& out, const Game& game) {
  assert(game.moves.size() <= std::numeric_limits<std::uint16_t>::max());
  out.put(game.number);
  pack(out, game.start);
  out.put(static_cast<std::uint8_t>(std::ranges::find(kResults, game.result) - kResults.begin()));
  out.put(static_cast<std::uint16_t>(game.moves.size()));
  for (const auto& [move, score] : game.moves) {
    out.put(move.code());
    out.put(score);
  }
}

Result<Game> take_game(ByteReader& in) {
  if (in.left() < kGameBytesBeforeMoves) return Error{"the block ends inside a game"};
  const auto number = in.take<std::uint32_t>();
  const auto start = unpack_position(in);
  if (!start) return Error{fmt::format("game {}: {}", number, start.error().message)};
  const auto result = in.take<std::uint8_t>();
  if (result >= kResults.size()) return Error{fmt::format("game {}: there is no result {}", number, result)};
  const std::size_t plies = in.take<std::uint16_t>();
  if (in.left() < plies * kPlyBytes) return Error{fmt::format("game {}: the block ends inside its moves", number)};
  Game game{number, *start, {}, kResults[result]};
  game.moves.reserve(plies);
  for (std::size_t ply = 0; ply < plies; ++ply) {
    const auto move = chess::Move::from_code(in.take<std::uint16_t>());
    game.moves.push_back({move, in.take<std::int16_t>()});
  }
  return game;
}

}  // namespace

Error about(const std::string& file, const Error& error) { return Error{fmt::format("{}: {}", file, error.message)}; }

Bytes encode_game(const Game& game) {
  ByteWriter out;
  put_game(out, game);
  return out.take();
}

Result<std::vector<Game>> decode_games(const Block& block) {
  const auto wrong = [&](std::string_view reason) { return Error{fmt::format("block {}: {}", block.number, reason)}; };
  std::vector<Game> games;
  ByteReader in(block.bytes);
  for (std::uint32_t i = 0; i < block.games; ++i) {
    auto game = take_game(in);
    if (!game) return wrong(game.error().message);
    games.push_back(*std::move(game));
  }
  if (in.left() > 0) return wrong(fmt::format("{} bytes follow its last game", in.left()));
  return games;
}

// ---------------------------------------------------------------------------------------------------------------------
// Reading

Result<GameFileReader> GameFileReader::open(const std::string& path) {
  const auto fail = [&](const std::string& reason) { return Error{fmt::format("cannot read {}: {}", path, reason)}; };
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(util::path_of(path), failed);
  if (failed) return fail(failed.message());
  std::ifstream file(util::path_of(path), std::ios::binary);
  if (!file) return fail(std::strerror(errno));
  GameFileReader reader(path, std::move(file), bytes);
  if (const auto done = reader.read_header(); !done) return about(path, done.error());
  return reader;
}

Result<Bytes> GameFileReader::read(std::uint64_t count) {
  Bytes bytes(count);
  errno = 0;
  file_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
  if (!file_) {
    ended_ = true;
    return Error{fmt::format("cannot be read: {}", errno != 0 ? std::strerror(errno) : "it has become shorter")};
  }
  offset_ += count;
  return bytes;
}

Result<Done> GameFileReader::read_header() {
  const auto beginning = read(std::min<std::uint64_t>(bytes_, kBytesUpToVersion));
  if (!beginning) return beginning.error();
  const std::string magic =
      util::text_of(ByteView(*beginning).first(std::min(beginning->size(), kGameFileMagic.size())));
  if (magic.empty() || !kGameFileMagic.starts_with(magic)) {
    return Error{fmt::format("not a game file of Rocada: it does not begin with {}", kGameFileMagic)};
  }
  const Error cut_short{"the file ends inside its header"};
  if (beginning->size() < kBytesUpToVersion) return cut_short;
  const auto version = ByteReader(ByteView(*beginning).subspan(kGameFileMagic.size())).take<std::uint32_t>();
  if (version < kOldestVersion || version > kVersion) {
    return Error{fmt::format("version {} of the format, and this program knows only {} to {}", version, kOldestVersion,
                             kVersion)};
  }
  if (bytes_ - offset_ < header_bytes(version)) return cut_short;
  const auto facts = read(header_bytes(version));
  if (!facts) return facts.error();
  ByteReader in(*facts);
  origin_.nodes = in.take<std::uint64_t>();
  origin_.seed = in.take<std::uint64_t>();
  origin_.chess960_percent = in.take<std::uint8_t>();
  std::uint16_t variant = 0;
  if (version >= kFirstWithVariant) {
    origin_.played_out_percent = in.take<std::uint8_t>();
    variant = in.take<std::uint8_t>();
  }
  if (version >= kFirstWithSample) {
    origin_.sample_nodes = in.take<std::uint64_t>();
    origin_.sample_percent = in.take<std::uint8_t>();
  }
  const std::size_t name_bytes = in.take<std::uint8_t>();

  if (bytes_ - offset_ < name_bytes + sizeof(std::uint64_t)) return cut_short;
  const auto name = read(name_bytes);
  if (!name) return name.error();
  origin_.player = util::text_of(*name);
  const auto sum = read(sizeof(std::uint64_t));
  if (!sum) return sum.error();
  ByteWriter checked;
  for (const Bytes* part : {&*beginning, &*facts, &*name}) checked.put_bytes(*part);
  if (ByteReader(*sum).take<std::uint64_t>() != util::mixed_checksum(checked.bytes())) {
    return Error{"the header is damaged: its checksum is wrong"};
  }
  const auto* const game = eval::nnue::find_learned_game(variant);
  if (game == nullptr) return Error{fmt::format("it holds games of an unknown variant, {}", variant)};
  origin_.variant = game->variant;
  return Done{};
}

Error GameFileReader::damaged(const std::string& reason) const {
  return Error{fmt::format("block {} is damaged: {}", blocks_, reason)};
}

Result<std::optional<Block>> GameFileReader::next() {
  if (ended_ || bytes_ - offset_ < kBlockHeaderBytes) return {std::nullopt};
  const std::uint64_t start = offset_;
  const auto header = read(kBlockHeaderBytes);
  if (!header) return header.error();
  ++blocks_;
  ByteReader in(*header);
  const auto length = in.take<std::uint32_t>();
  const auto games = in.take<std::uint32_t>();
  const auto sum_of_games = in.take<std::uint64_t>();
  const auto sum_of_header = in.take<std::uint64_t>();
  if (util::mixed_checksum(ByteView(*header).first(kCheckedBlockHeaderBytes)) != sum_of_header) {
    offset_ = bytes_;
    return damaged(
        fmt::format("the checksum of its header (byte {}) is wrong, so nothing after it can be read", start));
  }
  if (bytes_ - offset_ < length) {
    ended_ = true;
    offset_ = start;
    return {std::nullopt};
  }
  auto bytes = read(length);
  if (!bytes) return bytes.error();
  if (util::mixed_checksum(*bytes) != sum_of_games) {
    return damaged(fmt::format("the checksum of its games (bytes {} to {}) is wrong", offset_ - length, offset_ - 1));
  }
  return {Block{blocks_, games, *std::move(bytes)}};
}

// ---------------------------------------------------------------------------------------------------------------------
// Writing

namespace {

Error cannot_write(const std::string& path, const char* reason) {
  return Error{fmt::format("cannot write {}: {}", path, reason)};
}

}  // namespace

Result<GameFileWriter> GameFileWriter::open(const std::string& path, const Origin& origin, std::size_t block_bytes) {
  util::File file = util::File::open_to_read_write(util::path_of(path));
  if (!file.is_open()) return cannot_write(path, std::strerror(errno));
  if (!file.lock()) return cannot_write(path, "another process is writing to it");
  GameFileWriter writer(path, std::move(file), block_bytes);
  if (const auto done = writer.begin_or_continue(origin); !done) return done.error();
  return writer;
}

Result<Done> GameFileWriter::begin_or_continue(const Origin& origin) {
  // A run may have been killed before its header was written: then nothing is lost by beginning again.
  const Bytes header = header_of(origin);
  Bytes beginning(header.size());
  const auto count = file_.read_at(0, std::as_writable_bytes(std::span(beginning)));
  if (!count) return cannot_write(path_, std::strerror(errno));
  beginning.resize(*count);
  const bool is_unfinished_header =
      beginning.size() < header.size() && std::ranges::equal(beginning, ByteView(header).first(beginning.size()));
  if (!is_unfinished_header) return note_earlier_games(origin);
  return write(header);
}

Result<Done> GameFileWriter::note_earlier_games(const Origin& origin) {
  auto reader = GameFileReader::open(path_);
  if (!reader) return reader.error();
  if (reader->origin() != origin) {
    return Error{fmt::format("{} cannot be continued: it {}", path_, difference(reader->origin(), origin))};
  }
  std::vector<std::uint32_t> numbers;
  while (true) {
    const auto block = reader->next();
    if (!block) return about(path_, block.error());
    if (!*block) break;
    const auto games = decode_games(**block);
    if (!games) return about(path_, games.error());
    for (const Game& game : *games) numbers.push_back(game.number);
  }
  for (const std::uint32_t number : numbers) {
    if (number >= numbers.size() + kMostGamesAtOnce) {
      return Error{
          fmt::format("{} cannot be continued: it has a game {}, but only {} games", path_, number, numbers.size())};
    }
    if (earlier_games_.size() <= number) earlier_games_.resize(std::size_t{number} + 1);
    earlier_games_[number] = true;
  }
  end_ = reader->bytes() - reader->unfinished_bytes();
  return cut_at_end();
}

Result<Done> GameFileWriter::cut_at_end() {
  if (!file_.resize(end_)) return cannot_write(path_, std::strerror(errno));
  return Done{};
}

// All of it or, where that fails, nothing.
Result<Done> GameFileWriter::write(const Bytes& bytes) {
  if (!file_.write_at(end_, std::as_bytes(std::span(bytes)))) {
    const Error error = cannot_write(path_, std::strerror(errno));
    [[maybe_unused]] const auto done = cut_at_end();
    return error;
  }
  end_ += bytes.size();
  return Done{};
}

Result<Done> GameFileWriter::add(const Game& game) {
  put_game(games_, game);
  ++game_count_;
  return games_.size() < block_bytes_ ? Result<Done>(Done{}) : finish();
}

Result<Done> GameFileWriter::finish() {
  if (game_count_ == 0) return Done{};
  const Bytes games = games_.take();
  ByteWriter block;
  block.put(static_cast<std::uint32_t>(games.size()));
  block.put(std::exchange(game_count_, 0));
  block.put(util::mixed_checksum(games));
  block.put(util::mixed_checksum(block.bytes()));
  block.put_bytes(games);
  return write(block.bytes());
}

}  // namespace rocada::data

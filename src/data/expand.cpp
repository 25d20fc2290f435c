#include "data/expand.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>

#include "data/game_file.h"
#include "data/training_record.h"
#include "util/file.h"
#include "util/output_file.h"
#include "util/random.h"

namespace rocada::data {

using util::Error;
using util::Result;

namespace {

// Of one block.
struct Expanded {
  Bytes records;
  ExpandSummary summary;
};

class BlockExpander {
 public:
  BlockExpander(const Origin& origin, const ExpandSettings& settings) : origin_(origin), settings_(settings) {}

  Result<Expanded> operator()(const Block& block) const {
    const auto games = decode_games(block);
    if (!games) return games.error();
    Expanded expanded;
    ByteWriter out;
    for (const Game& game : *games) {
      if (const auto done = add(game, out, expanded.summary); !done) return done.error();
    }
    expanded.records = out.take();
    return expanded;
  }

 private:
  Result<util::Done> add(const Game& game, ByteWriter& out, ExpandSummary& summary) const {
    if (game.start.variant() != origin_.variant) {
      return Error{fmt::format("game {} is of another variant than its file", game.number)};
    }
    const auto record = replay(game);
    if (!record) return record.error();
    const bool held_out = is_held_out(origin_, game.number, settings_.validation_percent);
    const RecordedGame recorded{game.result, held_out};
    std::uint64_t kept = 0;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
      const chess::Position& position = record->positions()[ply];
      if (fate_of(position, game.moves[ply], settings_.filter) != Fate::Kept) continue;
      put_training_record(out, position, game.moves[ply], recorded);
      ++kept;
    }
    ++summary.games;
    summary.positions += game.moves.size();
    summary.records += kept;
    if (held_out) summary.held_out += kept;
    return util::Done{};
  }

  const Origin& origin_;
  const ExpandSettings& settings_;
};

ExpandSummary operator+(const ExpandSummary& a, const ExpandSummary& b) {
  return {a.games + b.games, a.positions + b.positions, a.records + b.records, a.held_out + b.held_out};
}

Result<std::vector<GameFileReader>> open_all(const std::vector<std::string>& files, const std::string& out) {
  std::vector<GameFileReader> readers;
  for (const std::string& file : files) {
    auto reader = GameFileReader::open(file);
    if (!reader) return reader.error();
    std::error_code not_there;
    if (std::filesystem::equivalent(file, out, not_there)) {
      return Error{fmt::format("{} cannot be both read and written", file)};
    }
    readers.push_back(*std::move(reader));
    const GameFileReader& first = readers.front();
    if (readers.back().origin().variant != first.origin().variant) {
      return Error{fmt::format("{} holds games of another variant than {}", file, first.path())};
    }
  }
  return readers;
}

// The file of records, as it grows.
class Expansion {
 public:
  Expansion(util::OutputFile out, const ExpandSettings& settings) : out_(std::move(out)), settings_(settings) {}

  Result<util::Done> add(GameFileReader& reader, const BytesProgress& progress) {
    const BlockExpander work(reader.origin(), settings_);
    std::optional<Error> failed;
    for_each_block(reader, settings_.threads, work, [&](const Result<Expanded>& block) {
      if (!block) {
        failed = about(reader.path(), block.error());
        return false;
      }
      const auto written = out_.write({reinterpret_cast<const char*>(block->records.data()), block->records.size()});
      if (!written) {
        failed = written.error();
        return false;
      }
      total_ = total_ + block->summary;
      progress(reader.bytes_read(), reader.bytes());
      return true;
    });
    if (failed) return *failed;
    return util::Done{};
  }

  Result<ExpandSummary> finish() {
    if (const auto complete = out_.complete(); !complete) return complete.error();
    if (const auto in_place = out_.put_in_place(); !in_place) return in_place.error();
    return total_;
  }

 private:
  util::OutputFile out_;
  const ExpandSettings& settings_;
  ExpandSummary total_;
};

}  // namespace

bool is_held_out(const Origin& origin, std::uint32_t number, double validation_percent) {
  constexpr std::uint64_t kParts = 1'000'000;
  const auto held_out = static_cast<std::uint64_t>(std::llround(validation_percent / 100 * kParts));
  return util::mix(origin.seed, number) % kParts < held_out;
}

Result<ExpandSummary> expand(const std::vector<std::string>& files, const std::string& out,
                             const ExpandSettings& settings, const BytesProgress& progress) {
  auto readers = open_all(files, out);
  if (!readers) return readers.error();
  std::uint64_t all_bytes = 0;
  for (const GameFileReader& reader : *readers) all_bytes += reader.bytes();
  std::uint64_t bytes_before = 0;
  auto file = util::OutputFile::create(util::path_of(out));
  if (!file) return file.error();
  Expansion expansion(*std::move(file), settings);
  for (GameFileReader& reader : *readers) {
    const auto done = expansion.add(reader, [&](std::uint64_t bytes, std::uint64_t) {
      if (progress) progress(bytes_before + bytes, all_bytes);
    });
    if (!done) return done.error();
    bytes_before += reader.bytes();
  }
  return expansion.finish();
}

}  // namespace rocada::data

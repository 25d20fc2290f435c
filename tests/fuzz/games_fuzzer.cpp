// Game files of self-play. The fuzzer changes whole files and then puts their checksums right, so that what lies behind
// them is reached, too.
#include <cstring>
#include <string>
#include <vector>

#include "data/expand.h"
#include "data/game_file.h"
#include "data/statistics.h"
#include "data/training_record.h"
#include "data/verify.h"
#include "fuzz/laws.h"
#include "fuzz/position_laws.h"
#include "fuzz/scratch_file.h"
#include "util/bytes.h"
#include "util/checksum.h"
#include "util/random.h"

namespace rocada::fuzz {
namespace {

using data::Game;

constexpr std::size_t kNameLengthAt = 29;
constexpr std::size_t kHeaderBeforeName = 30;
constexpr std::size_t kBlockHeader = 24;
constexpr std::size_t kSum = 8;

void put_checksum(std::uint8_t* at, util::ByteView of) {
  util::ByteWriter sum;
  sum.put(util::mixed_checksum(of));
  std::memcpy(at, sum.bytes().data(), kSum);
}

// The checksums of the header and of every whole block, as the format in data/game_file.h has them.
void seal(std::uint8_t* file, std::size_t size) {
  if (size < kHeaderBeforeName) return;
  const std::size_t sum_at = kHeaderBeforeName + file[kNameLengthAt];
  if (size < sum_at + kSum) return;
  put_checksum(file + sum_at, {file, sum_at});
  for (std::size_t block = sum_at + kSum; size - block >= kBlockHeader;) {
    const std::uint64_t length = util::ByteReader({file + block, 4}).take<std::uint32_t>();
    const std::size_t games = block + kBlockHeader;
    if (size - games < length) return;
    put_checksum(file + block + 8, {file + games, static_cast<std::size_t>(length)});
    put_checksum(file + block + 16, {file + block, 16});
    block = games + static_cast<std::size_t>(length);
  }
}

// Of all blocks that can be read.
std::vector<Game> games_in(const std::string& path) {
  std::vector<Game> all;
  auto reader = data::GameFileReader::open(path);
  if (!reader) {
    require_readable(reader.error());
    return all;
  }
  while (true) {
    const auto block = reader->next();
    if (!block) {
      require_readable(block.error());
      continue;
    }
    if (!*block) break;
    const auto games = data::decode_games(**block);
    if (games) {
      all.insert(all.end(), games->begin(), games->end());
    } else {
      require_readable(games.error());
    }
  }
  require(reader->unfinished_bytes() <= reader->bytes(), "what is unfinished is part of the file");
  return all;
}

void require_written_back(const std::vector<Game>& games) {
  static const ScratchFile copy("copy");
  copy.remove();
  {
    auto writer = data::GameFileWriter::open(copy.path(), {"a network", 1, 2, 3}, 256);
    require(writer.ok(), "a file can be begun");
    for (const Game& game : games) require(writer->add(game).ok(), "a game can be written");
    require(writer->finish().ok(), "a file can be finished");
  }
  require(games_in(copy.path()) == games, "what is written is read back");
}

// Whoever continues a file keeps what is in it.
void require_continued(const ScratchFile& file, const std::vector<Game>& games) {
  const auto reader = data::GameFileReader::open(file.path());
  if (!reader) return;
  {
    auto writer = data::GameFileWriter::open(file.path(), reader->origin());
    if (!writer) return require_readable(writer.error());
    for (const Game& game : games) require(writer->earlier_games()[game.number], "earlier games are known");
  }
  require(games_in(file.path()) == games, "a file that is continued keeps its games");
}

void require_summaries(const std::string& path) {
  static const ScratchFile records("records");
  const auto verified = data::verify(
      path, 1, [](const std::string& problem) { require_readable({problem}); }, nullptr);
  data::Statistics statistics{data::Filter{}};
  const auto gathered = data::gather(statistics, path, 1, nullptr);
  require(!gathered || verified, "statistics want a file that can be verified");
  statistics.count_duplicates();
  const auto expanded = data::expand({path}, records.path(), {}, nullptr);
  if (expanded) {
    require(records.content().size() == expanded->records * data::kTrainingRecordBytes, "as many records as were told");
  }
  if (!verified) require_readable(verified.error());
  if (!gathered) require_readable(gathered.error());
  if (!expanded) require_readable(expanded.error());
}

}  // namespace
}  // namespace rocada::fuzz

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  constexpr std::uint32_t kLeftDamaged = 8;  // one in so many
  const std::size_t changed = LLVMFuzzerMutate(data, size, max_size);
  if (rocada::util::Random(seed).below(kLeftDamaged) != 0) rocada::fuzz::seal(data, changed);
  return changed;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocada;
  static const fuzz::ScratchFile file("games");
  file.write(fuzz::text_of(data, size));
  const std::vector<data::Game> games = fuzz::games_in(file.path());
  for (const data::Game& game : games) fuzz::require_sound(game.start);
  fuzz::require_summaries(file.path());
  fuzz::require_written_back(games);
  fuzz::require_continued(file, games);
  return 0;
}

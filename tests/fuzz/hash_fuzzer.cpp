// Saved hash tables. The input is a recipe: what the table held, and how its file was damaged on the way. A file is
// taken back whole or not at all, and a search can use whatever was taken back.
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "fuzz/laws.h"
#include "fuzz/recipe.h"
#include "fuzz/scratch_file.h"
#include "search/table_file.h"
#include "search/thread_pool.h"
#include "support/listener.h"

namespace rocada::fuzz {
namespace {

using search::TableEntry;
using search::TranspositionTable;

constexpr std::size_t kMib = 1;
constexpr std::uint64_t kNodes = 300;

std::uint64_t network() { return eval::nnue::embedded_network(chess::Variant::Standard)->card.checksum; }

// The start, and what one or two moves make of it: what a short search will look up.
const std::vector<chess::Position>& positions() {
  static const std::vector<chess::Position> all = [] {
    std::vector<chess::Position> found = {chess::start_position()};
    for (std::size_t i = 0; found.size() < 256; ++i) {
      const chess::Position position = found[i];
      for (const chess::Move move : chess::legal_moves(position)) found.emplace_back(position).make(move);
    }
    return found;
  }();
  return all;
}

// Bit for bit what a file may hold: store() keeps the low bits of each number.
TableEntry take_entry(Recipe& recipe, const chess::Position& position) {
  TableEntry entry;
  const auto code = recipe.take<std::uint16_t>();
  const chess::MoveList moves = chess::legal_moves(position);
  const bool legal = code < 0x8000 && !moves.empty();
  entry.move = legal ? moves[code % moves.size()] : chess::Move::from_code(code);
  entry.score = recipe.take<std::int16_t>();
  entry.static_score = recipe.take<std::int16_t>();
  entry.depth = recipe.take<std::int8_t>();
  const auto bits = recipe.take<std::uint8_t>();
  entry.bound = static_cast<search::Bound>(bits & 3);
  entry.was_pv = (bits & 4) != 0;
  return entry;
}

enum class Step : std::uint8_t { Store, NewSearch, Byte, Cut, Append, kCount };

// What happens to a file between saving and loading.
struct Damage {
  std::vector<std::pair<std::size_t, char>> bytes;
  std::size_t size = 0;

  std::string done_to(std::string file) const {
    for (const auto& [at, value] : bytes) file[at] = value;
    file.resize(size);
    return file;
  }
};

TranspositionTable empty_table() {
  TranspositionTable table;
  require(table.resize(kMib).ok(), "a small table can be had");
  return table;
}

std::string saved(const TranspositionTable& table, const ScratchFile& file) {
  const auto done = search::save_table(table, network(), file.path());
  require(done.ok(), "a table can be saved");
  return file.content();
}

// Fills the table and returns the damage to its file, of `file_size` bytes.
Damage cook(Recipe recipe, TranspositionTable& table, std::size_t file_size) {
  constexpr std::size_t kHeader = 40;
  Damage damage{{}, file_size};
  while (!recipe.at_end()) {
    switch (static_cast<Step>(recipe.take<std::uint8_t>() % static_cast<int>(Step::kCount))) {
      case Step::Store: {
        const chess::Position& position = positions()[recipe.take<std::uint8_t>()];
        table.store(position.key(), 0, take_entry(recipe, position));
        break;
      }
      case Step::NewSearch: table.new_search(); break;
      case Step::Byte: {
        const std::size_t place = recipe.take<std::uint16_t>();
        const std::size_t at = place < 0x8000 ? place % kHeader : place % file_size;
        damage.bytes.emplace_back(at, recipe.take<char>());
        break;
      }
      case Step::Cut: damage.size = recipe.below(file_size); break;
      case Step::Append: damage.size = file_size + recipe.take<std::uint8_t>(); break;
      case Step::kCount: break;
    }
  }
  return damage;
}

bool same(const TranspositionTable& a, const TranspositionTable& b) {
  for (std::size_t i = 0; i < a.cluster_count(); ++i) {
    const TranspositionTable::RawCluster ours = a.raw(i);
    const TranspositionTable::RawCluster theirs = b.raw(i);
    if (ours.data != theirs.data || ours.check != theirs.check) return false;
  }
  return a.generation() == b.generation();
}

void require_usable(TranspositionTable table) {
  static const util::SteadyClock clock;
  static search::ThreadPool pool(clock);
  pool.clear();
  pool.table() = std::move(table);
  const game::GameRecord game(chess::start_position());
  search::Limits limits;
  limits.nodes = kNodes;
  const auto listener = std::make_shared<test::Listener>();
  pool.start(game, limits, {}, listener);
  pool.wait();
  const search::Finished& answer = listener->results.back();
  require(chess::is_legal(game.position(), answer.best), "a search finds a legal move");
  require(std::abs(answer.score) <= eval::kMate, "no score is better than mate");
}

}  // namespace
}  // namespace rocada::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocada;
  static const fuzz::ScratchFile file("hash");
  static const search::TranspositionTable empty = fuzz::empty_table();
  static const std::size_t file_size = fuzz::saved(empty, file).size();
  search::TranspositionTable table = fuzz::empty_table();
  const fuzz::Damage damage = fuzz::cook(fuzz::Recipe(data, size), table, file_size);
  const std::string sound = fuzz::saved(table, file);
  const std::string damaged = damage.done_to(sound);
  if (damaged != sound) file.write(damaged);

  search::TranspositionTable loaded = fuzz::empty_table();
  const auto done = search::load_table(loaded, fuzz::network(), file.path());
  if (!done) {
    fuzz::require_readable(done.error());
    fuzz::require(fuzz::same(loaded, empty), "a refused file changes nothing");
  } else {
    fuzz::require(damaged == sound, "damage is noticed");
    fuzz::require(fuzz::same(loaded, table), "what is saved is loaded");
    fuzz::require_usable(std::move(loaded));
  }
  return 0;
}

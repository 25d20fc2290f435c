#include "tb/syzygy.h"

#include <fmt/format.h>
#include <tbprobe.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <system_error>

#include "chess/draw.h"
#include "chess/movegen.h"
#include "util/file.h"
#include "util/shared_library.h"

namespace rocada::tb {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using util::Error;

// Why libfathom is never told to stop: in Debian's version tb_free() leaves dangling pointers for the next tb_init(),
// and an empty path leaves TB_LARGEST as it was. Tables no longer wanted stay mapped, which costs address space only.

namespace {

// Debian's libfathom misreads distances above 255, which only tables of seven men hold (Fathom commit 0eb8c27).
constexpr int kMostMenWithDistances = 6;

// What is used of libfathom.
struct Fathom {
  decltype(&tb_init) init = nullptr;
  decltype(&tb_probe_wdl_impl) probe_wdl = nullptr;
  decltype(&tb_probe_root_impl) probe_root = nullptr;
  const unsigned* largest = nullptr;
};

// Loaded by name, and only once there are tables to read: so Rocada runs where libfathom is not installed.
util::Result<Fathom> load_fathom() {
  constexpr const char* kName = "fathom";
  constexpr int kVersion = 1;
  const auto missing = [](std::string_view reason) {
    return Error{fmt::format("tables cannot be read without {} ({})", util::SharedLibrary::what_to_get(kName, kVersion),
                             reason)};
  };
  const auto library = util::SharedLibrary::load(kName, kVersion);
  if (!library) return missing(library.error().message);
  Fathom fathom;
  const auto find = [&]<typename Symbol>(Symbol& symbol, const char* name) {
    symbol = reinterpret_cast<Symbol>(library->find(name));
    return symbol != nullptr;
  };
  if (find(fathom.init, "tb_init") && find(fathom.probe_wdl, "tb_probe_wdl_impl") &&
      find(fathom.probe_root, "tb_probe_root_impl") && find(fathom.largest, "TB_LARGEST")) {
    return fathom;
  }
  return missing("it lacks a function");
}

struct Library {
  // For everything, probing included: libfathom maps a table when it is first asked for, and in Debian's version two
  // threads that do so at once can crash. A lock nobody else wants costs far less than a probe.
  std::mutex mutex;
  std::weak_ptr<const Tablebases> held;  // by whoever plays with tables now
  std::optional<Fathom> fathom;          // there as soon as tables have been found
};

Library& library() {
  static Library the_only_one;
  return the_only_one;
}

std::vector<std::string> split_directories(std::string_view text) {
  std::vector<std::string> directories;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(util::directory_separators()), text.size());
    if (end > 0) directories.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return directories;
}

// The first bytes of every file of a kind, and how its name ends.
struct FileKind {
  std::string_view extension;
  std::array<char, 4> magic;
};
constexpr FileKind kResultTables = {".rtbw", {'\x71', '\xE8', '\x23', '\x5D'}};
constexpr FileKind kDistanceTables = {".rtbz", {'\xD7', '\x66', '\x0C', '\xA5'}};

// libfathom prints to standard output about files of a wrong length, and may crash on others: they must not reach it.
bool is_sound(const std::filesystem::directory_entry& file, const FileKind& kind) {
  constexpr std::uintmax_t kBlock = 64;
  constexpr std::uintmax_t kChecksum = 16;  // what follows the last whole block
  std::error_code error;
  if (file.file_size(error) % kBlock != kChecksum || error) return false;
  std::array<char, 4> start{};
  std::ifstream(file.path(), std::ios::binary).read(start.data(), start.size());
  return start == kind.magic;
}

unsigned square_of_en_passant(const Position& position) {
  // a1, libfathom's "none", is never an en passant square.
  return position.en_passant().any() ? static_cast<unsigned>(position.en_passant().first().index()) : 0;
}

PieceType promotion_of(unsigned result) {
  switch (TB_GET_PROMOTES(result)) {
    case TB_PROMOTES_QUEEN: return PieceType::Queen;
    case TB_PROMOTES_ROOK: return PieceType::Rook;
    case TB_PROMOTES_BISHOP: return PieceType::Bishop;
    case TB_PROMOTES_KNIGHT: return PieceType::Knight;
    default: return PieceType::None;
  }
}

bool is_about(unsigned result, Move move) {
  return TB_GET_FROM(result) == static_cast<unsigned>(move.from().index()) &&
         TB_GET_TO(result) == static_cast<unsigned>(move.to().index()) &&
         promotion_of(result) == (move.is_promotion() ? move.promotion_type() : PieceType::None);
}

}  // namespace

struct Tablebases::Found {
  std::set<std::string> results;  // "KQvK": a table that stands in two directories counts once
  std::set<std::string> distances;
  std::vector<std::string> missing_directories;

  util::Result<util::Done> look_in(const std::string& directory) {
    std::error_code error;
    std::filesystem::directory_iterator files(util::path_of(directory), error);
    if (error) missing_directories.push_back(directory);
    for (; !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
      const auto& path = files->path();
      const bool has_results = path.extension() == kResultTables.extension;
      if (!has_results && path.extension() != kDistanceTables.extension) continue;
      if (!is_sound(*files, has_results ? kResultTables : kDistanceTables)) {
        return Error{fmt::format("{} is damaged; remove it or fetch it again", path.string())};
      }
      (has_results ? results : distances).insert(path.stem().string());
    }
    return util::Done{};
  }
};

Tablebases::Tablebases(std::string directories, const Found& found) : directories_(std::move(directories)) {
  if (const auto& fathom = library().fathom; !found.results.empty() && fathom->init(directories_.c_str())) {
    largest_ = static_cast<int>(*fathom->largest);
  }
  summary_ = fmt::format("{} tables found", found.results.size() + found.distances.size());
  if (largest_ > 0) {
    summary_ +=
        fmt::format(": {} WDL and {} DTZ, up to {} men", found.results.size(), found.distances.size(), largest_);
  }
  for (const std::string& directory : found.missing_directories) {
    summary_ += fmt::format("; no directory {}", directory);
  }
}

util::Result<std::shared_ptr<const Tablebases>> Tablebases::open(std::string_view directories) {
  const std::vector<std::string> wanted = split_directories(directories);
  const std::string path = fmt::format("{}", fmt::join(wanted, util::directory_separators().substr(0, 1)));
  const std::scoped_lock lock(library().mutex);
  if (const auto held = library().held.lock()) {
    if (held->directories_ == path) return held;
    return Error{"tables in other directories are in use in this program"};
  }
  Found found;
  for (const std::string& directory : wanted) {
    if (const auto looked = found.look_in(directory); !looked) return looked.error();
  }
  if (!found.results.empty() && !library().fathom) {
    const auto loaded = load_fathom();
    if (!loaded) return loaded.error();
    library().fathom = *loaded;
  }
  const std::shared_ptr<const Tablebases> opened(new Tablebases(path, found));
  library().held = opened;
  return opened;
}

std::optional<Wdl> Tablebases::probe(const Position& position) const {
  if (!covers(position)) return std::nullopt;
  const std::scoped_lock lock(library().mutex);
  const unsigned result =
      library().fathom->probe_wdl(position.pieces(Color::White).bits(), position.pieces(Color::Black).bits(),
                                  position.pieces(PieceType::King).bits(), position.pieces(PieceType::Queen).bits(),
                                  position.pieces(PieceType::Rook).bits(), position.pieces(PieceType::Bishop).bits(),
                                  position.pieces(PieceType::Knight).bits(), position.pieces(PieceType::Pawn).bits(),
                                  square_of_en_passant(position), position.side_to_move() == Color::White);
  if (result == TB_RESULT_FAILED) return std::nullopt;
  return static_cast<Wdl>(result);
}

std::optional<MoveResults> Tablebases::probe_moves(const Position& position) const {
  // The counter libfathom keeps is a byte, and from here on nothing but mate matters any more.
  if (!covers(position) || position.fifty_move_count() >= chess::kFiftyMovePlies) return std::nullopt;
  if (auto results = probe_distances(position)) return results;
  return probe_results(position);
}

std::optional<MoveResults> Tablebases::probe_distances(const Position& position) const {
  if (position.occupied().count() > kMostMenWithDistances) return std::nullopt;
  std::array<unsigned, TB_MAX_MOVES> answers{};
  unsigned best = TB_RESULT_FAILED;
  {
    const std::scoped_lock lock(library().mutex);
    best =
        library().fathom->probe_root(position.pieces(Color::White).bits(), position.pieces(Color::Black).bits(),
                                     position.pieces(PieceType::King).bits(), position.pieces(PieceType::Queen).bits(),
                                     position.pieces(PieceType::Rook).bits(), position.pieces(PieceType::Bishop).bits(),
                                     position.pieces(PieceType::Knight).bits(), position.pieces(PieceType::Pawn).bits(),
                                     static_cast<unsigned>(position.fifty_move_count()), square_of_en_passant(position),
                                     position.side_to_move() == Color::White, answers.data());
  }
  if (best == TB_RESULT_FAILED || best == TB_RESULT_CHECKMATE || best == TB_RESULT_STALEMATE) return std::nullopt;
  MoveResults results{.moves = {}, .has_distances = true, .distance = static_cast<int>(TB_GET_DTZ(best))};
  for (const Move move : chess::legal_moves(position)) {
    const auto answer = std::ranges::find_if(answers, [&](unsigned candidate) { return is_about(candidate, move); });
    if (answer == answers.end()) return std::nullopt;
    results.moves.push_back({move, static_cast<Wdl>(TB_GET_WDL(*answer)), static_cast<int>(TB_GET_DTZ(*answer))});
  }
  return results;
}

std::optional<MoveResults> Tablebases::probe_results(const Position& position) const {
  MoveResults results;
  for (const Move move : chess::legal_moves(position)) {
    Position child = position;
    child.make(move);
    const auto result = probe(child);
    if (!result) return std::nullopt;
    results.moves.push_back({move, opposite(*result), 0});
  }
  if (results.moves.empty()) return std::nullopt;
  return results;
}

}  // namespace rocada::tb

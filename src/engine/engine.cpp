#include "engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <thread>

#include "eval/evaluator.h"
#include "search/table_file.h"
#include "util/ready_thread.h"

namespace rocada::engine {

using util::Done;
using util::Result;

namespace {

// Does somebody wait for a move of a game? What is asked in any other way wants the search's own opinion.
bool is_for_a_game(const search::Limits& limits) {
  return (limits.clock || limits.move_time) && !limits.infinite && !limits.pondering && !limits.mate && !limits.nodes &&
         !limits.soft_nodes && limits.only_moves.empty();
}

util::Error no_hash_file() { return {"name a file with the option HashFile first"}; }

}  // namespace

// The clock makes the book's choices, and the mistakes of a limited strength, differ from one run to the next.
Engine::Engine(const util::Clock& clock)
    : random_(static_cast<std::uint64_t>(clock.now().time_since_epoch().count())),
      game_seed_(random_.next()),
      pool_(clock) {
  if (!resize_table(options_.number(OptionId::Hash))) throw std::bad_alloc();
}

void Engine::start(const game::GameRecord& game, const search::Limits& limits,
                   std::shared_ptr<search::Observer> observer) {
  if (const auto move = choose_book_move(game, limits)) {
    stop_and_wait();
    search::Finished finished;
    finished.best = *move;
    finished.from_book = true;
    observer->finished(finished);
    return;
  }
  search::ThreadPool::Settings settings{options_.number(OptionId::MultiPv),
                                        util::Milliseconds(options_.number(OptionId::MoveOverhead)), tablebases_,
                                        networks_};
  search::Limits bounded = limits;
  settings.tablebase_settings = {options_.number(OptionId::SyzygyProbeDepth),
                                 options_.flag(OptionId::SyzygyFiftyMoveRule)};
  settings.handicap = handicap(game.position(), limits);
  if (const auto& player = settings.handicap) {
    bounded.nodes = std::min(bounded.nodes.value_or(player->nodes), player->nodes);
  } else {
    settings.team = team_;
  }
  prepare(game.position(), limits);
  pool_.start(game, bounded, settings, std::move(observer));
}

void Engine::prepare(const chess::Position& position, const search::Limits& limits) {
  think_as(plays_weakly(position, limits) ? Player::Handicapped : Player::FullStrength, position.variant());
}

// What one player has seen is not for another: a handicap's evaluations are wrong on purpose, and whoever analyses
// helps nobody who plays. Nor is what was found in one game for another, where positions may have the same key.
void Engine::think_as(Player player, chess::Variant game) {
  if (player != player_ || table_game_.value_or(game) != game) {
    stop_and_wait();
    pool_.clear();
  }
  player_ = player;
  table_game_ = game;
}

// In games alone: an analysis is always done as well as possible. Whoever ponders plays.
std::optional<search::Handicap> Engine::handicap(const chess::Position& position, const search::Limits& limits) const {
  const bool in_a_game = limits.pondering || (!limits.infinite && (limits.clock || limits.move_time));
  const auto elo = options_.limited_elo();
  if (!in_a_game || !elo) return std::nullopt;
  return search::handicap_of(*elo, game_seed_, position);
}

void Engine::stop_and_wait() {
  pool_.stop();
  pool_.wait();
}

void Engine::new_game() {
  stop_and_wait();
  game_seed_ = random_.next();
  pool_.clear();
}

Result<std::string> Engine::set_option(const OptionSpec& spec, std::string_view value) {
  Options wanted = options_;
  if (const auto set = wanted.set(spec, value); !set) return set.error();
  // A button is pressed as often as one likes, and a file of the same name may hold something else by now.
  const bool may_matter_again = spec.type == OptionType::Button || spec.type == OptionType::File;
  if (!may_matter_again && wanted.text(spec.id) == options_.text(spec.id)) return std::string();
  try {
    auto applied = apply(spec.id, wanted);
    if (applied) options_ = wanted;
    return applied;
  } catch (const std::bad_alloc&) {
    return util::Error{"not enough memory"};
  }
}

// What a new value changes at once; all others are read when a search starts.
Result<std::string> Engine::apply(OptionId id, Options& wanted) {
  switch (id) {
    case OptionId::Hash:
      if (const auto resized = resize_table(wanted.number(id)); !resized) return resized.error();
      break;
    case OptionId::ClearHash: new_game(); break;
    case OptionId::LimitStrength:
    case OptionId::Elo:
    case OptionId::Strength:
      stop_and_wait();
      pool_.clear();  // what one player has seen is not for another
      break;
    case OptionId::SyzygyFiftyMoveRule:
      stop_and_wait();
      pool_.clear();  // what was a draw may be a win now
      break;
    case OptionId::SaveHash: return save_hash();
    case OptionId::LoadHash: return load_hash();
    case OptionId::Threads: return set_threads(wanted);
    case OptionId::EvalFile: return choose_networks(wanted.text(id));
    case OptionId::SyzygyPath: return open_tablebases(wanted.text(id));
    case OptionId::BookFile: return open_book(wanted.text(id));
    case OptionId::DebugLogFile: return open_log(wanted.text(id));
    default: break;
  }
  return std::string();
}

Result<Done> Engine::resize_table(int mib) {
  stop_and_wait();
  return pool_.table().resize(static_cast<std::size_t>(mib));
}

// Threads that far outnumber the processors wait for each other: a search of many seconds would not even end in time.
Result<std::string> Engine::set_threads(Options& wanted) {
  constexpr int kMostOnEachProcessor = 4;
  const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int asked = wanted.number(OptionId::Threads);
  const int threads = util::has_threads() ? std::min(asked, kMostOnEachProcessor * processors) : 1;
  stop_and_wait();
  if (const auto set = pool_.set_threads(threads); !set) return set.error();
  if (threads == asked) return std::string();
  if (const auto set = wanted.set(spec_of(OptionId::Threads), std::to_string(threads)); !set) return set.error();
  if (!util::has_threads()) return std::string("1 thread: there are no others here");
  return fmt::format("{} threads: no more than {} for each processor", threads, kMostOnEachProcessor);
}

Result<std::string> Engine::save_hash() {
  const std::string& file = options_.text(OptionId::HashFile);
  if (file.empty()) return no_hash_file();
  if (player_ == Player::Handicapped) return util::Error{"what a limited strength has seen is not worth keeping"};
  stop_and_wait();
  if (const auto saved = search::save_table(pool_.table(), networks_.fingerprint(), file); !saved) return saved.error();
  return fmt::format("hash table saved to {}", file);
}

Result<std::string> Engine::load_hash() {
  const std::string& file = options_.text(OptionId::HashFile);
  if (file.empty()) return no_hash_file();
  stop_and_wait();
  if (const auto loaded = search::load_table(pool_.table(), networks_.fingerprint(), file); !loaded) {
    return loaded.error();
  }
  player_ = Player::FullStrength;
  table_game_.reset();
  return fmt::format("hash table loaded from {}", file);
}

Result<std::string> Engine::choose_networks(const std::string& file) {
  auto found = eval::nnue::find_networks(file);
  if (!found) return found.error();
  if (found->fingerprint() != networks_.fingerprint()) {
    new_game();  // what was learned is another network's
    networks_ = *std::move(found);
  }
  return "networks " + networks_.names();
}

Result<std::string> Engine::open_tablebases(const std::string& directories) {
  stop_and_wait();
  tablebases_.reset();  // the old ones must be out of use before others can be opened
  if (directories.empty()) return std::string("no tables");
  auto opened = tb::Tablebases::open(directories);
  if (opened) {
    tablebases_ = *std::move(opened);
    return tablebases_->summary();
  }
  if (const std::string& before = options_.text(OptionId::SyzygyPath); !before.empty()) {
    if (auto reopened = tb::Tablebases::open(before)) tablebases_ = *std::move(reopened);
  }
  return opened.error();
}

Result<std::string> Engine::open_book(const std::string& file) {
  auto opened = book::find_book(file);
  if (!opened) return opened.error();
  book_ = *std::move(opened);
  return fmt::format("book with {} entries", book_->entries());
}

Result<std::string> Engine::open_log(const std::string& file) {
  if (file.empty()) {
    const bool was_open = log_.is_open();
    log_.close();
    return std::string(was_open ? "the debug log has ended" : "");
  }
  if (const auto opened = log_.open(file); !opened) return opened.error();
  return fmt::format("debug log {}", file);
}

std::optional<chess::Move> Engine::choose_book_move(const game::GameRecord& game, const search::Limits& limits) {
  if (!options_.flag(OptionId::OwnBook) || !is_for_a_game(limits)) return std::nullopt;
  if (options_.flag(OptionId::AnalyseMode)) return std::nullopt;
  const chess::Position& position = game.position();
  if (position.full_move_number() > options_.number(OptionId::BookDepth)) return std::nullopt;
  // A book that leads in a circle must not decide the game.
  if (game.repetitions() > 0) return std::nullopt;
  const auto choice = options_.flag(OptionId::BookBestMove) ? book::Choice::Best : book::Choice::Weighted;
  return book::choose(book_->moves(position), choice, random_);
}

eval::Score Engine::evaluate(const chess::Position& position) const {
  return eval::evaluate(position, networks_.of(position.variant()));
}

}  // namespace rocada::engine

#include "engine/engine.h"

#include <fmt/format.h>

#include <cassert>

#include "eval/evaluator.h"
#include "search/table_file.h"

namespace rocada::engine {

using util::Done;
using util::Result;

Engine::Engine(const util::Clock& clock) : pool_(clock) {
  [[maybe_unused]] const auto sized = resize_table(options_.number(OptionId::Hash));
  assert(sized.ok());
}

void Engine::start(const game::GameRecord& game, const search::Limits& limits,
                   std::shared_ptr<search::Observer> observer) {
  const search::ThreadPool::Settings settings{options_.number(OptionId::MultiPv),
                                              util::Milliseconds(options_.number(OptionId::MoveOverhead)), tablebases_,
                                              network_};
  pool_.start(game, limits, settings, std::move(observer));
}

void Engine::stop_and_wait() {
  pool_.stop();
  pool_.wait();
}

void Engine::new_game() {
  stop_and_wait();
  pool_.clear();
}

Result<std::string> Engine::set_option(const OptionSpec& spec, std::string_view value) {
  Options wanted = options_;
  if (const auto set = wanted.set(spec, value); !set) return set.error();
  const bool unchanged = spec.type != OptionType::Button && wanted.text(spec.id) == options_.text(spec.id);
  if (unchanged) return std::string();
  auto applied = apply(spec.id, wanted);
  if (applied) options_ = wanted;
  return applied;
}

// What a new value changes at once; all others are read when a search starts.
Result<std::string> Engine::apply(OptionId id, const Options& wanted) {
  switch (id) {
    case OptionId::Hash:
      if (const auto resized = resize_table(wanted.number(id)); !resized) return resized.error();
      break;
    case OptionId::ClearHash: new_game(); break;
    case OptionId::SaveHash: return save_hash();
    case OptionId::LoadHash: return load_hash();
    case OptionId::Threads:
      stop_and_wait();
      pool_.set_threads(wanted.number(id));
      break;
    case OptionId::EvalFile: return load_network(wanted.text(id));
    case OptionId::SyzygyPath: return open_tablebases(wanted.text(id));
    default: break;
  }
  return std::string();
}

Result<Done> Engine::resize_table(int mib) {
  stop_and_wait();
  return pool_.table().resize(static_cast<std::size_t>(mib));
}

namespace {

util::Error no_hash_file() { return {"name a file with the option HashFile first"}; }

}  // namespace

Result<std::string> Engine::save_hash() {
  const std::string& file = options_.text(OptionId::HashFile);
  if (file.empty()) return no_hash_file();
  stop_and_wait();
  if (const auto saved = search::save_table(pool_.table(), network_->card.checksum, file); !saved) return saved.error();
  return fmt::format("hash table saved to {}", file);
}

Result<std::string> Engine::load_hash() {
  const std::string& file = options_.text(OptionId::HashFile);
  if (file.empty()) return no_hash_file();
  stop_and_wait();
  if (const auto loaded = search::load_table(pool_.table(), network_->card.checksum, file); !loaded) {
    return loaded.error();
  }
  return fmt::format("hash table loaded from {}", file);
}

Result<std::string> Engine::load_network(const std::string& file) {
  auto loaded = eval::nnue::find_network(file);
  if (!loaded) return loaded.error();
  new_game();  // what was learned is another network's
  network_ = *std::move(loaded);
  return fmt::format("network {}", network_->card.name);
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

eval::Score Engine::evaluate(const chess::Position& position) const { return eval::evaluate(position, network_); }

}  // namespace rocada::engine

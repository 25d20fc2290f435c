#include "engine/engine.h"

#include <cassert>

#include "eval/evaluator.h"

namespace rocada::engine {

using util::Done;
using util::Result;

Engine::Engine(const util::Clock& clock) : pool_(clock) {
  [[maybe_unused]] const auto sized = apply(OptionId::Hash, options_);
  assert(sized.ok());
}

void Engine::start(const game::GameRecord& game, const search::Limits& limits,
                   std::shared_ptr<search::Observer> observer) {
  const search::ThreadPool::Settings settings{options_.number(OptionId::MultiPv),
                                              util::Milliseconds(options_.number(OptionId::MoveOverhead))};
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

Result<Done> Engine::set_option(const OptionSpec& spec, std::string_view value) {
  Options wanted = options_;
  if (const auto set = wanted.set(spec, value); !set) return set.error();
  const bool unchanged = spec.type != OptionType::Button && wanted.text(spec.id) == options_.text(spec.id);
  if (unchanged) return Done{};
  if (const auto applied = apply(spec.id, wanted); !applied) return applied.error();
  options_ = wanted;
  return Done{};
}

// What a new value changes at once; all others are read when a search starts.
Result<Done> Engine::apply(OptionId id, const Options& wanted) {
  switch (id) {
    case OptionId::Hash: stop_and_wait(); return pool_.table().resize(static_cast<std::size_t>(wanted.number(id)));
    case OptionId::ClearHash: new_game(); break;
    case OptionId::Threads:
      stop_and_wait();
      pool_.set_threads(wanted.number(id));
      break;
    default: break;
  }
  return Done{};
}

eval::Score Engine::evaluate(const chess::Position& position) const { return eval::evaluate(position); }

}  // namespace rocada::engine

#include "engine/waiting_search.h"

namespace rocada::engine {

namespace {

class LastWord final : public search::Observer {
 public:
  void line(const search::Line&) override {}
  void current_move(const search::CurrentMove&) override {}
  void finished(const search::Finished& finished) override { answer = finished; }
  search::Finished answer;
};

}  // namespace

search::Finished search_to_the_end(EngineApi& engine, const game::GameRecord& game, const search::Limits& limits) {
  const auto last_word = std::make_shared<LastWord>();
  engine.start(game, limits, last_word);
  engine.wait();
  return last_word->answer;
}

}  // namespace rocada::engine

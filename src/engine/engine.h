// Engine: the real thing behind EngineApi: options, memory and the search.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "book/embedded_book.h"
#include "chess/variant.h"
#include "engine/engine_api.h"
#include "eval/nnue/networks.h"
#include "search/team.h"
#include "search/thread_pool.h"
#include "tb/syzygy.h"
#include "util/line_log.h"
#include "util/random.h"

namespace rocada::engine {

class Engine final : public EngineApi {
 public:
  // The clock must outlive the engine. Throws std::bad_alloc or std::system_error where the machine has not even the
  // memory and the thread to begin with.
  explicit Engine(const util::Clock& clock);

  void start(const game::GameRecord& game, const search::Limits& limits,
             std::shared_ptr<search::Observer> observer) override;
  void stop() override { pool_.stop(); }
  void stop_and_wait() override;
  void wait() override { pool_.wait(); }
  void ponder_hit(const std::optional<search::GameClock>& clock) override { pool_.ponder_hit(clock); }
  void pause() override { pool_.pause(); }
  void resume() override { pool_.resume(); }
  bool is_searching() const override { return pool_.is_searching(); }
  search::Effort effort() const override { return pool_.effort(); }
  void new_game() override;
  util::Result<std::string> set_option(const OptionSpec& spec, std::string_view value) override;
  const Options& options() const override { return options_; }
  eval::Score evaluate(const chess::Position& position) const override;
  std::vector<book::BookMove> book_moves(const chess::Position& position) const override {
    return book_->moves(position);
  }

  // The file the option names. Who reads and writes the lines of the conversation writes them there too.
  util::LineLog& log() { return log_; }

  // For a search on several machines. The team must outlive the engine; whoever plays below full strength plays without
  // it.
  void join(search::Team& team) { team_ = &team; }
  // Forgets what is not for such a search, which otherwise start() does.
  void prepare(const chess::Position& position, const search::Limits& limits);
  bool plays_weakly(const chess::Position& position, const search::Limits& limits) const {
    return handicap(position, limits).has_value();
  }
  // Not while the engine is called in another way; its own search may go on.
  search::TranspositionTable& table() { return pool_.table(); }
  const eval::nnue::Networks& networks() const { return networks_; }

 private:
  // Who has filled the tables of the search.
  enum class Player : std::uint8_t { FullStrength, Handicapped };
  void think_as(Player player, chess::Variant game);
  std::optional<search::Handicap> handicap(const chess::Position& position, const search::Limits& limits) const;
  // May bring the value into a range that only the machine knows.
  util::Result<std::string> apply(OptionId id, Options& wanted);
  util::Result<std::string> set_threads(Options& wanted);
  util::Result<util::Done> resize_table(int mib);
  util::Result<std::string> save_hash();
  util::Result<std::string> load_hash();
  util::Result<std::string> choose_networks(const std::string& file);
  util::Result<std::string> open_tablebases(const std::string& directories);
  util::Result<std::string> open_book(const std::string& file);
  util::Result<std::string> open_log(const std::string& file);
  std::optional<chess::Move> choose_book_move(const game::GameRecord& game, const search::Limits& limits);

  Options options_;
  eval::nnue::Networks networks_;
  book::SharedBook book_ = book::embedded_book();
  util::LineLog log_;
  util::Random random_;
  std::shared_ptr<const tb::Tablebases> tablebases_;  // null: none wanted
  std::uint64_t game_seed_;                           // what the mistakes of a limited strength are drawn from
  Player player_ = Player::FullStrength;
  std::optional<chess::Variant> table_game_;  // which the tables are filled with; none: the next one
  search::Team* team_ = nullptr;              // null: no other machine searches
  search::ThreadPool pool_;
};

}  // namespace rocada::engine

// The fleet on the host: the same players in plain loops. For tests and for measuring the search's strength.
#include "selfplay/back_ranks.h"
#include "selfplay/fleet.h"
#include "selfplay/kinds.h"
#include "selfplay/perft.h"
#include "selfplay/player.h"

namespace rocada::selfplay {

namespace {

constexpr int kTurnsInRound = 20'000;
constexpr int kUsualPlayers = 4;

template <typename Net>
class HostFleet final : public Fleet {
 public:
  HostFleet(const NetworkNumbers& network, const FleetSettings& settings)
      : settings_(settings),
        checks_count_(chess::rules_of(network.variant).check_is_progress()),
        weights_(std::make_unique<Weights<Net>>(network)),
        back_ranks_(make_back_ranks()),
        slots_(static_cast<std::size_t>(settings.players > 0 ? settings.players : kUsualPlayers)) {
    for (Slot& slot : slots_) {
      slot.memory = std::make_unique<PlayerMemory<Net>>();
      slot.player.attach(weights_->near, weights_->far, *slot.memory, slot.records);
    }
  }

  int players() const override { return static_cast<int>(slots_.size()); }

  util::Result<bool> play_round(double) override {
    ++round_;
    const GameSettings game{
        settings_.nodes, settings_.chess960_percent, settings_.played_out_percent, settings_.seed, checks_count_,
        &back_ranks_};
    const NumberSource numbers{&taken_, settings_.games, settings_.gaps.data(),
                               static_cast<std::uint32_t>(settings_.gaps.size()), settings_.first_fresh};
    bool anything_done = false;
    for (Slot& slot : slots_) {
      for (int turn = 0; turn < kTurnsInRound && slot.player.go_on(game, numbers, round_); ++turn) {
        anything_done = true;
        slot.player.turn();
      }
    }
    return anything_done;
  }

  void for_each_finished(const std::function<void(const Record&)>& function) const override {
    for (const Slot& slot : slots_) {
      for (const Record& record : slot.records) {
        if (record.finished_in == round_) function(record);
      }
    }
  }

  Totals totals() const override {
    Totals sum;
    for (const Slot& slot : slots_) sum += slot.memory->game.totals;
    return sum;
  }

 private:
  struct Slot {
    std::unique_ptr<PlayerMemory<Net>> memory;
    Record records[2];
    Player<Net, OneLane> player;
  };

  FleetSettings settings_;
  bool checks_count_;
  std::unique_ptr<Weights<Net>> weights_;
  BackRanks back_ranks_;
  std::vector<Slot> slots_;
  std::uint32_t taken_ = 0;
  std::uint32_t round_ = 0;
};

}  // namespace

util::Result<std::unique_ptr<Fleet>> Fleet::create(const NetworkNumbers& network, const FleetSettings& settings) {
  return for_kind_of(network, [&]<typename Net>(Kind<Net>) -> util::Result<std::unique_ptr<Fleet>> {
    return std::unique_ptr<Fleet>(std::make_unique<HostFleet<Net>>(network, settings));
  });
}

util::Result<std::vector<std::uint64_t>> perft_all(const std::vector<PerftTask>& tasks) {
  const auto memory = std::make_unique<PerftMemory>();
  std::vector<std::uint64_t> counts;
  for (const PerftTask& task : tasks) counts.push_back(perft(task.position, task.depth, *memory, OneLane{}));
  return counts;
}

std::string machine_name() { return "the host"; }

}  // namespace rocada::selfplay

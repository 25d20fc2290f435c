#include "app/cluster_commands.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/helped_commands.h"
#include "app/talk.h"
#include "cluster/agreement.h"
#include "cluster/farm.h"
#include "cluster/follower.h"
#include "cluster/leader.h"
#include "cluster/post.h"
#include "engine/engine.h"
#include "util/clock.h"
#include "util/ready_thread.h"

namespace rocada::app {

namespace {

// Rank 0 does its work on a thread of its own: the first one alone may talk to the others.

void complain(const util::Error& error) { fmt::print(stderr, "rocada-mpi: {}\n", error.message); }

// Rank 0 tells the user; the status of the others is of no interest to mpirun.
int refuse(const cluster::Transport& transport, const util::Error& error) {
  if (transport.rank() > 0) return 0;
  complain(error);
  return 2;
}

constexpr auto kNothingGoesOn = [] { return false; };

void tell_traffic(const std::vector<cluster::Traffic>& ranks) {
  fmt::print(stderr, "{:>4} {:>9} {:>10} {:>10} {:>10} {:>10} {:>9} {:>9}\n", "rank", "search s", "sent kB", "kB/s",
             "received", "entries", "received", "dropped");
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const cluster::Traffic& traffic = ranks[rank];
    const double seconds = static_cast<double>(traffic.search_milliseconds) / 1000;
    const double sent = static_cast<double>(traffic.bytes_sent) / 1000;
    fmt::print(stderr, "{:>4} {:>9.2f} {:>10.1f} {:>10.1f} {:>10.1f} {:>10} {:>9} {:>9}\n", rank, seconds, sent,
               seconds > 0 ? sent / seconds : 0.0, static_cast<double>(traffic.bytes_received) / 1000,
               traffic.records_sent, traffic.records_received, traffic.records_dropped);
  }
}

// A command whose units of work are handed out.
struct FarmedCommand {
  std::string identity;  // what must be the same on all ranks
  std::function<int(util::Helpers*)> command;
  int threads = 1;
  cluster::MakeHand make_hand;
};

int run_farm(const FarmedCommand& farm, cluster::Transport& transport) {
  if (const auto agreed = cluster::agree(transport, farm.identity); !agreed) return refuse(transport, agreed.error());
  cluster::Post post(transport);
  if (transport.rank() > 0) {
    cluster::Hands hands(post, farm.threads, farm.make_hand);
    hands.begin();
    post.run([&](const cluster::Message& message) { hands.handle(message); }, kNothingGoesOn);
    return 0;
  }
  cluster::Foreman foreman(post);
  int status = 0;
  std::thread command = util::start_thread([&] {
    status = farm.command(post.size() > 1 ? &foreman : nullptr);
    if (const auto dismissed = foreman.dismiss(); !dismissed) {
      complain(dismissed.error());
      status = kRankIsSilent;
    }
    post.end();
  });
  post.run([&](const cluster::Message& message) { foreman.handle(message); }, kNothingGoesOn);
  command.join();
  return status;
}

// Where something is missing, what is missing: rank 0 tells it as the plain command does.
std::string identity_with(const util::Result<std::string>& means) {
  return fmt::format("{}, {}", cluster::program_identity(), means ? *means : means.error().message);
}

}  // namespace

int cluster_talk_command(const ClusterTalkArguments& arguments, cluster::Transport& transport) {
  if (const auto agreed = cluster::agree(transport, cluster::program_identity()); !agreed) {
    return refuse(transport, agreed.error());
  }
  transport.find_neighbours();
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  cluster::Post post(transport);
  if (transport.rank() > 0) {
    cluster::Follower follower(engine, post);
    post.run([&](const cluster::Message& message) { follower.handle(message); }, [&] { return follower.turn(); });
    return 0;
  }
  cluster::Leader leader(engine, post);
  int status = 0;
  std::thread conversation = util::start_thread([&] {
    talk(leader, engine.log());
    if (const auto dismissed = leader.dismiss(); !dismissed) {
      complain(dismissed.error());
      status = kRankIsSilent;
    }
    post.end();
  });
  post.run([&](const cluster::Message& message) { leader.handle(message); }, [&] { return leader.turn(); });
  conversation.join();
  if (arguments.traffic) tell_traffic(leader.traffic());
  return status;
}

int cluster_analyse_command(const AnalyseArguments& arguments, cluster::Transport& transport) {
  const analysis::AnalysisSettings settings = settings_of(arguments);
  const cluster::MakeHand make_hand = [&](const std::function<bool()>& should_stop) -> util::Result<cluster::DoUnit> {
    auto created = analysis::PartSearcher::create(settings);
    if (!created) return created.error();
    const std::shared_ptr<analysis::PartSearcher> searcher = *std::move(created);
    return cluster::DoUnit([=](std::string_view unit) { return searcher->search(unit, should_stop); });
  };
  return run_farm(
      {identity_with(analysis::means_of(settings)),
       [&](util::Helpers* helpers) { return analyse_command(arguments, helpers); }, settings.threads, make_hand},
      transport);
}

int cluster_datagen_command(const DatagenArguments& arguments, cluster::Transport& transport) {
  const auto settings = settings_of(arguments);
  const cluster::MakeHand make_hand = [&](const std::function<bool()>& should_stop) -> util::Result<cluster::DoUnit> {
    if (!settings) return settings.error();
    auto created = data::SelfPlayer::create(settings->origin, settings->network);
    if (!created) return created.error();
    const auto player = std::make_shared<data::SelfPlayer>(*std::move(created));
    return cluster::DoUnit([=](std::string_view unit) { return data::play_unit(*player, unit, should_stop); });
  };
  const util::Result<std::string> means = settings ? util::Result(settings->origin.player) : settings.error();
  return run_farm({identity_with(means), [&](util::Helpers* helpers) { return datagen_command(arguments, helpers); },
                   arguments.threads, make_hand},
                  transport);
}

}  // namespace rocada::app

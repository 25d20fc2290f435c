#include "cluster/agreement.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "cluster/in_process_transport.h"
#include "eval/nnue/embedded_network.h"
#include "eval/nnue/game_states.h"

namespace rocada::cluster {
namespace {

std::vector<std::string> verdicts_on(const std::vector<std::string>& identities) {
  test::InProcessCluster cluster(static_cast<int>(identities.size()));
  std::vector<std::string> verdicts(identities.size());
  {
    std::vector<std::jthread> ranks;
    for (std::size_t rank = 0; rank < identities.size(); ++rank) {
      ranks.emplace_back([&, rank] {
        const auto agreed = agree(cluster[static_cast<int>(rank)], identities[rank]);
        verdicts[rank] = agreed ? "" : agreed.error().message;
      });
    }
  }
  return verdicts;
}

TEST(Agreement, SameProgramsAgree) { EXPECT_EQ(verdicts_on({"a", "a", "a"}), std::vector<std::string>(3, "")); }

TEST(Agreement, AllHearOfTheOneThatDiffers) {
  EXPECT_EQ(verdicts_on({"a", "a", "b"}), std::vector<std::string>(3, "rank 2 on host2 runs b, rank 0 on host0 a"));
}

TEST(Agreement, IsAboutTheNetworksOfAllGames) {
  for (const eval::nnue::LearnedGame& game : eval::nnue::kLearnedGames) {
    const std::string checksum = fmt::format("{:016x}", eval::nnue::embedded_network(game.variant)->card.checksum);
    EXPECT_NE(program_identity().find(checksum), std::string::npos) << game.name;
  }
}

TEST(Agreement, OneAloneAgrees) { EXPECT_EQ(verdicts_on({"a"}), std::vector<std::string>(1, "")); }

}  // namespace
}  // namespace rocada::cluster

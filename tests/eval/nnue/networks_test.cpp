#include "eval/nnue/networks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "eval/nnue/embedded_network.h"
#include "support/random_network.h"
#include "support/small_book.h"
#include "support/temporary_file.h"

namespace rocada::eval::nnue {
namespace {

using chess::Variant;

SharedNetwork random_for(Variant variant) {
  return parse_network(test::to_file(*test::random_network(5, variant))).value();
}

TEST(Networks, AreTheEmbeddedOnesUntilOneIsPutInItsPlace) {
  Networks networks;
  const std::uint64_t embedded = networks.fingerprint();
  EXPECT_EQ(networks.of(Variant::Standard), embedded_network(Variant::Standard));
  EXPECT_EQ(networks.of(Variant::ThreeCheck), embedded_network(Variant::ThreeCheck));
  const SharedNetwork other = random_for(Variant::ThreeCheck);
  networks.put(other);
  EXPECT_EQ(networks.of(Variant::Standard), embedded_network(Variant::Standard));
  EXPECT_EQ(networks.of(Variant::ThreeCheck), other);
  EXPECT_NE(networks.fingerprint(), embedded);
}

TEST(Networks, EveryOneOfThemCountsForTheFingerprint) {
  const Networks embedded;
  for (const LearnedGame& game : kLearnedGames) {
    Networks networks;
    networks.put(random_for(game.variant));
    EXPECT_NE(networks.fingerprint(), embedded.fingerprint()) << game.name;
    EXPECT_NE(networks.checksums(), embedded.checksums()) << game.name;
    EXPECT_NE(networks.names().find(fmt::format("random for {}", game.name)), std::string::npos) << networks.names();
  }
}

class NetworkOfAFile : public ::testing::Test {
 protected:
  NetworkOfAFile() { test::write_bytes(file_.path(), test::to_file(*test::random_network(5, Variant::ThreeCheck))); }
  const test::TemporaryFile file_{"network"};
  const std::string& path_ = file_.path();
};

TEST_F(NetworkOfAFile, IsRefusedForAnotherGame) {
  EXPECT_EQ(find_network(path_, Variant::ThreeCheck).value()->card.name, "random");
  EXPECT_EQ(find_network(path_, Variant::Standard).error().message,
            path_ + " is a network for 3-check, not for normal chess");
  EXPECT_EQ(find_network("", Variant::Standard).value(), embedded_network(Variant::Standard));
  EXPECT_FALSE(find_network("/nowhere.nnue", Variant::Standard));
}

TEST_F(NetworkOfAFile, TakesThePlaceOfItsOwnGame) {
  const Networks networks = find_networks(path_).value();
  EXPECT_EQ(networks.of(Variant::ThreeCheck)->card.name, "random");
  EXPECT_EQ(networks.of(Variant::Standard), embedded_network(Variant::Standard));
  EXPECT_EQ(find_networks("").value().fingerprint(), Networks().fingerprint());
  EXPECT_FALSE(find_networks("/nowhere.nnue"));
}

}  // namespace
}  // namespace rocada::eval::nnue

// `rocada net` of the real binary, with networks of random numbers.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "eval/nnue/simd/choice.h"
#include "support/process.h"
#include "support/random_network.h"

namespace rocada::test {
namespace {

class NetCommand : public ::testing::Test {
 protected:
  NetCommand() : folder_(std::filesystem::path(::testing::TempDir()) / ("nets" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~NetCommand() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::vector<std::byte>& bytes) {
    const auto path = folder_ / name;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path;
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(NetCommand, InfoTellsNameChecksumAndShape) {
  const std::vector<std::byte> bytes = to_file(*random_network());
  const Finished finished = run_rocada({"net", "info", write("good.nnue", bytes)});
  EXPECT_EQ(finished.status, 0) << finished.error;
  EXPECT_NE(finished.out.find("random\n"), std::string::npos) << finished.out;
  const std::string inputs = std::to_string(768 * eval::nnue::kKingZones + 768 * 4);
  const std::string neurons = std::to_string(eval::nnue::kHidden) + " -> " + std::to_string(eval::nnue::kHidden / 2);
  EXPECT_NE(finished.out.find("(" + inputs + " -> " + neurons + ") x 2 -> (16 -> 32 -> 1) x 8\n"), std::string::npos);
  EXPECT_NE(finished.out.find("zones:              " + std::to_string(eval::nnue::kKingZones) + "\n"),
            std::string::npos);
  EXPECT_NE(finished.out.find(std::to_string(bytes.size()) + " bytes\n"), std::string::npos);
}

TEST_F(NetCommand, CheckPassesANetworkThatFitsItsCompanionAndFailsOneThatDoesNot) {
  const auto network = random_network();
  eval::nnue::FloatNetwork companion = companion_of(*network);
  const std::string integers = write("good.nnue", to_file(*network));
  const std::string exact = write("good.float", to_file(companion));
  const Finished fits = run_rocada({"net", "check", integers, exact, "--positions", "500"});
  EXPECT_EQ(fits.status, 0) << fits.out << fits.error;
  EXPECT_TRUE(fits.out.starts_with("500 positions: mean difference 0.")) << fits.out;

  for (float& bias : companion.biases3) bias += 0.01F;  // four centipawns
  const std::string wrong = write("wrong.float", to_file(companion));
  const Finished differs = run_rocada({"net", "check", integers, wrong, "--positions", "500"});
  EXPECT_EQ(differs.status, 1);
  EXPECT_NE(differs.out.find("too much; the largest is at "), std::string::npos) << differs.out;
}

TEST_F(NetCommand, NetworksForThreeCheckSaySoAndAreCheckedInThreeCheck) {
  const auto network = random_network(1, chess::Variant::ThreeCheck);
  eval::nnue::FloatNetwork companion = companion_of(*network);
  const std::string integers = write("three.nnue", to_file(*network));
  const Finished told = run_rocada({"net", "info", integers});
  EXPECT_NE(told.out.find("Game:                    3-check\n"), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("(" + std::to_string(768 * eval::nnue::kKingZones + 768 * 4 + 9) + " -> "),
            std::string::npos);

  const Finished fits = run_rocada({"net", "check", integers, write("three.float", to_file(companion))});
  EXPECT_EQ(fits.status, 0) << fits.out << fits.error;
  // With a check given and none received: most games come by, and none of normal chess.
  for (std::size_t i = 0; i < eval::nnue::kHidden; ++i) {
    companion.feature_weights[std::size_t{eval::nnue::kPieceInputs + 3} * eval::nnue::kHidden + i] += 1.0F;
  }
  const Finished differs = run_rocada({"net", "check", integers, write("wrong.float", to_file(companion))});
  EXPECT_EQ(differs.status, 1) << differs.out << differs.error;

  const std::string normal = write("normal.float", to_file(companion_of(*random_network())));
  const Finished mixed = run_rocada({"net", "check", integers, normal});
  EXPECT_EQ(mixed.status, 2);
  EXPECT_EQ(mixed.error, "rocada net: " + integers + " is for 3-check, " + normal + " for normal chess\n");
}

TEST_F(NetCommand, ANetworkForAnotherGameIsRefused) {
  const std::string normal = write("normal.nnue", to_file(*random_network()));
  const std::string three_check = write("three.nnue", to_file(*random_network(1, chess::Variant::ThreeCheck)));
  const auto expect_refused = [](const Finished& finished, const std::string& sentence) {
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(finished.error.ends_with(sentence)) << finished.error;
  };
  const std::string normal_for_three_check = normal + " is a network for normal chess, not for 3-check\n";
  const std::string three_check_for_normal = three_check + " is a network for 3-check, not for normal chess\n";
  const std::string out = write("games", {});
  expect_refused(run_rocada({"net", "judge", "/dev/null", "--variant", "3check", "--network", normal}),
                 normal_for_three_check);
  expect_refused(run_rocada({"net", "judge", "/dev/null", "--network", three_check}), three_check_for_normal);
  expect_refused(run_rocada({"datagen", "--nodes", "100", "--games", "1", "--seed", "1", "--out", out, "--variant",
                             "3check", "--network", normal}),
                 normal_for_three_check);
  expect_refused(
      run_rocada({"datagen", "--nodes", "100", "--games", "1", "--seed", "1", "--out", out, "--network", three_check}),
      three_check_for_normal);
  expect_refused(run_rocada({"book", "grow", "--nodes", "100", "--games", "1", "--out", out, "--network", three_check}),
                 three_check_for_normal);
}

TEST_F(NetCommand, TroubleIsOneLine) {
  const std::string short_file = write("short.nnue", {std::byte{'R'}});
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"net", "info", short_file}, {"net", "info", "/nowhere"}, {"net"}, {"net", "check"}}) {
    const Finished finished = run_rocada(arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(std::ranges::count(finished.error, '\n'), 1) << finished.error;
  }
}

TEST_F(NetCommand, KernelsCanBeNamedInTheEnvironment) {
  const std::string file = write("good.nnue", to_file(*random_network()));
  for (const eval::nnue::simd::Kernels* kernels : eval::nnue::simd::usable_kernels()) {
    setenv("ROCADA_KERNEL", kernels->name, 1);
    const Finished finished = run_rocada({"net", "info", file});
    EXPECT_NE(finished.out.find(std::string(" ") + kernels->name + "\n"), std::string::npos) << finished.out;
  }
  setenv("ROCADA_KERNEL", "abacus", 1);
  const Finished finished = run_rocada({"--version"});
  unsetenv("ROCADA_KERNEL");
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.error, "rocada: ROCADA_KERNEL=abacus names no kernels that this processor can run\n");
}

}  // namespace
}  // namespace rocada::test

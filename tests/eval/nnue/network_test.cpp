#include "eval/nnue/network.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>

#include "eval/nnue/embedded_network.h"
#include "support/random_network.h"
#include "util/checksum.h"

namespace rocada::eval::nnue {
namespace {

using Bytes = std::vector<std::byte>;

// Where things stand in the file, counted by hand from the description of the format.
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kGameAt = 10;
constexpr std::size_t kInputsAt = 12;
constexpr std::size_t kHiddenAt = 16;
constexpr std::size_t kBucketsAt = 20;
constexpr std::size_t kLayersAt = 36;
constexpr std::size_t kNameAt = 40;
constexpr std::size_t kFeatureWeightsAt = 64;
constexpr std::size_t kFeatureBiasesAt = kFeatureWeightsAt + 2 * 768 * kKingZones * kHidden;
constexpr std::size_t kStandingWeightsAt = kFeatureBiasesAt + 2 * kHidden;
constexpr std::size_t kWeights1At = kStandingWeightsAt + 4 * 768 * kHidden;
constexpr std::size_t kBiases1At = kWeights1At + 8 * 16 * kHidden;
constexpr std::size_t kWeights2At = kBiases1At + 4 * 8 * 16;
constexpr std::size_t kBiases2At = kWeights2At + 2 * 8 * 32 * 32;
constexpr std::size_t kWeights3At = kBiases2At + 4 * 8 * 32;
constexpr std::size_t kBiases3At = kWeights3At + 2 * 8 * 32;

constexpr int kInputs = 768 * kKingZones + 768 * 4;

Bytes good_file() { return test::to_file(*test::random_network()); }

// What parse_network says of a file changed so, with its checksum put right.
template <typename Integer>
std::string refusal(std::size_t offset, Integer value) {
  Bytes bytes = good_file();
  test::put_at(bytes, offset, value);
  test::seal(bytes);
  const auto network = parse_network(bytes);
  return network ? "accepted" : network.error().message;
}

bool has_words(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

TEST(Network, HeedsStandingsIfItHasLearnedAnythingOfThem) {
  const auto network = std::make_unique<Network>(*test::random_network());
  EXPECT_TRUE(network->heeds_standings());
  network->standing_weights = {};
  EXPECT_FALSE(network->heeds_standings());
  network->standing_weights.back().back() = -1;
  EXPECT_TRUE(network->heeds_standings());
}

TEST(Network, ComesBackFromItsFileAsItWas) {
  const auto written = test::random_network(7);
  const Bytes bytes = test::to_file(*written);
  ASSERT_EQ(bytes.size(), kBiases3At + 4 * 8 + 8);
  const auto read = parse_network(bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ((*read)->feature_weights, written->feature_weights);
  EXPECT_EQ((*read)->feature_biases, written->feature_biases);
  EXPECT_EQ((*read)->standing_weights, written->standing_weights);
  EXPECT_EQ(std::memcmp(&(*read)->layers, &written->layers, sizeof written->layers), 0);
  EXPECT_EQ((*read)->card.name, "random");
  EXPECT_EQ((*read)->card.checksum, util::fnv1a(util::bytes_of(std::span(bytes).first(bytes.size() - 8))));
}

TEST(Network, OneForThreeCheckHasRowsForItsStates) {
  const auto written = test::random_network(7, chess::Variant::ThreeCheck);
  const Bytes bytes = test::to_file(*written);
  ASSERT_EQ(bytes.size(), kBiases3At + 4 * 8 + 8 + 2 * 9 * kHidden);
  const auto read = parse_network(bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ((*read)->card.variant, chess::Variant::ThreeCheck);
  EXPECT_EQ((*read)->feature_weights, written->feature_weights);
  EXPECT_EQ((*read)->feature_biases, written->feature_biases);
  EXPECT_EQ((*read)->standing_weights, written->standing_weights);
  EXPECT_EQ(std::memcmp(&(*read)->layers, &written->layers, sizeof written->layers), 0);
}

TEST(Network, GamesAreToldApart) {
  EXPECT_EQ(parse_network(good_file()).value()->card.variant, chess::Variant::Standard);
  EXPECT_EQ(refusal<std::int16_t>(kGameAt, 1), "the network has another shape: inputs is " + std::to_string(kInputs) +
                                                   ", expected " + std::to_string(kInputs + 9));
  EXPECT_EQ(refusal<std::int16_t>(kGameAt, 7), "the network is for game 7, which this program does not know");
  EXPECT_EQ(refusal(kInputsAt, kInputs + 9), "the network has another shape: inputs is " + std::to_string(kInputs + 9) +
                                                 ", expected " + std::to_string(kInputs));
  Bytes bytes = good_file();
  test::put_at<std::int16_t>(bytes, kGameAt, 1);
  test::put_at(bytes, kInputsAt, kInputs + 9);
  EXPECT_EQ(parse_network(bytes).error().message, "the network is too short: " + std::to_string(bytes.size()) +
                                                      " bytes of " + std::to_string(bytes.size() + 2 * 9 * kHidden));
}

TEST(Network, EveryTruncationIsRefused) {
  const Bytes bytes = good_file();
  const std::size_t lengths[] = {0,
                                 1,
                                 7,
                                 8,
                                 12,
                                 39,
                                 63,
                                 64,
                                 65,
                                 kFeatureBiasesAt - 1,
                                 kFeatureBiasesAt,
                                 kStandingWeightsAt,
                                 kWeights1At,
                                 kWeights2At,
                                 kBiases3At,
                                 bytes.size() - 9,
                                 bytes.size() - 8,
                                 bytes.size() - 1};
  for (const std::size_t length : lengths) {
    const auto network = parse_network(std::span(bytes).first(length));
    ASSERT_FALSE(network) << length;
    EXPECT_TRUE(has_words(network.error().message,
                          "too short: " + std::to_string(length) + " bytes of " + std::to_string(bytes.size())))
        << network.error().message;
  }
}

TEST(Network, TrailingBytesAreRefused) {
  Bytes bytes = good_file();
  bytes.push_back(std::byte{0});
  EXPECT_TRUE(has_words(parse_network(bytes).error().message, "goes on after"));
}

TEST(Network, ForeignFilesAreRefused) {
  const std::string text = "[Event \"?\"]\n\n1. e4 e5 *\n";
  const auto network = parse_network(std::as_bytes(std::span(text)));
  ASSERT_FALSE(network);
  EXPECT_EQ(network.error().message, "not a Rocada network: it begins with '[Event \"', not 'RocadaNN'");
  const Bytes companion = test::to_file(test::companion_of(*test::random_network()));
  EXPECT_TRUE(has_words(parse_network(companion).error().message, "companion with real numbers"));
}

TEST(Network, OtherVersionsAndShapesAreRefusedByName) {
  EXPECT_EQ(refusal(kVersionAt, 1), "the network file has version 1, this program reads version 3");
  EXPECT_EQ(refusal(kVersionAt, 2), "the network file has version 2, this program reads version 3");
  EXPECT_EQ(refusal(kInputsAt, 768 * 2),
            "the network has another shape: inputs is 1536, expected " + std::to_string(kInputs));
  EXPECT_EQ(refusal(kHiddenAt, kHidden + 32), "the network has another shape: hidden is " +
                                                  std::to_string(kHidden + 32) + ", expected " +
                                                  std::to_string(kHidden));
  EXPECT_EQ(refusal(kBucketsAt, 1), "the network has another shape: buckets is 1, expected 8");
  EXPECT_EQ(refusal(kLayersAt, 8 + 65536 * 32), "the network has another shape: layers is 2097160, expected 2097168");
  Bytes bytes = good_file();
  test::put_at(bytes, kBucketsAt, 1);
  test::put_at(bytes, kBucketsAt + 4, 181);
  EXPECT_EQ(parse_network(bytes).error().message,
            "the network has another shape: buckets is 1, expected 8 and quant_a is 181, expected 255");
}

TEST(Network, EveryDamagedByteIsNoticed) {
  const Bytes good = good_file();
  util::Random random(3);
  for (int turn = 0; turn < 300; ++turn) {
    Bytes bytes = good;
    // The header and the end byte by byte, the rest here and there.
    const std::size_t at = turn < 64    ? static_cast<std::size_t>(turn)
                           : turn < 104 ? bytes.size() - static_cast<std::size_t>(turn - 63)
                                        : random.below(static_cast<std::uint32_t>(bytes.size()));
    bytes[at] ^= static_cast<std::byte>(1U << random.below(8));
    EXPECT_FALSE(parse_network(bytes)) << at;
  }
}

TEST(Network, ADamagedNumberIsAWrongChecksum) {
  Bytes bytes = good_file();
  bytes[kFeatureWeightsAt] ^= std::byte{1};
  EXPECT_TRUE(has_words(parse_network(bytes).error().message, "the network is damaged: its checksum is"));
}

TEST(Network, WeightsThatCouldOverflowAreRefused) {
  EXPECT_EQ(refusal<std::int16_t>(kFeatureWeightsAt, 505), "accepted");
  EXPECT_EQ(refusal<std::int16_t>(kFeatureWeightsAt, -505), "accepted");
  EXPECT_EQ(refusal<std::int16_t>(kFeatureWeightsAt, 506),
            "the network could overflow: a feature weight is 506, at most 505 is safe");
  EXPECT_TRUE(has_words(refusal<std::int16_t>(kFeatureBiasesAt - 2, -506), "a feature weight is -506"));
  EXPECT_EQ(refusal<std::int16_t>(kFeatureBiasesAt, 12038), "accepted");
  EXPECT_TRUE(has_words(refusal<std::int16_t>(kFeatureBiasesAt, 12039), "a feature bias is 12039, at most 12038"));
  EXPECT_TRUE(has_words(refusal<std::int16_t>(kFeatureBiasesAt, -32768), "a feature bias is -32768, at most 12038"));
  EXPECT_EQ(refusal<std::int8_t>(kStandingWeightsAt, -127), "accepted");
  EXPECT_TRUE(has_words(refusal<std::int8_t>(kWeights1At - 1, -128), "a standing weight is -128, at most 127"));
  EXPECT_EQ(refusal<std::int8_t>(kWeights1At, -127), "accepted");
  EXPECT_TRUE(has_words(refusal<std::int8_t>(kWeights1At, -128), "a weight of layer 1 is -128, at most 127"));
  EXPECT_TRUE(has_words(refusal(kBiases1At, -(1 << 30) - 1), "a bias of layer 1 is -1073741825"));
  EXPECT_EQ(refusal<std::int16_t>(kWeights2At, 4085), "accepted");
  EXPECT_TRUE(has_words(refusal<std::int16_t>(kWeights2At, 4086), "a weight of layer 2 is 4086, at most 4085"));
  EXPECT_TRUE(has_words(refusal(kBiases2At, (1 << 30) + 1), "a bias of layer 2 is 1073741825"));
  EXPECT_TRUE(has_words(refusal<std::int16_t>(kWeights3At, -4086), "a weight of the output is -4086"));
  EXPECT_EQ(refusal(kBiases3At, 1 << 30), "accepted");
  EXPECT_TRUE(has_words(refusal(kBiases3At + 28, std::numeric_limits<std::int32_t>::min()),
                        "a bias of the output is -2147483648, at most 1073741824"));
}

TEST(Network, AStrangeNameIsMadePrintable) {
  Bytes bytes = good_file();
  for (std::size_t i = 0; i < 24; ++i) bytes[kNameAt + i] = static_cast<std::byte>(i == 3 ? '\n' : 'x');
  test::seal(bytes);
  const auto network = parse_network(bytes);
  ASSERT_TRUE(network);
  EXPECT_FALSE(has_words((*network)->card.name, "\n"));
}

TEST(Network, LoadingNamesTheFileAndTheTrouble) {
  EXPECT_EQ(load_network("/nowhere/net.nnue").error().message,
            "cannot read /nowhere/net.nnue: No such file or directory");
  EXPECT_TRUE(has_words(load_network("/tmp").error().message, "cannot read /tmp: Is a directory"));
  EXPECT_TRUE(has_words(load_network("/dev/null").error().message, "/dev/null: the network is too short: 0 bytes"));
  EXPECT_TRUE(has_words(load_network("/dev/zero").error().message, "/dev/zero: not a Rocada network"));

  const auto path = std::filesystem::path(::testing::TempDir()) / (std::to_string(getpid()) + "good.nnue");
  const Bytes bytes = good_file();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const auto network = load_network(path);
  EXPECT_TRUE(network) << network.error().message;
  std::filesystem::remove(path);
}

TEST(Network, TheEmbeddedOnesAreSoundAndForTheirGames) {
  for (const LearnedGame& game : kLearnedGames) {
    const auto network = parse_network(embedded_bytes(game.variant));
    ASSERT_TRUE(network) << game.name << ": " << network.error().message;
    EXPECT_EQ((*network)->card.variant, game.variant);
    EXPECT_EQ(embedded_network(game.variant)->card.checksum, (*network)->card.checksum);
  }
}

}  // namespace
}  // namespace rocada::eval::nnue

#include "eval/nnue/float_network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "chess/fen.h"
#include "eval/nnue/accumulator.h"
#include "support/mirrored.h"
#include "support/random_games.h"
#include "support/random_network.h"

namespace rocada::eval::nnue {
namespace {

TEST(FloatNetwork, ComesBackFromItsFileAsItWas) {
  const FloatNetwork written = test::companion_of(*test::random_network());
  const auto read = parse_float_network(test::to_file(written));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->feature_weights, written.feature_weights);
  EXPECT_EQ(read->feature_biases, written.feature_biases);
  EXPECT_EQ(read->standing_weights, written.standing_weights);
  EXPECT_EQ(read->weights1, written.weights1);
  EXPECT_EQ(read->biases1, written.biases1);
  EXPECT_EQ(read->weights2, written.weights2);
  EXPECT_EQ(read->biases2, written.biases2);
  EXPECT_EQ(read->weights3, written.weights3);
  EXPECT_EQ(read->biases3, written.biases3);
  EXPECT_EQ(read->card.name, "random");
}

TEST(FloatNetwork, OneForThreeCheckHasWeightsForItsStates) {
  const FloatNetwork written = test::companion_of(*test::random_network(1, chess::Variant::ThreeCheck));
  ASSERT_EQ(written.feature_weights.size(), std::size_t{kPieceInputs + 9} * kHidden);
  const auto read = parse_float_network(test::to_file(written));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->card.variant, chess::Variant::ThreeCheck);
  EXPECT_EQ(read->feature_weights, written.feature_weights);
  EXPECT_EQ(read->biases3, written.biases3);
}

TEST(FloatNetwork, RefusesTheNetworkItselfAndWhatIsNotANumber) {
  EXPECT_NE(parse_float_network(test::to_file(*test::random_network())).error().message.find("not its companion"),
            std::string::npos);
  FloatNetwork network = test::companion_of(*test::random_network());
  network.weights2[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(parse_float_network(test::to_file(network)).error().message.find("not a number"), std::string::npos);
}

// The integers may only lose what is cut off behind the products.
TEST(FloatNetwork, IsWithinOneAndABitOfTheIntegers) {
  for (const LearnedGame& game : kLearnedGames) {
    const auto network = test::random_network(1, game.variant);
    const FloatNetwork companion = test::companion_of(*network);
    Accumulators accumulators(*network);
    test::for_each_position_of_random_games(2, [&](const chess::Position& position) {
      accumulators.reset(position);
      ASSERT_NEAR(companion.evaluate(position), accumulators.evaluate(position), 1.5) << chess::to_fen(position);
    });
  }
}

TEST(FloatNetwork, JudgesBothColoursAlike) {
  for (const LearnedGame& game : kLearnedGames) {
    const FloatNetwork network = test::companion_of(*test::random_network(1, game.variant));
    test::for_each_position_of_random_games(1, [&](const chess::Position& position) {
      ASSERT_NEAR(network.evaluate(position), network.evaluate(test::mirrored(position)), 0.05);
    });
  }
}

}  // namespace
}  // namespace rocada::eval::nnue

// EvalFile: another network instead of the one inside the program.
#include <gtest/gtest.h>

#include <fstream>

#include "chess/fen.h"
#include "engine/engine.h"
#include "eval/evaluator.h"
#include "eval/nnue/embedded_network.h"
#include "eval/nnue/networks.h"
#include "support/listener.h"
#include "support/random_network.h"
#include "support/temporary_file.h"

namespace rocada::engine {
namespace {

using Bytes = std::vector<std::byte>;

class EvalFile : public ::testing::Test {
 protected:
  util::Result<std::string> load(const Bytes& bytes) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return load(path_);
  }
  util::Result<std::string> load(const std::string& path) {
    return engine_.set_option(spec_of(OptionId::EvalFile), path);
  }
  eval::Score score(chess::Variant variant = chess::Variant::Standard) const {
    return engine_.evaluate(chess::start_position(variant));
  }
  eval::Score embedded_score(chess::Variant variant = chess::Variant::Standard) const {
    return eval::evaluate(chess::start_position(variant), eval::nnue::embedded_network(variant));
  }
  eval::Score first_score_of_search(chess::Variant variant = chess::Variant::Standard) {
    const auto listener = std::make_shared<test::Listener>();
    search::Limits limits;
    limits.depth = 1;
    engine_.start(game::GameRecord(chess::start_position(variant)), limits, listener);
    engine_.wait();
    return listener->lines.at(0).score;
  }

  const Bytes good_ = test::to_file(*test::random_network(7));
  const test::TemporaryFile file_{"nnue"};
  const std::string& path_ = file_.path();
  util::SteadyClock clock_;
  Engine engine_{clock_};
};

TEST_F(EvalFile, AnotherNetworkEvaluatesUntilItIsTakenBack) {
  const auto other = eval::nnue::parse_network(good_).value();
  const eval::Score other_score = eval::evaluate(chess::start_position(), other);
  ASSERT_NE(other_score, embedded_score());
  const std::string three_check_name = eval::nnue::embedded_network(chess::Variant::ThreeCheck)->card.name;
  EXPECT_EQ(load(good_).value(), "networks random for normal chess and " + three_check_name + " for 3-check");
  EXPECT_EQ(score(), other_score);
  EXPECT_EQ(load(std::string()).value(), "networks " + eval::nnue::Networks().names());
  EXPECT_EQ(score(), embedded_score());
}

TEST_F(EvalFile, ANetworkTakesThePlaceOfItsOwnGame) {
  const Bytes bytes = test::to_file(*test::random_network(9, chess::Variant::ThreeCheck));
  const auto other = eval::nnue::parse_network(bytes).value();
  const std::string name = eval::nnue::embedded_network(chess::Variant::Standard)->card.name;
  const eval::Score before = first_score_of_search();
  const eval::Score before_in_three_check = first_score_of_search(chess::Variant::ThreeCheck);
  EXPECT_EQ(load(bytes).value(), "networks " + name + " for normal chess and random for 3-check");
  EXPECT_EQ(score(), embedded_score());
  EXPECT_EQ(first_score_of_search(), before);
  EXPECT_EQ(score(chess::Variant::ThreeCheck),
            eval::evaluate(chess::start_position(chess::Variant::ThreeCheck), other));
  EXPECT_NE(score(chess::Variant::ThreeCheck), embedded_score(chess::Variant::ThreeCheck));
  EXPECT_NE(first_score_of_search(chess::Variant::ThreeCheck), before_in_three_check);

  ASSERT_TRUE(load(good_).ok());
  EXPECT_EQ(score(chess::Variant::ThreeCheck), embedded_score(chess::Variant::ThreeCheck))
      << "the option names one file, and the other game has its embedded network";
}

// Who trains networks writes each over the one before.
TEST_F(EvalFile, TheSameNameIsReadAnew) {
  ASSERT_TRUE(load(good_).ok());
  const Bytes bytes = test::to_file(*test::random_network(8));
  const auto newer = eval::nnue::parse_network(bytes).value();
  ASSERT_TRUE(load(bytes).ok());
  EXPECT_EQ(score(), eval::evaluate(chess::start_position(), newer));
  EXPECT_FALSE(load(Bytes()).ok()) << "what is no network any more is refused";
  EXPECT_EQ(score(), eval::evaluate(chess::start_position(), newer));
}

TEST_F(EvalFile, TheSameContentForgetsNothing) {
  const auto nodes = [&] {
    const auto listener = std::make_shared<test::Listener>();
    search::Limits limits;
    limits.depth = 6;
    engine_.start(game::GameRecord(chess::start_position()), limits, listener);
    engine_.wait();
    return listener->results.at(0).effort.nodes;
  };
  ASSERT_TRUE(load(good_).ok());
  const std::uint64_t first = nodes();
  ASSERT_TRUE(load(good_).ok());
  EXPECT_NE(nodes(), first) << "with an empty table the same nodes would have been searched again";
}

TEST_F(EvalFile, TheSearchUsesIt) {
  const eval::Score embedded = first_score_of_search();
  ASSERT_TRUE(load(good_).ok());
  EXPECT_NE(first_score_of_search(), embedded);
  ASSERT_TRUE(load(std::string()).ok());
  EXPECT_EQ(first_score_of_search(), embedded);
}

TEST_F(EvalFile, ABadFileIsRefusedAndTheNetworkStays) {
  Bytes damaged = good_;
  damaged[1000] ^= std::byte{1};
  Bytes foreign = good_;
  foreign[0] = std::byte{'X'};
  const Bytes short_one(good_.begin(), good_.end() - 100);
  for (const Bytes& bytes : {damaged, foreign, short_one, Bytes()}) {
    const auto refused = load(bytes);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find(path_), std::string::npos) << refused.error().message;
    EXPECT_EQ(score(), embedded_score());
    EXPECT_EQ(engine_.options().text(OptionId::EvalFile), "");
  }
  EXPECT_FALSE(load("/nowhere/at/all.nnue").ok());
  EXPECT_EQ(score(), embedded_score());
}

}  // namespace
}  // namespace rocada::engine

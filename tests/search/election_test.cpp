#include "search/election.h"

#include <gtest/gtest.h>

namespace rocada::search {
namespace {

chess::Move move_to(int square) {
  return chess::Move::normal(chess::Square::from_index(12), chess::Square::from_index(square));
}
const chess::Move kOne = move_to(20);
const chess::Move kOther = move_to(28);

std::size_t elected(const std::vector<Vote>& votes) { return elect(votes); }

TEST(Election, WhoIsAloneIsElected) { EXPECT_EQ(elected({{kOne, -500, 0}}), 0u); }

TEST(Election, TheFirstIsBelievedWhereAllAreEqual) {
  EXPECT_EQ(elected({{kOne, 10, 12}, {kOther, 10, 12}, {kOther, 10, 0}}), 0u);
}

TEST(Election, TwoOutvoteOne) { EXPECT_EQ(elected({{kOne, 10, 12}, {kOther, 10, 12}, {kOther, 10, 12}}), 1u); }

TEST(Election, DepthAndScoreGiveWeight) {
  EXPECT_EQ(elected({{kOne, 10, 12}, {kOther, 10, 13}}), 1u);
  EXPECT_EQ(elected({{kOne, 10, 12}, {kOther, 30, 12}}), 1u);
  EXPECT_EQ(elected({{kOne, 30, 12}, {kOther, 10, 12}}), 0u);
}

TEST(Election, AMateBeatsAllVotes) {
  const eval::Score mate = eval::kMate - 5;
  EXPECT_EQ(elected({{kOne, 900, 30}, {kOne, 900, 30}, {kOther, mate, 5}}), 2u);
  EXPECT_EQ(elected({{kOne, mate - 2, 30}, {kOther, mate, 5}}), 1u);
  // Who is mated believes whoever has found a way out.
  EXPECT_EQ(elected({{kOne, -mate, 30}, {kOther, -200, 5}}), 1u);
}

TEST(Election, WhoHasFinishedNoDepthIsNotBelieved) { EXPECT_EQ(elected({{kOne, 10, 12}, {kOther, 900, 0}}), 0u); }

}  // namespace
}  // namespace rocada::search

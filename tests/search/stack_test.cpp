#include "search/stack.h"

#include <gtest/gtest.h>

namespace rocada::search {
namespace {

TEST(Recall, ASearchThatLeavesAMoveOutKnowsTheNode) {
  for (const bool improving : {false, true}) {
    for (const bool was_pv : {false, true}) {
      Ply here;
      here.static_score = 34;
      here.improving = improving;
      here.was_pv = was_pv;
      Node node;
      recall(here, node);
      EXPECT_EQ(node.static_score, 34);
      EXPECT_EQ(node.estimate, 34);
      EXPECT_EQ(node.improving, improving);
      EXPECT_EQ(node.was_pv, was_pv);
      EXPECT_FALSE(node.known) << "the table speaks of all moves";
    }
  }
}

}  // namespace
}  // namespace rocada::search

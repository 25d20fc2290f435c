#include "cluster/message.h"

#include <gtest/gtest.h>

#include "game/random_records.h"
#include "support/positions.h"
#include "util/random.h"

namespace rocada::cluster {
namespace {

Message from_three(Bytes bytes) { return {3, std::move(bytes)}; }

TEST(Message, OptionsComeBackAsTheyWere) {
  const Message asked = from_three(to_bytes(OptionValue{7, 200, "a b\nc"}));
  EXPECT_EQ(kind_of(asked), Kind::SetOption);
  const OptionValue value = option_value_in(asked);
  EXPECT_EQ(value.question, 7u);
  EXPECT_EQ(value.option, 200);
  EXPECT_EQ(value.value, "a b\nc");
  const Message answered = from_three(to_bytes(OptionAnswer{8, true, 0xFEDCBA9876543210, ""}));
  EXPECT_EQ(kind_of(answered), Kind::OptionSet);
  const OptionAnswer answer = option_answer_in(answered);
  EXPECT_EQ(answer.question, 8u);
  EXPECT_TRUE(answer.accepted);
  EXPECT_EQ(answer.networks, 0xFEDCBA9876543210);
  EXPECT_EQ(answer.text, "");
}

TEST(Message, GamesOfEveryKindComeBackAsTheyWere) {
  test::for_each_random_record(5, 80, [](const game::GameRecord& game, util::Random&) {
    const std::vector<chess::Move> only(game.moves().begin(), game.moves().end());
    const auto order = search_order_in(from_three(to_bytes(SearchOrder{9, 31, game, only})));
    ASSERT_TRUE(order.ok()) << order.error().message;
    EXPECT_EQ(order->number, 9u);
    EXPECT_EQ(order->generation, 31u);
    EXPECT_EQ(order->game, game);
    EXPECT_EQ(order->only_moves, only);
  });
}

TEST(Message, WhereATableLiesComesBackAsItWas) {
  const util::SharedMemory::Place place{4'000'000, 7, 1ULL << 40};
  const Message told = from_three(to_bytes(place));
  EXPECT_EQ(kind_of(told), Kind::TableAt);
  EXPECT_EQ(table_place_in(told), place);
}

TEST(Message, LinesAndRecordsComeBackAsTheyWere) {
  const auto game = test::game_of({"e2e4", "e7e5", "g1f3"});
  const std::vector<chess::Move> moves(game.moves().begin(), game.moves().end());
  const BestLine line = best_line_in(from_three(to_bytes(BestLine{{4, 1ULL << 40, 5, 999}, 21, 35, -31000, moves})));
  EXPECT_EQ(line.effort.number, 4u);
  EXPECT_EQ(line.effort.nodes, 1ULL << 40);
  EXPECT_EQ(line.effort.tablebase_hits, 5u);
  EXPECT_EQ(line.effort.hash_permille, 999);
  EXPECT_EQ(line.depth, 21);
  EXPECT_EQ(line.selective_depth, 35);
  EXPECT_EQ(line.score, -31000);
  EXPECT_EQ(line.moves, moves);
  const Records records = records_in(from_three(to_bytes(Records{6, {{1, 2}, {~0ULL, 1ULL << 63}}})));
  EXPECT_EQ(records.number, 6u);
  ASSERT_EQ(records.records.size(), 2u);
  EXPECT_EQ(records.records[1].key, ~0ULL);
  EXPECT_EQ(records.records[1].data, 1ULL << 63);
}

TEST(Message, TrafficComesBackAsItWas) {
  const Traffic traffic = traffic_in(from_three(to_bytes(Traffic{1, 2, 3, 4, 5, 6, 7, 1ULL << 63})));
  EXPECT_EQ(traffic.messages_sent, 1u);
  EXPECT_EQ(traffic.bytes_sent, 2u);
  EXPECT_EQ(traffic.messages_received, 3u);
  EXPECT_EQ(traffic.bytes_received, 4u);
  EXPECT_EQ(traffic.records_sent, 5u);
  EXPECT_EQ(traffic.records_received, 6u);
  EXPECT_EQ(traffic.records_dropped, 7u);
  EXPECT_EQ(traffic.search_milliseconds, 1ULL << 63);
}

TEST(Message, FieldsFollowTheKindOneAfterAnother) {
  const auto kind = [](Kind value) { return static_cast<std::uint8_t>(value); };
  EXPECT_EQ(plain(Kind::Quit), (Bytes{kind(Kind::Quit)}));
  EXPECT_EQ(with_text(Kind::Verdict, "no"), (Bytes{kind(Kind::Verdict), 'n', 'o'}));
  EXPECT_EQ(to_bytes(Kind::Stop, 0x0102), (Bytes{kind(Kind::Stop), 2, 1, 0, 0}));
  EXPECT_EQ(to_bytes(OptionAnswer{1, true, 2, "x"}),
            (Bytes{kind(Kind::OptionSet), 1, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 'x'}));
}

}  // namespace
}  // namespace rocada::cluster

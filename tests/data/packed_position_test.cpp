#include "data/packed_position.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "support/random_games.h"

namespace rocada::data {
namespace {

Bytes packed(const chess::Position& position) {
  ByteWriter out;
  pack(out, position);
  return out.bytes();
}

Bytes packed(std::string_view fen) { return packed(chess::parse_fen(fen).value()); }

util::Result<chess::Position> unpacked(const Bytes& bytes) {
  ByteReader in(bytes);
  return unpack_position(in);
}

TEST(PackedPosition, UnpackingGivesThePositionBack) {
  test::for_each_position_of_random_games(20, [](const chess::Position& position) {
    const Bytes bytes = packed(position);
    ASSERT_EQ(bytes.size(), kPackedPositionBytes);
    const auto again = unpacked(bytes);
    ASSERT_TRUE(again.ok()) << chess::to_fen(position) << ": " << again.error().message;
    ASSERT_EQ(*again, position) << chess::to_fen(position);
  });
}

TEST(PackedPosition, EnPassantCountersAndInnerCastlingRooksSurvive) {
  for (const std::string_view fen :
       {"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "4k3/8/8/8/8/8/8/4K3 w - - 9999 9999",
        "1r1kr3/8/8/8/8/8/8/RR1K1R1R w BFbe - 3 77"}) {
    EXPECT_EQ(chess::to_fen(unpacked(packed(fen)).value()), chess::to_fen(chess::parse_fen(fen).value()));
  }
}

TEST(PackedPosition, EveryByteIsInItsPlace) {
  // Black king on e8, white king e1 and castling rook h1, Black to move, 7 plies without progress, move 258.
  EXPECT_EQ(
      packed("4k3/8/8/8/8/8/8/4K2R b K - 7 258"),
      (Bytes{0x90, 0, 0, 0, 0, 0, 0, 0x10, 0x65, 0x0D, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 64, 7, 0, 2, 1}));
}

TEST(PackedPosition, ImpossibleBytesAreRefusedWithAReason) {
  const auto expect_error = [](Bytes bytes, std::size_t at, std::uint8_t byte, std::string_view words) {
    bytes[at] = byte;
    const auto position = unpacked(bytes);
    ASSERT_FALSE(position.ok()) << words;
    EXPECT_NE(position.error().message.find(words), std::string::npos) << position.error().message;
  };
  const Bytes bytes = packed("4k3/8/8/8/8/8/8/4K2R b K - 7 258");
  expect_error(bytes, 8, 0x67, "no piece has the number 7");
  expect_error(bytes, 8, 0x66, "white has no king");
  expect_error(bytes, 8, 0xE5, "no white rook on h1");
  expect_error(bytes, 25, 65, "65 is not an en passant square");
  expect_error(bytes, 25, 20, "en passant square e3");
  expect_error(bytes, 24, 0x40, "black cannot have given 1 checks in normal");
  expect_error(bytes, 27, 0xFF, "half-move clock");
  expect_error(packed(chess::start_position()), 2, 0xFF, "40 pieces are too many");
}

}  // namespace
}  // namespace rocada::data

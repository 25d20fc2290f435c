#include "util/bytes.h"

#include <gtest/gtest.h>

#include <limits>

namespace rocada::util {
namespace {

template <typename Writer, typename Reader, std::integral Integer>
void expect_to_come_back() {
  const Integer numbers[] = {std::numeric_limits<Integer>::min(), Integer{0}, Integer{1}, Integer{100},
                             std::numeric_limits<Integer>::max()};
  Writer out;
  for (const Integer number : numbers) out.put(number);
  EXPECT_EQ(out.size(), std::size(numbers) * sizeof(Integer));
  Reader in(out.bytes());
  for (const Integer number : numbers) EXPECT_EQ(in.template take<Integer>(), number);
  EXPECT_EQ(in.left(), 0u);
}

template <typename Writer, typename Reader>
void expect_all_to_come_back() {
  expect_to_come_back<Writer, Reader, std::int8_t>();
  expect_to_come_back<Writer, Reader, std::uint8_t>();
  expect_to_come_back<Writer, Reader, std::int16_t>();
  expect_to_come_back<Writer, Reader, std::uint16_t>();
  expect_to_come_back<Writer, Reader, std::int32_t>();
  expect_to_come_back<Writer, Reader, std::uint32_t>();
  expect_to_come_back<Writer, Reader, std::int64_t>();
  expect_to_come_back<Writer, Reader, std::uint64_t>();
}

TEST(Bytes, NumbersComeBackAsTheyWere) {
  expect_all_to_come_back<ByteWriter, ByteReader>();
  expect_all_to_come_back<BigEndianWriter, BigEndianReader>();
}

TEST(Bytes, TheLowestByteComesFirstUnlessTheHighestIsAskedFor) {
  ByteWriter lowest_first;
  lowest_first.put(std::uint32_t{0x01020304});
  EXPECT_EQ(lowest_first.take(), (Bytes{4, 3, 2, 1}));
  EXPECT_EQ(lowest_first.size(), 0u);
  BigEndianWriter highest_first;
  highest_first.put(std::uint32_t{0x01020304});
  EXPECT_EQ(highest_first.bytes(), (Bytes{1, 2, 3, 4}));
}

TEST(Bytes, TextIsTakenAsItIs) {
  const std::string text("a\0\xFF", 3);
  EXPECT_EQ(text_of(bytes_of(text)), text);
  EXPECT_EQ(text_of(bytes_of(std::as_bytes(std::span(text)))), text);
}

}  // namespace
}  // namespace rocada::util

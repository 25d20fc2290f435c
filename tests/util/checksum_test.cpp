#include "util/checksum.h"

#include <gtest/gtest.h>

namespace rocada::util {
namespace {

TEST(Checksum, Fnv1aIsThePublishedOne) {
  EXPECT_EQ(fnv1a(""), 0xCBF29CE484222325ULL);
  EXPECT_EQ(fnv1a("a"), 0xAF63DC4C8601EC8CULL);
  EXPECT_EQ(fnv1a(bytes_of("foobar")), 0x85944171F73967E8ULL);
  Fnv1a in_parts;
  in_parts.add("foo");
  in_parts.add(bytes_of("bar"));
  EXPECT_EQ(in_parts.value(), fnv1a("foobar"));
}

// Files of games were written with it.
TEST(Checksum, TheMixedOneStaysAsItIs) {
  EXPECT_EQ(mixed_checksum({}), 0u);
  EXPECT_EQ(mixed_checksum(bytes_of("foobar")), 0xF4BB5957DEB12BDCULL);
}

TEST(Checksum, EveryWrongByteIsNoticed) {
  const Bytes sound = {0, 1, 2, 255};
  for (std::size_t i = 0; i < sound.size(); ++i) {
    for (int wrong = 1; wrong < 256; ++wrong) {
      Bytes damaged = sound;
      damaged[i] = static_cast<std::uint8_t>(damaged[i] ^ wrong);
      EXPECT_NE(fnv1a(damaged), fnv1a(sound));
      EXPECT_NE(mixed_checksum(damaged), mixed_checksum(sound));
    }
  }
}

}  // namespace
}  // namespace rocada::util

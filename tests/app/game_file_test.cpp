#include "app/game_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <string>

#include "support/temporary_file.h"

namespace rocada::app {
namespace {

using test::TemporaryFile;

// Files of this process cannot grow beyond so many bytes while the object lives: a full disk without a disk.
class LimitedFileSize {
 public:
  explicit LimitedFileSize(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limited{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limited);
  }
  ~LimitedFileSize() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, old_handler_);
  }
  LimitedFileSize(const LimitedFileSize&) = delete;
  LimitedFileSize& operator=(const LimitedFileSize&) = delete;

 private:
  rlimit before_{};
  void (*old_handler_)(int);
};

TEST(GameFile, AGameThatDoesNotFitLeavesTheFileAsItWas) {
  const TemporaryFile pgn("pgn");
  pgn.write("1. d4 *\n");
  GameFile file(pgn.path());
  const LimitedFileSize limit(40);
  const auto refused = file.save(std::string(100, 'x'));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "File too large");
  EXPECT_EQ(pgn.content(), "1. d4 *\n");
  ASSERT_TRUE(file.save("1. e4 *\n").ok());
  EXPECT_EQ(pgn.content(), "1. d4 *\n\n1. e4 *\n");
}

TEST(GameFile, ALongerVersionThatDoesNotFitLeavesTheShorter) {
  const TemporaryFile pgn("pgn");
  GameFile file(pgn.path());
  ASSERT_TRUE(file.save("1. e4 *\n").ok());
  {
    const LimitedFileSize limit(40);
    EXPECT_FALSE(file.save("1. e4 " + std::string(100, 'x') + " *\n").ok());
  }
  EXPECT_EQ(pgn.content(), "1. e4 *\n");
  ASSERT_TRUE(file.save("1. e4 e5 *\n").ok());
  EXPECT_EQ(pgn.content(), "1. e4 e5 *\n");
}

}  // namespace
}  // namespace rocada::app

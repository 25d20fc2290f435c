#include "analysis/journal.h"

#include <gtest/gtest.h>

#include "analysis/random_analysis.h"
#include "support/temporary_file.h"

namespace rocada::analysis {
namespace {

using test::TemporaryFile;

const RunIdentity kRun = {{"games", "12 bytes"}, {"limit", "100 nodes"}};

std::vector<Part> random_parts() {
  std::vector<Part> parts;
  test::for_each_random_record(5, 12, [&](const game::GameRecord& record, util::Random& random) {
    const auto number = static_cast<std::uint32_t>(parts.size());
    parts.push_back({{number / 2, number % 2}, test::random_lines(record, random)});
  });
  return parts;
}

Journal open(const TemporaryFile& file, OtherRuns others = OtherRuns::Refuse) {
  auto journal = Journal::open(file.path(), kRun, others);
  EXPECT_TRUE(journal.ok()) << journal.error().message;
  return *std::move(journal);
}

std::string error_of(const TemporaryFile& file, const RunIdentity& run = kRun) {
  const auto journal = Journal::open(file.path(), run, OtherRuns::Refuse);
  return journal ? "" : journal.error().message;
}

TEST(JournalLine, ComesBackAndSeesEveryFlippedBit) {
  for (const Part& part : random_parts()) {
    const std::string line = to_journal_line(part);
    ASSERT_EQ(parse_journal_line(line), part) << line;
    ASSERT_EQ(std::ranges::count(line, '\n'), 1);
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      std::string damaged = line;
      damaged[i] = static_cast<char>(damaged[i] ^ 1);
      ASSERT_EQ(parse_journal_line(damaged), std::nullopt) << damaged;
    }
  }
  EXPECT_EQ(parse_journal_line(""), std::nullopt);
  EXPECT_EQ(parse_journal_line("\n"), std::nullopt);
}

TEST(Journal, KeepsPartsForTheNextRun) {
  const TemporaryFile file("journal");
  const auto parts = random_parts();
  std::size_t positions = 0;
  {
    Journal journal = open(file);
    // In the order in which threads finish, which is any.
    for (std::size_t i = parts.size(); i-- > 0;) {
      EXPECT_TRUE(journal.add(parts[i]).ok());
      positions += parts[i].positions.size();
      EXPECT_FALSE(journal.held_before(parts[i].id)) << "by this run only";
    }
    for (const Part& part : parts) EXPECT_EQ(*journal.read(part.id), part);
    EXPECT_FALSE(journal.read({9, 9}).ok());
  }
  const Journal journal = open(file);
  EXPECT_EQ(journal.positions_before(), positions);
  for (const Part& part : parts) {
    EXPECT_TRUE(journal.held_before(part.id));
    EXPECT_EQ(*journal.read(part.id), part);
  }
  EXPECT_FALSE(journal.held_before({9, 9}));
  EXPECT_FALSE(journal.outputs_begun());
}

// A kill may come after any byte; the whole lines before it count, and the run goes on behind them.
TEST(Journal, CutAnywhereItGoesOnAfterTheLastWholeLine) {
  const TemporaryFile file("journal");
  const auto parts = random_parts();
  const std::string header = (open(file), file.content());
  std::string whole = header;
  for (const Part& part : parts) whole += to_journal_line(part);
  for (std::size_t size = 0; size <= whole.size(); size += size < header.size() ? 1 : 7) {
    file.write(whole.substr(0, size));
    std::size_t lines = 0;
    for (std::size_t end = header.size(); lines < parts.size(); ++lines) {
      end += to_journal_line(parts[lines]).size();
      if (end > size) break;
    }
    {
      Journal journal = open(file);
      for (std::size_t i = 0; i < parts.size(); ++i) ASSERT_EQ(journal.held_before(parts[i].id), i < lines) << size;
      for (std::size_t i = lines; i < parts.size(); ++i) ASSERT_TRUE(journal.add(parts[i]).ok());
    }
    ASSERT_EQ(file.content(), whole) << "cut at " << size;
  }
}

TEST(Journal, ADamagedLineAndAllAfterItAreDoneAgain) {
  const TemporaryFile file("journal");
  const auto parts = random_parts();
  {
    Journal journal = open(file);
    for (const Part& part : parts) EXPECT_TRUE(journal.add(part).ok());
  }
  const std::size_t second_line = file.content().find(to_journal_line(parts[1]));
  file.flip(second_line + 5);
  const Journal journal = open(file);
  EXPECT_TRUE(journal.held_before(parts[0].id));
  EXPECT_FALSE(journal.held_before(parts[1].id));
  EXPECT_FALSE(journal.held_before(parts[2].id));
}

TEST(Journal, BelongsToOneRun) {
  const TemporaryFile file("journal");
  open(file);
  EXPECT_EQ(error_of(file), "");
  const std::string error = error_of(file, {{"games", "12 bytes"}, {"limit", "200 nodes"}});
  EXPECT_NE(error.find("belongs to another run: its limit is 100 nodes, not 200 nodes; "), std::string::npos) << error;
  file.write("1. e4 e5\n");
  EXPECT_NE(error_of(file).find("is no journal of an analysis"), std::string::npos);
  EXPECT_EQ(file.content(), "1. e4 e5\n") << "left alone";
  open(file, OtherRuns::Replace);
  EXPECT_EQ(error_of(file), "");
}

TEST(Journal, ReplacingOthersKeepsItsOwn) {
  const TemporaryFile file("journal");
  const auto parts = random_parts();
  EXPECT_TRUE(open(file).add(parts[0]).ok());
  EXPECT_TRUE(open(file, OtherRuns::Replace).held_before(parts[0].id));
}

TEST(Journal, IsHeldByOneProcess) {
  const TemporaryFile file("journal");
  const Journal journal = open(file);
  EXPECT_NE(error_of(file).find("another process is writing"), std::string::npos);
}

TEST(Journal, RemembersThatOutputsMayBeThere) {
  const TemporaryFile file("journal");
  EXPECT_TRUE(open(file).mark_outputs_begun().ok());
  Journal journal = open(file);
  EXPECT_TRUE(journal.outputs_begun());
  journal.remove();
  EXPECT_FALSE(std::filesystem::exists(file.path()));
}

TEST(Journal, SaysWhyItCannotBeWritten) {
  const auto journal = Journal::open("/nowhere/at/all.journal", kRun, OtherRuns::Refuse);
  ASSERT_FALSE(journal.ok());
  EXPECT_EQ(journal.error().message, "cannot write /nowhere/at/all.journal: No such file or directory");
}

}  // namespace
}  // namespace rocada::analysis

#include "game/epd.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "chess/fen.h"
#include "chess/notation.h"
#include "game/random_records.h"

namespace rocada::game {
namespace {

using chess::Variant;

constexpr std::string_view kBratkoKopec = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";

std::string line(std::string_view operations) { return std::string(kBratkoKopec) + std::string(operations); }

std::string epd_error(std::string_view text, Variant variant = Variant::Standard) {
  const auto record = parse_epd(text, variant);
  return record ? "no error" : record.error().message;
}

std::string random_operand(util::Random& random) {
  constexpr std::string_view kCharacters = "abcNQ+#=-0123456789 ;;\"\"\\\\''()\xC3\xA9";
  std::string operand;
  for (std::uint32_t length = random.below(8); operand.size() < length;) {
    operand += kCharacters[random.below(static_cast<std::uint32_t>(kCharacters.size()))];
  }
  return operand;
}

TEST(Epd, ReadsBackWhatItWrites) {
  constexpr std::array<std::string_view, 6> kOpcodes = {"bm", "id", "c0", "c9", "Duals(2)", "00:03+"};
  test::for_each_random_record(100, 60, [&](const GameRecord& game, util::Random& random) {
    EpdRecord record{game.position(), {}};
    for (std::uint32_t count = random.below(4); record.operations.size() < count;) {
      EpdOperation operation{std::string(kOpcodes[random.below(kOpcodes.size())]), {}};
      for (std::uint32_t operands = random.below(4); operation.operands.size() < operands;) {
        operation.operands.push_back(random_operand(random));
      }
      record.operations.push_back(operation);
    }
    const std::string text = to_epd(record);
    const auto read = parse_epd(text, game.position().variant());
    ASSERT_TRUE(read.ok()) << text << "\n" << read.error().message;
    ASSERT_EQ(*read, record) << text << "\n" << to_epd(*read);
  });
}

TEST(Epd, MovesOfEveryKindReadBack) {
  test::for_each_random_record(50, 40, [&](const GameRecord& game, util::Random&) {
    EpdRecord record{game.position(), {{"bm", {}}}};
    const auto moves = chess::legal_moves(game.position());
    for (const chess::Move move : moves) {
      record.operations[0].operands.push_back(chess::to_san(game.position(), move));
    }
    const auto read = record.best_moves();
    ASSERT_TRUE(read.ok()) << to_epd(record) << "\n" << read.error().message;
    ASSERT_TRUE(std::equal(moves.begin(), moves.end(), read->begin(), read->end())) << to_epd(record);
  });
}

TEST(Epd, Operations) {
  const auto record = parse_epd(line(" bm Qd1+ Qd2; id \"BK; 01\";c0 \"say \\\"x\\\" \\\\ c:\\dir\" ; dm 5"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  ASSERT_EQ(record->operations.size(), 4u);
  EXPECT_EQ(record->find("bm")->operands, (std::vector<std::string>{"Qd1+", "Qd2"}));
  EXPECT_EQ(record->id(), "BK; 01");
  EXPECT_EQ(record->find("c0")->operands.front(), "say \"x\" \\ c:\\dir");
  EXPECT_EQ(record->find("dm")->operands.front(), "5");
  EXPECT_EQ(record->find("am"), nullptr);
  EXPECT_TRUE(record->avoid_moves()->empty());
}

TEST(Epd, AnIdOfSeveralWordsNeedsNoQuotes) { EXPECT_EQ(parse_epd(line(" id Position 2;"))->id(), "Position 2"); }

TEST(Epd, MovesMayShareAPairOfQuotes) {
  const auto record = parse_epd(line(" bm Qd1+ \"Qd2 d6d4\"; c9 \" d6d1  d6d2 \";"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record->words("bm"), (std::vector<std::string_view>{"Qd1+", "Qd2", "d6d4"}));
  EXPECT_EQ(record->best_moves()->size(), 3u);
  EXPECT_EQ(record->moves("c9")->size(), 2u);
  EXPECT_TRUE(record->words("am").empty());
}

TEST(Epd, PositionAloneAndEmptyOperations) {
  for (const std::string_view rest : {"", " ", ";", " ; ;\r", "\t0 1", " 0 1;"}) {
    const auto record = parse_epd(line(rest));
    ASSERT_TRUE(record.ok()) << rest << ": " << record.error().message;
    EXPECT_TRUE(record->operations.empty()) << rest;
    EXPECT_EQ(to_epd(*record), kBratkoKopec);
  }
}

TEST(Epd, PerftLinesHaveTheSemicolonInFront) {
  const auto record = parse_epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400");
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record->position, chess::start_position());
  EXPECT_EQ(record->find("D2")->operands.front(), "400");
}

TEST(Epd, ClocksComeFromFieldsOrOperations) {
  const auto fields = parse_epd(line(" 7 31 bm Qd1+;"));
  const auto operations = parse_epd(line(" hmvc 7; bm Qd1+; fmvn 31;"));
  ASSERT_TRUE(fields.ok() && operations.ok());
  EXPECT_EQ(fields->position.fifty_move_count(), 7);
  EXPECT_EQ(fields->position.full_move_number(), 31);
  EXPECT_EQ(*fields, *operations);
  EXPECT_EQ(to_epd(*fields), line(" bm Qd1+; hmvc 7; fmvn 31;"));
}

TEST(Epd, ThreeCheckCounters) {
  const auto record = parse_epd("4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 4 20 bm Ra8+;", Variant::ThreeCheck);
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record->position.checks_given(chess::Color::White), 2);
  EXPECT_EQ(record->position.full_move_number(), 20);
  EXPECT_EQ(record->best_moves()->size(), 1u);
  EXPECT_EQ(to_epd(*record), "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 bm Ra8+; hmvc 4; fmvn 20;");
  EXPECT_NE(epd_error("4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 bm Ra8+;").find("3check"), std::string::npos);
}

TEST(Epd, MateDistancesAreNoMoves) {
  const auto record = parse_epd(line(" bm #-3;"));
  ASSERT_TRUE(record.ok());
  EXPECT_EQ(record->find("bm")->operands.front(), "#-3");
  const auto moves = record->best_moves();
  ASSERT_FALSE(moves.ok());
  EXPECT_EQ(moves.error().message.rfind("bm #-3: ", 0), 0u) << moves.error().message;
}

TEST(Epd, ErrorsSayWhatAndWhere) {
  EXPECT_EQ(epd_error(""), "column 1: FEN ends before the board");
  EXPECT_EQ(epd_error("  8/8/8 w"), "column 3: FEN ends before castling rights");
  EXPECT_EQ(epd_error(line(" bm \"Qd1+; id 3")), "column 53: the string is not closed");
  EXPECT_EQ(epd_error(line(" bm Qd1+; \"id\" 3;")), "column 59: an operation begins with an opcode, not with \"id\"");
  EXPECT_EQ(epd_error(line(" 0 1 2 bm Qd1+;")), "column 54: an operation begins with an opcode, not with 2");
  EXPECT_EQ(epd_error(line(" hmvc;")), "column 50: hmvc needs one number");
  EXPECT_EQ(epd_error(line(" fmvn 1 2;")), "column 50: fmvn needs one number");
  EXPECT_EQ(epd_error(line(" hmvc x;")), "column 50: hmvc needs one number");
  EXPECT_EQ(epd_error(line(" hmvc -4;")).rfind("column 50: half-move clock -4", 0), 0u);
}

TEST(Epd, BrokenLinesNeverCrash) {
  util::Random random(77);
  const std::string good = line(" 3 14 bm Qd1+ Kc8; am Qd2; id \"BK; \\\"01\"; c0 x y; hmvc 12;");
  for (int round = 0; round < 5000; ++round) {
    std::string text = good;
    for (std::uint32_t changes = 1 + random.below(4); changes > 0; --changes) {
      text[random.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(random.below(256));
    }
    const auto record = parse_epd(text);
    if (!record) {
      ASSERT_EQ(record.error().message.rfind("column ", 0), 0u) << record.error().message;
      continue;
    }
    (void)record->best_moves();
    const auto again = parse_epd(to_epd(*record));
    ASSERT_TRUE(again.ok()) << text << "\n" << again.error().message;
    ASSERT_EQ(*again, *record) << text;
  }
}

TEST(EpdReader, SkipsWhatIsNoRecordAndGoesOnAfterAnError) {
  std::istringstream file("\xEF\xBB\xBF# suite\r\n\r\n" + line(" id \"one\";") + "\r\n8/8 w\n  \n" +
                          line(" id \"two\";"));
  EpdReader reader(file);
  const auto first = reader.next();
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ((*first)->id(), "one");
  EXPECT_EQ(reader.line_number(), 3);
  const auto broken = reader.next();
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().message, "line 4, column 1: FEN ends before castling rights");
  const auto second = reader.next();
  ASSERT_TRUE(second.ok()) << second.error().message;
  EXPECT_EQ((*second)->id(), "two");
  EXPECT_EQ(reader.line_number(), 6);
  EXPECT_EQ(reader.next().value(), std::nullopt);
  EXPECT_EQ(reader.next().value(), std::nullopt);
}

TEST(EpdReader, AnEndlessLineIsAnError) {
  std::string text(3 << 20, 'x');
  text += "\n";
  text += line(";");
  std::istringstream file(text);
  EpdReader reader(file);
  const auto broken = reader.next();
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().message, "line 1: longer than 1048576 characters");
  EXPECT_TRUE(reader.next().value().has_value());
}

// ---------------------------------------------------------------------------------------------------------------------
// The files beside the project

TEST(Epd, EveryRecordOfTheSharedSuitesReadsBack) {
  const std::filesystem::path data = ROCADA_SHARED_DATA_DIR;
  if (!std::filesystem::is_directory(data)) GTEST_SKIP() << data << " is not there";
  int records = 0;
  for (const char* folder : {"tactics", "mates", "syzygy"}) {
    if (!std::filesystem::is_directory(data / folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(data / folder)) {
      if (entry.path().extension() != ".epd") continue;
      std::ifstream file(entry.path());
      EpdReader reader(file);
      while (true) {
        const auto next = reader.next();
        ASSERT_TRUE(next.ok()) << entry.path() << ": " << next.error().message;
        if (!*next) break;
        const EpdRecord& record = **next;
        ++records;
        ASSERT_FALSE(record.operations.empty()) << entry.path() << ": " << to_epd(record);
        const auto again = parse_epd(to_epd(record));
        ASSERT_TRUE(again.ok()) << to_epd(record) << "\n" << again.error().message;
        ASSERT_EQ(*again, record) << to_epd(record);
        if (std::string_view(folder) != "tactics") continue;
        for (const std::string_view opcode : {"bm", "am"}) {
          const auto moves = record.moves(opcode);
          ASSERT_TRUE(moves.ok()) << entry.path() << ": " << to_epd(record) << "\n" << moves.error().message;
        }
      }
    }
  }
  EXPECT_GT(records, 0) << "no EPD files in " << data;
}

}  // namespace
}  // namespace rocada::game

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <istream>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include "game/pgn_reading.h"
#include "game/pgn_writer.h"
#include "game/random_pgn_games.h"

namespace rocada::game {
namespace {

using chess::Position;
using chess::Variant;

// ---------------------------------------------------------------------------------------------------------------------
// Laws

TEST(Pgn, ReadsBackWhatItWrites) {
  for_each_random_pgn_game(300, [](const PgnGame& game, util::Random&) {
    const std::string text = to_pgn(game);
    const PgnGame read = read_one(text);
    ASSERT_EQ(read, game) << text << "\n-- read back:\n" << to_pgn(read);
  });
}

TEST(Pgn, FilesOfManyGamesReadBack) {
  std::string file;
  std::vector<PgnGame> games;
  for_each_random_pgn_game(60, [&](const PgnGame& game, util::Random&) {
    games.push_back(game);
    file += to_pgn(game);
  });
  const Contents contents = read_all(file);
  EXPECT_TRUE(contents.errors.empty());
  EXPECT_EQ(contents.games, games);
}

TEST(Pgn, LinesStayUnder80Columns) {
  for_each_random_pgn_game(50, [](PgnGame game, util::Random&) {
    for (PgnMove& move : game.main_line.moves) {
      move.comment = "a long remark on this move which goes on and on until it must be broken somewhere, perhaps twice";
      move.variations.clear();
    }
    game.main_line.comment.clear();
    const std::string text = to_pgn(game);
    std::istringstream moves(text.substr(text.find("\n\n")));
    for (std::string line; std::getline(moves, line);) ASSERT_LT(line.size(), 80u) << line;
  });
}

TEST(Pgn, NoLineOfAWrappedCommentLooksLikeAnEscapeOrATag) {
  for_each_random_pgn_game(100, [](const PgnGame& game, util::Random&) {
    const std::string text = to_pgn(game);
    const std::string moves = text.substr(text.find("\n\n") + 2);
    ASSERT_EQ(moves.find("\n%"), std::string::npos) << text;
    ASSERT_EQ(moves.find("\n["), std::string::npos) << text;
  });
}

TEST(Pgn, CommandsInCommentsStayOnOneLine) {
  PgnGame game;
  game.main_line.moves.push_back({chess::parse_move(game.start, "e4").value(), {}, {}, {}});
  for (std::size_t before = 0; before < 100; ++before) {
    game.main_line.moves[0].comment = std::string(before, 'x') + " [%eval 0.31] [%clk 0:01:00]y z";
    const std::string text = to_pgn(game);
    ASSERT_NE(text.find("[%eval 0.31]"), std::string::npos) << text;
    ASSERT_NE(text.find("[%clk 0:01:00]y"), std::string::npos) << text;
    game.main_line.moves[0].comment = pgn_comment(game.main_line.moves[0].comment);
    ASSERT_EQ(read_one(text), game);
  }
  for (const char* comment : {"[%eval", "[% ] x", "[%csl a b c", "a [%] b"}) {
    game.main_line.moves[0].comment = comment;
    ASSERT_EQ(read_one(to_pgn(game)), game) << comment;
  }
}

TEST(Pgn, RecordsComeBackFromGames) {
  test::for_each_random_record(60, 150, [](const GameRecord& record, util::Random&) {
    const PgnGame game = to_pgn_game(record);
    ASSERT_EQ(to_game_record(read_one(to_pgn(game))), record);
    ASSERT_EQ(game.result, record.outcome().result());
  });
}

// Whatever is done to a file, the reader comes to an end, and the games it gives can be written and read again.
TEST(Pgn, BrokenFilesNeverCrash) {
  constexpr std::string_view kNasty = "{}()[];$*%\"\\!?.-0123456789/\n\r \tabcdefghxNBRQKOPZ+#=";
  for_each_random_pgn_game(300, [&](const PgnGame& game, util::Random& random) {
    std::string text = to_pgn(game) + to_pgn(game);
    for (std::uint32_t changes = 1 + random.below(12); changes > 0; --changes) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      switch (random.below(4)) {
        case 0: text.erase(at, random.below(20)); break;
        case 1: text.insert(at, 1, kNasty[random.below(static_cast<std::uint32_t>(kNasty.size()))]); break;
        case 2: text[at] = static_cast<char>(random.below(256)); break;
        default: text[at] = kNasty[random.below(static_cast<std::uint32_t>(kNasty.size()))]; break;
      }
    }
    const Contents contents = read_all(text);
    for (const std::string& error : contents.errors) ASSERT_EQ(error.rfind("line ", 0), 0u) << error;
    for (const PgnGame& read : contents.games) {
      const std::string written = to_pgn(read);
      ASSERT_EQ(read_one(written), read) << written << "\n-- from:\n" << text;
    }
  });
}

// ---------------------------------------------------------------------------------------------------------------------
// Writing

TEST(PgnWriter, ExportFormat) {
  PgnGame game;
  game.tags.set("white", "Morphy, Paul");
  game.tags.set("Annotator", "me \"myself\" \\ I");
  game.result = GameResult::WhiteWins;
  Position position = game.start;
  for (const std::string_view text : {"e4", "e5", "Nf3", "d6"}) {
    const chess::Move move = chess::parse_san(position, text).value();
    game.main_line.moves.push_back({move, {}, {}, {}});
    position.make(move);
  }
  auto& moves = game.main_line.moves;
  game.main_line.comment = "the opera";
  moves[0].nags = {1, 14};
  moves[2].comment = "attacks {e5}\n\n  again";
  const chess::Move f4 = chess::parse_san(read_one("1. e4 e5").start, "f4").value();
  moves[2].variations.push_back({"", {{f4, {}, {}, {}}}});
  EXPECT_EQ(
      to_pgn(game),
      "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Morphy, Paul\"]\n[Black \"?\"]\n"
      "[Result \"1-0\"]\n[Annotator \"me \\\"myself\\\" \\\\ I\"]\n\n"
      "{the opera} 1. e4 $1 $14 e5 2. Nf3 {attacks {e5) again} (2. f4) 2... d6 1-0\n\n");
}

TEST(PgnWriter, StartsOtherThanTheNormalOneAreTold) {
  PgnGame game;
  EXPECT_EQ(to_pgn(game).find("FEN"), std::string::npos);
  EXPECT_EQ(to_pgn(game).find("Variant"), std::string::npos);

  game.start = chess::start_position(Variant::ThreeCheck);
  EXPECT_NE(to_pgn(game).find("[Result \"*\"]\n[Variant \"Three-check\"]\n\n"), std::string::npos) << to_pgn(game);

  game.start = chess::chess960_start(0, 0).value();
  EXPECT_NE(to_pgn(game).find("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"" + chess::to_fen(game.start) + "\"]\n"),
            std::string::npos)
      << to_pgn(game);

  game.start = chess::parse_fen("4k3/8/8/8/8/8/8/R3K3 b Q - 4 30").value();
  EXPECT_NE(to_pgn(game).find("[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 4 30\"]\n"),
            std::string::npos)
      << to_pgn(game);
  game.main_line.moves.push_back({chess::parse_san(game.start, "Kd7").value(), {}, {}, {}});
  EXPECT_NE(to_pgn(game).find("\n30... Kd7 *\n"), std::string::npos) << to_pgn(game);
}

TEST(PgnWriter, NormalStartOfAChess960GameStaysChess960) {
  PgnGame game;
  game.chess960 = true;
  EXPECT_EQ(read_one(to_pgn(game)), game);
}

TEST(PgnTags, RosterFirstAndNamesInAnyCase) {
  PgnTags tags;
  tags.set("ECO", "A00");
  tags.set("EVENT", "line\nbreak");
  tags.set("eco", "B00");
  EXPECT_EQ(tags.size(), 7u);
  EXPECT_EQ(tags.begin()->name, "Event");
  EXPECT_EQ(*tags.find("event"), "line break");
  EXPECT_EQ(*tags.find("Eco"), "B00");
  EXPECT_EQ(*tags.find("Date"), "????.??.??");
  EXPECT_EQ(tags.find("FEN"), nullptr);
}

// ---------------------------------------------------------------------------------------------------------------------
// Reading

TEST(PgnReader, Tags) {
  const PgnGame game = read_one(
      "[Event \"F/S Return \\\"Match\\\" c:\\\\x\\y\"]\n[ White \t\"Fischer\" ]\r\n  [Black \"M\xFCller "
      "\xC3\xBC\"][ECO \"\"]\n"
      "[Result \"1/2-1/2\"]\n\n1. e4 e5");
  EXPECT_EQ(*game.tags.find("Event"), "F/S Return \"Match\" c:\\x\\y");
  EXPECT_EQ(*game.tags.find("White"), "Fischer");
  EXPECT_EQ(*game.tags.find("Black"), "M\xFCller \xC3\xBC");
  EXPECT_EQ(*game.tags.find("ECO"), "");
  EXPECT_EQ(game.tags.find("Result"), nullptr);
  EXPECT_EQ(game.result, GameResult::Draw);
}

TEST(PgnReader, MoveNumbersInEveryForm) {
  for (const char* text :
       {"1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3 *", "e4 e5 Nf3 *", "1 e4 1... e5 2 . Nf3 *", "1.e4 1...e5 2.Nf3*",
        "1. e4 ... e5 2...... Nf3 *", "\n1.\ne4\ne5\n2.\nNf3\n*\n", "1e4 e5 2Nf3 *", "007. e4 e5 99. Nf3"}) {
    EXPECT_EQ(main_line_of(text), "e4 e5 Nf3") << text;
  }
}

TEST(PgnReader, MovesInEverySpelling) {
  EXPECT_EQ(main_line_of("e2e4 e7-e5 Ng1-f3 Nb8c6 Bb5 a6 0-0 Nge7"), "e4 e5 Nf3 Nc6 Bb5 a6 O-O Nge7");
  EXPECT_EQ(main_line_of("[FEN \"r3k3/7P/8/8/8/8/8/4K3 w q - 0 1\"]\n1. h8=q+ Kd7 2. Qxa8"), "h8=Q+ Kd7 Qxa8");
  EXPECT_EQ(main_line_of("[FEN \"r3k3/7P/8/8/8/8/8/4K3 b q - 0 1\"]\n1... 0-0-0 2. h8Q"), "O-O-O h8=Q");
  EXPECT_EQ(main_line_of("1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6"), "e4 a6 e5 d5 exd6 cxd6");
  EXPECT_EQ(main_line_of("1. e4 a6 2. e5 d5 3. exd6e.p. cxd6"), "e4 a6 e5 d5 exd6 cxd6");
}

TEST(PgnReader, CommentsWhereTheyStand) {
  const PgnGame game = read_one(
      "[Event \"x\"]\n{before} ; the first\n1. e4 {after\n  a   move} $1 {and more} e5 ; to the } end\n"
      "% 2. h4 hidden {\n2. Nf3 {} {[%clk 0:01]} (2. f4 {gambit} exf4 {a} {b}) {late} Nc6 1-0");
  EXPECT_EQ(game.main_line.comment, "before the first");
  const auto& moves = game.main_line.moves;
  ASSERT_EQ(moves.size(), 4u);
  EXPECT_EQ(moves[0].comment, "after a move and more");
  EXPECT_EQ(moves[1].comment, "to the ) end");
  EXPECT_EQ(moves[2].comment, "[%clk 0:01] late");
  ASSERT_EQ(moves[2].variations.size(), 1u);
  ASSERT_EQ(moves[2].variations[0].moves.size(), 2u);
  EXPECT_EQ(moves[2].variations[0].moves[1].comment, "a b");
  EXPECT_EQ(moves[3].comment, "");
}

TEST(PgnReader, Annotations) {
  const PgnGame game = read_one("1. e4! e5? 2. Nf3!! Nc6 ?? 3. Bb5!? a6?! 4. Ba4$10$11 Nf6 $0 $255 *");
  std::vector<std::vector<std::uint8_t>> nags;
  for (const PgnMove& move : game.main_line.moves) nags.push_back(move.nags);
  EXPECT_EQ(nags, (std::vector<std::vector<std::uint8_t>>{{1}, {2}, {3}, {4}, {5}, {6}, {10, 11}, {0, 255}}));
}

TEST(PgnReader, Variations) {
  const PgnGame game =
      read_one("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. Nc3) 2... d6) (1... e6) ({nothing}) () 2. Nf3 *");
  ASSERT_EQ(main_line(game), "e4 e5 Nf3");
  const PgnMove& e5 = game.main_line.moves[1];
  Position after_e4 = game.start;
  after_e4.make(game.main_line.moves[0].move);
  ASSERT_EQ(e5.variations.size(), 3u);
  EXPECT_EQ(sans(e5.variations[0], after_e4), "c5 Nf3 d6");
  EXPECT_EQ(sans(e5.variations[1], after_e4), "e6");
  EXPECT_EQ(e5.variations[2].comment, "nothing");
  const auto& nested = e5.variations[0].moves[1].variations;
  ASSERT_EQ(nested.size(), 2u);
  EXPECT_EQ(nested[0].moves.size(), 2u);
  EXPECT_EQ(nested[1].moves.size(), 1u);
}

TEST(PgnReader, AResultInAVariationIsNotTheGames) {
  const PgnGame game = read_one("1. e4 (1. d4 d5 1-0) 1... e5 0-1");
  EXPECT_EQ(main_line(game), "e4 e5");
  EXPECT_EQ(game.result, GameResult::BlackWins);
}

TEST(PgnReader, NullMovesInVariationsOnly) {
  const PgnGame game = read_one("1. e4 e5 (1... -- 2. d4 Z0) 2. Nf3 *");
  ASSERT_EQ(main_line(game), "e4 e5 Nf3");
  ASSERT_EQ(game.main_line.moves[1].variations.size(), 1u);
  Position after_e4 = game.start;
  after_e4.make(game.main_line.moves[0].move);
  EXPECT_EQ(sans(game.main_line.moves[1].variations[0], after_e4), "-- d4 --");
  EXPECT_EQ(pgn_error("1. e4 -- 2. d4"), "line 1, column 7: game 1: a null move in the main line");
  EXPECT_EQ(pgn_error("1. e4 f6 2. Qh5+ g6 (2... --)"),
            "line 1, column 27: game 1: a null move, but the king is in check");
}

TEST(PgnReader, ResultsAndWhereGamesEnd) {
  const Contents contents = read_all(
      "1. e4 1-0 1. d4 0-1\n1. c4 1/2-1/2 Nf3 1/2 {between games} *\n"
      "[Event \"a\"]\n[Result \"0-1\"]\n\n1. f4\n[Event \"b\"]\n\n[Site \"s\"]\n1. g4 1-0 {White won on time}\n\n"
      "[Event \"tags only\"]\n[Result \"1-0\"]\n\n[Event \"c\"]\n\n1. h4");
  EXPECT_TRUE(contents.errors.empty());
  ASSERT_EQ(contents.games.size(), 9u);
  std::string summary;
  for (const PgnGame& game : contents.games) {
    summary += fmt::format("{}:{}:{} ", *game.tags.find("Event"), main_line(game), text_of(game.result));
    EXPECT_EQ(game.main_line.comment, &game == &contents.games[4] ? "between games" : "");
  }
  EXPECT_EQ(summary, "?:e4:1-0 ?:d4:0-1 ?:c4:1/2-1/2 ?:Nf3:1/2-1/2 ?::* a:f4:0-1 b:g4:1-0 tags only::1-0 c:h4:* ");
}

TEST(PgnReader, TheMarkAfterTheMovesCountsBeforeTheTag) {
  EXPECT_EQ(read_one("[Result \"1-0\"]\n1. e4 0-1").result, GameResult::BlackWins);
  EXPECT_EQ(read_one("[Result \"1-0\"]\n1. e4").result, GameResult::WhiteWins);
  EXPECT_EQ(read_one("[Result \"?\"]\n1. e4").result, GameResult::Unknown);
}

TEST(PgnReader, NothingInAnEmptyFile) {
  for (const char* text : {"", " \r\n", "\xEF\xBB\xBF", "% only an escape", "{only a comment}"}) {
    const Contents contents = read_all(text);
    EXPECT_TRUE(contents.games.empty() && contents.errors.empty()) << text;
  }
}

TEST(PgnReader, LineEndsAndByteOrderMark) {
  const std::string text = "[Event \"x\"]\n[Site \"y\"]\n\n; comment\n1. e4 ; more\n% hidden\ne5 Nf9\n";
  const std::string expected = "line 7, column 4: game 1: 2. Nf9: ";
  for (const std::string_view line_end : {"\n", "\r\n", "\r"}) {
    std::string file = "\xEF\xBB\xBF";
    for (const char c : text) file += c == '\n' ? std::string(line_end) : std::string(1, c);
    EXPECT_EQ(pgn_error(file).substr(0, expected.size()), expected);
  }
}

TEST(PgnReader, VariantNames) {
  for (const char* name : {"Chess", "Standard", "normal", "STANDARD", "From Position"}) {
    const PgnGame game = read_one(fmt::format("[Variant \"{}\"]\n*", name));
    EXPECT_EQ(game, PgnGame()) << name;
  }
  for (const char* name : {"Chess960", "chess 960", "Fischerandom", "fischerandom", "Fischer Random"}) {
    const PgnGame game = read_one(fmt::format("[Variant \"{}\"]\n*", name));
    EXPECT_TRUE(game.chess960 && game.start == chess::start_position()) << name;
  }
  for (const char* name : {"Three-check", "3check", "3-check", "Threecheck", "three check"}) {
    const PgnGame game = read_one(fmt::format("[Variant \"{}\"]\n*", name));
    EXPECT_TRUE(!game.chess960 && game.start == chess::start_position(Variant::ThreeCheck)) << name;
  }
}

TEST(PgnReader, StartPositions) {
  const PgnGame three_check =
      read_one("[Variant \"3check\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1\"]\n1. Ra8+ 1-0");
  EXPECT_EQ(to_game_record(three_check).outcome().reason(), "White gives the third check");
  // Shredder-FEN without a Variant tag: the castling rights say enough.
  const PgnGame chess960 =
      read_one("[SetUp \"1\"]\n[FEN \"1r2k1r1/p1p1p1p1/8/8/8/8/P1P1P1P1/1R2K1R1 w GBgb - 0 1\"]\n1. O-O O-O-O");
  EXPECT_TRUE(chess960.chess960);
  EXPECT_EQ(main_line(chess960), "O-O O-O-O");
}

TEST(PgnReader, TheLastOfRepeatedTagsCounts) {
  const PgnGame game = read_one("[Event \"a\"]\n[Event \"b\"]\n[Result \"1-0\"]\n[Result \"0-1\"]\n");
  EXPECT_EQ(*game.tags.find("Event"), "b");
  EXPECT_EQ(game.result, GameResult::BlackWins);
}

TEST(PgnReader, ErrorsSayWhatAndWhere) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"1. e4 e5 {no end\n", "line 1, column 10: game 1: the comment is not closed"},
      {"[Event \"x]\n1. e4", "line 1, column 1: game 1: the value of the tag Event is not closed"},
      {"[Event]\n1. e4", "line 1, column 1: game 1: the tag Event has no value in quotes"},
      {"[]\n1. e4", "line 1, column 1: game 1: a tag without a name"},
      {"[" + std::string(300, 'A') + " \"x\"]\n1. e4", "line 1, column 1: game 1: the name of the tag AAA"},
      {"[Event \"a \"b\" c\"]\n1. e4", "line 1, column 1: game 1: the tag Event does not end with ] after its value"},
      {"[Event \"x\"]\n [FEN \"8/8 w - -\"]\n*", "line 2, column 2: game 1: FEN: "},
      {"[Variant \"Atomic\"]\n1. e4", "line 1, column 1: game 1: the variant 'Atomic' is not one this engine plays"},
      {"[SetUp \"1\"]\n*", "line 1, column 1: game 1: SetUp announces a start position, but there is no FEN tag"},
      {"[Result \"2-0\"]\n*", "line 1, column 1: game 1: the result '2-0' is none of 1-0, 0-1, 1/2-1/2 and *"},
      {"1. e4 e5\n2. Ke3", "line 2, column 4: game 1: 2. Ke3: "},
      {"1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. Nd5", "line 1, column 33: game 1: 4. Nd5: "},
      {"1. e4 d5 2. d5", "line 1, column 13: game 1: 2. d5: "},
      {"[FEN \"8/P7/8/8/8/8/8/k1K5 w - - 0 1\"]\na8", "line 2, column 1: game 1: 1. a8: "},
      {"1. e4 Zz9", "line 1, column 7: game 1: 1... Zz9: 'Zz9' is not a move"},
      {"1. e4 (1. d4 e5", "line 1, column 7: game 1: the variation that begins here is not closed"},
      {"1. e4 (1. d4\n[Event \"x\"]\n*", "line 1, column 7: game 1: the variation that begins here is not closed"},
      {"1. e4) e5", "line 1, column 6: game 1: ')' without a variation to close"},
      {"(1. e4)", "line 1, column 1: game 1: a variation before the first move"},
      {"$1 1. e4", "line 1, column 1: game 1: an annotation before the first move"},
      {"1. e4 $256", "line 1, column 7: game 1: the annotation $256 is no number from 0 to 255"},
      {"1. e4 $", "line 1, column 7: game 1: the annotation $ is no number from 0 to 255"},
      {"1. e4!!!", "line 1, column 6: game 1: the annotation !!! is none of ! ? !! ?? !? ?!"},
      {"1. e4 }", "line 1, column 7: game 1: unexpected '}'"},
      {"1. e4 e.p.", "line 1, column 7: game 1: e.p. after a move that does not capture en passant"},
      {"1. e4 * 1. d4 Nf6 2. d9", "line 1, column 22: game 2: 2. d9: "},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(pgn_error(text).substr(0, expected.size()), expected) << text;
  }
}

// Each of these names the squares of a legal move, but is not its notation.
TEST(PgnReader, AlmostMovesAreErrorsToo) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1"},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kh1"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5"},
  };
  for (const auto& [fen, move] : cases) {
    const std::string expected = fmt::format("line 2, column 4: game 1: 1. {}: ", move);
    const std::string error = pgn_error(fmt::format("[FEN \"{}\"]\n1. {}", fen, move));
    EXPECT_EQ(error.substr(0, expected.size()), expected);
  }
}

TEST(PgnReader, GoesOnWithTheNextGameAfterAnError) {
  const Contents contents = read_all(
      "1. e4 Qxh9 {in a comment: 1-0} (2. Nf3 0-1) Nc6 1-0\n"
      "1. d4 (1. Ke9 *) d5 1-0\n"
      "[Event \"bad start\"]\n[FEN \"nonsense\"]\n[White \"w\"]\n\n1. e4 {[Event \"not a tag\"]} e5 1-0\n"
      "[Event \"broken tag]\n[White \"w\"]\n\n1. e4 e5\n\n"
      "[Event \"good\"]\n\n1. e4 e5 *\n"
      "[Event \"missing result\"]\n\n1. e4 e5 Ke5\n\n[Event \"last\"]\n\n1. c4 *\n");
  ASSERT_EQ(contents.errors.size(), 5u);
  ASSERT_EQ(contents.games.size(), 2u);
  EXPECT_EQ(*contents.games[0].tags.find("Event"), "good");
  EXPECT_EQ(*contents.games[1].tags.find("Event"), "last");
  EXPECT_EQ(contents.errors[4].rfind("line 18, column 10: game 6: 2. Ke5: ", 0), 0u) << contents.errors[4];
}

}  // namespace
}  // namespace rocada::game

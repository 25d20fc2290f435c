#include "analysis/html_report.h"

#include <gtest/gtest.h>

#include <map>

#include "analysis/random_analysis.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "support/json_checker.h"

namespace rocada::analysis {
namespace {

constexpr std::string_view kNasty =
    "</script><script>alert('1')</script><!-- <img src=x onerror=\"alert(2)\"> & \\u003c";

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string json_of(const std::string& section) {
  const std::size_t begin = section.find("id=\"data-1\">") + 12;
  return section.substr(begin, section.rfind("</script>") - begin);
}

std::string section_of(const game::PgnGame& game, util::Random& random) {
  const game::GameRecord record = game::to_game_record(game);
  const GameAnalysis analysis = analyse_game(record, test::random_lines(record, random));
  return report_game(game, {1, record, analysis});
}

TEST(HtmlText, LeavesNothingThatMeansSomething) {
  EXPECT_EQ(html_text("<b title=\"x\" id='y'>&amp;"), "&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;");
  EXPECT_EQ(html_text("Åse – Дмитрий"), "Åse – Дмитрий");
}

TEST(JsonInHtml, CannotEndItsElement) {
  EXPECT_EQ(json_in_html("\"</script>\""), "\"\\u003c/script>\"");
  EXPECT_EQ(json_in_html("\"<!--\"").find('<'), std::string::npos);
}

TEST(HtmlReport, TextFromTheGameStaysText) {
  test::for_each_random_record(5, 10, [](const game::GameRecord& record, util::Random& random) {
    game::PgnGame game = game::to_pgn_game(record);
    for (const char* tag : {"White", "Black", "Event", "Site", "Date", "Round", "WhiteElo"}) game.tags.set(tag, kNasty);
    game.main_line.comment = kNasty;
    for (game::PgnMove& move : game.main_line.moves) move.comment = kNasty;
    const std::string section = section_of(game, random);
    ASSERT_EQ(count_of(section, "<script"), 1U);
    ASSERT_EQ(count_of(section, "</script"), 1U);
    ASSERT_EQ(count_of(section, "<!--"), 0U);
    ASSERT_EQ(count_of(section, "<img"), 0U);
    ASSERT_TRUE(test::JsonChecker::accepts(json_of(section))) << json_of(section);
  });
}

TEST(HtmlReport, TheTitleIsEscapedToo) {
  const std::string head = report_head({std::string(kNasty), 3, "10 nodes"});
  EXPECT_EQ(count_of(head, "<script"), 0U);
  EXPECT_EQ(count_of(head, "<img"), 0U);
  EXPECT_NE(head.find("3 games"), std::string::npos);
}

TEST(HtmlReport, AnyBytesGiveValidJson) {
  test::for_each_random_record(20, 60, [](const game::GameRecord& record, util::Random& random) {
    game::PgnGame game = game::to_pgn_game(record);
    std::string bytes;
    for (int i = 0; i < 40; ++i) bytes += static_cast<char>(random.below(256));
    game.tags.set("White", bytes);
    for (game::PgnMove& move : game.main_line.moves) move.comment = game::pgn_comment(bytes);
    ASSERT_TRUE(test::JsonChecker::accepts(json_of(section_of(game, random))));
  });
}

TEST(HtmlReport, NeedsNothingFromOutside) {
  std::string page = report_head({"games.pgn", 1, "10 nodes"}) + report_tail();
  // The name of a language, not an address that anybody visits.
  const std::string svg = "http://www.w3.org/2000/svg";
  EXPECT_EQ(count_of(page, "://"), count_of(page, svg));
  for (const char* loads : {" src=", "@import", "url(", "<link", "fetch(", "innerHTML", "eval("}) {
    EXPECT_EQ(count_of(page, loads), 0U) << loads;
  }
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

// What the page's script does with a change, done here: it must lead from each position to the next.
TEST(BoardChange, LeadsToTheNextPosition) {
  test::for_each_random_record(60, 120, [](const game::GameRecord& record, util::Random&) {
    for (std::size_t ply = 0; ply < record.size(); ++ply) {
      std::map<std::string, char> board;
      const auto letters = [](const chess::Position& position) {
        std::map<std::string, char> all;
        for (const chess::Square square : position.occupied()) all[square.text()] = position.piece_on(square).letter();
        return all;
      };
      board = letters(record.positions()[ply]);
      const std::string change = board_change(record.positions()[ply], record.moves()[ply]);
      ASSERT_EQ(change.size() % 3, 0U);
      for (std::size_t i = 0; i < change.size(); i += 3) {
        if (change[i] == '-') {
          board.erase(change.substr(i + 1, 2));
        } else {
          board[change.substr(i + 1, 2)] = change[i];
        }
      }
      ASSERT_EQ(board, letters(record.positions()[ply + 1])) << change;
    }
  });
}

TEST(BoardChange, NamesTheMovingPieceFirst) {
  const auto change = [](const char* fen, const char* move) {
    const chess::Position position = chess::parse_fen(fen).value();
    return board_change(position, chess::parse_move(position, move).value());
  };
  EXPECT_EQ(change("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), "-e1-h1Kg1Rf1");
  EXPECT_EQ(change("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"), "-e5-d5Pd6");
  EXPECT_EQ(change("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=N"), "-e7-d8Nd8");
}

}  // namespace
}  // namespace rocada::analysis

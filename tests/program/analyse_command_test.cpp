// `rocada analyse` as a user runs it: on good and bad files, stopped, killed, and its report in a real browser.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "game/pgn_game.h"
#include "game/pgn_writer.h"
#include "game/random_records.h"
#include "program/clear_error.h"
#include "search/signature.h"
#include "support/json_checker.h"
#include "support/pgn_games.h"
#include "support/process.h"
#include "support/random_network.h"
#include "support/small_book.h"
#include "support/syzygy_data.h"
#include "support/temporary_file.h"

namespace rocada::test {
namespace {

// A folder of the test's own, and what is in it.
class GamesFolder {
 public:
  explicit GamesFolder(const std::string& name = "directory") : path_(TemporaryFile(name).path()) {
    remove();
    std::filesystem::create_directory(path_);
  }
  ~GamesFolder() { remove(); }
  GamesFolder(const GamesFolder&) = delete;
  GamesFolder& operator=(const GamesFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(file(name), std::ios::binary) << content;
    return file(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream stream(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) all.push_back(entry.path().filename());
    std::ranges::sort(all);
    return all;
  }

 private:
  // A browser that has just ended may still be tidying up in there.
  void remove() const {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string path_;
};

constexpr const char* kScholarsMate =
    "[Event \"Club\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 {A pity.} 4. Qxf7# 1-0\n\n";

// Games of all kinds, each with its number as the round.
std::string random_pgn(int count, std::size_t most_plies) {
  std::string text;
  int number = 0;
  for_each_random_record(count, most_plies, [&](const game::GameRecord& record, util::Random&) {
    game::PgnGame game = game::to_pgn_game(record);
    game.tags.set("Round", std::to_string(++number));
    text += game::to_pgn(game);
  });
  return text;
}

std::vector<std::string> analyse(const GamesFolder& directory, const std::vector<std::string>& more = {},
                                 const std::string& nodes = "200") {
  std::vector<std::string> line = {"analyse", directory.file("games.pgn")};
  line.insert(line.end(), {"-o", directory.file("out.pgn"), "--html", directory.file("out.html")});
  line.insert(line.end(), {"--nodes", nodes, "--hash", "1"});
  line.insert(line.end(), more.begin(), more.end());
  return line;
}

TEST(AnalyseCommand, MarksABlunderAndLeavesNothingBehind) {
  const GamesFolder directory;
  directory.write("games.pgn", kScholarsMate);
  const Finished finished = run_rocada(analyse(directory, {"--multipv", "2"}, "3000"));
  EXPECT_EQ(finished.status, 0) << finished.error;
  EXPECT_EQ(finished.error, "");
  EXPECT_NE(finished.out.find("games.pgn: 1 game, 0 of 8 positions done\n8 positions analysed in "), std::string::npos)
      << finished.out;
  EXPECT_EQ(directory.names(), (std::vector<std::string>{"games.pgn", "out.html", "out.pgn"}));
  const auto games = games_of(std::ifstream(directory.file("out.pgn")));
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(*games[0].tags.find("White"), "Anna");
  const auto& moves = games[0].main_line.moves;
  ASSERT_EQ(moves.size(), 7U);
  EXPECT_EQ(moves[5].nags, std::vector<std::uint8_t>{4});
  EXPECT_TRUE(moves[5].comment.starts_with("[%eval #1] Blunder: from ")) << moves[5].comment;
  EXPECT_TRUE(moves[5].comment.ends_with(" A pity.")) << moves[5].comment;
  EXPECT_FALSE(moves[5].variations.empty());
  EXPECT_EQ(moves[6].comment, "") << "a mate needs no evaluation";
}

TEST(AnalyseCommand, ThreadsChangeNothing) {
  const GamesFolder one("one");
  const GamesFolder other("other");
  const std::string games = random_pgn(8, 50);
  one.write("games.pgn", games);
  other.write("games.pgn", games);
  EXPECT_EQ(run_rocada(analyse(one, {"--threads", "1", "--multipv", "2"})).status, 0);
  EXPECT_EQ(run_rocada(analyse(other, {"--threads", "3", "--multipv", "2"})).status, 0);
  EXPECT_EQ(one.read("out.pgn"), other.read("out.pgn"));
  EXPECT_EQ(one.read("out.html"), other.read("out.html"));

  // In the order of the file, every kind of game, nothing lost.
  const auto before = games_of(std::istringstream(games));
  const auto after = games_of(std::ifstream(one.file("out.pgn")));
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(game::to_game_record(after[i]), game::to_game_record(before[i]));
    EXPECT_EQ(*after[i].tags.find("Round"), std::to_string(i + 1));
    EXPECT_EQ(after[i].chess960, before[i].chess960);
    for (std::size_t ply = 0; ply + 1 < after[i].main_line.moves.size(); ++ply) {
      EXPECT_TRUE(after[i].main_line.moves[ply].comment.starts_with("[%eval ")) << i << " " << ply;
    }
  }
}

TEST(AnalyseCommand, WorksWithTimeInsteadOfNodes) {
  const GamesFolder directory;
  const std::string input = directory.write("games.pgn", kScholarsMate);
  const Finished finished = run_rocada({"analyse", input, "--movetime", "2", "--threads", "2"});
  EXPECT_EQ(finished.status, 0) << finished.error;
  EXPECT_EQ(directory.names(), (std::vector<std::string>{"games.analysed.pgn", "games.pgn"}));
}

TEST(AnalyseCommand, WritesTablesForProgramsAndMarksTheBook) {
  const GamesFolder directory;
  const std::string input = directory.write("games.pgn", kScholarsMate);
  const Finished finished =
      run_rocada({"analyse", input, "-o", directory.file("out.pgn"), "--csv", directory.file("out.csv"), "--json",
                  directory.file("out.json"), "--depth", "6"});
  EXPECT_EQ(finished.status, 0) << finished.error;
  EXPECT_EQ(directory.names(), (std::vector<std::string>{"games.pgn", "out.csv", "out.json", "out.pgn"}));
  EXPECT_TRUE(JsonChecker::accepts(directory.read("out.json"))) << directory.read("out.json");
  EXPECT_NE(directory.read("out.json").find("\"limit\":\"depth 6\""), std::string::npos);
  const std::string csv = directory.read("out.csv");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 8);
  EXPECT_NE(csv.find("\n1,1,1,white,e4,e2e4,1,"), std::string::npos) << "the book knows 1. e4: " << csv;
  EXPECT_NE(csv.find("\n1,6,3,black,Nf6,g8f6,0,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",blunder,"), std::string::npos) << csv;
  const auto moves = games_of(std::ifstream(directory.file("out.pgn")))[0].main_line.moves;
  EXPECT_TRUE(moves[0].comment.ends_with("] Book.")) << moves[0].comment;
  EXPECT_EQ(moves[5].comment.find("Book."), std::string::npos) << moves[5].comment;
}

TEST(AnalyseCommand, AnotherBookMarksOtherMoves) {
  const GamesFolder directory;
  directory.write("games.pgn", kScholarsMate);
  write_book(directory.file("book.bin"), entries_for(chess::start_position(), {{"d4", 1}}));
  EXPECT_EQ(run_rocada(analyse(directory, {"--book", directory.file("book.bin")})).status, 0);
  EXPECT_EQ(directory.read("out.pgn").find("Book."), std::string::npos);
  expect_one_clear_error(analyse(directory, {"--overwrite", "--book", directory.file("none.bin")}), "none.bin");
}

TEST(AnalyseCommand, TakesAnotherNetworkAndTables) {
  const GamesFolder directory;
  directory.write("games.pgn", kScholarsMate);
  const TemporaryFile network("network");
  write_bytes(network.path(), to_file(*random_network(5)));
  EXPECT_EQ(run_rocada(analyse(directory, {"--network", network.path()})).status, 0);
  const std::string other = directory.read("out.pgn");
  EXPECT_EQ(run_rocada(analyse(directory, {"--overwrite"})).status, 0);
  EXPECT_NE(directory.read("out.pgn"), other);
  expect_one_clear_error(analyse(directory, {"--overwrite", "--network", directory.file("none.nnue")}), "none.nnue");
  expect_one_clear_error(analyse(directory, {"--overwrite", "--syzygy", "/no/such/tables"}),
                         "there are no tables in /no/such/tables");
  if (std::filesystem::exists(kSyzygyTables)) {
    EXPECT_EQ(run_rocada(analyse(directory, {"--overwrite", "--syzygy", kSyzygyTables.string()})).status, 0);
  }
}

// Blocks until the journal holds so many lines of results.
void await_journal(const std::string& path, std::ptrdiff_t lines) {
  constexpr std::ptrdiff_t kHeaderLines = 10;
  for (int patience = 0; patience < 3000; ++patience) {
    std::ifstream file(path, std::ios::binary);
    if (std::count(std::istreambuf_iterator<char>(file), {}, '\n') >= kHeaderLines + lines) return;
    poll(nullptr, 0, 5);
  }
  ADD_FAILURE() << "the journal does not grow";
}

TEST(AnalyseCommand, GoesOnAfterAKill) {
  const GamesFolder whole("whole");
  const GamesFolder killed("killed");
  const std::string games = random_pgn(16, 60);
  whole.write("games.pgn", games);
  killed.write("games.pgn", games);
  EXPECT_EQ(run_rocada(analyse(whole, {}, "1000")).status, 0);

  for (const std::ptrdiff_t lines : {1, 4, 9}) {
    RunningEngine run(analyse(killed, {"--threads", "2"}, "1000"));
    await_journal(killed.file("out.pgn.journal"), lines);
    run.signal(SIGKILL);
    EXPECT_EQ(run.await_end(), 128 + SIGKILL) << "it was quicker than the test";
    // A kill of the machine may leave half a line.
    std::ofstream(killed.file("out.pgn.journal"), std::ios::app | std::ios::binary) << "7 1 35,12,0c";
  }
  EXPECT_FALSE(std::filesystem::exists(killed.file("out.pgn")));
  const Finished finished = run_rocada(analyse(killed, {}, "1000"));
  EXPECT_EQ(finished.status, 0) << finished.error;
  EXPECT_EQ(finished.out.find(", 0 of "), std::string::npos) << "nothing was lost: " << finished.out;
  EXPECT_EQ(killed.read("out.pgn"), whole.read("out.pgn"));
  EXPECT_EQ(killed.read("out.html"), whole.read("out.html"));
  EXPECT_EQ(killed.names(), whole.names());
}

TEST(AnalyseCommand, ASignalEndsItSoon) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const GamesFolder directory;
    directory.write("games.pgn", random_pgn(4, 60));
    std::vector<std::string> arguments = {"analyse", directory.file("games.pgn"), "--movetime", "3000000"};
    RunningEngine run(arguments);
    EXPECT_NE(run.await(directory.file("games.pgn") + ": 4 games, 0 of "), "");
    run.signal(signal);
    EXPECT_EQ(run.await_end(), 1);
    ASSERT_FALSE(run.seen.empty());
    EXPECT_EQ(run.seen.back(), "Stopped early. The same command goes on where this run ended.");
    EXPECT_EQ(directory.names(), (std::vector<std::string>{"games.analysed.pgn.journal", "games.pgn"}));
  }
}

TEST(AnalyseCommand, ReplacesNothingUnasked) {
  const GamesFolder directory;
  directory.write("games.pgn", kScholarsMate);
  directory.write("out.pgn", "precious");
  expect_one_clear_error(analyse(directory), "out.pgn exists; --overwrite replaces it");
  EXPECT_EQ(directory.read("out.pgn"), "precious");
  EXPECT_EQ(directory.names(), (std::vector<std::string>{"games.pgn", "out.pgn"}));
  EXPECT_EQ(run_rocada(analyse(directory, {"--overwrite"})).status, 0);
  EXPECT_NE(directory.read("out.pgn").find("[%eval "), std::string::npos);
}

// Begins an analysis of 20,000 nodes a position and kills it when its journal has a part.
void kill_half_way(const GamesFolder& directory) {
  RunningEngine run(analyse(directory, {}, "20000"));
  await_journal(directory.file("out.pgn.journal"), 1);
  run.signal(SIGKILL);
  EXPECT_TRUE(run.await_end().has_value());
}

TEST(AnalyseCommand, GoesOnWithTheSameRunOnly) {
  const GamesFolder directory;
  directory.write("games.pgn", random_pgn(6, 60));
  kill_half_way(directory);
  expect_one_clear_error(analyse(directory), "belongs to another run: its limit is 20000 nodes, not 200 nodes");
  const TemporaryFile network("network");
  write_bytes(network.path(), to_file(*random_network(5)));
  expect_one_clear_error(analyse(directory, {"--network", network.path()}, "20000"), "its set of networks is ");
  if (std::filesystem::exists(kSyzygyTables)) {
    expect_one_clear_error(analyse(directory, {"--syzygy", kSyzygyTables.string()}, "20000"),
                           "its tablebases is none, not ");
  }
  std::ofstream(directory.file("games.pgn"), std::ios::app) << kScholarsMate;
  expect_one_clear_error(analyse(directory, {}, "20000"), "belongs to another run: its input is ");
  const Finished finished = run_rocada(analyse(directory, {"--overwrite"}));
  EXPECT_EQ(finished.status, 0) << finished.error;
  EXPECT_EQ(games_of(std::ifstream(directory.file("out.pgn"))).size(), 7U);
}

// What one search has found is not what another would: half an analysis of each is none.
TEST(AnalyseCommand, DoesNotGoOnWithWhatAnotherSearchHasFound) {
  const GamesFolder directory;
  directory.write("games.pgn", random_pgn(6, 60));
  kill_half_way(directory);
  std::string journal = directory.read("out.pgn.journal");
  const std::string own = fmt::format("search: {}\n", search::kSearchSignature);
  const std::size_t at = journal.find(own);
  ASSERT_NE(at, std::string::npos) << journal.substr(0, 300);
  directory.write("out.pgn.journal", journal.replace(at, own.size(), "search: 1\n"));
  expect_one_clear_error(analyse(directory, {}, "20000"),
                         fmt::format("its search is 1, not {}", search::kSearchSignature));
}

TEST(AnalyseCommand, BadFilesAndPlacesAreNamed) {
  const GamesFolder directory;
  expect_one_clear_error(analyse(directory), "cannot read " + directory.file("games.pgn") + ": No such file");
  directory.write("games.pgn", "");
  expect_one_clear_error(analyse(directory), "games.pgn holds no game to analyse");
  expect_one_clear_error({"analyse", directory.file("")}, " is not a file");
  directory.write("games.pgn", kScholarsMate);
  expect_one_clear_error({"analyse", directory.file("games.pgn"), "-o", "/nowhere/out.pgn"},
                         "cannot write /nowhere/out.pgn: No such file or directory");
  expect_one_clear_error({"analyse", directory.file("games.pgn"), "-o", directory.file("games.pgn"), "--overwrite"},
                         "games.pgn is the file to be analysed");
  expect_one_clear_error(
      {"analyse", directory.file("games.pgn"), "-o", directory.file("x"), "--html", directory.file("x")},
      "cannot be two outputs at once");
  expect_one_clear_error(analyse(directory, {"--movetime", "5"}), "--movetime, --nodes and --depth exclude each other");
  expect_one_clear_error(analyse(directory, {"--threads", "0"}), "--threads");
  EXPECT_EQ(directory.names(), std::vector<std::string>{"games.pgn"});
}

TEST(AnalyseCommand, GamesAreKeptAsFarAsTheyCanBeRead) {
  const GamesFolder directory;
  directory.write("games.pgn",
                  "[White \"First\"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n"
                  "[White \"Second\"]\n[FEN \"nonsense\"]\n\n1. e4 *\n\n"
                  "[White \"Third\"]\n\n1. d4 d5 *\n\n");
  const Finished finished = run_rocada(analyse(directory));
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(std::ranges::count(finished.error, '\n'), 2) << finished.error;
  EXPECT_NE(finished.error.find("game 1: 2. Ke3: "), std::string::npos) << finished.error;
  EXPECT_NE(finished.error.find("; kept up to there\n"), std::string::npos) << finished.error;
  EXPECT_NE(finished.error.find("; left out\n"), std::string::npos) << finished.error;
  const auto games = games_of(std::ifstream(directory.file("out.pgn")));
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].main_line.moves.size(), 2U);
  EXPECT_NE(games[0].main_line.moves[1].comment.find("The rest could not be read: "), std::string::npos);
  EXPECT_EQ(*games[1].tags.find("White"), "Third");
}

// ---------------------------------------------------------------------------------------------------------------------
// The report in Chromium

bool has_chromium() { return std::system("command -v chromium >/dev/null 2>&1") == 0; }

// The page as it stands after its scripts have run.
std::string dom_of(const GamesFolder& directory, const std::string& name, const std::string& place) {
  const std::string command = "chromium --headless --no-sandbox --disable-gpu --no-first-run --user-data-dir='" +
                              directory.file("profile") + "' --virtual-time-budget=2000 --dump-dom 'file://" +
                              directory.file(name) + place + "' 2>/dev/null";
  std::FILE* const pipe = popen(command.c_str(), "r");
  std::string dom;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) dom.append(buffer, count);
  EXPECT_EQ(pclose(pipe), 0);
  return dom;
}

// The drawn part of the page, without the data it was drawn from.
std::string drawn(const std::string& dom) {
  const std::size_t begin = dom.find("<main id=\"game\"");
  return dom.substr(begin, dom.find("</main>") - begin);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

class Report : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_chromium()) GTEST_SKIP() << "chromium is not installed";
  }
  void make(const std::string& games) {
    directory.write("games.pgn", games);
    const Finished finished = run_rocada(analyse(directory, {}, "3000"));
    ASSERT_EQ(finished.status, 0) << finished.error;
  }
  // As the page would be after a user's deeds, given as a script.
  std::string dom_after(const std::string& deeds, const std::string& place = "") {
    std::string page = directory.read("out.html");
    page.insert(page.rfind("</body>"), "<script>" + deeds + "</script>");
    directory.write("deeds.html", page);
    return drawn(dom_of(directory, "deeds.html", place));
  }

  GamesFolder directory;
};

TEST_F(Report, ShowsBoardGraphMovesAndMoments) {
  ASSERT_NO_FATAL_FAILURE(make(kScholarsMate));
  const std::string page = drawn(dom_of(directory, "out.html", ""));
  EXPECT_EQ(page.find("<main id=\"game\" hidden"), std::string::npos) << "the only game is open at once";
  EXPECT_EQ(count_of(page, "<polyline class=\"line\""), 1U);
  EXPECT_EQ(count_of(page, "class=\"move "), 7U);
  const std::size_t moments = count_of(page, "class=\"moment card\"");
  EXPECT_GE(moments, 1U);
  EXPECT_EQ(count_of(page, "<svg class=\"board\""), 1 + moments) << "the present position and the moments";
  EXPECT_EQ(count_of(page, "<use "), 32 * (1 + moments)) << "nothing is taken before the last move";
  EXPECT_NE(page.find("class=\"mark\">?\?</span>"), std::string::npos);
  EXPECT_NE(page.find("A pity."), std::string::npos);
  EXPECT_NE(page.find("Better <b>"), std::string::npos);
  EXPECT_NE(page.find("aria-label=\"Start position, "), std::string::npos);
}

TEST_F(Report, FollowsTheAddressClicksAndKeys) {
  ASSERT_NO_FATAL_FAILURE(make(kScholarsMate));
  const std::string mate = "aria-label=\"4. Qxf7#, White 100%\"";
  EXPECT_NE(drawn(dom_of(directory, "out.html", "#1/7")).find(mate), std::string::npos);
  EXPECT_NE(dom_after("document.querySelector('[data-place=\"7\"]').click()").find(mate), std::string::npos);
  EXPECT_NE(dom_after("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'End'}))").find(mate),
            std::string::npos);
  const std::string back =
      dom_after("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft'}))", "#1/2");
  EXPECT_NE(back.find("aria-label=\"1. e4, "), std::string::npos);
  const std::string line = dom_after("document.querySelector('.step[data-place^=\"6/\"]').click()");
  EXPECT_NE(line.find("aria-label=\"Better: 3... "), std::string::npos);
  const std::string moment = dom_after("[...document.querySelectorAll('.moment')].pop().click()");
  EXPECT_NE(moment.find("aria-label=\"3... Nf6??, #1, White 100%\""), std::string::npos);
  // The graph tells about the place under the pointer, and a click goes there.
  const std::string over =
      "const graph = document.querySelector('.graph svg'), area = graph.getBoundingClientRect();"
      "const at = {clientX: area.left + area.width * 6 / 7, clientY: area.top + 5, bubbles: true};";
  const std::string hovered = dom_after(over + "graph.dispatchEvent(new PointerEvent('pointermove', at))");
  EXPECT_NE(hovered.find(">3... Nf6??, #1, White 100%</div>"), std::string::npos) << hovered;
  const std::string clicked = dom_after(over + "graph.dispatchEvent(new MouseEvent('click', at))");
  EXPECT_NE(clicked.find("aria-label=\"3... Nf6??, #1, White 100%\""), std::string::npos);
}

TEST_F(Report, OfManyGamesBeginsWithTheirList) {
  ASSERT_NO_FATAL_FAILURE(make(std::string(kScholarsMate) + random_pgn(5, 30)));
  const std::string list = dom_of(directory, "out.html", "");
  EXPECT_NE(list.find("<main id=\"game\" hidden"), std::string::npos);
  EXPECT_EQ(count_of(list, "<li class=\"row\">"), 6U);
  EXPECT_NE(list.find(">Anna – Bert</span>"), std::string::npos);
  for (int number = 1; number <= 6; ++number) {
    const std::string page = dom_of(directory, "out.html", fmt::format("#{}/999", number));
    EXPECT_NE(page.find("<nav id=\"list\" hidden"), std::string::npos);
    EXPECT_NE(drawn(page).find("class=\"move"), std::string::npos) << number;
    EXPECT_GE(count_of(drawn(page), "<use "), 2U) << number;
  }
}

TEST_F(Report, TextStaysText) {
  const std::string nasty = "<script>document.title='taken'</script><img src=x onerror=document.title='taken'>";
  ASSERT_NO_FATAL_FAILURE(make("[White \"" + nasty + "\"]\n[Black \"</script>" + nasty + "\"]\n\n{" + nasty +
                               "} 1. e4 {" + nasty + "} e5 *\n\n" + kScholarsMate));
  for (const char* place : {"", "#1/1"}) {
    const std::string dom = dom_of(directory, "out.html", place);
    EXPECT_NE(dom.find("<title>games.pgn</title>"), std::string::npos) << place;
    EXPECT_EQ(dom.find("<img"), std::string::npos) << place;
    EXPECT_NE(dom.find("&lt;script&gt;document.title='taken'&lt;/script&gt;"), std::string::npos) << place;
  }
}

}  // namespace
}  // namespace rocada::test

// Games in the terminal as transcripts: lines in, text out, and what is saved.
#include "app/terminal_game.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/play_arguments.h"
#include "chess/game_kind.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/variants/chess960.h"
#include "game/pgn_reader.h"
#include "support/pgn_games.h"
#include "support/shown_scores.h"

namespace rocada::app {
namespace {

using chess::Color;
using protocol::Continue;

// Answers at once, inside start(), with the moves it was given; the first legal move once they are used up.
class ScriptedEngine final : public engine::EngineApi {
 public:
  std::deque<std::string> answers;
  eval::Score score = test::score_shown_as(31);
  std::vector<search::Limits> searches;
  int new_games = 0;
  std::atomic<bool>* interrupt_instead = nullptr;  // set this and do not answer until stopped

  void start(const game::GameRecord& game, const search::Limits& limits,
             std::shared_ptr<search::Observer> observer) override {
    searches.push_back(limits);
    search::Finished finished;
    finished.best = chess::legal_moves(game.position())[0];
    finished.score = score;
    finished.depth = 12;
    if (!answers.empty()) {
      finished.best = chess::parse_move(game.position(), answers.front()).value();
      answers.pop_front();
    }
    if (interrupt_instead != nullptr) {
      waiting_ = std::move(observer);
      *interrupt_instead = true;
      return;
    }
    observer->finished(finished);
  }
  void stop() override {}
  void stop_and_wait() override {
    if (waiting_ != nullptr) std::exchange(waiting_, nullptr)->finished({});
  }
  void wait() override {}
  void ponder_hit(const std::optional<search::GameClock>&) override {}
  void pause() override {}
  void resume() override {}
  bool is_searching() const override { return waiting_ != nullptr; }
  search::Effort effort() const override { return {}; }
  std::vector<book::BookMove> book_moves(const chess::Position&) const override { return {}; }
  void new_game() override { ++new_games; }
  util::Result<std::string> set_option(const engine::OptionSpec& spec, std::string_view value) override {
    if (const auto set = options_.set(spec, value); !set) return set.error();
    return std::string();
  }
  const engine::Options& options() const override { return options_; }
  eval::Score evaluate(const chess::Position&) const override { return score; }

 private:
  engine::Options options_;
  std::shared_ptr<search::Observer> waiting_;
};

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<game::PgnGame> games_in(const std::filesystem::path& path) { return test::games_of(std::ifstream(path)); }

class TerminalGameTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) / unique_name(test->name());
    std::filesystem::create_directories(folder_);
    settings.pgn_path = (folder_ / "game.pgn").string();
    settings.user = parse_user_sides("white").value();
    settings.level = PlayLevel::of(1300);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path pgn_path() const { return folder_ / "game.pgn"; }

  // Begins the game the settings describe; returns what it shows.
  std::string begin(std::string_view variant = "normal", const std::string& fen = "") {
    settings.variant = chess::parse_game_kind(variant).value();
    settings.start = fen.empty() ? chess::start_position(settings.variant.rules)
                                 : chess::parse_fen(fen, settings.variant.rules).value();
    game_.emplace(TerminalGameWorld{engine, [this](std::string_view text) { output_ += text; }, [] { return time(); },
                                    interrupted},
                  settings);
    going_on = game_->begin();
    return std::exchange(output_, {});
  }
  std::string send(std::string_view line) {
    going_on = game_->line(line);
    return std::exchange(output_, {});
  }
  std::string end() {
    game_->end();
    return std::exchange(output_, {});
  }
  TerminalGame& game() { return *game_; }
  std::string fen() const { return chess::to_fen(game_->record().position()); }

  ScriptedEngine engine;
  TerminalGameSettings settings;
  std::atomic<bool> interrupted{false};
  Continue going_on = Continue::Yes;

 private:
  static std::string unique_name(const char* test) { return std::to_string(getpid()) + test; }
  static std::tm time() {
    std::tm moment{};
    moment.tm_year = 126;
    moment.tm_mon = 10;
    moment.tm_mday = 5;
    moment.tm_hour = 7;
    moment.tm_min = 8;
    moment.tm_sec = 9;
    return moment;
  }

  std::filesystem::path folder_;
  std::string output_;
  std::optional<TerminalGame> game_;
};

void expect_in(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
}

TEST_F(TerminalGameTest, AMoveIsAnsweredAndTheBoardShown) {
  engine.answers = {"Nf6"};
  expect_in(begin(), "You play white against Rocada at 1300 Elo.");
  EXPECT_EQ(send("e4"),
            "Rocada plays Nf6 (depth 12, +0.31)\n"
            "\n"
            " 8  r  n  b  q  k  b [.] r \n"
            " 7  p  p  p  p  p  p  p  p \n"
            " 6  .  .  .  .  . [n] .  . \n"
            " 5  .  .  .  .  .  .  .  . \n"
            " 4  .  .  .  .  P  .  .  . \n"
            " 3  .  .  .  .  .  .  .  . \n"
            " 2  P  P  P  P  .  P  P  P \n"
            " 1  R  N  B  Q  K  B  N  R \n"
            "    a  b  c  d  e  f  g  h \n");
  EXPECT_EQ(game().prompt(), "White to move > ");
  ASSERT_EQ(engine.searches.size(), 1U);
  EXPECT_EQ(engine.searches[0].move_time, PlayLevel::of(1300).limits.move_time);
  EXPECT_EQ(engine.options().number(engine::OptionId::Strength), 1300);
}

TEST_F(TerminalGameTest, CoordinatesSpacesAndEmptyLinesAreFine) {
  engine.answers = {"e5", "Nc6"};
  begin();
  send("  e2e4 \r");
  EXPECT_EQ(send("   "), "");
  send("g1f3");
  EXPECT_EQ(game().record().size(), 4U);
}

TEST_F(TerminalGameTest, AnImpossibleMoveGetsItsReasonAndChangesNothing) {
  begin();
  expect_in(send("e2e5"), "pawn");
  EXPECT_EQ(send("Qh5"), "Illegal move: the queen's path from d1 to h5 is blocked by the pawn on e2.\n");
  expect_in(send("O-O"), "Illegal move: castling: blocked by");
  EXPECT_EQ(send("dance"), "'dance' is neither a move nor a command; type help for the commands.\n");
  EXPECT_EQ(game().record().size(), 0U);
  EXPECT_TRUE(engine.searches.empty());
}

TEST_F(TerminalGameTest, UndoTakesBackUntilItIsTheUsersTurnAgain) {
  engine.answers = {"e5", "Nc6"};
  begin();
  send("e4");
  send("Nf3");
  send("undo");
  EXPECT_EQ(fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  send("undo");
  EXPECT_EQ(fen(), chess::kStartFen);
  EXPECT_EQ(send("undo"), "There is no move of yours to take back.\n");
}

TEST_F(TerminalGameTest, TheEnginesFirstMoveAloneCannotBeTakenBack) {
  settings.user = parse_user_sides("black").value();
  engine.answers = {"d4"};
  expect_in(begin(), "Rocada plays d4");
  EXPECT_EQ(send("undo"), "There is no move of yours to take back.\n");
}

TEST_F(TerminalGameTest, BlackSeesTheBoardFromBelowAndFlipTurnsIt) {
  settings.user = parse_user_sides("black").value();
  expect_in(begin(), "    h  g  f  e  d  c  b  a \n");
  expect_in(send("flip"), "    a  b  c  d  e  f  g  h \n");
}

TEST_F(TerminalGameTest, MateEndsTheGameAndUndoRevivesIt) {
  engine.answers = {"e5", "Nc6", "Nf6"};
  begin();
  for (const char* move : {"e4", "Bc4", "Qh5"}) send(move);
  const std::string last = send("Qxf7#");
  expect_in(last, "White mates: 1-0\n");
  expect_in(last, "The game is saved in " + pgn_path().string());
  EXPECT_EQ(game().prompt(), "(game over) > ");
  expect_in(send("e4"), "The game is over");
  for (const char* command : {"hint", "resign", "draw", "moves", "eval"}) expect_in(send(command), "The game is over");

  send("undo");
  EXPECT_EQ(game().record().size(), 6U);
  expect_in(send("Qf3"), "Rocada plays");
}

TEST_F(TerminalGameTest, DrawsOfTheRulesAreAnnounced) {
  engine.answers = {"Kh7"};
  begin("normal", "7k/8/8/8/8/8/8/K5R1 w - - 98 90");
  expect_in(send("Rb1"), "Fifty-move rule: 1/2-1/2");

  begin("normal", "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1");
  expect_in(send("Kg6"), "Stalemate: 1/2-1/2");

  begin("normal", "7k/8/8/8/8/8/1p6/K7 w - - 0 1");
  expect_in(send("Kxb2"), "Insufficient material: 1/2-1/2");

  engine.answers = {"Ng8", "Nf6", "Ng8"};
  begin("normal", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2");
  send("Ng1");
  send("Nf3");
  engine.answers = {"Ng8", "Nf6"};
  send("Ng1");
  expect_in(send("Nf3"), "Threefold repetition: 1/2-1/2");
}

TEST_F(TerminalGameTest, ThreeCheckCountsUnderTheBoardAndEndsWithTheThird) {
  begin("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1");
  const std::string last = send("Ra8");
  expect_in(last, "Checks given: white 3 of 3, black 0 of 3");
  expect_in(last, "White gives the third check: 1-0");
  const auto games = games_in(pgn_path());
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].result, game::GameResult::WhiteWins);
  EXPECT_EQ(game::to_game_record(games[0]), game().record());
}

TEST_F(TerminalGameTest, Chess960StartsWhereItIsToldAndCastles) {
  begin();
  send("new 960 0");
  EXPECT_EQ(game().record().start(), chess::chess960_start(0, 0).value());
  expect_in(send("new 960 960"), "960");
  expect_in(send("new normal 5"), "Only 960");
  expect_in(send("new antichess"), "none of normal, 960, 3check");
  EXPECT_EQ(game().record().start(), chess::chess960_start(0, 0).value());

  begin("fischerandom", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
  send("O-O");
  EXPECT_EQ(game().record().moves()[0].kind(), chess::Move::Kind::Castling);
  end();
  EXPECT_TRUE(games_in(pgn_path())[0].chess960);
}

TEST_F(TerminalGameTest, NewWithoutAWordKeepsTheKindAndTellsTheEngine) {
  begin("3check");
  const int before = engine.new_games;
  send("new");
  EXPECT_EQ(game().record().start(), chess::start_position(chess::Variant::ThreeCheck));
  EXPECT_EQ(engine.new_games, before + 1);
  send("new normal");
  EXPECT_EQ(game().record().start(), chess::start_position());
}

TEST_F(TerminalGameTest, SetupBeginsAGameFromAPositionOrSaysWhatIsWrong) {
  begin();
  send("setup 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_EQ(send("fen"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n");
  expect_in(send("setup 8/8/8/8/8/8/8/8 w - - 0 1"), "white has no king");
  expect_in(send("setup 8/8"), "This is no position");
  expect_in(send("setup"), "This is no position");
  EXPECT_EQ(send("fen"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n");
  expect_in(send("setup 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), "White mates: 1-0");
}

TEST_F(TerminalGameTest, SidesChange) {
  engine.answers = {"d4"};
  begin();
  expect_in(send("switch"), "Rocada plays d4");
  EXPECT_EQ(game().prompt(), "Black to move > ");
  send("side both");
  send("Nf6");
  send("c4");
  EXPECT_EQ(game().record().size(), 3U);
  expect_in(send("switch"), "Say which side");
  expect_in(send("side green"), "'green' is none of");
  expect_in(send("side white"), "Rocada plays");
}

TEST_F(TerminalGameTest, TheEngineAlonePlaysToTheEnd) {
  settings.user = parse_user_sides("none").value();
  engine.answers = {"f3", "e5", "g4", "Qh4#"};
  const std::string all = begin();
  expect_in(all, "Rocada plays itself");
  expect_in(all, "Rocada plays Qh4# (depth 12, +0.31)");
  expect_in(all, "Black mates: 0-1");
}

TEST_F(TerminalGameTest, TheStrengthIsChosenAndChecked) {
  begin();
  EXPECT_EQ(send("elo"), "Rocada plays at 1300 Elo.\n");
  EXPECT_EQ(send("elo 2100"), "Rocada plays at 2100 Elo.\n");
  for (const char* wrong : {"elo 799", "elo 3002", "elo x", "elo -1"}) {
    EXPECT_EQ(send(wrong), "Strengths go from 800 to 3001.\n");
  }
  send("e4");
  EXPECT_EQ(engine.options().number(engine::OptionId::Strength), 2100);
  EXPECT_EQ(send("elo 3001"), "Rocada plays at full strength.\n");
}

TEST_F(TerminalGameTest, HintMovesAndEvaluationOnlyTell) {
  engine.answers = {"Nf3"};
  begin();
  EXPECT_EQ(send("hint"), "Try Nf3 (+0.31).\n");
  expect_in(send("moves"), "Nf3");
  expect_in(send("EVAL"), "+0.31");
  engine.answers = {"e4"};
  engine.score = eval::mate_in(5);
  EXPECT_EQ(send("hint"), "Try e4 (mate in 3).\n");
  EXPECT_EQ(game().record().size(), 0U);
  EXPECT_EQ(send("hint now"), "hint takes nothing after it.\n");
}

TEST_F(TerminalGameTest, AHintIsOfFullStrengthAndTheNextMoveIsNot) {
  engine.answers = {"e4", "e5", "Nf3", "Nc6"};
  begin();
  const auto strength = [&] { return engine.options().number(engine::OptionId::Strength); };
  send("hint");
  EXPECT_EQ(strength(), search::kFullStrength) << "before the first move";
  send("e4");
  EXPECT_EQ(strength(), 1300);
  send("hint");
  EXPECT_EQ(strength(), search::kFullStrength) << "and after it";
  send("Nf3");
  EXPECT_EQ(strength(), 1300);
}

TEST_F(TerminalGameTest, HelpNamesEveryCommand) {
  begin();
  const std::string help = send("help");
  for (const char* command : {"undo", "hint", "switch", "side", "elo", "new", "fen", "setup", "moves", "flip", "eval",
                              "pgn", "resign", "draw", "help", "quit"}) {
    expect_in(help, std::string("  ") + command + " ");
  }
}

TEST_F(TerminalGameTest, ResigningLosesTheGame) {
  begin();
  send("e4");
  expect_in(send("resign"), "White resigns: 0-1");
  const auto games = games_in(pgn_path());
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].result, game::GameResult::BlackWins);
  EXPECT_EQ(games[0].main_line.moves.back().comment, "White resigns");
}

TEST_F(TerminalGameTest, ADrawIsAgreedByTheEnginesLastJudgement) {
  engine.answers = {"e5"};
  begin();
  expect_in(send("draw"), "Rocada declines");
  engine.score = 0;
  send("e4");
  expect_in(send("draw"), "Rocada declines");
  begin("normal", "8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 w - - 14 38");
  engine.answers = {"Rd7", "Rd6"};
  engine.score = eval::ScoreScale(game().record().position()).score_of(100);  // Rocada's, who is asked
  send("Rd1");
  expect_in(send("draw"), "Rocada declines: it would rather play on.");
  engine.score = 0;
  send("Rd2");
  expect_in(send("draw"), "Draw agreed: 1/2-1/2");
  EXPECT_EQ(games_in(pgn_path()).back().result, game::GameResult::Draw);
}

TEST_F(TerminalGameTest, RocadaOffersADrawAfterALongLevelTime) {
  begin("normal", "8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 w - - 14 38");
  engine.score = 0;
  const std::vector<std::string> white = {"Rd1", "Rd2", "Rd1", "Rc1", "Rb1", "Ra1",
                                          "Ra2", "Rb2", "Rc2", "Rd2", "Re2", "Rf2"};
  const std::vector<std::string> black = {"Rd7", "Rd6", "Rd8", "Rd6", "Rd7", "Rd8",
                                          "Rd6", "Rd7", "Rd8", "Rd7", "Rd8", "Rd6"};
  for (std::size_t move = 0; move < white.size(); ++move) {
    engine.answers = {black[move]};
    const std::string said = send(white[move]);
    EXPECT_EQ(said.find("Rocada offers a draw") != std::string::npos, move + 1 == white.size()) << move << said;
  }
  expect_in(send("draw"), "Draw agreed: 1/2-1/2");
}

TEST_F(TerminalGameTest, QuitAndTheEndOfInputSaveTheGame) {
  engine.answers = {"e5"};
  begin();
  send("e4");
  expect_in(send("quit"), "The game is saved in");
  EXPECT_EQ(going_on, Continue::No);
  EXPECT_EQ(end(), "") << "saved twice";
  const auto games = games_in(pgn_path());
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(game::to_game_record(games[0]), game().record());
  EXPECT_EQ(*games[0].tags.find("White"), "Player");
  EXPECT_EQ(*games[0].tags.find("Black"), "Rocada");
  EXPECT_EQ(*games[0].tags.find("Date"), "2026.11.05");
  EXPECT_EQ(games[0].result, game::GameResult::Unknown);
}

TEST_F(TerminalGameTest, AGameWithoutMovesIsNotSaved) {
  begin();
  EXPECT_EQ(send("quit"), "");
  EXPECT_FALSE(std::filesystem::exists(pgn_path()));
}

TEST_F(TerminalGameTest, WithoutANameTheFileIsNamedAfterTheTime) {
  settings.pgn_path.reset();
  const auto folder = std::filesystem::current_path();
  std::filesystem::current_path(pgn_path().parent_path());
  begin();
  send("e4");
  expect_in(send("quit"), "The game is saved in rocada-2026-11-05-070809.pgn");
  EXPECT_EQ(games_in("rocada-2026-11-05-070809.pgn").size(), 1U);
  std::filesystem::current_path(folder);
}

TEST_F(TerminalGameTest, GamesFollowEachOtherInAFileAndNoneStandsThereTwice) {
  std::ofstream(pgn_path()) << "[Event \"Old\"]\n\n1. d4 *";
  begin();
  send("e4");
  send("pgn " + pgn_path().string());
  send("d4");
  send("resign");
  send("undo");
  send("Nf3");
  send("new");
  send("c4");
  send("quit");
  const auto games = games_in(pgn_path());
  ASSERT_EQ(games.size(), 3U) << contents(pgn_path());
  EXPECT_EQ(*games[0].tags.find("Event"), "Old");
  EXPECT_EQ(games[1].main_line.moves.size(), 4U);
  EXPECT_EQ(games[1].result, game::GameResult::Unknown);
  EXPECT_EQ(games[2].main_line.moves.size(), 2U);
}

TEST_F(TerminalGameTest, WhereItCannotBeSavedTheGameIsPrinted) {
  settings.pgn_path = "/no/such/folder/game.pgn";
  engine.answers = {"e5"};
  begin();
  send("e4");
  const std::string text = send("quit");
  expect_in(text, "cannot be saved in /no/such/folder/game.pgn: No such file or directory");
  std::istringstream pgn(text.substr(text.find("[Event")));
  const auto printed = game::PgnReader(pgn).next();
  ASSERT_TRUE(printed.ok() && *printed);
  EXPECT_EQ(game::to_game_record(**printed), game().record());
}

TEST_F(TerminalGameTest, PgnWithoutANameIsShown) {
  engine.answers = {"e5"};
  begin();
  send("e4");
  expect_in(send("pgn"), "1. e4 e5 *");
  EXPECT_FALSE(std::filesystem::exists(pgn_path()));
}

TEST_F(TerminalGameTest, AnInterruptWhileThinkingSavesAndEnds) {
  begin();
  engine.interrupt_instead = &interrupted;
  const std::string text = send("e4");
  EXPECT_EQ(going_on, Continue::No);
  EXPECT_FALSE(engine.is_searching());
  expect_in(text, "The game is saved in");
  EXPECT_EQ(games_in(pgn_path())[0].main_line.moves.size(), 1U);
}

}  // namespace
}  // namespace rocada::app

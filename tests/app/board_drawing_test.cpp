// The board in the terminal, in all its styles.
#include "app/board_drawing.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"
#include "chess/notation.h"
#include "support/random_games.h"

namespace rocada::app {
namespace {

constexpr BoardStyle kPlain = {.unicode = false, .color = false};
constexpr BoardStyle kFigures = {.unicode = true, .color = false};
constexpr BoardStyle kColored = {.unicode = true, .color = true};

struct Played {
  chess::Position position;
  chess::Move move;
};

Played play(const char* fen, const char* text) {
  chess::Position position = chess::parse_fen(fen).value();
  const chess::Move move = chess::parse_move(position, text).value();
  position.make(move);
  return {position, move};
}

std::string without_escapes(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

TEST(BoardDrawing, LettersFromWhitesSide) {
  EXPECT_EQ(draw_board(chess::start_position(), {}, kPlain),
            " 8  r  n  b  q  k  b  n  r \n"
            " 7  p  p  p  p  p  p  p  p \n"
            " 6  .  .  .  .  .  .  .  . \n"
            " 5  .  .  .  .  .  .  .  . \n"
            " 4  .  .  .  .  .  .  .  . \n"
            " 3  .  .  .  .  .  .  .  . \n"
            " 2  P  P  P  P  P  P  P  P \n"
            " 1  R  N  B  Q  K  B  N  R \n"
            "    a  b  c  d  e  f  g  h \n");
}

TEST(BoardDrawing, LastMoveIsMarkedAndTheBoardTurnsForBlack) {
  const auto [position, move] = play(std::string(chess::kStartFen).c_str(), "e4");
  EXPECT_EQ(draw_board(position, {chess::Color::Black, move}, kPlain),
            " 1  R  N  B  K  Q  B  N  R \n"
            " 2  P  P  P [.] P  P  P  P \n"
            " 3  .  .  .  .  .  .  .  . \n"
            " 4  .  .  . [P] .  .  .  . \n"
            " 5  .  .  .  .  .  .  .  . \n"
            " 6  .  .  .  .  .  .  .  . \n"
            " 7  p  p  p  p  p  p  p  p \n"
            " 8  r  n  b  k  q  b  n  r \n"
            "    h  g  f  e  d  c  b  a \n");
}

TEST(BoardDrawing, AKingInCheckIsMarkedAndSidesHaveTheirFigures) {
  const auto [position, move] = play("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8+");
  const std::string drawing = draw_board(position, {chess::Color::White, move}, kFigures);
  EXPECT_TRUE(drawing.starts_with(" 8 [♖] ·  ·  · !♚! ·  ·  · \n")) << drawing;
  EXPECT_NE(drawing.find(" 1 [·] ·  ·  ·  ♔  ·  ·  · \n"), std::string::npos) << drawing;
}

// Inside, castling is king-takes-rook: the rook's square is not where anything lands.
TEST(BoardDrawing, CastlingMarksWhereTheKingWentFromAndTo) {
  const auto [position, move] = play("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
  const std::string drawing = draw_board(position, {chess::Color::White, move}, kPlain);
  EXPECT_NE(drawing.find(" 1  .  .  .  . [.] R [K] . \n"), std::string::npos) << drawing;
}

TEST(BoardDrawing, ColoursTellTheMarksApart) {
  const auto [position, move] = play("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8+");
  const std::string quiet = draw_board(position, {}, kColored);
  const std::string marked = draw_board(position, {chess::Color::White, move}, kColored);
  EXPECT_NE(quiet, marked);
  EXPECT_EQ(without_escapes(quiet), without_escapes(marked));
  EXPECT_TRUE(
      without_escapes(quiet).starts_with(" 8  ♜ " + std::string(3 * 3, ' ') + " ♚ " + std::string(3 * 3, ' ') + "\n"))
      << quiet;
}

// Every line ends with the terminal's own colours, whatever the position.
TEST(BoardDrawing, EveryPositionHasNineLinesAndLeavesNoColourBehind) {
  test::for_each_position_of_random_games(2, [](const chess::Position& position) {
    const std::string plain = draw_board(position, {}, kPlain);
    ASSERT_EQ(std::ranges::count(plain, '\n'), 9);
    ASSERT_EQ(plain.size(), 9 * (3 + 8 * 3 + 1)) << plain;
    ASSERT_EQ(plain.find('\033'), std::string::npos);
    const std::string colored = draw_board(position, {}, {.unicode = false, .color = true});
    for (std::size_t end = colored.find('\n'); end + 1 < colored.size(); end = colored.find('\n', end + 1)) {
      ASSERT_EQ(colored.substr(end - 4, 4), "\033[0m");
    }
  });
}

}  // namespace
}  // namespace rocada::app

#include "game/game_record.h"

#include <array>
#include <cassert>

#include "chess/legality.h"

namespace rocada::game {

using chess::Color;
using chess::Ending;

namespace {

constexpr std::array kResults = {GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw};

// The present position and two earlier ones make three.
constexpr int kRepetitionsForDraw = 2;

std::optional<Color> winner_of(const chess::Position& position, Ending ending) {
  if (ending == Ending::Checkmate) return ~position.side_to_move();
  if (ending != Ending::ChecksGiven) return std::nullopt;
  const bool white_gave_them = position.checks_given(Color::White) >= position.rules().checks_to_win;
  return white_gave_them ? Color::White : Color::Black;
}

}  // namespace

std::string_view text_of(GameResult result) {
  switch (result) {
    case GameResult::WhiteWins: return "1-0";
    case GameResult::BlackWins: return "0-1";
    case GameResult::Draw: return "1/2-1/2";
    case GameResult::Unknown: break;
  }
  return "*";
}

std::optional<GameResult> parse_game_result(std::string_view text) {
  for (const GameResult result : kResults) {
    if (text == text_of(result)) return result;
  }
  if (text == "1/2") return GameResult::Draw;
  return std::nullopt;
}

GameResult Outcome::result() const {
  if (winner) return *winner == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
  return chess::is_draw(ending) ? GameResult::Draw : GameResult::Unknown;
}

std::string_view Outcome::reason() const {
  const bool white = winner == Color::White;
  switch (ending) {
    case Ending::Checkmate: return white ? "White mates" : "Black mates";
    case Ending::ChecksGiven: return white ? "White gives the third check" : "Black gives the third check";
    case Ending::Stalemate: return "Stalemate";
    case Ending::InsufficientMaterial: return "Insufficient material";
    case Ending::FiftyMoves: return "Fifty-move rule";
    case Ending::Repetition: return "Threefold repetition";
    case Ending::None: break;
  }
  return "";
}

GameRecord::GameRecord(const chess::Position& start) : positions_{start}, keys_{start.key()} {}

void GameRecord::play(chess::Move move) {
  assert(chess::is_legal(position(), move));
  chess::Position next = position();
  next.make(move);
  positions_.push_back(next);
  moves_.push_back(move);
  keys_.push_back(position().key());
}

bool GameRecord::undo() {
  if (moves_.empty()) return false;
  positions_.pop_back();
  moves_.pop_back();
  keys_.pop_back();
  return true;
}

int GameRecord::repetitions() const { return chess::count_earlier_occurrences(keys_, position().fifty_move_count()); }

Outcome GameRecord::outcome() const {
  // A position that is final by itself stays so however often it stood; hence the board is asked first.
  if (const Ending ending = chess::ending_on_board(position()); ending != Ending::None) {
    return {ending, winner_of(position(), ending)};
  }
  if (repetitions() >= kRepetitionsForDraw) return {Ending::Repetition, std::nullopt};
  return {};
}

}  // namespace rocada::game

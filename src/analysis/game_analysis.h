// What a search's scores say about a game: which moves were mistakes, how accurate each player was, when it was
// decided.
//
// Pure functions of the game and of the lines found in its positions. Everything is measured in chances: the points
// that a side can expect between people, from 0 to 1. So a pawn counts for much in an even game and for little in one
// that is won. docs/analysis.md has the formulas.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/book.h"
#include "chess/color.h"
#include "chess/move.h"
#include "eval/score.h"
#include "eval/wdl.h"
#include "game/game_record.h"

namespace rocada::analysis {

// A line of play as the search saw it. The score is from the point of view of the side that begins it.
struct FoundLine {
  eval::Score score = 0;
  int depth = 0;
  std::vector<chess::Move> moves;

  friend bool operator==(const FoundLine&, const FoundLine&) = default;
};

// What the search says of one position, the best line first; never empty. Where the game is over there is one line
// without moves.
using FoundLines = std::vector<FoundLine>;

enum class Judgement : std::uint8_t { None, Dubious, Mistake, Blunder, OnlyMove, Brilliant };

// The numeric annotation glyph; none for Judgement::None.
std::optional<std::uint8_t> nag_of(Judgement judgement);
// "?!", "?", "??", "!", "!!" or nothing.
std::string_view mark_of(Judgement judgement);
// "Blunder"; empty for Judgement::None.
std::string_view name_of(Judgement judgement);
constexpr bool is_error(Judgement judgement) {
  return judgement == Judgement::Dubious || judgement == Judgement::Mistake || judgement == Judgement::Blunder;
}

// A move that costs so much of the chance is dubious, a mistake, a blunder.
inline constexpr double kDubiousLoss = 0.10;
inline constexpr double kMistakeLoss = 0.15;
inline constexpr double kBlunderLoss = 0.25;
// A move is worth an exclamation mark where every other one would have cost so much.
inline constexpr double kOnlyMoveGap = kBlunderLoss;
// And two where it also gives up so many centipawns at first sight.
inline constexpr int kSacrifice = 200;
// Moments shown for a game, at most.
inline constexpr std::size_t kMostMoments = 8;

// By the chance that a move gave away.
Judgement judgement_of_loss(double loss);
// In percent: 100 for a move that gives nothing away, half of that for each 10 hundredths lost.
double accuracy_of(double loss);
// How much a move counts in its player's accuracy: all where the game is open before or after it, little where it is
// decided before and after.
double weight_of(double chance_before, double chance_after);

struct JudgedMove {
  double chance_before = 0.5;  // of the player, with the best move
  double chance_after = 0.5;   // of the player, with the move played; never above chance_before
  bool forced = false;         // there was no other legal move
  bool book = false;           // it is one of the opening book's: neither blamed nor praised
  Judgement judgement = Judgement::None;

  double loss() const { return chance_before - chance_after; }
};

struct PlayerSummary {
  std::optional<double> accuracy;  // in percent; none where the player had nothing to choose
  int dubious = 0;
  int mistakes = 0;
  int blunders = 0;
};

struct GameAnalysis {
  std::vector<FoundLines> positions;  // one more than moves
  std::vector<JudgedMove> moves;
  chess::PerColor<PlayerSummary> players;
  std::vector<std::size_t> moments;  // the critical ones: indices of moves, in order
};

// `positions` has an entry for each position of the game; so many plies at its beginning are the opening book's.
GameAnalysis analyse_game(const game::GameRecord& record, std::vector<FoundLines> positions,
                          std::size_t book_plies = 0);

// One game of a file for an output.
struct AnalysedGame {
  std::size_t number;  // from 1
  const game::GameRecord& record;
  const GameAnalysis& analysis;
};

// How many moves at the beginning of a game the book would play, too. None where books do not hold, in 3-check.
std::size_t count_book_plies(const game::GameRecord& record, const book::Book& book);

// The lines that would have been clearly better than the move at `ply`, best first: none where it was no error.
std::vector<const FoundLine*> better_lines(const game::GameRecord& record, const GameAnalysis& analysis,
                                           std::size_t ply);

// What the rules say of a position in which the game is over, as the one line of it.
FoundLines lines_of_ended_game(const game::Outcome& outcome, chess::Color side_to_move);

// The score of a position from White's point of view.
eval::Score white_score(const FoundLines& lines, chess::Color side_to_move);
// "0.31", "-1.20", "#3", "#-2"; empty where somebody is mated already. For a score from White's point of view; the
// scale is that of the position searched.
std::string score_text(eval::Score white_score, const eval::ScoreScale& scale);
// Up to `most` moves of the line, as far as they are legal: lines come back from files, too.
std::vector<chess::Move> legal_part(const chess::Position& start, const std::vector<chess::Move>& moves,
                                    std::size_t most);
// How much of a line is worth showing.
inline constexpr std::size_t kShownPlies = 10;

}  // namespace rocada::analysis

#include "analysis/game_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>

#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace rocada::analysis {

using chess::Color;
using chess::Move;
using chess::Position;
using eval::Score;

namespace {

// So much lost halves the accuracy of a move.
constexpr double kHalvingLoss = 0.10;
// Even the moves of a decided game count a little.
constexpr double kLeastWeight = 0.05;

struct JudgementFacts {
  std::optional<std::uint8_t> nag;
  std::string_view mark;
  std::string_view name;
};

// By Judgement.
constexpr std::array<JudgementFacts, 6> kJudgements = {{
    {std::nullopt, "", ""},
    {6, "?!", "Dubious"},
    {2, "?", "Mistake"},
    {4, "??", "Blunder"},
    {1, "!", "Only move"},
    {3, "!!", "Brilliant"},
}};

const JudgementFacts& facts_of(Judgement judgement) { return kJudgements[static_cast<std::size_t>(judgement)]; }

// Taking back what has just been taken is no feat.
bool is_recapture(const game::GameRecord& record, std::size_t ply) {
  if (ply == 0) return false;
  const Move before = record.moves()[ply - 1];
  const Move move = record.moves()[ply];
  const bool was_capture = record.positions()[ply - 1].captured_by(before) != chess::PieceType::None;
  const bool is_capture = record.positions()[ply].captured_by(move) != chess::PieceType::None;
  return was_capture && is_capture && before.to() == move.to();
}

Judgement judgement_of_best_move(const game::GameRecord& record, const FoundLines& lines, std::size_t ply) {
  if (lines.size() < 2 || is_recapture(record, ply)) return Judgement::None;
  const eval::ScoreScale scale(record.positions()[ply]);
  const double gap = scale.points_between_people(lines[0].score) - scale.points_between_people(lines[1].score);
  if (gap < kOnlyMoveGap) return Judgement::None;
  const bool sacrifice = !chess::see_at_least(record.positions()[ply], record.moves()[ply], 1 - kSacrifice);
  return sacrifice ? Judgement::Brilliant : Judgement::OnlyMove;
}

JudgedMove judge_move(const game::GameRecord& record, const std::vector<FoundLines>& positions, std::size_t ply,
                      bool book) {
  const FoundLines& before = positions[ply];
  const bool best_played = !before[0].moves.empty() && before[0].moves[0] == record.moves()[ply];
  JudgedMove judged;
  judged.forced = chess::count_legal_moves(record.positions()[ply]) == 1;
  judged.book = book;
  // One scale for both: what is taken changes the scale, too, and that is not the move's doing.
  const eval::ScoreScale scale(record.positions()[ply]);
  judged.chance_before = scale.points_between_people(before[0].score);
  judged.chance_after = 1.0 - scale.points_between_people(positions[ply + 1][0].score);
  // No move is blamed that the search would have played itself.
  if (best_played || judged.forced || book) judged.chance_before = judged.chance_after;
  judged.chance_before = std::max(judged.chance_before, judged.chance_after);
  judged.judgement = judgement_of_loss(judged.loss());
  if (best_played && !judged.forced && !book) judged.judgement = judgement_of_best_move(record, before, ply);
  return judged;
}

void count_error(PlayerSummary& player, Judgement judgement) {
  player.dubious += judgement == Judgement::Dubious;
  player.mistakes += judgement == Judgement::Mistake;
  player.blunders += judgement == Judgement::Blunder;
}

PlayerSummary summary_of(const game::GameRecord& record, const std::vector<JudgedMove>& moves, Color color) {
  PlayerSummary player;
  double sum = 0;
  double weights = 0;
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    if (record.positions()[ply].side_to_move() != color) continue;
    count_error(player, moves[ply].judgement);
    if (moves[ply].forced || moves[ply].book) continue;
    const double weight = weight_of(moves[ply].chance_before, moves[ply].chance_after);
    sum += weight * accuracy_of(moves[ply].loss());
    weights += weight;
  }
  if (weights > 0) player.accuracy = sum / weights;
  return player;
}

std::vector<std::size_t> moments_of(const std::vector<JudgedMove>& moves) {
  std::vector<std::size_t> plies;
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    const Judgement judgement = moves[ply].judgement;
    if (judgement != Judgement::None && judgement != Judgement::Dubious) plies.push_back(ply);
  }
  // What cost most comes first; where nothing was lost, but all could have been, last.
  std::ranges::stable_sort(plies, std::ranges::greater(), [&](std::size_t ply) { return moves[ply].loss(); });
  plies.resize(std::min(plies.size(), kMostMoments));
  std::ranges::sort(plies);
  return plies;
}

}  // namespace

std::optional<std::uint8_t> nag_of(Judgement judgement) { return facts_of(judgement).nag; }
std::string_view mark_of(Judgement judgement) { return facts_of(judgement).mark; }
std::string_view name_of(Judgement judgement) { return facts_of(judgement).name; }

Judgement judgement_of_loss(double loss) {
  constexpr double kRounding = 1e-9;  // differences are not exact
  if (loss >= kBlunderLoss - kRounding) return Judgement::Blunder;
  if (loss >= kMistakeLoss - kRounding) return Judgement::Mistake;
  if (loss >= kDubiousLoss - kRounding) return Judgement::Dubious;
  return Judgement::None;
}

double accuracy_of(double loss) { return 100.0 * std::exp2(-loss / kHalvingLoss); }

double weight_of(double chance_before, double chance_after) {
  const auto openness = [](double chance) { return 4 * chance * (1 - chance); };
  return std::max({openness(chance_before), openness(chance_after), kLeastWeight});
}

GameAnalysis analyse_game(const game::GameRecord& record, std::vector<FoundLines> positions, std::size_t book_plies) {
  assert(positions.size() == record.size() + 1);
  GameAnalysis analysis;
  analysis.positions = std::move(positions);
  for (std::size_t ply = 0; ply < record.size(); ++ply) {
    analysis.moves.push_back(judge_move(record, analysis.positions, ply, ply < book_plies));
  }
  for (const Color color : chess::kColors) analysis.players[color] = summary_of(record, analysis.moves, color);
  analysis.moments = moments_of(analysis.moves);
  return analysis;
}

std::size_t count_book_plies(const game::GameRecord& record, const book::Book& book) {
  if (!record.start().rules().opening_books_valid) return 0;
  std::size_t plies = 0;
  const auto is_played = [&](const book::BookMove& known) {
    return known.move == record.moves()[plies] && known.weight > 0;
  };
  while (plies < record.size() && std::ranges::any_of(book.moves(record.positions()[plies]), is_played)) ++plies;
  return plies;
}

std::vector<const FoundLine*> better_lines(const game::GameRecord& record, const GameAnalysis& analysis,
                                           std::size_t ply) {
  std::vector<const FoundLine*> lines;
  const JudgedMove& judged = analysis.moves[ply];
  if (!is_error(judged.judgement)) return lines;
  const eval::ScoreScale scale(record.positions()[ply]);
  for (const FoundLine& line : analysis.positions[ply]) {
    const bool played = line.moves.empty() || line.moves[0] == record.moves()[ply];
    const double loss = scale.points_between_people(line.score) - judged.chance_after;
    const bool better = is_error(judgement_of_loss(loss));
    if (!played && better) lines.push_back(&line);
  }
  return lines;
}

FoundLines lines_of_ended_game(const game::Outcome& outcome, Color side_to_move) {
  if (!outcome.winner) return {{eval::kDraw, 0, {}}};
  return {{*outcome.winner == side_to_move ? eval::kMate : -eval::kMate, 0, {}}};
}

Score white_score(const FoundLines& lines, Color side_to_move) {
  return side_to_move == Color::White ? lines[0].score : -lines[0].score;
}

std::string score_text(Score white_score, const eval::ScoreScale& scale) {
  if (!eval::is_mate_score(white_score)) return fmt::format("{:.2f}", scale.centipawns(white_score) / 100.0);
  const int moves = eval::moves_to_mate(white_score);
  return moves == 0 ? "" : fmt::format("#{}", moves);
}

std::vector<Move> legal_part(const Position& start, const std::vector<Move>& moves, std::size_t most) {
  std::vector<Move> legal;
  Position position = start;
  for (const Move move : moves) {
    if (legal.size() == most || !chess::is_legal(position, move)) break;
    legal.push_back(move);
    position.make(move);
  }
  return legal;
}

}  // namespace rocada::analysis

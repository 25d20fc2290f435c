// An analysed game as PGN: evaluations, marks and better lines added, and everything that was there kept.
//
// Each move gets [%eval ...] in its comment, the score after it from White's point of view, as most programs read it;
// one that was there before is replaced. A move of the opening book is called one. An error gets its glyph ($6, $2,
// $4), a sentence and the better lines as variations behind the game's own. The tags Annotator (unless there is one),
// WhiteAccuracy and BlackAccuracy are set.
#pragma once

#include "analysis/game_analysis.h"
#include "game/pgn_game.h"

namespace rocada::analysis {

game::PgnGame annotated(game::PgnGame game, const game::GameRecord& record, const GameAnalysis& analysis);

}  // namespace rocada::analysis

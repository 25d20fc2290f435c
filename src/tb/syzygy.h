// Syzygy endgame tables, through libfathom: what perfect play leads to once few men are left.
//
// libfathom keeps one set of tables for the whole process, so all who hold a Tablebases at the same time hold the same
// one: open() hands it out again for the same directories and refuses others until the last holder has let go. Changing
// directories therefore never pulls a table away from a search. All methods are const and may be called from any
// thread, one probe at a time. This is the only file that knows libfathom.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "util/result.h"

namespace rocada::tb {

// For the side to move, worst first. Cursed wins and blessed losses are draws by the fifty-move rule.
enum class Wdl : std::uint8_t { Loss, BlessedLoss, Draw, CursedWin, Win };

// What the same play leads to in a game without the fifty-move rule.
constexpr Wdl without_fifty_move_rule(Wdl result) {
  if (result == Wdl::CursedWin) return Wdl::Win;
  return result == Wdl::BlessedLoss ? Wdl::Loss : result;
}

constexpr Wdl opposite(Wdl result) { return static_cast<Wdl>(4 - static_cast<int>(result)); }

// What one move leads to, for the side that makes it. The fifty-move count of the position is taken into account.
struct MoveResult {
  chess::Move move;
  Wdl result = Wdl::Draw;
  // Plies from before the move to the next capture, pawn move or mate if the winner hurries; 0 in a draw. It may be one
  // too low: the tables round.
  int distance = 0;
};

// The legal moves of a position, all of them.
struct MoveResults {
  std::vector<MoveResult> moves;
  bool has_distances = false;  // false: there are tables for results only, and all distances are 0
  int distance = 0;            // of the position itself, rounded for itself
};

class Tablebases {
 public:
  // `directories` are separated by ':' or ';' and may hold blanks; those that do not exist are passed over, and finding
  // no table at all is no error. A damaged table is, and so are other directories while tables are in use, and tables
  // where libfathom is not installed.
  static util::Result<std::shared_ptr<const Tablebases>> open(std::string_view directories);

  Tablebases(const Tablebases&) = delete;
  Tablebases& operator=(const Tablebases&) = delete;

  // The most men, kings included, that any table covers; 0 where there are none.
  int largest() const { return largest_; }
  // "70 tables found: 35 WDL and 35 DTZ, up to 4 men"
  const std::string& summary() const { return summary_; }

  // Might there be a table for this position? No castling, not too many men, and a variant that the tables know.
  bool covers(const chess::Position& position) const {
    return position.occupied().count() <= largest_ && position.castling_rooks().empty() &&
           position.rules().tablebases_valid;
  }

  // The result as if the fifty-move count were 0; none where the position is not covered or its table is missing.
  std::optional<Wdl> probe(const chess::Position& position) const;
  // None where a table for the position or for one that follows is missing, or there is no legal move.
  std::optional<MoveResults> probe_moves(const chess::Position& position) const;

 private:
  struct Found;
  Tablebases(std::string directories, const Found& found);

  std::optional<MoveResults> probe_distances(const chess::Position& position) const;
  std::optional<MoveResults> probe_results(const chess::Position& position) const;

  const std::string directories_;  // as given to libfathom
  std::string summary_;
  int largest_ = 0;
};

}  // namespace rocada::tb

// Forsyth-Edwards notation: FEN, X-FEN and Shredder-FEN, with 3-check counters in every dialect in use.
//
// Read: castling letters KQkq mean the outermost rook on that side, file letters (HAha) the rook on that file. Check
// counters may stand before the clocks or after them; `2+3` counts the checks still to give, `+1+0` those given.
#pragma once

#include <string>
#include <string_view>

#include "chess/position.h"
#include "util/result.h"

namespace rocada::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Four fields at least; missing clocks count as `0 1`, as in EPD. The error says what is wrong and where.
util::Result<Position> parse_fen(std::string_view text, Variant variant = Variant::Standard);

enum class CastlingLetters {
  XFen,      // KQkq wherever that is unambiguous, which is always in normal chess
  Shredder,  // always file letters
};

// Counters, in variants that have them, stand before the clocks as checks still to give.
std::string to_fen(const Position& position, CastlingLetters letters = CastlingLetters::XFen);
// The first four fields, which EPD shares, and the counters.
std::string to_fen_without_clocks(const Position& position, CastlingLetters letters = CastlingLetters::XFen);

Position start_position(Variant variant = Variant::Standard);

}  // namespace rocada::chess

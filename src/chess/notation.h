// Moves as text: coordinates (e2e4, e7e8q) and standard algebraic notation (Nf3, exd8=Q+, O-O).
#pragma once

#include <string>
#include <string_view>

#include "chess/move.h"
#include "chess/position.h"
#include "util/result.h"

namespace rocada::chess {

// How castling is written among coordinates. All forms are read everywhere.
enum class CastlingText {
  KingMove,       // e1g1: normal chess
  KingTakesRook,  // e1h1: Chess960 in UCI
  Letters,        // O-O: Chess960 in XBoard
};

std::string to_coordinates(Move move, CastlingText castling = CastlingText::KingMove);
std::string to_san(const Position& position, Move move);

// Each returns a legal move, or an error with the reason the text is none.
util::Result<Move> parse_coordinates(const Position& position, std::string_view text);
// Also long algebraic (Ng1-f3), any castling spelling, and with or without check and annotation marks.
util::Result<Move> parse_san(const Position& position, std::string_view text);
// Is this a move in coordinates or a castling, legal or not? Tells moves from other words on a command line.
bool looks_like_coordinates(std::string_view text);
// Either notation.
util::Result<Move> parse_move(const Position& position, std::string_view text);

}  // namespace rocada::chess

// Extended Position Description: one line with a position and what is known about it, as test suites write it.
//
//   1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//
// Read generously: clocks as in FEN and 3-check counters may follow the four fields, operands may stand with or without
// quotes, an opcode may be any word, empty operations are skipped and the last semicolon may be missing.
// An EpdRecord is a value. Invariants of a record that was read, and what a record to be written must keep: opcodes are
// single words without semicolons that do not begin with a quote and are no numbers, and operands stay on one line. The
// clocks live in the position alone: hmvc and fmvn are taken out of the operations when reading and made from the
// position when writing.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "util/result.h"

namespace rocada::game {

struct EpdOperation {
  std::string opcode;
  std::vector<std::string> operands;  // as text, without quotes

  friend bool operator==(const EpdOperation&, const EpdOperation&) = default;
};

struct EpdRecord {
  chess::Position position;
  std::vector<EpdOperation> operations;

  // The first operation of that name, or null.
  const EpdOperation* find(std::string_view opcode) const;
  // The operands of `id` as one text; empty where there is none.
  std::string id() const;
  // The words of the operands of `opcode`, in quotes or not; none where there is no such operation. Views into this
  // record.
  std::vector<std::string_view> words(std::string_view opcode) const;
  // The same words as moves, for bm, am, pm and the like.
  util::Result<std::vector<chess::Move>> moves(std::string_view opcode) const;
  util::Result<std::vector<chess::Move>> best_moves() const { return moves("bm"); }
  util::Result<std::vector<chess::Move>> avoid_moves() const { return moves("am"); }

  friend bool operator==(const EpdRecord&, const EpdRecord&) = default;
};

// The error begins with the column: "column 58: the string is not closed".
util::Result<EpdRecord> parse_epd(std::string_view line, chess::Variant variant = chess::Variant::Standard);
// One line without its end.
std::string to_epd(const EpdRecord& record);

// Reads the records of a file one by one. Holds one line at a time; the stream must outlive the reader.
class EpdReader {
 public:
  explicit EpdReader(std::istream& input, chess::Variant variant = chess::Variant::Standard);

  // The next record; nothing at the end. An error names line and column, and the line after it can be read on. Empty
  // lines and lines that begin with # are skipped.
  util::Result<std::optional<EpdRecord>> next();
  // The line, from 1, that the last record or error came from.
  long line_number() const { return line_number_; }

 private:
  enum class LineState { Ended, Read, TooLong };
  LineState read_line();

  std::istream& input_;
  chess::Variant variant_;
  std::string line_;
  long line_number_ = 0;
};

}  // namespace rocada::game

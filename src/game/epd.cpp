#include "game/epd.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <streambuf>

#include "chess/fen.h"
#include "chess/notation.h"
#include "util/strings.h"

namespace rocada::game {

using chess::Position;
using util::Error;
using util::Result;

namespace {

// No honest record comes near this; it keeps a file without line ends from filling the memory.
constexpr std::size_t kLongestLine = 1 << 20;
constexpr int kPositionFields = 4;
constexpr int kClocks = 2;

constexpr std::string_view kHalfMoveClock = "hmvc";
constexpr std::string_view kFullMoveNumber = "fmvn";

Error error_at(std::size_t offset, std::string_view what) {
  return Error{fmt::format("column {}: {}", offset + 1, what)};
}

// Reads a line from left to right, a word or an operation at a time.
class EpdCursor {
 public:
  explicit EpdCursor(std::string_view line) : line_(line) {}

  std::size_t offset() const { return offset_; }
  bool at_end() const { return offset_ == line_.size(); }
  char peek() const { return line_[offset_]; }
  void skip() { ++offset_; }
  void skip_spaces() {
    while (!at_end() && util::is_space(peek())) skip();
  }
  bool at_operation_end() const { return at_end() || peek() == ';'; }

  // Up to white space or a semicolon; empty where one of them, or the end, comes at once.
  std::string_view word() {
    const std::size_t start = offset_;
    while (!at_operation_end() && !util::is_space(peek())) skip();
    return line_.substr(start, offset_ - start);
  }
  void go_back_to(std::size_t offset) { offset_ = offset; }

 private:
  std::string_view line_;
  std::size_t offset_ = 0;
};

bool is_number(std::string_view word) { return !word.empty() && std::ranges::all_of(word, util::is_digit); }

// `3+2` or `+0+1`. Whether they fit the variant is for parse_fen to say.
bool is_check_counters(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  return word.size() == 3 && util::is_digit(word[0]) && word[1] == '+' && util::is_digit(word[2]);
}

// The fields that make up the position. What follows the first four belongs to it as long as it cannot be an opcode.
std::string take_position_text(EpdCursor& cursor) {
  std::string text;
  int fields = 0;
  int clocks = 0;
  while (true) {
    cursor.skip_spaces();
    const std::size_t start = cursor.offset();
    const std::string_view word = cursor.word();
    const bool is_clock = fields >= kPositionFields && is_number(word) && clocks < kClocks;
    if (word.empty() || (fields >= kPositionFields && !is_clock && !is_check_counters(word))) {
      cursor.go_back_to(start);
      return text;
    }
    clocks += is_clock;
    ++fields;
    if (!text.empty()) text += ' ';
    text += word;
  }
}

// A string in quotes; \" and \\ stand for the quote and the backslash, as in PGN.
Result<std::string> take_string(EpdCursor& cursor) {
  const std::size_t start = cursor.offset();
  std::string text;
  cursor.skip();
  while (!cursor.at_end() && cursor.peek() != '"') {
    const char c = cursor.peek();
    cursor.skip();
    const bool escapes = c == '\\' && !cursor.at_end() && (cursor.peek() == '"' || cursor.peek() == '\\');
    text += escapes ? cursor.peek() : c;
    if (escapes) cursor.skip();
  }
  if (cursor.at_end()) return error_at(start, "the string is not closed");
  cursor.skip();
  return text;
}

// Any word, but none that could be taken for a part of the position before it.
bool is_opcode(std::string_view word) { return !is_number(word) && !is_check_counters(word) && !word.starts_with('"'); }

// Stands on the first character of an opcode.
Result<EpdOperation> take_operation(EpdCursor& cursor) {
  EpdOperation operation;
  const std::size_t start = cursor.offset();
  operation.opcode = cursor.word();
  if (!is_opcode(operation.opcode)) {
    return error_at(start,
                    fmt::format("an operation begins with an opcode, not with {}", util::printable(operation.opcode)));
  }
  for (cursor.skip_spaces(); !cursor.at_operation_end(); cursor.skip_spaces()) {
    if (cursor.peek() != '"') {
      operation.operands.emplace_back(cursor.word());
      continue;
    }
    auto text = take_string(cursor);
    if (!text) return text.error();
    operation.operands.push_back(*std::move(text));
  }
  return operation;
}

Result<int> single_number(const EpdOperation& operation) {
  const auto number =
      operation.operands.size() == 1 ? util::parse_integer<int>(operation.operands.front()) : std::optional<int>();
  if (!number) return Error{fmt::format("{} needs one number", operation.opcode)};
  return *number;
}

// Puts the clock that `operation` holds into the position. False where it is no clock operation.
Result<bool> apply_clock(const EpdOperation& operation, Position& position) {
  if (operation.opcode != kHalfMoveClock && operation.opcode != kFullMoveNumber) return false;
  const auto number = single_number(operation);
  if (!number) return number.error();
  chess::PositionSetup setup = position.to_setup();
  (operation.opcode == kHalfMoveClock ? setup.fifty_move_count : setup.full_move_number) = *number;
  auto changed = Position::from_setup(setup);
  if (!changed) return changed.error();
  position = *changed;
  return true;
}

// The standard calls for a string here even where a bare word would do.
bool is_string_opcode(std::string_view opcode) {
  return opcode == "id" || (opcode.size() == 2 && opcode[0] == 'c' && util::is_digit(opcode[1]));
}

bool needs_quotes(std::string_view operand) {
  return operand.empty() ||
         std::ranges::any_of(operand, [](char c) { return util::is_space(c) || c == ';' || c == '"'; });
}

std::string in_quotes(std::string_view operand) {
  std::string text = "\"";
  for (const char c : operand) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

std::string to_text(const EpdOperation& operation) {
  std::string text = operation.opcode;
  for (const std::string& operand : operation.operands) {
    const bool quote = is_string_opcode(operation.opcode) || needs_quotes(operand);
    text += ' ' + (quote ? in_quotes(operand) : operand);
  }
  return text + ';';
}

}  // namespace

const EpdOperation* EpdRecord::find(std::string_view opcode) const {
  const auto found = std::ranges::find(operations, opcode, &EpdOperation::opcode);
  return found == operations.end() ? nullptr : &*found;
}

std::string EpdRecord::id() const {
  const EpdOperation* operation = find("id");
  return operation == nullptr ? "" : fmt::format("{}", fmt::join(operation->operands, " "));
}

std::vector<std::string_view> EpdRecord::words(std::string_view opcode) const {
  std::vector<std::string_view> words;
  const EpdOperation* operation = find(opcode);
  if (operation == nullptr) return words;
  for (const std::string& operand : operation->operands) {
    for (const std::string_view word : util::split_words(operand)) words.push_back(word);
  }
  return words;
}

Result<std::vector<chess::Move>> EpdRecord::moves(std::string_view opcode) const {
  std::vector<chess::Move> moves;
  for (const std::string_view word : words(opcode)) {
    const auto move = chess::parse_move(position, word);
    if (!move) return Error{fmt::format("{} {}: {}", opcode, util::printable(word), move.error().message)};
    moves.push_back(*move);
  }
  return moves;
}

Result<EpdRecord> parse_epd(std::string_view line, chess::Variant variant) {
  EpdCursor cursor(line);
  cursor.skip_spaces();
  const std::size_t start = cursor.offset();
  const auto position = chess::parse_fen(take_position_text(cursor), variant);
  if (!position) return error_at(start, position.error().message);

  EpdRecord record{*position, {}};
  while (true) {
    cursor.skip_spaces();
    if (cursor.at_end()) return record;
    if (cursor.peek() == ';') {
      cursor.skip();
      continue;
    }
    const std::size_t operation_start = cursor.offset();
    auto operation = take_operation(cursor);
    if (!operation) return operation.error();
    const auto is_clock = apply_clock(*operation, record.position);
    if (!is_clock) return error_at(operation_start, is_clock.error().message);
    if (!*is_clock) record.operations.push_back(*std::move(operation));
  }
}

std::string to_epd(const EpdRecord& record) {
  const Position& position = record.position;
  std::string text = chess::to_fen_without_clocks(position);
  for (const EpdOperation& operation : record.operations) text += ' ' + to_text(operation);
  if (position.fifty_move_count() != 0) text += fmt::format(" {} {};", kHalfMoveClock, position.fifty_move_count());
  if (position.full_move_number() != 1) text += fmt::format(" {} {};", kFullMoveNumber, position.full_move_number());
  return text;
}

EpdReader::EpdReader(std::istream& input, chess::Variant variant) : input_(input), variant_(variant) {}

EpdReader::LineState EpdReader::read_line() {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  line_.clear();
  bool too_long = false;
  char c = 0;
  bool anything = false;
  while (input_.get(c)) {
    anything = true;
    if (c == '\n') break;
    if (line_.size() == kLongestLine) too_long = true;
    if (!too_long) line_ += c;
  }
  if (!anything) return LineState::Ended;
  ++line_number_;
  if (line_number_ == 1 && line_.starts_with(kByteOrderMark)) line_.erase(0, kByteOrderMark.size());
  return too_long ? LineState::TooLong : LineState::Read;
}

Result<std::optional<EpdRecord>> EpdReader::next() {
  while (true) {
    const LineState state = read_line();
    if (state == LineState::Ended && input_.bad()) return Error{"reading failed"};
    if (state == LineState::Ended) return std::optional<EpdRecord>();
    if (state == LineState::TooLong) {
      return Error{fmt::format("line {}: longer than {} characters", line_number_, kLongestLine)};
    }
    const std::string_view text = util::trim(line_);
    if (text.empty() || text.starts_with('#')) continue;
    auto record = parse_epd(line_, variant_);
    if (!record) return Error{fmt::format("line {}, {}", line_number_, record.error().message)};
    return std::optional<EpdRecord>(*std::move(record));
  }
}

}  // namespace rocada::game

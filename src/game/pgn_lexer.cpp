#include "game/pgn_lexer.h"

#include <fmt/format.h>

#include <array>
#include <istream>

#include "util/strings.h"

namespace rocada::game {

namespace {

using Kind = PgnToken::Kind;

constexpr std::size_t kBufferBytes = 16384;
// No move, tag name or annotation comes near this; a longer one need not be held to be wrong.
constexpr std::size_t kLongestWord = 256;
constexpr int kHighestNag = 255;

// The annotations that may be written as suffixes, by their number.
constexpr std::array<std::string_view, 7> kSuffixes = {"", "!", "?", "!!", "??", "!?", "?!"};

bool is_digit(int c) { return c >= '0' && c <= '9'; }
bool is_space(int c) { return c >= 0 && util::is_space(static_cast<char>(c)); }

// What ends a move. Everything else, even a letter of another alphabet, is shown to the one who knows moves.
bool ends_move(int c) {
  constexpr std::string_view kDelimiters = "{}()[]<>;$!?\"*";
  return c < 0 || is_space(c) || kDelimiters.find(static_cast<char>(c)) != std::string_view::npos;
}

std::string printable(int c) {
  const char byte = static_cast<char>(c);
  return util::printable({&byte, 1});
}

}  // namespace

PgnLexer::PgnLexer(std::istream& input, std::size_t longest_token)
    : input_(input), longest_token_(longest_token), buffer_(kBufferBytes) {
  skip_byte_order_mark();
}

bool PgnLexer::reading_failed() const { return input_.bad(); }

void PgnLexer::refill() {
  if (!input_.good()) return;
  input_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_next_ = 0;
  buffer_end_ = static_cast<std::size_t>(input_.gcount());
}

int PgnLexer::peek() {
  if (buffer_next_ == buffer_end_) refill();
  if (buffer_next_ == buffer_end_) return kEnd;
  const auto c = static_cast<unsigned char>(buffer_[buffer_next_]);
  return c == '\r' ? '\n' : c;
}

int PgnLexer::take() {
  const int c = peek();
  if (c == kEnd) return kEnd;
  const bool carriage_return = buffer_[buffer_next_] == '\r';
  ++buffer_next_;
  ++offset_;
  if (c == '\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
  // "\r\n" is one line end.
  if (carriage_return && peek() == '\n' && buffer_[buffer_next_] == '\n') {
    ++buffer_next_;
    ++offset_;
  }
  return c;
}

void PgnLexer::skip_byte_order_mark() {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  refill();
  if (std::string_view(buffer_.data(), buffer_end_).starts_with(kByteOrderMark)) buffer_next_ = kByteOrderMark.size();
}

int PgnLexer::skip_space() {
  int line_ends = 0;
  while (is_space(peek())) {
    if (take() == '\n' && line_ends < 2) ++line_ends;
  }
  return line_ends;
}

void PgnLexer::skip_line() {
  while (peek() != '\n' && peek() != kEnd) take();
}

bool PgnLexer::append(std::string& text, int c) const {
  if (text.size() >= longest_token_) return false;
  text += static_cast<char>(c);
  return true;
}

void PgnLexer::fail(PgnToken& token, std::string_view what) {
  token.kind = token.kind == Kind::Tag ? Kind::BadTag : Kind::Bad;
  token.text = what;
  token.value.clear();
}

PgnToken PgnLexer::next() {
  if (waiting_) {
    PgnToken token = *std::move(waiting_);
    waiting_.reset();
    return token;
  }
  PgnToken token;
  int line_ends = 0;
  do {
    line_ends += skip_space();
    token.place = place_;
    token.after_empty_line = line_ends >= 2;
  } while (!read_token(token));
  token.offset = offset_;
  return token;
}

bool PgnLexer::read_token(PgnToken& token) {
  const int c = peek();
  switch (c) {
    case kEnd: token.kind = Kind::End; return true;
    case '[': read_tag(token); return true;
    case '{': read_brace_comment(token); return true;
    case ';': read_line_comment(token); return true;
    case '$': read_nag(token); return true;
    case '!':
    case '?': read_suffix(token); return true;
    case '.': take(); return false;
    case '(':
    case ')':
      take();
      token.kind = c == '(' ? Kind::OpenVariation : Kind::CloseVariation;
      return true;
    case '*':
      take();
      token.kind = Kind::Result;
      token.result = GameResult::Unknown;
      return true;
    case '%':
      if (place_.column == 1) {
        skip_line();
        return false;
      }
      break;
    default: break;
  }
  if (!ends_move(c)) return read_move_or_number(token);
  take();
  fail(token, fmt::format("unexpected '{}'", printable(c)));
  return true;
}

void PgnLexer::read_tag(PgnToken& token) {
  token.kind = Kind::Tag;
  take();
  skip_space();
  while (!is_space(peek()) && peek() != kEnd && peek() != '"' && peek() != '[' && peek() != ']') {
    if (token.text.size() < kLongestWord) append(token.text, peek());
    take();
  }
  if (token.text.empty()) {
    fail(token, "a tag without a name");
    return skip_line();
  }
  const std::string name = util::printable(token.text);
  if (token.text.size() == kLongestWord) {
    fail(token, fmt::format("the name of the tag {} is too long", name));
    return skip_line();
  }
  skip_space();
  if (peek() != '"') {
    fail(token, fmt::format("the tag {} has no value in quotes", name));
    return skip_line();
  }
  take();
  if (!read_tag_value(token)) return;
  skip_space();
  if (peek() != ']') {
    fail(token, fmt::format("the tag {} does not end with ] after its value", name));
    return skip_line();
  }
  take();
}

bool PgnLexer::read_tag_value(PgnToken& token) {
  const std::string name = util::printable(token.text);
  bool fits = true;
  while (peek() != '"') {
    if (peek() == kEnd || peek() == '\n') {
      fail(token, fmt::format("the value of the tag {} is not closed", name));
      return false;
    }
    int c = take();
    if (c == '\\' && (peek() == '"' || peek() == '\\')) c = take();
    fits = append(token.value, c) && fits;
  }
  take();
  if (!fits) {
    fail(token, fmt::format("the value of the tag {} is longer than {} bytes", name, longest_token_));
    skip_line();
  }
  return fits;
}

void PgnLexer::read_brace_comment(PgnToken& token) {
  token.kind = Kind::Comment;
  take();
  bool fits = true;
  while (peek() != '}') {
    if (peek() == kEnd) return fail(token, "the comment is not closed");
    fits = append(token.text, take()) && fits;
  }
  take();
  if (!fits) fail(token, fmt::format("the comment is longer than {} bytes", longest_token_));
}

void PgnLexer::read_line_comment(PgnToken& token) {
  token.kind = Kind::Comment;
  take();
  bool fits = true;
  while (peek() != '\n' && peek() != kEnd) fits = append(token.text, take()) && fits;
  if (!fits) fail(token, fmt::format("the comment is longer than {} bytes", longest_token_));
}

void PgnLexer::read_nag(PgnToken& token) {
  token.kind = Kind::Nag;
  take();
  std::string digits;
  while (is_digit(peek())) {
    const int digit = take();
    if (digits.size() < kLongestWord) append(digits, digit);
  }
  const auto number = util::parse_integer<int>(digits);
  if (!number || *number > kHighestNag) {
    return fail(token,
                fmt::format("the annotation ${} is no number from 0 to {}", util::printable(digits), kHighestNag));
  }
  token.nag = static_cast<std::uint8_t>(*number);
}

void PgnLexer::read_suffix(PgnToken& token) {
  token.kind = Kind::Nag;
  std::string suffix;
  while (peek() == '!' || peek() == '?') {
    const int mark = take();
    if (suffix.size() < kLongestWord) append(suffix, mark);
  }
  for (std::size_t nag = 1; nag < kSuffixes.size(); ++nag) {
    if (suffix == kSuffixes[nag]) {
      token.nag = static_cast<std::uint8_t>(nag);
      return;
    }
  }
  fail(token, fmt::format("the annotation {} is none of ! ? !! ?? !? ?!", util::printable(suffix)));
}

bool PgnLexer::read_move_or_number(PgnToken& token) {
  const bool begins_with_digit = is_digit(peek());
  const auto take_into_text = [&] {
    const int c = take();
    if (token.text.size() < kLongestWord) append(token.text, c);
  };
  while (is_digit(peek())) take_into_text();
  // After digits only a result (1-0, 1/2-1/2) or castling (0-0) goes on; anything else is a move number with or without
  // dots.
  if (begins_with_digit && peek() != '-' && peek() != '/') {
    token.text.clear();
    return false;
  }
  // Inside a move there may be dots (exd6e.p.), inside a result or castling there are none.
  while (!ends_move(peek()) && !(begins_with_digit && peek() == '.')) take_into_text();
  if (const auto result = parse_game_result(token.text)) {
    token.kind = Kind::Result;
    token.result = *result;
  } else {
    token.kind = Kind::Move;
  }
  return true;
}

}  // namespace rocada::game

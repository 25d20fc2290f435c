#include "game/perft_suite.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include "chess/fen.h"
#include "chess/perft.h"
#include "util/file.h"
#include "util/strings.h"

namespace rocada::game {

using util::Error;
using util::Result;

namespace {

// "D3 8902"; nothing where the note is not a count.
Result<std::optional<PerftExpectation>> parse_note(std::string_view note) {
  const auto words = util::split_words(note);
  if (words.empty() || words[0].size() < 2 || words[0][0] != 'D' || !util::is_digit(words[0][1])) return {std::nullopt};
  const auto depth = util::parse_integer<int>(words[0].substr(1));
  const auto nodes = words.size() == 2 ? util::parse_integer<std::uint64_t>(words[1]) : std::nullopt;
  if (!depth || *depth < 1 || *depth > chess::kMaxPerftDepth || !nodes) {
    return Error{fmt::format("'{}' is not a depth and its count", util::printable(note))};
  }
  return {PerftExpectation{*depth, *nodes}};
}

}  // namespace

Result<PerftSuiteLine> parse_perft_line(std::string_view text, std::size_t number, chess::Variant variant) {
  const std::size_t fen_end = text.find(';');
  auto position = chess::parse_fen(text.substr(0, fen_end), variant);
  if (!position) return position.error();
  PerftSuiteLine line{number, *std::move(position), {}};
  for (std::size_t at = fen_end; at != std::string_view::npos;) {
    const std::size_t next = text.find(';', at + 1);
    const auto note =
        parse_note(util::trim(text.substr(at + 1, next == std::string_view::npos ? next : next - at - 1)));
    if (!note) return note.error();
    if (*note) line.expected.push_back(**note);
    at = next;
  }
  if (line.expected.empty()) return Error{"no counts (;D1 n ;D2 n ...)"};
  return line;
}

Result<std::vector<PerftSuiteLine>> read_perft_suite(const std::string& path, chess::Variant variant) {
  std::ifstream file{util::path_of(path)};
  if (!file) return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  std::vector<PerftSuiteLine> lines;
  std::string text;
  for (std::size_t number = 1; std::getline(file, text); ++number) {
    const std::string_view trimmed = util::trim(text);
    if (trimmed.empty() || trimmed.front() == '#') continue;
    auto line = parse_perft_line(trimmed, number, variant);
    if (!line) return Error{fmt::format("{}, line {}: {}", path, number, line.error().message)};
    lines.push_back(*std::move(line));
  }
  if (file.bad()) return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  if (lines.empty()) return Error{fmt::format("{} holds no positions", path)};
  return lines;
}

}  // namespace rocada::game

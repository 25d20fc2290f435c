// CECP sessions: whatever is said, every line is one of the protocol's, every move legal, and the engine goes on
// answering.
#include <algorithm>

#include "chess/notation.h"
#include "fuzz/laws.h"
#include "fuzz/session.h"
#include "game/pgn_game.h"
#include "util/strings.h"

namespace rocada::fuzz {
namespace {

// NAME=NUMBER or NAME="TEXT", one or more of them.
bool is_feature_list(std::string_view text) {
  while (!text.empty()) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos) return false;
    const bool name_is_word = std::ranges::all_of(text.substr(0, equals), util::is_lower);
    text.remove_prefix(equals + 1);
    const bool quoted = text.starts_with('"');
    if (quoted) text.remove_prefix(1);
    const std::size_t end = text.find(quoted ? '"' : ' ');
    if (!name_is_word || (quoted && end == std::string_view::npos)) return false;
    text.remove_prefix(std::min(text.size(), end));
    if (quoted) text.remove_prefix(1);
    if (!text.empty() && !text.starts_with(' ')) return false;
    if (!text.empty()) text.remove_prefix(1);
  }
  return true;
}

// DEPTH SCORE TIME NODES and more, as XBoard reads what an engine thinks.
bool is_thinking_line(std::string_view line) {
  const auto words = util::split_words(line);
  return words.size() > 4 && std::all_of(words.begin(), words.begin() + 4,
                                         [](auto word) { return util::parse_integer<std::int64_t>(word).has_value(); });
}

bool is_other_line(std::string_view line) {
  constexpr std::string_view kBeginnings[] = {
      "pong ", "Illegal move (", "Error (",   "tellusererror Illegal position: ", "Hint: ", "stat01: ", "# ", " ",
      "1-0 {", "0-1 {",          "1/2-1/2 {",
  };
  if (line.empty() || line == "offer draw" || line == "resign") return true;
  return std::ranges::any_of(kBeginnings, [&](std::string_view begin) { return line.starts_with(begin); });
}

class CecpSession {
 public:
  void run(std::string_view input) {
    session_.send("xboard");
    session_.run(input);
    if (!session_.goes_on()) return;
    for (const std::string_view line : {".", "resume", "force", "ping 1"}) session_.send(line);
    require(session_.last_line() == "pong 1", "ping is answered", session_.last_line());
    session_.send("protover 2");
    require(session_.last_line() == "feature done=1", "protover is answered", session_.last_line());
  }

 private:
  void check(std::string_view line) {
    if (line.starts_with("feature ")) {
      require(is_feature_list(line.substr(line.find(' ') + 1)), "features can be read", line);
    } else if (line.starts_with("move ")) {
      require_move(line.substr(line.find(' ') + 1));
    } else {
      require(is_other_line(line) || is_thinking_line(line), "a line is one of CECP's", line);
    }
  }

  void require_move(std::string_view text) const {
    const auto& searched = session_.engine().searched();
    require(!searched.empty(), "a move comes from a search", text);
    const chess::Position& position = searched.back();
    // In Chess960 a king's step and its castling may look alike.
    if (game::castles_as_chess960(position)) return;
    require(chess::parse_coordinates(position, text).ok(), "a move is legal",
            std::string(text) + " in " + chess::to_fen(position));
  }

  Session session_{[this](std::string_view line) { check(line); }};
};

}  // namespace
}  // namespace rocada::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rocada::fuzz::CecpSession().run(rocada::fuzz::text_of(data, size));
  return 0;
}

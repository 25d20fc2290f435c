// UCI sessions: whatever is said, every line is one of the protocol's, every search has its one bestmove, and the
// engine goes on answering.
#include <algorithm>
#include <span>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "fuzz/laws.h"
#include "fuzz/session.h"
#include "game/pgn_game.h"
#include "util/strings.h"

namespace rocada::fuzz {
namespace {

class UciSession {
 public:
  void run(std::string_view input) {
    session_.send("uci");
    session_.run(input);
    if (!session_.goes_on()) return;
    session_.send("stop");
    session_.wait_for_the_search();
    require(best_moves_ == session_.engine().searched().size(), "every search has one bestmove");
    session_.send("isready");
    require(session_.last_line() == "readyok", "isready is answered", session_.last_line());
  }

 private:
  using Words = std::span<const std::string_view>;

  void check(std::string_view line) {
    const auto words = util::split_words(line);
    if (line.starts_with("bestmove ")) {
      require_best_move(words);
    } else if (line.starts_with("info depth ")) {
      const auto pv = std::ranges::find(words, "pv");
      if (pv != words.end()) require_line(Words(pv + 1, words.end()));
    } else {
      require(is_other_line(line), "a line is one of UCI's, or answers d, eval or perft", line);
    }
  }

  static bool is_other_line(std::string_view line) {
    constexpr std::string_view kBeginnings[] = {
        "id name ", "id author ", "option name ", "uciok",         "readyok",      "info string ",    "  ",
        "Fen: ",    "Key: ",      "Checkers:",    "Legal moves: ", "Evaluation: ", "Nodes searched: "};
    if (line.empty()) return true;
    if (std::ranges::any_of(kBeginnings, [&](std::string_view begin) { return line.starts_with(begin); })) return true;
    return chess::looks_like_coordinates(line.substr(0, line.find(':')));  // perft's "e2e4: 20"
  }

  // The search that has no bestmove yet.
  const chess::Position& searched() const {
    require(best_moves_ < session_.engine().searched().size(), "only a search that was asked for reports");
    return session_.engine().searched()[best_moves_];
  }

  void require_best_move(Words words) {
    if (words[1] == "0000") {
      require(!chess::has_legal_move(searched()), "a move is played where there is one", chess::to_fen(searched()));
    } else {
      require_line(words.subspan(1, 1));
      require(words.size() == 2 || (words.size() == 4 && words[2] == "ponder"), "bestmove and its reply");
      if (words.size() == 4) {
        const std::string_view moves[] = {words[1], words[3]};
        require_line(moves);
      }
    }
    ++best_moves_;
  }

  void require_line(Words moves) const {
    chess::Position position = searched();
    // In Chess960 a king's step and its castling may look alike.
    if (game::castles_as_chess960(position)) return;
    for (const std::string_view text : moves) {
      const auto move = chess::parse_coordinates(position, text);
      require(move.ok(), "a line holds legal moves", std::string(text) + " in " + chess::to_fen(position));
      position.make(*move);
    }
  }

  std::size_t best_moves_ = 0;
  Session session_{[this](std::string_view line) { check(line); }};
};

}  // namespace
}  // namespace rocada::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rocada::fuzz::UciSession().run(rocada::fuzz::text_of(data, size));
  return 0;
}

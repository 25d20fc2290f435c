// XBoard's side of a conversation, for the tests of CECP.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "protocol/cecp/cecp.h"
#include "support/fake_engine.h"
#include "support/shown_scores.h"
#include "support/transcript.h"

namespace rocada::test {

using CecpConversation = Conversation<protocol::cecp::Cecp>;

// As XBoard opens a game.
class Xboard : public CecpConversation {
 public:
  Xboard() {
    send_all({"xboard", "protover 2", "accepted ping", "new", "random", "level 40 5 0", "post", "hard", "easy"});
    engine.calls.clear();
  }

  // The engine's answer to whatever it was asked.
  Lines answer(std::string_view best, std::string_view reply = "", eval::Score score = 0) {
    search::Finished finished;
    finished.best = engine.move(best);
    if (!reply.empty()) finished.reply = engine.moves({best, reply}).back();
    finished.score = score;
    finished.effort = {.nodes = 5000, .time = util::Milliseconds(100)};
    engine.finish(finished);
    return heard();
  }
  std::string fen() {
    send("force");
    send("go");
    return chess::to_fen(engine.last_start().game.position());
  }
};

inline search::Line line_of(const CecpConversation& talk, const std::vector<std::string_view>& moves,
                            eval::Score score = score_shown_as(25)) {
  search::Line line;
  line.depth = 7;
  line.selective_depth = 9;
  line.score = score;
  line.moves = talk.engine.moves(moves);
  line.effort = {123456, util::Milliseconds(500), 12, 3};
  return line;
}

}  // namespace rocada::test

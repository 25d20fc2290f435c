// XBoard's side of a conversation, and what the tests of CECP call things.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "protocol/cecp/cecp.h"
#include "support/fake_engine.h"
#include "support/shown_scores.h"
#include "support/transcript.h"

namespace rocada::protocol::cecp {

using test::contains;
using test::Lines;
using test::matches;
using util::Milliseconds;

using Conversation = test::Conversation<Cecp>;

// As XBoard opens a game.
class Xboard : public Conversation {
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
    finished.effort = {.nodes = 5000, .time = Milliseconds(100)};
    engine.finish(finished);
    return heard();
  }
  std::string fen() {
    send("force");
    send("go");
    return chess::to_fen(engine.last_start().game.position());
  }
};

inline search::Line line_of(const Conversation& talk, const std::vector<std::string_view>& moves,
                            eval::Score score = test::score_shown_as(25)) {
  search::Line line;
  line.depth = 7;
  line.selective_depth = 9;
  line.score = score;
  line.moves = talk.engine.moves(moves);
  line.effort = {123456, Milliseconds(500), 12, 3};
  return line;
}

}  // namespace rocada::protocol::cecp

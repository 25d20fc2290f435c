#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "app/commands.h"
#include "app/piece_worth.h"
#include "app/variant_argument.h"
#include "chess/fen.h"
#include "eval/wdl.h"
#include "protocol/position_text.h"

namespace rocada::app {

namespace {

util::Result<chess::Position> position_of(const EvalArguments& arguments) {
  const chess::Variant variant = variant_named(arguments.variant);
  if (arguments.fen.empty()) return chess::start_position(variant);
  return chess::parse_fen(fmt::format("{}", fmt::join(arguments.fen, " ")), variant);
}

}  // namespace

int eval_command(const EvalArguments& arguments) {
  const auto position = position_of(arguments);
  if (!position) {
    fmt::print(stderr, "rocada eval: bad FEN: {}\n", position.error().message);
    return 2;
  }
  const chess::Color side = position->side_to_move();
  const eval::Score white = white_evaluation(*position);
  const eval::Score own = side == chess::Color::White ? white : -white;
  const eval::ScoreScale scale(*position);
  const eval::WinDrawLoss chances = scale.chances(own);

  fmt::print("{}\n{}\n\n", draw_worths(*position, piece_worths(*position)), chess::to_fen(*position));
  fmt::print("Evaluation for white:         {}\n", protocol::score_text(white, scale));
  fmt::print("Evaluation for side to move:  {} ({})\n", protocol::score_text(own, scale), chess::name_of(side));
  fmt::print("Chances of side to move:      win {}, draw {}, loss {} of 1000\n", chances.win, chances.draw,
             chances.loss);
  if (position->in_check()) {
    fmt::print("\nThe side to move is in check: the static evaluation says little here.\n");
  }
  return 0;
}

}  // namespace rocada::app

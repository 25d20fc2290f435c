// CECP: new games and set-up positions.
#include <fmt/format.h>

#include "chess/game_kind.h"

#include "chess/fen.h"
#include "protocol/cecp/cecp.h"
#include "util/strings.h"

namespace rocada::protocol::cecp {

using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Square;
using chess::Variant;

void Cecp::new_game(Arguments) {
  stop_search();
  engine_.new_game();
  variant_ = Variant::Standard;
  chess960_ = false;
  own_side_ = Color::Black;
  depth_limit_.reset();
  nodes_per_second_.reset();
  paused_ = false;
  own_clock_ = move_time_.value_or(control_.base);
  set_position(chess::start_position());
}

void Cecp::variant(Arguments arguments) {
  stop_search();
  const auto kind = chess::find_game_kind(&chess::GameKindWords::xboard, arguments);
  if (!kind) return error("unsupported variant", arguments);
  variant_ = kind->rules;
  chess960_ = kind->chess960;
  set_position(chess::start_position(variant_));
}

void Cecp::set_position(const chess::Position& position) {
  game_ = game::GameRecord(position);
  position_is_valid_ = true;
  turn_.reset();
  control_set_at_ply_ = 0;
  position_changed();
}

// The position is another one: nothing said about the old one holds, and analysis begins anew.
void Cecp::position_changed() {
  excluded_.clear();
  expected_reply_.reset();
  draws_.forget();
  resignation_.forget();
  if (analysing_) start_analysis();
}

void Cecp::refuse_position(std::string_view why) {
  position_is_valid_ = false;
  stop_search();
  output_.line(fmt::format("tellusererror Illegal position: {}", why));
}

void Cecp::setboard(Arguments arguments) {
  stop_search();
  const auto position = chess::parse_fen(arguments, variant_);
  if (!position) return refuse_position(position.error().message);
  set_position(*position);
}

void Cecp::edit(Arguments) {
  stop_search();
  Editing editing{game_.position().to_setup(), Color::White};
  // Behind a refused position there is no board to begin with.
  if (!position_is_valid_) editing.setup.board.fill(Piece());
  editing.setup.en_passant = chess::Bitboard();
  editing.setup.fifty_move_count = 0;
  editing.setup.full_move_number = 1;
  editing.setup.checks_given = {};
  editing_ = editing;
}

namespace {

// Version 1 cannot say who may castle: whoever stands as at the start of a game.
chess::Bitboard castling_rooks_at_home(const chess::PositionSetup& setup) {
  chess::Bitboard rooks;
  for (const Color color : chess::kColors) {
    const chess::Rank home = chess::Rank::relative(color, 0);
    if (setup[Square::at(chess::kFileE, home)] != Piece(color, PieceType::King)) continue;
    for (const chess::File file : {chess::kFileA, chess::kFileH}) {
      if (setup[Square::at(file, home)] == Piece(color, PieceType::Rook)) rooks |= Square::at(file, home);
    }
  }
  return rooks;
}

}  // namespace

void Cecp::edit_line(std::string_view text) {
  Editing& editing = *editing_;
  if (text == kEndOfEditing) {
    chess::PositionSetup setup = editing.setup;
    editing_.reset();
    setup.castling_rooks = castling_rooks_at_home(setup);
    const auto position = chess::Position::from_setup(setup);
    if (!position) return refuse_position(position.error().message);
    set_position(*position);
  } else if (text == "#") {
    editing.setup.board.fill(Piece());
  } else if (text == "c") {
    editing.color = ~editing.color;
  } else if (const auto square = text.size() == 3 ? Square::parse(text.substr(1)) : std::nullopt) {
    const auto type = chess::piece_type_from_letter(text[0]);
    if (text[0] == 'x') {
      editing.setup[*square] = Piece();
    } else if (type) {
      editing.setup[*square] = Piece(editing.color, *type);
    } else {
      error("unknown piece", text);
    }
  } else {
    error("not a command of edit mode", text);
  }
}

// Another command has come instead of the end: the board stays as it was.
void Cecp::abandon_editing() {
  editing_.reset();
  if (analysing_) start_analysis();
}

void Cecp::undo(Arguments) { take_back(1, "undo"); }

void Cecp::remove(Arguments) { take_back(2, "remove"); }

// Behind a refused position there is no game: the one before it is not what the GUI shows.
void Cecp::take_back(std::size_t plies, std::string_view command) {
  if (!position_is_valid_) return error("no legal position is set up", command);
  if (game_.size() < plies) return error(plies == 1 ? "no move to take back" : "no two moves to take back", command);
  stop_search();
  for (std::size_t ply = 0; ply < plies; ++ply) game_.undo();
  position_changed();
}

void Cecp::white(Arguments) { set_turn(Color::White); }

void Cecp::black(Arguments) { set_turn(Color::Black); }

// Version 1's way to say whose turn it is; the engine takes the other side. XBoard sends both, one after the other,
// before every `go`: so the board is left alone until a move or `go` shows that the change was meant.
void Cecp::set_turn(Color color) {
  stop_search();
  own_side_ = ~color;
  turn_.reset();
  if (color != game_.position().side_to_move()) turn_ = color;
}

// False, after an error line, where the other side cannot be on move: it would leave a king en prise.
bool Cecp::apply_turn() {
  if (!turn_) return true;
  chess::PositionSetup setup = game_.position().to_setup();
  setup.side_to_move = *turn_;
  setup.en_passant = chess::Bitboard();
  turn_.reset();
  const auto position = chess::Position::from_setup(setup);
  if (!position) {
    error(position.error().message, name_of(setup.side_to_move));
    return false;
  }
  set_position(*position);
  return true;
}

}  // namespace rocada::protocol::cecp

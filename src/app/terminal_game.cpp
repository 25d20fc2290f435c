#include "app/terminal_game.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <chrono>
#include <utility>

#include "app/play_arguments.h"
#include "chess/game_kind.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/variants/chess960.h"
#include "engine/waiting_search.h"
#include "eval/wdl.h"
#include "game/pgn_writer.h"
#include "util/file.h"
#include "util/strings.h"

namespace rocada::app {

using chess::Color;
using game::GameResult;
using protocol::Continue;
using util::Milliseconds;

namespace {

using std::chrono_literals::operator""ms;

constexpr Milliseconds kTimeForAMove = 2000ms;  // where no other is asked for; weaker players need less
constexpr Milliseconds kHintTime = 500ms;

constexpr chess::GameKindList kKinds(&chess::GameKindWords::terminal, ", ");
constexpr chess::GameKindList kNewArguments(&chess::GameKindWords::terminal, "|", "[", "]");

constexpr std::string_view kEngineName = "Rocada";
constexpr std::string_view kUserName = "Player";

std::string capitalised(std::string_view word) {
  std::string text(word);
  if (!text.empty()) text[0] = util::to_upper(text[0]);
  return text;
}

GameResult win_of(Color color) { return color == Color::White ? GameResult::WhiteWins : GameResult::BlackWins; }

// "+0.31", "mate in 3", "mated in 2", from the point of view of the score.
std::string describe(eval::Score score, const chess::Position& position) {
  const eval::ScoreScale scale(position);
  if (!eval::is_mate_score(score)) return fmt::format("{:+.2f}", scale.centipawns(score) / 100.0);
  const int moves = eval::moves_to_mate(score);
  return moves > 0 ? fmt::format("mate in {}", moves) : fmt::format("mated in {}", -moves);
}

search::Limits time_limit(Milliseconds time) {
  search::Limits limits;
  limits.move_time = time;
  return limits;
}

std::string file_name(const std::tm& time) {
  return fmt::format("rocada-{:04}-{:02}-{:02}-{:02}{:02}{:02}.pgn", time.tm_year + 1900, time.tm_mon + 1, time.tm_mday,
                     time.tm_hour, time.tm_min, time.tm_sec);
}

std::string introduction(const UserSides& user, const PlayLevel& level) {
  if (user[Color::White] && user[Color::Black]) return "You play both sides.";
  if (!user[Color::White] && !user[Color::Black]) return fmt::format("Rocada plays itself at {}.", level.name);
  return fmt::format("You play {} against Rocada at {}.", name_of(user[Color::White] ? Color::White : Color::Black),
                     level.name);
}

// All moves but castling name a square, and castling has a hyphen in every common spelling.
bool looks_like_a_move(std::string_view text) { return text.find_first_of("12345678-") != std::string_view::npos; }

}  // namespace

std::optional<UserSides> parse_user_sides(std::string_view text) {
  const bool both = util::equal_ignoring_case(text, "both");
  UserSides sides;
  sides[Color::White] = both || util::equal_ignoring_case(text, "white");
  sides[Color::Black] = both || util::equal_ignoring_case(text, "black");
  const bool known = sides[Color::White] || sides[Color::Black] || util::equal_ignoring_case(text, "none");
  return known ? std::optional(sides) : std::nullopt;
}

PlayLevel PlayLevel::of(int elo) {
  const bool full = elo == search::kFullStrength;
  return {full ? "full strength" : fmt::format("{} Elo", elo), elo, time_limit(kTimeForAMove)};
}

PlayLevel PlayLevel::of_time(Milliseconds per_move) {
  return {fmt::format("{} ms for a move", per_move.count()), search::kFullStrength, time_limit(per_move)};
}

util::Result<chess::Position> play_start(chess::GameKind variant, std::optional<int> number, util::Random& random) {
  if (!variant.chess960) return chess::start_position(variant.rules);
  const int chosen = number ? *number : static_cast<int>(random.below(chess::kChess960Count));
  return chess::chess960_start(chosen, chosen, variant.rules);
}

// --- Commands --------------------------------------------------------------------------------------------------------

struct TerminalGame::Command {
  std::string_view name;
  std::string_view arguments;
  std::string_view description;
  Continue (TerminalGame::*handler)(std::string_view arguments);
};

const TerminalGame::Command TerminalGame::kCommands[] = {
    {"hint", "", "what Rocada at full strength would play in your place", &TerminalGame::hint},
    {"undo", "", "take your last move back", &TerminalGame::undo},
    {"switch", "", "swap sides with Rocada", &TerminalGame::change_sides},
    {"side", "[white|black|both|none]", "choose what you play; swaps sides without a word",
     &TerminalGame::change_sides},
    {"elo", "[800-3001]", "how strong Rocada plays; 3001 is full strength", &TerminalGame::change_strength},
    {"new", kNewArguments.text(), "begin another game; `new 960 518` names the start position",
     &TerminalGame::new_game},
    {"setup", "FEN", "begin a game from a position", &TerminalGame::set_up},
    {"fen", "", "the position as FEN", &TerminalGame::show_fen},
    {"moves", "", "all legal moves", &TerminalGame::show_moves},
    {"eval", "", "the static evaluation of the position", &TerminalGame::show_evaluation},
    {"flip", "", "turn the board round", &TerminalGame::flip},
    {"draw", "", "offer a draw", &TerminalGame::offer_draw},
    {"resign", "", "give the game up", &TerminalGame::resign},
    {"pgn", "[FILE]", "save the game in FILE, now and at its end; shows it without a name",
     &TerminalGame::save_or_show_pgn},
    {"help", "", "this list", &TerminalGame::help},
    {"quit", "", "save the game and leave", &TerminalGame::quit},
};

TerminalGame::TerminalGame(TerminalGameWorld world, TerminalGameSettings settings)
    : world_(std::move(world)),
      pgn_path_(std::move(settings.pgn_path)),
      style_(settings.style),
      random_(settings.seed),
      variant_(settings.variant),
      user_(settings.user),
      level_(std::move(settings.level)),
      record_(settings.start),
      file_("") {
  restart(variant_, settings.start);
}

Continue TerminalGame::begin() {
  say(fmt::format("{} Type help for the commands.", introduction(user_, level_)));
  return go_on();
}

Continue TerminalGame::line(std::string_view text) {
  const auto [word, rest] = util::split_first_word(text);
  if (word.empty()) return Continue::Yes;
  for (const Command& command : kCommands) {
    if (!util::equal_ignoring_case(word, command.name)) continue;
    if (command.arguments.empty() && !rest.empty()) return say(fmt::format("{} takes nothing after it.", command.name));
    return (this->*command.handler)(rest);
  }
  return play(util::trim(text));
}

void TerminalGame::end() { save_if_needed(); }

std::string TerminalGame::prompt() const {
  if (is_over()) return "(game over) > ";
  return fmt::format("{} to move > ", capitalised(name_of(record_.position().side_to_move())));
}

Continue TerminalGame::play(std::string_view text) {
  if (is_over()) return say("The game is over: try new, undo or quit.");
  const auto move = chess::parse_move(record_.position(), text);
  if (!move && !looks_like_a_move(text)) {
    return say(fmt::format("'{}' is neither a move nor a command; type help for the commands.", util::printable(text)));
  }
  if (!move) return say(fmt::format("Illegal move: {}.", move.error().message));
  record_.play(*move);
  unsaved_ = true;
  return go_on();
}

std::optional<search::Finished> TerminalGame::think(const search::Limits& limits) {
  const auto is_interrupted = [this] { return world_.interrupted.load(); };
  const auto finished = engine::search_and_wait(world_.engine, record_, limits, is_interrupted);
  return is_interrupted() ? std::nullopt : finished;
}

Continue TerminalGame::hint(std::string_view) {
  if (is_over()) return say("The game is over.");
  set_strength(search::kFullStrength);  // who asks wants to learn, and nobody learns from a weak player's mistakes
  const auto finished = think(time_limit(kHintTime));
  if (!finished) return quit("");
  return say(fmt::format("Try {} ({}).", chess::to_san(record_.position(), finished->best),
                         describe(finished->score, record_.position())));
}

std::size_t TerminalGame::plies_to_take_back() const {
  const auto positions = record_.positions();
  for (std::size_t plies = 1; plies <= record_.size(); ++plies) {
    if (user_[positions[record_.size() - plies].side_to_move()]) return plies;
  }
  return 0;
}

Continue TerminalGame::undo(std::string_view) {
  const std::size_t plies = plies_to_take_back();
  if (plies == 0) return say("There is no move of yours to take back.");
  for (std::size_t ply = 0; ply < plies; ++ply) record_.undo();
  agreement_.reset();
  draws_.forget();
  unsaved_ = true;
  return go_on();
}

Continue TerminalGame::change_sides(std::string_view sides) {
  if (sides.empty()) {
    if (user_[Color::White] == user_[Color::Black]) return say("Say which side is yours: side white, side black.");
    std::swap(user_[Color::White], user_[Color::Black]);
  } else {
    const auto chosen = parse_user_sides(sides);
    if (!chosen) return say(fmt::format("'{}' is none of white, black, both and none.", util::printable(sides)));
    user_ = *chosen;
  }
  flipped_ = false;
  return go_on();
}

Continue TerminalGame::change_strength(std::string_view elo) {
  if (!elo.empty()) {
    const auto number = util::parse_integer<int>(elo);
    if (!number || *number < search::kLowestElo || *number > search::kFullStrength) {
      return say(fmt::format("Strengths go from {} to {}.", search::kLowestElo, search::kFullStrength));
    }
    level_ = PlayLevel::of(*number);
  }
  return say(fmt::format("Rocada plays at {}.", level_.name));
}

Continue TerminalGame::new_game(std::string_view text) {
  const auto [variant_name, number_text] = util::split_first_word(text);
  chess::GameKind variant = variant_;
  if (!variant_name.empty()) {
    const auto chosen = chess::parse_game_kind(variant_name);
    if (!chosen) return say(fmt::format("'{}' is none of {}.", util::printable(variant_name), kKinds.text()));
    variant = *chosen;
  }
  std::optional<int> number;
  if (!number_text.empty()) {
    number = util::parse_integer<int>(number_text);
    if (!variant.chess960 || !number) return say("Only 960 takes one more word, the start position's number.");
  }
  const auto start = play_start(variant, number, random_);
  if (!start) return say(capitalised(start.error().message) + '.');
  save_if_needed();
  restart(variant, *start);
  return go_on();
}

Continue TerminalGame::set_up(std::string_view fen) {
  const auto start = chess::parse_fen(fen, variant_.rules);
  if (!start) return say(fmt::format("This is no position: {}.", start.error().message));
  save_if_needed();
  restart(variant_, *start);
  return go_on();
}

Continue TerminalGame::show_fen(std::string_view) { return say(chess::to_fen(record_.position())); }

Continue TerminalGame::show_moves(std::string_view) {
  if (is_over()) return say("The game is over.");
  std::string moves;
  for (const chess::Move move : chess::legal_moves(record_.position())) {
    moves += fmt::format("{}{}", moves.empty() ? "" : " ", chess::to_san(record_.position(), move));
  }
  return say(moves);
}

Continue TerminalGame::show_evaluation(std::string_view) {
  if (is_over()) return say("The game is over.");
  const chess::Position& position = record_.position();
  const eval::Score score = world_.engine.evaluate(position);
  return say(fmt::format("Static evaluation, as White sees it: {}",
                         describe(position.side_to_move() == Color::White ? score : -score, position)));
}

Continue TerminalGame::flip(std::string_view) {
  flipped_ = !flipped_;
  show_board();
  return Continue::Yes;
}

Continue TerminalGame::resign(std::string_view) {
  if (is_over()) return say("The game is over.");
  // Whoever plays both sides resigns for the one to move.
  const Color loser = record_.position().side_to_move();
  agree(win_of(~loser), fmt::format("{} resigns", capitalised(name_of(loser))));
  return Continue::Yes;
}

Continue TerminalGame::offer_draw(std::string_view) {
  if (is_over()) return say("The game is over.");
  const Color opponent = ~record_.position().side_to_move();
  if (!user_[opponent] && !draws_.accepts(opponent)) return say("Rocada declines: it would rather play on.");
  agree(GameResult::Draw, "Draw agreed");
  return Continue::Yes;
}

Continue TerminalGame::save_or_show_pgn(std::string_view path) {
  if (path.empty()) {
    world_.write(game::to_pgn(pgn()));
    return Continue::Yes;
  }
  file_ = GameFile(util::path_of(path));
  save();
  return Continue::Yes;
}

Continue TerminalGame::help(std::string_view) {
  say("Type a move, such as Nf3, exd5, O-O, e8=Q or g1f3, or one of these:");
  for (const Command& command : kCommands) {
    say(fmt::format("  {:<32}{}", fmt::format("{} {}", command.name, command.arguments), command.description));
  }
  return Continue::Yes;
}

Continue TerminalGame::quit(std::string_view) {
  save_if_needed();
  return Continue::No;
}

// --- The course of the game ------------------------------------------------------------------------------------------

Continue TerminalGame::say(std::string_view sentence) {
  world_.write(fmt::format("{}\n", sentence));
  return Continue::Yes;
}

Continue TerminalGame::go_on() {
  while (!is_over() && !is_users_turn()) {
    const bool nobody_looks = !user_[Color::White] && !user_[Color::Black];
    if (nobody_looks) show_board();
    if (play_engine_move() == Continue::No) return quit("");
  }
  show_board();
  if (is_over()) announce_end();
  return Continue::Yes;
}

Continue TerminalGame::play_engine_move() {
  // A terminal that takes colours also takes back a line.
  if (style_.color) world_.write("Rocada is thinking...");
  set_strength(level_.elo);
  const auto finished = think(level_.limits);
  if (style_.color) world_.write("\r\033[K");
  if (!finished) return Continue::No;
  say(fmt::format("Rocada plays {} (depth {}, {})", chess::to_san(record_.position(), finished->best), finished->depth,
                  describe(finished->score, record_.position())));
  draws_.note_score(record_.position(), finished->score);
  record_.play(finished->best);
  unsaved_ = true;
  if (is_users_turn() && !is_over() && draws_.offers()) {
    say("Rocada offers a draw: type draw to accept it, or just move.");
  }
  return Continue::Yes;
}

void TerminalGame::set_strength(int elo) {
  [[maybe_unused]] const auto set =
      world_.engine.set_option(engine::spec_of(engine::OptionId::Strength), std::to_string(elo));
  assert(set.ok());
}

void TerminalGame::restart(chess::GameKind variant, const chess::Position& start) {
  variant_ = variant;
  record_ = game::GameRecord(start);
  began_ = world_.local_time();
  file_ = GameFile(util::path_of(pgn_path_.value_or(file_name(began_))));
  agreement_.reset();
  draws_.forget();
  unsaved_ = false;
  flipped_ = false;
  world_.engine.new_game();
}

void TerminalGame::agree(GameResult result, std::string reason) {
  agreement_ = Agreement{result, std::move(reason)};
  unsaved_ = true;
  announce_end();
}

void TerminalGame::announce_end() {
  say(fmt::format("{}: {}", reason(), game::text_of(result())));
  save_if_needed();
}

GameResult TerminalGame::result() const { return agreement_ ? agreement_->result : record_.outcome().result(); }

std::string TerminalGame::reason() const {
  return agreement_ ? agreement_->reason : std::string(record_.outcome().reason());
}

void TerminalGame::show_board() {
  const chess::Position& position = record_.position();
  const bool from_black = user_[Color::Black] && !user_[Color::White];
  BoardView view;
  view.bottom = from_black != flipped_ ? Color::Black : Color::White;
  if (record_.size() > 0) view.last_move = record_.moves().back();
  world_.write(fmt::format("\n{}", draw_board(position, view, style_)));
  if (const int needed = position.rules().checks_to_win; needed > 0) {
    say(fmt::format("   Checks given: white {} of {}, black {} of {}", position.checks_given(Color::White), needed,
                    position.checks_given(Color::Black), needed));
  }
  if (position.in_check() && !is_over()) {
    say(fmt::format("   {} is in check", capitalised(name_of(position.side_to_move()))));
  }
}

// --- Saving ----------------------------------------------------------------------------------------------------------

game::PgnGame TerminalGame::pgn() const {
  game::PgnTags tags;
  tags.set("Event", "Game in the terminal");
  tags.set("Date", fmt::format("{:04}.{:02}.{:02}", began_.tm_year + 1900, began_.tm_mon + 1, began_.tm_mday));
  tags.set("Round", "-");
  tags.set("White", user_[Color::White] ? kUserName : kEngineName);
  tags.set("Black", user_[Color::Black] ? kUserName : kEngineName);
  game::PgnGame game = game::to_pgn_game(record_, std::move(tags));
  game.chess960 = game.chess960 || variant_.chess960;
  game.result = result();
  if (!game.main_line.moves.empty()) game.main_line.moves.back().comment = reason();
  return game;
}

void TerminalGame::save_if_needed() {
  if (unsaved_ && record_.size() > 0) save();
}

void TerminalGame::save() {
  const std::string text = game::to_pgn(pgn());
  const auto saved = file_.save(text);
  if (saved) {
    say(fmt::format("The game is saved in {}", file_.path().string()));
  } else {
    say(fmt::format("The game cannot be saved in {}: {}. Here it is:\n", file_.path().string(), saved.error().message));
    world_.write(text);
  }
  unsaved_ = false;
}

}  // namespace rocada::app

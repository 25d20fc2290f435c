// CECP: moves, thinking, pondering and analysis.
#include <fmt/format.h>

#include <algorithm>

#include "chess/legality.h"
#include "chess/movegen.h"
#include "engine/waiting_search.h"
#include "eval/wdl.h"
#include "protocol/cecp/cecp.h"
#include "protocol/cecp/cecp_text.h"
#include "util/strings.h"

namespace rocada::protocol::cecp {

using chess::Color;
using chess::Move;
using engine::OptionId;

namespace {

constexpr std::uint64_t kHintNodes = 20'000;

}  // namespace

std::string Cecp::text_of(Move move) const {
  return chess::to_coordinates(move, chess960_ ? chess::CastlingText::Letters : chess::CastlingText::KingMove);
}

// ---------------------------------------------------------------------------------------------------------------------
// Searching

void Cecp::start_search(Activity activity, const game::GameRecord& game, const search::Limits& limits) {
  activity_ = activity;
  searched_ = game;
  last_line_.reset();
  current_move_.reset();
  engine_.start(searched_, limits, posting_observer(++search_, post_event_));
  if (paused_) engine_.pause();
}

// Whatever the search still says is not heard any more.
void Cecp::stop_search() {
  if (activity_ == Activity::Idle) return;
  ++search_;
  activity_ = Activity::Idle;
  engine_.stop_and_wait();
}

void Cecp::think() {
  stop_search();
  if (claim_result()) return;
  start_search(Activity::Thinking, game_, limits_on_the_clock());
}

void Cecp::start_pondering(Move reply) {
  game::GameRecord guessed = game_;
  guessed.play(reply);
  if (guessed.outcome().is_over()) return;
  search::Limits limits = limits_on_the_clock();
  limits.only_moves.clear();
  limits.pondering = true;
  pondered_move_ = reply;
  start_search(Activity::Pondering, guessed, limits);
}

void Cecp::start_analysis() {
  stop_search();
  search::Limits limits;
  limits.infinite = true;
  limits.only_moves = allowed_root_moves();
  const bool all_excluded = limits.only_moves.empty() && !excluded_.empty();
  if (!position_is_valid_ || all_excluded || !chess::has_legal_move(game_.position())) return;
  start_search(Activity::Analysing, game_, limits);
}

// Empty: no restriction.
std::vector<Move> Cecp::allowed_root_moves() const {
  std::vector<Move> allowed;
  if (excluded_.empty()) return allowed;
  for (const Move move : chess::legal_moves(game_.position())) {
    if (std::ranges::find(excluded_, move) == excluded_.end()) allowed.push_back(move);
  }
  return allowed;
}

void Cecp::search_event(const SearchEvent& event) {
  if (event.search != search_) return;
  if (const auto* line = std::get_if<search::Line>(&event.report)) {
    if (line->rank == 1) last_line_ = *line;
    if (posting_) show_line(*line);
  } else if (const auto* current = std::get_if<search::CurrentMove>(&event.report)) {
    current_move_ = *current;
  } else if (const auto* finished = std::get_if<search::Finished>(&event.report)) {
    const Activity was = activity_;
    activity_ = Activity::Idle;
    if (was == Activity::Thinking) {
      finish_thinking(*finished);
      flush_deferred();
    }
  }
}

// Lines are shown in SAN, which people read more easily than coordinates; XBoard understands both.
void Cecp::show_line(const search::Line& line) {
  std::string moves;
  chess::Position position = searched_.position();
  // While we ponder, the line begins with the move we guess.
  if (activity_ == Activity::Pondering) moves = chess::to_san(game_.position(), pondered_move_);
  for (const Move move : line.moves) {
    if (!moves.empty()) moves += ' ';
    moves += chess::to_san(position, move);
    position.make(move);
  }
  output_.line(thinking_line(line, eval::ScoreScale(searched_.position()), moves));
}

// Our search is over: resign, or move and say so if that ends the game.
void Cecp::finish_thinking(const search::Finished& finished) {
  if (finished.best.is_none()) return;
  if (finished.from_book && posting_) output_.line(book_line(book_texts()));
  if (!finished.from_book) {
    draws_.note_score(searched_.position(), finished.score);
    resignation_.note_score(searched_.position(), finished.score);
    if (engine_.options().flag(OptionId::Resign) && resignation_.is_due()) {
      own_side_.reset();
      output_.line("resign");
      return;
    }
  }
  charge_own_clock(finished.effort);
  output_.line(fmt::format("move {}", text_of(finished.best)));
  play_move(finished.best);
  if (claim_result()) return;
  if (!finished.from_book && draws_.offers()) output_.line("offer draw");
  if (!finished.reply || !chess::is_legal(game_.position(), *finished.reply)) return;
  // What a weak player expects is worth thinking about, but no advice.
  if (!engine_.options().limited_elo()) expected_reply_ = finished.reply;
  if (engine_.options().flag(OptionId::Ponder)) start_pondering(*finished.reply);
}

void Cecp::play_move(Move move) {
  game_.play(move);
  excluded_.clear();
  expected_reply_.reset();
}

// Says so when the board shows that the game is over. Only while we play: a user who edits a game knows what he does.
bool Cecp::claim_result() {
  const game::Outcome outcome = game_.outcome();
  if (!outcome.is_over() || !own_side_) return false;
  output_.line(fmt::format("{} {{{}}}", game::text_of(outcome.result()), outcome.reason()));
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Commands

void Cecp::force(Arguments) {
  stop_search();
  own_side_.reset();
  analysing_ = false;
}

void Cecp::go(Arguments) {
  stop_search();
  analysing_ = false;
  if (!position_is_valid_) return error("no legal position is set up", "go");
  if (!apply_turn()) return;
  own_side_ = game_.position().side_to_move();
  think();
}

void Cecp::playother(Arguments) {
  stop_search();
  analysing_ = false;
  if (!position_is_valid_) return error("no legal position is set up", "playother");
  if (!apply_turn()) return;
  own_side_ = ~game_.position().side_to_move();
  if (!engine_.options().flag(OptionId::Ponder)) return;
  expected_reply_ = hint_move();
  if (expected_reply_) start_pondering(*expected_reply_);
}

void Cecp::usermove(Arguments arguments) {
  const auto refuse = [&](std::string_view why) {
    output_.line(fmt::format("Illegal move ({}): {}", why, util::printable(arguments)));
  };
  if (!position_is_valid_) return refuse("no legal position is set up");
  if (!apply_turn()) return refuse("it cannot be that side's turn");
  if (activity_ == Activity::Thinking) return refuse("it is not your turn");
  const auto move = chess::parse_move(game_.position(), arguments);
  if (!move) return refuse(move.error().message);

  if (activity_ == Activity::Pondering && *move == pondered_move_) {
    play_move(*move);
    // The guess was right: the search goes on, now on our own time.
    activity_ = Activity::Thinking;
    engine_.ponder_hit(game_clock());
    return;
  }
  stop_search();
  play_move(*move);
  if (analysing_) {
    start_analysis();
  } else if (own_side_ == game_.position().side_to_move()) {
    think();
  } else {
    claim_result();
  }
}

void Cecp::move_now(Arguments) {
  if (activity_ == Activity::Thinking) engine_.stop();
}

// Accepts by offering in turn, declines by silence. The score is that of the search now running, or of our last move.
void Cecp::draw(Arguments) {
  if (!own_side_) return;
  const bool welcome = activity_ == Activity::Thinking && last_line_
                           ? engine::is_draw_welcome(searched_.position(), last_line_->score)
                           : draws_.accepts(*own_side_);
  if (welcome) output_.line("offer draw");
}

void Cecp::result(Arguments) {
  stop_search();
  own_side_.reset();
}

// What we would play for the user at full strength: what the book says, what analysis says, the reply we expect, or a
// quick look of our own.
std::optional<Move> Cecp::hint_move() {
  if (const auto moves = engine_.book_moves(game_.position()); !moves.empty() && moves.front().weight > 0) {
    return moves.front().move;
  }
  if (activity_ == Activity::Analysing) {
    return last_line_ ? std::optional(last_line_->moves.front()) : std::nullopt;
  }
  if (expected_reply_) return expected_reply_;
  if (!chess::has_legal_move(game_.position())) return std::nullopt;

  const bool was_pondering = activity_ == Activity::Pondering;
  stop_search();
  search::Limits limits;
  limits.nodes = kHintNodes;
  const Move best = engine::search_to_the_end(engine_, game_, limits).best;
  if (was_pondering) start_pondering(pondered_move_);
  return best;
}

void Cecp::hint(Arguments) {
  if (!position_is_valid_) return;
  if (const auto move = hint_move()) output_.line(fmt::format("Hint: {}", text_of(*move)));
}

std::vector<std::string> Cecp::book_texts() const {
  const std::vector<book::BookMove> moves = engine_.book_moves(game_.position());
  const std::vector<double> shares = book::shares(moves);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    texts.push_back(fmt::format("{} {:.0f}%", chess::to_san(game_.position(), moves[i].move), shares[i]));
  }
  return texts;
}

// Every line begins with a blank, and an empty one ends them.
void Cecp::bk(Arguments) {
  if (!position_is_valid_) {
    output_.line(" No legal position is set up.");
    output_.line("");
    return;
  }
  const std::vector<std::string> texts = book_texts();
  output_.line(texts.empty() ? " The book does not know this position."
                             : " The book's moves, and how often each is played:");
  for (const std::string& text : texts) output_.line(fmt::format("  {}", text));
  output_.line("");
}

void Cecp::analyze(Arguments) {
  stop_search();
  own_side_.reset();
  analysing_ = true;
  start_analysis();
}

void Cecp::exit_analysis(Arguments) {
  if (!analysing_) return;
  stop_search();
  analysing_ = false;
}

void Cecp::dot(Arguments) {
  if (activity_ == Activity::Idle) return;
  const int depth = last_line_ ? last_line_->depth + 1 : 1;
  const auto total = static_cast<int>(chess::count_legal_moves(searched_.position()));
  const search::Effort effort = engine_.effort();
  if (current_move_) {
    output_.line(stat_line(effort, current_move_->depth, current_move_->root_moves - current_move_->number,
                           current_move_->root_moves, text_of(current_move_->move)));
  } else {
    output_.line(stat_line(effort, depth, total, total, ""));
  }
}

void Cecp::exclude(Arguments arguments) { filter_root_move(arguments, true); }

void Cecp::include(Arguments arguments) { filter_root_move(arguments, false); }

void Cecp::filter_root_move(Arguments arguments, bool exclude) {
  const std::string command = fmt::format("{} {}", exclude ? "exclude" : "include", arguments);
  if (!position_is_valid_) return error("no legal position is set up", command);
  std::vector<Move> wanted;
  if (arguments == "all") {
    const chess::MoveList moves = chess::legal_moves(game_.position());
    wanted.assign(moves.begin(), moves.end());
  } else {
    const auto move = chess::parse_move(game_.position(), arguments);
    if (!move) return error(move.error().message, command);
    wanted.push_back(*move);
  }
  for (const Move move : wanted) {
    std::erase(excluded_, move);
    if (exclude) excluded_.push_back(move);
  }
  if (analysing_) start_analysis();
}

void Cecp::pause(Arguments) {
  paused_ = true;
  engine_.pause();
}

void Cecp::resume(Arguments) {
  paused_ = false;
  engine_.resume();
}

}  // namespace rocada::protocol::cecp

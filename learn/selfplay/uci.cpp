#include "selfplay/uci.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <memory>
#include <ostream>
#include <sstream>

#include "chess/fen.h"
#include "chess/game_kind.h"
#include "chess/notation.h"
#include "game/game_record.h"
#include "selfplay/convert.h"
#include "selfplay/kinds.h"
#include "selfplay/search.h"

namespace rocada::selfplay {

namespace {

template <typename Net>
class Conversation {
 public:
  Conversation(const NetworkNumbers& network, std::ostream& out)
      : out_(out),
        weights_(std::make_unique<Weights<Net>>(network)),
        memory_(std::make_unique<SearchMemory<Net>>()),
        variant_(network.variant),
        game_(chess::start_position(variant_)) {
    search_.attach(weights_->near, weights_->far, *memory_);
    search_.forget();
  }

  // False at the end.
  bool answer(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "quit") return false;
    if (command == "uci") {
      out_ << "id name Rocada selfplay\nid author the Rocada authors\n"
              "option name Hash type spin default 1 min 1 max 1024\noption name Threads type spin default 1 min 1 max "
              "1\n"
              "option name UCI_Chess960 type check default false\n"
           << fmt::format("option name UCI_Variant type combo default {0} var {0}\nuciok\n",
                          chess::words_of({variant_, false}).uci);
    } else if (command == "isready") {
      out_ << "readyok\n";
    } else if (command == "ucinewgame") {
      search_.forget();
    } else if (command == "setoption") {
      chess960_ = line.find("UCI_Chess960 value true") != std::string::npos || chess960_;
    } else if (command == "position") {
      set_position(words);
    } else if (command == "go") {
      go(words);
    }
    out_.flush();
    return true;
  }

 private:
  void set_position(std::istringstream& words) {
    std::string word;
    words >> word;
    std::string fen;
    if (word == "fen") {
      while (words >> word && word != "moves") fen += (fen.empty() ? "" : " ") + word;
    } else {
      fen = chess::kStartFen;
      words >> word;
    }
    const auto start = chess::parse_fen(fen, variant_);
    if (!start) return complain(start.error());
    game_ = game::GameRecord(*start);
    while (words >> word) {
      const auto move = chess::parse_coordinates(game_.position(), word);
      if (!move) return complain(move.error());
      game_.play(*move);
    }
  }

  void complain(const util::Error& error) { out_ << "info string " << error.message << "\n"; }

  void go(std::istringstream& words) {
    int nodes = 1'000'000'000;
    std::string word;
    while (words >> word) {
      if (word == "nodes") words >> nodes;
    }
    // Longer games than memory has keys for lose the oldest.
    const auto keys = game_.keys();
    const std::size_t kept = std::min<std::size_t>(keys.size(), data::kMostPlies);
    std::ranges::copy(keys.last(kept), memory_->keys);
    search_.begin(from_chess(game_.position()), static_cast<int>(kept) - 1, {nodes, nodes});
    while (!search_.has_ended()) search_.turn();
    out_ << fmt::format("info depth {} nodes {} score cp {}\n", search_.depth(), search_.nodes(), search_.score());
    const auto castling = chess960_ ? chess::CastlingText::KingTakesRook : chess::CastlingText::KingMove;
    out_ << "bestmove " << chess::to_coordinates(search_.best_move(), castling) << "\n";
  }

  std::ostream& out_;
  std::unique_ptr<Weights<Net>> weights_;
  std::unique_ptr<SearchMemory<Net>> memory_;
  Search<Net, OneLane> search_;
  chess::Variant variant_;  // what the network plays
  game::GameRecord game_;
  bool chess960_ = false;
};

}  // namespace

util::Result<util::Done> talk_uci(const NetworkNumbers& network, std::istream& in, std::ostream& out) {
  return for_kind_of(network, [&]<typename Net>(Kind<Net>) -> util::Result<util::Done> {
    Conversation<Net> conversation(network, out);
    std::string line;
    while (std::getline(in, line) && conversation.answer(line)) {
    }
    return util::Done{};
  });
}

}  // namespace rocada::selfplay

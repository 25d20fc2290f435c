#include "engine/bench.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "chess/fen.h"
#include "engine/waiting_search.h"

namespace rocada::engine {

namespace {

struct BenchPosition {
  std::string_view fen;
  chess::Variant variant = chess::Variant::Standard;
};

// From games Rocada's generator played at random and from openings and endings as they come up in any game.
constexpr BenchPosition kPositions[] = {
    {chess::kStartFen},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1QK2R b KQkq - 3 7"},
    {"r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PP3PP/R2Q1RK1 w - - 1 12"},
    {"2r2rk1/pp3ppp/2n1b3/3p4/8/1P1BPN2/P4PPP/2R2RK1 b - - 0 19"},
    {"8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 w - - 4 38"},
    {"8/8/1p2k1p1/p1p2p1p/P1P2P1P/1P2K1P1/8/8 w - - 0 1"},
    {"8/2k5/8/1P1r4/8/2K5/3R4/8 w - - 0 1"},
    {"6k1/5ppp/8/1Q6/8/1q5P/5PP1/6K1 b - - 0 1"},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"},
    {"b1rnkr2/1ppp2bq/4pp2/P5pp/3n1PP1/P1NPP3/1BP4P/R2NKR1B b Kkq - 1 11"},     // Chess960
    {"nrkbbnr1/pp1p1p1p/5qp1/2p1p3/P3P1P1/1P3P1B/2PP3P/BQRNK1RN w KQq - 0 9"},  // double Chess960
    {"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 3+3 4 4", chess::Variant::ThreeCheck},
    {"b6r/2B1k1p1/N1p3B1/P3r3/8/6p1/2P1N3/1K5q w - - 1+1 2 63", chess::Variant::ThreeCheck},
};

}  // namespace

bool Bench::has_next() const { return given_ < std::size(kPositions); }

game::GameRecord Bench::next() {
  const BenchPosition& position = kPositions[given_++];
  return game::GameRecord(chess::parse_fen(position.fen, position.variant).value());
}

void Bench::add(const search::Finished& finished) {
  result_.nodes += finished.effort.nodes;
  result_.time += finished.effort.time;
}

BenchResult run_bench(EngineApi& engine, int depth) {
  Bench bench(depth);
  while (bench.has_next()) {
    engine.new_game();
    bench.add(search_to_the_end(engine, bench.next(), bench.limits()));
  }
  return bench.result();
}

std::string to_text(const BenchResult& result) {
  const search::Effort effort{result.nodes, result.time, 0, 0};
  return fmt::format("{} nodes {} nps", effort.nodes, effort.nodes_per_second());
}

}  // namespace rocada::engine

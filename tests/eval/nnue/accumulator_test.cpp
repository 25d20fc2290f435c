#include "eval/nnue/accumulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "support/mirrored.h"
#include "support/random_games.h"
#include "support/random_network.h"

namespace rocada::eval::nnue {
namespace {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Square;

// ---------------------------------------------------------------------------------------------------------------------
// The network as it is defined, worked out from nothing and without haste

// The zone in a network of kKingZones of what is this one of eight.
constexpr int zone_from_eight(int zone) { return zone / (8 / kKingZones); }

int defined_zone(const Position& position, Color side) {
  const Square king = position.king(side);
  const int rank = side == Color::White ? king.rank().index() : 7 - king.rank().index();
  const int from_the_edge = std::min(king.file().index(), 7 - king.file().index());
  if (rank == 0) return zone_from_eight(from_the_edge);
  if (rank == 1) return zone_from_eight(from_the_edge < 2 ? 4 : 5);
  return zone_from_eight(rank < 4 ? 6 : 7);
}

// By looking at every piece that attacks or defends this one.
int defined_standing(const Position& position, Square square) {
  enum { Safe, Threatened, Hanging, Contested, Loose };
  const Piece piece = position.piece_on(square);
  if (piece.type() == PieceType::King) return Safe;
  const auto worth = [](PieceType type) {
    constexpr int kWorths[] = {1, 3, 3, 5, 9, 100};
    return kWorths[static_cast<int>(type)];
  };
  bool is_attacked = false;
  bool is_attacked_by_lesser = false;
  bool is_defended = false;
  for (const Square from : position.attackers_to(square, position.occupied())) {
    const Piece other = position.piece_on(from);
    if (other.color() == piece.color()) {
      is_defended = true;
    } else {
      is_attacked = true;
      if (worth(other.type()) < worth(piece.type())) is_attacked_by_lesser = true;
    }
  }
  if (is_attacked_by_lesser) return Threatened;
  if (is_attacked) return is_defended ? Contested : Hanging;
  return is_defended ? Safe : Loose;
}

Row defined_values(const Network& network, const Position& position, Color side) {
  const int zone = defined_zone(position, side);
  Row values = network.feature_biases;
  const auto add = [&](const auto& weights) {
    for (std::size_t i = 0; i < kHidden; ++i) values[i] = static_cast<std::int16_t>(values[i] + weights[i]);
  };
  for (const Square square : position.occupied()) {
    const Piece piece = position.piece_on(square);
    int seen = square.index();
    if (side == Color::Black) seen ^= 56;
    if (position.king(side).file().index() > 3) seen ^= 7;
    const int index = (piece.color() == side ? 0 : 384) + 64 * static_cast<int>(piece.type()) + seen;
    add(network.feature_weights[static_cast<std::size_t>(768 * zone + index)]);
    const int standing = defined_standing(position, square);
    if (standing > 0) add(network.standing_weights[static_cast<std::size_t>(768 * (standing - 1) + index)]);
  }
  if (network.card.variant == chess::Variant::ThreeCheck) {
    const int own = std::min(2, position.checks_given(side));
    const int other = std::min(2, position.checks_given(~side));
    add(network.feature_weights[static_cast<std::size_t>(kPieceInputs + 3 * own + other)]);
  }
  return values;
}

Score defined_score(const Network& network, const Position& position) {
  const auto bucket = static_cast<std::size_t>(std::min(7, (position.occupied().count() - 2) / 4));
  const Color us = position.side_to_move();
  const Row views[] = {defined_values(network, position, us), defined_values(network, position, ~us)};
  const simd::Layers& layers = network.layers[bucket];
  std::vector<std::int64_t> products;
  for (const Row& view : views) {
    for (std::size_t i = 0; i < kHidden / 2; ++i) {
      const auto neuron = [&](std::size_t at) { return std::clamp<std::int64_t>(view[at], 0, 255); };
      products.push_back((neuron(i) * neuron(kHidden / 2 + i) + 256) / 512);
    }
  }
  std::vector<std::int64_t> layer1(std::begin(layers.biases1), std::end(layers.biases1));
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t from = 0; from < kHidden; ++from) {
      layer1[i] += products[from] * layers.weights1[from / 4][i][from % 4];
    }
  }
  std::vector<std::int64_t> inputs2;
  for (const std::int64_t x : layer1) inputs2.push_back(std::min<std::int64_t>(x * x, 8128 * 8128) / 8192);
  for (const std::int64_t x : layer1) inputs2.push_back(std::clamp<std::int64_t>(x, 0, 8128));
  std::int64_t output = layers.bias3;
  for (std::size_t i = 0; i < 32; ++i) {
    std::int64_t neuron = layers.biases2[i];
    for (std::size_t from = 0; from < 32; ++from) neuron += inputs2[from] * layers.weights2[from / 2][i][from % 2];
    output += (neuron < 0 ? 0 : std::min<std::int64_t>(neuron / 1024, 8128)) * layers.weights3[i];
  }
  const std::int64_t score = (layer1[0] + (output >> 10)) * 400 / 8128;
  return static_cast<Score>(std::clamp<std::int64_t>(score, -kHighestEvaluation, kHighestEvaluation));
}

void expect_as_defined(Accumulators& accumulators, const Network& network, const Position& position) {
  for (const Color side : chess::kColors) {
    ASSERT_EQ(accumulators.values()[side], defined_values(network, position, side))
        << chess::to_fen(position) << " as seen by " << chess::name_of(side);
  }
  ASSERT_EQ(accumulators.evaluate(position), defined_score(network, position)) << chess::to_fen(position);
}

// ---------------------------------------------------------------------------------------------------------------------
// A search without sense: forwards and back at random, evaluating now and then

struct Walked {
  int moves = 0;
  int evaluations = 0;
  int castlings = 0;
  int en_passants = 0;
  int promotions = 0;
  int crossings = 0;     // of the middle, by a king
  int zone_changes = 0;  // by a king that did not cross the middle
  int passes = 0;
  int checks = 0;       // that are counted
  int longest_gap = 0;  // pushes between two evaluations
};

class Walker {
 public:
  Walker(const Network& network, const simd::Kernels& kernels, std::uint64_t seed)
      : network_(network), accumulators_(network, kernels), random_(seed) {}

  void walk_from(const Position& start, int moves) {
    line_.assign(1, {start, true});
    accumulators_.reset(start);
    gap_ = 0;
    for (const int end = walked_.moves + moves; walked_.moves < end;) {
      // Long lazy stretches and close looks take turns.
      const bool close = walked_.moves / 64 % 2 == 0;
      if (!step() || random_.below(40) == 0) {
        while (line_.size() > 1 && random_.below(8) != 0) back();
        if (line_.size() == 1) return;
      }
      if (random_.below(close ? 2 : 24) == 0) {
        expect_as_defined(accumulators_, network_, line_.back().position);
        if (::testing::Test::HasFatalFailure()) return;
        ++walked_.evaluations;
        gap_ = 0;
      }
    }
  }

  const Walked& walked() const { return walked_; }

 private:
  struct Reached {
    Position position;
    bool by_push;  // a null move is not pushed
  };

  bool step() {
    const Position& position = line_.back().position;
    if (random_.below(16) == 0 && !position.in_check()) {
      Position passed = position;
      passed.make_null();
      line_.push_back({passed, false});
      ++walked_.passes;
      return true;
    }
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty() || chess::ending_on_board(position) != chess::Ending::None || line_.size() > 220) return false;
    const Move move = chosen(moves);
    Position child = position;
    child.make(move);
    accumulators_.push(child);
    note(move, position, child);
    line_.push_back({child, true});
    return true;
  }

  void back() {
    if (line_.back().by_push) accumulators_.pop();
    line_.pop_back();
  }

  // Rare moves are made whenever they can be.
  Move chosen(const chess::MoveList& moves) {
    const auto rare = std::ranges::find_if(
        moves, [](Move move) { return move.is_castling() || move.is_en_passant() || move.is_promotion(); });
    if (rare != moves.end() && random_.below(2) == 0) return *rare;
    return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
  }

  void note(Move move, const Position& before, const Position& after) {
    const Color mover = before.side_to_move();
    ++walked_.moves;
    walked_.castlings += move.is_castling() ? 1 : 0;
    walked_.en_passants += move.is_en_passant() ? 1 : 0;
    walked_.promotions += move.is_promotion() ? 1 : 0;
    const View from = view_of(mover, before.king(mover));
    const View to = view_of(mover, after.king(mover));
    walked_.crossings += from.mirrored != to.mirrored ? 1 : 0;
    walked_.zone_changes += from.mirrored == to.mirrored && from.zone != to.zone ? 1 : 0;
    walked_.checks += after.checks_given(mover) - before.checks_given(mover);
    walked_.longest_gap = std::max(walked_.longest_gap, ++gap_);
  }

  const Network& network_;
  Accumulators accumulators_;
  util::Random random_;
  std::vector<Reached> line_;
  Walked walked_;
  int gap_ = 0;
};

Walked walk(const simd::Kernels& kernels, int moves, chess::Variant variant) {
  const auto network = test::random_network(1, variant);
  util::Random random(20261115);
  Walker walker(*network, kernels, 1);
  while (walker.walked().moves < moves) {
    for (const test::GameKind kind : test::kAllKinds) {
      walker.walk_from(test::random_start(kind, random), 400);
      if (::testing::Test::HasFatalFailure()) return walker.walked();
    }
  }
  return walker.walked();
}

// ROCADA_WALK_MOVES makes the walk longer than every day's.
int walk_length() {
  const char* wanted = std::getenv("ROCADA_WALK_MOVES");
  return wanted != nullptr ? std::atoi(wanted) : 50'000;
}

class AccumulatorsOfEachGame : public ::testing::TestWithParam<chess::Variant> {};
INSTANTIATE_TEST_SUITE_P(, AccumulatorsOfEachGame,
                         ::testing::Values(chess::Variant::Standard, chess::Variant::ThreeCheck), [](const auto& game) {
                           return game.param == chess::Variant::Standard ? "Standard" : "ThreeCheck";
                         });

TEST_P(AccumulatorsOfEachGame, FollowEveryLineAsIfWorkedOutAfresh) {
  const Walked walked = walk(simd::chosen_kernels(), walk_length(), GetParam());
  const struct {
    const char* name;
    int count;
    int least;
  } kMet[] = {
      {"moves", walked.moves, 1000},           {"evaluations", walked.evaluations, walked.moves / 5},
      {"castlings", walked.castlings, 20},     {"en_passants", walked.en_passants, 20},
      {"promotions", walked.promotions, 20},   {"crossings", walked.crossings, 20},
      {"passes", walked.passes, 20},           {"checks", walked.checks, 20},
      {"longest_gap", walked.longest_gap, 20}, {"zone_changes", walked.zone_changes, kKingZones == 1 ? -1 : 20},
  };
  for (const auto& met : kMet) {
    EXPECT_GT(met.count, met.least) << met.name;
    RecordProperty(met.name, met.count);
  }
}

TEST_P(AccumulatorsOfEachGame, FollowWithEveryKernel) {
  for (const simd::Kernels* kernels : simd::usable_kernels()) {
    SCOPED_TRACE(kernels->name);
    walk(*kernels, 5'000, GetParam());
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Single laws

TEST_P(AccumulatorsOfEachGame, JudgeBothColoursAlike) {
  const auto network = test::random_network(1, GetParam());
  Accumulators one(*network);
  Accumulators other(*network);
  test::for_each_position_of_random_games(10, [&](const Position& position) {
    one.reset(position);
    other.reset(test::mirrored(position));
    ASSERT_EQ(one.evaluate(position), other.evaluate(test::mirrored(position))) << chess::to_fen(position);
  });
}

// The same board with all counts of checks, as both sides see them.
TEST(Accumulators, ToldTheStateOfTheGame) {
  const auto network = test::random_network(1, chess::Variant::ThreeCheck);
  for (const simd::Kernels* kernels : simd::usable_kernels()) {
    Accumulators accumulators(*network, *kernels);
    std::set<Score> scores;
    for (const char* counters : {"3+3", "3+2", "3+1", "2+3", "2+2", "2+1", "1+3", "1+2", "1+1"}) {
      const std::string fen = "r3k2r/pppq1ppp/2n5/8/8/2N5/PPPQ1PPP/R3K2R w KQkq - " + std::string(counters) + " 0 1";
      const Position position = chess::parse_fen(fen, chess::Variant::ThreeCheck).value();
      accumulators.reset(position);
      expect_as_defined(accumulators, *network, position);
      scores.insert(accumulators.evaluate(position));
    }
    EXPECT_EQ(scores.size(), 9) << kernels->name;
  }
}

// Nobody asks in earnest, but the protocols let one ask.
TEST(Accumulators, StandGamesThatAreOver) {
  const auto network = test::random_network(1, chess::Variant::ThreeCheck);
  Accumulators accumulators(*network);
  for (const char* counters : {"0+3", "0+1", "3+0", "1+0"}) {
    const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 w - - " + std::string(counters) + " 0 1";
    const Position position = chess::parse_fen(fen, chess::Variant::ThreeCheck).value();
    accumulators.reset(position);
    expect_as_defined(accumulators, *network, position);
  }
}

void push(Accumulators& accumulators, Position& position, std::string_view text) {
  const chess::MoveList moves = chess::legal_moves(position);
  const auto move = std::ranges::find(moves, text, [](Move any) { return chess::to_coordinates(any); });
  ASSERT_NE(move, moves.end()) << text;
  position.make(*move);
  accumulators.push(position);
}

TEST(Accumulators, CrossingTheMiddleAndBackBetweenEvaluations) {
  const auto network = test::random_network();
  Accumulators accumulators(*network);
  Position position = chess::parse_fen("r3k2r/8/8/8/8/8/8/3K4 w kq - 0 1").value();
  accumulators.reset(position);
  for (const char* text : {"d1e1", "e8d8", "e1d1", "d8e8"}) {
    ASSERT_NO_FATAL_FAILURE(push(accumulators, position, text));
  }
  expect_as_defined(accumulators, *network, position);
}

// With every change of zone on the way, now and then without an evaluation between.
TEST(Accumulators, WanderingThroughTheZonesAndBack) {
  const auto network = test::random_network();
  Accumulators accumulators(*network);
  Position position = chess::parse_fen("r3k2r/8/8/7p/P6P/8/8/R3K2R w KQkq - 0 1").value();
  accumulators.reset(position);
  for (const char* text : {"e1c1", "e8g8", "c1b1", "g8h7", "b1a2", "h7h6", "a2b3", "h6g6", "b3b2", "g6h7", "b2c1"}) {
    ASSERT_NO_FATAL_FAILURE(push(accumulators, position, text));
    if (text[0] < 'g') expect_as_defined(accumulators, *network, position);
  }
  expect_as_defined(accumulators, *network, position);
}

TEST(Accumulators, StandMorePiecesThanAGameCanHave) {
  const auto network = test::random_network();
  Accumulators accumulators(*network);
  for (const char* fen : {"QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5pp/KQQQQ1nk w - - 0 1",
                          "knnnnnnn/nnnnnnnn/nnnnnnnn/nnnnnnnn/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNK w - - 0 1",
                          "NNNNNNNK/NNNNNNNN/NNNNNNNN/NNNNNNNN/nnnnnnnn/nnnnnnnn/nnnnnnnn/knnnnnnn b - - 0 1"}) {
    const auto position = chess::parse_fen(fen);
    ASSERT_TRUE(position) << position.error().message;
    accumulators.reset(*position);
    expect_as_defined(accumulators, *network, *position);
  }
}

TEST(Accumulators, NeverDecide) {
  auto network = test::random_network();
  const Position position = chess::start_position();
  for (const std::int32_t bias : {1'000'000'000, -1'000'000'000}) {
    for (simd::Layers& layers : network->layers) {
      layers.biases1[0] = bias;
      layers.bias3 = bias;
    }
    Accumulators accumulators(*network);
    accumulators.reset(position);
    EXPECT_EQ(accumulators.evaluate(position), bias > 0 ? kHighestEvaluation : -kHighestEvaluation);
  }
}

TEST(Features, AllInputsAreReachedAndNoneTwice) {
  for (const Color side : chess::kColors) {
    for (const bool mirrored : {false, true}) {
      std::vector<bool> seen(kPieceInputs);
      for (std::uint8_t zone = 0; zone < kKingZones; ++zone) {
        for (const Color color : chess::kColors) {
          for (const PieceType type : chess::kPieceTypes) {
            for (const Square square : chess::Bitboard::all()) {
              const std::size_t input = input_of({side, mirrored, zone}, Piece(color, type), square);
              ASSERT_LT(input, seen.size());
              EXPECT_FALSE(seen[input]);
              seen[input] = true;
            }
          }
        }
      }
      EXPECT_TRUE(std::ranges::all_of(seen, [](bool reached) { return reached; }));
    }
  }
}

TEST(Standings, AreAsDefinedInEveryPosition) {
  std::array<int, kStandings + 1> met{};
  test::for_each_position_of_random_games(20, [&](const Position& position) {
    const Standings standings(position);
    for (const Square square : chess::Bitboard::all()) {
      const int standing = static_cast<int>(standings.on(square));
      ASSERT_EQ(standing, position.is_empty(square) ? 0 : defined_standing(position, square))
          << chess::to_fen(position) << " on " << square.text();
      if (!position.is_empty(square)) ++met[static_cast<std::size_t>(standing)];
    }
  });
  for (const int count : met) EXPECT_GT(count, 1000);
}

// One piece of each standing, and those that tell the rules apart.
TEST(Standings, OfPositionsMadeForThem) {
  using enum Standing;
  const struct {
    const char* fen;
    const char* square;
    Standing standing;
  } kPieces[] = {
      {"4k3/8/8/3p4/4N3/5P2/8/4K3 w - - 0 1", "e4", Threatened},  // by the pawn, defended or not
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4", Hanging},       // a pawn is never threatened
      {"4k3/8/8/3p4/4P3/5P2/8/4K3 w - - 0 1", "e4", Contested},   //
      {"4k3/8/8/3b4/4N3/5P2/8/4K3 w - - 0 1", "e4", Contested},   // bishop and knight are worth the same
      {"4k3/8/8/3n4/8/2R5/8/4K3 w - - 0 1", "c3", Threatened},    //
      {"4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d5", Threatened},     // the queen, by the rook
      {"4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1", Contested},      // by the queen, and the king defends
      {"4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", "d2", Hanging},         // the king attacks, too
      {"4k3/8/8/8/8/8/3n4/1N2K3 b - - 0 1", "b1", Hanging},       //
      {"4k3/8/8/8/8/8/8/1N2K3 b - - 0 1", "b1", Loose},           //
      {"4k3/8/8/8/8/2P5/8/B3K3 b - - 0 1", "c3", Safe},           // defended
      {"4k3/8/8/4r3/8/8/2P1N3/4K3 w - - 0 1", "c2", Loose},       //
      {"4k3/8/8/4r3/8/2P5/4N3/4K3 w - - 0 1", "c3", Safe},        // a pinned piece defends as any other
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1", Safe},              // kings stand in no way
      {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1", Safe},            // even in check
  };
  for (const auto& [fen, at, standing] : kPieces) {
    const auto position = chess::parse_fen(fen);
    ASSERT_TRUE(position) << fen << ": " << position.error().message;
    EXPECT_EQ(Standings(*position).on(*Square::parse(at)), standing) << fen << " on " << at;
  }
}

Square square(std::string_view text) { return *Square::parse(text); }

TEST(Features, AreThoseTheTrainerKnows) {
  const Piece white_pawn(Color::White, PieceType::Pawn);
  const Piece black_king(Color::Black, PieceType::King);
  EXPECT_EQ(input_of({Color::White, false}, white_pawn, square("e2")), 12);
  EXPECT_EQ(input_of({Color::White, true}, white_pawn, square("e2")), 11);
  EXPECT_EQ(input_of({Color::Black, false}, white_pawn, square("e2")), 384 + 52);
  EXPECT_EQ(input_of({Color::Black, true}, white_pawn, square("e2")), 384 + 51);
  EXPECT_EQ(input_of({Color::Black, true}, black_king, square("h8")), 64 * 5 + 0);
  EXPECT_EQ(input_of({Color::White, false}, black_king, square("h8")), 384 + 64 * 5 + 63);
  using enum Standing;
  EXPECT_EQ(standing_input_of({Color::White, false, 2}, white_pawn, square("e2"), Threatened), 12);
  EXPECT_EQ(standing_input_of({Color::White, true, 0}, white_pawn, square("e2"), Hanging), 768 + 11);
  EXPECT_EQ(standing_input_of({Color::Black, false, 1}, white_pawn, square("e2"), Contested), 2 * 768 + 384 + 52);
  EXPECT_EQ(standing_input_of({Color::Black, true, 3}, white_pawn, square("e2"), Loose), 3 * 768 + 384 + 51);
  const std::uint8_t last = kKingZones - 1;
  EXPECT_EQ(input_of({Color::Black, true, last}, black_king, square("h8")), 768 * (kKingZones - 1) + 64 * 5 + 0);
}

TEST(Features, AViewGoesByTheKingsSquareAsItsSideSeesIt) {
  const struct {
    const char* king;
    bool mirrored;
    int white_zone;
    int black_zone;
  } kKings[] = {
      {"a1", false, 0, 7}, {"b1", false, 1, 7}, {"c1", false, 2, 7}, {"d1", false, 3, 7}, {"e1", true, 3, 7},
      {"f1", true, 2, 7},  {"g1", true, 1, 7},  {"h1", true, 0, 7},  {"a2", false, 4, 7}, {"e2", true, 5, 7},
      {"h3", true, 6, 7},  {"d4", false, 6, 7}, {"e5", true, 7, 6},  {"e6", true, 7, 6},  {"c7", false, 7, 5},
      {"h7", true, 7, 4},  {"b8", false, 7, 1}, {"d8", false, 7, 3}, {"e8", true, 7, 3},  {"g8", true, 7, 1},
  };
  for (const auto& [king, mirrored, white_zone, black_zone] : kKings) {
    const auto zone = [](int of_eight) { return static_cast<std::uint8_t>(zone_from_eight(of_eight)); };
    EXPECT_EQ(view_of(Color::White, square(king)), (View{Color::White, mirrored, zone(white_zone)})) << king;
    EXPECT_EQ(view_of(Color::Black, square(king)), (View{Color::Black, mirrored, zone(black_zone)})) << king;
  }
}

TEST(OutputBucket, GoesByPieceCount) {
  EXPECT_EQ(output_bucket(2), 0);
  EXPECT_EQ(output_bucket(5), 0);
  EXPECT_EQ(output_bucket(6), 1);
  EXPECT_EQ(output_bucket(29), 6);
  EXPECT_EQ(output_bucket(30), 7);
  EXPECT_EQ(output_bucket(32), 7);
  EXPECT_EQ(output_bucket(64), 7);
}

}  // namespace
}  // namespace rocada::eval::nnue

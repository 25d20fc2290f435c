// Evaluation, search and whole games of self-play, on the host.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "data/game_file.h"
#include "data/verify.h"
#include "eval/evaluator.h"
#include "eval/nnue/features.h"
#include "selfplay/convert.h"
#include "selfplay/generate.h"
#include "selfplay/kinds.h"
#include "selfplay/search.h"
#include "selfplay/signature.h"
#include "support/random_games.h"
#include "support/random_network.h"
#include "support/temporary_file.h"
#include "util/checksum.h"

namespace rocada::selfplay {
namespace {

using Playing = Plain<128>;  // as nets/selfplay.nnue is

const NetworkNumbers& playing_network() {
  static const NetworkNumbers network = load_network(ROCADA_SOURCE_DIR "/nets/selfplay.nnue").value();
  return network;
}

// The same judgement and, on top, something of the checks given.
const NetworkNumbers& three_check_network() {
  static const NetworkNumbers network = [] {
    NetworkNumbers numbers = playing_network();
    numbers.variant = chess::Variant::ThreeCheck;
    util::Random random(3);
    const auto rows = static_cast<std::size_t>(eval::nnue::learned_game(numbers.variant).states);
    for (std::size_t i = 0; i < rows * static_cast<std::size_t>(numbers.width); ++i) {
      numbers.states.push_back(static_cast<std::int16_t>(static_cast<int>(random.below(101)) - 50));
    }
    return numbers;
  }();
  return network;
}

// A search of its own memory, asked move after move.
class Searcher {
 public:
  explicit Searcher(const NetworkNumbers& network)
      : variant_(network.variant), weights_(std::make_unique<Weights<Playing>>(network)) {
    search_.attach(weights_->near, weights_->far, *memory_);
    search_.forget();
  }
  Search<Playing, OneLane>& after(const std::string& fen, int nodes) {
    search_.begin(from_chess(chess::parse_fen(fen, variant_).value()), 0, {nodes, 8 * nodes});
    while (!search_.has_ended()) search_.turn();
    return search_;
  }

 private:
  chess::Variant variant_;
  std::unique_ptr<Weights<Playing>> weights_;
  std::unique_ptr<SearchMemory<Playing>> memory_ = std::make_unique<SearchMemory<Playing>>();
  Search<Playing, OneLane> search_;
};

std::vector<std::byte> playing_file() {
  std::ifstream file(ROCADA_SOURCE_DIR "/nets/selfplay.nnue", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::byte> bytes(text.size());
  std::ranges::transform(text, bytes.begin(), [](char character) { return static_cast<std::byte>(character); });
  return bytes;
}

// The network as it is defined, worked out from nothing and without haste, with the engine's features.
eval::Score defined_score(const NetworkNumbers& network, const chess::Position& position) {
  const auto width = static_cast<std::size_t>(network.width);
  const auto bucket = static_cast<std::size_t>(std::min(7, (position.occupied().count() - 2) / 4));
  std::int64_t sum = 0;
  for (std::size_t half = 0; half < 2; ++half) {
    const chess::Color side = half == 0 ? position.side_to_move() : ~position.side_to_move();
    const eval::nnue::View view{side, position.king(side).file().index() >= 4, 0};
    for (std::size_t i = 0; i < width; ++i) {
      std::int64_t neuron = network.biases[i];
      if (!network.states.empty()) {
        const int state = 3 * position.checks_given(side) + position.checks_given(~side);
        neuron += network.states[width * static_cast<std::size_t>(state) + i];
      }
      for (const chess::Square square : position.occupied()) {
        neuron += network.features[width * eval::nnue::input_of(view, position.piece_on(square), square) + i];
      }
      const std::int64_t clipped = std::clamp<std::int64_t>(neuron, 0, 255);
      sum += clipped * clipped * network.output[width * (2 * bucket + half) + i];
    }
  }
  const std::int64_t score = (sum / 255 + network.output_biases[bucket]) * 400 / (255 * 64);
  return static_cast<eval::Score>(std::clamp<std::int64_t>(score, -eval::kHighestEvaluation, eval::kHighestEvaluation));
}

// Along random lines, where kings cross the middle, the turn is passed and some plies are never asked for.
template <typename Net>
void expect_along_lines(const NetworkNumbers& network, auto&& score_of) {
  const auto weights = std::make_unique<Weights<Net>>(network);
  const auto accumulators = std::make_unique<Accumulator<Net>[]>(kMaxPly + 1);
  const Evaluation<Net, OneLane> evaluation{&weights->near, &weights->far, accumulators.get()};
  util::Random random(7);
  for (int line = 0; line < 40; ++line) {
    const auto number = [&] { return static_cast<int>(random.below(chess::kChess960Count)); };
    const int white = number();
    chess::Position position = chess::chess960_start(white, number(), network.variant).value();
    std::vector<Node> stack(kMaxPly + 1);
    for (int ply = 0; ply < kMaxPly; ++ply) {
      Node& node = stack[static_cast<std::size_t>(ply)];
      node.position = from_chess(position);
      if (random.below(3) != 0 && !position.is_decided_by_checks()) {
        ASSERT_EQ(evaluation.evaluate(node, stack.data(), ply, OneLane{}), score_of(position))
            << chess::to_fen(position);
      }
      const chess::MoveList moves = chess::legal_moves(position);
      if (moves.empty()) break;
      if (!position.in_check() && random.below(8) == 0) {
        position.make_null();
        continue;
      }
      node.move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position.make(node.move);
    }
  }
}

void expect_as_defined(const NetworkNumbers& network) {
  expect_along_lines<Playing>(network,
                              [&](const chess::Position& position) { return defined_score(network, position); });
}

TEST(SelfplayEvaluation, IsAsDefinedToTheBit) { expect_as_defined(playing_network()); }
TEST(SelfplayEvaluation, OfThreeCheckIsAsDefinedToTheBit) { expect_as_defined(three_check_network()); }

void expect_as_the_engine_has_it(const NetworkNumbers& network) {
  expect_along_lines<Layered>(
      network, [&](const chess::Position& position) { return eval::evaluate(position, network.layered); });
}

NetworkNumbers engines_network(const std::string& name) {
  return load_network(ROCADA_SOURCE_DIR "/nets/" + name + ".nnue").value();
}

TEST(SelfplayEvaluation, OfTheEnginesNetworksIsTheEngines) {
  expect_as_the_engine_has_it(engines_network("rocada"));
  expect_as_the_engine_has_it(engines_network("rocada-3check"));
}

TEST(SelfplayEvaluation, OfAnyNetworkOfTheEnginesKindIsTheEngines) {
  const auto bytes = test::to_file(*test::random_network());
  expect_as_the_engine_has_it(parse_network(bytes).value());
}

// The trainer's tests have the same scores to meet (learn/tests/test_engine.py); another network needs others.
TEST(SelfplayEvaluation, IsTheTrainersToo) {
  for (const std::string name : {"selfplay", "selfplay-3check"}) {
    const NetworkNumbers network = load_network(ROCADA_SOURCE_DIR "/nets/" + name + ".nnue").value();
    std::ifstream scores(ROCADA_SOURCE_DIR "/tests/selfplay/" + name + ".scores");
    int count = 0;
    for (std::string fen, score; std::getline(scores, fen, '\t') && std::getline(scores, score); ++count) {
      const auto position = chess::parse_fen(fen, network.variant);
      EXPECT_EQ(std::to_string(defined_score(network, position.value())), score) << name << ": " << fen;
    }
    EXPECT_GT(count, 10);
  }
}

TEST(SelfplayEvaluation, ANetworkThatIsDamagedIsRefused) {
  auto bytes = playing_file();
  ASSERT_TRUE(parse_network(bytes).ok());
  bytes[1000] ^= std::byte{1};
  EXPECT_FALSE(parse_network(bytes).ok());
  bytes.resize(100);
  EXPECT_FALSE(parse_network(bytes).ok());
}

TEST(SelfplayEvaluation, AnEnginesNetworkThatIsDamagedIsRefused) {
  auto bytes = test::to_file(*test::random_network());
  bytes[1000] ^= std::byte{1};
  const auto network = parse_network(bytes);
  ASSERT_FALSE(network.ok());
  EXPECT_NE(network.error().message.find("damaged"), std::string::npos) << network.error().message;
}

TEST(SelfplaySearch, FindsMates) {
  Searcher searcher(playing_network());
  EXPECT_EQ(searcher.after("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 500).score(), eval::mate_in(1));
  EXPECT_EQ(searcher.after("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 5000).score(), eval::mate_in(3));
  EXPECT_EQ(searcher.after("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 500).score(), eval::mated_in(2));
}

TEST(SelfplaySearch, TakesWhatHangs) {
  Searcher searcher(playing_network());
  const auto& search = searcher.after("rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1", 1500);
  EXPECT_EQ(chess::to_coordinates(search.best_move()), "f3g5");
}

TEST(SelfplaySearch, SeesStalemateAndDeadMaterial) {
  Searcher searcher(playing_network());
  EXPECT_EQ(searcher.after("7k/8/8/8/8/8/5K1p/8 w - - 99 80", 500).score(), eval::kDraw);
  EXPECT_EQ(searcher.after("8/8/8/3k4/3p4/8/3K4/8 w - - 99 80", 500).score(), eval::kDraw);
}

TEST(SelfplaySearch, SeesTheThirdCheck) {
  Searcher searcher(three_check_network());
  const auto& search = searcher.after("6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 1+3 0 1", 100);
  EXPECT_EQ(search.score(), eval::mate_in(1));
  EXPECT_EQ(searcher.after("6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 2+3 0 1", 2000).score(), eval::mate_in(1));
  // A queen for the last check is no loss.
  const auto& offer = searcher.after("2r3k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 1+3 0 1", 300);
  EXPECT_EQ(offer.score(), eval::mate_in(1));
}

GenerateSettings few_games(const std::string& file) {
  GenerateSettings settings;
  settings.file = file;
  settings.games = 12;
  settings.fleet.nodes = 60;
  settings.fleet.players = 5;
  settings.fleet.seed = 3;
  settings.fleet.chess960_percent = 50;
  return settings;
}

void play(const GenerateSettings& settings, const NetworkNumbers& network = playing_network()) {
  const auto progress = generate(
      network, settings, [] { return false; }, [](const GenerateProgress&) {});
  ASSERT_TRUE(progress.ok()) << progress.error().message;
}

std::vector<data::Game> games_in(const std::string& file) {
  std::vector<data::Game> games;
  auto reader = data::GameFileReader::open(file).value();
  while (const auto block = reader.next().value()) {
    const auto decoded = data::decode_games(*block).value();
    games.insert(games.end(), decoded.begin(), decoded.end());
  }
  std::ranges::sort(games, {}, &data::Game::number);
  return games;
}

TEST(SelfplayGames, ReplayThroughTheEnginesRules) {
  const test::TemporaryFile file("games");
  play(few_games(file.path()));
  const auto summary = data::verify(file.path(), 1, [](const std::string& problem) { ADD_FAILURE() << problem; }, {});
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->games, 12u);
  EXPECT_EQ(summary->problems, 0u);
}

TEST(SelfplayGames, OfThreeCheckReplayThroughTheEnginesRules) {
  const test::TemporaryFile file("games");
  play(few_games(file.path()), three_check_network());
  const auto summary = data::verify(file.path(), 1, [](const std::string& problem) { ADD_FAILURE() << problem; }, {});
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->problems, 0u);
  int won_by_checks = 0;
  for (const data::Game& game : games_in(file.path())) {
    ASSERT_EQ(game.start.variant(), chess::Variant::ThreeCheck);
    won_by_checks += data::replay(game)->position().is_decided_by_checks() ? 1 : 0;
  }
  EXPECT_GT(won_by_checks, 0);
}

// How many players there are, and whether the run was cut in two, changes nothing.
TEST(SelfplayGames, AreDecidedBySeedAndNumber) {
  const test::TemporaryFile together("together");
  const test::TemporaryFile cut("cut");
  GenerateSettings settings = few_games(together.path());
  play(settings);
  settings.file = cut.path();
  settings.fleet.players = 2;
  settings.games = 5;
  play(settings);
  settings.games = 12;
  play(settings);
  EXPECT_EQ(games_in(together.path()), games_in(cut.path()));
}

// Its pieces are worth something, and a little more or less on each square.
NetworkNumbers unchanging_network() {
  constexpr std::array<int, 6> kWorth = {4, 12, 13, 20, 36, 0};
  NetworkNumbers network;
  network.width = Playing::kHidden;
  const auto width = static_cast<std::size_t>(network.width);
  util::Random random(11);
  for (std::size_t input = 0; input < eval::nnue::kInputsPerZone; ++input) {
    const int worth = kWorth[input / 64 % kWorth.size()] * (input < eval::nnue::kInputsPerZone / 2 ? 1 : -1);
    for (std::size_t i = 0; i < width; ++i) {
      network.features.push_back(static_cast<std::int16_t>(worth + static_cast<int>(random.below(9)) - 4));
    }
  }
  network.biases.assign(width, 100);
  network.output.assign(width * 2 * eval::nnue::kOutputBuckets, 0);
  for (std::size_t i = 0; i < network.output.size(); ++i) network.output[i] = i / width % 2 == 0 ? 20 : -20;
  network.output_biases.assign(eval::nnue::kOutputBuckets, 0);
  return network;
}

TEST(SelfplayGames, HaveTheSignatureWrittenDown) {
  const test::TemporaryFile file("games");
  play(few_games(file.path()), unchanging_network());
  util::NumberChecksum sum;
  for (const data::Game& game : games_in(file.path())) {
    sum.add(game.start.key());
    for (const data::ScoredMove& move : game.moves) {
      sum.add(move.move.code());
      sum.add(static_cast<std::uint64_t>(move.score));
    }
    sum.add(static_cast<std::uint64_t>(game.result));
  }
  EXPECT_EQ(fmt::format("{:#x}", sum.value()), fmt::format("{:#x}", kGamesSignature))
      << "how games are played has changed: write their sum into learn/selfplay/signature.h";
}

TEST(SelfplayGames, OfAnotherSearchAreNotGoneOnWith) {
  const test::TemporaryFile file("games");
  data::Origin before = origin_of(playing_network(), few_games(file.path()).fleet);
  const std::string now = before.player;
  before.player = now.substr(0, now.find(" search-")) + " search-1";
  ASSERT_TRUE(data::GameFileWriter::open(file.path(), before).ok());
  const auto refused = generate(
      playing_network(), few_games(file.path()), [] { return false; }, [](const GenerateProgress&) {});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("search-1, not by " + now), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace rocada::selfplay

// Network files. The input is a recipe of what to change in a sound one; the checksum is put right afterwards, unless
// the recipe says otherwise. No network that is accepted lets two instruction sets disagree, or leaves the range of
// scores.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "eval/nnue/accumulator.h"
#include "eval/nnue/float_network.h"
#include "eval/nnue/game_states.h"
#include "eval/nnue/network.h"
#include "eval/nnue/simd/choice.h"
#include "fuzz/laws.h"
#include "fuzz/recipe.h"
#include "support/random_network.h"

namespace rocada::fuzz {
namespace {

namespace nnue = eval::nnue;
using Bytes = std::vector<std::byte>;

// Those of 3-check, whose files have more numbers than others.
constexpr const nnue::LearnedGame& kGame = nnue::learned_game(chess::Variant::ThreeCheck);
constexpr std::size_t kNumberCount =
    (nnue::kIntegerFile.file_size(kGame) - nnue::kNetworkHeaderSize) / sizeof(std::int16_t);
constexpr std::size_t kFeatureWeightCount = nnue::feature_weight_count(kGame);
constexpr std::size_t kStandingsBegin = kFeatureWeightCount + nnue::kHidden;
constexpr std::size_t kStandingPairs = nnue::kStandingWeightCount / 2;  // of 8 bits
constexpr std::size_t kLayersBegin = kStandingsBegin + kStandingPairs;
constexpr std::size_t kLayersEnd = kNumberCount - nnue::kNetworkChecksumSize / sizeof(std::int16_t);

void set_number(Bytes& file, std::size_t index, std::int16_t value) {
  const auto bits = static_cast<std::uint16_t>(value);
  std::byte* const at = file.data() + nnue::kNetworkHeaderSize + sizeof value * index;
  at[0] = static_cast<std::byte>(bits);
  at[1] = static_cast<std::byte>(bits >> 8);
}

void set_numbers(Bytes& file, std::size_t begin, std::size_t count, std::int16_t value) {
  for (std::size_t i = 0; i < count; ++i) set_number(file, begin + i, value);
}

enum class Step : std::uint8_t {
  HeaderByte,
  Number,
  FeatureWeights,
  FeatureBiases,
  Layers,
  FlipUnsealed,
  Cut,
  Append,
  StandingWeights,
  kCount,
};

Bytes cooked(const Bytes& sound, Recipe recipe) {
  Bytes file = sound;
  std::size_t size = file.size();
  std::vector<std::size_t> flips;
  while (!recipe.at_end()) {
    switch (static_cast<Step>(recipe.take<std::uint8_t>() % static_cast<int>(Step::kCount))) {
      case Step::HeaderByte: {
        const std::size_t at = recipe.take<std::uint8_t>() % nnue::kNetworkHeaderSize;
        file[at] = static_cast<std::byte>(recipe.take<std::uint8_t>());
        break;
      }
      case Step::Number: {
        const std::size_t index = recipe.below(kNumberCount);
        set_number(file, index, recipe.take<std::int16_t>());
        break;
      }
      case Step::FeatureWeights: set_numbers(file, 0, kFeatureWeightCount, recipe.take<std::int16_t>()); break;
      case Step::FeatureBiases:
        set_numbers(file, kFeatureWeightCount, nnue::kHidden, recipe.take<std::int16_t>());
        break;
      // Numbers of 8 and 32 bits are among these: some part of them, filled with a pattern.
      case Step::Layers: {
        const std::size_t begin = kLayersBegin + recipe.below(kLayersEnd - kLayersBegin);
        const std::size_t count = 1 + recipe.below(kLayersEnd - begin);
        set_numbers(file, begin, count, recipe.take<std::int16_t>());
        break;
      }
      case Step::FlipUnsealed: flips.push_back(recipe.below(file.size())); break;
      case Step::Cut: size = recipe.below(file.size()); break;
      case Step::Append: size = file.size() + recipe.take<std::uint8_t>(); break;
      case Step::StandingWeights:
        set_numbers(file, kStandingsBegin, kStandingPairs, recipe.take<std::int16_t>());
        break;
      case Step::kCount: break;
    }
  }
  test::seal(file);
  for (const std::size_t at : flips) file[at] ^= std::byte{1};
  file.resize(size);
  return file;
}

// From the opening to bare kings, and with more pieces than a game can have.
const std::vector<chess::Position>& positions() {
  static const std::vector<chess::Position> all = [] {
    std::vector<chess::Position> read;
    for (const std::string_view fen :
         {chess::kStartFen, std::string_view("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
          std::string_view("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5pp/KQQQQ1nk w - - 0 1"),
          std::string_view("8/8/4k3/8/8/4K3/8/8 b - - 0 1")}) {
      read.push_back(chess::parse_fen(fen).value());
    }
    read.push_back(
        chess::parse_fen("r3k2r/pppq1ppp/2n5/8/8/2N5/PPPQ1PPP/R3K2R w KQkq - 1+2 0 1", kGame.variant).value());
    return read;
  }();
  return all;
}

std::vector<const nnue::simd::Kernels*> scalar_first() {
  auto kernels = nnue::simd::usable_kernels();
  std::ranges::reverse(kernels);
  return kernels;
}

void require_network_laws(const nnue::Network& network) {
  require(std::ranges::none_of(network.card.name, util::is_control), "a network's name is text", network.card.name);
  std::vector<eval::Score> expected;
  for (const nnue::simd::Kernels* kernels : scalar_first()) {
    nnue::Accumulators accumulators(network, *kernels);
    std::vector<eval::Score> scores;
    for (const chess::Position& position : positions()) {
      chess::Position after = position;
      accumulators.reset(position);
      after.make(chess::legal_moves(position)[0]);
      accumulators.push(after);
      scores.push_back(accumulators.evaluate(after));
      require(!eval::is_decisive(scores.back()), "an evaluation is never decisive", kernels->name);
    }
    if (expected.empty()) expected = scores;
    require(scores == expected, "all instruction sets agree", kernels->name);
  }
}

}  // namespace
}  // namespace rocada::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocada;
  static const fuzz::Bytes kSound = test::to_file(*test::random_network(1, fuzz::kGame.variant));
  const fuzz::Bytes file = fuzz::cooked(kSound, fuzz::Recipe(data, size));
  const auto network = eval::nnue::parse_network(file);
  if (network) {
    fuzz::require_network_laws(**network);
  } else {
    fuzz::require_readable(network.error());
  }
  const auto companion = eval::nnue::parse_float_network(file);
  if (!companion) fuzz::require_readable(companion.error());
  return 0;
}

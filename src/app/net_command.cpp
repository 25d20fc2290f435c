#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "app/commands.h"
#include "app/complaint.h"
#include "app/net_check.h"
#include "app/net_judge.h"
#include "app/variant_argument.h"
#include "eval/nnue/embedded_network.h"
#include "eval/nnue/game_states.h"
#include "eval/nnue/networks.h"
#include "eval/nnue/simd/choice.h"

namespace rocada::app {

namespace nnue = eval::nnue;

namespace {

constexpr double kTooFarApart = 2.0;  // centipawns: more than rounding can explain

template <typename Row>
int highest(const Row& row) {
  int result = 0;
  for (const int value : row) result = std::max(result, std::abs(value));
  return result;
}

int highest(const nnue::simd::Layers& layers) {
  int result = 0;
  for (const auto& inputs : layers.weights1) {
    for (const auto& weights : inputs) {
      for (const std::int8_t value : weights) result = std::max(result, std::abs(value));
    }
  }
  return result;
}

// Of all rows, or of all layers.
template <typename Parts>
int highest_in(const Parts& parts) {
  int result = 0;
  for (const auto& part : parts) result = std::max(result, highest(part));
  return result;
}

void describe(const nnue::Network& network) {
  const nnue::LearnedGame& game = network.card.game();
  fmt::print("Name:                    {}\n", network.card.name);
  fmt::print("Checksum:                {:016x}\n", network.card.checksum);
  fmt::print("Game:                    {}\n", game.name);
  fmt::print("File:                    version {}, {} bytes\n", nnue::kNetworkVersion,
             nnue::kIntegerFile.file_size(game));
  fmt::print("Shape:                   ({} -> {} -> {}) x 2 -> ({} -> {} -> 1) x {}\n", nnue::kIntegerFile.inputs(game),
             nnue::kHidden, nnue::kPairs, nnue::kLayer1, nnue::kLayer2, nnue::kOutputBuckets);
  fmt::print("King zones:              {}\n", nnue::kKingZones);
  fmt::print("Quantisation:            {}, {}, {} and {}, scale {}\n", nnue::kQuantA, nnue::kQuantProduct,
             nnue::kQuantB, nnue::kQuantSmall, nnue::kScale);
  fmt::print("Highest feature weight:  {} of {}\n", highest_in(network.feature_weights), nnue::kHighestFeatureWeight);
  fmt::print("Highest feature bias:    {} of {}\n", highest(network.feature_biases), nnue::kHighestFeatureBias);
  fmt::print("Highest standing weight: {} of {}\n", highest_in(network.standing_weights), nnue::kHighestStandingWeight);
  fmt::print("Highest layer 1 weight:  {} of {}\n", highest_in(network.layers), nnue::kHighestLayer1Weight);
  fmt::print("Kernels:                 {}\n", nnue::simd::chosen_kernels().name);
}

void print_grade(const Grade& grade, std::size_t positions) {
  fmt::print("{:.2f}% explained, rms error {:.4f}, rank correlation {:.4f}, scale {:.3f}, {} positions\n",
             100 * grade.explained, grade.error, grade.rank_correlation, grade.scale, positions);
}

}  // namespace

int net_info_command(const std::optional<std::string>& file) {
  if (file) {
    const auto loaded = nnue::load_network(*file);
    if (!loaded) return fail("net", loaded.error().message);
    describe(**loaded);
    return 0;
  }
  for (const nnue::LearnedGame& game : nnue::kLearnedGames) {
    if (&game != &nnue::kLearnedGames.front()) fmt::print("\n");
    describe(*nnue::embedded_network(game.variant));
  }
  return 0;
}

int net_check_command(const NetCheckArguments& arguments) {
  const auto network = nnue::load_network(arguments.network);
  if (!network) return fail("net", network.error().message);
  const auto companion = nnue::load_float_network(arguments.float_network);
  if (!companion) return fail("net", companion.error().message);
  if (companion->card.variant != (*network)->card.variant) {
    return fail("net", fmt::format("{} is for {}, {} for {}", arguments.network, (*network)->card.game().name,
                                   arguments.float_network, companion->card.game().name));
  }
  const NetDifference difference = compare_networks(**network, *companion, arguments.positions);
  fmt::print("{} positions: mean difference {:.3f}, largest {:.3f} centipawns\n", arguments.positions, difference.mean,
             difference.largest);
  if (difference.largest < kTooFarApart) return 0;
  fmt::print("{:.0f} or more is too much; the largest is at {}\n", kTooFarApart, difference.where_largest);
  return 1;
}

int net_judge_command(const NetJudgeArguments& arguments) {
  const chess::Variant variant = variant_named(arguments.variant);
  const auto network = nnue::find_network(arguments.network, variant);
  if (!network) return fail("net", network.error().message);
  const auto against = arguments.against == "results" ? JudgeAgainst::Results : JudgeAgainst::Search;
  const auto judged = judge_file(arguments.file, variant, against, *network);
  if (!judged) return fail("net", judged.error().message);
  print_grade(judged->grade, judged->positions);
  if (!arguments.by_pieces) return 0;
  for (const RangeGrade& range : judged->by_pieces) {
    fmt::print("{:>2} to {:>2} pieces: ", range.fewest, range.most);
    print_grade(range.grade, range.positions);
  }
  return 0;
}

}  // namespace rocada::app

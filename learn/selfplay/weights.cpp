#include "selfplay/weights.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>

#include "eval/nnue/network_file.h"
#include "util/bytes.h"
#include "util/checksum.h"

namespace rocada::selfplay {

namespace nnue = eval::nnue;
using util::Error;
using util::Result;

namespace {

// In the header, see network_file.h.
constexpr std::size_t kGameOffset = 10;
constexpr std::size_t kInputsOffset = 12;
constexpr std::size_t kWidthOffset = 16;
constexpr int kWidest = 4096;

bool all_within(const std::vector<std::int16_t>& values, int highest) {
  for (const std::int16_t value : values) {
    if (std::abs(value) > highest) return false;
  }
  return true;
}

bool is_safe(const NetworkNumbers& network) {
  if (!all_within(network.features, nnue::kHighestFeatureWeight)) return false;
  if (!all_within(network.states, nnue::kHighestFeatureWeight)) return false;
  if (!all_within(network.biases, nnue::kHighestFeatureBias)) return false;
  if (!all_within(network.output, kHighestOutputWeight)) return false;
  const std::size_t row = 2 * static_cast<std::size_t>(network.width);
  for (std::size_t start = 0; start < network.output.size(); start += row) {
    int sum = 0;
    for (std::size_t i = start; i < start + row; ++i) sum += std::abs(network.output[i]);
    if (sum > kHighestOutputSum) return false;
  }
  return true;
}

template <typename Unsigned>
Unsigned number_at(std::span<const std::byte> bytes, std::size_t offset) {
  return util::ByteReader(util::bytes_of(bytes).subspan(offset)).take<Unsigned>();
}

std::size_t file_size(std::size_t inputs, std::size_t width) {
  return nnue::kNetworkHeaderSize + 2 * width * (inputs + 1 + 2 * nnue::kOutputBuckets) + 4 * nnue::kOutputBuckets +
         nnue::kNetworkChecksumSize;
}

}  // namespace

Result<NetworkNumbers> parse_network(const std::vector<std::byte>& bytes) {
  const std::span<const std::byte> all(bytes);
  if (all.size() < nnue::kNetworkHeaderSize + nnue::kNetworkChecksumSize) return Error{"the network is too short"};
  for (std::size_t i = 0; i < nnue::kNetworkMagic.size(); ++i) {
    if (std::to_integer<char>(all[i]) != nnue::kNetworkMagic[i]) return Error{"not a Rocada network"};
  }
  const auto number = number_at<std::uint16_t>(all, kGameOffset);
  const nnue::LearnedGame* const game = nnue::find_learned_game(number);
  if (game == nullptr) return Error{fmt::format("the network is for an unknown game, {}", number)};
  const auto states = static_cast<std::size_t>(game->states);
  if (const auto inputs = number_at<std::uint32_t>(all, kInputsOffset); inputs != kInputs + states) {
    return Error{fmt::format("the network has {} inputs, self-play reads networks for {} of {}: without king zones",
                             inputs, game->name, kInputs + states)};
  }
  const auto width = std::size_t{number_at<std::uint32_t>(all, kWidthOffset)};
  if (width == 0 || width % 32 != 0 || width > kWidest || all.size() != file_size(kInputs + states, width)) {
    return Error{fmt::format("a network of {} neurons cannot have {} bytes", width, all.size())};
  }
  const std::size_t end = all.size() - nnue::kNetworkChecksumSize;
  NetworkNumbers network;
  network.variant = game->variant;
  network.width = static_cast<int>(width);
  network.checksum = number_at<std::uint64_t>(all, end);
  if (util::fnv1a(util::bytes_of(all.first(end))) != network.checksum)
    return Error{"the network is damaged: its checksum is wrong"};
  const std::uint32_t header[] = {kPlainVersion | std::uint32_t{game->number} << 16,
                                  static_cast<std::uint32_t>(kInputs + states),
                                  static_cast<std::uint32_t>(width),
                                  nnue::kOutputBuckets,
                                  nnue::kQuantA,
                                  nnue::kQuantB,
                                  nnue::kScale};
  for (std::size_t i = 0; i < std::size(header); ++i) {
    if (number_at<std::uint32_t>(all, nnue::kNetworkMagic.size() + 4 * i) != header[i]) {
      return Error{"the network has another shape than this program reads"};
    }
  }
  util::ByteReader numbers = nnue::numbers_in(all);
  const auto read = [&](std::vector<std::int16_t>& values, std::size_t count) {
    values.resize(count);
    for (std::int16_t& value : values) value = numbers.take<std::int16_t>();
  };
  read(network.features, kInputs * width);
  read(network.states, states * width);
  read(network.biases, width);
  read(network.output, nnue::kOutputBuckets * 2 * width);
  for (int i = 0; i < nnue::kOutputBuckets; ++i) {
    network.output_biases.push_back(numbers.take<std::int32_t>());
  }
  if (!is_safe(network)) return Error{"the network could overflow"};
  return network;
}

Result<NetworkNumbers> load_network(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{fmt::format("cannot read {}", path)};
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::byte> bytes;
  for (const char character : text) bytes.push_back(static_cast<std::byte>(character));
  auto network = parse_network(bytes);
  if (!network) return Error{fmt::format("{}: {}", path, network.error().message)};
  return network;
}

util::Error unsupported_width(int width) {
  return Error{fmt::format("this program plays with 64 or 128 neurons, not {}", width)};
}

}  // namespace rocada::selfplay

#include "selfplay/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "eval/nnue/network_file.h"
#include "util/bytes.h"

namespace rocada::selfplay {

namespace nnue = eval::nnue;
using util::Error;
using util::Result;

namespace {

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

nnue::NetworkFileKind largest_kind() {
  const nnue::NetworkFileKind plain = nnue::plain_file(kWidest);
  return plain.largest_file_size() > nnue::kIntegerFile.largest_file_size() ? plain : nnue::kIntegerFile;
}

// How many neurons the header says that there are, as far as there can be so many.
int width_in(std::span<const std::byte> bytes) {
  if (bytes.size() < nnue::kNetworkHeaderSize) return 0;
  const auto width = util::ByteReader(util::bytes_of(bytes).subspan(nnue::kNetworkHiddenOffset)).take<std::uint32_t>();
  return static_cast<int>(std::min<std::uint32_t>(width, kWidest));
}

// 0 where there is no header.
int version_in(std::span<const std::byte> bytes) {
  if (bytes.size() < nnue::kNetworkHeaderSize) return 0;
  return util::ByteReader(util::bytes_of(bytes).subspan(nnue::kNetworkMagic.size())).take<std::uint16_t>();
}

}  // namespace

Result<NetworkNumbers> parse_network(std::span<const std::byte> bytes) {
  NetworkNumbers network;
  if (version_in(bytes) == nnue::kNetworkVersion) {
    const auto layered = nnue::parse_network(bytes);
    if (!layered) return layered.error();
    network.layered = *layered;
    network.variant = network.layered->card.variant;
    network.checksum = network.layered->card.checksum;
    network.width = nnue::kHidden;
    return network;
  }
  network.width = width_in(bytes);
  const auto card = nnue::check_container(bytes, nnue::plain_file(network.width));
  if (!card) return card.error();
  if (network.width == 0 || network.width % 32 != 0) {
    return Error{fmt::format("the network has {} neurons, which is no multiple of 32", network.width)};
  }
  network.variant = card->variant;
  network.checksum = card->checksum;
  const auto width = static_cast<std::size_t>(network.width);
  util::ByteReader numbers = nnue::numbers_in(bytes);
  const auto read = [&](std::vector<std::int16_t>& values, std::size_t count) {
    values.resize(count);
    for (std::int16_t& value : values) value = numbers.take<std::int16_t>();
  };
  read(network.features, nnue::kInputsPerZone * width);
  read(network.states, static_cast<std::size_t>(card->game().states) * width);
  read(network.biases, width);
  read(network.output, nnue::kOutputBuckets * 2 * width);
  for (int i = 0; i < nnue::kOutputBuckets; ++i) {
    network.output_biases.push_back(numbers.take<std::int32_t>());
  }
  if (!is_safe(network)) return Error{"the network could overflow"};
  return network;
}

Result<NetworkNumbers> load_network(const std::string& path) {
  const auto bytes = nnue::read_container(path, largest_kind());
  if (!bytes) return bytes.error();
  auto network = parse_network(*bytes);
  if (!network) return Error{fmt::format("{}: {}", path, network.error().message)};
  return network;
}

util::Error unsupported_width(int width) {
  return Error{fmt::format("this program plays with plain networks of 64 or 128 neurons, not {}", width)};
}

}  // namespace rocada::selfplay

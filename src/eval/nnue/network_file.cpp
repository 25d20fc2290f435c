#include "eval/nnue/network_file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "util/file.h"
#include "util/fingerprint.h"
#include "util/strings.h"

namespace rocada::eval::nnue {

using util::Error;
using util::Result;

namespace {

struct HeaderField {
  std::string_view name;
  std::uint32_t expected;
};

// In the order of the file.
constexpr std::array<HeaderField, 7> shape_of(const LearnedGame& game) {
  return {{{"inputs", static_cast<std::uint32_t>(inputs_of(game))},
           {"hidden", kHidden},
           {"buckets", kOutputBuckets},
           {"quant_a", kQuantA},
           {"quant_b", kQuantB},
           {"scale", kScale},
           {"layers", kLayer1 | kLayer2 << 16}}};
}

constexpr std::size_t kMagicSize = kNetworkMagic.size();
constexpr std::size_t kShapeOffset = kMagicSize + sizeof(std::uint32_t);  // behind version and game

std::uint32_t header_number(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
  return value;
}

std::string text_at(std::span<const std::byte> bytes, std::size_t offset, std::size_t length) {
  std::string text;
  for (const std::byte byte : bytes.subspan(offset, length)) text += std::to_integer<char>(byte);
  return text;
}

Result<util::Done> check_magic(std::span<const std::byte> bytes, std::string_view magic) {
  const std::string found = text_at(bytes, 0, kMagicSize);
  if (found == magic) return util::Done{};
  if (found == kFloatNetworkMagic) return Error{"this is the companion with real numbers, not the network itself"};
  if (found == kNetworkMagic) return Error{"this is the network itself, not its companion with real numbers"};
  return Error{fmt::format("not a Rocada network: it begins with '{}', not '{}'", util::printable(found), magic)};
}

Result<const LearnedGame*> check_version_and_game(std::span<const std::byte> bytes) {
  const std::uint32_t both = header_number(bytes, kMagicSize);
  const auto version = static_cast<std::uint16_t>(both);
  if (version != kNetworkVersion) {
    return Error{
        fmt::format("the network file has version {}, this program reads version {}", version, kNetworkVersion)};
  }
  const auto number = static_cast<std::uint16_t>(both >> 16);
  const LearnedGame* const game = find_learned_game(number);
  if (game == nullptr)
    return Error{fmt::format("the network is for game {}, which this program does not know", number)};
  return game;
}

Result<util::Done> check_shape(std::span<const std::byte> bytes, const LearnedGame& game) {
  std::vector<std::string> differences;
  std::size_t offset = kShapeOffset;
  for (const HeaderField& field : shape_of(game)) {
    const std::uint32_t found = header_number(bytes, offset);
    if (found != field.expected) {
      differences.push_back(fmt::format("{} is {}, expected {}", field.name, found, field.expected));
    }
    offset += sizeof(found);
  }
  if (differences.empty()) return util::Done{};
  return Error{"the network has another shape: " + util::spoken_list(differences)};
}

}  // namespace

std::uint64_t fnv1a(std::span<const std::byte> bytes) {
  return util::fingerprint_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Result<NetworkCard> check_container(std::span<const std::byte> bytes, const NetworkFileKind& kind) {
  std::size_t size = kind.file_size(kLearnedGames.front());  // until the game is known
  const auto too_short = [&] {
    return Error{fmt::format("the network is too short: {} bytes of {}", bytes.size(), size)};
  };
  if (bytes.size() < kMagicSize) return too_short();
  if (const auto right = check_magic(bytes, kind.magic); !right) return right.error();
  if (bytes.size() < kNetworkHeaderSize) return too_short();
  const auto game = check_version_and_game(bytes);
  if (!game) return game.error();
  if (const auto right = check_shape(bytes, **game); !right) return right.error();
  size = kind.file_size(**game);
  if (bytes.size() < size) return too_short();
  if (bytes.size() > size) return Error{fmt::format("the file goes on after the {} bytes of the network", size)};

  NetworkCard card;
  card.variant = (*game)->variant;
  const std::size_t end = size - kNetworkChecksumSize;
  card.checksum = header_number(bytes, end) | std::uint64_t{header_number(bytes, end + 4)} << 32;
  if (const std::uint64_t actual = fnv1a(bytes.first(end)); actual != card.checksum) {
    return Error{
        fmt::format("the network is damaged: its checksum is {:016x}, its file says {:016x}", actual, card.checksum)};
  }
  const std::string name = text_at(bytes, kNetworkNameOffset, kNetworkHeaderSize - kNetworkNameOffset);
  card.name = util::printable(name.substr(0, name.find('\0')));
  return card;
}

Result<std::vector<std::byte>> read_container(const std::string& path, const NetworkFileKind& kind) {
  errno = 0;
  const auto system_error = [&] { return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))}; };
  std::ifstream file(util::path_of(path), std::ios::binary);
  if (!file) return system_error();
  std::vector<std::byte> bytes(kind.largest_file_size() + 1);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (file.bad()) return system_error();
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

}  // namespace rocada::eval::nnue

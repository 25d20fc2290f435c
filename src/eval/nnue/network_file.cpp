#include "eval/nnue/network_file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "util/checksum.h"
#include "util/file.h"
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
constexpr std::array<HeaderField, 7> shape_of(const NetworkFileKind& kind, const LearnedGame& game) {
  return {{{"inputs", static_cast<std::uint32_t>(kind.inputs(game))},
           {"hidden", static_cast<std::uint32_t>(kind.hidden)},
           {"buckets", kOutputBuckets},
           {"quant_a", kQuantA},
           {"quant_b", kQuantB},
           {"scale", kScale},
           {"layers", kind.layers}}};
}

constexpr std::size_t kMagicSize = kNetworkMagic.size();
constexpr std::size_t kShapeOffset = kMagicSize + sizeof(std::uint32_t);  // behind version and game

template <typename Unsigned>
Unsigned number_at(std::span<const std::byte> bytes, std::size_t offset) {
  return util::ByteReader(util::bytes_of(bytes).subspan(offset)).take<Unsigned>();
}

std::string text_at(std::span<const std::byte> bytes, std::size_t offset, std::size_t length) {
  return util::text_of(util::bytes_of(bytes).subspan(offset, length));
}

Result<util::Done> check_magic(std::span<const std::byte> bytes, std::string_view magic) {
  const std::string found = text_at(bytes, 0, kMagicSize);
  if (found == magic) return util::Done{};
  if (found == kFloatNetworkMagic) return Error{"this is the companion with real numbers, not the network itself"};
  if (found == kNetworkMagic) return Error{"this is the network itself, not its companion with real numbers"};
  return Error{fmt::format("not a Rocada network: it begins with '{}', not '{}'", util::printable(found), magic)};
}

Result<const LearnedGame*> check_version_and_game(std::span<const std::byte> bytes, const NetworkFileKind& kind) {
  const auto version = number_at<std::uint16_t>(bytes, kMagicSize);
  if (version != kind.version) {
    return Error{fmt::format("the network file has version {}, this program reads version {}", version, kind.version)};
  }
  const auto number = number_at<std::uint16_t>(bytes, kMagicSize + sizeof version);
  const LearnedGame* const game = find_learned_game(number);
  if (game == nullptr)
    return Error{fmt::format("the network is for game {}, which this program does not know", number)};
  return game;
}

Result<util::Done> check_shape(std::span<const std::byte> bytes, const NetworkFileKind& kind, const LearnedGame& game) {
  std::vector<std::string> differences;
  std::size_t offset = kShapeOffset;
  for (const HeaderField& field : shape_of(kind, game)) {
    const auto found = number_at<std::uint32_t>(bytes, offset);
    if (found != field.expected) {
      differences.push_back(fmt::format("{} is {}, expected {}", field.name, found, field.expected));
    }
    offset += sizeof(found);
  }
  if (differences.empty()) return util::Done{};
  return Error{"the network has another shape: " + util::spoken_list(differences)};
}

}  // namespace

Result<NetworkCard> check_container(std::span<const std::byte> bytes, const NetworkFileKind& kind) {
  std::size_t size = kind.file_size(kLearnedGames.front());  // until the game is known
  const auto too_short = [&] {
    return Error{fmt::format("the network is too short: {} bytes of {}", bytes.size(), size)};
  };
  if (bytes.size() < kMagicSize) return too_short();
  if (const auto right = check_magic(bytes, kind.magic); !right) return right.error();
  if (bytes.size() < kNetworkHeaderSize) return too_short();
  const auto game = check_version_and_game(bytes, kind);
  if (!game) return game.error();
  if (const auto right = check_shape(bytes, kind, **game); !right) return right.error();
  size = kind.file_size(**game);
  if (bytes.size() < size) return too_short();
  if (bytes.size() > size) return Error{fmt::format("the file goes on after the {} bytes of the network", size)};

  NetworkCard card;
  card.variant = (*game)->variant;
  const std::size_t end = size - kNetworkChecksumSize;
  card.checksum = number_at<std::uint64_t>(bytes, end);
  if (const std::uint64_t actual = util::fnv1a(util::bytes_of(bytes.first(end))); actual != card.checksum) {
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

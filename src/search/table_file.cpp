#include "search/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "util/bytes.h"
#include "util/checksum.h"
#include "util/file.h"
#include "util/output_file.h"

namespace rocada::search {

using util::Done;
using util::Error;
using util::Result;

namespace {

constexpr std::string_view kMagic = "RocadaHT";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kBufferSize = std::size_t{1} << 20;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// Numbers into a file through a buffer; an error is remembered until finish().
class NumberWriter {
 public:
  explicit NumberWriter(util::OutputFile& file) : file_(file) {}

  template <typename Unsigned>
  void put(Unsigned number) {
    checksum_.add(number);
    buffer_.put(number);
    if (buffer_.size() >= kBufferSize) flush();
  }
  Result<Done> finish() {
    buffer_.put(checksum_.value());
    flush();
    return written_;
  }

 private:
  void flush() {
    const std::string text = util::text_of(buffer_.take());
    if (written_) written_ = file_.write(text);
  }

  util::OutputFile& file_;
  util::ByteWriter buffer_;
  util::NumberChecksum checksum_;
  Result<Done> written_ = Done{};
};

// The same back again; after the end of the file all numbers are zero and ok() is false.
class NumberReader {
 public:
  explicit NumberReader(std::FILE* file) : file_(file), buffer_(kBufferSize) {}

  template <typename Unsigned>
  Unsigned take() {
    const auto number = take_unsummed<Unsigned>();
    checksum_.add(number);
    return number;
  }
  bool ok() const { return ok_; }
  // Whether the file's checksum is that of all numbers taken, and its last bytes.
  bool ends_well() {
    const std::uint64_t computed = checksum_.value();
    return take_unsummed<std::uint64_t>() == computed && ok_ && unread_.left() == 0 && std::fgetc(file_) == EOF;
  }

 private:
  template <typename Unsigned>
  Unsigned take_unsummed() {
    if (unread_.left() < sizeof(Unsigned)) read_on();
    if (unread_.left() < sizeof(Unsigned)) {
      ok_ = false;
      return 0;
    }
    return unread_.take<Unsigned>();
  }
  void read_on() {
    const util::ByteView rest = unread_.take_bytes(unread_.left());
    std::ranges::copy(rest, buffer_.begin());
    const std::size_t more = std::fread(buffer_.data() + rest.size(), 1, buffer_.size() - rest.size(), file_);
    unread_ = util::ByteReader(util::ByteView(buffer_).first(rest.size() + more));
  }

  std::FILE* file_;
  util::Bytes buffer_;
  util::ByteReader unread_{{}};
  util::NumberChecksum checksum_;
  bool ok_ = true;
};

std::uint64_t magic_number() { return util::ByteReader(util::bytes_of(kMagic)).take<std::uint64_t>(); }

}  // namespace

Result<Done> save_table(const TranspositionTable& table, std::uint64_t network, const std::string& path) {
  auto file = util::OutputFile::create(util::path_of(path));
  if (!file) return file.error();
  NumberWriter writer(*file);
  for (const std::uint64_t number :
       {magic_number(), kVersion, std::uint64_t{table.cluster_count()}, std::uint64_t{table.generation()}, network}) {
    writer.put(number);
  }
  for (std::size_t i = 0; i < table.cluster_count(); ++i) {
    const TranspositionTable::RawCluster cluster = table.raw(i);
    for (const std::uint64_t word : cluster.data) writer.put(word);
    for (const std::uint16_t check : cluster.check) writer.put(check);
  }
  if (const auto written = writer.finish(); !written) return written;
  if (const auto complete = file->complete(); !complete) return complete;
  return file->put_in_place();
}

Result<Done> load_table(TranspositionTable& table, std::uint64_t network, const std::string& path) {
  const File file(util::open_stream(util::path_of(path)));
  if (!file) return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  NumberReader reader(file.get());
  if (reader.take<std::uint64_t>() != magic_number()) return Error{path + " is not a saved hash table of Rocada's"};
  if (const auto version = reader.take<std::uint64_t>(); version != kVersion) {
    return Error{fmt::format("{} is of version {}; this program reads version {}", path, version, kVersion)};
  }
  const auto clusters = reader.take<std::uint64_t>();
  if (reader.ok() && clusters != table.cluster_count()) {
    return Error{fmt::format("{} was saved with Hash {}, but Hash is {}", path,
                             TranspositionTable::mib_of(static_cast<std::size_t>(clusters)),
                             TranspositionTable::mib_of(table.cluster_count()))};
  }
  const auto generation = reader.take<std::uint64_t>();
  if (reader.take<std::uint64_t>() != network && reader.ok()) {
    return Error{path + " was saved with another network"};
  }
  TranspositionTable loaded;
  if (const auto sized = loaded.resize(TranspositionTable::mib_of(table.cluster_count())); !sized) return sized.error();
  for (std::size_t i = 0; i < loaded.cluster_count() && reader.ok(); ++i) {
    TranspositionTable::RawCluster cluster{};
    for (std::uint64_t& word : cluster.data) word = reader.take<std::uint64_t>();
    for (std::uint16_t& check : cluster.check) check = reader.take<std::uint16_t>();
    // Empty ones are left alone: what is never touched takes no memory.
    if (cluster.data != TranspositionTable::RawCluster{}.data) loaded.set_raw(i, cluster);
  }
  if (!reader.ok()) return Error{path + " is cut short"};
  if (!reader.ends_well()) return Error{path + " is damaged"};
  // Others may use the table's memory: what was loaded goes there.
  table.clear();
  for (std::size_t i = 0; i < loaded.cluster_count(); ++i) {
    const TranspositionTable::RawCluster cluster = loaded.raw(i);
    if (cluster.data != TranspositionTable::RawCluster{}.data) table.set_raw(i, cluster);
  }
  table.set_generation(static_cast<unsigned>(generation));
  return Done{};
}

}  // namespace rocada::search

#include "cluster/message.h"

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

#include "game/game_line.h"
#include "util/bytes.h"

namespace rocada::cluster {

using util::ByteReader;
using util::ByteWriter;
using util::Error;
using util::Result;

namespace {

// ---------------------------------------------------------------------------------------------------------------------
// What is sent of each message behind its kind, in this order: writing and reading both follow from it.

// A SearchOrder on its way.
struct WrittenOrder {
  SearchNumber number = 0;
  std::uint32_t generation = 0;
  std::vector<chess::Move> only_moves{};
  std::string game{};  // a game line
};

constexpr auto fields(const OptionValue&) {
  return std::tuple(&OptionValue::question, &OptionValue::option, &OptionValue::value);
}
constexpr auto fields(const OptionAnswer&) {
  return std::tuple(&OptionAnswer::question, &OptionAnswer::accepted, &OptionAnswer::networks, &OptionAnswer::text);
}
constexpr auto fields(const WrittenOrder&) {
  return std::tuple(&WrittenOrder::number, &WrittenOrder::generation, &WrittenOrder::only_moves, &WrittenOrder::game);
}
constexpr auto fields(const EffortReport&) {
  return std::tuple(&EffortReport::number, &EffortReport::nodes, &EffortReport::tablebase_hits,
                    &EffortReport::hash_permille);
}
constexpr auto fields(const BestLine&) {
  return std::tuple(&BestLine::effort, &BestLine::depth, &BestLine::selective_depth, &BestLine::score,
                    &BestLine::moves);
}
constexpr auto fields(const search::TableRecord&) {
  return std::tuple(&search::TableRecord::key, &search::TableRecord::data);
}
constexpr auto fields(const Records&) { return std::tuple(&Records::number, &Records::records); }
constexpr auto fields(const util::SharedMemory::Place&) {
  using Place = util::SharedMemory::Place;
  return std::tuple(&Place::process, &Place::file, &Place::bytes);
}
constexpr auto fields(const Traffic&) {
  return std::tuple(&Traffic::messages_sent, &Traffic::bytes_sent, &Traffic::messages_received,
                    &Traffic::bytes_received, &Traffic::records_sent, &Traffic::records_received,
                    &Traffic::records_dropped, &Traffic::search_milliseconds);
}

// ---------------------------------------------------------------------------------------------------------------------
// Each kind of field, written and read. Texts and records have no length of their own: they go to the message's end.

template <typename Content>
concept HasFields = requires(const Content& content) {
  fields(content);
};
template <HasFields Content>
void put(ByteWriter& out, const Content& content);
template <HasFields Content>
void take(ByteReader& in, Content& content);

void put(ByteWriter& out, std::integral auto number) { out.put(number); }
void take(ByteReader& in, std::integral auto& number) { number = in.take<std::remove_cvref_t<decltype(number)>>(); }

void put(ByteWriter& out, bool flag) { out.put(static_cast<std::uint8_t>(flag)); }
void take(ByteReader& in, bool& flag) { flag = in.take<std::uint8_t>() != 0; }

void put(ByteWriter& out, const std::string& text) { out.put_bytes(util::bytes_of(text)); }
void take(ByteReader& in, std::string& text) { text = util::text_of(in.take_bytes(in.left())); }

void put(ByteWriter& out, const std::vector<chess::Move>& moves) {
  out.put(static_cast<std::uint16_t>(moves.size()));
  for (const chess::Move move : moves) out.put(move.code());
}
void take(ByteReader& in, std::vector<chess::Move>& moves) {
  moves.resize(in.take<std::uint16_t>());
  for (chess::Move& move : moves) move = chess::Move::from_code(in.take<std::uint16_t>());
}

void put(ByteWriter& out, const std::vector<search::TableRecord>& records) {
  for (const search::TableRecord& record : records) put(out, record);
}
void take(ByteReader& in, std::vector<search::TableRecord>& records) {
  constexpr std::size_t kRecordBytes = sizeof(chess::Key) + sizeof(std::uint64_t);
  records.resize(in.left() / kRecordBytes);
  for (search::TableRecord& record : records) take(in, record);
}

template <HasFields Content>
void put(ByteWriter& out, const Content& content) {
  std::apply([&](auto... field) { (put(out, content.*field), ...); }, fields(content));
}
template <HasFields Content>
void take(ByteReader& in, Content& content) {
  std::apply([&](auto... field) { (take(in, content.*field), ...); }, fields(content));
}

template <typename Content>
Bytes written(Kind kind, const Content& content) {
  ByteWriter out;
  out.put(static_cast<std::uint8_t>(kind));
  put(out, content);
  return out.take();
}

template <typename Content>
Content read(const Message& message) {
  ByteReader in(ByteView(message.bytes).subspan(1));
  Content content{};
  take(in, content);
  return content;
}

}  // namespace

Kind kind_of(const Message& message) { return static_cast<Kind>(message.bytes.front()); }

Bytes plain(Kind kind) { return with_text(kind, {}); }

Bytes with_text(Kind kind, std::string_view text) { return written(kind, std::string(text)); }
std::string text_in(const Message& message) { return read<std::string>(message); }

Bytes to_bytes(const OptionValue& value) { return written(Kind::SetOption, value); }
OptionValue option_value_in(const Message& message) { return read<OptionValue>(message); }

Bytes to_bytes(const OptionAnswer& answer) { return written(Kind::OptionSet, answer); }
OptionAnswer option_answer_in(const Message& message) { return read<OptionAnswer>(message); }

Bytes to_bytes(const SearchOrder& order) {
  return written(Kind::Search,
                 WrittenOrder{order.number, order.generation, order.only_moves, game::to_game_line(order.game)});
}

Result<SearchOrder> search_order_in(const Message& message) {
  auto order = read<WrittenOrder>(message);
  auto game = game::parse_game_line(order.game);
  if (!game) return game.error();
  return SearchOrder{order.number, order.generation, *std::move(game), std::move(order.only_moves)};
}

Bytes to_bytes(Kind kind, SearchNumber number) { return written(kind, number); }
SearchNumber search_number_in(const Message& message) { return read<SearchNumber>(message); }

Bytes to_bytes(const EffortReport& report) { return written(Kind::Effort, report); }
EffortReport effort_report_in(const Message& message) { return read<EffortReport>(message); }

Bytes to_bytes(const BestLine& line) { return written(Kind::BestLine, line); }
BestLine best_line_in(const Message& message) { return read<BestLine>(message); }

Bytes to_bytes(const Records& records) { return written(Kind::Records, records); }
Records records_in(const Message& message) { return read<Records>(message); }

Bytes to_bytes(const util::SharedMemory::Place& place) { return written(Kind::TableAt, place); }
util::SharedMemory::Place table_place_in(const Message& message) { return read<util::SharedMemory::Place>(message); }

Bytes to_bytes(const Traffic& traffic) { return written(Kind::Farewell, traffic); }
Traffic traffic_in(const Message& message) { return read<Traffic>(message); }

}  // namespace rocada::cluster

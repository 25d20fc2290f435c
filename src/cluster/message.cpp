#include "cluster/message.h"

#include <utility>

#include "game/game_line.h"
#include "util/bytes.h"

namespace rocada::cluster {

using util::ByteReader;
using util::ByteWriter;
using util::Error;
using util::Result;

namespace {

ByteWriter begin(Kind kind) {
  ByteWriter out;
  out.put(static_cast<std::uint8_t>(kind));
  return out;
}

ByteReader after_kind(const Message& message) { return ByteReader(ByteView(message.bytes).subspan(1)); }

void put_text(ByteWriter& out, std::string_view text) {
  out.put_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

// All that is left.
std::string take_text(ByteReader& in) {
  const ByteView bytes = in.take_bytes(in.left());
  return {bytes.begin(), bytes.end()};
}

void put_moves(ByteWriter& out, std::span<const chess::Move> moves) {
  out.put(static_cast<std::uint16_t>(moves.size()));
  for (const chess::Move move : moves) out.put(move.code());
}

std::vector<chess::Move> take_moves(ByteReader& in) {
  std::vector<chess::Move> moves(in.take<std::uint16_t>());
  for (chess::Move& move : moves) move = chess::Move::from_code(in.take<std::uint16_t>());
  return moves;
}

void put_effort(ByteWriter& out, const EffortReport& report) {
  out.put(report.number);
  out.put(report.nodes);
  out.put(report.tablebase_hits);
  out.put(report.hash_permille);
}

EffortReport take_effort(ByteReader& in) {
  EffortReport report;
  report.number = in.take<SearchNumber>();
  report.nodes = in.take<std::uint64_t>();
  report.tablebase_hits = in.take<std::uint64_t>();
  report.hash_permille = in.take<std::int32_t>();
  return report;
}

// The fields of a Traffic, in the order they are sent.
constexpr std::uint64_t Traffic::*kTrafficFields[] = {
    &Traffic::messages_sent, &Traffic::bytes_sent,       &Traffic::messages_received, &Traffic::bytes_received,
    &Traffic::records_sent,  &Traffic::records_received, &Traffic::records_dropped,   &Traffic::search_milliseconds};

}  // namespace

Kind kind_of(const Message& message) { return static_cast<Kind>(message.bytes.front()); }

Bytes plain(Kind kind) { return begin(kind).take(); }

Bytes with_text(Kind kind, std::string_view text) {
  ByteWriter out = begin(kind);
  put_text(out, text);
  return out.take();
}

std::string text_in(const Message& message) {
  ByteReader in = after_kind(message);
  return take_text(in);
}

Bytes to_bytes(const OptionValue& value) {
  ByteWriter out = begin(Kind::SetOption);
  out.put(value.question);
  out.put(value.option);
  put_text(out, value.value);
  return out.take();
}

OptionValue option_value_in(const Message& message) {
  ByteReader in = after_kind(message);
  OptionValue value;
  value.question = in.take<std::uint32_t>();
  value.option = in.take<std::uint8_t>();
  value.value = take_text(in);
  return value;
}

Bytes to_bytes(const OptionAnswer& answer) {
  ByteWriter out = begin(Kind::OptionSet);
  out.put(answer.question);
  out.put(static_cast<std::uint8_t>(answer.accepted));
  out.put(answer.networks);
  put_text(out, answer.text);
  return out.take();
}

OptionAnswer option_answer_in(const Message& message) {
  ByteReader in = after_kind(message);
  OptionAnswer answer;
  answer.question = in.take<std::uint32_t>();
  answer.accepted = in.take<std::uint8_t>() != 0;
  answer.networks = in.take<std::uint64_t>();
  answer.text = take_text(in);
  return answer;
}

Bytes to_bytes(const SearchOrder& order) {
  ByteWriter out = begin(Kind::Search);
  out.put(order.number);
  put_moves(out, order.only_moves);
  put_text(out, game::to_game_line(order.game));
  return out.take();
}

Result<SearchOrder> search_order_in(const Message& message) {
  ByteReader in = after_kind(message);
  const auto number = in.take<SearchNumber>();
  auto only_moves = take_moves(in);
  auto game = game::parse_game_line(take_text(in));
  if (!game) return game.error();
  return SearchOrder{number, *std::move(game), std::move(only_moves)};
}

Bytes to_bytes(Kind kind, SearchNumber number) {
  ByteWriter out = begin(kind);
  out.put(number);
  return out.take();
}

SearchNumber search_number_in(const Message& message) {
  ByteReader in = after_kind(message);
  return in.take<SearchNumber>();
}

Bytes to_bytes(const EffortReport& report) {
  ByteWriter out = begin(Kind::Effort);
  put_effort(out, report);
  return out.take();
}

EffortReport effort_report_in(const Message& message) {
  ByteReader in = after_kind(message);
  return take_effort(in);
}

Bytes to_bytes(const BestLine& line) {
  ByteWriter out = begin(Kind::BestLine);
  put_effort(out, line.effort);
  out.put(line.depth);
  out.put(line.selective_depth);
  out.put(line.score);
  put_moves(out, line.moves);
  return out.take();
}

BestLine best_line_in(const Message& message) {
  ByteReader in = after_kind(message);
  BestLine line;
  line.effort = take_effort(in);
  line.depth = in.take<std::int32_t>();
  line.selective_depth = in.take<std::int32_t>();
  line.score = in.take<std::int32_t>();
  line.moves = take_moves(in);
  return line;
}

Bytes to_bytes(SearchNumber number, std::span<const search::TableRecord> records) {
  ByteWriter out = begin(Kind::Records);
  out.put(number);
  for (const search::TableRecord& record : records) {
    out.put(record.key);
    out.put(record.data);
  }
  return out.take();
}

Records records_in(const Message& message) {
  ByteReader in = after_kind(message);
  Records records{in.take<SearchNumber>(), {}};
  constexpr std::size_t kRecordBytes = sizeof(chess::Key) + sizeof(std::uint64_t);
  records.records.resize(in.left() / kRecordBytes);
  for (search::TableRecord& record : records.records) {
    record.key = in.take<chess::Key>();
    record.data = in.take<std::uint64_t>();
  }
  return records;
}

Bytes to_bytes(const Traffic& traffic) {
  ByteWriter out = begin(Kind::Farewell);
  for (const auto field : kTrafficFields) out.put(traffic.*field);
  return out.take();
}

Traffic traffic_in(const Message& message) {
  ByteReader in = after_kind(message);
  Traffic traffic;
  for (const auto field : kTrafficFields) traffic.*field = in.take<std::uint64_t>();
  return traffic;
}

}  // namespace rocada::cluster

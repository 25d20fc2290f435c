// What the ranks of a cluster tell each other: the first byte of a message is its kind, the rest depends on it.
//
// All ranks run the same program, and see to that before anything else (agreement.h); so messages are believed to be
// well formed as far as their lengths go. Moves and positions are still held against the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "cluster/transport.h"
#include "eval/score.h"
#include "game/game_record.h"
#include "search/transposition_table.h"
#include "util/result.h"
#include "util/shared_memory.h"

namespace rocada::cluster {

enum class Kind : std::uint8_t {
  Identity,   // to rank 0: the program that runs here
  Verdict,    // from rank 0: go on, or why not
  SetOption,  // from rank 0
  OptionSet,  // to rank 0: what came of it
  NewGame,    // from rank 0
  Search,     // from rank 0: search this position until told to stop
  Stop,       // from rank 0: the search, or the work in hand
  Pause,      // from rank 0
  Resume,     // from rank 0
  BestLine,   // to rank 0: of a depth just finished
  Effort,     // to rank 0: now and then in a search
  Records,    // between machines: entries of the table
  TableAt,    // to the other ranks of a machine: where its table lies
  Ask,        // to rank 0: a unit of work is wanted
  Unit,       // from rank 0
  NoMore,     // from rank 0: instead of a unit
  Result,     // to rank 0: of a unit
  Dropped,    // to rank 0: a unit that was broken off
  Failed,     // to rank 0: why there will be no work from here
  Quit,       // from rank 0
  Farewell,   // to rank 0: the last message, with what has passed
};

// Which search a message belongs to, from 1; 0 is none.
using SearchNumber = std::uint32_t;

Kind kind_of(const Message& message);
Bytes plain(Kind kind);
Bytes with_text(Kind kind, std::string_view text);
std::string text_in(const Message& message);

struct OptionValue {
  std::uint32_t question = 0;
  std::uint8_t option = 0;  // its place in the table of options
  std::string value{};
};
Bytes to_bytes(const OptionValue& value);
OptionValue option_value_in(const Message& message);

struct OptionAnswer {
  std::uint32_t question = 0;
  bool accepted = false;
  std::uint64_t networks = 0;  // the fingerprint of what evaluates there now
  std::string text{};          // the note, or why not
};
Bytes to_bytes(const OptionAnswer& answer);
OptionAnswer option_answer_in(const Message& message);

struct SearchOrder {
  SearchNumber number = 0;
  std::uint32_t generation = 0;  // of the table before it
  game::GameRecord game;
  std::vector<chess::Move> only_moves{};
};
Bytes to_bytes(const SearchOrder& order);
// The error says what is wrong with the game.
util::Result<SearchOrder> search_order_in(const Message& message);

Bytes to_bytes(Kind kind, SearchNumber number);
SearchNumber search_number_in(const Message& message);

struct EffortReport {
  SearchNumber number = 0;
  std::uint64_t nodes = 0;
  std::uint64_t tablebase_hits = 0;
  std::int32_t hash_permille = 0;
};
Bytes to_bytes(const EffortReport& report);
EffortReport effort_report_in(const Message& message);

struct BestLine {
  EffortReport effort{};
  std::int32_t depth = 0;
  std::int32_t selective_depth = 0;
  std::int32_t score = 0;
  std::vector<chess::Move> moves{};
};
Bytes to_bytes(const BestLine& line);
BestLine best_line_in(const Message& message);

struct Records {
  SearchNumber number = 0;
  std::vector<search::TableRecord> records{};
};
Bytes to_bytes(const Records& records);
Records records_in(const Message& message);

Bytes to_bytes(const util::SharedMemory::Place& place);
util::SharedMemory::Place table_place_in(const Message& message);

// What has passed between a rank and the others since its start.
struct Traffic {
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t records_sent = 0;
  std::uint64_t records_received = 0;
  std::uint64_t records_dropped = 0;      // for want of room
  std::uint64_t search_milliseconds = 0;  // how long it has searched
};
Bytes to_bytes(const Traffic& traffic);
Traffic traffic_in(const Message& message);

}  // namespace rocada::cluster

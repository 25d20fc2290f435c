// InstructionLevel: where the program spends its time, as compiled for one instruction level.
//
// The release binary holds several (src/CMakeLists.txt); this is all that the rest of the program, which exists once
// and runs on every processor, can see of them. Objects have the same shape at every level, so they are passed as they
// are.
#pragma once

#include <cstdint>
#include <string_view>

#include "chess/perft.h"
#include "chess/position.h"
#include "game/game_record.h"

namespace rocada::search {

class Worker;
struct SharedSearch;

struct InstructionLevel {
  std::string_view name;
  void (*search)(Worker& worker, const game::GameRecord& game, SharedSearch& shared);
  std::uint64_t (*perft)(const chess::Position& position, int depth, chess::PerftTable* table);  // null: no table
};

// Names a level by hand: for tests, and for whoever doubts the choice.
inline constexpr const char* kInstructionLevelVariable = "ROCADA_LEVEL";

// Null where this build has no level of that name or this processor cannot run it.
const InstructionLevel* instruction_level_named(std::string_view name);

// The best that this processor can run, or the one the environment names. A name that cannot be had counts as none:
// main() has refused it.
const InstructionLevel& chosen_instruction_level();

}  // namespace rocada::search

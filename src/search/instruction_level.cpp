#include "search/instruction_level.h"

#include <vector>

#include "util/named_choice.h"

using rocada::search::InstructionLevel;

// Each is the one symbol of its compilation that can be seen from outside (instruction_level_entry.cpp).
extern "C" {
extern const InstructionLevel rocada_level_baseline;
#ifdef ROCADA_LEVELS
extern const InstructionLevel rocada_level_v2;
extern const InstructionLevel rocada_level_v3;
#endif
}

namespace rocada::search {

namespace {

// The best first.
std::vector<const InstructionLevel*> usable_levels() {
  std::vector<const InstructionLevel*> usable;
#ifdef ROCADA_LEVELS
  __builtin_cpu_init();
  // Everything the compiler may use at a level, so that a virtual machine that hides one feature gets a lower level.
  if (__builtin_cpu_supports("x86-64-v3")) usable.push_back(&rocada_level_v3);
  if (__builtin_cpu_supports("x86-64-v2")) usable.push_back(&rocada_level_v2);
#endif
  usable.push_back(&rocada_level_baseline);
  return usable;
}

}  // namespace

const InstructionLevel* instruction_level_named(std::string_view name) {
  return util::find_named(usable_levels(), name);
}

const InstructionLevel& chosen_instruction_level() {
  static const InstructionLevel& chosen = util::best_or_named(usable_levels(), kInstructionLevelVariable);
  return chosen;
}

}  // namespace rocada::search

// THE table of options: every setting a user can change, declared once and shown by both protocols.
//
// A row's id names the value in code; its name is what GUIs show. CECP has commands of its own for some of them
// (memory, cores, egtpath, hard/easy): those rows are set by the command and not offered a second time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "util/result.h"

namespace rocada::engine {

enum class OptionId : std::uint8_t {
  Hash,
  ClearHash,
  HashFile,
  SaveHash,
  LoadHash,
  Threads,
  Ponder,
  MultiPv,
  MoveOverhead,
  SyzygyPath,
  SyzygyProbeDepth,
  SyzygyFiftyMoveRule,
  EvalFile,
  OwnBook,
  BookFile,
  BookDepth,
  BookBestMove,
  LimitStrength,
  Elo,
  Strength,
  Resign,
  Chess960,
  Variant,
  ShowWdl,
  AnalyseMode,
  Opponent,
  DebugLogFile,
};
inline constexpr std::size_t kOptionCount = 27;

enum class OptionType : std::uint8_t { Check, Spin, Combo, Button, String, File };

// Which protocols offer the option as such.
enum class OfferedIn : std::uint8_t { Both, Uci, Cecp };

struct OptionSpec {
  OptionId id{};
  std::string_view name{};
  OptionType type{};
  std::string_view default_value{};  // "true"/"false", a number, one of the choices, a text; empty for a button
  int minimum = 0;                   // spin only
  int maximum = 0;                   // spin only
  std::string_view choices{};        // combo only, separated by blanks
  OfferedIn offered_in{};
  std::string_view description{};  // one sentence, for docs/options.md and `help`
  bool ends_search = false;        // needs an idle engine: a search still running is stopped when it is set
};

std::span<const OptionSpec> option_table();
const OptionSpec& spec_of(OptionId id);
// CECP's name of an option: without blanks, where some programs end it.
std::string name_without_blanks(const OptionSpec& spec);
// By either name, upper and lower case alike; null where there is none.
const OptionSpec* find_option(std::string_view name);

// The values of all options of one engine. set() checks type and range; a refused value changes nothing.
class Options {
 public:
  Options();

  // `text` is a number for spins, true/false or 1/0 for checks, a choice for combos, anything for strings. The error is
  // a sentence.
  util::Result<util::Done> set(const OptionSpec& spec, std::string_view text);

  // How strong to play in games; none: at full strength.
  std::optional<int> limited_elo() const;

  int number(OptionId id) const;
  bool flag(OptionId id) const;
  const std::string& text(OptionId id) const { return values_[static_cast<std::size_t>(id)]; }

 private:
  std::array<std::string, kOptionCount> values_;
};

}  // namespace rocada::engine

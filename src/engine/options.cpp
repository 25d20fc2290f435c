#include "engine/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "chess/game_kind.h"
#include "search/handicap.h"
#include "util/strings.h"

namespace rocada::engine {

using util::Done;
using util::Error;
using util::Result;

namespace {

constexpr chess::GameKindList kVariants(&chess::GameKindWords::uci, " ");

constexpr std::array<OptionSpec, kOptionCount> kTable = {{
    {.id = OptionId::Hash,
     .name = "Hash",
     .type = OptionType::Spin,
     .default_value = "16",
     .minimum = 1,
     .maximum = 1 << 20,
     .offered_in = OfferedIn::Uci,  // CECP: memory
     .description = "Size of the transposition table in MiB.",
     .ends_search = true},
    {.id = OptionId::ClearHash,
     .name = "Clear Hash",
     .type = OptionType::Button,
     .offered_in = OfferedIn::Both,
     .description = "Forgets all positions searched so far.",
     .ends_search = true},
    {.id = OptionId::HashFile,
     .name = "HashFile",
     .type = OptionType::File,
     .offered_in = OfferedIn::Both,
     .description = "Where Save Hash and Load Hash keep the transposition table."},
    {.id = OptionId::SaveHash,
     .name = "Save Hash",
     .type = OptionType::Button,
     .offered_in = OfferedIn::Both,
     .description = "Writes the transposition table to HashFile, so that an analysis survives a restart.",
     .ends_search = true},
    {.id = OptionId::LoadHash,
     .name = "Load Hash",
     .type = OptionType::Button,
     .offered_in = OfferedIn::Both,
     .description = "Reads it back; Hash and network must be those it was saved with.",
     .ends_search = true},
    {.id = OptionId::Threads,
     .name = "Threads",
     .type = OptionType::Spin,
     .default_value = "1",
     .minimum = 1,
     .maximum = 1024,
     .offered_in = OfferedIn::Uci,  // CECP: cores
     .description = "How many threads search; at most four for each processor.",
     .ends_search = true},
    {.id = OptionId::Ponder,
     .name = "Ponder",
     .type = OptionType::Check,
     .default_value = "false",
     .offered_in = OfferedIn::Uci,  // CECP: hard and easy
     .description = "Thinks on the opponent's time. In UCI the GUI decides when; this tells Rocada that it will."},
    {.id = OptionId::MultiPv,
     .name = "MultiPV",
     .type = OptionType::Spin,
     .default_value = "1",
     .minimum = 1,
     .maximum = 218,
     .offered_in = OfferedIn::Both,
     .description = "How many best lines to show."},
    {.id = OptionId::MoveOverhead,
     .name = "Move Overhead",
     .type = OptionType::Spin,
     .default_value = "20",
     .minimum = 0,
     .maximum = 5000,
     .offered_in = OfferedIn::Both,
     .description =
         "Milliseconds kept back on each move for the way to the GUI; raise it on a slow or distant machine."},
    {.id = OptionId::SyzygyPath,
     .name = "SyzygyPath",
     .type = OptionType::String,
     .offered_in = OfferedIn::Uci,  // CECP: egtpath syzygy
     .description =
         "Directories with Syzygy endgame tables, separated by ';' or, but for Windows, ':'; empty for none.",
     .ends_search = true},
    {.id = OptionId::SyzygyProbeDepth,
     .name = "SyzygyProbeDepth",
     .type = OptionType::Spin,
     .default_value = "1",
     .minimum = 1,
     .maximum = 100,
     .offered_in = OfferedIn::Both,
     .description =
         "Asks the largest tables only where at least so many plies are left to search; raise it where they are slow "
         "to read."},
    {.id = OptionId::SyzygyFiftyMoveRule,
     .name = "Syzygy50MoveRule",
     .type = OptionType::Check,
     .default_value = "true",
     .offered_in = OfferedIn::Both,
     .description = "Wins and losses that the fifty-move rule makes draws count as draws; false: as won and lost.",
     .ends_search = true},
    {.id = OptionId::EvalFile,
     .name = "EvalFile",
     .type = OptionType::File,
     .offered_in = OfferedIn::Both,
     .description = "A network to evaluate with in the game it is for; empty for those inside the program.",
     .ends_search = true},
    {.id = OptionId::OwnBook,
     .name = "OwnBook",
     .type = OptionType::Check,
     .default_value = "false",
     .offered_in = OfferedIn::Both,
     .description = "Plays from the opening book, at once, while it knows the position; never while analysing."},
    {.id = OptionId::BookFile,
     .name = "BookFile",
     .type = OptionType::File,
     .offered_in = OfferedIn::Both,
     .description = "An opening book in Polyglot's format; empty for the one inside the program."},
    {.id = OptionId::BookDepth,
     .name = "BookDepth",
     .type = OptionType::Spin,
     .default_value = "50",
     .minimum = 1,
     .maximum = 1000,
     .offered_in = OfferedIn::Both,
     .description = "The last move of the game that may come from the book."},
    {.id = OptionId::BookBestMove,
     .name = "BookBestMove",
     .type = OptionType::Check,
     .default_value = "false",
     .offered_in = OfferedIn::Both,
     .description = "Always plays the book's best move; otherwise one at random, by the book's weights."},
    {.id = OptionId::LimitStrength,
     .name = "UCI_LimitStrength",
     .type = OptionType::Check,
     .default_value = "false",
     .offered_in = OfferedIn::Uci,  // CECP: Strength
     .description = "Plays as weakly as UCI_Elo says.",
     .ends_search = true},
    {.id = OptionId::Elo,
     .name = "UCI_Elo",
     .type = OptionType::Spin,
     .default_value = "1600",
     .minimum = search::kLowestElo,
     .maximum = search::kHighestElo,
     .offered_in = OfferedIn::Uci,
     .description = "How strong to play when UCI_LimitStrength is set.",
     .ends_search = true},
    {.id = OptionId::Strength,
     .name = "Strength",
     .type = OptionType::Spin,
     .default_value = "3001",
     .minimum = search::kLowestElo,
     .maximum = search::kFullStrength,
     .offered_in = OfferedIn::Cecp,  // UCI: UCI_LimitStrength and UCI_Elo
     .description = "How strong to play, in Elo; the highest value is full strength.",
     .ends_search = true},
    {.id = OptionId::Resign,
     .name = "Resign",
     .type = OptionType::Check,
     .default_value = "true",
     .offered_in = OfferedIn::Cecp,
     .description = "Resigns a game that has been lost for several moves; never while analysing."},
    {.id = OptionId::Chess960,
     .name = "UCI_Chess960",
     .type = OptionType::Check,
     .default_value = "false",
     .offered_in = OfferedIn::Uci,  // CECP: variant fischerandom
     .description = "Writes castling as king takes rook, as Chess960 needs."},
    {.id = OptionId::Variant,
     .name = "UCI_Variant",
     .type = OptionType::Combo,
     .default_value = chess::words_of({}).uci,
     .choices = kVariants.text(),
     .offered_in = OfferedIn::Uci,  // CECP: variant
     .description = "The game played: normal chess or 3-check."},
    {.id = OptionId::ShowWdl,
     .name = "UCI_ShowWDL",
     .type = OptionType::Check,
     .default_value = "false",
     .offered_in = OfferedIn::Uci,
     .description = "Shows the chances to win, draw and lose, in thousandths, with every score."},
    {.id = OptionId::AnalyseMode,
     .name = "UCI_AnalyseMode",
     .type = OptionType::Check,
     .default_value = "false",
     .offered_in = OfferedIn::Uci,  // CECP: analyze
     .description = "Analyses, whatever the limits: at full strength and without the book."},
    {.id = OptionId::Opponent,
     .name = "UCI_Opponent",
     .type = OptionType::String,
     .offered_in = OfferedIn::Uci,  // CECP: name, rating, computer
     .description = "Who plays against Rocada, which plays alike against everybody."},
    {.id = OptionId::DebugLogFile,
     .name = "Debug Log File",
     .type = OptionType::File,
     .offered_in = OfferedIn::Both,
     .description = "Where every line that comes and goes is written down, with its time; empty for nowhere."},
}};

static_assert(
    [] {
      for (std::size_t i = 0; i < kTable.size(); ++i) {
        if (static_cast<std::size_t>(kTable[i].id) != i) return false;
      }
      return true;
    }(),
    "the rows stand in the order of their ids");

Result<std::string> checked(const OptionSpec& spec, std::string_view text) {
  switch (spec.type) {
    case OptionType::Check:
      if (text == "1" || util::equal_ignoring_case(text, "true")) return std::string("true");
      if (text == "0" || util::equal_ignoring_case(text, "false")) return std::string("false");
      return Error{fmt::format("{} is true or false, not '{}'", spec.name, util::printable(text))};
    case OptionType::Spin: {
      const auto number = util::parse_integer<int>(text);
      if (number && *number >= spec.minimum && *number <= spec.maximum) return std::to_string(*number);
      return Error{fmt::format("{} is a number from {} to {}, not '{}'", spec.name, spec.minimum, spec.maximum,
                               util::printable(text))};
    }
    case OptionType::Combo:
      for (const std::string_view choice : util::split_words(spec.choices)) {
        if (util::equal_ignoring_case(choice, text)) return std::string(choice);
      }
      return Error{fmt::format("{} is one of: {}; not '{}'", spec.name, spec.choices, util::printable(text))};
    case OptionType::String:
    case OptionType::File:
      // It may be shown again, in the middle of a line.
      if (std::ranges::none_of(text, util::is_control)) return std::string(text);
      return Error{fmt::format("{} is text without control characters, not '{}'", spec.name, util::printable(text))};
    case OptionType::Button: break;
  }
  return std::string();
}

}  // namespace

std::span<const OptionSpec> option_table() { return kTable; }

const OptionSpec& spec_of(OptionId id) { return kTable[static_cast<std::size_t>(id)]; }

std::string name_without_blanks(const OptionSpec& spec) {
  std::string name(spec.name);
  std::erase(name, ' ');
  return name;
}

const OptionSpec* find_option(std::string_view name) {
  const auto* const found = std::ranges::find_if(kTable, [&](const OptionSpec& spec) {
    return util::equal_ignoring_case(spec.name, name) || util::equal_ignoring_case(name_without_blanks(spec), name);
  });
  return found == kTable.end() ? nullptr : found;
}

Options::Options() {
  for (const OptionSpec& spec : kTable) values_[static_cast<std::size_t>(spec.id)] = spec.default_value;
}

Result<Done> Options::set(const OptionSpec& spec, std::string_view text) {
  auto value = checked(spec, util::trim(text));
  if (!value) return value.error();
  values_[static_cast<std::size_t>(spec.id)] = *std::move(value);
  return Done{};
}

int Options::number(OptionId id) const { return util::parse_integer<int>(text(id)).value_or(0); }

std::optional<int> Options::limited_elo() const {
  if (flag(OptionId::AnalyseMode)) return std::nullopt;
  if (flag(OptionId::LimitStrength)) return number(OptionId::Elo);
  const int strength = number(OptionId::Strength);
  return strength == search::kFullStrength ? std::nullopt : std::optional(strength);
}

bool Options::flag(OptionId id) const { return text(id) == "true"; }

}  // namespace rocada::engine

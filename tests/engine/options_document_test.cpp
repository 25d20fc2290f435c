// docs/options.md says what the program really offers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "engine/options.h"

namespace rocada::engine {
namespace {

std::string type_text(const OptionSpec& spec) {
  switch (spec.type) {
    case OptionType::Check: return "check";
    case OptionType::Spin: return "number";
    case OptionType::Combo: return "choice";
    case OptionType::Button: return "button";
    case OptionType::String: return "text";
    case OptionType::File: return "file";
  }
  return "";
}

std::string range_text(const OptionSpec& spec) {
  if (spec.type == OptionType::Spin) return fmt::format("{} to {}", spec.minimum, spec.maximum);
  return std::string(spec.choices);
}

std::string offered_text(const OptionSpec& spec) {
  switch (spec.offered_in) {
    case OfferedIn::Both: return "XBoard, UCI";
    case OfferedIn::Uci: return "UCI";
    case OfferedIn::Cecp: return "XBoard";
  }
  return "";
}

TEST(OptionsDocument, HoldsTheTableOfOptionsRowByRow) {
  std::string expected;
  for (const OptionSpec& spec : option_table()) {
    expected += fmt::format("| {} | {} | {} | {} | {} | {} |\n", spec.name, type_text(spec), spec.default_value,
                            range_text(spec), offered_text(spec), spec.description);
  }
  std::ifstream file(ROCADA_SOURCE_DIR "/docs/options.md");
  ASSERT_TRUE(file.is_open());
  std::string rows;
  std::string line;
  bool in_table = false;
  while (std::getline(file, line)) {
    if (in_table && line.starts_with("| ")) rows += line + "\n";
    if (line.starts_with("|---")) in_table = true;
    if (line.empty()) in_table = false;
  }
  EXPECT_EQ(rows, expected);
}

}  // namespace
}  // namespace rocada::engine

#include "game/pgn_game.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "util/strings.h"

namespace rocada::game {

using chess::Color;
using chess::Position;
using chess::Square;
using chess::Variant;

namespace {

struct VariantName {
  std::string_view name;  // letters and digits only, lower case
  PgnVariant variant;
};

constexpr PgnVariant kStandard = {Variant::Standard, false};
constexpr PgnVariant kChess960 = {Variant::Standard, true};
constexpr PgnVariant kThreeCheck = {Variant::ThreeCheck, false};
constexpr PgnVariant kThreeCheck960 = {Variant::ThreeCheck, true};

constexpr VariantName kVariantNames[] = {
    {"chess", kStandard},
    {"standard", kStandard},
    {"normal", kStandard},
    {"normalchess", kStandard},
    {"regular", kStandard},
    {"fromposition", kStandard},
    {"chess960", kChess960},
    {"960", kChess960},
    {"fischerandom", kChess960},
    {"fischerrandom", kChess960},
    {"fischerrandomchess", kChess960},
    {"frc", kChess960},
    {"doublefischerrandom", kChess960},
    {"dfrc", kChess960},
    {"threecheck", kThreeCheck},
    {"threecheckchess", kThreeCheck},
    {"3check", kThreeCheck},
    {"threecheck960", kThreeCheck960},
    {"3check960", kThreeCheck960},
};

}  // namespace

PgnTags::PgnTags()
    : tags_{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}} {}

const std::string* PgnTags::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(tags_, [&](const PgnTag& tag) { return util::equal_ignoring_case(tag.name, name); });
  return found == tags_.end() ? nullptr : &found->value;
}

void PgnTags::set(std::string_view name, std::string_view value) {
  assert(is_pgn_tag_name(name) && !is_pgn_game_fact(name));
  std::string clean(value);
  std::ranges::replace_if(clean, util::is_control, ' ');
  const auto found =
      std::ranges::find_if(tags_, [&](const PgnTag& tag) { return util::equal_ignoring_case(tag.name, name); });
  if (found != tags_.end()) {
    found->value = std::move(clean);
  } else {
    tags_.push_back({std::string(name), std::move(clean)});
  }
}

bool is_pgn_tag_name(std::string_view name) {
  return !name.empty() && std::ranges::none_of(name, [](char c) {
    return util::is_space(c) || util::is_control(c) || c == '"' || c == '[' || c == ']';
  });
}

bool is_pgn_game_fact(std::string_view tag_name) {
  constexpr std::array<std::string_view, 4> kFacts = {"Result", "FEN", "SetUp", "Variant"};
  return std::ranges::any_of(kFacts, [&](std::string_view fact) { return util::equal_ignoring_case(fact, tag_name); });
}

bool operator==(const PgnLine& a, const PgnLine& b) { return a.comment == b.comment && a.moves == b.moves; }

bool operator==(const PgnMove& a, const PgnMove& b) {
  return a.move == b.move && a.nags == b.nags && a.comment == b.comment && a.variations == b.variations;
}

std::string pgn_comment(std::string_view text) {
  std::string clean;
  bool space_waits = false;
  for (const char c : text) {
    if (util::is_space(c) || util::is_control(c)) {
      space_waits = !clean.empty();
      continue;
    }
    if (space_waits) clean += ' ';
    space_waits = false;
    clean += c == '}' ? ')' : c;
  }
  return clean;
}

std::optional<PgnVariant> parse_pgn_variant(std::string_view name) {
  std::string bare;
  for (const char c : name) {
    if (c != ' ' && c != '-' && c != '_') bare += util::to_lower(c);
  }
  const auto* found = std::ranges::find(kVariantNames, std::string_view(bare), &VariantName::name);
  if (found == std::end(kVariantNames)) return std::nullopt;
  return found->variant;
}

std::string_view pgn_variant_name(PgnVariant variant) {
  if (variant.variant == Variant::ThreeCheck) return variant.chess960 ? "Three-check 960" : "Three-check";
  return variant.chess960 ? "Chess960" : "";
}

bool castles_as_chess960(const Position& position) {
  for (const Color color : chess::kColors) {
    const chess::Bitboard rooks = position.castling_rooks(color);
    if (rooks.any() && position.king(color).file() != chess::kFileE) return true;
    for (const Square rook : rooks) {
      if (rook.file() != chess::kFileA && rook.file() != chess::kFileH) return true;
    }
  }
  return false;
}

PgnGame to_pgn_game(const GameRecord& record, PgnTags tags) {
  PgnGame game;
  game.tags = std::move(tags);
  game.start = record.start();
  game.chess960 = castles_as_chess960(record.start());
  for (const chess::Move move : record.moves()) game.main_line.moves.push_back({move, {}, {}, {}});
  game.result = record.outcome().result();
  return game;
}

GameRecord to_game_record(const PgnGame& game) {
  GameRecord record(game.start);
  for (const PgnMove& move : game.main_line.moves) record.play(move.move);
  return record;
}

}  // namespace rocada::game

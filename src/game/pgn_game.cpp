#include "game/pgn_game.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "util/strings.h"

namespace rocada::game {

using chess::Color;
using chess::Position;
using chess::Square;

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

#include "book/book_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <limits>
#include <vector>

#include "book/polyglot.h"
#include "game/pgn_reader.h"
#include "util/file.h"
#include "util/output_file.h"

namespace rocada::book {

using chess::Color;
using chess::Position;
using game::GameResult;
using util::Done;
using util::Error;
using util::Result;

namespace {

std::uint32_t points_of(Color color, GameResult result) {
  switch (result) {
    case GameResult::WhiteWins: return color == Color::White ? 2 : 0;
    case GameResult::BlackWins: return color == Color::Black ? 2 : 0;
    case GameResult::Draw:
    case GameResult::Unknown: break;
  }
  return 1;
}

// The moves of one position as entries, the heaviest first.
std::vector<PolyglotEntry> entries_of(std::vector<MoveCount>& position) {
  std::ranges::stable_sort(position, std::ranges::greater(), &MoveCount::points);
  const std::uint64_t highest = std::numeric_limits<std::uint16_t>::max();
  const std::uint64_t scale = std::max<std::uint64_t>(position.front().points, highest);
  std::vector<PolyglotEntry> entries;
  for (const MoveCount& count : position) {
    const auto weight = static_cast<std::uint16_t>(std::max<std::uint64_t>(count.points * highest / scale, 1));
    entries.push_back({count.key, count.move, weight});
  }
  return entries;
}

}  // namespace

Result<Done> BookMaker::add(const Position& start, std::span<const chess::Move> moves, GameResult result) {
  std::vector<MoveCount> counts;
  Position position = start;
  chess::Bitboard passed_over = start.en_passant();
  for (const chess::Move move : moves.first(std::min(moves.size(), settings_.depth))) {
    const MoveCount count{polyglot_key(position, passed_over), encode_move(move), 1,
                          points_of(position.side_to_move(), result)};
    // A game that repeats itself is still one game.
    const bool is_new =
        std::ranges::none_of(counts, [&](const auto& earlier) { return earlier.is_of_same_move(count); });
    if (is_new) counts.push_back(count);
    passed_over = passed_over_by(position, move);
    position.make(move);
  }
  for (const MoveCount& count : counts) {
    if (const auto added = counts_.add(count); !added) return added.error();
  }
  return Done{};
}

Result<BookSummary> BookMaker::write(const std::string& path) {
  auto file = util::OutputFile::create(util::path_of(path));
  if (!file) return file.error();
  BookSummary summary;
  std::vector<MoveCount> position;
  Result<Done> written = Done{};
  const auto write_position = [&] {
    if (position.empty() || !written) return;
    for (const PolyglotEntry& entry : entries_of(position)) {
      const auto bytes = encode_entry(entry);
      written = file->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      if (!written) return;
    }
    ++summary.positions;
    summary.entries += position.size();
    position.clear();
  };
  const auto done = counts_.for_each([&](const MoveCount& count) {
    if (!position.empty() && position.front().key != count.key) write_position();
    if (count.games >= settings_.min_games && count.points > 0) position.push_back(count);
  });
  if (!done) return done.error();
  write_position();
  if (!written) return written.error();
  if (summary.entries == 0) {
    return Error{fmt::format("no move was played with success in {} {}", settings_.min_games,
                             settings_.min_games == 1 ? "game" : "games or more")};
  }
  if (const auto complete = file->complete(); !complete) return complete.error();
  if (const auto in_place = file->put_in_place(); !in_place) return in_place.error();
  return summary;
}

Result<Done> add_games(BookMaker& maker, std::istream& pgn, PgnTally& tally, const std::function<void()>& after_game) {
  game::PgnReader reader(pgn);
  std::vector<chess::Move> moves;
  while (true) {
    const auto game = reader.next();
    if (pgn.bad()) return Error{"reading failed"};
    if (!game) {
      if (tally.bad++ == 0) tally.first_problem = game.error().message;
    } else if (!*game) {
      return Done{};
    } else if (!is_book_position((*game)->start) || (*game)->chess960) {
      ++tally.variants;
    } else {
      moves.clear();
      for (const game::PgnMove& move : (*game)->main_line.moves) moves.push_back(move.move);
      if (const auto added = maker.add((*game)->start, moves, (*game)->result); !added) return added.error();
      ++tally.games;
    }
    after_game();
  }
}

}  // namespace rocada::book

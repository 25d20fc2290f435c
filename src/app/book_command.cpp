// `rocada book`: make and grow, which write opening books, and show, which reads them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "app/commands.h"
#include "app/complaint.h"
#include "app/progress_bar.h"
#include "book/book_maker.h"
#include "book/embedded_book.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/variant.h"
#include "data/book_growth.h"
#include "eval/nnue/networks.h"
#include "util/file.h"
#include "util/interruption.h"
#include "util/output_file.h"

namespace rocada::app {

namespace {

util::Result<util::Done> read_games(const std::string& path, book::BookMaker& maker, book::PgnTally& tally) {
  errno = 0;
  std::ifstream file(util::path_of(path), std::ios::binary);
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(util::path_of(path), unknown);
  if (!file || std::filesystem::is_directory(util::path_of(path))) {
    return util::Error{fmt::format("cannot read {}: {}", path, std::strerror(file ? EISDIR : errno))};
  }
  ProgressBar bar(path);
  const auto show_progress = [&] {
    const auto read = file.tellg();
    if (!unknown && read >= 0) bar.show(static_cast<std::size_t>(read), static_cast<std::size_t>(size));
  };
  const bool had_problem = tally.bad > 0;
  const auto added = book::add_games(maker, file, tally, show_progress);
  if (!had_problem && tally.bad > 0) tally.first_problem = fmt::format("{}, {}", path, tally.first_problem);
  if (!added) return util::Error{fmt::format("{}: {}", path, added.error().message)};
  return added;
}

int write_book(book::BookMaker& maker, const std::string& path) {
  const auto summary = maker.write(path);
  if (!summary) return fail("book", summary.error().message);
  fmt::print("{}: {} moves in {} positions\n", path, summary->entries, summary->positions);
  return 0;
}

}  // namespace

int book_make_command(const BookMakeArguments& arguments) {
  if (const auto place = util::OutputFile::check(util::path_of(arguments.out)); !place)
    return fail("book", place.error().message);
  book::BookMaker maker({.min_games = arguments.min_games, .depth = arguments.depth});
  book::PgnTally tally;
  for (const std::string& file : arguments.files) {
    if (const auto read = read_games(file, maker, tally); !read) return fail("book", read.error().message);
  }
  if (tally.games == 0) {
    return fail("book", tally.bad > 0 ? fmt::format("no game can be read; {}", tally.first_problem)
                                      : "no games of normal chess");
  }
  fmt::print("{} games", tally.games);
  if (tally.variants > 0) fmt::print(", {} of other variants left out", tally.variants);
  if (tally.bad > 0) fmt::print(", {} bad left out, the first: {}", tally.bad, tally.first_problem);
  fmt::print("\n");
  return write_book(maker, arguments.out);
}

int book_grow_command(const BookGrowArguments& arguments) {
  // Now, and not after hours of games that would be lost.
  if (const auto place = util::OutputFile::check(util::path_of(arguments.out)); !place)
    return fail("book", place.error().message);
  if (!util::catch_interrupts()) return fail("book", "cannot catch signals");
  const auto network = eval::nnue::find_network(arguments.network, chess::Variant::Standard);
  if (!network) return fail("book", network.error().message);
  book::BookMaker maker({.min_games = arguments.min_games, .depth = arguments.depth});
  const data::GrowthSettings settings{*network,       arguments.games, arguments.nodes,
                                      arguments.seed, arguments.depth, arguments.threads};
  const auto games = [&] {
    ProgressBar bar(arguments.out);
    return data::grow_book(settings, maker, util::is_interrupted,
                           [&](std::uint32_t done) { bar.show(done, arguments.games); });
  }();
  if (!games) return fail("book", games.error().message);
  fmt::print("{} games of {}{}\n", *games, data::player_id(*network), util::is_interrupted() ? ", stopped early" : "");
  return write_book(maker, arguments.out);
}

int book_show_command(const BookShowArguments& arguments) {
  const auto book = book::find_book(arguments.book);
  if (!book) return fail("book", book.error().message);
  const auto position = arguments.fen.empty() ? util::Result<chess::Position>(chess::start_position())
                                              : chess::parse_fen(fmt::format("{}", fmt::join(arguments.fen, " ")));
  if (!position) return fail("book", fmt::format("bad FEN: {}", position.error().message));
  const std::vector<book::BookMove> moves = (*book)->moves(*position);
  const std::vector<double> shares = book::shares(moves);
  fmt::print("{} entries; {}\n", (*book)->entries(),
             moves.empty() ? "the position is not among them" : "for this position:");
  for (std::size_t i = 0; i < moves.size(); ++i) {
    fmt::print("  {:<7} {:5.1f}%  weight {}\n", chess::to_san(*position, moves[i].move), shares[i], moves[i].weight);
  }
  return 0;
}

}  // namespace rocada::app

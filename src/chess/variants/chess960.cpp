#include "chess/variants/chess960.h"

#include <fmt/format.h>

#include <cassert>
#include <initializer_list>

namespace rocada::chess {

namespace {

// The file of the n-th square that is still free.
std::size_t nth_free(const std::array<PieceType, 8>& rank, int n) {
  for (std::size_t file = 0;; ++file) {
    if (rank[file] == PieceType::None && n-- == 0) return file;
  }
}

}  // namespace

std::array<PieceType, 8> chess960_back_rank(int number) {
  assert(number >= 0 && number < kChess960Count);
  std::array<PieceType, 8> rank;
  rank.fill(PieceType::None);

  rank[static_cast<std::size_t>(number % 4 * 2 + 1)] = PieceType::Bishop;  // on a light square
  number /= 4;
  rank[static_cast<std::size_t>(number % 4 * 2)] = PieceType::Bishop;  // on a dark square
  number /= 4;
  rank[nth_free(rank, number % 6)] = PieceType::Queen;
  number /= 6;

  // The ten ways to put two knights on five squares, in order.
  constexpr std::array<std::array<int, 2>, 10> kKnights = {
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  const auto [first, second] = kKnights[static_cast<std::size_t>(number)];
  const std::size_t first_file = nth_free(rank, first);
  const std::size_t second_file = nth_free(rank, second);
  rank[first_file] = rank[second_file] = PieceType::Knight;

  for (const PieceType type : {PieceType::Rook, PieceType::King, PieceType::Rook}) rank[nth_free(rank, 0)] = type;
  return rank;
}

util::Result<Position> chess960_start(int white_number, int black_number, Variant variant) {
  PositionSetup setup;
  setup.variant = variant;
  for (const Color color : kColors) {
    const int number = color == Color::White ? white_number : black_number;
    if (number < 0 || number >= kChess960Count) {
      return util::Error{fmt::format("Chess960 position {} is not between 0 and {}", number, kChess960Count - 1)};
    }
    const std::array<PieceType, 8> back_rank = chess960_back_rank(number);
    for (int file = 0; file < 8; ++file) {
      const Square home = Square::at(File(file), Rank::relative(color, 0));
      setup[home] = Piece(color, back_rank[static_cast<std::size_t>(file)]);
      setup[Square::at(File(file), Rank::relative(color, 1))] = Piece(color, PieceType::Pawn);
      if (setup[home].type() == PieceType::Rook) setup.castling_rooks |= home;
    }
  }
  return Position::from_setup(setup);
}

}  // namespace rocada::chess

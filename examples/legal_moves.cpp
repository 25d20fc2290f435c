// Lists the legal moves of a position, then plays a short game and prints it as PGN.
//   legal_moves [FEN]
#include <rocada/chess/fen.h>
#include <rocada/chess/movegen.h>
#include <rocada/chess/notation.h>
#include <rocada/game/game_record.h>
#include <rocada/game/pgn_writer.h>

#include <iostream>

using namespace rocada;

int main(int argc, char** argv) {
  const auto position = chess::parse_fen(argc > 1 ? argv[1] : chess::kStartFen);
  if (!position) {
    std::cerr << "no position: " << position.error().message << '\n';
    return 1;
  }
  for (const chess::Move move : chess::legal_moves(*position)) std::cout << chess::to_san(*position, move) << '\n';

  game::GameRecord record(chess::start_position());
  for (const char* text : {"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#", "Kxf7"}) {
    const auto move = chess::parse_san(record.position(), text);
    if (move) {
      record.play(*move);
    } else {
      std::cout << '\n' << text << ": " << move.error().message << '\n';
    }
  }
  std::cout << '\n' << to_pgn(to_pgn_game(record));
}

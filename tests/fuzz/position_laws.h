// What every position must be that was read from somewhere.
#pragma once

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "data/packed_position.h"
#include "fuzz/laws.h"

namespace rocada::fuzz {

inline void require_sound(const chess::Position& position) {
  require(position.is_consistent(), "a position is consistent", chess::to_fen(position));
}

// All that can be said of a position without knowing where it came from.
inline void require_all_position_laws(const chess::Position& position) {
  const std::string fen = chess::to_fen(position);
  require_sound(position);

  for (const auto letters : {chess::CastlingLetters::XFen, chess::CastlingLetters::Shredder}) {
    const auto again = chess::parse_fen(chess::to_fen(position, letters), position.variant());
    require(again.ok() && *again == position, "FEN gives a position back", fen);
  }
  const auto from_setup = chess::Position::from_setup(position.to_setup());
  require(from_setup.ok() && *from_setup == position, "its setup gives a position back", fen);
  if (position.occupied().count() <= data::kMostPieces) {
    util::ByteWriter packed;
    data::pack(packed, position);
    util::ByteReader reader(packed.bytes());
    const auto unpacked = data::unpack_position(reader);
    require(unpacked.ok() && *unpacked == position, "packing gives a position back", fen);
  }

  const chess::MoveList moves = chess::legal_moves(position);
  require(moves.size() == chess::count_legal_moves(position), "as many moves are counted as generated", fen);
  require(moves.empty() != chess::has_legal_move(position), "has_legal_move knows whether there is one", fen);
  chess::MoveList by_kind;
  chess::generate_moves<chess::MoveKinds::Noisy>(position, by_kind);
  chess::generate_moves<chess::MoveKinds::Quiet>(position, by_kind);
  require(by_kind.size() == moves.size(), "every move is noisy or quiet", fen);
  for (const chess::Move move : moves) {
    require(chess::is_legal(position, move), "a generated move is legal", fen);
    chess::Position after = position;
    after.make(move);
    require_sound(after);
    require(after.in_check() == chess::gives_check(position, move), "gives_check knows", fen);
    const chess::Square our_king = after.king(position.side_to_move());
    require(!after.is_attacked(our_king, after.side_to_move(), after.occupied()), "no move leaves the king en prise",
            fen);
  }
}

}  // namespace rocada::fuzz

// FEN: what is accepted is a sound position, what is refused is refused in one sentence.
#include "chess/fen.h"

#include "book/polyglot.h"
#include "eval/evaluator.h"
#include "eval/nnue/embedded_network.h"
#include "fuzz/laws.h"
#include "fuzz/position_laws.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocada;
  for (const auto variant : {chess::Variant::Standard, chess::Variant::ThreeCheck}) {
    const auto position = chess::parse_fen(fuzz::text_of(data, size), variant);
    if (!position) {
      fuzz::require_readable(position.error());
      continue;
    }
    fuzz::require_all_position_laws(*position);
    // What has bounds of its own on what a board may hold.
    const eval::Score score = eval::evaluate(*position, eval::nnue::embedded_network(position->variant()));
    fuzz::require(!eval::is_decisive(score), "an evaluation is never decisive", chess::to_fen(*position));
    if (book::is_book_position(*position)) book::possible_keys(*position);
  }
  return 0;
}

#include "chess/fen.h"

#include <fmt/format.h>

#include <array>
#include <initializer_list>
#include <optional>
#include <span>

#include "chess/game_kind.h"
#include "util/strings.h"

namespace rocada::chess {

namespace {

using util::Done;
using util::Error;
using util::Result;

Result<Done> parse_board(std::string_view field, PositionSetup& setup) {
  int rank = 7;
  int file = 0;
  const auto rank_error = [&](std::string_view what) { return Error{fmt::format("rank {} {}", rank + 1, what)}; };
  for (const char c : field) {
    if (c == '/') {
      if (file != 8) return rank_error(fmt::format("has {} squares, eight are needed", file));
      if (rank == 0) return Error{"more than eight ranks"};
      --rank;
      file = 0;
    } else if (c >= '1' && c <= '8') {
      file += c - '0';
      if (file > 8) return rank_error(fmt::format("has {} squares, eight are needed", file));
    } else if (const auto piece = Piece::from_letter(c)) {
      if (file > 7) return rank_error("has more than eight squares");
      setup[Square::at(File(file), Rank(rank))] = *piece;
      ++file;
    } else {
      return rank_error(
          fmt::format("holds '{}', which is neither a piece nor a number from 1 to 8", util::printable({&c, 1})));
    }
  }
  if (rank != 0) return Error{fmt::format("{} ranks, eight are needed", 8 - rank)};
  if (file != 8) return rank_error(fmt::format("has {} squares, eight are needed", file));
  return Done{};
}

// The outermost rook of `color` on the given side of its king; empty where there is none.
Bitboard outermost_rook(const PositionSetup& setup, Color color, CastlingSide side) {
  const Rank home = Rank::relative(color, 0);
  const int step = side == CastlingSide::King ? -1 : 1;  // from the edge towards the king
  for (int file = side == CastlingSide::King ? 7 : 0; file >= 0 && file < 8; file += step) {
    const Square square = Square::at(File(file), home);
    if (setup[square] == Piece(color, PieceType::King)) return Bitboard();
    if (setup[square] == Piece(color, PieceType::Rook)) return square;
  }
  return Bitboard();
}

bool king_is_home(const PositionSetup& setup, Color color) {
  for (int file = 0; file < 8; ++file) {
    if (setup[Square::at(File(file), Rank::relative(color, 0))] == Piece(color, PieceType::King)) return true;
  }
  return false;
}

Result<Done> parse_castling(std::string_view field, PositionSetup& setup) {
  if (field == "-") return Done{};
  for (const char letter : field) {
    const Color color = util::is_upper(letter) ? Color::White : Color::Black;
    const char lower = util::to_lower(letter);
    const Rank home = Rank::relative(color, 0);
    Bitboard rook;
    if (lower == 'k' || lower == 'q') {
      rook = outermost_rook(setup, color, lower == 'k' ? CastlingSide::King : CastlingSide::Queen);
    } else if (const auto file = File::parse(lower)) {
      const Square square = Square::at(*file, home);
      if (setup[square] == Piece(color, PieceType::Rook)) rook = square;
    } else {
      return Error{fmt::format("castling field '{}' holds '{}', which is neither one of KQkq nor a file letter",
                               util::printable(field), util::printable({&letter, 1}))};
    }
    if (!king_is_home(setup, color)) {
      return Error{fmt::format("castling right '{}', but the {} king is not on its home rank", letter, name_of(color))};
    }
    if (rook.empty()) return Error{fmt::format("castling right '{}', but there is no such castling rook", letter)};
    if (setup.castling_rooks.contains(rook)) {
      return Error{fmt::format("castling field '{}' names one right twice", util::printable(field))};
    }
    setup.castling_rooks |= rook;
  }
  return Done{};
}

// `3+2` (still to give) or `+0+1` (given): the checks given by each side, or nothing where the word is no counter.
std::optional<PerColor<int>> parse_check_counters(std::string_view word, int checks_to_win) {
  const bool given = !word.empty() && word.front() == '+';
  if (given) word.remove_prefix(1);
  if (word.size() != 3 || word[1] != '+' || !util::is_digit(word[0]) || !util::is_digit(word[2])) return std::nullopt;
  PerColor<int> checks;
  checks[Color::White] = given ? word[0] - '0' : checks_to_win - (word[0] - '0');
  checks[Color::Black] = given ? word[2] - '0' : checks_to_win - (word[2] - '0');
  return checks;
}

// What may follow the first four fields: check counters before or after the two clocks, each at most once.
Result<Done> parse_clocks_and_counters(std::span<const std::string_view> words, PositionSetup& setup) {
  const int checks_to_win = rules_of(setup.variant).checks_to_win;
  bool counters_seen = false;
  int clocks_seen = 0;
  for (const std::string_view word : words) {
    if (const auto checks = parse_check_counters(word, checks_to_win)) {
      if (checks_to_win == 0) {
        return Error{fmt::format("check counters '{}' belong to {}, not to {}", word,
                                 words_of({Variant::ThreeCheck}).xboard, words_of({setup.variant}).xboard)};
      }
      if (counters_seen) return Error{fmt::format("second check counters '{}'", word)};
      for (const Color color : kColors) {
        const int given = (*checks)[color];
        if (given < 0 || given > checks_to_win) {
          return Error{fmt::format("check counters '{}' are not between 0 and {}", word, checks_to_win)};
        }
      }
      setup.checks_given = *checks;
      counters_seen = true;
      continue;
    }
    const auto number = util::parse_integer<int>(word);
    if (clocks_seen == 0) {
      if (!number) return Error{fmt::format("half-move clock '{}' is not a number", util::printable(word))};
      setup.fifty_move_count = *number;
    } else if (clocks_seen == 1) {
      if (!number) return Error{fmt::format("move number '{}' is not a number", util::printable(word))};
      setup.full_move_number = *number == 0 ? 1 : *number;  // some programs count from zero
    } else {
      return Error{fmt::format("unexpected '{}' after the move number", util::printable(word))};
    }
    ++clocks_seen;
  }
  return Done{};
}

std::string castling_text(const Position& position, CastlingLetters letters) {
  const PositionSetup setup = position.to_setup();
  std::string text;
  for (const Color color : kColors) {
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      for (const Square rook : position.castling_rooks(color)) {
        if (castling_side(position.king(color), rook) != side) continue;
        char letter = rook.file().letter();
        if (letters == CastlingLetters::XFen && outermost_rook(setup, color, side) == rook) {
          letter = side == CastlingSide::King ? 'k' : 'q';
        }
        text += color == Color::White ? util::to_upper(letter) : letter;
      }
    }
  }
  return text.empty() ? "-" : text;
}

std::string board_text(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(Square::at(File(file), Rank(rank)));
      if (piece.is_none()) {
        ++empty;
      } else {
        flush();
        text += piece.letter();
      }
    }
    flush();
    if (rank > 0) text += '/';
  }
  return text;
}

}  // namespace

Result<Position> parse_fen(std::string_view text, Variant variant) {
  const auto words = util::split_words(text);
  constexpr std::array<std::string_view, 4> kFields = {"the board", "the side to move", "castling rights",
                                                       "en passant"};
  if (words.size() < kFields.size()) return Error{fmt::format("FEN ends before {}", kFields[words.size()])};

  PositionSetup setup;
  setup.variant = variant;
  if (const auto parsed = parse_board(words[0], setup); !parsed) return parsed.error();

  if (words[1] != "w" && words[1] != "b") {
    return Error{fmt::format("side to move '{}' is neither w nor b", util::printable(words[1]))};
  }
  setup.side_to_move = words[1] == "w" ? Color::White : Color::Black;

  if (const auto parsed = parse_castling(words[2], setup); !parsed) return parsed.error();

  if (words[3] != "-") {
    const auto square = Square::parse(words[3]);
    if (!square)
      return Error{fmt::format("en passant field '{}' is neither a square nor -", util::printable(words[3]))};
    setup.en_passant = *square;
  }
  const auto rest = std::span<const std::string_view>(words).subspan(kFields.size());
  if (const auto parsed = parse_clocks_and_counters(rest, setup); !parsed) return parsed.error();
  return Position::from_setup(setup);
}

std::string to_fen_without_clocks(const Position& position, CastlingLetters letters) {
  std::string text = fmt::format("{} {} {} {}", board_text(position),
                                 position.side_to_move() == Color::White ? 'w' : 'b', castling_text(position, letters),
                                 position.en_passant().any() ? position.en_passant().first().text() : "-");
  if (const int limit = position.rules().checks_to_win; limit > 0) {
    text +=
        fmt::format(" {}+{}", limit - position.checks_given(Color::White), limit - position.checks_given(Color::Black));
  }
  return text;
}

std::string to_fen(const Position& position, CastlingLetters letters) {
  return fmt::format("{} {} {}", to_fen_without_clocks(position, letters), position.fifty_move_count(),
                     position.full_move_number());
}

Position start_position(Variant variant) { return parse_fen(kStartFen, variant).value(); }

}  // namespace rocada::chess

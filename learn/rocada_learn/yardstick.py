"""How much of a deep search's verdict a judgement explains, on positions that nobody ever learns from.

Lines of a file: FEN <tab> 'cp N' (the search's score for the side to move) <tab> the game's result for White. FENs of
3-check have '3+3', the checks that White and Black have yet to give, before the counters. `rocada net judge` does the
same for a network that plays.
"""

import math
from dataclasses import dataclass

import numpy
import torch

from . import records
from .command import Problem
from .architecture import MOST_CHECKS
from .games import NORMAL, THREE_CHECK, state_of

_LABEL_SCALE = 200  # a label of so many centipawns is an expected result of 1 / (1 + 1/e)
_HIGHEST_LABEL = {NORMAL: 1500, THREE_CHECK: 2000}  # beyond it everything is won
_LETTERS = {letter: code for code, letter in enumerate("PNBRQK")}


@dataclass
class Yardstick:
    rows: torch.Tensor  # the positions, as records
    wanted: torch.Tensor  # expected results by the deep search

    def explained(self, expected):
        """Percent of the labels' variance that the expected results `expected` explain, sharpened or flattened as
        suits them best."""
        logits, wanted = torch.logit(expected.double().clamp(1e-6, 1 - 1e-6)), self.wanted.double()
        low, high = 0.02, 10.0

        def error(scale):
            return (torch.sigmoid(scale * logits) - wanted).square().mean().item()

        for _ in range(40):
            a, b = low + 0.382 * (high - low), low + 0.618 * (high - low)
            low, high = (low, b) if error(a) < error(b) else (a, high)
        return 100 * (1 - error(low) / wanted.var(unbiased=False).item())


def load(path, device):
    raw, wanted, games = [], [], set()
    try:
        with open(path) as file:
            for number, line in enumerate(file, 1):
                fen, (kind, value) = _columns(path, number, line)
                game, record = _record(path, number, fen)
                games.add(game)
                if len(games) > 1:
                    raise Problem(f"{path}, line {number}: a position of {game.name}, unlike those before")
                if kind == "mate" or abs(value) > _HIGHEST_LABEL[game]:
                    continue
                raw.append(record)
                wanted.append(1 / (1 + math.exp(-value / _LABEL_SCALE)))
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"cannot read {path}: {getattr(error, 'strerror', 'it is not text')}") from None
    if not raw:
        raise Problem(f"{path} has no position with a score")
    rows = records.as_rows(numpy.frombuffer(bytearray().join(raw), numpy.uint8).reshape(-1, records.RECORD_BYTES))
    return Yardstick(rows.to(device), torch.tensor(wanted, device=device))


def _columns(path, number, line):
    try:
        fen, score, _ = line.rstrip("\n").split("\t")
        kind, value = score.split()
        return fen, (kind, int(value))
    except ValueError:
        raise Problem(f"{path}, line {number}: not FEN, tab, 'cp N', tab, result") from None


def _record(path, number, fen):
    """Its game, and the position as a record without score, result and move."""
    try:
        placement, mover, *more = fen.split()
        game, state = _game_and_state(mover, more)
        squares = {}
        for rank, row in zip(range(7, -1, -1), placement.split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                    continue
                flipped = rank if mover == "w" else 7 - rank
                ours = letter.isupper() == (mover == "w")
                squares[8 * flipped + file] = _LETTERS[letter.upper()] | (0 if ours else 8)
                file += 1
    except (ValueError, KeyError):
        raise Problem(f"{path}, line {number}: '{fen}' is no position") from None
    record = bytearray(records.RECORD_BYTES)
    for place, square in enumerate(sorted(squares)):
        record[square // 8] |= 1 << square % 8
        record[8 + place // 2] |= squares[square] << 4 * (place % 2)
    record[records.GAME_BYTE], record[records.STATE_BYTE] = game.number, state
    return game, record


def _game_and_state(mover, fields):
    """From what a FEN has behind the side to move."""
    left = next((field for field in fields if "+" in field), None)
    if left is None:
        return NORMAL, 0
    white, black = (MOST_CHECKS + 1 - int(checks) for checks in left.split("+"))
    if not {white, black} <= set(range(MOST_CHECKS + 1)):
        raise ValueError(left)
    return THREE_CHECK, state_of(white, black) if mover == "w" else state_of(black, white)

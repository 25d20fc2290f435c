"""The games that networks learn, and what each has besides its board.

A game is in one of a few states beside the board, seen by each side with its own checks first: in 3-check 3 * checks
given by the own side + checks given by the other. Normal chess, Chess960 included, has no states: the board is all. The
table is the engine's: src/eval/nnue/game_states.h; so are the words: src/chess/game_kind.h.
"""

from dataclasses import dataclass

from .architecture import LEARNED_GAMES, MOST_CHECKS


@dataclass(frozen=True)
class Game:
    number: int  # in files of networks, records and teachers
    name: str  # in sentences
    word: str  # on command lines and in tables
    states: int  # 0: the board is all there is
    planes: int  # that a teacher has for them


GAMES = tuple(Game(*known, planes) for known, planes in zip(LEARNED_GAMES, (0, 4), strict=True))
NORMAL, THREE_CHECK = GAMES


def state_of(own_checks, other_checks):
    """The state as a side sees it that has given so many checks; numbers or tensors of them."""
    return (MOST_CHECKS + 1) * own_checks + other_checks


def checks_of(state):
    """The checks given by the own side and by the other."""
    return state // (MOST_CHECKS + 1), state % (MOST_CHECKS + 1)

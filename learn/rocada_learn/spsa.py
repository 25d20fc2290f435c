"""SPSA: many numbers tuned together by the results of games.

Each pair of games is played by the numbers with all of them moved a step up or down at random, against the same with
all moved the other way. Whoever wins, the numbers move a little towards him. No number can be told apart by one pair,
but over thousands of them each goes where it scores more. Steps and strides shrink as the run goes on, as Spall's
(1998) recommends.
"""

import random
import re
from dataclasses import dataclass

from .command import Problem
from .csv_files import CsvLog, read_table

_STEP_POWER = 0.101  # of the steps' shrinking
_STRIDE_POWER = 0.602
_WARM_UP_SHARE = 0.1  # of the run in which strides do not shrink much yet


@dataclass(frozen=True)
class Number:
    """One of the search's numbers and how it may move."""

    name: str
    lowest: int
    highest: int
    step: float  # at the end of the run
    start: int


def read_numbers(path, params):
    """The numbers of learn/tune.csv, with their present values from the text of src/search/params.h."""
    numbers = []
    for name, lowest, highest, step in read_table(path, name=str, lowest=int, highest=int, step=float):
        found = _assignment(name).search(params)
        if not found:
            raise Problem(f"{path} names {name}, which is no whole number of params.h")
        start = int(found[2])
        if not lowest <= start <= highest or step <= 0:
            raise Problem(f"{path}: {name} is {start}, which lies outside {lowest} to {highest}, or its step is none")
        numbers.append(Number(name, lowest, highest, step, start))
    return numbers


def with_values(params, values):
    """The text of params.h with other values, a dictionary of them by name."""
    for name, value in values.items():
        params, found = _assignment(name).subn(rf"\g<1>{value}\g<3>", params)
        if found != 1:
            raise Problem(f"{name} is no whole number of params.h")
    return params


def _assignment(name):
    return re.compile(rf"(inline constexpr (?:int|Score) {name} = )(-?\d+)(;)")


class Tuning:
    """Where a run stands: the present values, not rounded, and how many pairs have been played of how many."""

    def __init__(self, numbers, pairs, rate, seed, values=None, played=0):
        self.numbers, self.pairs, self._rate = numbers, pairs, rate
        self.values = values or [float(number.start) for number in numbers]
        self.played = played
        self._asked = played
        self._random = random.Random(f"{seed} {played}")

    def propose(self):
        """Directions, and the values that are to play each other: dictionaries of whole numbers by name."""
        self._asked += 1
        directions = [self._random.choice((-1, 1)) for _ in self.numbers]
        sides = []
        for sign in (1, -1):
            side = {}
            for number, value, direction in zip(self.numbers, self.values, directions):
                moved = value + sign * direction * self._step(number, self._asked)
                # Rounded up or down at random, so that less than one makes a difference too.
                whole = int(moved // 1) + (self._random.random() < moved % 1)
                side[number.name] = min(max(whole, number.lowest), number.highest)
            sides.append(side)
        return directions, *sides

    def learn(self, directions, half_points):
        """`half_points` are those of the first side from its two games, 0 to 4."""
        self.played += 1
        lead = (half_points - 2) / 2  # in games
        for i, (number, direction) in enumerate(zip(self.numbers, directions)):
            moved = self.values[i] + self._stride(number, self.played) * lead * direction
            self.values[i] = min(max(moved, number.lowest), number.highest)

    def whole_values(self):
        return {number.name: round(value) for number, value in zip(self.numbers, self.values)}

    def _step(self, number, pair):
        return number.step * (self.pairs / min(pair, self.pairs)) ** _STEP_POWER

    def _stride(self, number, pair):
        """How far a whole game of lead moves it: at the end of the run `rate` steps."""
        warm_up = _WARM_UP_SHARE * self.pairs
        shrunk = ((warm_up + self.pairs) / (warm_up + min(pair, self.pairs))) ** _STRIDE_POWER
        return self._rate * number.step**2 * shrunk / self._step(number, pair)


class Log:
    """Pairs played, half points of the last pair, then every value, row by row."""

    def __init__(self, path, numbers):
        self._file = CsvLog(path, ["pairs", "half points", *(number.name for number in numbers)])

    def last(self):
        """Pairs played and values, or nothing where there is no log yet."""
        rows = self._file.rows()
        return (int(rows[-1][0]), [float(value) for value in rows[-1][2:]]) if rows else None

    def add(self, tuning, half_points):
        self._file.add([tuning.played, half_points, *(f"{value:.3f}" for value in tuning.values)])

"""Screening: what each of several changes is worth, all tried in the same games.

In each pair of games one side has a random half of the changes and the other side the other half. The others cancel out
on the mean, so that each change is measured by all games, as exactly as if they had been played for it alone.
"""

import math
import random
from dataclasses import dataclass

from .csv_files import CsvLog, read_table

_ELO_OF_A_POINT = 1600 / math.log(10)  # near an equal score: what a lead of one point a game would be, were it linear
_ERROR_95 = 1.96


@dataclass(frozen=True)
class Change:
    """A number of the search with two values to compare."""

    name: str
    off: int
    on: int


def read_changes(path):
    """A CSV file: name, off, on."""
    return [Change(*row) for row in read_table(path, name=str, off=int, on=int)]


class Screening:
    """The pairs of games so far: which side had which change (1: the first, -1: the second), and how it went."""

    def __init__(self, changes, pairs, seed, results=()):
        self.changes, self.pairs = changes, pairs
        self.results = list(results)
        self._random = random.Random(f"{seed} {len(self.results)}")

    @property
    def played(self):
        return len(self.results)

    def propose(self):
        """Who has which change, and the values that are to play each other: dictionaries by name."""
        sides = [self._random.choice((-1, 1)) for _ in self.changes]
        first = {change.name: change.on if side > 0 else change.off for change, side in zip(self.changes, sides)}
        second = {change.name: change.off if side > 0 else change.on for change, side in zip(self.changes, sides)}
        return sides, first, second

    def learn(self, sides, half_points):
        """`half_points` are those of the first side from its two games, 0 to 4."""
        self.results.append((sides, half_points))

    def worth(self):
        """Of each change what it is worth in Elo, and the error of 95%."""
        leads = [(half_points - 2) / 4 for _, half_points in self.results]  # points a game above one half
        error = math.sqrt(sum(lead * lead for lead in leads)) / max(1, len(leads))
        return [(change, _ELO_OF_A_POINT * sum(sides[i] * lead for (sides, _), lead in zip(self.results, leads))
                 / max(1, len(leads)), _ERROR_95 * _ELO_OF_A_POINT * error) for i, change in enumerate(self.changes)]


class Log:
    """Half points of each pair, then the side that had each change, row by row."""

    def __init__(self, path, changes):
        named = (f"{change.name} {change.off} {change.on}" for change in changes)
        self._file = CsvLog(path, ["half points", *named])

    def results(self):
        return [([int(side) for side in row[1:]], int(row[0])) for row in self._file.rows()]

    def add(self, screening, half_points):
        self._file.add([half_points, *screening.results[-1][0]])

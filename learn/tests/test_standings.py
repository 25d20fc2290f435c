"""How pieces stand, against the rules told square by square."""

import random
import unittest

import support  # first: it skips these tests where numpy and PyTorch are missing
import synthetic
from rocada_learn import records
from rocada_learn.standings import standings
from synthetic import BISHOP, BLACK, CONTESTED, HANGING, KING, LOOSE, PAWN, QUEEN, ROOK, THREATENED, WHITE, Position


class Standings(unittest.TestCase):
    def test_are_those_of_the_rules(self):
        source = random.Random(5)
        positions = [synthetic.random_position(source) for _ in range(300)]
        found = standings(records.boards(support.rows(positions))).flatten(1).tolist()
        seen = set()
        for position, ways in zip(positions, found):
            flip = 56 if position.mover == BLACK else 0
            expected = synthetic.standings(position)
            self.assertEqual(ways, [expected.get(square ^ flip, 0) for square in range(64)])
            seen |= set(ways)
        self.assertEqual(seen, set(range(5)))

    def test_of_one_position_worked_out_by_hand(self):
        # White, to move: Kg1, Qd4, Ra1, Pa2, Ph3; Black: Kg8, Bf6, Pa7, Pb3.
        squares = {6: (WHITE, KING), 27: (WHITE, QUEEN), 0: (WHITE, ROOK), 8: (WHITE, PAWN),
                   23: (WHITE, PAWN), 62: (BLACK, KING), 45: (BLACK, BISHOP), 48: (BLACK, PAWN),
                   17: (BLACK, PAWN)}
        found = standings(records.boards(support.rows([Position(squares, WHITE)]))).flatten()
        self.assertEqual({square: found[square].item() for square in squares if found[square]},
                         {27: THREATENED, 8: CONTESTED, 23: LOOSE, 45: HANGING, 48: HANGING, 17: HANGING})


if __name__ == "__main__":
    unittest.main()

"""Records become features exactly as the formats say, and broken files are refused in one sentence."""

import random
import tempfile
import unittest
from pathlib import Path

import support  # first: it skips these tests where numpy and PyTorch are missing
import synthetic
import torch
from rocada_learn import records
from rocada_learn.command import Problem
from rocada_learn.games import GAMES, NORMAL, THREE_CHECK
from rocada_learn.network_file import KING_ZONES
from synthetic import BLACK, KING, PAWN, QUEEN, WHITE, Position


def inputs_of(features):
    return [set(row.nonzero().flatten().tolist()) for row in features]


class FeaturesOfAnyGame:
    """What a test case's positions, boards and states must agree on."""

    states = None  # where the game has none

    def test_are_those_of_the_slow_definition(self):
        for zones in KING_ZONES:
            found = inputs_of(records.dense_features(self.board, zones=zones, states=self.states))
            for number, position in enumerate(self.positions):
                self.assertEqual(found[number], synthetic.active_inputs(position, position.mover, zones))
                self.assertEqual(found[number + len(self.positions)],
                                 synthetic.active_inputs(position, 1 - position.mover, zones))

    def test_have_standings_behind_all_others(self):
        first = 768 * 4 + (0 if self.states is None else self.states.shape[1])
        found = inputs_of(records.dense_features(self.board, torch.bool, 4, self.states, True)[:, first:])
        for number, position in enumerate(self.positions):
            self.assertEqual(found[number], synthetic.active_standings(position, position.mover))
            self.assertEqual(found[number + len(self.positions)],
                             synthetic.active_standings(position, 1 - position.mover))
        dense = records.dense_features(self.board, zones=4, states=self.states, with_standings=True)
        sparse = records.sparse_features(self.board, 4, self.states, True).to_dense()
        self.assertTrue(torch.equal(sparse, dense[:, :sparse.shape[1]]))
        self.assertFalse(dense[:, sparse.shape[1]:].any())
        self.assertEqual(dense.shape[1] % 8, 0)


class Features(FeaturesOfAnyGame, unittest.TestCase):
    def setUp(self):
        source = random.Random(5)
        self.positions = [synthetic.random_position(source, score=source.randint(-3000, 3000),
                                                    result=source.randint(0, 2)) for _ in range(500)]
        self.rows = support.rows(self.positions)
        self.board = records.boards(self.rows)

    def test_are_the_same_dense_and_sparse(self):
        for zones in KING_ZONES:
            dense = records.dense_features(self.board, zones=zones)
            self.assertEqual(dense.shape, (2 * len(self.positions), 768 * zones))
            self.assertTrue(torch.equal(records.sparse_features(self.board, zones).to_dense(), dense))
            for precision in (torch.bfloat16, torch.bool):
                self.assertTrue(torch.equal(records.dense_features(self.board, precision, zones).float(), dense))

    def test_do_not_change_when_players_change_colours(self):
        self.assertEqual(list(map(synthetic.record, self.positions)),
                         [synthetic.record(synthetic.colours_swapped(position)) for position in self.positions])

    def test_do_not_change_when_the_board_is_mirrored(self):
        mirrored = support.rows(map(synthetic.left_right_mirrored, self.positions))
        for zones in KING_ZONES:
            self.assertTrue(torch.equal(records.dense_features(records.boards(mirrored), zones=zones),
                                        records.dense_features(self.board, zones=zones)))

    def test_change_sides_with_the_view(self):
        ours, theirs = records.dense_features(self.board).chunk(2)
        their_turn = records.dense_features(records.other_view(self.board))
        self.assertTrue(torch.equal(their_turn, torch.cat((theirs, ours))))

    def test_of_one_position_worked_out_by_hand(self):
        # White: Kg1, Pa2; Black, to move: Kb8, Qd8.
        position = Position({6: (WHITE, KING), 8: (WHITE, PAWN), 57: (BLACK, KING), 59: (BLACK, QUEEN)}, BLACK)
        black, white = inputs_of(records.dense_features(records.boards(support.rows([position]))))
        self.assertEqual(black, {5 * 64 + 1, 4 * 64 + 3, 384 + 5 * 64 + 62, 384 + 48})
        self.assertEqual(white, {5 * 64 + 1, 15, 384 + 5 * 64 + 62, 384 + 4 * 64 + 60})

    def test_of_kings_in_every_zone(self):
        # As tests/eval/nnue/accumulator_test.cpp has them for the engine.
        for square, white_zone, black_zone in (
            ("a1", 0, 3), ("b1", 0, 3), ("c1", 1, 3), ("d1", 1, 3), ("e1", 1, 3), ("f1", 1, 3), ("g1", 0, 3),
            ("h1", 0, 3), ("a2", 2, 3), ("e2", 2, 3), ("h3", 3, 3), ("d4", 3, 3), ("e6", 3, 3), ("c7", 3, 2),
            ("h7", 3, 2), ("b8", 3, 0), ("d8", 3, 1), ("e8", 3, 1), ("g8", 3, 0),
        ):
            king = "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)
            for colour, zone in ((WHITE, white_zone), (BLACK, black_zone)):
                position = Position({king: (colour, KING), 36: (1 - colour, KING)}, colour)
                board = records.boards(support.rows([position]))
                own = inputs_of(records.dense_features(board, zones=4))[0]
                self.assertEqual({number // 768 for number in own}, {zone}, (square, colour))

    def test_stand_beside_scores_results_and_buckets(self):
        self.assertEqual(records.scores(self.rows).tolist(), [position.score for position in self.positions])
        self.assertEqual(records.results(self.rows).tolist(), [position.result / 2 for position in self.positions])
        self.assertEqual(records.buckets(self.board).tolist(),
                         [(len(position.pieces) - 2) // 4 for position in self.positions])


class FeaturesOfThreeCheck(FeaturesOfAnyGame, unittest.TestCase):
    def setUp(self):
        source = random.Random(6)
        self.positions = [synthetic.random_position(source, checks=synthetic.random_checks(source)) for _ in range(300)]
        self.rows = support.rows(self.positions)
        self.board, self.states = records.boards(self.rows), records.states_of_views(self.rows, THREE_CHECK)

    def test_are_the_same_dense_and_sparse_but_for_columns_of_zeros(self):
        for zones in KING_ZONES:
            inputs = 768 * zones + 9
            dense = records.dense_features(self.board, zones=zones, states=self.states)
            sparse = records.sparse_features(self.board, zones, self.states).to_dense()
            self.assertEqual(sparse.shape, (600, inputs))
            self.assertEqual(dense.shape, (600, inputs + 7))
            self.assertTrue(torch.equal(sparse, dense[:, :inputs]))
            self.assertFalse(dense[:, inputs:].any())
            half = records.dense_features(self.board, torch.float16, zones, self.states)
            self.assertTrue(torch.equal(half.float(), dense))

    def test_of_checks_worked_out_by_hand(self):
        # White has given one check, Black two; Black is to move.
        position = Position({6: (WHITE, KING), 57: (BLACK, KING)}, BLACK, checks=(1, 2))
        rows = support.rows([position])
        self.assertEqual([checks.item() for checks in records.checks_given(rows)], [2, 1])
        self.assertEqual(records.states_of_views(rows, THREE_CHECK).int().argmax(1).tolist(), [7, 5])

    def test_are_there_only_in_a_game_with_states(self):
        self.assertIs(records.game_of(self.rows), THREE_CHECK)
        normal = support.rows([Position({6: (WHITE, KING), 57: (BLACK, KING)}, BLACK)])
        self.assertIs(records.game_of(normal), NORMAL)
        self.assertIsNone(records.states_of_views(normal, NORMAL))

    def test_are_of_games_that_their_numbers_lead_to(self):
        self.assertEqual([game.number for game in GAMES], list(range(len(GAMES))))
        self.assertEqual((NORMAL.name, NORMAL.word, NORMAL.states), ("normal chess", "normal", 0))
        self.assertEqual((THREE_CHECK.name, THREE_CHECK.word, THREE_CHECK.states), ("3-check", "3check", 9))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "test.records"

    def assert_refused(self, content, message):
        if content is not None:
            self.path.write_bytes(content)
        with self.assertRaisesRegex(Problem, message) as caught:
            records.load([self.path], "cpu")
        self.assertNotIn("\n", str(caught.exception))

    def test_keep_held_out_games_apart(self):
        synthetic.write_material_records(self.path, 1000, held_out_every=10)
        data = records.load([self.path, self.path], "cpu")
        self.assertEqual((len(data.training), len(data.validation)), (1800, 200))
        for part in (data.training, data.validation):
            found = set(records.moves(part).tolist())
            self.assertEqual(found, {game for game in range(1000) if (game % 10 == 0) == (part is data.validation)})
        everything = records.load_all([self.path], "cpu")
        self.assertEqual(set(records.moves(everything).tolist()), set(range(1000)))
        records.write(self.path, everything)
        self.assertTrue(torch.equal(records.load_all([self.path], "cpu"), everything))

    def test_are_refused_when_missing_or_cut(self):
        self.assert_refused(None, "cannot read .*No such file")
        self.assert_refused(b"", "is empty")
        self.assert_refused(bytes(33), "33 bytes, which is no multiple of 32")

    def test_are_refused_when_they_hold_something_else(self):
        kings = {4: (WHITE, KING), 60: (BLACK, KING)}
        good = synthetic.record(Position(kings, WHITE, held_out=True))
        for faulty, message in (
            (bytes(32), "record 1 does not have 2 to 32 pieces"),
            (b"\xff" * 32, "record 1 does not have 2 to 32 pieces"),
            (synthetic.record(Position({**kings, 5: (WHITE, KING)}, WHITE)), "one king for the side to move"),
            (synthetic.record(Position({**kings, 5: (WHITE, KING)}, BLACK)), "one king for the other side"),
            (synthetic.record(Position(kings, WHITE, result=3)), "has no result 0, 1 or 2"),
        ):
            self.assert_refused(good + faulty, message)

    def test_know_their_game(self):
        for three_check, game in ((False, NORMAL), (True, THREE_CHECK)):
            synthetic.write_material_records(self.path, 100, three_check=three_check)
            self.assertIs(records.load([self.path], "cpu").game, game)

    def test_are_refused_when_their_games_are_mixed_or_impossible(self):
        kings = {4: (WHITE, KING), 60: (BLACK, KING)}
        normal = synthetic.record(Position(kings, WHITE, held_out=True))
        three_check = synthetic.record(Position(kings, WHITE, checks=(1, 0)))
        for content, message in (
            (normal + three_check, "record 1 is of another game than the first"),
            (normal + normal[:30] + bytes((2, 0)), "record 1 is of an unknown game"),
            (normal[:30] + bytes((2, 0)) + normal, "record 0 is of an unknown game"),
            (normal + normal[:30] + bytes((0, 1)), "record 1 is in a state that its game does not have"),
            (three_check + three_check[:31] + bytes([9]), "record 1 is in a state that its game does not have"),
        ):
            self.assert_refused(content, message)
        other = self.path.with_name("other.records")
        self.path.write_bytes(normal + normal)
        other.write_bytes(three_check + three_check)
        for load in (records.load, records.load_all):
            with self.assertRaisesRegex(Problem, "holds positions of normal chess, .*other.records of 3-check: only"):
                load([self.path, self.path, other], "cpu")

    def test_are_refused_without_games_to_validate_with_or_to_learn_from(self):
        synthetic.write_material_records(self.path, 10, held_out_every=1)
        self.assert_refused(None, "nothing to learn from")
        synthetic.write_material_records(self.path, 10, held_out_every=11)
        self.path.write_bytes(self.path.read_bytes()[32:])
        self.assert_refused(None, "nothing to validate with")


if __name__ == "__main__":
    unittest.main()

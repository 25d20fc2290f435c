"""The engine evaluates a network as the trainer means it, input for input, zone for zone and state for state, and the
trainer reads the engine's records as they were written.

Needs the engine: ROCADA_ENGINE=build/rocada in the environment, as the test suite of the engine sets it. Self-play's
side is a test of its own.
"""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import support  # first: it skips these tests where numpy and PyTorch are missing
import numpy
import synthetic
from rocada_learn import export, network_file, records
from rocada_learn.architecture import ENGINE_HIDDEN, ENGINE_KING_ZONES, FADE_PER_PIECE, FULL_BOARD, MOST_PIECES
from rocada_learn.games import NORMAL, THREE_CHECK
from rocada_learn.network_file import INTEGERS, LAYERED, NetworkFile

ENGINE = os.environ.get("ROCADA_ENGINE")
# Kings of both colours in every zone and on both wings.
POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2QK2R b KQ - 0 1",
    "2kr3r/ppp2ppp/2n5/8/8/5N2/PPP2PPP/R4RK1 w - - 0 1",
    "1k1r4/pp3p1p/8/8/4q3/8/PP3PPP/K2R3R b - - 0 1",
    "8/pk3ppp/1p6/8/8/6P1/PP3PKP/8 w - - 0 1",
    "8/4kp1p/6p1/3p4/3P4/2P5/1PK4P/8 b - - 0 1",
    "8/5p1p/5kp1/8/1K6/8/PP4P1/8 w - - 0 1",
    "8/8/1k4p1/5p2/5K2/6P1/8/3N4 b - - 0 1",
    "3k1b2/1P6/8/8/8/8/6p1/2B1K3 w - - 0 1",
    "5k2/8/3K4/8/8/8/p7/7R b - - 0 1",
    "7K/P7/8/8/8/8/7p/k7 w - - 0 1",
)
CHECKS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (0, 1), (2, 1))  # given in each


def with_checks(fen, checks):
    """The FEN in 3-check: the checks that are left stand before the counters."""
    *board, half_moves, number = fen.split()
    return " ".join((*board, "{}+{}".format(*(3 - given for given in checks)), half_moves, number))


def checks_given(fen):
    """The checks of a FEN, if it is one of 3-check."""
    left = next((field for field in fen.split() if "+" in field), None)
    return left and tuple(3 - int(checks) for checks in left.split("+"))


def position_of(fen, checks=None):
    board, mover, *_ = fen.split()
    pieces, square = {}, 56
    for character in board:
        if character == "/":
            square -= 16
        elif character.isdigit():
            square += int(character)
        else:
            colour = synthetic.WHITE if character.isupper() else synthetic.BLACK
            pieces[square] = (colour, "pnbrqk".index(character.lower()))
            square += 1
    return synthetic.Position(pieces, synthetic.WHITE if mover == "w" else synthetic.BLACK, checks=checks)


def faded(score, position, game):
    """What eval::faded makes of a network's score, rounded towards zero."""
    gone = MOST_PIECES - len(position.pieces)
    return int(score * (FULL_BOARD - FADE_PER_PIECE * gone) / 1024) if game is NORMAL else score


def random_network(game):
    source = numpy.random.default_rng(1)
    limits = (40, 200, 40, 20, 2000, 600, 2_000_000, 600, 2_000_000)
    shapes = LAYERED.shapes(ENGINE_HIDDEN, ENGINE_KING_ZONES, game)
    return NetworkFile("random", [source.integers(-limit, limit, shape) for limit, shape in zip(limits, shapes)])


@unittest.skipUnless(ENGINE, "no engine: set ROCADA_ENGINE")
class TheEngine(unittest.TestCase):
    def test_evaluates_as_the_trainer_does(self):
        self.assert_evaluates_alike(NORMAL, "chess", POSITIONS, map(position_of, POSITIONS))

    def test_evaluates_three_check_as_the_trainer_does(self):
        self.assert_evaluates_alike(THREE_CHECK, "3check", map(with_checks, POSITIONS, CHECKS),
                                    map(position_of, POSITIONS, CHECKS))

    def assert_evaluates_alike(self, game, variant, fens, positions):
        network = random_network(game)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "random.nnue"
            network_file.write(path, network, INTEGERS)
            found = self.engine_scores(path, game, variant, fens)
        positions = list(positions)
        scores = export.integer_scores(network, *export.inputs(network, support.rows(positions))).tolist()
        expected = [faded(score, position, game) for score, position in zip(scores, positions)]
        self.assertEqual(found, expected)
        self.assertGreater(len(set(found)), len(POSITIONS) // 2)

    def test_writes_records_as_the_trainer_reads_them(self):
        for game, variant in ((NORMAL, "normal"), (THREE_CHECK, "3check")):
            with self.subTest(variant), tempfile.TemporaryDirectory() as folder:
                games, file = (str(Path(folder) / name) for name in ("games", "records"))
                self.engine("datagen", "--nodes", 100, "--games", 4, "--seed", 3, "--variant", variant, "--out", games)
                self.engine("data", "expand", games, "--min-ply", 0, "--max-score", 30000, "--out", file)
                rows = records.load_all([file], "cpu")
                played = iter(self.played(self.engine("data", "scores", games)))
            self.assertIs(records.game_of(rows), game)
            boards = records.boards(rows)
            pieces = (boards != records.EMPTY).flatten(1).sum(1)
            for record in zip(pieces.tolist(), records.scores(rows).tolist(), records.results(rows).tolist()):
                self.assertIn(record, played)  # in the order of the games; noisy positions have no records
            origins = boards.flatten(1).gather(1, (records.moves(rows) % 64)[:, None])
            self.assertTrue((origins < records.PIECE_CODES // 2).all(), "a piece of the side to move moves")
            self.assertEqual(records.states_of_views(rows, game) is None, game is NORMAL)

    def played(self, scores):
        """Pieces, score and result for the side to move, of each position that `data scores` tells."""
        for line in scores.splitlines()[1:]:
            if not line.startswith("#"):
                _, ply, _, pieces, score, result = line.split(",")
                white = int(ply) % 2 == 0
                yield (int(pieces), int(score) * (1 if white else -1),
                       float(result) if white else 1 - float(result))

    def engine(self, *words):
        return subprocess.run([ENGINE, *map(str, words)], capture_output=True, text=True, check=True).stdout

    def engine_scores(self, network, game, variant, fens):
        """For the side to move."""
        questions = "".join(f"position fen {fen}\neval\n" for fen in fens)
        talk = (f"uci\nsetoption name UCI_Variant value {variant}\nsetoption name EvalFile value {network}\n"
                f"{questions}quit\n")
        answer = subprocess.run([ENGINE], input=talk, capture_output=True, text=True, check=True).stdout
        self.assertIn(f"random for {game.name}", answer)
        return [int(text) for text in re.findall(r"Evaluation: .*, (-?\d+) in units of the search", answer)]


class SelfPlay(unittest.TestCase):
    def test_evaluates_plain_networks_as_the_trainer_does(self):
        # tests/selfplay/play_test.cpp holds learn/selfplay against the same scores.
        root = support.LEARN.parent
        for name in ("selfplay", "selfplay-3check"):
            network = network_file.read(root / "nets" / f"{name}.nnue", INTEGERS)
            lines = (root / "tests" / "selfplay" / f"{name}.scores").read_text().splitlines()
            fens, scores = zip(*(line.split("\t") for line in lines))
            rows = support.rows(position_of(fen, checks_given(fen)) for fen in fens)
            self.assertEqual(export.integer_scores(network, *export.inputs(network, rows)).tolist(),
                             list(map(int, scores)), name)


if __name__ == "__main__":
    unittest.main()

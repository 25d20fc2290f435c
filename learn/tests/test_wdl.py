"""The fit of win, draw and loss: it finds the parameters games were made with, and the engine reads what it writes."""

import csv
import os
import re
import stat
import subprocess
import sys
import unittest

import support  # first: it skips these tests where numpy and PyTorch are missing

import numpy

from rocada_learn import wdl
from rocada_learn.architecture import FADE_PER_PIECE, FULL_BOARD
from rocada_learn.command import Problem
from test_commands import Commands

TRUE = wdl.Model([8, 16, 24, 32], [340.0, 260.0, 200.0, 150.0], [50.0, 70.0, 80.0, 95.0])
COINS = wdl.Model([32], [15.0], [240.0])


def synthetic(model, positions, seed=1):
    """Games of one position each, with results as the model has them."""
    random = numpy.random.default_rng(seed)
    pieces = random.integers(2, 33, positions)
    score = numpy.round(random.normal(0, 300, positions)).astype(int)
    a, b = model.at(pieces)
    win, loss = (1 / (1 + numpy.exp((a - sign * score) / b)) for sign in (1, -1))
    luck = random.random(positions)
    result = numpy.where(luck < win, 1.0, numpy.where(luck > 1 - loss, 0.0, 0.5))
    return wdl.Games(numpy.arange(positions), pieces, score, result)


def lines_of(games, variant):
    return [f"{game},8,{variant},{pieces},{score},{result:g}"
            for game, pieces, score, result in zip(games.game, games.pieces, games.score, games.result)]


class Fit(unittest.TestCase):
    def test_finds_what_the_games_were_made_with(self):
        found = wdl.fit(synthetic(TRUE, 400_000), TRUE.pieces)
        numpy.testing.assert_allclose(found.even_chance, TRUE.even_chance, rtol=0.04)
        numpy.testing.assert_allclose(found.spread, TRUE.spread, rtol=0.06)

    def test_finds_it_where_hardly_a_game_is_drawn(self):
        found = wdl.fit(synthetic(COINS, 200_000), COINS.pieces)
        numpy.testing.assert_allclose(found.even_chance, COINS.even_chance, atol=3)
        numpy.testing.assert_allclose(found.spread, COINS.spread, rtol=0.03)

    def test_predicts_games_it_was_not_fitted_to(self):
        games = synthetic(TRUE, 40_000)
        unseen = wdl.predicted_unseen(games, TRUE.pieces, 4)
        numpy.testing.assert_allclose(unseen, TRUE.points(games.pieces, games.score), atol=0.05)
        # A fold whose games were all won does not teach itself that.
        games.result[games.game % 4 == 0] = 1
        others = wdl.predicted_unseen(games, TRUE.pieces, 4)
        numpy.testing.assert_allclose(others[games.game % 4 == 0], unseen[games.game % 4 == 0], atol=1e-6)

    def test_nothing_is_far_off_with_few_games(self):
        found = wdl.fit(synthetic(TRUE, 300), wdl.KNOTS["normal"])
        self.assertTrue(all(60 < a < 700 for a in found.even_chance), found)
        self.assertTrue(all(15 < b < 300 for b in found.spread), found)


class Calibration(unittest.TestCase):
    def test_a_true_model_is_calibrated_and_one_of_another_scale_is_not(self):
        games = synthetic(TRUE, 200_000)
        rows = wdl.calibration(TRUE.points(games.pieces, games.score), games)
        self.assertEqual(len(rows), 10)
        self.assertEqual(sum(positions for _, _, positions, *_ in rows), 2 * len(games))
        for low, high, _, _, predicted, real, error in rows:
            self.assertTrue(low <= predicted <= high)
            self.assertAlmostEqual(real, predicted, delta=0.02)
            self.assertLess(error, 0.02)
        wrong = wdl.Model(TRUE.pieces, [2 * a for a in TRUE.even_chance], TRUE.spread)
        self.assertTrue(any(abs(real - predicted) > 0.05 for *_, predicted, real, _ in
                            wdl.calibration(wrong.points(games.pieces, games.score), games)))

    def test_each_position_is_seen_by_both_players(self):
        won = wdl.Games(*(numpy.array([value]) for value in (0, 20, 100, 1.0)))
        (_, _, _, _, black, lost, _), (_, _, _, _, white, scored, _) = wdl.calibration(numpy.array([0.75]), won)
        self.assertEqual((black, lost, white, scored), (0.25, 0, 0.75, 1))

    def test_positions_of_one_game_are_one_witness(self):
        games = synthetic(TRUE, 1000)
        together = wdl.Games(games.game // 100, games.pieces, games.score, games.result)
        ten_times = wdl.Games(*(numpy.tile(column, 10)
                                for column in (games.game, games.pieces, games.score, games.result)))
        rows, repeated_rows, joined_rows = (wdl.calibration(TRUE.points(some.pieces, some.score), some)
                                            for some in (games, ten_times, together))
        for once, repeated in zip(rows, repeated_rows):
            self.assertAlmostEqual(once[-1], repeated[-1])
        self.assertEqual({row[3] for row in joined_rows}, {10})


class Command(Commands):
    """The whole command with an engine that only tells what was prepared."""

    def setUp(self):
        super().setUp()
        self.parameters = self.folder / "wdl_params.h"
        self.networks = {"normal": wdl.Network("old", 1), "3check": wdl.Network("checks", 2)}
        before = wdl.Parameters(self.networks, {"normal": TRUE, "3check": COINS})
        self.parameters.write_text(wdl.parameters_text(before))
        self.scores = self.folder / "scores"
        self.tell("network-00000000000000ab search-1", lines_of(synthetic(TRUE, 20_000), "normal"))
        self.engine = self.folder / "engine"
        self.engine.write_text(f'#!/bin/sh\nif [ "$1" = net ]; then printf '
                               f'"Name:  sixth\\nChecksum:  ab\\nGame:  normal chess\\n\\n'
                               f'Name:  checks\\nChecksum:  2\\nGame:  3-check\\n"; '
                               f"else cat {self.scores}; fi\n")
        self.engine.chmod(self.engine.stat().st_mode | stat.S_IXUSR)

    def tell(self, player, lines):
        self.scores.write_text("\n".join([",".join(wdl.COLUMNS), f"# {player}", *lines]) + "\n")

    def fit(self, *words):
        return self.run_here("fit-wdl", "any.games", "--engine", self.engine, "--parameters", self.parameters, *words)

    def test_writes_parameters_table_and_picture(self):
        table, plot = self.folder / "c.csv", self.folder / "c.svg"
        printed = self.fit("--table", table, "--plot", plot)
        self.assertRegex(printed, "normal, each game by a model fitted to others: 20000 games, 20000 positions")
        self.assertRegex(printed, "no games of 3check")
        found = wdl.parse_parameters(self.parameters.read_text())
        self.assertEqual(found.networks, {"normal": wdl.Network("sixth", 0xAB), "3check": self.networks["3check"]})
        self.assertEqual(found.models["3check"], COINS)
        self.assertNotEqual(found.models["normal"], TRUE)
        self.assertEqual(found.models["normal"].pieces, list(wdl.KNOTS["normal"]))
        with open(table, newline="") as file:
            self.assertEqual(len(list(csv.DictReader(file))), 10)
        self.assertIn("<svg", plot.read_text())
        checked = self.fit("--check")
        self.assertRegex(checked, "normal, parameters as they are: 20000 games")

    def test_each_variant_is_fitted_for_its_own_network(self):
        self.tell("network-0000000000000002 search-1", lines_of(synthetic(TRUE, 20_000), "3check"))
        self.fit()
        found = wdl.parse_parameters(self.parameters.read_text())
        self.assertEqual(found.networks, self.networks)
        self.assertEqual(found.models["normal"], TRUE)
        self.assertNotEqual(found.models["3check"], COINS)

    def test_games_of_another_network_are_refused(self):
        self.tell("network-00000000000000cd search-1", lines_of(synthetic(TRUE, 100), "normal"))
        before = self.parameters.read_text()
        with self.assertRaisesRegex(Problem, "played by network-00000000000000cd search-1, not by network-.*ab$"):
            self.fit()
        self.assertEqual(self.parameters.read_text(), before)

    def test_parameters_of_another_network_are_not_checked(self):
        with self.assertRaisesRegex(Problem, "is for the network old, not for sixth"):
            self.fit("--check")

    def test_parameters_are_for_evaluations_that_fade_as_the_engines_do(self):
        before = wdl.parse_parameters(self.parameters.read_text())
        before.fade_per_piece = FADE_PER_PIECE + 1
        before.networks["normal"] = wdl.Network("sixth", 0xAB)
        self.parameters.write_text(wdl.parameters_text(before))
        wanted = f"lose {FADE_PER_PIECE + 1}/1024 with each piece, not .* and {FADE_PER_PIECE}/1024"
        with self.assertRaisesRegex(Problem, wanted):
            self.fit("--check")
        before.full_board, before.fade_per_piece = FULL_BOARD + 1, FADE_PER_PIECE
        self.parameters.write_text(wdl.parameters_text(before))
        with self.assertRaisesRegex(Problem, f"count {FULL_BOARD + 1}/1024 and lose .*, not {FULL_BOARD}/1024 and"):
            self.fit("--check")
        self.fit()
        after = wdl.parse_parameters(self.parameters.read_text())
        self.assertEqual((after.full_board, after.fade_per_piece), (FULL_BOARD, FADE_PER_PIECE))
        self.fit("--check")

    def test_problems_are_told(self):
        self.tell("network-00000000000000ab", [])
        self.assert_refused("no games with results", "fit-wdl", "any", "--engine", self.engine)
        self.scores.write_text("something else\n")
        self.assert_refused("not what `rocada data scores` prints", "fit-wdl", "any", "--engine", self.engine)
        self.assert_refused("cannot run /no/engine", "fit-wdl", "any", "--engine", "/no/engine")


class ClockGames(Commands):
    def play(self, out, *arguments):
        engine = os.environ.get("ROCADA_ENGINE")
        if not engine:
            self.skipTest("set ROCADA_ENGINE to let it play")
        openings = self.folder / "o.epd"
        openings.write_text("8/8/8/4k3/8/8/4P3/4K3 w - - bm Ke1;\n6k1/5ppp/8/8/8/8/5PPP/R5K1 b - -\n")
        printed = self.run_here("clock-games", "--games", 4, "--openings", openings, "--threads", 2, "--engine", engine,
                                "--out", out, *arguments)
        self.assertRegex(printed, f"{out.name}: 4 games, 0 lost")
        return engine

    def test_clocks_that_count_nodes_make_the_same_games_each_time(self):
        first, second = self.folder / "first.pgn", self.folder / "second.pgn"
        for out in (first, second):
            self.play(out, "--clock", "1+0.01", "--nps", "100K")
        self.assertEqual(first.read_text(), second.read_text())

    def test_the_engine_plays_itself_and_reads_the_scores(self):
        out = self.folder / "games.pgn"
        engine = self.play(out, "--clock", "5+0.05")
        games, players = wdl.read_scores(engine, [out])
        self.assertEqual(players, [])
        self.assertGreater(len(games["normal"]), 4)
        self.assertEqual(out.read_text().count('[FEN "8/8/8/4k3'), 2)
        self.assertEqual(out.read_text().count('[Result "*"]'), 0)

    def test_problems_are_told(self):
        self.assert_refused("cannot be run", "clock-games", "--games", 1, "--engine", "/no/engine", "--out", "x")
        empty = self.folder / "empty"
        empty.write_text("")
        self.assert_refused("holds no positions", "clock-games", "--games", 1, "--engine", sys.executable, "--openings",
                            empty, "--out", "x")


class Parameters(unittest.TestCase):
    def test_those_of_the_engine_are_as_they_would_be_written(self):
        path = support.LEARN.parent / "src/eval/wdl_params.h"
        text = path.read_text()
        self.assertEqual(wdl.parameters_text(wdl.parse_parameters(text)), text)

    def test_the_engine_has_the_same_model(self):
        engine = os.environ.get("ROCADA_ENGINE")
        if not engine:
            self.skipTest("set ROCADA_ENGINE to compare with the engine")
        parameters = wdl.parse_parameters((support.LEARN.parent / "src/eval/wdl_params.h").read_text())
        for fen, pieces in (("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 32),
                            ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R b KQkq - 0 5", 32),
                            ("8/2k2p2/6p1/8/3P4/2K5/8/8 w - - 0 1", 5),
                            ("3r2k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1", 12)):
            told = subprocess.run([engine, "eval", fen], capture_output=True, text=True, check=True).stdout
            pawns = float(re.search(r"Evaluation for side to move: +([+-][\d.]+)", told)[1])
            win, draw, loss = (int(re.search(rf"{word} (\d+)", told)[1]) for word in ("win", "draw", "loss"))
            self.assertEqual(win + draw + loss, 1000)
            model = parameters.models["normal"]
            score = pawns * model.at(pieces)[0]
            self.assertAlmostEqual(float(model.points(pieces, score)), (win + draw / 2) / 1000, delta=0.01)


if __name__ == "__main__":
    unittest.main()

"""The tuner: its method on games whose best numbers are known, its files, and the command with a duel of its own."""

import math
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from rocada_learn import screening, spsa
from rocada_learn.command import Problem

LEARN = Path(__file__).resolve().parent.parent
PARAMS = "inline constexpr int kA = 50;\ninline constexpr Score kB = -20;\ninline constexpr double kC = 1.5;\n"
TABLE = "name,lowest,highest,step\nkA,0,200,8\nkB,-100,0,5\n"
BEST = {"kA": 120, "kB": -60}
# Answers as if every step away from the best numbers cost something.
FAKE_DUEL = f"""#!{sys.executable}
import random, sys
best = {BEST}
for line in sys.stdin:
    nodes, fen, *sides = line.split(";")
    off = [sum(abs(int(v) - best[n]) for n, v in (word.split("=") for word in side.split())) for side in sides]
    print(4 if off[0] < off[1] else 0 if off[0] > off[1] else 2, flush=True)
"""


class Folder(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)

    def file(self, name, text=None):
        path = os.path.join(self._folder.name, name)
        if text is not None:
            Path(path).write_text(text)
        return path


class MethodTest(Folder):
    def test_numbers_go_where_they_score_more(self):
        numbers = spsa.read_numbers(self.file("t.csv", TABLE), PARAMS)
        tuning = spsa.Tuning(numbers, 3000, 0.02, seed=1)
        chance = random.Random(5)

        def loss(side):
            return sum(((side[name] - best) / 60) ** 2 for name, best in BEST.items())

        for _ in range(3000):
            directions, first, second = tuning.propose()
            expected = 1 / (1 + math.exp(loss(first) - loss(second)))
            tuning.learn(directions, sum(2 * (chance.random() < expected) for _ in range(2)))
        start = loss({number.name: number.start for number in numbers})
        self.assertLess(loss(tuning.whole_values()), start / 4)

    def test_sides_mirror_each_other_and_stay_in_range(self):
        numbers = spsa.read_numbers(self.file("t.csv", TABLE.replace("kA,0,200,8", "kA,45,52,8")), PARAMS)
        tuning = spsa.Tuning(numbers, 100, 0.01, seed=2)
        for _ in range(100):
            directions, first, second = tuning.propose()
            self.assertTrue(all(45 <= side["kA"] <= 52 for side in (first, second)))
            self.assertEqual(first["kB"] > second["kB"], directions[1] > 0)

    def test_what_the_table_names_must_be_there(self):
        for table, sentence in ((TABLE.replace("kB", "kC"), "no whole number"), (TABLE.replace("200", "20"), "outside"),
                                (TABLE.replace(",5\n", ",five\n"), "is not name"),
                                ("name,lowest,highest,step\n", "no rows")):
            with self.assertRaisesRegex(Problem, sentence):
                spsa.read_numbers(self.file("t.csv", table), PARAMS)

    def test_the_projects_own_table_fits_its_numbers(self):
        params = (LEARN.parent / "src/search/params.h").read_text()
        numbers = spsa.read_numbers(LEARN / "tune.csv", params)
        self.assertGreater(len(numbers), 30)
        self.assertEqual(spsa.with_values(params, {number.name: number.start for number in numbers}), params)


class ScreeningTest(Folder):
    def test_each_change_is_told_apart_from_the_others(self):
        worth = {"kGood": 60, "kNothing": 0, "kBad": -40}  # Elo
        changes = [screening.Change(name, 0, 1) for name in worth]
        tried = screening.Screening(changes, 4000, seed=3)
        chance = random.Random(7)
        for _ in range(4000):
            sides, first, second = tried.propose()
            lead = sum(elo * (first[name] - second[name]) for name, elo in worth.items())
            expected = 1 / (1 + 10 ** (-lead / 400))
            tried.learn(sides, sum(2 * (chance.random() < expected) for _ in range(2)))
        for change, elo, error in tried.worth():
            self.assertLess(abs(elo - worth[change.name]), 1.5 * error, change)
            self.assertLess(error, 10)

    def test_what_is_no_change_is_refused(self):
        for table, sentence in (("name,off,on\nkA,0,much\n", "is not name, off, on"), ("name,off,on\n", "no rows")):
            with self.assertRaisesRegex(Problem, sentence):
                screening.read_changes(self.file("c.csv", table))


class CommandTest(Folder):
    def tune(self, *words):
        tables = ("--numbers", self.file("t.csv", TABLE), "--params", self.file("params.h"))
        done = subprocess.run([sys.executable, LEARN / "tune", *words, *tables], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def run_pairs(self, pairs, *more):
        return self.tune("run", self.file("log.csv"), "--openings", self.file("book.epd"), "--pairs", str(pairs),
                         "--nodes", "100", "--threads", "2", "--rate", "0.1", *more)

    def setUp(self):
        super().setUp()
        self.file("params.h", PARAMS)
        self.file("book.epd", "6k1/8/8/8/8/8/8/3R2K1 w - - bm Rd8;\n")
        self.duel = self.file("duel", FAKE_DUEL)
        os.chmod(self.duel, 0o755)

    def test_changes_are_screened_and_a_run_goes_on_where_its_log_ends(self):
        changes = self.file("changes.csv", "name,off,on\nkA,50,120\nkB,-60,-20\n")
        words = [sys.executable, LEARN / "tune", "screen", changes, self.file("screen.csv"), "--openings",
                 self.file("book.epd"), "--nodes", "100", "--threads", "2", "--duel", self.duel]
        for pairs in (20, 60):
            done = subprocess.run([*words, "--pairs", str(pairs)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("20 of 60 pairs played", done.stdout)
        told = done.stdout.splitlines()[-2:]
        self.assertRegex(told[0], r"^kA +50 -> +120  Elo +\+")
        self.assertRegex(told[1], r"^kB +-60 -> +-20  Elo +-")

    def test_a_run_goes_on_where_its_log_ends_and_is_applied(self):
        self.assertEqual(self.run_pairs(30, "--duel", self.duel)[0], 0)
        code, said = self.run_pairs(400, "--duel", self.duel)
        self.assertEqual(code, 0, said)
        self.assertIn("30 of 400 pairs played", said)
        rows = Path(self.file("log.csv")).read_text().splitlines()
        self.assertEqual(len(rows), 401)
        code, said = self.tune("apply", self.file("log.csv"))
        self.assertEqual(code, 0, said)
        text = Path(self.file("params.h")).read_text()
        values = {number.name: number.start for number in spsa.read_numbers(self.file("t.csv"), text)}
        self.assertLess(abs(values["kA"] - BEST["kA"]), 35)
        self.assertLess(abs(values["kB"] - BEST["kB"]), 20)
        self.assertIn("kC = 1.5;", text)

    def test_a_duel_that_fails_is_told(self):
        code, said = self.run_pairs(3, "--duel", "/no/such/duel")
        self.assertEqual(code, 1)
        self.assertIn("cannot run /no/such/duel", said)
        self.file("duel", "#!/bin/sh\necho broken >&2\nexit 1\n")
        code, said = self.run_pairs(3, "--duel", self.duel)
        self.assertEqual(code, 1)
        self.assertIn("broken", said)


if __name__ == "__main__":
    unittest.main()

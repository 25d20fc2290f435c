"""The commands as a person runs them: what they write, what a killed run leaves, what they say when something is wrong.
"""

import contextlib
import csv
import importlib.machinery
import importlib.util
import io
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import support  # first: it skips these tests where numpy and PyTorch are missing
import synthetic
from rocada_learn import generation, network_file
from rocada_learn.command import Problem, clock_time, count
from rocada_learn.games import THREE_CHECK
from rocada_learn.network_file import FLOATS, INTEGERS

LEARN = support.LEARN


def loaded(command):
    """An executable of learn/ as a module, so that most tests need not wait for a new process to import PyTorch."""
    loader = importlib.machinery.SourceFileLoader(command, str(LEARN / command))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(command, loader))
    with mock.patch.object(sys, "dont_write_bytecode", True):
        loader.exec_module(module)
    return module


class Commands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.records = self.folder / "test.records"
        synthetic.write_material_records(self.records, 2000)

    def labelled_positions(self):
        positions = self.folder / "positions.tsv"
        positions.write_text("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\tcp 150\t1\n"
                             "4k3/3q4/8/8/8/8/8/4K3 w - - 0 1\tcp -900\t0\n")
        return positions

    def run_here(self, command, *words):
        """Runs a command in this process; returns what it printed. Problems come through."""
        printed = io.StringIO()
        with mock.patch.object(sys, "argv", [command, *map(str, words)]), contextlib.redirect_stdout(printed):
            loaded(command).main()
        return printed.getvalue()

    def assert_refused(self, message, command, *words):
        with self.assertRaisesRegex(Problem, message) as caught:
            self.run_here(command, *words)
        self.assertNotIn("\n", str(caught.exception))


class Train(Commands):
    small = ("--hidden", 16, "--batch", 256, "--device", "cpu")

    def test_writes_network_checkpoint_curve_and_figures(self):
        out = self.folder / "deep" / "net1"
        printed = self.run_here("train", self.records, "--out", out, *self.small, "--positions", "20K", "--reports", 5,
                                "--wdl", "0.2:0.6")
        self.assertRegex(printed, r"100\.0%.* M/s.*validation 0\.\d+, 0:00 left")
        self.assertRegex(printed, r"largest [01]\.\d+ centipawns")
        self.assertEqual(network_file.read(f"{out}.nnue", INTEGERS).name, "net1")
        self.assertEqual(network_file.read(f"{out}.float", FLOATS).hidden, 16)
        with open(f"{out}.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), ["step", "positions", "seconds", "lr", "train_loss", "validation_loss",
                                         "positions_per_second"])
        self.assertEqual(len(rows), 5)
        self.assertLess(float(rows[-1]["validation_loss"]), float(rows[0]["validation_loss"]))
        figures = json.loads(Path(f"{out}.json").read_text())
        self.assertEqual((figures["training_positions"], figures["validation_positions"]), (1800, 200))
        self.assertEqual(figures["settings"]["final_result_weight"], 0.6)

    def test_keeps_to_seconds(self):
        looks = itertools.count()
        with mock.patch("time.perf_counter", lambda: next(looks) / 100):  # a clock that goes on where it is looked at
            self.run_here("train", self.records, "--out", self.folder / "net", *self.small, "--seconds", 2)
        seconds = json.loads((self.folder / "net.json").read_text())["last_report"]["seconds"]
        self.assertGreaterEqual(seconds, 2)
        self.assertLess(seconds, 2.1)

    def test_leaves_a_checkpoint_when_stopped_that_can_be_exported_and_started_from(self):
        out = self.folder / "net"
        process = subprocess.Popen([sys.executable, LEARN / "train", self.records, "--out", out, "--positions", "10G",
                                    "--reports", "1M", *map(str, self.small)], stdout=subprocess.PIPE, text=True)
        while "validation" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
        process.stdout.close()
        self.assertEqual(process.wait(), 130)
        self.assertIn("stopped after", rest)
        self.run_here("export", f"{out}.float", "--out", self.folder / "e.nnue", "--name", "e", "--records",
                      self.records)
        self.assertEqual(network_file.read(self.folder / "e.nnue", INTEGERS).name, "e")
        more = (self.records, "--out", self.folder / "more", "--positions", 1000, "--start-from",
                self.folder / "e.nnue")
        self.run_here("train", *more, *self.small)
        self.assert_refused("has 16 neurons for each side, more than 8", "train", *more, "--hidden", 8)
        both = (f"{out}.float", f"{self.folder}/more.nnue", "--out", self.folder / "mean.nnue")
        self.assertRegex(self.run_here("export", *both, "--records", self.records), r"largest [01]\.\d+ centipawns")

    def test_grows_king_zones(self):
        one, grown, zoned, both = (self.folder / name for name in ("one", "grown.nnue", "zoned", "both.nnue"))
        length = ("--positions", 2000)
        self.run_here("train", self.records, "--out", one, *self.small, *length)
        printed = self.run_here("export", f"{one}.nnue", "--king-zones", 4, "--out", grown, "--records", self.records)
        self.assertIn("(6144 -> 16 -> 8) x 2", printed)
        self.assertEqual(network_file.read(grown, INTEGERS).zones, 4)
        for start in (f"{one}.nnue", grown):
            printed = self.run_here("train", self.records, "--out", zoned, *self.small, *length, "--king-zones", 4,
                                    "--start-from", start)
            self.assertIn("(6144 -> 16 -> 8) x 2", printed)
            self.assertRegex(printed, r"largest [01]\.\d+ centipawns")
        self.run_here("export", f"{zoned}.nnue", f"{one}.nnue", "--out", both, "--records", self.records)
        self.assertEqual(network_file.read(both, INTEGERS).zones, 4)
        fewer = "has 4 king zones, more than 1"
        self.assert_refused(fewer, "train", self.records, "--out", one, *self.small, *length, "--start-from", grown)
        self.assert_refused(fewer, "export", grown, "--king-zones", 1, "--out", both)

    def test_trains_networks_of_either_form(self):
        plain, layered, length = self.folder / "plain", self.folder / "layered", ("--positions", 2000)
        printed = self.run_here("train", self.records, "--out", plain, "--form", "plain", *self.small, *length)
        self.assertIn("(768 -> 16) x 2 -> 8", printed)
        start = (self.records, "--out", layered, *self.small, *length, "--start-from", f"{plain}.nnue")
        self.assert_refused("has 16 neurons for each side, more than 8", "train", *start)
        printed = self.run_here("train", *start, "--hidden", 32)
        self.assertIn("(3840 -> 32 -> 16) x 2 -> (16 -> 32 -> 1) x 8", printed)
        self.assertRegex(printed, r"largest [01]\.\d+ centipawns")
        self.assert_refused("is layered: a plain network cannot go on with it", "train", self.records, "--out", plain,
                            *self.small, *length, "--form", "plain", "--start-from", f"{layered}.nnue")
        self.assert_refused("come in pairs", "train", self.records, "--out", plain, *length, "--hidden", 15)

    def test_trains_for_three_check_from_a_network_for_normal_chess(self):
        normal, start, three_check = (self.folder / name for name in ("normal", "start.nnue", "three"))
        length = ("--positions", 2000)
        self.run_here("train", self.records, "--out", normal, *self.small, *length)
        records = self.folder / "three.records"
        synthetic.write_material_records(records, 2000, three_check=True)
        printed = self.run_here("export", f"{normal}.nnue", "--game", "3-check", "--out", start, "--records", records)
        self.assertIn("(3849 -> 16 -> 8) x 2", printed)
        for network in (f"{normal}.nnue", start, f"{three_check}.float"):
            printed = self.run_here("train", records, "--out", three_check, *self.small, *length, "--start-from",
                                    network)
            self.assertIn("1,800 positions of 3-check to learn from", printed)
            self.assertRegex(printed, r"largest [01]\.\d+ centipawns")
        trained = network_file.read(f"{three_check}.nnue", INTEGERS)
        self.assertIs(trained.game, THREE_CHECK)
        self.assertTrue(trained.arrays[0][768:].any())
        self.assert_refused("network three is one for 3-check: one for normal chess cannot begin with it", "train",
                            self.records, "--out", normal, *self.small, *length, "--start-from", f"{three_check}.nnue")
        self.assert_refused("is one for 3-check, but the records are of normal chess", "export", start, "--records",
                            self.records, "--out", start)

    def test_teaches_a_teacher_and_learns_from_it(self):
        first, second = self.folder / "first.pt", self.folder / "second.pt"
        taught, positions = self.folder / "taught.records", self.labelled_positions()
        length = ("--positions", 2000, "--batch", 500)
        printed = self.run_here("teacher", "train", self.records, "--out", first, *length, "--width", 8, "--blocks", 1,
                                "--yardstick", positions)
        self.assertRegex(printed, r"held out: score 0\.\d+")
        self.assertRegex(printed, r"% explained, 2 positions")
        printed = self.run_here("teacher", "train", self.records, "--deep", self.records, "--out", second, *length,
                                "--start-from", first, "--result-share", 0.25)
        self.assertIn("0 M positions seen before", printed)
        self.assertRegex(self.run_here("teacher", "judge", second, positions), r"% explained, 2 positions")
        self.run_here("teacher", "label", self.records, "--teacher", second, "--out", taught)
        self.assertEqual(taught.stat().st_size, self.records.stat().st_size)
        self.run_here("train", taught, "--out", self.folder / "pupil", "--positions", 2000, *self.small)
        self.assert_refused("is not a teacher, or damaged", "teacher", "judge", positions, positions)
        self.assert_refused("cannot read", "teacher", "judge", self.folder / "nobody.pt", positions)

    def test_teaches_three_check_to_a_teacher_of_normal_chess(self):
        normal, three_check, taught = (self.folder / name for name in ("normal.pt", "three.pt", "taught.records"))
        records, positions = self.folder / "three.records", self.folder / "positions.tsv"
        synthetic.write_material_records(records, 2000, three_check=True)
        positions.write_text("4k3/8/8/8/8/8/3P4/4K3 w - - 3+3 0 1\tcp 150\t1\n"
                             "4k3/3q4/8/8/8/8/8/4K3 w - - 3+1 0 1\tcp -1900\t0\n")
        length = ("--positions", 2000, "--batch", 500)
        self.run_here("teacher", "train", self.records, "--out", normal, *length, "--width", 8, "--blocks", 1)
        printed = self.run_here("teacher", "train", records, "--deep", records, "--out", three_check, *length,
                                "--start-from", normal, "--yardstick", positions)
        self.assertIn("1,800 positions of 3-check and 1,800 deep ones", printed)
        self.assertRegex(printed, r"% explained, 2 positions")
        self.run_here("teacher", "label", records, "--teacher", three_check, "--out", taught)
        self.assertIn("of 3-check", self.run_here("train", taught, "--out", self.folder / "pupil", "--positions", 2000,
                                                  *self.small))
        other = "is one of normal chess, but the positions are of 3-check"
        self.assert_refused(other, "teacher", "judge", normal, positions)
        self.assert_refused(other, "teacher", "label", records, "--teacher", normal, "--out", taught)
        again = (self.records, "--out", normal, *length)
        self.assert_refused(other, "teacher", "train", *again, "--yardstick", positions)
        self.assert_refused(other, "teacher", "train", *again, "--deep", records)
        self.assert_refused("teacher three is one of 3-check: one of normal chess cannot begin with it", "teacher",
                            "train", *again, "--start-from", three_check)

    def test_ends_with_one_line_when_something_is_wrong(self):
        answer = subprocess.run([sys.executable, LEARN / "train", self.folder, "--out", self.folder / "net",
                                 "--seconds", "60"], capture_output=True, text=True)
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stderr, r"^train: .* is a directory, not a file of training records\n$")

    def test_says_what_is_wrong(self):
        out = ("--out", self.folder / "net", "--seconds", 9)
        self.assert_refused("cannot read .*missing", "train", self.folder / "missing", *out)
        self.assert_refused("1 to 23 ASCII characters", "train", self.records, *out, "--name", "ö")
        self.assert_refused("device 'quantum'", "train", self.records, *out, "--device", "quantum")
        self.assert_refused("cannot write /proc/none", "train", self.records, "--out", "/proc/none/net", "--seconds", 9)
        self.assert_refused("before training could begin", "train", self.records, *out[:3], 1e-9)
        self.assert_refused("is not a network file of the kind RocadaNF", "export", self.records, *out[:2])
        for words in (("--seconds", -1), ("--positions", "many"), ("--seconds", 1, "--wdl", "1.5"),
                      ("--seconds", 1, "--king-zones", 3), ("--seconds", 1, "--full-board-weight", 0), ()):
            with self.assertRaises(SystemExit) as caught, contextlib.redirect_stderr(io.StringIO()):
                self.run_here("train", self.records, *out[:2], *words)
            self.assertEqual(caught.exception.code, 2)


class OneGeneration(Commands):
    training = ("--", "--positions", "20K", "--hidden", 16, "--batch", 256, "--device", "cpu")

    def setUp(self):
        super().setUp()
        self.common = ("--engine", LEARN / "tests" / "fake_engine", "--name", "g1", "--work", self.folder / "work",
                       "--nets", self.folder / "nets")

    def test_goes_from_an_engine_to_a_network_with_a_card(self):
        old = self.folder / "old.nnue"
        old.touch()
        match = "{python} -c 'import sys; print(sys.argv[1:]); print(\"new vs old: Elo +12\")' {new} {old}"
        self.run_here("generation", *self.common, "--games", 50, "--nodes", 700, "--also", self.records, "--old", old,
                      "--match-command", match, *self.training)
        nets = self.folder / "nets"
        self.assertEqual(network_file.read(nets / "g1.nnue", INTEGERS).name, "g1")
        card = (nets / "g1.md").read_text()
        for text in ("# g1", "(3840 -> 16 -> 8) x 2 -> (16 -> 32 -> 1) x 8", "Fake 1.0",
                     "1,800 to learn from, 200 held out", "commit", "validation 0.", "--nodes 700 --games 50",
                     "| match | new vs old: Elo +12 |", "old.nnue"):
            self.assertIn(text, card)
        self.assertIn("Elo +12", (nets / "generations.log").read_text())
        self.assert_refused("exists: choose another --name", "generation", *self.common, "--games", 1, *self.training)

    def test_plays_no_match_when_told_so(self):
        self.run_here("generation", *self.common, "--data-seconds", 1, "--match-games", 0, *self.training)
        self.assertIn("--seconds 1", (self.folder / "work" / "g1.games").read_text())
        self.assertIn("not played", (self.folder / "nets" / "g1.md").read_text())

    def test_goes_by_a_teacher_that_goes_on_from_run_to_run(self):
        teacher = self.folder / "teacher.pt"
        for name, before in (("g1", "begun"), ("g2", "--start-from")):
            options = "--positions 2000 --batch 500 --device cpu"
            if before == "begun":
                options += " --width 8 --blocks 1"
            self.run_here("generation", *self.common, "--name", name, "--games", 5, "--match-games", 0, "--teacher",
                          teacher, "--teacher-options", options, *self.training)
            card = (self.folder / "nets" / f"{name}.md").read_text()
            self.assertEqual("--start-from" in card, before == "--start-from")
            self.assertIn(f"| teacher | {teacher} |", card)
            self.assertTrue((self.folder / "work" / f"{name}.taught").exists())

    def test_has_the_teacher_learn_scores_from_deep_games_and_a_player_learn_from_the_teacher(self):
        positions = self.labelled_positions()
        self.run_here("generation", *self.common, "--games", 5, "--match-games", 0, "--seed", 3,
                      "--deep-seconds", 2, "--deep-nodes", 900, "--deep-threads", 7,
                      "--teacher", self.folder / "teacher.pt", "--teacher-options",
                      "--positions 2000 --batch 500 --device cpu --width 8 --blocks 1",
                      "--label-options", "--result-share 0.25 --device cpu", "--yardstick", positions,
                      "--player-options", "--positions 20K --hidden 16 --batch 256 --device cpu", *self.training)
        work, nets = self.folder / "work", self.folder / "nets"
        deep = (work / "g1.deep.games").read_text()
        for text in ("--threads 7 --nodes 100 --sample-nodes 900", "--seconds 2.0 --seed 1000003"):
            self.assertIn(text, deep)
        self.assertIn("--seed 3 ", (work / "g1.games").read_text())
        card = (nets / "g1.md").read_text()
        for text in (f"--deep {work / 'g1.deep.records'}", "--result-share 0.25", f"--yardstick {positions}",
                     f"net judge {positions} --network {nets / 'g1.nnue'}", "--form plain --positions 20K"):
            self.assertIn(text, card)
        self.assertIn("played 1000000000 games with 100 nodes", (work / "log.txt").read_text())
        self.assertEqual(network_file.read(nets / "g1-selfplay.nnue", INTEGERS).form.name, "plain")

    @mock.patch.dict(os.environ, FAKE_DATAGEN_FAILS="100")
    def test_says_what_became_of_deep_games(self):
        self.assert_refused("playing deep games failed with status 1: fake: no room", "generation", *self.common,
                            "--games", 5, "--deep-seconds", 2, "--deep-nodes", 900, "--teacher",
                            self.folder / "teacher.pt", *self.training)

    def test_leaves_network_and_card_when_it_is_killed_in_the_match(self):
        match = "{python} -c 'import os, signal; os.kill(os.getppid(), signal.SIGKILL)'"
        words = [sys.executable, LEARN / "generation", *self.common, "--games", 5, "--match-command", match,
                 *self.training]
        done = subprocess.run([str(word) for word in words], capture_output=True)
        self.assertEqual(done.returncode, -signal.SIGKILL)
        self.assertEqual(network_file.read(self.folder / "nets" / "g1.nnue", INTEGERS).name, "g1")
        self.assertIn("| match | not played to its end |", (self.folder / "nets" / "g1.md").read_text())

    @mock.patch.dict(os.environ, FAKE_ZONES="4")
    def test_trains_with_king_zones_when_told_so(self):
        self.run_here("generation", *self.common, "--games", 5, "--match-games", 0, *self.training, "--king-zones", 4)
        self.assertEqual(network_file.read(self.folder / "nets" / "g1.nnue", INTEGERS).zones, 4)
        card = (self.folder / "nets" / "g1.md").read_text()
        for text in ("(6144 -> 16 -> 8) x 2 -> (16 -> 32 -> 1) x 8", "| king zones | 4 |"):
            self.assertIn(text, card)

    def test_plays_on_the_gpu_when_told_so(self):
        net = self.folder / "narrow.nnue"
        net.touch()
        self.run_here("generation", *self.common, "--games", 5, "--selfplay", LEARN / "tests" / "fake_engine",
                      "--selfplay-net", net, "--match-games", 0, *self.training)
        games = self.folder / "work" / "g1.games"
        self.assertEqual(games.read_text(), f"generate --net {net} --nodes 1000 --games 5 --seed 1 --out {games}")

    def test_has_quick_games_labelled_that_the_teacher_does_not_learn_from(self):
        large, small = self.folder / "large.nnue", self.folder / "small.nnue"
        for net in (large, small):
            net.touch()
        self.run_here("generation", *self.common, "--games", 5, "--match-games", 0, "--seed", 3, "--nodes", 200,
                      "--selfplay", LEARN / "tests" / "fake_engine", "--selfplay-net", large,
                      "--quick-seconds", 2, "--quick-net", small, "--teacher", self.folder / "teacher.pt",
                      "--teacher-options", "--positions 2000 --batch 500 --device cpu --width 8 --blocks 1",
                      "--label-options", "--device cpu --share 0.5", "--quick-label-options", "--device cpu",
                      *self.training)
        work = self.folder / "work"
        self.assertIn(f"generate --net {large} --nodes 200", (work / "g1.games").read_text())
        self.assertIn(f"generate --net {small} --nodes 40 ", (work / "g1.quick.games").read_text())
        card = (self.folder / "nets" / "g1.md").read_text()
        self.assertIn(f"train {work / 'g1.records'} --out", card)
        for source, options in (("g1", "--device cpu --share 0.5"), ("g1.quick", "--device cpu")):
            self.assertIn(f"label {work / source}.records --teacher {self.folder / 'teacher.pt'} --out "
                          f"{work / source}.taught {options}\n", card)
        self.assertIn(f"train {work / 'g1.taught'} {work / 'g1.quick.taught'} --out", card)

    def test_is_of_the_variant_it_is_told(self):
        self.assert_refused(r"the engine's network is \(3849 .*, one of \(3849 -> 32", "generation", *self.common,
                            "--variant", "3check", "--games", 5, "--", "--hidden", 32, "--positions", "20K")
        self.assert_refused("data expand failed", "generation", *self.common, "--variant", "3check", "--games", 5,
                            "--filters=--fail", *self.training)
        self.assertTrue((self.folder / "work" / "g1.games").read_text().startswith("datagen --variant 3check "))

    def test_says_what_is_wrong(self):
        for message, words in (
            ("nothing to learn from", ()),
            ("/none is not a program: learn/selfplay/build", ("--games", 1, "--selfplay", "/none")),
            ("no such file: /none", ("--games", 1, "--old", "/none")),
            ("/none is not a program", ("--games", 1, "--engine", "/none")),
            ("match command cannot be read", ("--games", 1, "--match-command", "play {white}")),
            ("data expand failed with status 1: fake: cannot", ("--games", 1, "--filters=--fail")),
            ("--teacher-options, .* are for a --teacher", ("--games", 1, "--teacher-options=--seconds 9")),
            ("--teacher-options, .* are for a --teacher", ("--games", 1, "--deep-seconds", 9)),
            ("no such file: /none", ("--games", 1, "--yardstick", "/none")),
            ("--quick-seconds is for a --teacher and --selfplay", ("--games", 1, "--quick-seconds", 9)),
        ):
            self.assert_refused(message, "generation", *self.common, *words, *self.training)
        self.assert_refused("no training options", "generation", *self.common, "--games", 1)
        self.assert_refused("training failed with status 2: ", "generation", *self.common, "--games", 1, "--",
                            "--hidden", 16, "--out")
        for words, wanted in ((("--king-zones", 4), r"\(6144 -> 32 -> 16\) x 2 .*"),
                              (("--form", "plain"), r"\(768 -> 32\) x 2 -> 8")):
            self.assert_refused(rf"network is \(3840 -> 16 -> 8\) x 2 .* one of {wanted} would be trained",
                                "generation", *self.common, "--games", 1, "--", "--hidden", 32, *words)


class Words(unittest.TestCase):
    def test_of_a_template_without_a_value_are_left_out(self):
        names = dict(engine="a b", old=None, new="n")
        self.assertEqual(generation.filled("x cmd={engine} opt.EvalFile={old} {new}", names), ["x", "cmd=a b", "n"])
        self.assertEqual(generation.filled("{old}", dict(names, old="o")), ["o"])

    def test_of_numbers(self):
        self.assertEqual([count(text) for text in ("5", "1_000", "2.5M", "3g", "10k")],
                         [5, 1000, 2_500_000, 3_000_000_000, 10_000])
        self.assertEqual([clock_time(seconds) for seconds in (5, 65, 3725)], ["0:05", "1:05", "1:02:05"])


class PlotBars(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def draw(self, table):
        (self.folder / "table.csv").write_text(table)
        return subprocess.run([sys.executable, LEARN / "plot-bars", self.folder / "table.csv", self.folder / "a.png"],
                              capture_output=True, text=True)

    def test_draws_a_picture(self):
        done = self.draw("name,Elo,error,speed\none,-20,10,1\ntwo,35.5,9,2\n")
        if "matplotlib" in done.stderr:
            self.skipTest("matplotlib is not installed")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue((self.folder / "a.png").read_bytes().startswith(b"\x89PNG"))

    def test_says_what_is_wrong_in_one_line(self):
        for table in ("", "name,Elo\none\n", "name,Elo,error\none,much,1\n"):
            done = self.draw(table)
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""The program built for another system, run here by an emulator, beside the native one: what both must have in common.

    foreign_test.py --native ROCADA --program PROGRAM --emulator COMMAND [-k PART_OF_A_NAME]...

Called by tests/cross_test, which sets what wine wants to find in its environment.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PATIENCE_SECONDS = 120
# What a path in a file system of Windows, of Linux, and in UTF-8 may hold.
STRANGE_NAME = "Läufer auf ♞ f6"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
GAME = '[Event "x"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
RESULT_TABLE_MAGIC = bytes((0x71, 0xE8, 0x23, 0x5D))


class ForeignTest(unittest.TestCase):
    native = []
    foreign = []

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="rocada foreign "))
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder], check=True)

    def run_program(self, program, *arguments, text="", **environment):
        return subprocess.run([*program, *map(str, arguments)], input=text.encode(), capture_output=True,
                              cwd=self.folder, timeout=PATIENCE_SECONDS, env={**os.environ, **environment}, check=False)

    def output_of(self, program, *arguments, text="", **environment):
        finished = self.run_program(program, *arguments, text=text, **environment)
        self.assertEqual(finished.returncode, 0, finished.stderr.decode())
        return finished.stdout.decode()

    def both(self, *arguments, **circumstances):
        """What both programs say, which must be the same."""
        said = self.output_of(self.foreign, *arguments, **circumstances)
        self.assertEqual(said, self.output_of(self.native, *arguments, **circumstances))
        return said

    def converse(self, program, commands, last):
        """All that it says to these lines, until one begins with the last; then it is told to quit."""
        running = subprocess.Popen([*program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.folder)
        self.addCleanup(running.stdin.close)
        self.addCleanup(running.stdout.close)
        self.addCleanup(running.kill)
        running.stdin.write(commands.encode())
        running.stdin.flush()
        said = []
        while not said or not said[-1].startswith(last):
            line = running.stdout.readline()
            self.assertTrue(line, f"it ended after: {said}")
            said.append(line.decode().removesuffix("\n"))
        running.stdin.write(b"quit\n")
        running.stdin.flush()
        self.assertEqual(running.wait(timeout=PATIENCE_SECONDS), 0)
        return said

    def test_every_level_and_every_kernel_searches_the_same_tree(self):
        def nodes(program, **choice):
            return re.search(r"^(\d+) nodes", self.output_of(program, "bench", **choice), re.MULTILINE).group(1)
        expected = nodes(self.native)
        choices = [{}]
        kernels = ("scalar", "sse2", "avx2", "avx512", "avx512vnni", "neon", "neondot")
        for variable, names in (("ROCADA_LEVEL", ("baseline", "v2", "v3")), ("ROCADA_KERNEL", kernels)):
            for name in names:
                finished = self.run_program(self.foreign, "--version", **{variable: name})
                if finished.returncode == 0:
                    choices.append({variable: name})
        self.assertGreaterEqual(len(choices), 4, choices)
        for choice in choices:
            with self.subTest(**choice):
                self.assertEqual(nodes(self.foreign, **choice), expected)

    def test_an_arm_without_dot_products_gets_kernels_without_them(self):
        if not self.foreign[0].startswith("qemu-aarch64"):
            self.skipTest("this is no ARM")
        for processor, kernels in (("cortex-a53", "neon"), ("neoverse-n1", "neondot")):
            with self.subTest(processor=processor):
                self.assertIn(f", {kernels} kernels\n", self.output_of(self.foreign, "bench", QEMU_CPU=processor))

    def test_move_generation(self):
        suite = self.folder / f"{STRANGE_NAME}.epd"
        suite.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D4 197281\r\n"
                         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D3 97862\r\n"
                         "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D4 43238\r\n", encoding="utf-8")
        self.output_of(self.foreign, "perft", "--suite", suite.name)

    def test_a_game_by_uci_is_the_same_game(self):
        moves = []
        for _ in range(8):
            commands = f"uci\r\nposition startpos moves {' '.join(moves)}\r\ngo nodes 5000\r\n"
            answers = [self.converse(program, commands, "bestmove")[-1] for program in (self.native, self.foreign)]
            self.assertEqual(*answers)
            moves.append(answers[0].split()[1])

    def test_a_mate_by_cecp_with_the_line_ends_of_windows(self):
        commands = f"xboard\r\nprotover 2\r\nforce\r\nsetboard {MATE_IN_ONE}\r\nsd 3\r\ngo\r\nping 1\r\n"
        said = self.converse(self.foreign, commands, "pong 1")
        self.assertIn("move a1a8", said)
        self.assertTrue(any(line.startswith("1-0 {") for line in said), said)

    def test_games_are_analysed_in_files_of_any_name(self):
        (self.folder / f"{STRANGE_NAME}.pgn").write_text(GAME, encoding="utf-8")
        self.output_of(self.foreign, "analyse", f"{STRANGE_NAME}.pgn", "--nodes", 2000,
                       "--out", f"{STRANGE_NAME} 2.pgn", "--html", f"{STRANGE_NAME}.html")
        self.assertIn("Qxf7#", (self.folder / f"{STRANGE_NAME} 2.pgn").read_text(encoding="utf-8"))
        names = {file.name for file in self.folder.iterdir()}
        self.assertEqual(names, {f"{STRANGE_NAME}{end}" for end in (".pgn", " 2.pgn", ".html")})

    def test_a_file_of_games_goes_on_where_it_ended_and_is_the_same_file(self):
        name = f"{STRANGE_NAME}.games"
        datagen = ("datagen", "--nodes", 200, "--seed", 1, "--threads", 1)
        for games in (2, 4):
            self.output_of(self.foreign, *datagen, "--games", games, "--out", name)
        self.output_of(self.native, *datagen, "--games", 4, "--out", "native")
        self.both("data", "stats", "native")
        counted = self.output_of(self.native, "data", "stats", name)
        self.assertEqual(counted, self.output_of(self.native, "data", "stats", "native"))
        again = self.run_program(self.foreign, "datagen", "--games", 4, "--nodes", 300, "--seed", 1, "--out", name)
        self.assertEqual(again.returncode, 2)
        self.assertIn(f"{name} cannot be continued: it has 200 nodes for a move, not 300", again.stderr.decode())

    def test_books_are_made_and_read(self):
        (self.folder / f"{STRANGE_NAME}.pgn").write_text(GAME, encoding="utf-8")
        for program, out in ((self.native, "native.bin"), (self.foreign, f"{STRANGE_NAME}.bin")):
            self.output_of(program, "book", "make", f"{STRANGE_NAME}.pgn", "-o", out, "--min-games", 1)
        self.assertEqual((self.folder / "native.bin").read_bytes(), (self.folder / f"{STRANGE_NAME}.bin").read_bytes())
        self.assertIn("e4", self.both("book", "show", "--book", f"{STRANGE_NAME}.bin"))
        self.both("book", "show")

    def test_a_game_in_the_terminal_is_saved(self):
        name = f"{STRANGE_NAME}.pgn"
        said = self.output_of(self.foreign, "play", "--side", "both", "--pgn", name, "--ascii",
                              text="e4\r\ne5\r\nquit\r\n")
        self.assertIn(f"The game is saved in {name}\n", said)
        self.assertIn("1. e4 e5", (self.folder / name).read_text(encoding="utf-8"))

    def test_what_cannot_be_read_is_told_in_one_line(self):
        missing = self.run_program(self.foreign, "analyse", f"{STRANGE_NAME}.pgn")
        self.assertEqual(missing.returncode, 2)
        self.assertEqual(missing.stderr.decode(),
                         f"rocada analyse: cannot read {STRANGE_NAME}.pgn: No such file or directory\n")

    def test_without_libfathom_tables_are_refused_and_play_goes_on(self):
        (self.folder / "KQvK.rtbw").write_bytes(RESULT_TABLE_MAGIC + bytes(76))
        text = f"uci\nsetoption name SyzygyPath value .\nposition fen {MATE_IN_ONE}\ngo depth 3\n"
        said = self.converse(self.foreign, text, "bestmove")
        windows = self.foreign[0] == "wine"
        wanted = "libfathom-1.dll beside the program" if windows else "libfathom, on Debian the package libfathom1"
        self.assertEqual(sum(f"tables cannot be read without {wanted} (" in line for line in said), 1, said)
        self.assertTrue(said[-1].startswith("bestmove a1a8"))

    def test_a_saved_hash_table_and_the_log_are_files_too(self):
        options = (f"uci\nsetoption name Hash value 1\nsetoption name Debug Log File value {STRANGE_NAME}.log\n"
                   f"setoption name HashFile value {STRANGE_NAME}.hash\n")
        self.converse(self.foreign, options + "setoption name Save Hash\nisready\n", "readyok")
        said = self.converse(self.foreign, options + "setoption name Load Hash\nisready\n", "readyok")
        self.assertFalse(any("cannot" in line for line in said), said)
        self.assertEqual((self.folder / f"{STRANGE_NAME}.log").read_text(encoding="utf-8").count(">> isready\n"), 2)
        self.assertGreater((self.folder / f"{STRANGE_NAME}.hash").stat().st_size, 900_000)

    def test_it_ends_with_its_pipes(self):
        for closed in ("stdin", "stdout"):
            with self.subTest(closed=closed):
                running = subprocess.Popen([*self.foreign], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           stderr=subprocess.DEVNULL, cwd=self.folder)
                self.addCleanup(running.stdin.close)
                self.addCleanup(running.kill)
                running.stdin.write(b"uci\ngo infinite\n")
                running.stdin.flush()
                while not running.stdout.readline().startswith(b"info depth"):
                    pass
                getattr(running, closed).close()
                running.wait(timeout=PATIENCE_SECONDS)
                running.stdout.close()

    def test_who_has_said_quit_and_does_not_read_is_not_waited_for(self):
        running = subprocess.Popen([*self.foreign], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, cwd=self.folder)
        self.addCleanup(running.stdout.close)
        self.addCleanup(running.kill)
        running.stdin.write(b"uci\n" * 2000 + b"quit\n")
        running.stdin.close()
        self.assertEqual(running.wait(timeout=PATIENCE_SECONDS), 1)


def main():
    parser = argparse.ArgumentParser()
    for name in ("--native", "--program", "--emulator"):
        parser.add_argument(name, required=True)
    arguments, rest = parser.parse_known_args()
    ForeignTest.native = [os.path.abspath(arguments.native)]
    ForeignTest.foreign = [*shlex.split(arguments.emulator), os.path.abspath(arguments.program)]
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)


if __name__ == "__main__":
    main()

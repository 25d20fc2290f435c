"""What the tests of files and of disks share: the commands that write, and a folder for each test."""

import subprocess
import tempfile
from pathlib import Path

from program import Case

GAMES = """[White "Anna"]
[Black "Bert"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "Bert"]
[Black "Anna"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 1/2-1/2

"""
PRECIOUS = b"somebody's work"
GAMES_IN_TWO_BLOCKS = 300  # of `datagen` below


def datagen(out, games):
    return ["datagen", "--nodes", 1, "--games", games, "--seed", 3, "--out", out]


def analyse(inputs, kind, out):
    return ["analyse", inputs / "games.pgn", kind, out, "--nodes", 50, "--hash", 1, "--threads", 1, "--overwrite"]


# Commands whose output appears whole or not at all.
WRITERS = {
    "book make": lambda inputs, out: ["book", "make", inputs / "games.pgn", "-o", out, "--min-games", 1],
    "book grow": lambda inputs, out: ["book", "grow", "--games", 4, "--nodes", 1, "--depth", 8, "--min-games", 1,
                                      "-o", out],
    "data expand": lambda inputs, out: ["data", "expand", inputs / "played", "--out", out, "--min-ply", 0],
    "analyse, games": lambda inputs, out: analyse(inputs, "-o", out),
    "analyse, report": lambda inputs, out: analyse(inputs, "--html", out),
}


class FilesCase(Case):
    @classmethod
    def setUpClass(cls):
        cls.inputs = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        (cls.inputs / "games.pgn").write_text(GAMES, encoding="ascii")
        subprocess.run([*cls.command, *map(str, datagen(cls.inputs / "played", 3))], check=True,
                       stdout=subprocess.DEVNULL)

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def names(self):
        return sorted(entry.name for entry in self.folder.iterdir())

    def whole_run(self):
        """What datagen writes when nothing disturbs it."""
        whole = self.inputs / "whole"
        if not whole.exists():
            self.assertEqual(self.run_program(*datagen(whole, GAMES_IN_TWO_BLOCKS)).returncode, 0)
        return whole.read_bytes()

    def refused_by_each_writer(self, reason, **circumstances):
        """Each says why in one line and leaves what was there. Only an analysis leaves something new, to go on from."""
        for name, command in WRITERS.items():
            with self.subTest(command=name):
                out = self.folder / "out"
                out.write_bytes(PRECIOUS)
                before = self.names()
                finished = self.run_program(*command(self.inputs, out), **circumstances)
                self.assert_refused(finished, "cannot write", reason)
                self.assertEqual(out.read_bytes(), PRECIOUS)
                (self.folder / "out.journal").unlink(missing_ok=True)
                self.assertEqual(self.names(), before)

#!/usr/bin/python3
"""Everything that Rocada writes, on disks that are full or may only be read.

    disks_test.py --program build/rocada [-k PATTERN]

The disks lie in memory, in a mount namespace of the test's own that goes with it. Skipped where the system gives none.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from program import main
from writers import GAMES_IN_TWO_BLOCKS, PRECIOUS, WRITERS, FilesCase, analyse, datagen

IN_OWN_NAMESPACE = "ROCADA_TEST_IN_OWN_NAMESPACE"
ROOM_ENOUGH = "remount,size=1024k"
READ_ONLY = "remount,ro"


class DiskCase(FilesCase):
    """Each test's folder is a disk."""

    def setUp(self):
        super().setUp()
        if IN_OWN_NAMESPACE not in os.environ:
            self.skipTest("the system gives no disk in memory")

    def insert_disk(self, kib):
        self.mount("-t", "tmpfs", "-o", f"size={kib}k", "none")
        self.addCleanup(subprocess.run, ["umount", self.folder], check=True)

    def mount(self, *options):
        subprocess.run(["mount", *options, self.folder], check=True)

    def fill(self):
        with open(self.folder / "filler", "wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)


class FullDisk(DiskCase):
    def test_whole_or_not_at_all(self):
        self.insert_disk(16)
        (self.folder / "out").write_bytes(PRECIOUS)
        self.fill()
        self.refused_by_each_writer("No space left on device")

    def test_datagen_goes_on_when_there_is_room(self):
        self.insert_disk(72)
        out = self.folder / "games"
        command = datagen(out, GAMES_IN_TWO_BLOCKS)
        self.assert_refused(self.run_program(*command), "cannot write", "No space left on device")
        verified = self.run_program("data", "verify", out)
        self.assertIn(b" 0 problems\n", verified.stdout, "whole blocks only")
        self.mount("-o", ROOM_ENOUGH)
        finished = self.run_program(*command)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertNotIn(b": 0 of", finished.stdout)
        self.assertEqual(out.read_bytes(), self.whole_run())

    def test_an_analysis_goes_on_when_there_is_room(self):
        whole = Path(self.enterContext(TemporaryDirectory())) / "report.html"
        self.assertEqual(self.run_program(*analyse(self.inputs, "--html", whole)).returncode, 0)
        self.insert_disk(16)
        out = self.folder / "report.html"
        command = analyse(self.inputs, "--html", out)
        # The journal finds room, the report does not.
        self.assert_refused(self.run_program(*command), "cannot write", "No space left on device")
        self.assertEqual(self.names(), ["report.html.journal"])
        self.mount("-o", ROOM_ENOUGH)
        finished = self.run_program(*command)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertIn(b"0 positions analysed", finished.stdout, "all were in the journal")
        self.assertEqual(out.read_bytes(), whole.read_bytes())
        self.assertEqual(self.names(), ["report.html"])

    def test_the_hash_table_is_not_saved_and_play_goes_on(self):
        self.insert_disk(64)
        table = self.folder / "out"
        for protocol in ("uci", "cecp"):
            with self.subTest(protocol=protocol):
                table.write_bytes(PRECIOUS)
                if protocol == "uci":
                    running = self.start().speak_uci(("HashFile", table))
                    running.send("setoption name Save Hash")
                    said = running.await_line("info string cannot write")
                else:
                    running = self.start().speak_cecp(f"option HashFile={table}", "option Save Hash")
                    said = running.await_line("Error (cannot write")
                self.assertIn("No space left on device", said)
                self.assert_still_plays(running)
                self.assertEqual(table.read_bytes(), PRECIOUS)
                self.assertEqual(self.names(), ["out"])

    def test_a_played_game_is_shown_instead(self):
        self.insert_disk(16)
        self.fill()
        game = self.folder / "game.pgn"
        finished = self.run_program("play", "--elo", 800, "--ascii", "--pgn", game, input=b"e4\nquit\n", stdin=None)
        self.assertIn(b"No space left on device. Here it is:", finished.stdout)
        self.assertIn(b"1. e4", finished.stdout)
        self.assertEqual(game.read_bytes(), b"")


class ReadOnlyDisk(DiskCase):
    def test_nothing_is_written(self):
        self.insert_disk(16)
        (self.folder / "out").write_bytes(PRECIOUS)
        self.mount("-o", READ_ONLY)
        commands = {name: command(self.inputs, self.folder / "out") for name, command in WRITERS.items()}
        commands["datagen"] = datagen(self.folder / "games", 1)
        for name, command in commands.items():
            with self.subTest(command=name):
                self.assert_refused(self.run_program(*command), "cannot write", "Read-only file system")
        self.assertEqual((self.folder / "out").read_bytes(), PRECIOUS)
        self.assertEqual(self.names(), ["out"])


def enter_own_namespace():
    """Begins again where mounts are the test's own, if the system allows it."""
    if IN_OWN_NAMESPACE in os.environ or shutil.which("unshare") is None:
        return
    probe = "d=$(mktemp -d) && mount -t tmpfs none $d && umount $d; s=$?; rmdir $d; exit $s"
    for way in (["unshare", "--mount"], ["unshare", "--map-root-user", "--mount"]):
        if subprocess.run([*way, "sh", "-c", probe], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            os.environ[IN_OWN_NAMESPACE] = "1"
            os.execvp(way[0], [*way, sys.executable, "-B", *sys.argv])


if __name__ == "__main__":
    main(__doc__, prepare=enter_own_namespace)

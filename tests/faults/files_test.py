#!/usr/bin/python3
"""Everything that Rocada writes, where it may not, and killed in the middle.

    files_test.py --program build/rocada [-k PATTERN]
"""

import os
import resource
import signal
import subprocess
import time

from program import limited, main
from writers import GAMES_IN_TWO_BLOCKS, WRITERS, FilesCase, analyse, datagen


class WholeOrNotAtAll(FilesCase):
    def test_files_may_not_grow(self):
        self.refused_by_each_writer("File too large", before=limited(resource.RLIMIT_FSIZE, 16))

    def test_a_place_that_is_none(self):
        (self.folder / "file").write_bytes(b"")
        (self.folder / "out").mkdir()
        for out, reason in ((self.folder / "file" / "out", "Not a directory"), (self.folder / "out", "Is a directory"),
                            (self.folder / "none" / "out", "No such file or directory")):
            for name, command in WRITERS.items():
                with self.subTest(command=name, out=out.relative_to(self.folder)):
                    self.assert_refused(self.run_program(*command(self.inputs, out)), "cannot write", reason)
        self.assertEqual(self.names(), ["file", "out"])

    def test_what_a_killed_run_left_is_not_in_the_way(self):
        out = self.folder / "out"
        for name, command in WRITERS.items():
            with self.subTest(command=name):
                (self.folder / "out.partial").write_bytes(b"half" * 100000)
                self.assertEqual(self.run_program(*command(self.inputs, out)).returncode, 0)
                self.assertEqual(self.names(), ["out"])
                self.assertNotIn(b"halfhalf", out.read_bytes())


class Datagen(FilesCase):
    def test_goes_on_after_a_kill(self):
        out = self.folder / "games"
        running = self.start(*datagen(out, GAMES_IN_TWO_BLOCKS))
        running.await_line(f"{out}: 0 of")
        first_block = 1 << 16
        while out.stat().st_size < first_block:
            time.sleep(0.01)
        running.signal(signal.SIGKILL)
        self.assertEqual(running.await_end(), -signal.SIGKILL, "it was quicker than the test")
        with open(out, "ab") as file:
            file.write(b"half a block")  # as a kill of the machine leaves it
        finished = self.run_program(*datagen(out, GAMES_IN_TWO_BLOCKS))
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertNotIn(b": 0 of", finished.stdout, "nothing was lost that had been written")
        self.assertEqual(out.read_bytes(), self.whole_run())

    def test_keeps_closed_streams_out_of_its_file(self):
        out = self.folder / "games"

        def close_all():
            for descriptor in range(3):
                os.close(descriptor)
        self.run_program(*datagen(out, 3), before=close_all)
        self.assertEqual(out.read_bytes(), (self.inputs / "played").read_bytes())

    def test_under_nohup_outlives_its_terminal(self):
        out = self.folder / "games"
        running = self.start(*datagen(out, 100), before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        running.await_line(f"{out}: 0 of")
        running.signal(signal.SIGHUP)
        running.await_line(f"{out}: 100 games")
        self.assertEqual(running.await_end(), 0)

    def test_goes_on_when_its_terminal_is_gone(self):
        """What it shows on a terminal cannot be shown any more; that is no reason to lose the games."""
        out = self.folder / "games"
        controller, terminal = os.openpty()
        command = [*self.command, *map(str, datagen(out, 150))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal) as run:
            os.close(terminal)
            run.stdout.readline()
            os.close(controller)
            self.assertIn(b"150 games; added 150", run.stdout.read())
            self.assertEqual(run.wait(), 0)

    def test_into_a_folder(self):
        self.assert_refused(self.run_program(*datagen(self.folder, 1)), "cannot write", "Is a directory")


class StandardOutput(FilesCase):
    def test_a_full_disk_is_told(self):
        commands = [["perft", 2], ["eval"], ["net", "info"], ["book", "show"], ["bench", "--depth", 1],
                    ["data", "stats", self.inputs / "played"], ["data", "verify", self.inputs / "played"],
                    datagen(self.folder / "games", 1), analyse(self.inputs, "-o", self.folder / "out.pgn"),
                    ["--version"], ["--help"]]
        for command in commands:
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                finished = self.run_program(*command, stdout=full)
                self.assert_refused(finished, "cannot write", "No space left on device")

    def test_whatever_is_closed_a_status_is_left(self):
        finished = self.run_program("perft", 2, before=lambda: os.close(1))
        self.assert_refused(finished, "cannot write to standard output: Bad file descriptor")
        self.assertEqual(self.run_program("perft", 2, before=lambda: os.close(2)).returncode, 0)
        self.assertEqual(self.run_program("perft", 0, before=lambda: os.close(2)).returncode, 2)


if __name__ == "__main__":
    main(__doc__)

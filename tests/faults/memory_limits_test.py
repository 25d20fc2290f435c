#!/usr/bin/python3
"""A machine that has less memory than is asked for.

    memory_limits_test.py --program build/rocada [-k PATTERN]
"""

import resource
import tempfile
from pathlib import Path

from program import Case, limited, main

MIB = 2**20
# Room for an engine with its usual tables, not for what is asked of it here.
ENOUGH = limited(resource.RLIMIT_AS, 512 * MIB)


class Memory(Case):
    def table_size(self, running):
        """Of the hash table, as it is saved."""
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "table"
            running.send(f"setoption name HashFile value {table}", "setoption name Save Hash", "isready")
            running.await_line("readyok")
            return table.stat().st_size

    def test_a_hash_table_larger_than_memory(self):
        for size, before in ((1048576, None), (4096, ENOUGH)):
            with self.subTest(mib=size, limited=before is not None):
                running = self.start(before=before).speak_uci(("Hash", 3))
                size_before = self.table_size(running)
                running.send(f"setoption name Hash value {size}")
                self.assertEqual(running.await_line("info string cannot"),
                                 f"info string cannot get {size} MiB of memory for the hash table")
                self.assertEqual(self.table_size(running), size_before, "the old one is kept")
                self.assert_still_plays(running)

    def test_more_memory_than_there_is_by_xboard(self):
        running = self.start(before=ENOUGH).speak_cecp("memory 5000", "ping 1")
        self.assertEqual(running.await_line("Error"),
                         "Error (cannot get 4996 MiB of memory for the hash table): memory 5000")
        self.assert_still_plays(running)

    def test_however_little_there_is_it_works_or_says_so(self):
        said = set()
        for mib in range(20, 72, 4):
            before = limited(resource.RLIMIT_AS, mib * MIB)
            for command, stdin in ((["perft", "2"], b""), (["bench", "--depth", "1"], b""), ([], b"uci\ngo depth 1\n")):
                finished = self.run_program(*command, input=stdin, stdin=None, before=before)
                text = finished.stderr.decode()
                if "error while loading shared libraries" in text:
                    continue
                with self.subTest(mib=mib, command=command, said=text):
                    if finished.returncode != 0:
                        self.assert_refused(finished, "rocada: ")
                        said.add(text)
        self.assertTrue(said, "there was always enough")

    def test_commands_that_want_more_than_there_is(self):
        with tempfile.TemporaryDirectory() as folder:
            games = Path(folder) / "games.pgn"
            games.write_text("1. e4 e5 2. Nf3 *\n\n", encoding="ascii")
            threads = ["--threads", 1000]
            for command in (["datagen", "--nodes", 1, "--games", 1, "--seed", 1, *threads, "--out", f"{folder}/x"],
                            ["book", "grow", "--nodes", 1, "--games", 1, *threads, "-o", f"{folder}/y"],
                            ["analyse", games, "--nodes", 9, "--hash", 4096],
                            ["perft", 3, "--hash", 4096],
                            ["suite", games, "--hash", 4096]):
                with self.subTest(command=command):
                    self.assert_refused(self.run_program(*command, before=ENOUGH), "memory")

    def test_a_command_does_with_fewer_threads_or_says_why_not(self):
        with tempfile.TemporaryDirectory() as folder:
            games = Path(folder) / "games.pgn"
            games.write_text("1. e4 e5 2. Nf3 *\n\n" * 20, encoding="ascii")
            finished = self.run_program("analyse", games, "--nodes", 9, "--hash", 1, "--threads", 1000, before=ENOUGH)
            if finished.returncode != 0:  # either a thread or its hash table could not be had
                self.assert_refused(finished, "rocada analyse: ")
                self.assertRegex(finished.stderr.decode(),
                                 "not enough memory|cannot get 1 MiB of memory for the hash table")

    def test_more_threads_than_there_is_memory_for(self):
        for protocol in ("uci", "cecp"):
            with self.subTest(protocol=protocol):
                running = self.start(before=limited(resource.RLIMIT_AS, 80 * MIB))
                if protocol == "uci":
                    running.speak_uci(("Hash", 1))
                    running.send("setoption name Threads value 1000")
                    said = running.await_line("info string ")
                else:
                    running.speak_cecp("cores 1000")
                    said = running.await_line("Error (")
                self.assertRegex(said, r"cannot get \d+ threads")
                self.assert_still_plays(running)

    def test_threads_that_could_be_had_can_search(self):
        """The last thread there is memory for has no less than the first."""
        for mib in range(80, 96):
            running = self.start(before=limited(resource.RLIMIT_AS, mib * MIB)).speak_uci()
            refused = False
            for count in range(1, 100):
                running.send(f"setoption name Threads value {count}", "isready")
                running.await_line("readyok")
                refused = any("cannot get" in line for line in running.seen)
                if refused:
                    break
            self.assertTrue(refused, "there was always enough")
            self.assert_still_plays(running)


if __name__ == "__main__":
    main(__doc__)

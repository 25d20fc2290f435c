#!/usr/bin/python3
"""A system that gives no more threads.

    threads_test.py --program build/rocada [-k PATTERN]

Needs root, who becomes another user for it. Skipped elsewhere.
"""

import os
import resource
import subprocess

from program import Case, main

UNUSED_ID = 2_000_000_000  # of no user


class Threads(Case):
    @staticmethod
    def as_a_user_with(threads):
        """For `before`: a user who has no others running."""
        def prepare():
            os.setgroups([])
            os.setgid(UNUSED_ID)
            os.setuid(UNUSED_ID)
            resource.setrlimit(resource.RLIMIT_NPROC, (threads, threads))
        return prepare

    def setUp(self):
        try:
            self.run_program("--version", before=self.as_a_user_with(2))
        except (OSError, subprocess.SubprocessError) as reason:
            self.skipTest(f"the program cannot be run as another user: {reason}")

    def test_a_system_that_gives_no_more(self):
        # One reads, one handles, and two search.
        running = self.start(before=self.as_a_user_with(4)).speak_uci(("Threads", 2))
        running.send("setoption name Threads value 3")
        self.assertEqual(running.await_line("info string"),
                         "info string cannot get 3 threads: Resource temporarily unavailable")
        running.send("go depth 5")
        running.await_line("bestmove")
        running.send("setoption name Threads value 1")
        self.assert_still_plays(running)

    def test_a_system_that_gives_none(self):
        before = self.as_a_user_with(1)
        for command in ([], ["bench"], ["play"]):
            with self.subTest(command=command):
                self.assert_refused(self.run_program(*command, before=before), "cannot start a thread")

    def test_commands_do_with_what_threads_there_are(self):
        before = self.as_a_user_with(1)
        self.assertEqual(self.run_program("perft", 4, "--threads", 4, before=before).returncode, 0)


if __name__ == "__main__":
    main(__doc__)

"""The program under test, run as an unkind machine or GUI would run it, and what its tests share."""

import argparse
import fcntl
import os
import resource
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
import unittest

SKIPPED = 77
# Only what hangs takes so long, whatever else the machine is doing.
PATIENCE_SECONDS = 120
# What a shell in the background, or a test runner, may have the program ignore.
SIGNALS_TO_RESTORE = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE)

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
LAST_MATE_IN_ONE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"  # in no other test, so that its answer is that to the last question


class Case(unittest.TestCase):
    """A test of the program given on the command line."""

    command = []  # that starts it

    def run_program(self, *arguments, **circumstances):
        """Runs it to its end; standard input is empty where nothing else is said."""
        circumstances = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                         **circumstances}
        return subprocess.run([*self.command, *map(str, arguments)], timeout=PATIENCE_SECONDS,
                              preexec_fn=_in_the_child(circumstances.pop("before", None)), **circumstances)

    def start(self, *arguments, **circumstances):
        running = Running(self.command, arguments, **circumstances)
        self.addCleanup(running.kill)
        return running

    def assert_one_line(self, text, *words):
        """An error is one whole line, and says these words."""
        text = text.decode() if isinstance(text, bytes) else text
        self.assertEqual(text.count("\n"), 1, f"said: {text!r}")
        for word in words:
            self.assertIn(word, text)

    def assert_refused(self, finished, *words):
        """A command that cannot do its work says why in one line and has a status of its own."""
        self.assertEqual(finished.returncode, 2, f"said: {finished.stderr!r}")
        self.assert_one_line(finished.stderr, *words)

    def assert_still_plays(self, running):
        """After all that was done to it, the program finds a mate in one, in the protocol it speaks."""
        if running.speaks_uci:
            running.send("stop", "setoption name UCI_Variant value chess", f"position fen {LAST_MATE_IN_ONE}",
                         "go depth 3")
            running.await_line("bestmove g6g7")
        else:
            running.send("new", "force", f"setboard {LAST_MATE_IN_ONE}", "sd 3", "level 0 5 0", "resume", "easy", "go")
            running.await_line("move g6g7")
        running.send("quit")
        self.assertEqual(running.await_end(), 0)
        self.assertEqual(running.errors(), "")


class Running:
    """A running program. Nothing reads what it says except the methods here, when they are called."""

    def __init__(self, command, arguments, before=None, stdout=None, **circumstances):
        self.speaks_uci = False
        self.seen = []
        self._pending = b""
        errors, writer = os.pipe()
        self._errors = errors
        self._process = subprocess.Popen([*command, *map(str, arguments)], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE if stdout is None else stdout, stderr=writer,
                                         bufsize=0, preexec_fn=_in_the_child(before), **circumstances)
        os.close(writer)

    @property
    def pid(self):
        return self._process.pid

    def speak_uci(self, *options):
        self.speaks_uci = True
        self.send("uci", *(f"setoption name {name} value {value}" for name, value in options))
        self.await_line("uciok")
        return self

    def speak_cecp(self, *lines):
        self.send("xboard", "protover 2", "new", "easy", "post", *lines)
        self.await_line("feature done=1")
        return self

    def send(self, *lines):
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data):
        while data:
            data = data[self._process.stdin.write(data):]

    def close_input(self):
        self._process.stdin.close()

    def close_output(self):
        self._process.stdout.close()

    def signal(self, number):
        self._process.send_signal(number)

    def await_line(self, beginning, seconds=PATIENCE_SECONDS):
        """The first line from here on that begins so."""
        line = self._next_line_beginning(beginning, seconds)
        if line is None:
            raise AssertionError(f"no line '{beginning}...'; the last were {self.seen[-8:]}, "
                                 f"the status is {self._process.poll()}")
        return line

    def says_within(self, beginning, seconds):
        return self._next_line_beginning(beginning, seconds) is not None

    def _next_line_beginning(self, beginning, seconds):
        deadline = time.monotonic() + seconds
        while True:
            while b"\n" in self._pending:
                line, self._pending = self._pending.split(b"\n", 1)
                self.seen.append(line.decode(errors="replace"))
                if self.seen[-1].startswith(beginning):
                    return self.seen[-1]
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._process.stdout], [], [], left)[0]:
                return None
            piece = os.read(self._process.stdout.fileno(), 1 << 16)
            if not piece:
                return None
            self._pending += piece

    def unread_bytes(self):
        return struct.unpack("i", fcntl.ioctl(self._process.stdout, termios.FIONREAD, struct.pack("i", 0)))[0]

    def await_end(self, seconds=PATIENCE_SECONDS):
        """The exit status, or minus the signal; what it still says is not read."""
        return self._process.wait(seconds)

    def has_ended(self):
        return self._process.poll() is not None

    def errors(self):
        """All it has said on standard error, once it has ended."""
        with os.fdopen(self._errors, "rb") as stream:
            self._errors = None
            return stream.read().decode()

    def processor_seconds(self):
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mib(self):
        with open(f"/proc/{self.pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * resource.getpagesize() / 2**20

    def kill(self):
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        if self._errors is not None:
            os.close(self._errors)


def _in_the_child(before):
    def prepare():
        for number in SIGNALS_TO_RESTORE:
            signal.signal(number, signal.SIG_DFL)
        if before is not None:
            before()
    return prepare


def limited(what, amount):
    """For `before`: one of resource.RLIMIT_..., lowered."""
    return lambda: resource.setrlimit(what, (amount, amount))


def main(description, prepare=None, **more_options):
    """Runs the tests of the calling module with --program, says what is skipped. Options become attributes of Case."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--program", required=True, help="the rocada to test")
    parser.add_argument("--emulator", default="", help="what runs it, if it was built for another system")
    parser.add_argument("-k", dest="patterns", action="append", help="only tests with this in their name")
    for name, help_text in more_options.items():
        parser.add_argument(f"--{name.replace('_', '-')}", help=help_text)
    arguments = parser.parse_args()
    Case.command = [*shlex.split(arguments.emulator), os.path.abspath(arguments.program)]
    for name in more_options:
        setattr(Case, name, getattr(arguments, name))
    if prepare is not None:
        prepare()
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{pattern}*" for pattern in arguments.patterns] if arguments.patterns else None
    result = unittest.TextTestRunner(verbosity=2).run(loader.loadTestsFromModule(sys.modules["__main__"]))
    if not result.wasSuccessful():
        sys.exit(1)
    for _, reason in result.skipped:
        print("skipped:", reason)
    sys.exit(SKIPPED if len(result.skipped) == result.testsRun else 0)

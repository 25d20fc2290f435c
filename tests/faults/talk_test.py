#!/usr/bin/python3
"""What an engine meets in a long life: a GUI that dies, stops reading, or says the worst thing at the worst moment.

    [ROCADA_JUMPING_CLOCK=LIBRARY] talk_test.py --program build/rocada [-k PATTERN]
"""

import os
import random
import signal
import subprocess
import time

from program import MATE_IN_ONE, Case, main

JUMPING_CLOCK = "ROCADA_JUMPING_CLOCK"  # the library to preload, built of jumping_clock.cpp

# A pipe holds 64 KiB; this many answers to `d` are several times that.
MANY = 2000

# How to get there: what to send, and the beginning of the line that shows that it has been reached.
CECP = ["xboard", "protover 2", "new", "easy", "post", "level 40 60 0"]
STATES = {
    "console, idle": (["help"], "  uci"),
    "console, searching": (["go infinite"], "    4"),
    "console, counting": (["help", "perft 12"], "  uci"),
    "console, benching": (["help", "bench 30"], "  uci"),
    "cecp, idle": ([*CECP, "force", "ping 1"], "pong 1"),
    "cecp, thinking": ([*CECP, "usermove e2e4"], "4 "),
    "cecp, thinking on two threads": ([*CECP, "cores 2", "usermove e2e4"], "4 "),
    "cecp, a ping waiting": ([*CECP, "usermove e2e4", "ping 1"], "4 "),
    "cecp, paused": ([*CECP, "usermove e2e4", "pause", "rubbish"], "Error"),
    "cecp, pondering": ([*CECP, "hard", "sd 4", "usermove e2e4"], "move "),
    "cecp, analysing": ([*CECP, "force", "analyze"], "4 "),
    "cecp, editing": ([*CECP, "force", "edit", "#", "rubbish"], "Error"),
    "uci, idle": (["uci", "isready"], "readyok"),
    "uci, counting": (["uci", "go perft 12", "isready"], "readyok"),
    "uci, searching": (["uci", "go infinite"], "info depth 4"),
    "uci, searching on two threads": (["uci", "setoption name Threads value 2", "go infinite"], "info depth 4"),
    "uci, pondering": (["uci", "position startpos moves e2e4", "go ponder wtime 1000 btime 1000"], "info depth 4"),
    "uci, finished but not to say so": (["uci", f"position fen {MATE_IN_ONE}", "go depth 1 infinite"], "info depth 1"),
}


class TheGuiGoesAway(Case):
    def in_each_state(self):
        for name, (lines, sign) in STATES.items():
            with self.subTest(state=name):
                running = self.start()
                running.send(*lines)
                running.await_line(sign)
                yield running
                self.assertEqual(running.errors(), "")

    def test_input_closes(self):
        for running in self.in_each_state():
            running.close_input()
            self.assertEqual(running.await_end(), 0)

    def test_output_closes(self):
        for running in self.in_each_state():
            running.close_output()
            running.send("rubbish")  # which is answered in every protocol
            self.assertEqual(running.await_end(), 1)

    def test_terminated(self):
        for running in self.in_each_state():
            running.signal(signal.SIGTERM)
            self.assertEqual(running.await_end(), 0)

    def test_hung_up(self):
        running = self.start().speak_uci()
        running.send("go infinite")
        running.signal(signal.SIGHUP)
        self.assertEqual(running.await_end(), -signal.SIGHUP)

    def test_there_never_was_any_input(self):
        finished = self.run_program(before=lambda: os.close(0))
        self.assertEqual((finished.returncode, finished.stderr), (0, b""))

    def test_there_never_was_any_output(self):
        finished = self.run_program(input=b"uci\n", stdin=None, before=lambda: os.close(1))
        self.assertEqual(finished.returncode, 1)
        self.assert_one_line(finished.stderr, "cannot write to standard output")


class NobodyReads(Case):
    def clogged(self):
        """A program that searches and has more to say than its output holds."""
        running = self.start().speak_uci()
        running.send("go infinite", *["d"] * MANY, "isready")
        self.wait_until_blocked(running)
        return running

    def wait_until_blocked(self, running):
        """Until the pipe is full: it holds much, and nothing more goes in for a while."""
        before, held = -1, 0
        while held != before or held < 1 << 15:
            time.sleep(0.1)
            before, held = held, running.unread_bytes()

    def test_it_goes_on_when_somebody_reads_again(self):
        running = self.clogged()
        running.send("stop")
        running.await_line("readyok")
        self.assertEqual(sum(line.startswith("Fen: ") for line in running.seen), MANY, "not one line is lost")
        running.await_line("bestmove")
        self.assert_still_plays(running)

    def test_it_ends_when_its_input_does(self):
        running = self.clogged()
        running.close_input()
        self.assertEqual(running.await_end(), 1)
        self.assert_one_line(running.errors(), "nobody reads it")

    def test_it_quits_when_told(self):
        running = self.clogged()
        running.send("quit")
        self.assertEqual(running.await_end(), 1)
        self.assert_one_line(running.errors(), "nobody reads it")

    def test_it_can_be_terminated(self):
        running = self.clogged()
        running.signal(signal.SIGTERM)
        self.assertEqual(running.await_end(), 0)

    def test_what_was_asked_before_the_end_of_input_is_answered_to_a_slow_reader(self):
        running = self.start().speak_uci()
        running.send(*["d"] * MANY)
        running.close_input()
        self.wait_until_blocked(running)
        while running.says_within("Legal moves", 60):
            pass
        self.assertEqual(sum(line.startswith("Fen: ") for line in running.seen), MANY)
        self.assertEqual(running.await_end(), 0)

    def test_a_full_disk_instead_of_a_pipe(self):
        with open("/dev/full", "wb") as full:
            finished = self.run_program(input=b"uci\n", stdin=None, stdout=full)
        self.assertEqual(finished.returncode, 1)
        self.assert_one_line(finished.stderr, "cannot write to standard output: No space left on device")


class UnusualPipes(Case):
    def test_input_and_output_that_do_not_wait(self):
        """Some programs hand out such pipes; waiting is then the engine's business."""
        reader, writer = os.pipe()
        out_reader, out_writer = os.pipe()
        for end in (reader, out_writer):
            os.set_blocking(end, False)
        with subprocess.Popen(self.command, stdin=reader, stdout=out_writer) as process:
            os.close(reader)
            os.close(out_writer)
            os.write(writer, b"uci\n")
            text = b""
            while b"uciok\n" not in text:
                text += os.read(out_reader, 1 << 16)
            os.write(writer, b"d\n" * MANY + b"isready\n")
            while b"readyok\n" not in text:
                piece = os.read(out_reader, 1 << 16)
                self.assertTrue(piece, "it gave up")
                text += piece
            self.assertEqual(text.count(b"Fen: "), MANY)
            os.write(writer, b"quit\n")
            self.assertEqual(process.wait(60), 0)
        os.close(writer)
        os.close(out_reader)


class Interruptions(Case):
    def test_xboard_interrupts_a_thinking_engine(self):
        running = self.start().speak_cecp("sd 6")
        for move in ("e2e4", "d2d4"):
            running.send(f"usermove {move}")
            running.signal(signal.SIGINT)
            running.await_line("move ")
        self.assert_still_plays(running)

    def test_stopped_for_longer_than_its_time_it_moves_at_once(self):
        running = self.start().speak_cecp("st 2", "usermove e2e4")
        running.await_line("4 ")
        before = running.processor_seconds()
        running.signal(signal.SIGSTOP)
        time.sleep(2.2)
        running.signal(signal.SIGCONT)
        running.await_line("move ")
        # By the clock its time was over before it went on; by the processor most of it was left.
        self.assertLess(running.processor_seconds() - before, 1)
        running.send("time 500", "otim 500", "usermove d2d4")
        running.await_line("move ")
        self.assert_still_plays(running)


class TheWorstOrder(Case):
    def cecp(self, *lines):
        return self.start().speak_cecp(*lines)

    def answers(self, running, *lines):
        """What the lines bring about, up to the answer to a ping after them; thinking lines are left out."""
        del running.seen[:]
        running.send(*lines, "ping 99")
        running.await_line("pong 99")
        return [line for line in running.seen[:-1] if "\t" not in line]

    def test_taking_back_what_was_never_played(self):
        running = self.cecp()
        self.assertEqual(self.answers(running, "undo", "remove"),
                         ["Error (no move to take back): undo", "Error (no two moves to take back): remove"])
        self.assert_still_plays(running)

    def test_commands_for_a_search_that_is_not_there(self):
        running = self.cecp("force")
        self.assertEqual(self.answers(running, "?", ".", "exit", "resume", "pause", "result *", "draw", "easy"), [])
        self.assert_still_plays(running)

    def test_while_it_thinks(self):
        running = self.cecp("level 0 60 0", "usermove e2e4")
        running.await_line("1 ")
        del running.seen[:]
        running.send("go", "usermove d2d4", "ping 1", "memory 30", "option MultiPV=2", "time -100", "otim 5", "hint",
                     "nonsense", "?")
        running.await_line("pong 1")
        said = [line for line in running.seen if "\t" not in line]
        self.assertEqual(said[:2], ["Illegal move (it is not your turn): d2d4", "Error (unknown command): nonsense"])
        self.assertRegex(said[2], r"^move [a-h][1-8][a-h][1-8]$")
        self.assertEqual(said[3:], ["pong 1"], "after the move")
        self.assert_still_plays(running)

    def test_another_game_while_it_thinks(self):
        for change in ("new", "variant 3check", "variant fischerandom", f"setboard {MATE_IN_ONE}", "setboard rubbish",
                       "undo", "remove", "force", "analyze", "playother", "edit", "result 1-0 {why not}", "black"):
            with self.subTest(change=change):
                running = self.cecp("level 0 60 0", "usermove e2e4")
                running.await_line("1 ")
                self.assertFalse([line for line in self.answers(running, change, "force") if line.startswith("move ")])
                self.assert_still_plays(running)

    def test_editing_is_never_ended(self):
        running = self.cecp("force")
        self.assertEqual(self.answers(running, "edit", "#", "Ke1", "e2e4"),
                         ["Error (not a command of edit mode): e2e4"])
        self.assertEqual(self.answers(running, "edit", "#", "undo"), ["Error (no move to take back): undo"])
        self.assert_still_plays(running)

    def test_clocks_that_jump(self):
        running = self.cecp("level 0 5 0", "sd 4")
        for clock in ("-2147483648", "0", "1", "30000", "99999999999999999999", "-5", "rubbish", "1"):
            running.send(f"time {clock}", f"otim {clock}", "usermove e2e4")
            running.await_line("move ")
            running.send("remove")
        self.assert_still_plays(running)

    def test_uci_storms(self):
        running = self.start().speak_uci()
        for number in range(200):
            running.send("position startpos moves e2e4 e7e5", "go infinite", "stop", "go depth 1",
                         "go ponder movetime 1", "ponderhit", f"setoption name Hash value {1 + number % 3}",
                         "ucinewgame", "position fen rubbish", "stop", "stop")
        for _ in range(3 * 200):  # one for every go
            running.await_line("bestmove")
        self.assert_still_plays(running)
        self.assertEqual(sum(line.startswith("bestmove") for line in running.seen), 3 * 200 + 1, "and no more")

    def test_no_option_ends_a_uci_search(self):
        running = self.start().speak_uci()
        running.send("go infinite", "setoption name Threads value 2", "setoption name Hash value 2",
                     "setoption name Clear Hash", "setoption name Save Hash", "setoption name EvalFile value /no/such",
                     "setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1500",
                     "setoption name SyzygyPath value /no/such", "setoption name UCI_Chess960 value true",
                     "setoption name MultiPV value 3", "setoption name OwnBook value true", "isready")
        running.await_line("readyok")
        running.send("isready")  # what ended meanwhile has been told by now
        running.await_line("readyok")
        self.assertFalse([line for line in running.seen if line.startswith("bestmove")])
        running.send("stop")
        running.await_line("bestmove")
        self.assert_still_plays(running)

    def test_both_protocols_at_once(self):
        cecp = self.cecp("force", "uci", "isready", "position startpos", "go infinite", "stop", "ucinewgame",
                         "setoption name Hash value 1")
        self.assert_still_plays(cecp)
        uci = self.start().speak_uci()
        uci.send("xboard", "protover 2", "new", "usermove e2e4", "force", "ping 1", "analyze", "edit", "variant 3check")
        self.assert_still_plays(uci)

    CECP_WORDS = ("new", "force", "go", "playother", "white", "black", "usermove e2e4", "e7e5", "usermove e1g1", "?",
                  "ping 1", "draw", "result 0-1 {x}", "undo", "remove", "hint", "bk", "hard", "easy", "post", "nopost",
                  "pause", "resume", "level 40 0:01 0", "st 0.01", "sd 2", "sd 30", "nps 1000", "nps 0", "time 5",
                  "time -1", "otim 9", f"setboard {MATE_IN_ONE}", "setboard 8/8/8/8/8/8/8/8 w - - 0 1", "edit", "#",
                  "Ke1", "c", "Ke8", ".", "analyze", "exit", "exclude all", "include all", "exclude e2e4", "memory 6",
                  "cores 2", "cores 1", "option MultiPV=3", "option Clear Hash", "variant normal", "variant 3check",
                  "variant fischerandom", "protover 2", "xboard", "uci", "isready", "", "\t", "rubbish")
    UCI_WORDS = ("uci", "isready", "ucinewgame", "position startpos", "position startpos moves e2e4 e7e5",
                 f"position fen {MATE_IN_ONE}", "position fen rubbish", "go infinite", "go depth 3", "go nodes 500",
                 "go movetime 3", "go wtime 50 btime -50", "go ponder wtime 9 btime 9", "go mate 1", "go", "stop",
                 "ponderhit", "setoption name Hash value 2", "setoption name Hash value 3",
                 "setoption name Threads value 2", "setoption name Threads value 1", "setoption name Clear Hash",
                 "setoption name MultiPV value 3", "setoption name UCI_Variant value 3check",
                 "setoption name UCI_Variant value chess", "setoption name UCI_Chess960 value true", "setoption", "d",
                 "eval", "help", "debug on", "register later", "xboard", "new", "force", "rubbish", "", "go perft 1")

    def test_random_commands(self):
        for seed in range(3):
            dice = random.Random(seed)
            with self.subTest(seed=seed, protocol="cecp"):
                running = self.cecp()
                running.send(*dice.choices(self.CECP_WORDS, k=700))
                self.assert_still_plays(running)
            with self.subTest(seed=seed, protocol="uci"):
                running = self.start().speak_uci()
                running.send(*dice.choices(self.UCI_WORDS, k=700), "setoption name UCI_Chess960 value false",
                             "setoption name MultiPV value 1")
                self.assert_still_plays(running)


class StrangeBytes(Case):
    def test_lines_of_a_megabyte(self):
        running = self.start().speak_uci()
        long = "x" * (1 << 20)
        running.send(long, "position fen " + long, "setoption name " + long, "position startpos moves " + long,
                     "isready")
        running.await_line("readyok")
        self.assertTrue(all(len(line) < 1000 for line in running.seen))
        self.assert_still_plays(running)
        cecp = self.start().speak_cecp("force")
        cecp.send(long, "setboard " + long, "usermove " + long, "level " + long, "option " + long, "edit", long)
        self.assert_still_plays(cecp)

    def test_a_long_game_in_one_line(self):
        running = self.start().speak_uci()
        running.send("position startpos moves " + "g1f3 g8f6 f3g1 f6g8 " * 10000, "d", "go depth 2")
        self.assertEqual(running.await_line("Fen: "),
                         "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 9999 9999")
        running.await_line("bestmove")
        self.assert_still_plays(running)

    def test_a_line_without_end_takes_no_memory(self):
        running = self.start().speak_uci()
        before = running.resident_mib()
        for _ in range(64):
            running.send_bytes(b"x" * (1 << 20))
        running.send("", "isready")
        running.await_line("readyok")
        self.assertLess(running.resident_mib() - before, 16)
        self.assert_still_plays(running)

    def test_bytes_that_are_no_text(self):
        running = self.start().speak_uci()
        running.send_bytes(b"\0\0\0\n\0isready\n" + bytes(range(256)).replace(b"\n", b"") + b"\n\xff\xfe\n\x1b[2J\n")
        running.send_bytes(b"isready\r\n")
        running.await_line("readyok")
        self.assertFalse([line for line in running.seen if "\0" in line or "\x1b" in line])
        self.assert_still_plays(running)
        cecp = self.start().speak_cecp("force")
        cecp.send_bytes(b"\0\n\0ping 1\n\x80\x81\n" + b"usermove \0e2e4\n")
        self.assert_still_plays(cecp)

    def test_carriage_returns(self):
        running = self.start()
        running.send_bytes(b"xboard\r\nprotover 2\r\nnew\r\neasy\r\nsd 3\r\nusermove e2e4\r\n")
        running.await_line("move ")
        self.assert_still_plays(running)

    def test_the_last_line_needs_no_end(self):
        finished = self.run_program(input=b"uci\nd", stdin=None)
        self.assertEqual((finished.returncode, finished.stderr), (0, b""))
        self.assertIn(b"Fen: rnbqkbnr/", finished.stdout)


class Clocks(Case):
    def test_the_time_of_day_does_not_matter(self):
        if JUMPING_CLOCK not in os.environ:
            self.skipTest(f"{JUMPING_CLOCK} names no library")
        environment = dict(os.environ, LD_PRELOAD=os.environ[JUMPING_CLOCK])
        date = subprocess.run(["date", "+%Y"], env=environment, stdout=subprocess.PIPE, check=True)
        self.assertNotEqual(date.stdout.strip().decode(), time.strftime("%Y"), "the clock does not jump")
        running = self.start(env=environment).speak_uci()
        start = time.monotonic()
        for _ in range(5):
            running.send("position startpos", "go movetime 100")
            running.await_line("bestmove")
        self.assertGreater(time.monotonic() - start, 5 * 0.05, "it uses the time it has")
        running.send("go wtime 60000 btime 60000 movestogo 30")
        running.await_line("bestmove")
        self.assert_still_plays(running)


if __name__ == "__main__":
    main(__doc__)

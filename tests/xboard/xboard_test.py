#!/usr/bin/python3
"""Plays with an engine in a real XBoard, as its users do, and checks what passed between the two.

    xboard_test.py --engine "build/rocada" [--screenshots DIR] [-k PATTERN] [--tolerate REGEX]

Every scenario has an X display of its own without a screen (Xvfb), presses keys and moves the mouse there (xdotool),
and reads XBoard's debug log. Exit status: 0 passed, 1 failed, 2 wrong usage, 77 skipped because a tool is missing.
"""

import argparse
import re
import shutil
import signal
import sys
import tempfile
import time
import unittest
from contextlib import contextmanager
from pathlib import Path

from xboard_driver import (ENGINE_MOVE, THINKING_LINE, XBoard, absolute_engine_command, adopt_orphans,
                           find_xboard, is_running, received, sent, user_move)

SKIPPED = 77
LOG_LINES_SHOWN = 40
MODE_MENU, MACHINE_WHITE_ITEM = 3, 1
FILE_MENU, QUIT_ITEM = 0, -1

# The engine answers its user at once, but may use a clock that is far from falling.
QUICK_ANSWERS = ["-depth", "6", "-tc", "1", "-inc", "1"]
LONG_THINKING = ["-tc", "60"]
# XBoard calls a game that goes on for very long a draw, so that every game ends in time.
MATCH_GAME = ["-matchGames", "1", "-saveGameFile", "games.pgn", "-ponderNextMove", "false",
              "-adjudicateDrawMoves", "120"]
GAME_SECONDS = 60
# XBoard kills an engine that has not left one second after quit; a good one never lets it come to that.
QUIT_SECONDS = 0.9

# A position without anything in an opening book, in which there is much to think about.
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"
BLACK_TO_MOVE = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3"
ROOK_ENDGAME = "4k3/pp3ppp/8/8/8/8/PPP2PPP/R3K3"
# Queenside castling is the only move that brings the rook to the open file, and mates.
FISCHER_CASTLING_MATES = "2rkr3/2p1p3/8/8/8/8/PP6/2RK4 w C - 0 1"
FISCHER_BOTH_MAY_CASTLE = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"


class Scenario(unittest.TestCase):
    """A test with a real XBoard. The class attributes come from the command line."""

    engine_command = ""
    screenshots = None
    tolerated = None

    @contextmanager
    def xboard(self, *options, variant=None):
        """A running XBoard. When the scenario ends well, nothing may have gone wrong on the way either."""
        if variant is not None:
            options = ("-variant", variant, *options)
        board = XBoard(self.engine_command, options, self.tolerated)
        try:
            board.wait_for_features()
            self.skip_unless_engine_plays(board, variant)
            yield board
            board.check_popups()
            board.check_complaints()
            if self.screenshots is not None:
                board.save_screenshot(self.screenshots / f"{self.name()}.png")
        except unittest.SkipTest:
            raise
        except Exception:
            self.report_failure(board)
            raise
        finally:
            board.close()

    def name(self):
        return self.id().removeprefix("__main__.")

    def shortDescription(self):
        """None: the report names the scenarios, one per line."""

    def skip_unless_engine_plays(self, board, variant):
        variants = board.log.features().get("variants")
        if variant is not None and variants is not None and variant not in variants.split(","):
            self.skipTest(f"the engine does not declare variant {variant}")

    def report_failure(self, board):
        board.log.refresh()
        print(f"\n--- {self.name()} failed; the end of XBoard's debug log:", *board.log.lines[-LOG_LINES_SHOWN:],
              f"--- {board.messages()}", f"--- screenshot: {self.save_picture_of_failure(board)}",
              sep="\n", file=sys.stderr)

    def save_picture_of_failure(self, board):
        folder = self.screenshots or Path(tempfile.mkdtemp(prefix="xboard-failure-"))
        picture = folder / f"{self.name()}-FAILED.png"
        try:
            board.save_screenshot(picture)
        except OSError as error:  # the X server itself has died
            return f"none ({error})"
        return picture

    @contextmanager
    def xboard_with_position(self, fen, *options, variant=None):
        with tempfile.NamedTemporaryFile("w", suffix=".fen") as file:
            file.write(fen + "\n")
            file.flush()
            with self.xboard("-loadPositionFile", file.name, *options, variant=variant) as board:
                board.wait_until_ready()
                yield board

    @contextmanager
    def xboard_analysing(self):
        with self.xboard(*LONG_THINKING) as board:
            board.wait_until_ready()
            if board.log.features().get("analyze") == "0":
                self.skipTest("the engine does not analyse")
            _, line = board.press("ctrl+a", sent("analyze"))
            board.wait_for(THINKING_LINE, line)
            yield board

    def assert_engine_moves(self, board, since, own_ranks=None):
        """Awaits the engine's move; where its pieces stand on known ranks, checks that it moved one of its own."""
        match, line = board.wait_for(ENGINE_MOVE, since)
        if own_ranks is not None:
            self.assertRegex(match.group(1), rf"^[a-h][{own_ranks}][a-h][1-8]", "not a move of the engine's side")
        return line

    def assert_position_sent(self, board, fen, since=0):
        """Checks that the engine got the position, piece by piece where it does not know setboard."""
        if board.log.features().get("setboard") == "1":
            board.wait_for(sent(f"setboard {re.escape(fen)}.*"), since)
        else:
            board.wait_for(sent("edit"), since)


# --- Games of the engine against itself ----------------------------------------------------------------------------


class SelfPlay(Scenario):
    def play(self, *options, variant=None):
        """Plays one game and checks that both engines and the game file agree on its end. Returns (log, movetext)."""
        with self.xboard(*MATCH_GAME, *options, variant=variant) as board:
            self.assertEqual(board.wait_for_end(GAME_SECONDS), 0, "xboard's exit status")
            if variant is not None:
                for engine in ("first", "second"):
                    self.assertTrue(board.log.find_all(sent(f"variant {variant}", engine)))
            result = self.assert_result_sent_to_both(board.log)
            moves = self.assert_game_saved(board.folder / "games.pgn", result)
            announced = board.log.find_all(received(r"move \S+\s*", "first|second"))
            self.assertEqual(len(moves), len(announced), "half-moves in the game file, moves announced")
            return board.log, moves

    def assert_result_sent_to_both(self, log):
        told = {engine: {match.groups() for match in log.find_all(sent(r"result (\S+) \{(.*)\}", engine))}
                for engine in ("first", "second")}
        self.assertEqual(told["first"], told["second"], "results told to the two engines")
        self.assertEqual(len(told["first"]), 1, "one result")
        result, reason = told["first"].pop()
        self.assertIn(result, ("1-0", "0-1", "1/2-1/2"))
        self.assertRegex(reason.lower(),
                         r"mate|draw|repetition|50.move|fifty.move|material|resign|3rd check|three|long game")
        return result

    def assert_game_saved(self, path, result):
        """Checks that the file holds one game with this result; returns its half-moves."""
        text = path.read_text()
        self.assertEqual(re.findall(r'^\[Result "(.*)"\]', text, re.MULTILINE), [result])
        *moves, final = movetext_words(text)
        self.assertEqual(final, result)
        return moves

    def test_chess_with_a_clock(self):
        self.play("-timeControl", "0:03", "-timeIncrement", "0.05")

    def test_three_check(self):
        self.play("-depth", "5", "-timeControl", "0:20", "-timeIncrement", "0.1", variant="3check")

    def test_fischerandom(self):
        log, moves = self.play("-depth", "5", "-timeControl", "0:20", "-timeIncrement", "0.1", variant="fischerandom")
        castlings = [move for move in moves if move.startswith("O-O")]
        announced = log.find_all(received(r"move O-O(?:-O)?[+#]?\s*", "first|second"))
        self.assertEqual(len(announced), len(castlings), "castlings announced as O-O, castlings in the game file")


def movetext_words(pgn):
    """The moves and the result of a PGN text, without tags, comments and move numbers."""
    text = re.sub(r"^\[.*\]$", "", pgn, flags=re.MULTILINE)
    text = re.sub(r"\{[^}]*\}", " ", text)
    return [word for word in text.split() if not re.fullmatch(r"\d+\.+", word)]


# --- Games against the user ----------------------------------------------------------------------------------------


class MachineColour(Scenario):
    def test_machine_white_by_key(self):
        with self.xboard(*QUICK_ANSWERS) as board:
            board.wait_until_ready()
            _, line = board.press("ctrl+w", sent("go"))
            self.assert_engine_moves(board, line, own_ranks="12")

    def test_machine_white_by_menu(self):
        with self.xboard(*QUICK_ANSWERS) as board:
            board.wait_until_ready()
            _, line = board.choose_from_menu(MODE_MENU, MACHINE_WHITE_ITEM, sent("go"))
            self.assert_engine_moves(board, line, own_ranks="12")

    def test_machine_black_by_key(self):
        """It must be Black's turn, so the user first makes White's move in Edit Game."""
        with self.xboard(*QUICK_ANSWERS) as board:
            board.wait_until_ready()
            board.press("ctrl+e", sent("force"))
            board.drag_piece("e2", "e4", user_move("e2e4"))
            _, line = board.press("ctrl+b", sent("go"))
            self.assert_engine_moves(board, line, own_ranks="78")


class UserMoves(Scenario):
    def test_mouse_keyboard_and_retracted_move(self):
        with self.xboard(*QUICK_ANSWERS) as board:
            board.wait_until_ready()
            _, line = board.drag_piece("e2", "e4", user_move("e2e4"))
            self.assert_engine_moves(board, line, own_ranks="78")
            board.press("ctrl+x", sent("remove"))
            _, line = board.type_move("d4", user_move("d2d4"))
            self.assert_engine_moves(board, line, own_ranks="78")
            _, line = board.click_squares("g1", "f3", user_move("g1f3"))
            self.assert_engine_moves(board, line)

    def test_user_castles_kingside_in_fischerandom(self):
        self.castle_in_fischerandom("O-O")

    def test_user_castles_queenside_in_fischerandom(self):
        self.castle_in_fischerandom("O-O-O")

    def castle_in_fischerandom(self, castling):
        with self.xboard_with_position(FISCHER_BOTH_MAY_CASTLE, *QUICK_ANSWERS, variant="fischerandom") as board:
            _, line = board.type_move(castling, user_move(castling))
            self.assert_engine_moves(board, line)

    def test_engine_castles_in_fischerandom(self):
        with self.xboard_with_position(FISCHER_CASTLING_MATES, *QUICK_ANSWERS, variant="fischerandom") as board:
            _, line = board.press("ctrl+w", sent("go"))
            match, line = board.wait_for(ENGINE_MOVE, line)
            self.assertRegex(match.group(1), r"^O-O-O#?$")
            board.wait_for(sent(r"result 1-0 \{.*mate.*\}"), line)


# --- Positions -----------------------------------------------------------------------------------------------------


class SetUpPositions(Scenario):
    def test_piece_removed_with_the_mouse(self):
        with self.xboard(*QUICK_ANSWERS) as board:
            board.wait_until_ready()
            board.press("ctrl+shift+e", sent("force"))
            board.drag_off_board("d8")
            _, line = board.press("ctrl+w", sent("go"))
            self.assert_position_sent(board, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            self.assert_engine_moves(board, line, own_ranks="12")

    def test_typed_position(self):
        with self.xboard(*QUICK_ANSWERS) as board:
            board.wait_until_ready()
            board.press("ctrl+shift+e", sent("force"))
            board.type_position(f"{ROOK_ENDGAME} w Q - 0 1", square_it_empties="d1")
            _, line = board.press("ctrl+w", sent("go"))
            self.assert_position_sent(board, f"{ROOK_ENDGAME} w Q - 0 1")
            self.assert_engine_moves(board, line, own_ranks="12")

    def test_loaded_position_with_black_to_move(self):
        with self.xboard_with_position(BLACK_TO_MOVE, *QUICK_ANSWERS) as board:
            self.assert_position_sent(board, BLACK_TO_MOVE.rsplit(" ", 1)[0])
            _, line = board.press("ctrl+b", sent("go"))
            self.assert_engine_moves(board, line, own_ranks="678")


# --- Analysis ------------------------------------------------------------------------------------------------------


class Analysis(Scenario):
    def test_analysis_follows_the_user_and_ends(self):
        with self.xboard_analysing() as board:
            _, line = board.drag_piece("g1", "f3", user_move("g1f3"))
            board.wait_for(THINKING_LINE, line)
            _, line = board.press("ctrl+e", sent("exit"))
            board.wait_for(sent("force"), line)
            self.assertEqual(board.log.find_all(ENGINE_MOVE), [], "moves sent while analysing")


# --- The end -------------------------------------------------------------------------------------------------------


class Exit(Scenario):
    def assert_leaves_cleanly(self, board, quit_xboard):
        engines = board.engine_processes()
        self.assertTrue(engines, "XBoard has no engine running")
        self.assertEqual(board.zombies(), set(), "dead engines that nobody has buried")
        quit_xboard(sent("quit"))
        told = time.monotonic()
        while any(is_running(pid) for pid in engines):
            self.assertLess(time.monotonic() - told, QUIT_SECONDS, "the engine goes on after quit")
            time.sleep(0.01)
        self.assertEqual(board.wait_for_end(timeout=5), 0, "xboard's exit status")
        self.assertEqual(board.running_orphans(), set(), "processes XBoard and its engine left behind")

    def test_without_a_game(self):
        with self.xboard(*QUICK_ANSWERS) as board:
            board.wait_until_ready()
            self.assert_leaves_cleanly(board, lambda told: board.press("ctrl+q", told))

    def test_while_the_engine_thinks(self):
        with self.xboard_with_position(MIDDLEGAME, *LONG_THINKING) as board:
            _, line = board.press("ctrl+w", sent("go"))
            board.wait_for(THINKING_LINE, line)
            self.assert_leaves_cleanly(board, lambda told: board.press("ctrl+q", told))
            self.assertTrue(board.log.find_all(sent(r"result \* \{xboard exit\}")))

    def test_by_menu_on_the_users_turn(self):
        """The engine may be pondering by then."""
        with self.xboard(*QUICK_ANSWERS) as board:
            board.wait_until_ready()
            _, line = board.drag_piece("e2", "e4", user_move("e2e4"))
            self.assert_engine_moves(board, line)
            self.assert_leaves_cleanly(board, lambda told: board.choose_from_menu(FILE_MENU, QUIT_ITEM, told))

    def test_while_analysing(self):
        with self.xboard_analysing() as board:
            self.assert_leaves_cleanly(board, lambda told: board.press("ctrl+q", told))


# --- The program ---------------------------------------------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser(description="Real-GUI tests of an XBoard engine.")
    parser.add_argument("--engine", required=True, metavar="CMD", help="engine command line, as for xboard -fcp")
    parser.add_argument("--screenshots", type=Path, metavar="DIR", help="keep a picture of every scenario's end here")
    parser.add_argument("-k", action="append", metavar="PATTERN", help="run only matching scenarios, as unittest's -k")
    parser.add_argument("--tolerate", metavar="REGEX", help="lines of the debug log that count as no errors")
    return parser, parser.parse_args()


def missing_tools():
    tools = {"xboard": find_xboard(), "Xvfb": shutil.which("Xvfb"), "xdotool": shutil.which("xdotool")}
    return [name for name, path in tools.items() if path is None]


def load_scenarios(patterns):
    loader = unittest.TestLoader()
    if patterns:
        loader.testNamePatterns = [pattern if "*" in pattern else f"*{pattern}*" for pattern in patterns]
    return loader.loadTestsFromModule(sys.modules[__name__])


def main():
    parser, arguments = parse_arguments()
    if missing := missing_tools():
        print(f"SKIPPED: real-GUI tests need {', '.join(missing)}, not found here")
        return SKIPPED
    Scenario.engine_command = absolute_engine_command(arguments.engine)
    if Scenario.engine_command is None:
        parser.error(f"no such engine: {arguments.engine}")
    Scenario.tolerated = arguments.tolerate
    if arguments.screenshots is not None:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
        Scenario.screenshots = arguments.screenshots
    adopt_orphans()
    # A terminated test program still ends what it has started.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        outcome = unittest.TextTestRunner(verbosity=2).run(load_scenarios(arguments.k))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 1
    return 0 if outcome.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())

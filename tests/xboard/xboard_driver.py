"""Drives a real XBoard: starts it on a display of its own, plays the user, and reads its debug log."""

import ctypes
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from virtual_display import VirtualDisplay, end_process

POLL_SECONDS = 0.03
HEALTH_CHECK_SECONDS = 0.4
# XBoard waits about ten seconds for the features of an engine that never sends any.
START_SECONDS = 20
# XBoard reacts to its user within milliseconds: after this long, a key or a click was lost.
REACTION_SECONDS = 3
ATTEMPTS = 3

MOVE_BOX_TITLE = "Type a move"
# Analysis Mode opens the second one by itself; the rest of its title changes.
EXPECTED_TITLES = (MOVE_BOX_TITLE.lower(), "engine output")

# Somewhere on the word "File" in the menu bar, which begins in the corner of the screen.
FILE_MENU = (15, 10)

LIGHT_SQUARE, DARK_SQUARE = (0xF0, 0xD9, 0xB5), (0xB5, 0x88, 0x63)

# XBoard looks up "~" in the password file, not in $HOME, so the user's ~/.xboardrc is read whatever we do. All settings
# kept there that could disturb a test are therefore set again in a file that is read after it.
SETTINGS = """
-saveSettingsOnExit false
-soundProgram ""
-startupMessage ""
-featureDefaults ""
-autoInstall ""
-popupExitMessage false
-popupMoveErrors true
-useBoardTexture false
-lightSquareColor #{light}
-darkSquareColor #{dark}
-size 49
-overrideLineGap 1
-showCoords false
-monoMode false
-blindfold false
-usePieceFont false
-useBorder false
-titleInWindow false
-autoLogo false
-dualBoard false
-pieceImageDirectory ""
-highlightMoveWithArrow false
-highlightLastMove false
-showTargetSquares false
-animateMoving false
-animateDragging false
-autoRaiseBoard false
-flashCount 0
-flipView false
-autoFlipView false
-oneClickMove false
-alwaysPromoteToQueen false
-testLegality true
-moveHistoryUp false
-evalGraphUp false
-engineOutputUp false
-autoDisplayTags false
-autoDisplayComment false
-stickyWindows false
-x 0
-y 0
-autoCallFlag false
-autoSaveGames false
-saveGameFile ""
-oldSaveStyle false
-pgnExtendedInfo false
-usePolyglotBook false
-firstHasOwnBookUCI true
-secondHasOwnBookUCI true
-showThinking true
-hideThinkingFromHuman false
-ponderNextMove true
-niceEngines 0
-defaultHashSize 64
-smpCores 1
-timeDelay 0
-movesPerSession 40
-timeOddsMode 0
-defaultFrcPosition -1
-periodicUpdates true
-checkMates true
-testClaims true
-materialDraws true
-trivialDraws false
-ruleMoves 51
-repeatsToDraw 6
-adjudicateLossThreshold 0
-adjudicateDrawMoves 0
-delayBeforeQuit 0
-delayAfterQuit 0
"""


class GuiFailure(AssertionError):
    """XBoard did not do what the scenario awaited."""


def find_xboard():
    """XBoard's path; Debian installs it in /usr/games, which is often missing from root's PATH."""
    return shutil.which("xboard", path=games_path())


def games_path():
    return os.environ.get("PATH", os.defpath) + ":/usr/games:/usr/local/games"


def absolute_engine_command(command):
    """The command with its program's full path, because XBoard runs in another folder; None if there is none."""
    words = shlex.split(command)
    program = shutil.which(words[0], path=games_path()) if words else None
    if program is None:
        return None
    # XBoard splits at blanks and knows quotes, but no backslash.
    return " ".join(f"'{word}'" if " " in word else word for word in [os.path.abspath(program), *words[1:]])


# --- Processes -----------------------------------------------------------------------------------------------------


def adopt_orphans():
    """Makes this process the parent of engines whose XBoard has died, so that none can outlive the tests unseen."""
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _process_table():
    """{process: (state letter, parent)} of all processes."""
    table = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                stat = Path("/proc", entry, "stat").read_text()
            except OSError:
                continue  # it ended while we looked
            state, parent = stat.rpartition(")")[2].split()[:2]
            table[int(entry)] = (state, int(parent))
    return table


def descendants(ancestor):
    table = _process_table()
    found, newest = set(), {ancestor}
    while newest:
        newest = {pid for pid, (_, parent) in table.items() if parent in newest} - found
        found |= newest
    return found


def is_running(pid):
    """False also for a process that is dead but unburied."""
    return _process_table().get(pid, ("Z", 0))[0] not in "ZX"


def zombies_below(ancestor):
    table = _process_table()
    return {pid for pid in descendants(ancestor) if table.get(pid, ("", 0))[0] == "Z"}


def _kill_and_bury(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass  # gone already, or its parent died with it and left it to be found next


# --- The debug log -------------------------------------------------------------------------------------------------


def sent(text, engine="first"):
    """Pattern of a line XBoard sent to the engine."""
    return rf"^\d+ >(?:{engine}) *: (?:{text})$"


def received(text, engine="first"):
    """Pattern of a line the engine sent to XBoard."""
    return rf"^\d+ <(?:{engine}) *: (?:{text})$"


def user_move(move):
    """A move as it is sent to the engine, with or without feature usermove."""
    return sent(rf"(?:usermove )?{move}")


ENGINE_MOVE = received(r"move (\S+)\s*")
THINKING_LINE = received(r"\s*\d+[^\s\d]?\s+[-+]?\d+\s+\d+\s+\d+\s.*")

# Words that tell of an error of the engine, of XBoard, or of their understanding of each other.
COMPLAINT = r"llegal|\bError\b|tellusererror|Forfeit|exited unexpectedly"
HARMLESS = r"^\d+ <\w+ *: (?:#|feature )"


class DebugLog:
    """What XBoard has logged so far: its lines, and those among them that are complaints."""

    def __init__(self, path, tolerated=None):
        self._path = path
        self._harmless = f"{HARMLESS}|{tolerated}" if tolerated else HARMLESS
        self._bytes_read = 0
        self._unfinished = b""
        self.lines = []
        self.complaints = []

    def refresh(self):
        try:
            with open(self._path, "rb") as file:
                file.seek(self._bytes_read)
                new = file.read()
        except FileNotFoundError:
            return
        self._bytes_read += len(new)
        *complete, self._unfinished = (self._unfinished + new).split(b"\n")
        lines = [self._joined(line.decode("utf-8", "replace").rstrip("\r")) for line in complete]
        self.lines += lines
        self.complaints += [line for line in lines
                            if re.search(COMPLAINT, line) and not re.search(self._harmless, line)]

    @staticmethod
    def _joined(line):
        """XBoard sends usermove and its move separately, and logs "9 >first : usermove 9 >first : e2e4" in one line."""
        return re.sub(r"(>\w+ *: usermove )\d+ >\w+ *: ", r"\1", line)

    def find_all(self, pattern, since=0):
        matches = (re.search(pattern, line) for line in self.lines[since:])
        return [match for match in matches if match]

    def find(self, pattern, since=0):
        """(match, number of the line after it) of the first match, or None."""
        for number in range(since, len(self.lines)):
            match = re.search(pattern, self.lines[number])
            if match:
                return match, number + 1
        return None

    def features(self, engine="first"):
        """{feature: value} as the engine declared them, quotes removed."""
        declared = {}
        for line in self.find_all(received("feature (.*)", engine)):
            for name, quoted, plain in re.findall(r'(\w+)\s*=\s*(?:"([^"]*)"|(\S+))', line.group(1)):
                declared[name] = quoted or plain
        return declared


# --- XBoard --------------------------------------------------------------------------------------------------------


class XBoard:
    """A running XBoard. Everything it writes lies in a temporary folder, which close() removes."""

    def __init__(self, engine_command, options, tolerated=None):
        self._temporary = tempfile.TemporaryDirectory(prefix="xboard-test-")
        self.folder = Path(self._temporary.name)
        self.log = DebugLog(self.folder / "xboard.debug", tolerated)
        self._process = self._display = self._window = self._board_box = None
        self._next_health_check = 0.0
        self._features_are_known = False
        try:
            self._display = VirtualDisplay(self.folder)
            self._process = self._launch(engine_command, options)
        except BaseException:
            self.close()
            raise

    def _launch(self, engine_command, options):
        settings = self.folder / "settings"
        settings.write_text(SETTINGS.format(light=bytes(LIGHT_SQUARE).hex(), dark=bytes(DARK_SQUARE).hex()))
        environment = dict(self._display.environment, LC_ALL="C", PATH=games_path(), HOME=str(self.folder),
                           XDG_DATA_HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder),
                           XDG_CACHE_HOME=str(self.folder), XDG_STATE_HOME=str(self.folder))
        with open(self.folder / "stderr", "wb") as stderr:
            return subprocess.Popen(
                [find_xboard(), "-settingsFile", settings, "-debug", "-nameOfDebugFile", self.folder / "xboard.debug",
                 "-fcp", engine_command, "-scp", engine_command, *options],
                cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=stderr, stderr=stderr)

    def close(self):
        """Ends everything this object has started."""
        if self._process is not None:
            end_process(self._process)
            while left_over := self._orphans():
                _kill_and_bury(left_over)
        if self._display is not None:
            self._display.close()
        self._temporary.cleanup()

    def _orphans(self):
        """What XBoard has left behind: adopt_orphans() made it ours, like XBoard itself and the X server."""
        return descendants(os.getpid()) - {self._process.pid, self._display.server_pid}

    # Waiting.

    def wait_for(self, pattern, since=0, timeout=10):
        """Waits for a line of the debug log. Returns (match, number of the line after it)."""
        found = self._wait_until(lambda: self.log.find(pattern, since), timeout)
        if not found:
            raise GuiFailure(f"no line matching {pattern!r} within {timeout} s")
        return found

    def _wait_until(self, condition, timeout):
        """Polls until the condition holds and returns its value; None when time is up. Errors raise."""
        deadline = time.monotonic() + timeout
        while True:
            ended = self._process.poll() is not None  # asked before reading, so that the last lines are not missed
            self.log.refresh()
            value = condition()
            if value:
                return value
            if ended:
                raise GuiFailure(f"xboard ended with status {self._process.returncode}; {self.messages()}")
            self.check_complaints()
            self._check_health_now_and_then()
            if time.monotonic() > deadline:
                return None
            time.sleep(POLL_SECONDS)

    def wait_until_ready(self):
        """Waits until the window is up and the engine has been told of the first game and has answered."""
        self.wait_for_features()
        _, line = self.wait_for(sent(r"(?:level|st) .*"), timeout=START_SECONDS)
        if self.log.features().get("ping") == "1":
            self.wait_for(received(r"pong \d+"), since=line)
        self._find_board()

    def wait_for_features(self):
        """Waits until the first engine has told its features, or XBoard has given up waiting for them."""
        self.wait_for(f"{received('feature .*done=1.*')}|{sent('new')}", timeout=START_SECONDS)
        self._features_are_known = True

    def wait_for_end(self, timeout):
        """Waits until XBoard ends by itself; returns its exit status."""
        if not self._wait_until(lambda: self._process.poll() is not None, timeout):
            raise GuiFailure(f"xboard did not end within {timeout} s")
        self.log.refresh()
        return self._process.returncode

    # Looking.

    def popups(self):
        """Titles of windows that are neither the board nor ones a scenario opens on purpose."""
        return [title for window, title in self._display.visible_windows().items()
                if window != self._window and not title.lower().startswith(EXPECTED_TITLES)]

    def check_complaints(self):
        if self.log.complaints:
            raise GuiFailure(f"the debug log tells of errors: {self.log.complaints}")

    def check_popups(self):
        """Waits for the features first: they tell a scenario to be skipped, which XBoard tells with an error box."""
        watching = self._features_are_known and self._window is not None and self._process.poll() is None
        if watching and (titles := self.popups()):
            raise GuiFailure(f"xboard shows a window {titles}; {self.messages()}")

    def check_engine_lives(self):
        """XBoard 4.9.1 itself never notices a dead engine, and waits for it for ever."""
        dead = self.zombies()
        self.log.refresh()  # only now: an engine that was just told to quit is dead for a moment before it is buried
        if dead and not self.log.find(sent("quit", "first|second")):
            raise GuiFailure("the engine has died")

    def _check_health_now_and_then(self):
        """Looks after what the log does not tell; not at every turn, for it costs several processes."""
        if time.monotonic() >= self._next_health_check:
            self._next_health_check = time.monotonic() + HEALTH_CHECK_SECONDS
            if self._window is None:
                self._notice_main_window()
            self.check_popups()
            self.check_engine_lives()

    def _notice_main_window(self):
        """The board is XBoard's first window, and X numbers a program's windows in order; its title changes often."""
        self._window = min(self._display.visible_windows(), default=None)
        return self._window

    def messages(self):
        """What XBoard wrote on stderr: with -debug, also the text of every error box."""
        lines = (self.folder / "stderr").read_text(errors="replace").split("\n")
        return "its messages: " + (" | ".join(line for line in lines if line.startswith("xboard:")) or "none")

    def save_screenshot(self, path):
        self._display.frame().save_png(path)

    def engine_processes(self):
        return descendants(self._process.pid)

    def zombies(self):
        return zombies_below(self._process.pid)

    def running_orphans(self):
        return {pid for pid in self._orphans() if is_running(pid)}

    # The user's hands.

    def act(self, action, awaited):
        """Acts until the debug log shows XBoard's reaction. Returns (match, number of the line after it)."""
        self.log.refresh()
        start = len(self.log.lines)
        return self._act_until(action, lambda: self.log.find(awaited, start), f"no line matching {awaited!r}")

    def _act_until(self, action, condition, complaint):
        for _ in range(ATTEMPTS):
            action()
            value = self._wait_until(condition, REACTION_SECONDS)
            if value:
                return value
        raise GuiFailure(f"{complaint} after {ATTEMPTS} attempts")

    def press(self, key, awaited):
        return self.act(lambda: self._press(key), awaited)

    def _press(self, key):
        self._display.focus(self._window)
        self._display.press(key)

    def choose_from_menu(self, menu, item, awaited):
        """Picks an item by numbers: the menu counted from File (0), the item from the top (1) or the bottom (-1)."""
        def choose():
            self._display.focus(self._window)
            self._display.click(FILE_MENU)
            self._display.press(*["Right"] * menu, *["Down" if item > 0 else "Up"] * abs(item), "Return")
        return self.act(choose, awaited)

    def click_squares(self, start, end, awaited):
        def click():
            self._display.focus(self._window)
            self._display.click(self._centre(start))
            self._display.click(self._centre(end))
        return self.act(click, awaited)

    def drag_piece(self, start, end, awaited):
        return self.act(lambda: self._drag(self._centre(start), self._centre(end)), awaited)

    def drag_off_board(self, square):
        """Removes a piece in Edit Position, which only the picture shows: the engine is told when the user is done."""
        _, top, right, _ = self._board_box
        self._act_until(lambda: self._drag(self._centre(square), (right + 8, top + 20)),
                        lambda: self._looks_empty(square), f"{square} is still occupied")

    def _drag(self, start, end):
        self._display.focus(self._window)
        self._display.drag(start, end)

    def type_move(self, text, awaited):
        return self.act(lambda: self._type_into_move_box(text), awaited)

    def type_position(self, fen, square_it_empties):
        """Types a FEN in Edit Position. As there, a square that becomes empty tells that it has arrived."""
        self._act_until(lambda: self._type_into_move_box(fen),
                        lambda: self._looks_empty(square_it_empties), f"the typed position {fen} did not appear")

    def _type_into_move_box(self, text):
        """As users do: any letter typed at the board pops the box up, and Return closes it."""
        if self._move_box() is None:
            self._press("a")
        box = self._wait_until(self._move_box, REACTION_SECONDS)
        if box is None:
            return  # the key was lost; the caller tries again
        self._display.focus(box)
        self._display.press("ctrl+a")  # replace the letter, and whatever an attempt without its Return left behind
        self._display.type(text)
        self._display.press("Return")

    def _move_box(self):
        return next((w for w, title in self._display.visible_windows().items() if title == MOVE_BOX_TITLE), None)

    # The board on the screen.

    def _find_board(self):
        """Finds window and board. The squares have colours of their own, so the picture tells where the board is."""
        if not self._wait_until(lambda: self._window or self._notice_main_window(), START_SECONDS):
            raise GuiFailure("xboard shows no window")
        self._board_box = self._wait_until(self._locate_squares, REACTION_SECONDS)
        if self._board_box is None:
            raise GuiFailure("xboard shows no board")

    def _locate_squares(self):
        """The box of the squares once it is drawn completely, that is, is square."""
        box = self._display.frame().bounding_box([LIGHT_SQUARE, DARK_SQUARE])
        if box is None:
            return None
        left, top, right, bottom = box
        return box if right - left == bottom - top else None

    def _centre(self, square):
        """Screen coordinates of a square's centre, seen from White's side."""
        left, top, right, bottom = self._board_box
        file, rank = "abcdefgh".index(square[0]), int(square[1])
        return (left + (right - left) * (2 * file + 1) // 16, bottom - (bottom - top) * (2 * rank - 1) // 16)

    def _looks_empty(self, square):
        x, y = self._centre(square)
        seen = self._display.frame().colours_in(x - 15, y - 15, x + 15, y + 15)
        return seen <= {LIGHT_SQUARE} or seen <= {DARK_SQUARE}

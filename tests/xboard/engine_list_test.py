#!/usr/bin/python3
"""Checks that XBoard has an installed engine in its list, which it keeps in its settings when it ends.

    engine_list_test.py ENGINE SETTINGS_FILE XBOARD...

ENGINE is the line that must stand there, XBOARD the command that starts XBoard. Exit status: 0 it is there, 1 it is
not.
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from virtual_display import VirtualDisplay

SECONDS = 30


def run_and_quit(command, display):
    """Starts XBoard and quits it as its users do; until the window listens, the key has no effect."""
    xboard = subprocess.Popen(command, env=dict(display.environment, LC_ALL="C"), stdin=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + SECONDS
        while xboard.poll() is None and time.monotonic() < deadline:
            if windows := display.visible_windows():
                display.focus(min(windows))
                display.press("ctrl+q")
            time.sleep(0.2)
        return xboard.poll()
    finally:
        xboard.kill()
        xboard.wait()


def engines_in(settings):
    listed = re.search(r"^-firstChessProgramNames \{(.*?)^\}", settings, re.MULTILINE | re.DOTALL)
    return listed.group(1).split("\n") if listed else []


def main(engine, settings_file, *command):
    with tempfile.TemporaryDirectory() as folder:
        display = VirtualDisplay(folder)
        try:
            status = run_and_quit(command, display)
        finally:
            display.close()
    if status != 0:
        print(f"xboard did not end well: {status}")
        return 1
    engines = engines_in(Path(settings_file).read_text())
    if engine not in engines:
        print(f"{engine} is not among XBoard's engines: {engines}")
        return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

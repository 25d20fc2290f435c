"""What the executables share: errors as one line, numbers as people write them."""

import argparse
import math
import os
import signal
import sys


class Problem(Exception):
    """Something a person can put right, said in one sentence. Commands print it and exit with status 1."""


def run(main):
    """Runs a command's main function. A termination signal unwinds it like Ctrl-C, so that it can save its work."""

    def interrupt(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)
    try:
        sys.exit(main())
    except Problem as problem:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {problem}")
    except KeyboardInterrupt:
        sys.exit(130)


def count(text):
    """An argument that counts something: 5000, 1_000_000, 250K, 40M or 2.5G."""
    factors = {"K": 1_000, "M": 1_000_000, "G": 1_000_000_000}
    factor = factors.get(text[-1:].upper(), 1)
    try:
        value = round(float(text[:-1] if factor > 1 else text) * factor)
    except (ValueError, OverflowError):
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no count (such as 5000, 250K, 40M or 2.5G)")
    return value


def duration(text):
    """An argument in seconds, more than none."""
    return _number(text, "of seconds above 0", lambda value: 0 < value < math.inf)


def share(text):
    """A number from 0 to 1."""
    return _number(text, "from 0 to 1", lambda value: 0 <= value <= 1)


def _number(text, wanted, is_wanted):
    try:
        value = float(text)
    except ValueError:
        value = math.nan  # which nobody wants
    if not is_wanted(value):
        raise argparse.ArgumentTypeError(f"'{text}' is no number {wanted}")
    return value


def device_named(name):
    """The device that PyTorch calls by this name, if it is there."""
    import torch  # not every command needs it

    try:
        device = torch.device(name)
        torch.empty(1, device=device)
        return device
    except (RuntimeError, AssertionError) as error:
        raise Problem(f"cannot use device '{name}': {str(error).splitlines()[0]}") from None


def clock_time(seconds):
    """Seconds as h:mm:ss, or m:ss below an hour."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def write_atomically(path, content):
    """Writes bytes, or parts of them as they come, so that whoever reads `path`, even after a crash, finds the old
    content or the new, whole."""
    unfinished = f"{path}.unfinished"
    try:
        with open(unfinished, "wb") as file:
            for part in (content,) if isinstance(content, bytes) else content:
                file.write(part)
        os.replace(unfinished, path)
    except OSError as error:
        raise Problem(f"cannot write {path}: {error.strerror}") from None

"""What the tests share: the way to the package, and a visible skip where PyTorch is missing."""

import sys
import unittest
from pathlib import Path

LEARN = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(LEARN))

try:
    import torch  # noqa: only to see whether it is there
except ModuleNotFoundError:
    raise unittest.SkipTest(f"PyTorch is not installed for {sys.executable}; on Debian: apt-get install python3-torch, "
                            "then /usr/bin/python3 -m unittest discover learn/tests") from None

import numpy

from rocada_learn import records

import synthetic


def rows(positions):
    """Positions as the trainer holds them."""
    raw = b"".join(map(synthetic.record, positions))
    return records.as_rows(numpy.frombuffer(bytearray(raw), numpy.uint8).reshape(-1, records.RECORD_BYTES))

"""From the floats of training to the integers that the engine computes with.

Rounds to the nearest integer, refuses what could overflow the engine's 16- and 32-bit sums, reads the file back, and
evaluates held-out positions with the floats and with integers exactly as the engine does. Training has already rounded
the floats to multiples of the integers' units, so the two differ by the engine's divisions alone: by less than 2
centipawns, or the export fails.
"""

from dataclasses import dataclass

import numpy
import torch

from . import network_file, records
from .command import Problem
from .network_file import QUANT_A, QUANT_B, SCALE, UNITS, NetworkFile

MOST_PIECES = 32
HIGHEST_FEATURE_WEIGHT = 505  # 1.98 * 255: with all pieces on the board a sum still fits 16 bits
HIGHEST_OUTPUT_WEIGHT = 127  # times 255 it fits 16 bits
WORST_DIFFERENCE = 2.0  # centipawns
_POSITIONS_COMPARED = 10_000
_INT16_MAX = 2**15 - 1
_INT32_MAX = 2**31 - 1


@dataclass
class Agreement:
    """How far integer and float evaluations lie apart, in centipawns."""

    positions: int
    mean: float
    largest: float

    def __str__(self):
        return (f"{self.positions:,} positions evaluated with integers and with floats: mean difference "
                f"{self.mean:.3f}, largest {self.largest:.3f} centipawns")


def quantised(network):
    """The network in integers, none of which can overflow in the engine."""
    for array in network.arrays:
        if not numpy.isfinite(array).all():
            raise Problem(f"network {network.name} has weights that are not numbers")
    arrays = [numpy.rint(array.astype(numpy.float64) * unit).astype(numpy.int64)
              for array, unit in zip(network.arrays, UNITS, strict=True)]
    refuse_overflow(arrays)
    return NetworkFile(network.name, arrays)


def mean(networks):
    """The mean of every weight, rounded as training rounds them. Has the first one's name, and the most king zones that
    one of them has."""
    if len({network.hidden for network in networks}) > 1:
        raise Problem("only networks of the same width have a mean")
    zones = max(network.zones for network in networks)
    networks = [network.with_zones(zones) for network in networks]
    arrays = [numpy.rint(numpy.mean(same, axis=0, dtype=numpy.float64) * unit) / unit
              for same, unit in zip(zip(*(network.arrays for network in networks)), UNITS)]
    return NetworkFile(networks[0].name, [array.astype("<f4") for array in arrays])


def refuse_overflow(arrays):
    """The rules that let the engine add in 16 and 32 bits without looking; it refuses other networks, too."""
    feature_weights, feature_biases, output_weights, output_biases = map(numpy.abs, arrays)
    rules = (
        ("feature weight", feature_weights, HIGHEST_FEATURE_WEIGHT),
        ("feature bias", feature_biases, _INT16_MAX - MOST_PIECES * HIGHEST_FEATURE_WEIGHT),
        ("output weight", output_weights, HIGHEST_OUTPUT_WEIGHT),
        ("sum of an output's weights", output_weights.sum(axis=1), _INT32_MAX // QUANT_A**2),
        ("output bias", output_biases, _INT32_MAX),
    )
    for what, found, limit in rules:
        if found.max() > limit:
            raise Problem(f"the network could overflow in the engine: its largest {what} is {found.max():,}, at most "
                          f"{limit:,} is safe")


def export(network, path, rows=None):
    """Writes the network's integers to `path` and checks what was written. Returns their Agreement, if given `rows`."""
    integers = quantised(network)
    network_file.write(path, integers, network_file.INTEGERS)
    written = network_file.read(path, network_file.INTEGERS)
    if written.name != network.name or not all(map(numpy.array_equal, written.arrays, integers.arrays)):
        raise Problem(f"{path} read back differs from what was written")
    if rows is None:
        return None
    agreement = compare(network, written, rows[::max(1, len(rows) // _POSITIONS_COMPARED)][:_POSITIONS_COMPARED])
    if agreement.largest >= WORST_DIFFERENCE:
        raise Problem(f"{path} does not compute what was trained: {agreement}")
    return agreement


def compare(network, integers, rows):
    """Evaluates the records `rows` with a network's floats and its integers."""
    board = records.boards(rows.cpu())
    active = [numpy.flatnonzero(row) for row in records.dense_features(board, torch.bool, network.zones).numpy()]
    buckets = records.buckets(board).numpy()
    difference = numpy.abs(integer_scores(integers.arrays, active, buckets) -
                           float_scores(network.arrays, active, buckets))
    return Agreement(len(rows), float(difference.mean()), float(difference.max()))


def float_scores(arrays, active, buckets):
    """Centipawns, computed in double precision. `active` lists the set inputs of each of the 2n perspectives."""
    arrays = [array.astype(numpy.float64) for array in arrays]
    activations = numpy.square(numpy.clip(_accumulators(arrays, active), 0, 1))
    return SCALE * (_output_sums(arrays, activations, buckets) + arrays[3][buckets])


def integer_scores(arrays, active, buckets):
    """Centipawns as the engine computes them: integers only, divisions cut towards zero."""
    arrays = [array.astype(numpy.int64) for array in arrays]
    accumulators = _accumulators(arrays, active)
    assert numpy.abs(accumulators).max() <= _INT16_MAX
    activations = numpy.square(numpy.clip(accumulators, 0, QUANT_A))
    sums = _output_sums(arrays, activations, buckets)
    assert numpy.abs(sums).max() <= _INT32_MAX
    return _divided((_divided(sums, QUANT_A) + arrays[3][buckets]) * SCALE, QUANT_A * QUANT_B)


def _accumulators(arrays, active):
    return numpy.stack([arrays[0][inputs].sum(axis=0) for inputs in active]) + arrays[1]


def _output_sums(arrays, activations, buckets):
    ours, theirs = numpy.split(activations, 2)
    return (numpy.concatenate((ours, theirs), axis=1) * arrays[2][buckets]).sum(axis=1)


def _divided(values, divisor):
    return numpy.sign(values) * (numpy.abs(values) // divisor)

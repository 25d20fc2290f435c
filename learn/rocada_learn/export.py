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
from .architecture import (HIGHEST_BIAS, HIGHEST_FEATURE_BIAS, HIGHEST_FEATURE_WEIGHT, HIGHEST_LAYER1_WEIGHT,
                           HIGHEST_OUTPUT_SUM, HIGHEST_OUTPUT_WEIGHT, HIGHEST_SMALL_WEIGHT, HIGHEST_STANDING_WEIGHT,
                           ONE, PRODUCT_STEP, QUANT_A, QUANT_B, QUANT_PRODUCT, QUANT_SMALL, SCALE, SQUARE_STEP)
from .command import Problem
from .network_file import LAYERED, NetworkFile

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
              for array, unit in zip(network.arrays, network.form.units, strict=True)]
    integers = NetworkFile(network.name, arrays)
    refuse_overflow(integers)
    return integers


def mean(networks):
    """The mean of every weight, rounded as training rounds them. Has the first one's name, and the most king zones that
    one of them has."""
    if len({(network.hidden, network.form, network.game) for network in networks}) > 1:
        raise Problem("only networks of the same width and form, for the same game, have a mean")
    zones = max(network.zones for network in networks)
    networks = [network.with_zones(zones) for network in networks]
    arrays = [numpy.rint(numpy.mean(same, axis=0, dtype=numpy.float64) * unit) / unit
              for same, unit in zip(zip(*(network.arrays for network in networks)), networks[0].form.units)]
    return NetworkFile(networks[0].name, [array.astype("<f4") for array in arrays])


def refuse_overflow(integers):
    """The rules that let the engine add in 16 and 32 bits without looking; it refuses other networks, too."""
    feature_weights, feature_biases, *behind = map(numpy.abs, integers.arrays)
    rules = [
        ("feature weight", feature_weights, HIGHEST_FEATURE_WEIGHT),
        ("feature bias", feature_biases, HIGHEST_FEATURE_BIAS),
    ]
    if integers.form is LAYERED:
        standing_weights, weights1, biases1, weights2, biases2, weights3, biases3 = behind
        rules += [
            ("weight of a standing", standing_weights, HIGHEST_STANDING_WEIGHT),
            ("weight of layer 1", weights1, HIGHEST_LAYER1_WEIGHT),
            ("weight of layer 2", weights2, HIGHEST_SMALL_WEIGHT),
            ("weight of the output", weights3, HIGHEST_SMALL_WEIGHT),
            ("bias behind the neurons", numpy.concatenate([biases1, biases2, biases3[:, None]], axis=1), HIGHEST_BIAS),
        ]
    else:
        output_weights, output_biases = behind
        rules += [
            ("output weight", output_weights, HIGHEST_OUTPUT_WEIGHT),
            ("sum of an output's weights", output_weights.sum(axis=1), HIGHEST_OUTPUT_SUM),
            ("output bias", output_biases, _INT32_MAX),
        ]
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
    if records.game_of(rows) is not network.game:
        raise Problem(f"network {network.name} is one for {network.game.name}, but the records are of "
                      f"{records.game_of(rows).name}")
    active, buckets = inputs(network, rows)
    difference = numpy.abs(integer_scores(integers, active, buckets) - float_scores(network, active, buckets))
    return Agreement(len(rows), float(difference.mean()), float(difference.max()))


def inputs(network, rows):
    """What the network sees of the records: the set inputs of each of the 2n perspectives, and the n buckets."""
    rows = rows.cpu()
    board, states = records.boards(rows), records.states_of_views(rows, network.game)
    features = records.dense_features(board, torch.bool, network.zones, states, network.form.sees_standings).numpy()
    return [numpy.flatnonzero(row) for row in features], records.buckets(board).numpy()


def float_scores(network, active, buckets):
    """Centipawns, computed in double precision. `active` lists the set inputs of each of the 2n perspectives."""
    arrays = [array.astype(numpy.float64) for array in network.arrays]
    neurons = numpy.clip(_accumulators(network.form, arrays, active), 0, 1)
    if network.form is not LAYERED:
        return SCALE * (_sums(numpy.square(neurons), arrays[2], buckets) + arrays[3][buckets])
    # Products are rounded as the integers are: no other step is so coarse.
    products = _products(numpy.rint(neurons * QUANT_A)) / QUANT_PRODUCT
    *_, weights1, biases1, weights2, biases2, weights3, biases3 = arrays
    neurons1 = _sums(products, weights1, buckets) + biases1[buckets]
    squares = numpy.minimum(numpy.square(neurons1), 1) * (ONE / SQUARE_STEP)
    inputs2 = numpy.concatenate((squares, numpy.clip(neurons1, 0, 1)), axis=1)
    neurons2 = numpy.clip(_layer(inputs2, weights2, biases2, buckets), 0, 1)
    return SCALE * (neurons1[:, 0] + _layer(neurons2, weights3, biases3, buckets))


def integer_scores(network, active, buckets):
    """Centipawns as the engine computes them: integers only."""
    arrays = [array.astype(numpy.int64) for array in network.arrays]
    accumulators = _accumulators(network.form, arrays, active)
    assert numpy.abs(accumulators).max() <= _INT16_MAX
    neurons = numpy.clip(accumulators, 0, QUANT_A)
    if network.form is not LAYERED:
        sums = _sums(numpy.square(neurons), arrays[2], buckets)
        assert numpy.abs(sums).max() <= _INT32_MAX
        return _divided((_divided(sums, QUANT_A) + arrays[3][buckets]) * SCALE, QUANT_A * QUANT_B)
    *_, weights1, biases1, weights2, biases2, weights3, biases3 = arrays
    neurons1 = _sums(_products(neurons), weights1, buckets) + biases1[buckets]
    bounded = numpy.clip(neurons1, -ONE, ONE)
    inputs2 = numpy.concatenate((numpy.square(bounded) // SQUARE_STEP, numpy.maximum(bounded, 0)), axis=1)
    neurons2 = numpy.clip(_layer(inputs2, weights2, biases2, buckets) // QUANT_SMALL, 0, ONE)
    output = neurons1[:, 0] + _layer(neurons2, weights3, biases3, buckets) // QUANT_SMALL
    return _divided(output * SCALE, ONE)


def _accumulators(form, arrays, active):
    weights, biases, *others = arrays
    if form.sees_standings:
        weights = numpy.concatenate((weights, others[0]))
    return numpy.stack([weights[inputs].sum(axis=0) for inputs in active]) + biases


def _products(neurons):
    """Of each neuron of the first half with one of the second; neurons in integers."""
    first, second = numpy.split(neurons, 2, axis=1)
    return (first * second + PRODUCT_STEP // 2) // PRODUCT_STEP


def _sums(activations, weights, buckets):
    """What both perspectives' activations add up to: one number for each position, or one for each neuron behind."""
    return _weighted(numpy.concatenate(numpy.split(activations, 2), axis=1), weights, buckets)


def _layer(inputs, weights, biases, buckets):
    return _weighted(inputs, weights, buckets) + biases[buckets]


def _weighted(inputs, weights, buckets):
    """The inputs' sums by the weights of each position's own bucket."""
    sums = numpy.empty((len(inputs), *weights.shape[1:-1]), weights.dtype)
    for bucket, rows in enumerate(weights):
        chosen = buckets == bucket
        sums[chosen] = inputs[chosen] @ rows.T
    return sums


def _divided(values, divisor):
    return numpy.sign(values) * (numpy.abs(values) // divisor)

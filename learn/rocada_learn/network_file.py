"""The two files of a network, both little-endian: integers for the engine (.nnue), floats beside them (.float).

A header, arrays, and a checksum of every byte before it, as src/eval/nnue/network_file.h has them. The arrays are in
integers as the form says, or all in float32.

Networks have one of two forms. The engine plays with layered ones; what the numbers mean stands in
src/eval/nnue/architecture.h. learn/selfplay plays with plain ones: every neuron squared, and one output for each range
of piece counts. The games have their numbers from games.py.

Inputs go zone by zone, and behind them all one for each of the game's states, see records.py. Layered networks also see
how pieces stand (standings.py); the weights of that come after the biases. In the first weights behind the neurons, the
first half belongs to the side to move's perspective.
"""

import struct
from dataclasses import dataclass
from typing import Callable

import numpy

from .architecture import (BUCKETS, FLOAT_MAGIC, HEADER_BYTES, INPUTS_PER_ZONE, INTEGER_MAGIC, LAYER1, LAYER2,
                           LAYERED_VERSION, MOST_KING_ZONES, NAME_OFFSET, ONE, PLAIN_VERSION, QUANT_A, QUANT_B,
                           QUANT_SMALL, SCALE, STANDING_INPUTS)
from .command import Problem, write_atomically
from .games import GAMES, NORMAL

# How many a network can have.
KING_ZONES = tuple(zones for zones in range(1, MOST_KING_ZONES + 1) if MOST_KING_ZONES % zones == 0)
DEFAULT_HIDDEN = 128  # neurons, where nobody says otherwise

_NAME_BYTES = HEADER_BYTES - NAME_OFFSET
_HEADER = struct.Struct(f"<8s2H7I{_NAME_BYTES}s")
assert _HEADER.size == HEADER_BYTES
_CHECKSUM = struct.Struct("<Q")
_FNV_START, _FNV_PRIME, _FNV_CHUNK = 0xCBF29CE484222325, 0x100000001B3, 1 << 16
_FNV_POWERS = numpy.full(_FNV_CHUNK, _FNV_PRIME, numpy.uint64).cumprod()


@dataclass(frozen=True)
class Form:
    """What a network sees, and what stands behind its neurons. `units` is what 1.0 becomes in each array, in the
    order of the file."""

    name: str
    version: int
    layers: int
    units: tuple
    integers: tuple  # their types
    standing_inputs: int  # for how pieces stand
    behind: Callable  # the shapes of the arrays behind the neurons, for a number of these

    @property
    def sees_standings(self):
        return self.standing_inputs > 0

    def inputs(self, zones, game):
        """How many a network has."""
        return INPUTS_PER_ZONE * zones + self.standing_inputs + game.states

    def shapes(self, hidden, zones=1, game=NORMAL):
        standings = ((self.standing_inputs, hidden),) if self.standing_inputs else ()
        return ((INPUTS_PER_ZONE * zones + game.states, hidden), (hidden,), *standings, *self.behind(hidden))

    def shape(self, hidden, zones, game=NORMAL):
        """In words, as `rocada net info` has them."""
        inputs = self.inputs(zones, game)
        if self.layers:
            return f"({inputs} -> {hidden} -> {hidden // 2}) x 2 -> ({LAYER1} -> {LAYER2} -> 1) x {BUCKETS}"
        return f"({inputs} -> {hidden}) x 2 -> {BUCKETS}"


PLAIN = Form("plain", PLAIN_VERSION, 0, (QUANT_A, QUANT_A, QUANT_B, QUANT_A * QUANT_B), ("<i2", "<i2", "<i2", "<i4"),
             0, lambda hidden: ((BUCKETS, 2 * hidden), (BUCKETS,)))
LAYERED = Form("layered", LAYERED_VERSION, LAYER1 | LAYER2 << 16,
               (QUANT_A, QUANT_A, QUANT_A, QUANT_B, ONE, QUANT_SMALL, QUANT_SMALL * ONE, QUANT_SMALL,
                QUANT_SMALL * ONE),
               ("<i2", "<i2", "<i1", "<i1", "<i4", "<i2", "<i4", "<i2", "<i4"), STANDING_INPUTS,
               lambda hidden: ((BUCKETS, LAYER1, hidden), (BUCKETS, LAYER1), (BUCKETS, LAYER2, 2 * LAYER1),
                               (BUCKETS, LAYER2), (BUCKETS, LAYER2), (BUCKETS,)))
FORMS = {form.name: form for form in (LAYERED, PLAIN)}


@dataclass(frozen=True)
class Kind:
    magic: bytes
    is_integers: bool

    def types(self, form):
        return form.integers if self.is_integers else len(form.integers) * ("<f4",)


INTEGERS = Kind(INTEGER_MAGIC, True)
FLOATS = Kind(FLOAT_MAGIC, False)


@dataclass
class NetworkFile:
    name: str
    arrays: list  # feature weights and biases, those of standings if the form has any, then what is behind the neurons

    @property
    def form(self):
        return next(form for form in FORMS.values() if len(form.units) == len(self.arrays))

    @property
    def hidden(self):
        return len(self.arrays[1])

    @property
    def zones(self):
        return len(self.arrays[0]) // INPUTS_PER_ZONE

    @property
    def game(self):
        return next(game for game in GAMES if game.states == len(self.arrays[0]) % INPUTS_PER_ZONE)

    @property
    def shape(self):
        return self.form.shape(self.hidden, self.zones, self.game)

    def with_zones(self, zones):
        """The same judgement from a network of more king zones: each begins with what the one it is part of knew."""
        if self.zones > zones:
            raise Problem(f"network {self.name} has {self.zones} king zones, more than {zones}")
        pieces, states = numpy.split(self.arrays[0], [INPUTS_PER_ZONE * self.zones])
        pieces = pieces.reshape(self.zones, INPUTS_PER_ZONE, -1).repeat(zones // self.zones, axis=0)
        features = numpy.concatenate((pieces.reshape(INPUTS_PER_ZONE * zones, -1), states))
        return NetworkFile(self.name, [features, *self.arrays[1:]])

    def for_game(self, game):
        """The same judgement from a network for another game, whose states all mean nothing to it yet."""
        if game is self.game:
            return self
        if self.game.states:
            raise Problem(f"network {self.name} is one for {self.game.name}: one for {game.name} cannot begin with it")
        states = numpy.zeros((game.states, self.hidden), self.arrays[0].dtype)
        return NetworkFile(self.name, [numpy.concatenate((self.arrays[0], states)), *self.arrays[1:]])


def checked_name(name):
    """The name if it fits its field with a zero behind it, else a Problem."""
    if not name or not name.isascii() or not name.isprintable() or len(name) >= _NAME_BYTES:
        raise Problem(f"a network's name has 1 to {_NAME_BYTES - 1} ASCII characters, '{name}' does not")
    return name


def checksum(content):
    """FNV-1a with 64 bits: for each byte, value = (value ^ byte) * prime.

    That exclusive or concerns the value's low byte alone, so it adds a small number. Once all of these are known, the
    value is a sum of products with powers of the prime, which numpy adds up.
    """
    content, value = numpy.frombuffer(content, numpy.uint8), _FNV_START
    for start in range(0, len(content), _FNV_CHUNK):
        chunk = content[start:start + _FNV_CHUNK]
        low = _low_bytes(value & 0xFF, chunk)
        added = (low ^ chunk).astype(numpy.int64) - low
        powers = _FNV_POWERS[:len(chunk)]
        value = int(powers[-1]) * value + int((powers[::-1] * added.view(numpy.uint64)).sum()) & 0xFFFFFFFFFFFFFFFF
    return value


def _low_bytes(first, content):
    """The low byte that the value of FNV-1a has before each byte of the content.

    Bit by bit from the lowest: a bit of a product is its own, exclusive or what the lower ones carry over.
    """
    low = numpy.zeros(len(content), numpy.uint8)
    for bit in range(8):
        below = (low ^ content) & (1 << bit) - 1
        changes = numpy.roll((below * (_FNV_PRIME & 0xFF) ^ content) & 1 << bit, 1)
        changes[0] = first & 1 << bit
        low |= numpy.bitwise_xor.accumulate(changes)
    return low


def write(path, network, kind):
    form = network.form
    content = _HEADER.pack(kind.magic, form.version, network.game.number, form.inputs(network.zones, network.game),
                           network.hidden, BUCKETS, QUANT_A, QUANT_B, SCALE, form.layers,
                           checked_name(network.name).encode("ascii"))
    shapes = form.shapes(network.hidden, network.zones, network.game)
    for array, shape, numbers in zip(network.arrays, shapes, kind.types(form), strict=True):
        assert array.shape == shape, f"{array.shape} is not {shape}"
        stored = array.astype(numbers)
        assert numpy.array_equal(stored, array), "a value does not fit its field"
        content += stored.tobytes()
    write_atomically(path, content + _CHECKSUM.pack(checksum(content)))


def read(path, kind):
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise Problem(f"cannot read {path}: {error.strerror}") from None
    if len(content) < _HEADER.size or not content.startswith(kind.magic):
        raise Problem(f"{path} is not a network file of the kind {kind.magic.decode()}")
    _, version, number, inputs, hidden, buckets, quant_a, quant_b, scale, layers, name = _HEADER.unpack_from(content)
    form = next((form for form in FORMS.values() if (form.version, form.layers) == (version, layers)), None)
    zones, states = divmod(inputs - (form.standing_inputs if form else 0), INPUTS_PER_ZONE)
    game = next((game for game in GAMES if (game.number, game.states) == (number, states)), None)
    if (form is None or game is None or (buckets, quant_a, quant_b, scale) != (BUCKETS, QUANT_A, QUANT_B, SCALE) or
            zones not in KING_ZONES):
        raise Problem(f"{path} holds a network of another version or shape")
    arrays, offset = [], _HEADER.size
    for shape, numbers in zip(form.shapes(hidden, zones, game), kind.types(form)):
        size = int(numpy.prod(shape))
        end = offset + size * numpy.dtype(numbers).itemsize
        if end > len(content):
            raise Problem(f"{path} is cut short")
        arrays.append(numpy.frombuffer(content, numbers, size, offset).reshape(shape).copy())
        offset = end
    if len(content) != offset + _CHECKSUM.size:
        raise Problem(f"{path} has {len(content):,} bytes, its header calls for {offset + _CHECKSUM.size:,}")
    if _CHECKSUM.unpack_from(content, offset)[0] != checksum(content[:offset]):
        raise Problem(f"{path} is damaged: its checksum is wrong")
    return NetworkFile(name.rstrip(b"\0").decode("ascii", "replace"), arrays)


def _begins_with(path, magic):
    try:
        with open(path, "rb") as file:
            return file.read(len(magic)) == magic
    except OSError:
        return False  # whoever reads it will say why


def read_floats(path):
    """A network of either kind in floats: integers stand for multiples of their units."""
    if not _begins_with(path, INTEGERS.magic):
        return read(path, FLOATS)
    network = read(path, INTEGERS)
    arrays = [(array / unit).astype("<f4") for array, unit in zip(network.arrays, network.form.units)]
    return NetworkFile(network.name, arrays)

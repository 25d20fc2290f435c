"""The two files of a network, both little-endian: integers for the engine (.nnue), floats beside them (.float).

     0  char magic[8]     "RocadaNN" integers, "RocadaNF" floats
     8  u32 version = 1, inputs = 768 * king zones, hidden, buckets = 8, quant_a = 255, quant_b = 64, scale = 400,
            reserved = 0
    40  char name[24]     ASCII, padded with zeros
    64  feature_weights[inputs][hidden], feature_biases[hidden], output_weights[8][2 * hidden], output_biases[8]
        integers: all int16 but the output biases, which are int32; floats: all float32
     .  u64 checksum      FNV-1a of every byte before

Inputs go zone by zone: 768 * zone + 64 * code + square, see records.py. The first half of an output's weights belongs
to the side to move's perspective. The engine's reader and the meaning of the numbers: src/eval/nnue/architecture.h.
"""

import struct
from dataclasses import dataclass

import numpy

from .command import Problem, write_atomically

VERSION = 1
INPUTS_PER_ZONE = 768
KING_ZONES = (1, 2, 4, 8)  # how many a network can have
BUCKETS = 8
DEFAULT_HIDDEN = 128  # neurons, where nobody says otherwise
QUANT_A = 255  # one unit of activation
QUANT_B = 64  # one unit of output weight
SCALE = 400  # centipawns for each unit of output
UNITS = (QUANT_A, QUANT_A, QUANT_B, QUANT_A * QUANT_B)  # what 1.0 becomes in each of the four arrays

_HEADER = struct.Struct("<8s8I24s")
_CHECKSUM = struct.Struct("<Q")
_NAME_BYTES = 24


@dataclass
class Kind:
    magic: bytes
    types: tuple  # of the four arrays, in the order of the file


INTEGERS = Kind(b"RocadaNN", ("<i2", "<i2", "<i2", "<i4"))
FLOATS = Kind(b"RocadaNF", ("<f4", "<f4", "<f4", "<f4"))


@dataclass
class NetworkFile:
    name: str
    arrays: list  # feature weights, feature biases, output weights, output biases

    @property
    def hidden(self):
        return len(self.arrays[1])

    @property
    def zones(self):
        return len(self.arrays[0]) // INPUTS_PER_ZONE

    @property
    def shape(self):
        return f"{len(self.arrays[0])} -> {self.hidden} x 2 -> {BUCKETS}"

    def with_zones(self, zones):
        """The same judgement from a network of more king zones: each begins with what the one it is part of knew."""
        if self.zones > zones:
            raise Problem(f"network {self.name} has {self.zones} king zones, more than {zones}")
        features = self.arrays[0].reshape(self.zones, INPUTS_PER_ZONE, -1).repeat(zones // self.zones, axis=0)
        return NetworkFile(self.name, [features.reshape(INPUTS_PER_ZONE * zones, -1), *self.arrays[1:]])


def checked_name(name):
    """The name if it fits its field with a zero behind it, else a Problem."""
    if not name or not name.isascii() or not name.isprintable() or len(name) >= _NAME_BYTES:
        raise Problem(f"a network's name has 1 to {_NAME_BYTES - 1} ASCII characters, '{name}' does not")
    return name


def shapes(hidden, zones=1):
    return ((INPUTS_PER_ZONE * zones, hidden), (hidden,), (BUCKETS, 2 * hidden), (BUCKETS,))


def checksum(content):
    """FNV-1a with 64 bits."""
    value = 0xCBF29CE484222325
    for byte in content:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def write(path, network, kind):
    content = _HEADER.pack(kind.magic, VERSION, INPUTS_PER_ZONE * network.zones, network.hidden, BUCKETS, QUANT_A,
                           QUANT_B, SCALE, 0, checked_name(network.name).encode("ascii"))
    for array, shape, numbers in zip(network.arrays, shapes(network.hidden, network.zones), kind.types, strict=True):
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
    _, version, inputs, hidden, buckets, quant_a, quant_b, scale, _, name = _HEADER.unpack_from(content)
    zones, rest = divmod(inputs, INPUTS_PER_ZONE)
    if ((version, buckets, quant_a, quant_b, scale) != (VERSION, BUCKETS, QUANT_A, QUANT_B, SCALE) or
            zones not in KING_ZONES or rest):
        raise Problem(f"{path} holds a network of another version or shape")
    arrays, offset = [], _HEADER.size
    for shape, numbers in zip(shapes(hidden, zones), kind.types):
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
    arrays = [(array / unit).astype("<f4") for array, unit in zip(network.arrays, UNITS)]
    return NetworkFile(network.name, arrays)

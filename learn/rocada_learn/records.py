"""Training records: what `rocada data expand` writes, and how it becomes features.

A record is 32 bytes, little-endian. The board is seen from the side to move, which always moves up:

    u64 occupancy    one bit for each occupied square, a1 = bit 0, h8 = bit 63
    u8  pieces[16]   32 nibbles, low nibble first, one for each set bit of the occupancy from the lowest:
                     type 0..5 (pawn, knight, bishop, rook, queen, king), plus 8 if the piece is not the mover's
    i16 score        in units of the search, as the side to move sees it
    u8  result       0 loss, 1 draw, 2 win for the side to move
    u8  flags        bit 0: the position comes from a held-out game, kept for validation
    u16 move         the move played: from + 64 * to
    u8  game         its number, see games.py; the same in all records of a file
    u8  state        of the game as the side to move sees it, 0 where it has none

Records live on the device that trains, as rows of four 64-bit words, and are decoded batch by batch: decoding costs
less there than reading features four times their size. A decoded board holds one code for each square, by rank and
file: 0..5 our pieces, 6..11 theirs, 12 an empty square. A network's input is that board in one-hot form, once as each
side sees it: index 768 * zone + 64 * code + square. The zone is that of the side's own king, 0 in a network that has
only one. In a game with states one input more is set: 768 * zones + the state as the side sees it.

Where a network sees how pieces stand (standings.py), the same boards go in once more, with other codes: 12 *
(standing - 1) + the piece's, without zones. These columns stand behind the states.
"""

import functools
import os
from dataclasses import dataclass

import numpy
import torch
from torch.nn import functional

from .architecture import (BUCKETS, INPUTS_PER_ZONE, MOST_KING_ZONES, MOST_PIECES, RECORD_BYTES, STANDING_INPUTS,
                           STANDINGS, ZONE_OF_KING)
from .command import Problem, write_atomically
from .fusing import elementwise
from .games import GAMES, checks_of, state_of
from .standings import PIECE_CODES, SAFE, standings

GAME_BYTE, STATE_BYTE = 30, 31
OUR_KING = 5  # codes of pieces, of which standings.py tells more
THEIR_KING = 11
EMPTY = PIECE_CODES

_WORDS = RECORD_BYTES // 8
_FLAGS_BYTE = 27
_HELD_OUT = 1
_CHUNK = 1 << 20  # records read and moved to the device at a time
_ALIGNMENT = 8  # a GPU is slow with matrices at half precision whose columns are no multiple of it
_SAMPLE = 1 << 14  # records of each file that are looked at closely before anything trusts the file


@dataclass
class RecordSet:
    """All records on one device: those to learn from and those of held-out games. Rows of four 64-bit words."""

    training: torch.Tensor
    validation: torch.Tensor

    @property
    def game(self):
        return game_of(self.training)


def load(paths, device):
    """Reads record files into the device's memory, or says in a sentence what is wrong with them."""
    rows, held_out = _read(paths, device)
    names = ", ".join(map(str, paths))
    if held_out == 0:
        raise Problem(f"no position of {names} belongs to a held-out game: nothing to validate with")
    if held_out == len(rows):
        raise Problem(f"every position of {names} belongs to a held-out game: nothing to learn from")
    return RecordSet(rows[:len(rows) - held_out], rows[len(rows) - held_out:])


def load_all(paths, device):
    """All records in one, held-out ones last."""
    return _read(paths, device)[0]


def _read(paths, device):
    """The rows of all files and how many at the end are held out."""
    files = [_open(path) for path in paths]
    games = [GAMES[file[0, GAME_BYTE]] for file in files]
    for path, game in zip(paths, games):
        if game is not games[0]:
            raise Problem(f"{paths[0]} holds positions of {games[0].name}, {path} of {game.name}: only one game can be "
                          f"learned at a time")
    total = sum(len(file) for file in files)
    try:
        rows = torch.empty((total, _WORDS), dtype=torch.int64, device=device)
    except (RuntimeError, MemoryError):
        raise Problem(f"{total:,} records ({total * RECORD_BYTES / 1e9:.1f} GB) do not fit into the memory of "
                      f"{device}") from None
    # Training records fill the memory from the front, held-out ones from the back.
    front, back = 0, total
    for file in files:
        for start in range(0, len(file), _CHUNK):
            chunk = file[start:start + _CHUNK]
            held_out = (chunk[:, _FLAGS_BYTE] & _HELD_OUT) != 0
            learn, keep = chunk[~held_out], chunk[held_out]
            rows[front:front + len(learn)] = as_rows(learn).to(device)
            rows[back - len(keep):back] = as_rows(keep).to(device)
            front += len(learn)
            back -= len(keep)
    return rows, total - back


def write(path, rows):
    """Writes a record file."""
    write_atomically(path, (part.cpu().numpy().tobytes() for part in rows.split(_CHUNK)))


def _open(path):
    """One record file as an array of rows of bytes, mapped into memory and checked by a sample."""
    try:
        size = os.path.getsize(path)
        if os.path.isdir(path):
            raise Problem(f"{path} is a directory, not a file of training records")
        if size == 0:
            raise Problem(f"{path} is empty")
        if size % RECORD_BYTES:
            raise Problem(f"{path} has {size:,} bytes, which is no multiple of {RECORD_BYTES}: cut short, or not a "
                          f"file of training records")
        file = numpy.memmap(path, dtype=numpy.uint8, mode="r").reshape(-1, RECORD_BYTES)
    except OSError as error:
        raise Problem(f"cannot read {path}: {error.strerror}") from None
    numbers = numpy.linspace(0, len(file) - 1, min(len(file), _SAMPLE)).astype(numpy.int64)
    _refuse_nonsense(path, numbers, file[numbers])
    return file


def _refuse_nonsense(path, numbers, raw):
    """A file in another format has the right size one time in 32; its boards give it away."""
    pieces = torch.from_numpy(numpy.unpackbits(raw[:, :8], axis=1).sum(axis=1, dtype=numpy.int64))
    board = boards(as_rows(raw)).flatten(1)
    game, state = (torch.from_numpy(raw[:, byte].astype(numpy.int64)) for byte in (GAME_BYTE, STATE_BYTE))
    most = torch.tensor([max(1, known.states) for known in GAMES])[game.clamp(max=len(GAMES) - 1)]
    faults = (
        ((pieces < 2) | (pieces > 32), "does not have 2 to 32 pieces"),
        ((board == OUR_KING).sum(1) != 1, "does not have one king for the side to move"),
        ((board == THEIR_KING).sum(1) != 1, "does not have one king for the other side"),
        (torch.from_numpy(raw[:, 26] > 2), "has no result 0, 1 or 2"),
        (game >= len(GAMES), "is of an unknown game"),
        (game != game[0], "is of another game than the first"),
        (state >= most, "is in a state that its game does not have"),
    )
    for faulty, fault in faults:
        if faulty.any():
            number = int(numbers[int(faulty.nonzero()[0])])
            raise Problem(f"{path}: record {number:,} {fault}: not a file of training records?")


def as_rows(raw):
    """Bytes [n, 32] of a numpy array as the rows of words that everything below takes."""
    return torch.from_numpy(numpy.ascontiguousarray(raw).view(numpy.int64).reshape(-1, _WORDS))


def boards(rows):
    """The piece code of every square, uint8 [n, rank, file], seen from the side to move."""
    raw = rows.view(torch.uint8)
    occupied = (raw[:, :8, None] >> torch.arange(8, dtype=torch.uint8, device=rows.device)) & 1
    # The n-th occupied square holds the n-th nibble.
    place = (occupied.flatten(1).cumsum(1) - 1).clamp_(0, 31)
    pieces = raw[:, 8:24]
    nibbles = torch.stack((pieces & 15, pieces >> 4), 2).flatten(1)
    found = nibbles.gather(1, place)
    codes = (found & 7) + 6 * (found >> 3)
    return codes.view_as(occupied).masked_fill(occupied == 0, EMPTY)


def other_view(board):
    """The same boards as the side not to move sees them: upside down, with owners swapped."""
    return ((board + 6) % PIECE_CODES).masked_fill(board == EMPTY, EMPTY).flip(1)


def mirrored(board):
    """Boards with our king on files e to h are mirrored left to right, so that it always stands on a to d."""
    return _mirrored_like(board, board)


def _mirrored_like(board, squares):
    """What is on the squares of the boards, mirrored where mirrored() mirrors the board."""
    king_right = (board[:, :, 4:] == OUR_KING).flatten(1).any(1)
    return torch.where(king_right[:, None, None], squares.flip(2), squares)


def features(board, zones=1, states=None, with_standings=False):
    """The network's input: the side to move's view of every board, then the other side's. The inputs of the pieces are
    [2n, 768 * zones]; behind them stand those of states_of_views, in a game that has any, and at last those of how the
    pieces stand.

    A GPU multiplies the whole matrix of ones and zeros faster than it would gather the ones, at half precision, which
    is exact for them; a CPU does not.
    """
    if board.is_cuda:
        return dense_features(board, torch.float16, zones, states, with_standings)
    return sparse_features(board, zones, states, with_standings)


def dense_features(board, precision=torch.float32, zones=1, states=None, with_standings=False):
    """All shapes are known beforehand, as a CUDA graph wants it: each view stands in the columns of its zone. Behind
    all come as many columns of zeros as make it a matrix that a GPU is fast with."""
    views = _views(board)
    zone = king_zones(views, zones).to(torch.uint8)[:, None]
    zoned = _zoned(views, zone, zones)
    standing = _standing_codes(board, views) if with_standings else None
    if states is None and standing is None:
        return _one_hot(zoned, PIECE_CODES * zones, precision)
    state_columns = 0 if states is None else states.shape[1]
    standing_columns = STANDING_INPUTS if with_standings else 0
    columns = INPUTS_PER_ZONE * zones + state_columns + standing_columns
    found = torch.empty((len(views), columns + -columns % _ALIGNMENT), dtype=precision, device=board.device)
    pieces, other, standing_part, unused = found.split(
        [INPUTS_PER_ZONE * zones, state_columns, standing_columns, -columns % _ALIGNMENT], 1)
    pieces.copy_(_one_hot(zoned, PIECE_CODES * zones, precision))
    if states is not None:
        other.copy_(states)
    if with_standings:
        standing_part.copy_(_one_hot(standing, PIECE_CODES * STANDINGS, precision))
    unused.zero_()
    return found


@elementwise
def _zoned(views, zone, zones):
    return (views + PIECE_CODES * zone).masked_fill(views == EMPTY, PIECE_CODES * zones)


@elementwise
def _one_hot(codes, count, precision):
    numbers = torch.arange(count, dtype=torch.uint8, device=codes.device)
    return (codes[:, None, :] == numbers[:, None]).to(precision).flatten(1)


def _standing_codes(board, views):
    """What stands in the views in the same places: 12 * (standing - 1) + the piece, uint8 [2n, 64]; where nothing or
    what is safe stands, one more than the last."""
    found = standings(board)
    standing = torch.cat((_mirrored_like(board, found), _mirrored_like(other_view(board), found.flip(1)))).flatten(1)
    codes = PIECE_CODES * (standing.clamp(min=1) - 1) + views
    return codes.masked_fill(standing == SAFE, PIECE_CODES * STANDINGS)


def sparse_features(board, zones=1, states=None, with_standings=False):
    views = _views(board)
    row, square = (views != EMPTY).nonzero(as_tuple=True)
    inputs = INPUTS_PER_ZONE * king_zones(views, zones)[row] + 64 * views[row, square].long() + square
    width = INPUTS_PER_ZONE * zones
    if states is not None:
        view, state = states.nonzero(as_tuple=True)
        row, inputs = torch.cat((row, view)), torch.cat((inputs, width + state))
        width += states.shape[1]
    if with_standings:
        codes = _standing_codes(board, views)
        view, square = (codes < PIECE_CODES * STANDINGS).nonzero(as_tuple=True)
        row = torch.cat((row, view))
        inputs = torch.cat((inputs, width + 64 * codes[view, square].long() + square))
        width += STANDING_INPUTS
    ones = torch.ones(len(row), device=board.device)
    return torch.sparse_coo_tensor(torch.stack((row, inputs)), ones, (len(views), width))


def _views(board):
    """Codes [2n, 64], mirrored, so that our king stands on files a to d."""
    return torch.cat((mirrored(board), mirrored(other_view(board)))).flatten(1)


def king_zones(views, zones):
    """The zone of our king in each of the `views`, int64 [2n]."""
    king = (views == OUR_KING).to(torch.uint8).argmax(1)
    return _zone_of_square(views.device)[king] * zones // MOST_KING_ZONES


@functools.lru_cache(maxsize=None)  # a step that is being captured as a CUDA graph must not copy it to the device
def _zone_of_square(device):
    return torch.tensor([zone for rank in ZONE_OF_KING for zone in rank + rank[::-1]], device=device)


def piece_counts(board):
    """How many pieces stand on each board, kings and pawns included."""
    return (board != EMPTY).flatten(1).sum(1)


def buckets(board):
    """Which of the network's outputs judges each board."""
    return ((piece_counts(board) - 2) * BUCKETS // MOST_PIECES).clamp_(0, BUCKETS - 1)


def game_of(rows):
    """The game that all of the records are of."""
    return GAMES[rows[0].view(torch.uint8)[GAME_BYTE].item()]


def checks_given(rows):
    """By the side to move and by the other one, uint8 [n] each. Only in 3-check are they any but 0."""
    return checks_of(rows.view(torch.uint8)[:, STATE_BYTE])


def states_of_views(rows, game):
    """The state of each record as the side to move sees it, then as the other side does: bool [2n, game.states], of
    each row one is set. None in a game without states."""
    if not game.states:
        return None
    ours, theirs = checks_given(rows)
    seen = torch.cat((state_of(ours, theirs), state_of(theirs, ours)))
    return seen[:, None] == torch.arange(game.states, dtype=torch.uint8, device=rows.device)


def score_words(rows):
    """Where the scores stand, int16 [n]: to be read and written."""
    return rows.view(torch.int16)[:, 12]


def scores(rows):
    """Search scores, float [n]."""
    return score_words(rows).float()


def moves(rows):
    """Moves played, from + 64 * to, int64 [n]."""
    return rows.view(torch.int16)[:, 14].long()


def results(rows):
    """Results of the games for the side to move, float [n]: 0, 0.5 or 1."""
    return rows.view(torch.uint8)[:, 26].float() / 2

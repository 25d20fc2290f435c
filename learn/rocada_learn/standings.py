"""How pieces stand: whether others attack and defend them. What the engine has in src/eval/nnue/standings.h, for many
boards at once.

    1 threatened   a lesser piece of the other side attacks it
    2 hanging      otherwise: the other side attacks it, and its own does not defend it
    3 contested    otherwise: the other side attacks it
    4 loose        otherwise: its own side does not defend it
    0 safe         otherwise, and every king

Sets of squares are 64-bit words here, one for each board, seen from the side to move: a1 is bit 0, and its pawns move
up. Pieces that go far are followed in all boards together, doubling what has been reached three times.
"""

import torch

from .fusing import elementwise

PIECE_CODES = 12  # 0..5 pawn to king of the side to move, 6..11 of the other side
SAFE = 0

_PAWN, _KNIGHT, _BISHOP, _ROOK, _QUEEN, _KING = range(6)
_STRAIGHT = ((8, 0), (-8, 0), (1, 1), (-1, -1))  # by how much the square's number grows, and the file
_DIAGONAL = ((9, 1), (7, -1), (-7, 1), (-9, -1))
_KNIGHT_STEPS = ((17, 1), (15, -1), (10, 2), (6, -2), (-6, 2), (-10, -2), (-15, 1), (-17, -1))


def _word(bits):
    """The 64 bits as the signed number that torch has."""
    return bits - (1 << 64) if bits >> 63 else bits


def _files(first, last):
    return _word(sum(1 << square for square in range(64) if first <= square % 8 <= last))


def standings(board):
    """For every square of boards [n, 8, 8] how what stands there stands, uint8 of the same shape."""
    found = _standings(_sets(board.flatten(1)))
    return _by_square(found).view_as(board)


@elementwise
def _sets(squares):
    """The squares of each piece code, int64 [n, 12]."""
    bits = torch.ones((), dtype=torch.int64, device=squares.device) << torch.arange(64, device=squares.device)
    codes = torch.arange(PIECE_CODES, dtype=torch.uint8, device=squares.device)
    return ((squares[:, None, :] == codes[:, None]) * bits).sum(2)


@elementwise
def _by_square(sets):
    """From sets [n, 4] of the squares where pieces stand in each way, the number of the way for every square."""
    numbers = torch.arange(64, device=sets.device)
    there = (sets[:, :, None] >> numbers) & 1
    ways = torch.arange(1, 1 + sets.shape[1], device=sets.device)
    return (there * ways[:, None]).sum(1).to(torch.uint8)


@elementwise
def _standings(sets):
    ours, theirs = sets[:, :6].unbind(1), sets[:, 6:].unbind(1)
    occupied = sets[:, 0]
    for code in range(1, PIECE_CODES):
        occupied = occupied | sets[:, code]
    ours_attack, theirs_attack = _attacks(ours, occupied, 1), _attacks(theirs, occupied, -1)
    both = (_of_side(ours, theirs_attack, ours_attack), _of_side(theirs, ours_attack, theirs_attack))
    return torch.stack([a | b for a, b in zip(*both)], 1)


def _of_side(pieces, attacks, defences):
    """The squares of pieces that are threatened, hanging, contested and loose."""
    by_pawns, by_minors, by_rooks, by_all = attacks
    defended = defences[3]
    those = pieces[_PAWN] | pieces[_KNIGHT] | pieces[_BISHOP] | pieces[_ROOK] | pieces[_QUEEN]
    threatened = ((pieces[_KNIGHT] | pieces[_BISHOP]) & by_pawns | pieces[_ROOK] & by_minors |
                  pieces[_QUEEN] & by_rooks)
    rest = those & ~threatened
    return threatened, rest & by_all & ~defended, rest & by_all & defended, rest & ~by_all & ~defended


def _attacks(pieces, occupied, up):
    """What pawns attack; what they and minor pieces do; these and rooks; all."""
    by_pawns = _moved(pieces[_PAWN], 8 * up + 1, 1) | _moved(pieces[_PAWN], 8 * up - 1, -1)
    by_minors = by_pawns
    for step, files in _KNIGHT_STEPS:
        by_minors = by_minors | _moved(pieces[_KNIGHT], step, files)
    by_minors = by_minors | _followed(pieces[_BISHOP], _DIAGONAL, occupied)
    by_rooks = by_minors | _followed(pieces[_ROOK], _STRAIGHT, occupied)
    by_all = by_rooks | _followed(pieces[_QUEEN], _STRAIGHT + _DIAGONAL, occupied)
    for step, files in _STRAIGHT + _DIAGONAL:
        by_all = by_all | _moved(pieces[_KING], step, files)
    return by_pawns, by_minors, by_rooks, by_all


def _followed(pieces, directions, occupied):
    found = torch.zeros_like(pieces)
    for step, files in directions:
        reached, free = pieces, ~occupied & _remaining(files)
        for doubled in (1, 2, 4):
            reached = reached | free & _shifted(reached, step * doubled)
            free = free & _shifted(free, step * doubled)
        found = found | _moved(reached, step, files)
    return found


def _moved(squares, step, files):
    """All squares moved by a step that goes so many files to the right; what leaves the board is gone."""
    return _shifted(squares, step) & _remaining(files)


def _remaining(files):
    """The files on which something can stand that has gone so many to the right."""
    return _files(max(0, files), 7 + min(0, files))


def _shifted(squares, step):
    if step > 0:
        return squares << step
    return (squares >> -step) & ((1 << 64 + step) - 1)  # without copies of the sign

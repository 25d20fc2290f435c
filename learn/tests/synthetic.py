"""Positions for the tests: random boards with colours and a side to move, and the records they become.

Written for clarity, square by square and apart from the code under test.
"""

import random
import struct
from dataclasses import dataclass, replace

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
WHITE, BLACK = 0, 1
WORTH = {PAWN: 100, KNIGHT: 300, BISHOP: 320, ROOK: 500, QUEEN: 900, KING: 0}
SAFE, THREATENED, HANGING, CONTESTED, LOOSE = range(5)
_STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
_DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
_JUMPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


@dataclass
class Position:
    pieces: dict  # square -> (colour, type); a1 = 0, h8 = 63
    mover: int
    score: int = 0  # the mover's centipawns
    result: int = 1  # for the mover
    held_out: bool = False
    move: tuple = (0, 0)  # from, to
    checks: tuple = None  # given by White and by Black, in 3-check


def random_position(source, most_pieces=32, **other):
    squares = source.sample(range(64), source.randint(2, most_pieces))
    pieces = {squares[0]: (WHITE, KING), squares[1]: (BLACK, KING)}
    for square in squares[2:]:
        kind = source.choice((PAWN, PAWN, PAWN, KNIGHT, BISHOP, ROOK, QUEEN))
        pieces[square] = (source.choice((WHITE, BLACK)), kind)
    return Position(pieces, source.choice((WHITE, BLACK)), **other)


def colours_swapped(position):
    """The same position for the players, who have changed colours."""
    pieces = {square ^ 56: (1 - colour, kind) for square, (colour, kind) in position.pieces.items()}
    return replace(position, pieces=pieces, mover=1 - position.mover,
                   move=tuple(square ^ 56 for square in position.move),
                   checks=position.checks and position.checks[::-1])


def left_right_mirrored(position):
    pieces = {square ^ 7: piece for square, piece in position.pieces.items()}
    return replace(position, pieces=pieces, move=tuple(square ^ 7 for square in position.move))


def random_checks(source):
    return source.randint(0, 2), source.randint(0, 2)


def state(position, perspective):
    """Of 3-check, as one colour sees it, by the book."""
    seen = position.checks[perspective], position.checks[1 - perspective]
    return ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)).index(seen)


def record(position):
    """The 32 bytes of a position."""
    flip = 56 if position.mover == BLACK else 0
    seen = {square ^ flip: piece for square, piece in position.pieces.items()}
    occupancy, nibbles = 0, []
    for square in sorted(seen):
        colour, kind = seen[square]
        occupancy |= 1 << square
        nibbles.append(kind | (0 if colour == position.mover else 8))
    nibbles += [0] * (32 - len(nibbles))
    pairs = bytes(low | high << 4 for low, high in zip(nibbles[0::2], nibbles[1::2]))
    origin, target = (square ^ flip for square in position.move)
    game = (1, state(position, position.mover)) if position.checks else (0, 0)
    return struct.pack("<Q16shBBHBB", occupancy, pairs, position.score, position.result, position.held_out,
                       origin + 64 * target, *game)


def king_zone(king, perspective, zones):
    """The zone of a king that stands on square `king`, by the book."""
    file, rank = "abcdefgh"[king % 8], king // 8 + 1
    if perspective == BLACK:
        rank = 9 - rank
    if rank == 1:
        of_eight = 0 if file in "ah" else 1 if file in "bg" else 2 if file in "cf" else 3
    elif rank == 2:
        of_eight = 4 if file in "abgh" else 5
    else:
        of_eight = 6 if rank <= 4 else 7
    return {1: 0, 2: of_eight // 4, 4: of_eight // 2, 8: of_eight}[zones]


def attacked_from(pieces, origin):
    """The squares that the piece on this one attacks."""
    colour, kind = pieces[origin]
    forward = 1 if colour == WHITE else -1
    steps = {PAWN: [(forward, 1), (forward, -1)], KNIGHT: _JUMPS, BISHOP: _DIAGONAL, ROOK: _STRAIGHT}
    for ranks, files in steps.get(kind, _STRAIGHT + _DIAGONAL):
        rank, file = origin // 8 + ranks, origin % 8 + files
        while 0 <= rank < 8 and 0 <= file < 8:
            yield 8 * rank + file
            if kind in (PAWN, KNIGHT, KING) or 8 * rank + file in pieces:
                break
            rank, file = rank + ranks, file + files


def standings(position):
    """How each piece stands, by the book: by square."""
    pieces = position.pieces
    attackers = {square: [pieces[origin] for origin in pieces if square in attacked_from(pieces, origin)]
                 for square in pieces}
    found = {}
    for square, (colour, kind) in pieces.items():
        enemies = [other for other_colour, other in attackers[square] if other_colour != colour]
        defended = len(enemies) < len(attackers[square])
        lesser = {PAWN: (), KNIGHT: (PAWN,), BISHOP: (PAWN,), ROOK: (PAWN, KNIGHT, BISHOP),
                  QUEEN: (PAWN, KNIGHT, BISHOP, ROOK)}
        if kind == KING:
            found[square] = SAFE
        elif any(enemy in lesser[kind] for enemy in enemies):
            found[square] = THREATENED
        elif enemies:
            found[square] = CONTESTED if defended else HANGING
        else:
            found[square] = SAFE if defended else LOOSE
    return found


def active_standings(position, perspective):
    """The inputs set for how pieces stand, in one colour's perspective, counted from their first."""
    at_once = replace(position, checks=None)
    inputs = set()
    for square, standing in standings(position).items():
        if standing != SAFE:
            kings = {other: piece for other, piece in position.pieces.items() if piece[1] == KING}
            alone = replace(at_once, pieces={**kings, square: position.pieces[square]})
            inputs |= {768 * (standing - 1) + number for number in
                       active_inputs(alone, perspective) - active_inputs(replace(at_once, pieces=kings), perspective)}
    return inputs


def active_inputs(position, perspective, zones=1):
    """The set inputs of one colour's perspective, by the book."""
    king = next(square for square, piece in position.pieces.items() if piece == (perspective, KING))
    zone = king_zone(king, perspective, zones)
    inputs = set()
    for square, (colour, kind) in position.pieces.items():
        if perspective == BLACK:
            square ^= 56
        if king % 8 >= 4:
            square ^= 7
        inputs.add(768 * zone + (0 if colour == perspective else 384) + 64 * kind + square)
    if position.checks:
        inputs.add(768 * zones + state(position, perspective))
    return inputs


def material_position(source, **other):
    """A position whose score is the material on it, a check given counting for two queens: easy to learn."""
    position = random_position(source, **other)
    balance = sum(WORTH[kind] * (1 if colour == position.mover else -1) for colour, kind in position.pieces.values())
    if position.checks:
        balance += 1800 * (position.checks[position.mover] - position.checks[1 - position.mover])
    position.score = max(-3000, min(3000, balance))
    position.result = 2 if balance > 150 else 0 if balance < -150 else 1
    return position


def write_material_records(path, count, seed=1, held_out_every=10, three_check=False):
    source = random.Random(seed)
    with open(path, "wb") as file:
        for number in range(count):
            held_out = number % held_out_every == 0
            checks = random_checks(source) if three_check else None
            position = material_position(source, most_pieces=24, held_out=held_out, checks=checks)
            flip = 56 if position.mover == BLACK else 0
            position.move = (number % 64 ^ flip, number // 64 % 64 ^ flip)  # tells records apart
            file.write(record(position))

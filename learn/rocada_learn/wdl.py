"""What a score means: win, draw and loss as functions of the score and of how many pieces are left.

With the score s of a side, its chance to win is 1 / (1 + exp((a - s) / b)), to lose 1 / (1 + exp((a + s) / b)); what is
left is drawn. a is the score with which every second game is won, b the spread. Both are given for some numbers of
pieces, the knots, and go in straight lines between them. The engine computes the same (src/eval/wdl.cpp) from the
parameters that are written here.
"""

import csv
import re
import subprocess
from dataclasses import dataclass, field

import numpy

from .architecture import FADE_PER_PIECE, FULL_BOARD
from .command import Problem
from .games import GAMES, NORMAL, THREE_CHECK

VARIANTS = {NORMAL.word: "kChess", THREE_CHECK.word: "kThreeCheck"}  # and the names of their knots in the parameters
_WORDS = {game.name: game.word for game in GAMES}  # `rocada net info` says the name
KNOTS = {NORMAL.word: (6, 12, 18, 24, 30), THREE_CHECK.word: (32,)}
COLUMNS = ["game", "ply", "variant", "pieces", "score", "result"]
# Neighbouring knots should be alike unless the games say otherwise: what a difference of 1 between their logarithms
# costs, in the units of the mean likelihood of a position.
_SMOOTHNESS = 0.002
_GRAIN = 5  # of scores; positions of one number of pieces and about one score are counted together
_HIGHEST = 10_000  # scores beyond are no surer


@dataclass
class Games:
    """Positions, one number each for all of them, from White's point of view."""
    game: numpy.ndarray  # numbers that tell games apart
    pieces: numpy.ndarray
    score: numpy.ndarray
    result: numpy.ndarray  # 0, 0.5 or 1

    def __len__(self):
        return len(self.score)

    def where(self, mask):
        return Games(self.game[mask], self.pieces[mask], self.score[mask], self.result[mask])


@dataclass
class Model:
    """The knots of one variant, in order of pieces."""
    pieces: list
    even_chance: list
    spread: list

    def at(self, pieces):
        return (numpy.interp(pieces, self.pieces, self.even_chance), numpy.interp(pieces, self.pieces, self.spread))

    def points(self, pieces, score):
        """What the side with this score can expect, from 0 to 1."""
        a, b = self.at(pieces)
        return (1 + _logistic((score - a) / b) - _logistic((-score - a) / b)) / 2


@dataclass(frozen=True)
class Network:
    name: str
    checksum: int


@dataclass
class Parameters:
    """By variant: the model, and the network whose scores it is for; in normal chess, as they count with all pieces and
    fade with each."""
    networks: dict = field(default_factory=dict)
    models: dict = field(default_factory=dict)
    full_board: int = FULL_BOARD
    fade_per_piece: int = FADE_PER_PIECE


def _logistic(x):
    return numpy.exp(_log_logistic(x))


def _log_logistic(x):
    return -numpy.logaddexp(0, -x)


# --- Games ------------------------------------------------------------------------------------------------------------


def _output_of(engine, *words):
    try:
        run = subprocess.run([engine, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                             check=False)
    except OSError as error:
        raise Problem(f"cannot run {engine}: {error.strerror}") from None
    if run.returncode != 0:
        raise Problem(run.stderr.strip() or f"{engine} ended with status {run.returncode}")
    return run.stdout


def networks_of(engine, network):
    """By variant: the networks inside the engine, and in the place of its variant's the one in the file `network`."""
    info = _output_of(engine, "net", "info") + (_output_of(engine, "net", "info", network) if network else "")
    found = re.findall(r"^Name: +(.+)\nChecksum: +([0-9a-f]+)\nGame: +(.+)$", info, re.MULTILINE)
    if not found:
        raise Problem(f"{engine} net info tells no name, checksum and game")
    return {_WORDS[game]: Network(name, int(checksum, 16)) for name, checksum, game in found}


def read_scores(engine, files):
    """What `rocada data scores` says: the games by variant, and the players that its '#' lines name."""
    return parse_scores(_output_of(engine, "data", "scores", *files).splitlines())


def parse_scores(lines):
    if not lines or lines[0].split(",") != COLUMNS:
        raise Problem("this is not what `rocada data scores` prints")
    players, columns, games, last = [], {variant: [] for variant in VARIANTS}, -1, None
    for line in lines[1:]:
        if line.startswith("#"):
            players.append(line[1:].strip())
            last = None
            continue
        game, _, variant, pieces, score, result = line.split(",")
        if game != last:  # files may use the same numbers, but each has all positions of a game together
            games, last = games + 1, game
        columns[variant].append((games, int(pieces), int(score), float(result)))
    return {variant: Games(*map(numpy.array, zip(*rows))) for variant, rows in columns.items() if rows}, players


# --- The fit ----------------------------------------------------------------------------------------------------------


def fit(games, knots):
    """The model under which these games were likeliest, found by Newton's method from where most networks are near."""
    cells = _counted(games)
    start = numpy.log(numpy.concatenate([numpy.full(len(knots), 200.0), numpy.full(len(knots), 80.0)]))
    logarithms = _minimum(lambda x: _loss(_model(knots, x), cells, len(games), x), start)
    return _model(knots, logarithms)


def _model(knots, logarithms):
    values = numpy.exp(logarithms)
    return Model(list(knots), list(values[:len(knots)]), list(values[len(knots):]))


def _counted(games):
    """Positions counted together: pieces, score, wins, draws, losses."""
    score = numpy.clip(numpy.round(games.score / _GRAIN) * _GRAIN, -_HIGHEST, _HIGHEST)
    keys, where = numpy.unique(numpy.stack([games.pieces, score]), axis=1, return_inverse=True)
    where = where.ravel()
    counts = [numpy.bincount(where[games.result == result], minlength=keys.shape[1]) for result in (1, 0.5, 0)]
    return (*keys, *counts)


def _loss(model, cells, positions, logarithms):
    pieces, score, wins, draws, losses = cells
    a, b = model.at(pieces)
    win, loss = _log_logistic((score - a) / b), _log_logistic((-score - a) / b)
    # 1 - win - loss, without the difference of numbers that are nearly one
    draw = _log_logistic((score + a) / b) + _log_logistic((a - score) / b) + numpy.log(-numpy.expm1(-2 * a / b))
    likelihood = (wins @ win + draws @ draw + losses @ loss) / positions
    steps = numpy.diff(logarithms.reshape(2, -1), axis=1)
    return -likelihood + _SMOOTHNESS * numpy.sum(steps ** 2)


def _minimum(function, x, rounds=100, step=1e-3):
    """Newton's method with derivatives by differences; a step that does not help is made smaller and steeper."""
    size, value, damping = len(x), function(x), 1e-3
    shifts = step * numpy.eye(size)
    for _ in range(rounds):
        up, down = (numpy.array([function(x + sign * shift) for shift in shifts]) for sign in (1, -1))
        gradient = (up - down) / (2 * step)
        curvature = numpy.diag((up - 2 * value + down) / step ** 2)
        for i in range(size):
            for j in range(i):
                both = function(x + shifts[i] + shifts[j])
                curvature[i, j] = curvature[j, i] = (both - up[i] - up[j] + value) / step ** 2
        while True:
            change = numpy.linalg.solve(_positive(curvature) + damping * numpy.eye(size), -gradient)
            change = numpy.clip(change, -0.5, 0.5)
            new_value = function(x + change)
            if new_value < value or damping > 1e6:
                break
            damping *= 10
        if value - new_value < 1e-10:
            break
        x, value, damping = x + change, new_value, damping / 10
    return x


def _positive(matrix):
    """The same matrix with every curvature turned upwards."""
    values, vectors = numpy.linalg.eigh(matrix)
    return vectors @ numpy.diag(numpy.abs(values)) @ vectors.T


def predicted_unseen(games, knots, folds):
    """What White can expect in each position, by a model fitted to the other games: a fold of them at a time."""
    predicted = numpy.empty(len(games))
    for fold in range(folds):
        out = games.game % folds == fold
        if out.all():
            raise Problem("there are too few games")
        predicted[out] = fit(games.where(~out), knots).points(games.pieces[out], games.score[out])
    return predicted


# --- Calibration ------------------------------------------------------------------------------------------------------


def calibration(predicted, games):
    """For each tenth of what a player was predicted: rows of from, to, positions, games, predicted, real, error.

    Each position counts for both players, who see the opposite in it, because openings may favour one. The error is
    1.96 standard deviations of the difference; positions of one game are no independent witnesses, so it is that of
    games.
    """
    predicted, result = (numpy.concatenate([of_white, 1 - of_white]) for of_white in (predicted, games.result))
    game = numpy.tile(games.game, 2)
    rows = []
    for tenth in range(10):
        inside = numpy.minimum((predicted * 10).astype(int), 9) == tenth
        count = int(inside.sum())
        if count == 0:
            continue
        numbers, where = numpy.unique(game[inside], return_inverse=True)
        differences = result[inside] - predicted[inside]
        by_game = numpy.bincount(where.ravel(), weights=differences - differences.mean())
        error = 1.96 * numpy.sqrt(numpy.sum(by_game ** 2)) / count
        rows.append((tenth / 10, (tenth + 1) / 10, count, len(numbers), predicted[inside].mean(),
                     result[inside].mean(), error))
    return rows


def write_table(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["from", "to", "positions", "games", "predicted", "real", "error"])
        for low, high, positions, games, *figures in rows:
            writer.writerow([low, high, positions, games, *(f"{figure:.4f}" for figure in figures)])


def table_text(rows):
    lines = ["predicted      positions   games   mean   real   difference"]
    for low, high, positions, games, predicted, real, error in rows:
        lines.append(f"{100 * low:3.0f} to {100 * high:3.0f}%  {positions:10} {games:7}  {100 * predicted:5.1f}  "
                     f"{100 * real:5.1f}   {100 * (real - predicted):+5.1f} +-{100 * error:.1f}")
    return "\n".join(lines)


def plot_svg(rows, title):
    """The table as a picture, which needs no library: what was predicted across, what came of it upwards."""
    size, margin = 420, 50

    def x(share):
        return f"{margin + size * share:.1f}"

    def y(share):
        return f"{margin + size * (1 - share):.1f}"

    whole = size + 2 * margin
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" viewBox="0 0 {whole} {whole}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="{whole}" height="{whole}" fill="white"/>',
             f'<text x="{whole / 2}" y="24" text-anchor="middle" font-size="14">{title}</text>']
    for tenth in range(0, 11, 2):
        share = tenth / 10
        parts += [f'<path d="M{x(share)} {y(0)}V{y(1)}M{x(0)} {y(share)}H{x(1)}" stroke="#ddd"/>',
                  f'<text x="{x(share)}" y="{float(y(0)) + 18:.1f}" text-anchor="middle">{10 * tenth}%</text>',
                  f'<text x="{margin - 6}" y="{float(y(share)) + 4:.1f}" text-anchor="end">{10 * tenth}%</text>']
    parts.append(f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#888" stroke-dasharray="4 4"/>')
    for _, _, _, _, predicted, real, error in rows:
        parts += [f'<path d="M{x(predicted)} {y(real - error)}V{y(real + error)}" '
                  'stroke="steelblue" stroke-width="2"/>',
                  f'<circle cx="{x(predicted)}" cy="{y(real)}" r="4" fill="steelblue"/>']
    parts += [f'<text x="{whole / 2}" y="{whole - 10}" text-anchor="middle">points the model expects</text>',
              f'<text transform="translate(14 {whole / 2}) rotate(-90)" text-anchor="middle">points scored</text>',
              "</svg>"]
    return "\n".join(parts) + "\n"


# --- The engine's file ------------------------------------------------------------------------------------------------


def parameters_text(parameters):
    lines = ["// What scores mean with the networks named here. Written by learn/fit-wdl (learn/README.md), "
             "not by hand.", "#pragma once", "", "#include <array>", "#include <cstdint>", "#include <string_view>", "",
             "namespace rocada::eval::wdl_params {", "",
             "struct Network {", "  std::string_view name;", "  std::uint64_t checksum;", "};", "",
             "// The score with which every second game is won, and over how much of it the odds change by a factor "
             "of e. They hold",
             "// with so many pieces on the board; in between both go in straight lines.",
             "struct Knot {", "  double pieces;", "  double even_chance;", "  double spread;", "};"]
    for variant, name in VARIANTS.items():
        network, model = parameters.networks[variant], parameters.models[variant]
        lines += ["", f'inline constexpr Network {name}Network = {{"{network.name}", 0x{network.checksum:016x}}};']
        if variant == NORMAL.word:
            lines += [f"inline constexpr int {name}FullBoard = {parameters.full_board};  // as in evaluator.h",
                      f"inline constexpr int {name}FadePerPiece = {parameters.fade_per_piece};"]
        lines.append(f"inline constexpr std::array<Knot, {len(model.pieces)}> {name} = {{{{")
        for knot in zip(model.pieces, model.even_chance, model.spread):
            lines.append("    {{{:g}, {:.1f}, {:.1f}}},".format(*knot))
        lines.append("}};")
    return "\n".join([*lines, "", "}  // namespace rocada::eval::wdl_params", ""])


def parse_parameters(text):
    parameters = Parameters()
    for variant, name in VARIANTS.items():
        network = re.search(rf'{name}Network = \{{"([^"]*)", 0x([0-9a-f]+)\}};', text)
        block = re.search(rf"{name} = \{{\{{(.*?)\}}\}};", text, re.DOTALL)
        if not network or not block:
            raise Problem(f"the parameters have no {name}: these are none that fit-wdl has written")
        parameters.networks[variant] = Network(network[1], int(network[2], 16))
        knots = re.findall(r"\{([\d.]+), ([\d.]+), ([\d.]+)\}", block[1])
        parameters.models[variant] = Model(*([float(number) for number in column] for column in zip(*knots)))
    full, fade = (re.search(rf"{name} = (\d+);", text) for name in ("FullBoard", "FadePerPiece"))
    if not full or not fade:
        raise Problem("the parameters do not say how evaluations fade: these are none that fit-wdl has written")
    parameters.full_board, parameters.fade_per_piece = int(full[1]), int(fade[1])
    return parameters

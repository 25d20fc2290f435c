"""The teacher: a residual network far too slow to play, which learns from games and then says what positions are worth.

The board goes in as twelve planes, seen from the side to move; in 3-check four more say of each side whether it has
given one check, and two. A tower of residual blocks with squeeze-and-excitation follows, and three heads: the expected
result as the search's score has it, the game's result, and the move played. Only the first two are asked for; the third
teaches the tower what pieces can do.

A teacher is taught anew with every run's fresh games, going on from the file of the run before, so that it knows more
than any one set of games. Its file has the weights at half precision:

    {"name", "width", "blocks", "game": its number, normal chess where there is none, "positions": seen in its life,
     "result_share", "weights": {name: tensor}}

as torch.save writes it. What it thinks reaches a network that plays through the scores of labelled records.
"""

import io
import pickle
from dataclasses import dataclass, field, replace

import torch
from torch import nn
from torch.nn import functional

from . import records
from .architecture import MOST_CHECKS, SCALE
from .command import Problem, write_atomically
from .games import GAMES, NORMAL, Game
from .network_file import checked_name

_ENTRY = "entry.0.weight"  # the weights that see the planes
_POLICY_WIDTH = 32
_LABEL_BATCH = 1 << 14
_SURE = 0.9994  # an expected result of 3,000 centipawns: further out labels say nothing


class Block(nn.Module):
    """Two convolutions, then a gate and a shift for each channel from the board's mean (squeeze and excitation)."""

    def __init__(self, width):
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(width)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(width)
        self.squeeze = nn.Linear(width, width // 4)
        self.excite = nn.Linear(width // 4, 2 * width)

    def forward(self, x):
        y = self.second_norm(self.second(functional.relu(self.first_norm(self.first(x)))))
        gate, shift = self.excite(functional.relu(self.squeeze(y.mean((2, 3))))).chunk(2, 1)
        return functional.relu(x + y * torch.sigmoid(gate)[:, :, None, None] + shift[:, :, None, None])


class Judgement(nn.Module):
    """A head that says one number of the whole board."""

    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(width, width // 4, 1), nn.ReLU(), nn.Flatten(),
                                    nn.Linear(width // 4 * 64, 2 * width), nn.ReLU(), nn.Linear(2 * width, 1))

    def forward(self, x):
        return self.layers(x).squeeze(1)


class MoveChoice(nn.Module):
    """A head that says how likely each move is, by from + 64 * to."""

    def __init__(self, width):
        super().__init__()
        self.origin = nn.Conv2d(width, _POLICY_WIDTH, 1)
        self.target = nn.Conv2d(width, _POLICY_WIDTH, 1)

    def forward(self, x):
        origin, target = self.origin(x).flatten(2), self.target(x).flatten(2)
        return (target.transpose(1, 2) @ origin).flatten(1) / _POLICY_WIDTH**0.5


class Tower(nn.Module):
    def __init__(self, width, blocks, game):
        super().__init__()
        self.entry = nn.Sequential(nn.Conv2d(records.PIECE_CODES + game.planes, width, 3, padding=1, bias=False),
                                   nn.BatchNorm2d(width), nn.ReLU())
        self.blocks = nn.Sequential(*[Block(width) for _ in range(blocks)])
        self.score = Judgement(width)
        self.result = Judgement(width)
        self.move = MoveChoice(width)

    def forward(self, planes):
        """Score [n], result [n] (both for a sigmoid) and moves [n, 4096] (for a softmax)."""
        x = self.blocks(self.entry(planes))
        return self.score(x), self.result(x), self.move(x)


@dataclass
class Teacher:
    name: str
    width: int
    blocks: int
    game: Game = NORMAL
    positions: int = 0  # seen in its life
    result_share: float = 1.0  # of its judgement that the result's head has; the rest is the score's
    tower: Tower = field(default=None)

    def __post_init__(self):
        if self.tower is None:
            self.tower = Tower(self.width, self.blocks, self.game)
        self._forward = self.tower

    def for_game(self, game):
        """The same judgement from a teacher of another game, whose states all mean nothing to it yet."""
        if game is self.game:
            return self
        if self.game.planes:
            raise Problem(f"teacher {self.name} is one of {self.game.name}: one of {game.name} cannot begin with it")
        weights = self.tower.state_dict()
        entry = weights[_ENTRY]
        weights[_ENTRY] = torch.cat((entry, entry.new_zeros((len(entry), game.planes, *entry.shape[2:]))), 1)
        other = replace(self, game=game, tower=Tower(self.width, self.blocks, game))
        other.tower.load_state_dict(weights)
        other.tower.to(entry.device, memory_format=torch.channels_last)
        return other

    def refuse_other_games(self, rows):
        """What it says of a game that it was not taught would be worth nothing."""
        game = records.game_of(rows)
        if game is not self.game:
            raise Problem(f"teacher {self.name} is one of {self.game.name}, but the positions are of {game.name}")

    def compile(self):
        """Has PyTorch compile what is asked of it: faster after a minute."""
        self._forward = torch.compile(self.tower)

    @torch.no_grad()
    def expected_by_head(self, rows, mirrored_too=True):
        """Expected results as the score's head and as the result's head have it; each the mean of the board and its
        mirror image, which mean the same, or of one look in half the time."""
        self.tower.eval()
        device = rows.device.type
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            x = planes(rows, self.game)
            outputs = [self._forward(seen) for seen in ((x, x.flip(3)) if mirrored_too else (x,))]
        return [sum(torch.sigmoid(heads[head].float()) for heads in outputs) / len(outputs) for head in (0, 1)]

    def expected_result(self, rows, mirrored_too=True):
        """For the side to move, of both heads together."""
        score, result = self.expected_by_head(rows, mirrored_too)
        return torch.lerp(score, result, self.result_share)


def planes(rows, game):
    """Boards in one-hot form, [n, 12, 8, 8], and behind them the planes that the game has for its states."""
    board = records.boards(rows)
    codes = torch.arange(records.PIECE_CODES, dtype=torch.uint8, device=board.device)
    seen = board[:, None] == codes[:, None, None]
    if game.planes:
        reached = [checks >= least for checks in records.checks_given(rows) for least in range(1, MOST_CHECKS + 1)]
        seen = torch.cat((seen, torch.stack(reached, 1)[:, :, None, None].expand(-1, -1, 8, 8)), 1)
    precision = torch.bfloat16 if board.is_cuda else torch.float32
    return seen.to(precision).to(memory_format=torch.channels_last)


def save(path, teacher):
    """Weights at half precision; what the normalisations count stays as it is."""
    weights = {name: tensor.half() if tensor.is_floating_point() and "running" not in name else tensor
               for name, tensor in teacher.tower.state_dict().items()}
    content = {"name": checked_name(teacher.name), "width": teacher.width, "blocks": teacher.blocks,
               "game": teacher.game.number, "positions": teacher.positions,
               "result_share": torch.tensor(teacher.result_share),
               "weights": {name: tensor.cpu().contiguous() for name, tensor in weights.items()}}
    file = io.BytesIO()
    torch.save(content, file)
    write_atomically(path, file.getvalue())


def load(path, device):
    try:
        with open(path, "rb") as file:
            bytes_of_file = io.BytesIO(file.read())
    except OSError as error:
        raise Problem(f"cannot read {path}: {error.strerror}") from None
    try:
        content = torch.load(bytes_of_file, map_location="cpu", weights_only=True)
        teacher = Teacher(content["name"], content["width"], content["blocks"],
                          GAMES[content.get("game", NORMAL.number)], content["positions"],
                          content["result_share"].item())
        teacher.tower.load_state_dict({name: tensor.float() if tensor.is_floating_point() else tensor
                                       for name, tensor in content["weights"].items()})
    except (OSError, RuntimeError, LookupError, TypeError, ValueError, AttributeError, EOFError,
            pickle.UnpicklingError):
        raise Problem(f"{path} is not a teacher, or damaged") from None
    teacher.tower.to(device, memory_format=torch.channels_last)
    return teacher


def label(teacher, rows, share):
    """Gives the records `rows` new scores, in place: `share` of the expected result is the teacher's, the rest that of
    the old score. One look at each: twice as many positions teach more than two looks at each."""
    teacher.refuse_other_games(rows)
    scores = records.score_words(rows)
    for start in range(0, len(rows), _LABEL_BATCH):
        part = rows[start:start + _LABEL_BATCH]
        by_search = torch.sigmoid(records.scores(part) / SCALE)
        wanted = torch.lerp(by_search, teacher.expected_result(part, mirrored_too=False), share).clamp(1 - _SURE, _SURE)
        scores[start:start + _LABEL_BATCH] = (SCALE * torch.logit(wanted)).round().to(torch.int16)

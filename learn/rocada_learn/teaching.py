"""How the teacher learns: from scores, results and moves of records, in bf16 on a GPU.

    loss = (sigmoid(score) - sigmoid(search score / 400))^2 + a (sigmoid(result) - game's result)^2
           + b cross entropy of moves

Every second batch is mirrored left to right. The schedule follows the progress of the run, as in training.py. Weights
are averaged over the last part of the run; what is kept is the mean or the last ones, whichever judge held-out games
better.
"""

import copy
import math
import time
from dataclasses import dataclass

import torch
from torch.nn import functional

from . import records
from .architecture import SCALE
from .command import Problem
from .teacher import planes
from .training import evenly, learning_rate

_STEPS_BETWEEN_READINGS = 50
_SECONDS_BETWEEN_REPORTS = 20
_AVERAGED_SHARE = 0.15  # of the run, at its end
_STEPS_BETWEEN_AVERAGED = 10
_VALIDATION_POSITIONS = 1 << 18
_VALIDATION_BATCH = 1 << 13
_MOST_GRADIENT = 2.0
_MIRRORED_MOVE = 7 | 7 << 6
_MOMENTUM = 0.95
_STEP_SIZE = 0.2  # root mean square of a step, in learning rates


@dataclass
class Settings:
    batch: int = 8192
    learning_rate: float = 2e-3
    final_learning_rate: float = 0.0
    warm_up_steps: int = 500
    weight_decay: float = 1e-4
    matrix_decay: float = 0.05  # of the convolutions
    result_weight: float = 0.1
    move_weight: float = 0.02
    deep_share: float = 0.0  # of every batch that comes from the better records
    compile: bool = False
    seed: int = 1


@dataclass
class Losses:
    score: float
    result: float
    move: float

    def __str__(self):
        return f"score {self.score:.6f}, result {self.result:.5f}, move {self.move:.4f}"


@dataclass
class Report:
    progress: float
    positions: int
    positions_per_second: float
    losses: Losses


def losses(tower, game, rows, mirror=False, scored_from=0):
    """Of score, result and move. Rows before `scored_from` have no score worth learning."""
    x, moves = planes(rows, game), records.moves(rows)
    if mirror:
        x, moves = x.flip(3), moves ^ _MIRRORED_MOVE
    with torch.autocast(x.device.type, dtype=torch.bfloat16, enabled=x.is_cuda):
        score, result, move = tower(x)
    by_search = torch.sigmoid(records.scores(rows[scored_from:]) / SCALE)
    return (functional.mse_loss(torch.sigmoid(score[scored_from:].float()), by_search),
            functional.mse_loss(torch.sigmoid(result.float()), records.results(rows)),
            functional.cross_entropy(move.float(), moves))


class Lessons:
    """One run of a teacher's. `deep` are records with better scores, which every batch has a share of: the scores are
    then learned from them alone, results and moves from all."""

    def __init__(self, teacher, data, settings, budget, deep=None, clock=time.perf_counter):
        self.teacher = teacher
        self._settings, self._budget, self._clock = settings, budget, clock
        deep_rows = round(settings.batch * settings.deep_share) if deep else 0
        if deep and not deep_rows:
            raise Problem(f"no deep record would be in a batch of {settings.batch:,}: --deep-share must be above 0")
        self._scored_from = settings.batch - deep_rows if deep else 0
        self._sources = [(data.training, settings.batch - deep_rows)]
        if deep:
            self._sources.append((deep.training, deep_rows))
        self._validation = evenly((deep or data).validation, _VALIDATION_POSITIONS)
        device = data.training.device
        self._random = torch.Generator(device=device).manual_seed(settings.seed)
        tower = teacher.tower.to(device, memory_format=torch.channels_last)
        self._model = torch.compile(tower) if settings.compile else tower
        self._optimizers = _optimizers(tower, settings)
        self._mean = _Mean()

    def reports(self):
        settings, tower = self._settings, self.teacher.tower
        tower.train()
        steps = positions = 0
        progress, sums, summed = 0.0, torch.zeros(3, device=self._validation.device), 0
        began = counted_from = self._clock()
        if self._budget.seconds and began >= self._budget.seconds:
            raise Problem(f"{began:.0f} s have passed before training could begin: --seconds must be above that")
        while progress < 1:
            for optimizer in self._optimizers:
                for group in optimizer.param_groups:
                    group["lr"] = learning_rate(settings, steps, progress)
            parts = losses(self._model, self.teacher.game, self._batch(), steps % 2 == 1, self._scored_from)
            tower.zero_grad(set_to_none=True)
            (parts[0] + settings.result_weight * parts[1] + settings.move_weight * parts[2]).backward()
            torch.nn.utils.clip_grad_norm_(tower.parameters(), _MOST_GRADIENT)
            for optimizer in self._optimizers:
                optimizer.step()
            sums += torch.stack(parts).detach()
            steps, summed, positions = steps + 1, summed + 1, positions + settings.batch
            progress = self._budget.progress(positions, began, self._clock())
            if progress > 1 - _AVERAGED_SHARE and steps % _STEPS_BETWEEN_AVERAGED == 0:
                self._mean.add(tower)
            if steps % _STEPS_BETWEEN_READINGS and progress < 1:
                continue
            means = (sums / summed).tolist()  # waits for the device, so that the clock can be trusted
            if not all(map(math.isfinite, means)):
                raise Problem(f"the loss is {means[0]} at step {steps:,}: try a lower --learning-rate")
            now = self._clock()
            progress = self._budget.progress(positions, began, now)
            if now - counted_from >= _SECONDS_BETWEEN_REPORTS or progress >= 1:
                yield Report(progress, positions, summed * settings.batch / (now - counted_from), Losses(*means))
                sums.zero_()
                summed, counted_from = 0, now
        self.teacher.positions += positions

    def keep_the_better(self):
        """Takes the mean of the last weights if it judges held-out games better. Returns what both are worth."""
        tower = self.teacher.tower
        last = self.held_out_losses()
        if not self._mean.count:
            return last, None
        weights = copy.deepcopy(tower.state_dict())
        tower.load_state_dict(self._mean.state(weights))
        mean = self.held_out_losses()
        if mean.score > last.score:
            tower.load_state_dict(weights)
        return last, mean

    def held_out_losses(self):
        return held_out_losses(self.teacher, self._validation)

    def _batch(self):
        parts = []
        for rows, wanted in self._sources:
            chosen = torch.randint(len(rows), (wanted,), generator=self._random, device=rows.device)
            parts.append(rows[chosen])
        return torch.cat(parts)


@torch.no_grad()
def held_out_losses(teacher, rows):
    teacher.tower.eval()
    total = torch.zeros(3, device=rows.device)
    for part in rows.split(_VALIDATION_BATCH):
        total += torch.stack(losses(teacher.tower, teacher.game, part)) * len(part)
    return Losses(*(total / len(rows)).tolist())


class Muon(torch.optim.Optimizer):
    """Steps for matrices, here the convolutions of the blocks, all of one shape: the gradient's mean over time, made
    orthogonal, so that every direction of a matrix learns at the same pace. The idea is Keller Jordan's (2024); that
    steps had better be of the size that Adam's have, that of Liu and others (2025)."""

    def __init__(self, parameters, rate, decay):
        super().__init__(list(parameters), dict(lr=rate))
        self._decay, self._momentum = decay, None

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            gradients = torch.stack([parameter.grad.flatten(1) for parameter in group["params"]])
            if self._momentum is None:
                self._momentum = torch.zeros_like(gradients)
            self._momentum.lerp_(gradients, 1 - _MOMENTUM)
            steps = orthogonal(gradients.lerp(self._momentum, _MOMENTUM)) * (_STEP_SIZE * gradients.shape[2]**0.5)
            for parameter, step in zip(group["params"], steps):
                parameter.mul_(1 - group["lr"] * self._decay).sub_(step.view_as(parameter), alpha=group["lr"])


def orthogonal(matrices):
    """Matrices with the same singular vectors and singular values near 1, by an iteration of the kind of Newton and
    Schulz. Five times 3 x - 3.93 x^3 + 1.85 x^5 brings what lies between 0.005 and 1 to between 0.89 and 1.12, even if
    each time is off by 2%, as half precision may be: the best that a random search for three such numbers found."""
    precision = torch.bfloat16 if matrices.is_cuda else torch.float32
    x = (matrices / (matrices.flatten(1).norm(dim=1)[:, None, None] + 1e-7)).to(precision)
    for _ in range(5):
        square = x @ x.transpose(1, 2)
        x = 3.0 * x + (1.85 * square @ square - 3.93 * square) @ x
    return x.float()


def _optimizers(tower, settings):
    matrices = [parameter for parameter in tower.blocks.parameters() if parameter.ndim == 4]
    known = set(map(id, matrices))
    others = [parameter for parameter in tower.parameters() if id(parameter) not in known]
    return (Muon(matrices, settings.learning_rate, settings.matrix_decay),
            torch.optim.AdamW(others, lr=settings.learning_rate, weight_decay=settings.weight_decay))


class _Mean:
    """The mean of a network's weights and counts over time."""

    def __init__(self):
        self.count, self._sums = 0, {}

    @torch.no_grad()
    def add(self, network):
        self.count += 1
        for name, tensor in network.state_dict().items():
            if tensor.is_floating_point():
                if name in self._sums:
                    self._sums[name] += tensor
                else:
                    self._sums[name] = tensor.clone()

    def state(self, last):
        return {name: self._sums[name] / self.count if name in self._sums else tensor for name, tensor in last.items()}

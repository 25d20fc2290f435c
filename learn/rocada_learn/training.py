"""The training loop: a network, its records in device memory, a schedule, and a report now and then.

One number drives a run: its progress from 0 to 1, by positions seen or by the clock. Learning rate, blend of targets
and reports all follow it, so a run planned by the clock ends in time and with its schedule complete, however fast the
machine is.

    target = w * result + (1 - w) * sigmoid(score / 400),    loss = (sigmoid(output) - target)^2

Games are decided while many pieces are on the board, where little distinguishes good positions from bad ones, so these
may count for more.

Where a teacher has labelled the records (learn/teacher), the scores are its judgements.
"""

import math
import time
from dataclasses import dataclass
from typing import Optional

import torch

from . import records
from .architecture import MOST_PIECES, SCALE
from .command import Problem
from .model import NETWORKS
from .network_file import DEFAULT_HIDDEN, LAYERED

POSITIONS_PER_SUPERBATCH = 6104 * 16384  # the customary unit, about 100 million
_WARM_UP_SHARE = 0.05  # a short run warms up for at most this share of it
_STEPS_BETWEEN_READINGS = 32  # how often the loop waits for the device: often enough to trust the clock
_SECONDS_BETWEEN_PROGRESS = 10
_VALIDATION_POSITIONS = 1 << 20  # enough to tell losses apart to the fifth digit
_VALIDATION_BATCH = 1 << 16
_STEPS_BEFORE_CAPTURE = 3


@dataclass
class Settings:
    form: str = LAYERED.name
    hidden: int = DEFAULT_HIDDEN
    king_zones: int = 1
    batch: int = 16384
    learning_rate: float = 1e-3
    final_learning_rate: float = 2.4e-6
    warm_up_steps: int = 1600
    weight_decay: float = 0.01
    result_weight: float = 0.4  # w at the start of the run
    final_result_weight: float = 0.4  # and at its end, in a straight line between
    full_board_weight: float = 1.0  # of a position with all pieces, where one with half of them or fewer has 1
    reports: int = 20
    seed: int = 1
    cuda_graph: bool = False


@dataclass
class Budget:
    """How long to train: a number of positions, or until a time counted from the start of the program."""

    positions: Optional[int] = None
    seconds: Optional[float] = None

    def progress(self, positions, began, now):
        if self.positions:
            return positions / self.positions
        return (now - began) / (self.seconds - began)


@dataclass
class Report:
    """Where a run stands. Without a validation loss it is only a sign of life."""

    progress: float
    step: int
    positions: int
    seconds: float  # since the start of the program
    learning_rate: float
    train_loss: float  # mean since the last report of the same kind
    positions_per_second: float
    validation_loss: Optional[float] = None
    seconds_left: float = 0.0


def learning_rate(settings, step, progress):
    """A cosine from the first to the last rate, after a linear warm-up."""
    cosine = (1 + math.cos(math.pi * min(progress, 1))) / 2
    rate = settings.final_learning_rate + (settings.learning_rate - settings.final_learning_rate) * cosine
    warmth = max((step + 1) / max(1, settings.warm_up_steps), progress / _WARM_UP_SHARE)
    return rate * min(1, warmth)


def result_weight(settings, progress):
    return settings.result_weight + (settings.final_result_weight - settings.result_weight) * min(progress, 1)


def loss(network, rows, weight, full_board_weight=1.0):
    """Mean squared error of the expected result over the records `rows`; `weight` is that of the game's result."""
    board = records.boards(rows)
    wanted = weight * records.results(rows) + (1 - weight) * torch.sigmoid(records.scores(rows) / SCALE)
    states = records.states_of_views(rows, network.game)
    features = records.features(board, network.zones, states, network.form.sees_standings)
    outputs = network(features, records.buckets(board))
    errors = (torch.sigmoid(outputs) - wanted).square()
    if full_board_weight == 1:
        return errors.mean()
    half = MOST_PIECES // 2
    weights = 1 + (full_board_weight - 1) * (records.piece_counts(board) - half).clamp_(min=0) / half
    return (weights * errors).sum() / weights.sum()


class Step:
    """One training step. All it reads and writes stays at fixed addresses, so that a GPU can replay it as a graph."""

    def __init__(self, network, rows, batch, settings):
        device = rows.device
        self._network, self._rows = network, rows
        self._chosen = torch.empty(batch, dtype=torch.int64, device=device)
        self._weight = torch.zeros((), device=device)
        self._full_board_weight = settings.full_board_weight
        self._loss_sum = torch.zeros((), device=device)
        self._steps_summed = 0
        self._optimizer = _optimizer(network, settings, device)
        self._captures = settings.cuda_graph and device.type == "cuda"
        self._graph, self._eager_steps = None, 0
        self._side_stream = torch.cuda.Stream() if self._captures else None

    def __call__(self, chosen, rate, weight):
        """Learns from the records whose numbers are `chosen`."""
        self._chosen.copy_(chosen)
        self._weight.fill_(weight)
        for group in self._optimizer.param_groups:
            if torch.is_tensor(group["lr"]):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self._steps_summed += 1
        if self._graph:
            self._graph.replay()
        elif self._captures:
            self._run_towards_capture()
        else:
            self._run()

    def take_loss_sum(self):
        """Sum of the losses since the last call, and over how many steps. Waits for the device."""
        total, steps = self._loss_sum.item(), self._steps_summed
        self._loss_sum.zero_()
        self._steps_summed = 0
        return total, steps

    def _run(self):
        self._optimizer.zero_grad(set_to_none=True)
        rows = self._rows.index_select(0, self._chosen)
        value = loss(self._network, rows, self._weight, self._full_board_weight)
        value.backward()
        self._optimizer.step()
        self._network.clip()
        self._loss_sum.add_(value.detach())

    def _run_towards_capture(self):
        # PyTorch wants a few plain steps on a side stream first; capturing records a step without executing it.
        if self._eager_steps < _STEPS_BEFORE_CAPTURE:
            self._eager_steps += 1
            self._side_stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(self._side_stream):
                self._run()
            torch.cuda.current_stream().wait_stream(self._side_stream)
            return
        self._optimizer.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._run()
        self._graph = graph
        self._graph.replay()


def _optimizer(network, settings, device):
    options = dict(betas=(0.9, 0.999), eps=1e-8, weight_decay=settings.weight_decay)
    if device.type == "cuda":
        rate = torch.tensor(settings.learning_rate, device=device)
        return torch.optim.AdamW(network.parameters(), lr=rate, fused=True, capturable=True, **options)
    return torch.optim.AdamW(network.parameters(), lr=settings.learning_rate, **options)


class Trainer:
    """One run. Between reports, `network` is whole and usable. `clock` gives seconds since the program's start."""

    def __init__(self, data, settings, budget, clock=time.perf_counter, start=None):
        self._settings, self._budget, self._clock = settings, budget, clock
        self._device = data.training.device
        self._rows = data.training
        self._validation = evenly(data.validation, _VALIDATION_POSITIONS)
        self.batch = min(settings.batch, len(self._rows))
        self.network = NETWORKS[settings.form](settings.hidden, settings.seed, settings.king_zones, data.game)
        if start:
            self.network.start_from(start)
        self.network.to(self._device)
        self._random = torch.Generator(device=self._device).manual_seed(settings.seed)

    def reports(self):
        """Trains, and yields a Report with validation `settings.reports` times, signs of life in between."""
        step = Step(self.network, self._rows, self.batch, self._settings)
        batches = self._batches()
        began = self._clock()
        if self._budget.seconds and began >= self._budget.seconds:
            raise Problem(f"{began:.0f} s have passed before training could begin: --seconds must be above that")
        full, life = _Tally(began), _Tally(began)
        steps = positions = reported = 0
        progress = 0.0
        while progress < 1:
            rate = learning_rate(self._settings, steps, progress)
            step(next(batches), rate, result_weight(self._settings, progress))
            steps += 1
            positions += self.batch
            progress = self._progress(positions, began)
            if steps % _STEPS_BETWEEN_READINGS and not self._is_due(progress, reported):
                continue

            sums = step.take_loss_sum()
            if not math.isfinite(sums[0]):
                raise Problem(f"the loss is {sums[0]} at step {steps:,}: try a lower --learning-rate")
            full.add(*sums)
            life.add(*sums)
            progress = self._progress(positions, began)
            now = self._clock()
            left = max(0.0, (now - began) * (1 / progress - 1))
            if self._is_due(progress, reported):
                reported = int(progress * self._settings.reports)
                yield Report(progress, steps, positions, now, rate, full.mean(), full.speed(now, self.batch),
                             self.validation_loss(), left)
                full, life = _Tally(self._clock()), _Tally(self._clock())
            elif now - life.since >= _SECONDS_BETWEEN_PROGRESS:
                yield Report(progress, steps, positions, now, rate, life.mean(), life.speed(now, self.batch),
                             seconds_left=left)
                life = _Tally(now)

    def _progress(self, positions, began):
        return self._budget.progress(positions, began, self._clock())

    def _is_due(self, progress, reported):
        return progress >= 1 or progress * self._settings.reports >= reported + 1

    @torch.no_grad()
    def validation_loss(self):
        """Loss on held-out games, with the blend of the run's end so that values of one run can be compared."""
        total = 0.0
        for rows in self._validation.split(_VALIDATION_BATCH):
            total += loss(self.network, rows, self._settings.final_result_weight).item() * len(rows)
        return total / len(self._validation)

    def _batches(self):
        """Numbers of records, batch by batch, in a new random order of all of them each time round."""
        count = len(self._rows)
        while True:
            order = torch.randperm(count, generator=self._random, device=self._device)
            for start in range(0, count - self.batch + 1, self.batch):
                yield order[start:start + self.batch]


class _Tally:
    def __init__(self, since):
        self.since, self._total, self._steps = since, 0.0, 0

    def add(self, total, steps):
        self._total += total
        self._steps += steps

    def mean(self):
        return self._total / max(1, self._steps)

    def speed(self, now, batch):
        return self._steps * batch / max(now - self.since, 1e-9)


def evenly(rows, most):
    """At most so many of the rows, from all over them."""
    return rows[::-(-len(rows) // most)].contiguous()

"""Networks as they train: 768 mirrored inputs for each king zone and one for each state of the game -> neurons, for
each side's view, and behind them what the form has (network_file.py):

    layered   neurons multiplied in pairs -> 16 -> 32 -> 1, eight times for eight ranges of piece counts: what plays
    plain     neurons squared -> 1, eight times: what learn/selfplay plays with

The engine's side of the layered form is src/eval/nnue/architecture.h. arrays() has the shapes and the order of the
network file, so that writing one needs no rearranging.

A network computes with its weights rounded as the engine will have them, and so with its products, while the optimiser
goes on with the exact ones: it learns to live with the rounding, and what was validated is what will play. (On a test
set with 128 neurons, rounding only at the end made the loss 0.7% higher; this way it was not.)

A piece on its square means much the same wherever the own king stands. So each zone's weights are, while they learn,
the sum of what all zones share, which every position teaches, and of what is the zone's own. The network file has the
sum. The states of a game that has any belong to no zone, nor does how a piece stands (standings.py), which layered
networks see.
"""

import math

import torch
from torch.nn import functional

from .architecture import (BUCKETS, HIGHEST_STANDING_WEIGHT, INPUTS_PER_ZONE, LAYER1, LAYER2, ONE, PRODUCT_STEP,
                           QUANT_A, QUANT_PRODUCT, SQUARE_STEP)
from .fusing import elementwise
from .games import NORMAL
from .network_file import LAYERED, PLAIN

WEIGHT_LIMIT = 1.98  # 1.98 * 64 rounds to 127, which the engine's integers can take
STANDING_WEIGHT_LIMIT = HIGHEST_STANDING_WEIGHT / QUANT_A
SMALL_WEIGHT_LIMIT = 3.98  # behind layer 1
_TYPICAL_ACTIVE_INPUTS = 32
_GRADIENT_SCALE = 8  # times the batch: brings gradients of a mean into the middle of half precision's range
_PARTING = 0.1  # of the weights' spread: how far two neurons begin apart that were one


class _DenseNeurons(torch.autograd.Function):
    """The neurons, clipped to 0..1, from dense ones and zeros, at the precision of those.

    The weights go in as the engine's integers. At half precision these are exact, and so are their sums up to 2,048 of
    the 255 that a neuron has at most: what the GPU computes is what the engine will. Where the features have columns
    more than there are weights, these are zeros.
    """

    @staticmethod
    def forward(context, features, weights, biases):
        integers = (weights * QUANT_A).round().to(features.dtype)
        sums = torch.mm(features, functional.pad(integers, (0, 0, 0, features.shape[1] - len(weights))))
        clipped = _clipped_sums(sums, biases)
        context.save_for_backward(features, clipped)
        context.inputs = len(weights)
        return clipped

    @staticmethod
    def backward(context, gradient):
        features, clipped = context.saved_tensors
        scale = _GRADIENT_SCALE * len(features)
        scaled, biases = _slope_of_sums(gradient, clipped, scale, features.dtype)
        weights = torch.mm(features.t(), scaled).float().div_(scale)
        return None, weights[:context.inputs], biases


@elementwise
def _clipped_sums(sums, biases):
    return (sums.float() / QUANT_A + biases).clamp(0, 1)


@elementwise
def _slope_of_sums(gradient, clipped, scale, precision):
    """What changes with the sums, times `scale`, and with the biases."""
    slope = gradient.masked_fill((clipped <= 0) | (clipped >= 1), 0)
    return (slope * scale).to(precision), slope.sum(0)


class _Products(torch.autograd.Function):
    """Of each neuron of the first half with one of the second, rounded as the engine does; gradients pass as if they
    were not."""

    @staticmethod
    def forward(context, neurons):
        context.save_for_backward(neurons)
        return _rounded_products(neurons)

    @staticmethod
    def backward(context, gradient):
        return _slope_of_products(gradient, context.saved_tensors[0])


@elementwise
def _rounded_products(neurons):
    first, second = (neurons * QUANT_A).round().chunk(2, 1)
    return ((first * second + PRODUCT_STEP // 2) / PRODUCT_STEP).floor() / QUANT_PRODUCT


@elementwise
def _slope_of_products(gradient, neurons):
    first, second = neurons.chunk(2, 1)
    return torch.cat((gradient * second, gradient * first), 1)


class _Neurons(torch.nn.Module):
    """What both forms have: the neurons, and rounding."""

    form = None
    limits = ()  # of the parameters behind the neurons

    def __init__(self, hidden, seed, zones, game):
        super().__init__()
        self.game = game
        self._random = torch.Generator().manual_seed(seed)
        # All zones begin alike: what the rare ones have not learned yet is then no nonsense beside the others.
        one_zone = self._uniform(_TYPICAL_ACTIVE_INPUTS, INPUTS_PER_ZONE, hidden)
        self.feature_weights = torch.nn.Parameter(one_zone.repeat(zones, 1))
        self.shared_weights = torch.nn.Parameter(torch.zeros(INPUTS_PER_ZONE, hidden)) if zones > 1 else None
        self.state_weights = torch.nn.Parameter(torch.zeros(game.states, hidden)) if game.states else None
        standings = self.form.standing_inputs
        self.standing_weights = torch.nn.Parameter(torch.zeros(standings, hidden)) if standings else None
        self.feature_biases = torch.nn.Parameter(torch.zeros(hidden))

    def _uniform(self, fan_in, *shape):
        bound = 1 / math.sqrt(fan_in)
        return torch.empty(shape).uniform_(-bound, bound, generator=self._random)

    @property
    def hidden(self):
        return len(self.feature_biases)

    @property
    def zones(self):
        return len(self.feature_weights) // INPUTS_PER_ZONE

    def _behind(self):
        """The parameters behind the neurons, in the order of the network file."""
        raise NotImplementedError

    def _clipped(self, features, weights, biases):
        if features.is_sparse:
            return (torch.sparse.mm(features, weights) + biases).clamp(0, 1)
        return _DenseNeurons.apply(features, weights, biases)

    def _rounded(self):
        """The parameters as the engine will have them; gradients pass as if they were exact."""
        features = self.feature_weights
        if self.shared_weights is not None:
            features = features + self.shared_weights.repeat(self.zones, 1)
        if self.state_weights is not None:
            features = torch.cat((features, self.state_weights))
        standings = () if self.standing_weights is None else (self.standing_weights,)
        exact = (features, self.feature_biases, *standings, *self._behind())
        return [numbers + ((numbers * unit).round() / unit - numbers).detach()
                for numbers, unit in zip(exact, self.form.units)]

    @torch.no_grad()
    def clip(self):
        """Brings every weight into the range that the integers of the network file can hold."""
        for parameter in (self.feature_weights, self.feature_biases):
            parameter.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
        for parameter, limit in zip(self._behind(), self.limits):
            parameter.clamp_(-limit, limit)
        if self.shared_weights is not None:
            self.shared_weights.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
            shared = self.shared_weights.repeat(self.zones, 1)
            self.feature_weights.clamp_(-WEIGHT_LIMIT - shared, WEIGHT_LIMIT - shared)
        if self.state_weights is not None:
            self.state_weights.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
        if self.standing_weights is not None:
            self.standing_weights.clamp_(-STANDING_WEIGHT_LIMIT, STANDING_WEIGHT_LIMIT)

    def _take_features(self, neurons, weights):
        """Takes over the feature weights of some neurons, those of the states behind those of the pieces."""
        pieces = len(self.feature_weights)
        self.feature_weights[:, neurons] = weights[:pieces]
        if self.state_weights is not None:
            self.state_weights[:, neurons] = weights[pieces:]

    @torch.no_grad()
    def arrays(self):
        """The rounded parameters as numpy arrays, in the order of the network file."""
        return [parameter.cpu().numpy() for parameter in self._rounded()]


class PlainNetwork(_Neurons):
    form = PLAIN
    limits = 2 * (WEIGHT_LIMIT,)

    def __init__(self, hidden, seed=1, zones=1, game=NORMAL):
        super().__init__(hidden, seed, zones, game)
        self.output_weights = torch.nn.Parameter(self._uniform(2 * hidden, BUCKETS, 2 * hidden))
        self.output_biases = torch.nn.Parameter(torch.zeros(BUCKETS))

    def _behind(self):
        return self.output_weights, self.output_biases

    def forward(self, features, buckets):
        """Outputs [n] for features [2n, inputs], dense or sparse, see records.features."""
        feature_weights, feature_biases, output_weights, output_biases = self._rounded()
        ours, theirs = self._clipped(features, feature_weights, feature_biases).square().chunk(2)
        our_weights, their_weights = output_weights.t().chunk(2)
        outputs = torch.addmm(output_biases, ours, our_weights) + theirs @ their_weights
        return outputs.gather(1, buckets[:, None]).squeeze(1)

    @torch.no_grad()
    def start_from(self, arrays):
        """Takes over a network of this width or less, for this game and of as many king zones. What it computes stays
        the same: the output does not listen to the neurons that come on top until it has learned to."""
        feature_weights, feature_biases, output_weights, output_biases = map(torch.from_numpy, arrays)
        known = len(feature_biases)
        self._take_features(slice(known), feature_weights)
        self.feature_biases[:known] = feature_biases
        views = self.output_weights.view(BUCKETS, 2, -1)
        views[:, :, known:] = 0
        views[:, :, :known] = output_weights.view(BUCKETS, 2, known)
        self.output_biases.copy_(output_biases)


class LayeredNetwork(_Neurons):
    form = LAYERED
    limits = 2 * (WEIGHT_LIMIT,) + 4 * (SMALL_WEIGHT_LIMIT,)

    def __init__(self, hidden, seed=1, zones=1, game=NORMAL):
        super().__init__(hidden, seed, zones, game)

        def parameter(fan_in, *shape):  # the buckets begin alike, too
            return torch.nn.Parameter(self._uniform(fan_in, *shape).repeat(BUCKETS, *(1 for _ in shape)))

        def zeros(*shape):
            return torch.nn.Parameter(torch.zeros(BUCKETS, *shape))

        self.weights1, self.biases1 = parameter(hidden, LAYER1, hidden), zeros(LAYER1)
        self.weights2, self.biases2 = parameter(2 * LAYER1, LAYER2, 2 * LAYER1), zeros(LAYER2)
        self.weights3, self.biases3 = parameter(LAYER2, LAYER2), zeros()

    def _behind(self):
        return self.weights1, self.biases1, self.weights2, self.biases2, self.weights3, self.biases3

    def forward(self, features, buckets):
        """Outputs [n] for features [2n, inputs], dense or sparse, see records.features."""
        feature_weights, feature_biases, standing_weights, weights1, biases1, *behind = self._rounded()
        weights2, biases2, weights3, biases3 = behind
        weights = torch.cat((feature_weights, standing_weights))
        ours, theirs = _Products.apply(self._clipped(features, weights, feature_biases)).chunk(2)
        our_weights, their_weights = weights1.flatten(0, 1).t().chunk(2)

        def of_bucket(sums, size):
            sums = sums.view(len(sums), BUCKETS, size)
            return sums.gather(1, buckets[:, None, None].expand(-1, 1, size)).squeeze(1)

        neurons1 = of_bucket(torch.addmm(biases1.flatten(), ours, our_weights) + theirs @ their_weights, LAYER1)
        squares = neurons1.square().clamp(max=1) * (ONE / SQUARE_STEP)
        inputs2 = torch.cat((squares, neurons1.clamp(0, 1)), 1)
        sums2 = torch.addmm(biases2.flatten(), inputs2, weights2.flatten(0, 1).t())
        neurons2 = of_bucket(sums2, LAYER2).clamp(0, 1)
        outputs = torch.addmm(biases3, neurons2, weights3.t()).gather(1, buckets[:, None]).squeeze(1)
        return neurons1[:, 0] + outputs

    @torch.no_grad()
    def start_from(self, arrays):
        """Takes over a layered network of this width or less, or a plain one of half this width or less, for this game
        and of as many king zones. A layered one computes the same as before. Of a plain one each neuron becomes two,
        for a square is a product, and its output what is added to the output; the two begin a little apart, to learn
        different things."""
        first, *rest = map(torch.from_numpy, arrays)
        if len(arrays) == len(LAYERED.units):
            biases, standings, weights1, *behind = rest
            self._take_neurons(*first.chunk(2, 1), *biases.chunk(2))
            for start, weights in zip((0, self.hidden // 2), standings.chunk(2, 1)):
                self.standing_weights[:, start:start + weights.shape[1]] = weights
            for parameter, known in zip(self._behind()[1:], behind):
                parameter.copy_(known)
            self._take_weights1(weights1)
            return
        feature_biases, output_weights, output_biases = rest
        apart = _PARTING * first.std()
        twins = [first + apart * torch.randn(first.shape, generator=self._random) for _ in range(2)]
        self._take_neurons(*twins, feature_biases, feature_biases)
        self._take_weights1(output_weights[:, None])
        self.biases1[:, 0] = output_biases
        self.weights3.zero_()

    def _take_neurons(self, first_weights, second_weights, first_biases, second_biases):
        known, pairs = len(first_biases), self.hidden // 2
        for start, weights, biases in ((0, first_weights, first_biases), (pairs, second_weights, second_biases)):
            self._take_features(slice(start, start + known), weights)
            self.feature_biases[start:start + known] = biases

    def _take_weights1(self, known):
        """Of the first neurons of layer 1, [8][neurons][2 * pairs]; they do not listen to products that come on top."""
        neurons, pairs = known.shape[1], known.shape[2] // 2
        views = self.weights1[:, :neurons].unflatten(2, (2, -1))
        views.zero_()
        views[:, :, :, :pairs] = known.unflatten(2, (2, -1))


NETWORKS = {network.form.name: network for network in (LayeredNetwork, PlainNetwork)}

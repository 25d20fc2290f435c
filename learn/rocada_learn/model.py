"""The network as it trains: (768 mirrored inputs for each king zone -> hidden) x 2 perspectives -> 8 outputs, with
SCReLU between.

The engine's side of the same definition is src/eval/nnue/architecture.h. arrays() has the shapes and the order of the
network file, so that writing one needs no rearranging.

The network computes with its weights rounded as the engine will have them, while the optimiser goes on with the exact
ones: it learns to live with the rounding, and what was validated is what will play. (On a test set with 128 neurons,
rounding only at the end made the loss 0.7% higher; this way it was not.)

A piece on its square means much the same wherever the own king stands. So each zone's weights are, while they learn, the
sum of what all zones share, which every position teaches, and of what is the zone's own. The network file has the sum.
"""

import math

import torch

from .network_file import BUCKETS, INPUTS_PER_ZONE, QUANT_A, UNITS

WEIGHT_LIMIT = 1.98  # 1.98 * 64 rounds to 127, and 127 * 255 still fits the engine's 16-bit products
_TYPICAL_ACTIVE_INPUTS = 32
_GRADIENT_SCALE = 8  # times the batch: brings gradients of a mean into the middle of half precision's range


class _DenseFirstLayer(torch.autograd.Function):
    """The first layer's activations from dense ones and zeros, at the precision of those.

    The weights go in as the engine's integers. At half precision these are exact, and so are their sums up to 2,048 of
    the 255 that an activation has at most: what the GPU computes is what the engine will.
    """

    @staticmethod
    def forward(context, features, weights, biases):
        sums = torch.mm(features, (weights * QUANT_A).round().to(features.dtype))
        clipped = sums.float().div_(QUANT_A).add_(biases).clamp_(0, 1)
        context.save_for_backward(features, clipped)
        return clipped.square()

    @staticmethod
    def backward(context, gradient):
        features, clipped = context.saved_tensors
        slope = (2 * clipped * gradient).masked_fill_(clipped >= 1, 0)
        scale = _GRADIENT_SCALE * len(features)
        weights = torch.mm(features.t(), (slope * scale).to(features.dtype)).float().div_(scale)
        return None, weights, slope.sum(0)


class Network(torch.nn.Module):
    def __init__(self, hidden, seed=1, zones=1):
        super().__init__()
        random = torch.Generator().manual_seed(seed)

        def uniform(fan_in, *shape):
            bound = 1 / math.sqrt(fan_in)
            return torch.nn.Parameter(torch.empty(shape).uniform_(-bound, bound, generator=random))

        # All zones begin alike: what the rare ones have not learned yet is then no nonsense beside the others.
        one_zone = uniform(_TYPICAL_ACTIVE_INPUTS, INPUTS_PER_ZONE, hidden)
        self.feature_weights = torch.nn.Parameter(one_zone.detach().repeat(zones, 1))
        self.shared_weights = torch.nn.Parameter(torch.zeros(INPUTS_PER_ZONE, hidden)) if zones > 1 else None
        self.feature_biases = torch.nn.Parameter(torch.zeros(hidden))
        self.output_weights = uniform(2 * hidden, BUCKETS, 2 * hidden)
        self.output_biases = torch.nn.Parameter(torch.zeros(BUCKETS))

    @property
    def zones(self):
        return len(self.feature_weights) // INPUTS_PER_ZONE

    def forward(self, features, buckets):
        """Outputs [n] for features [2n, 768 * zones], dense or sparse, see records.features."""
        feature_weights, feature_biases, output_weights, output_biases = self._rounded()
        if features.is_sparse:
            products = torch.sparse.mm(features, feature_weights)
            activations = (products + feature_biases).clamp(0, 1).square()
        else:
            activations = _DenseFirstLayer.apply(features, feature_weights, feature_biases)
        ours, theirs = activations.chunk(2)
        our_weights, their_weights = output_weights.t().chunk(2)
        outputs = torch.addmm(output_biases, ours, our_weights) + theirs @ their_weights
        return outputs.gather(1, buckets[:, None]).squeeze(1)

    def _rounded(self):
        """The parameters as the engine will have them; gradients pass as if they were exact."""
        features = self.feature_weights
        if self.shared_weights is not None:
            features = features + self.shared_weights.repeat(self.zones, 1)
        exact = (features, self.feature_biases, self.output_weights, self.output_biases)
        return [numbers + ((numbers * unit).round() / unit - numbers).detach() for numbers, unit in zip(exact, UNITS)]

    @torch.no_grad()
    def clip(self):
        """Brings every weight into the range that the integers of the network file can hold."""
        for parameter in self.parameters():
            parameter.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
        if self.shared_weights is not None:
            shared = self.shared_weights.repeat(self.zones, 1)
            self.feature_weights.clamp_(-WEIGHT_LIMIT - shared, WEIGHT_LIMIT - shared)

    @torch.no_grad()
    def arrays(self):
        """The rounded parameters as numpy arrays, in the order of the network file."""
        return [parameter.cpu().numpy() for parameter in self._rounded()]

    @torch.no_grad()
    def start_from(self, arrays):
        """Takes over a network of this width or less, and of as many king zones. What it computes stays the same: the
        output does not listen to the neurons that come on top until it has learned to."""
        feature_weights, feature_biases, output_weights, output_biases = map(torch.from_numpy, arrays)
        known = len(feature_biases)
        self.feature_weights[:, :known] = feature_weights
        self.feature_biases[:known] = feature_biases
        views = self.output_weights.view(BUCKETS, 2, -1)
        views[:, :, known:] = 0
        views[:, :, :known] = output_weights.view(BUCKETS, 2, known)
        self.output_biases.copy_(output_biases)

"""The network obeys the laws of the board, the schedule its formula, and training lowers the loss."""

import dataclasses
import math
import random
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import support  # first: it skips these tests where numpy and PyTorch are missing
import synthetic
import torch
from rocada_learn import fusing, records, training
from rocada_learn.command import Problem
from rocada_learn.games import THREE_CHECK
from rocada_learn.model import (SMALL_WEIGHT_LIMIT, STANDING_WEIGHT_LIMIT, WEIGHT_LIMIT, LayeredNetwork,
                                PlainNetwork)
from rocada_learn.network_file import PLAIN, NetworkFile
from rocada_learn.training import Budget, Settings, Trainer


def outputs(network, positions):
    rows = support.rows(positions)
    board, states = records.boards(rows), records.states_of_views(rows, network.game)
    with torch.no_grad():
        features = records.features(board, network.zones, states, network.form.sees_standings)
        return network(features, records.buckets(board))


def with_zones_apart(network):
    """Zones begin alike; here each has its own weights, so that a wrong one shows."""
    with torch.no_grad():
        network.feature_weights.uniform_(-0.2, 0.2, generator=torch.Generator().manual_seed(1))
        if network.form.sees_standings:
            network.standing_weights.uniform_(-0.2, 0.2, generator=torch.Generator().manual_seed(2))
    return network


class TheNetwork(unittest.TestCase):
    def setUp(self):
        source = random.Random(3)
        self.positions = [synthetic.random_position(source) for _ in range(200)]
        self.network = PlainNetwork(16)
        self.zoned = with_zones_apart(PlainNetwork(16, zones=4))

    def test_judges_twins_alike(self):
        for network in (self.network, self.zoned):
            judged = outputs(network, self.positions)
            for twin in (synthetic.colours_swapped, synthetic.left_right_mirrored):
                self.assertTrue(torch.equal(outputs(network, map(twin, self.positions)), judged))

    def test_zones_share_what_is_the_same_for_all(self):
        network = PlainNetwork(16, zones=4)
        with torch.no_grad():
            network.shared_weights.uniform_(-3, 3)
            network.feature_weights.uniform_(-3, 3)
        network.clip()
        together = network.feature_weights + network.shared_weights.repeat(4, 1)
        self.assertLessEqual(together.abs().max(), WEIGHT_LIMIT + 1e-6)
        self.assertLess((torch.from_numpy(network.arrays()[0]) - together).abs().max(), 1 / PLAIN.units[0])
        taken_over = PlainNetwork(16, zones=4)
        taken_over.start_from(network.arrays())
        self.assertTrue(torch.equal(outputs(network, self.positions), outputs(taken_over, self.positions)))

    def test_computes_the_formula(self):
        for network in (self.network, self.zoned):
            self.assert_computes_the_formula(network)

    def assert_computes_the_formula(self, network):
        feature_weights, feature_biases, output_weights, output_biases = network.arrays()
        for position, output in zip(self.positions, outputs(network, self.positions).tolist()):
            bucket = (len(position.pieces) - 2) // 4
            expected = output_biases[bucket]
            for half, perspective in enumerate((position.mover, 1 - position.mover)):
                for neuron in range(16):
                    inputs = sorted(synthetic.active_inputs(position, perspective, network.zones))
                    total = feature_biases[neuron] + sum(feature_weights[inputs, neuron])
                    expected += min(max(total, 0), 1)**2 * output_weights[bucket, 16 * half + neuron]
            self.assertAlmostEqual(output, expected, places=5)

    def test_computes_alike_with_dense_and_sparse_features(self):
        board = records.boards(support.rows(self.positions))
        buckets = records.buckets(board)
        for network in (self.network, self.zoned):
            dense = network(records.dense_features(board, zones=network.zones), buckets)
            sparse = network(records.sparse_features(board, network.zones), buckets)
            self.assertTrue(torch.allclose(sparse, dense, atol=1e-6))

    def test_computes_with_weights_rounded_for_the_engine_but_learns_with_exact_ones(self):
        for array, parameter, unit in zip(self.network.arrays(), self.network.parameters(), PLAIN.units):
            scaled = torch.from_numpy(array).double() * unit
            self.assertLess((scaled - scaled.round()).abs().max(), 1e-3)
            self.assertLessEqual((torch.from_numpy(array) - parameter).abs().max(), 0.501 / unit)
        training.loss(self.network, support.rows(self.positions), 0.5).backward()
        for parameter in self.network.parameters():
            self.assertGreater(parameter.grad.abs().max(), 0)

    def test_lets_positions_with_many_pieces_count_for_more(self):
        rows = support.rows(self.positions)
        pieces = records.piece_counts(records.boards(rows)).tolist()
        self.assertTrue(min(pieces) < 16 < max(pieces))
        with torch.no_grad():
            errors = [training.loss(self.network, row, 0.5).item() for row in rows.split(1)]
            weights = [1 + 2 * max(0, count - 16) / 16 for count in pieces]
            for weight, expected in (
                (1, sum(errors) / len(errors)),
                (3, sum(weight * error for weight, error in zip(weights, errors)) / sum(weights)),
            ):
                self.assertAlmostEqual(training.loss(self.network, rows, 0.5, weight).item(), expected, places=6)

    def test_keeps_its_weights_in_range(self):
        with torch.no_grad():
            self.network.feature_weights.mul_(100)
        self.network.clip()
        self.assertAlmostEqual(self.network.feature_weights.abs().max().item(), WEIGHT_LIMIT, places=6)

    def test_starts_the_same_from_the_same_seed(self):
        same, other = PlainNetwork(16), PlainNetwork(16, seed=2)
        self.assertTrue(torch.equal(same.feature_weights, self.network.feature_weights))
        self.assertFalse(torch.equal(other.feature_weights, self.network.feature_weights))

    def test_starts_from_a_narrower_one_where_that_stands_and_learns_to_use_the_rest(self):
        wider = PlainNetwork(24, seed=2)
        wider.start_from(self.network.arrays())
        judged = outputs(self.network, self.positions)
        self.assertTrue(torch.allclose(outputs(wider, self.positions), judged, atol=1e-6))
        training.loss(wider, support.rows(self.positions), 0.5).backward()
        new_neurons = wider.output_weights.grad.view(8, 2, 24)[:, :, 16:]
        self.assertGreater(new_neurons.abs().max(), 0)

    def test_starts_from_one_without_zones_where_that_stands_and_learns_in_every_zone(self):
        judged = outputs(self.network, self.positions)
        self.assertTrue(torch.equal(outputs(PlainNetwork(16, zones=4), self.positions), judged))
        for hidden in (16, 24):
            zoned = PlainNetwork(hidden, seed=2, zones=4)
            zoned.start_from(NetworkFile("one zone", self.network.arrays()).with_zones(4).arrays)
            self.assertTrue(torch.allclose(outputs(zoned, self.positions), judged, atol=1e-6))
            training.loss(zoned, support.rows(self.positions), 0.5).backward()
            for zone in zoned.feature_weights.grad.chunk(4):
                self.assertGreater(zone.abs().max(), 0)
        again = PlainNetwork(24, seed=2, zones=4)
        again.start_from(self.zoned.arrays())
        self.assertTrue(torch.allclose(outputs(again, self.positions), outputs(self.zoned, self.positions), atol=1e-6))
        with self.assertRaisesRegex(Problem, "has 4 king zones, more than 1"):
            NetworkFile("four zones", self.zoned.arrays()).with_zones(1)

    def test_has_the_gradients_of_the_formula_with_dense_features(self):
        board = records.boards(support.rows(self.positions))
        buckets = records.buckets(board)
        for network in (self.network, self.zoned):
            features = records.dense_features(board, zones=network.zones)
            network(features, buckets).square().mean().backward()
            found = [parameter.grad.clone() for parameter in network.parameters()]
            network.zero_grad()
            weights, biases, output_weights, output_biases = network._rounded()
            sums = features @ weights + biases
            sums = sums + ((sums * PLAIN.units[0]).round() / PLAIN.units[0] - sums).detach()
            between = (sums > 0) & (sums < 1)
            ours, theirs = torch.where(between, sums, sums.detach().clamp(0, 1)).square().chunk(2)
            outputs = torch.cat((ours, theirs), 1) @ output_weights.t() + output_biases
            outputs.gather(1, buckets[:, None]).square().mean().backward()
            for gradient, parameter in zip(found, network.parameters()):
                self.assertTrue(torch.allclose(gradient, parameter.grad, atol=1e-6))


class TheLayeredNetwork(unittest.TestCase):
    def setUp(self):
        source = random.Random(3)
        self.positions = [synthetic.random_position(source) for _ in range(100)]
        self.network = with_zones_apart(LayeredNetwork(16, zones=4))
        with torch.no_grad():
            for number, (name, parameter) in enumerate(self.network.named_parameters()):
                if "biases" in name:
                    parameter.uniform_(-0.5, 0.5, generator=torch.Generator().manual_seed(number))

    def test_judges_twins_alike(self):
        judged = outputs(self.network, self.positions)
        for twin in (synthetic.colours_swapped, synthetic.left_right_mirrored):
            self.assertTrue(torch.allclose(outputs(self.network, map(twin, self.positions)), judged, atol=1e-6))

    def test_computes_the_formula(self):
        first, biases, standings, *behind = self.network.arrays()
        for position, output in zip(self.positions, outputs(self.network, self.positions).tolist()):
            weights1, biases1, weights2, biases2, weights3, bias3 = (array[(len(position.pieces) - 2) // 4]
                                                                     for array in behind)
            products = []
            for perspective in (position.mover, 1 - position.mover):
                inputs = sorted(synthetic.active_inputs(position, perspective, 4))
                standing = sorted(synthetic.active_standings(position, perspective))
                sums = biases + first[inputs].sum(0) + standings[standing].sum(0)
                neurons = [min(max(round(255 * sum_of_inputs), 0), 255) for sum_of_inputs in sums]
                products += [(neurons[pair] * neurons[8 + pair] + 256) // 512 / 127 for pair in range(8)]
            layer1 = [bias + sum(weights * products) for weights, bias in zip(weights1, biases1)]
            inputs2 = [min(x * x, 1) * 8128 / 8192 for x in layer1] + [min(max(x, 0), 1) for x in layer1]
            layer2 = [min(max(bias + sum(weights * inputs2), 0), 1) for weights, bias in zip(weights2, biases2)]
            self.assertAlmostEqual(output, layer1[0] + bias3 + sum(weights3 * layer2), places=4)

    def test_has_the_same_gradients_with_dense_and_sparse_features(self):
        board = records.boards(support.rows(self.positions))
        found = []
        for features in (records.dense_features(board, zones=4, with_standings=True),
                         records.sparse_features(board, 4, with_standings=True)):
            self.network.zero_grad()
            self.network(features, records.buckets(board)).square().mean().backward()
            found.append([parameter.grad.clone() for parameter in self.network.parameters()])
        for dense, sparse in zip(*found):
            self.assertGreater(dense.abs().max(), 0)
            # A sum that is exactly 0 or 1 may count as clipped in one and not in the other.
            self.assertLess((dense - sparse).abs().mean(), 0.1 * sparse.abs().mean())

    def test_has_its_elementwise_steps_compiled_once_and_then_asks_those(self):
        board = records.boards(support.rows(self.positions))

        def gradients():
            self.network.zero_grad()
            features = records.dense_features(board, zones=4, with_standings=True)
            self.network(features, records.buckets(board)).square().mean().backward()
            return [parameter.grad.clone() for parameter in self.network.parameters()]

        asked = []

        def compiled(function, dynamic):
            return lambda *arguments: asked.append(function.__name__) or function(*arguments)

        plain = gradients()
        with mock.patch.object(torch, "compile", compiled, create=True), mock.patch.dict(fusing._compiled):
            fusing.compile_elementwise()
            for one, other in zip(plain, gradients()):
                self.assertTrue(torch.equal(one, other))
        self.assertEqual(asked, ["_zoned", "_sets", "_standings", "_by_square", "_one_hot", "_one_hot", "_clipped_sums",
                                 "_rounded_products", "_slope_of_products", "_slope_of_sums"])

    def test_keeps_its_weights_in_range(self):
        with torch.no_grad():
            for parameter in self.network.parameters():
                parameter.mul_(1000)
        self.network.clip()
        limits = (WEIGHT_LIMIT, WEIGHT_LIMIT, STANDING_WEIGHT_LIMIT, *LayeredNetwork.limits)
        for array, limit in zip(self.network.arrays(), limits):
            self.assertLessEqual(abs(array).max(), limit + 1 / 128)
        self.assertAlmostEqual(self.network.weights2.abs().max().item(), SMALL_WEIGHT_LIMIT, places=5)

    def test_starts_from_a_narrower_one_where_that_stands_and_learns_to_use_the_rest(self):
        wider = LayeredNetwork(24, seed=2, zones=4)
        wider.start_from(self.network.arrays())
        judged = outputs(self.network, self.positions)
        self.assertTrue(torch.allclose(outputs(wider, self.positions), judged, atol=1e-5))
        training.loss(wider, support.rows(self.positions), 0.5).backward()
        self.assertGreater(wider.weights1.grad.view(8, 16, 2, 12)[:, :, :, 8:].abs().max(), 0)

    def test_starts_from_a_plain_one_near_where_that_stands_with_neurons_that_part(self):
        plain = with_zones_apart(PlainNetwork(16, zones=4))
        for hidden in (32, 48):
            network = LayeredNetwork(hidden, zones=4)
            network.start_from(plain.arrays())
            found, expected = outputs(network, self.positions), outputs(plain, self.positions)
            self.assertLess((found - expected).abs().mean(), 0.2 * expected.abs().mean())
            training.loss(network, support.rows(self.positions), 0.5).backward()
            one, other = (network.feature_weights.grad[:, start:start + 16] for start in (0, hidden // 2))
            self.assertGreater((one - other).abs().max(), 0)
            self.assertGreater(network.weights3.grad.abs().max(), 0)


class TheNetworkForThreeCheck(unittest.TestCase):
    def setUp(self):
        source = random.Random(4)
        self.positions = [synthetic.random_position(source, checks=synthetic.random_checks(source)) for _ in range(100)]
        self.networks = [form(16, zones=4, game=THREE_CHECK) for form in (PlainNetwork, LayeredNetwork)]
        with torch.no_grad():
            for network in self.networks:
                network.state_weights.uniform_(-1, 1, generator=torch.Generator().manual_seed(2))

    def test_judges_twins_alike_and_checks_differently(self):
        without = [dataclasses.replace(position, checks=(0, 0)) for position in self.positions]
        for network in self.networks:
            judged = outputs(network, self.positions)
            for twin in (synthetic.colours_swapped, synthetic.left_right_mirrored):
                self.assertTrue(torch.allclose(outputs(network, map(twin, self.positions)), judged, atol=1e-6))
            self.assertGreater((outputs(network, without) - judged).abs().max(), 0.1)

    def test_computes_the_formula(self):
        TheNetwork.assert_computes_the_formula(self, self.networks[0])

    def test_computes_and_learns_alike_with_dense_and_sparse_features(self):
        rows = support.rows(self.positions)
        board, states = records.boards(rows), records.states_of_views(rows, THREE_CHECK)
        for network in self.networks:
            found = []
            seen = network.form.sees_standings
            for features in (records.dense_features(board, zones=4, states=states, with_standings=seen),
                             records.sparse_features(board, 4, states, seen)):
                network.zero_grad()
                judged = network(features, records.buckets(board))
                judged.square().mean().backward()
                found.append((judged.detach(), network.state_weights.grad.clone()))
            (dense, dense_gradient), (sparse, sparse_gradient) = found
            self.assertTrue(torch.allclose(dense, sparse, atol=1e-5))
            self.assertGreater(dense_gradient.abs().max(1).values.min(), 0)
            self.assertLess((dense_gradient - sparse_gradient).abs().mean(), 0.1 * sparse_gradient.abs().mean())

    def test_keeps_the_weights_of_states_in_range_and_apart_from_what_zones_share(self):
        for network in self.networks:
            with torch.no_grad():
                network.state_weights.mul_(100)
                network.shared_weights.fill_(1)
            network.clip()
            self.assertAlmostEqual(network.state_weights.abs().max().item(), WEIGHT_LIMIT, places=6)
            found = torch.from_numpy(network.arrays()[0][3072:])
            self.assertLess((found - network.state_weights).abs().max(), 1 / PLAIN.units[0])

    def test_starts_from_one_for_normal_chess_where_that_stands_and_learns_in_every_state(self):
        for form in (PlainNetwork, LayeredNetwork):
            normal = with_zones_apart(form(16, zones=4))
            judged = outputs(normal, self.positions)
            network = form(24, seed=2, zones=4, game=THREE_CHECK)
            network.start_from(NetworkFile("normal", normal.arrays()).for_game(THREE_CHECK).arrays)
            self.assertTrue(torch.allclose(outputs(network, self.positions), judged, atol=1e-5))
            training.loss(network, support.rows(self.positions), 0.5).backward()
            self.assertGreater(network.state_weights.grad.abs().max(1).values.min(), 0)

    def test_starts_from_one_for_three_check_where_that_stands(self):
        for network in self.networks:
            wider = type(network)(24, seed=2, zones=4, game=THREE_CHECK)
            wider.start_from(network.arrays())
            self.assertTrue(torch.allclose(outputs(wider, self.positions), outputs(network, self.positions), atol=1e-5))
        plain = self.networks[0]
        layered = LayeredNetwork(32, zones=4, game=THREE_CHECK)
        layered.start_from(plain.arrays())
        found, expected = outputs(layered, self.positions), outputs(plain, self.positions)
        self.assertLess((found - expected).abs().mean(), 0.2 * expected.abs().mean())


class TheSchedule(unittest.TestCase):
    settings = Settings(result_weight=0.2, final_result_weight=0.6)

    def test_warms_up_then_falls_as_a_cosine(self):
        long_run = [training.learning_rate(self.settings, step, 0.001) for step in (0, 799, 1599, 3000)]
        self.assertAlmostEqual(long_run[1] / long_run[2], 800 / 1600, places=6)
        self.assertAlmostEqual(long_run[2], long_run[3])
        self.assertAlmostEqual(training.learning_rate(self.settings, 5000, 0), 1e-3)
        self.assertAlmostEqual(training.learning_rate(self.settings, 5000, 0.5), (1e-3 + 2.4e-6) / 2)
        self.assertAlmostEqual(training.learning_rate(self.settings, 5000, 1), 2.4e-6)
        self.assertAlmostEqual(training.learning_rate(self.settings, 5000, 1.2), 2.4e-6)

    def test_warms_up_faster_in_a_short_run(self):
        self.assertAlmostEqual(training.learning_rate(self.settings, 5, 0.05), 1e-3, delta=1e-5)

    def test_blends_in_a_straight_line(self):
        self.assertAlmostEqual(training.result_weight(self.settings, 0), 0.2)
        self.assertAlmostEqual(training.result_weight(self.settings, 0.5), 0.4)
        self.assertAlmostEqual(training.result_weight(self.settings, 1.1), 0.6)

    def test_follows_positions_or_the_clock(self):
        self.assertEqual(Budget(positions=200).progress(50, 1000, 2000), 0.25)
        self.assertEqual(Budget(seconds=100).progress(50, began=20, now=40), 0.25)


class Training(unittest.TestCase):
    settings = Settings(hidden=16, batch=256, learning_rate=1e-2, reports=4)

    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "test.records"
            synthetic.write_material_records(path, 12000)
            cls.data = records.load([path], "cpu")
            synthetic.write_material_records(path, 12000, three_check=True)
            cls.three_check = records.load([path], "cpu")

    def train(self, budget=Budget(positions=60_000), data=None, **changes):
        trainer = Trainer(data or self.data, dataclasses.replace(self.settings, **changes), budget)
        return trainer, list(trainer.reports())

    def test_learns_material(self):
        trainer = Trainer(self.data, self.settings, Budget(positions=60_000))
        before = trainer.validation_loss()
        reports = list(trainer.reports())
        self.assertEqual([round(report.progress, 1) for report in reports], [0.3, 0.5, 0.8, 1.0])
        self.assertLess(reports[-1].validation_loss, before / 5)
        self.assertAlmostEqual(reports[-1].validation_loss, trainer.validation_loss())
        pieces = {square: (colour, synthetic.PAWN) for square, colour in ((9, 0), (13, 0), (50, 1))}
        kings = {4: (synthetic.WHITE, synthetic.KING), 60: (synthetic.BLACK, synthetic.KING)}
        pawn_up = synthetic.Position({**pieces, **kings}, synthetic.WHITE)
        self.assertGreater(outputs(trainer.network, [pawn_up]).item(), 0)

    def test_learns_material_in_four_zones(self):
        trainer = Trainer(self.data, dataclasses.replace(self.settings, king_zones=4), Budget(positions=60_000))
        before = trainer.validation_loss()
        self.assertLess(list(trainer.reports())[-1].validation_loss, before / 5)
        first, *others = trainer.network.feature_weights.chunk(4)
        for other in others:
            self.assertGreater((first - other).abs().max(), 0.01)
        self.assertGreater(trainer.network.shared_weights.abs().max(), 0.01)

    def test_learns_what_checks_are_worth(self):
        trainer, reports = self.train(data=self.three_check)
        self.assertIs(trainer.network.game, THREE_CHECK)
        blind = records.RecordSet(*(rows.clone() for rows in (self.three_check.training, self.three_check.validation)))
        for rows in (blind.training, blind.validation):
            rows.view(torch.uint8)[:, 31] = 0
        self.assertLess(reports[-1].validation_loss, self.train(data=blind)[1][-1].validation_loss / 3)
        kings = {4: (synthetic.WHITE, synthetic.KING), 60: (synthetic.BLACK, synthetic.KING)}
        given, received = (synthetic.Position(kings, synthetic.BLACK, checks=checks) for checks in ((0, 1), (1, 0)))
        self.assertGreater(outputs(trainer.network, [given]).item(), outputs(trainer.network, [received]).item() + 1)

    def test_repeats_itself_from_the_same_seed(self):
        first, second = (self.train(Budget(positions=5000))[0].network for _ in range(2))
        other = self.train(Budget(positions=5000), seed=2)[0].network
        self.assertTrue(torch.equal(first.feature_weights, second.feature_weights))
        self.assertFalse(torch.equal(first.feature_weights, other.feature_weights))

    def test_sees_every_position_once_each_time_round(self):
        trainer = Trainer(self.data, dataclasses.replace(self.settings, batch=100), Budget(positions=1))
        batches = trainer._batches()
        seen = torch.cat([next(batches) for _ in range(len(self.data.training) // 100)])
        self.assertEqual(sorted(seen.tolist()), list(range(len(self.data.training))))

    def test_ends_by_the_clock_with_the_schedule_complete(self):
        ticks = iter(range(1_000_000))
        trainer = Trainer(self.data, self.settings, Budget(seconds=300), clock=lambda: next(ticks))
        reports = list(trainer.reports())
        self.assertLess(reports[-1].seconds, 310)
        self.assertLess(reports[-1].learning_rate, 2e-5)

    def test_refuses_a_budget_that_loading_has_used_up(self):
        with self.assertRaisesRegex(Problem, "before training could begin"):
            list(Trainer(self.data, self.settings, Budget(seconds=5), clock=lambda: 6.0).reports())

    def test_takes_a_batch_larger_than_the_data(self):
        trainer, reports = self.train(batch=1_000_000)
        self.assertEqual(trainer.batch, len(self.data.training))
        self.assertTrue(math.isfinite(reports[-1].validation_loss))

    def test_says_when_the_loss_is_lost(self):
        start = LayeredNetwork(16)
        with torch.no_grad():
            start.biases3.fill_(math.nan)
        trainer = Trainer(self.data, self.settings, Budget(positions=10_000), start=start.arrays())
        with self.assertRaisesRegex(Problem, "lower --learning-rate"):
            list(trainer.reports())

    @unittest.skipUnless(torch.cuda.is_available(), "no CUDA device here")
    def test_learns_the_same_on_a_gpu_with_and_without_a_graph(self):
        for here, zones in ((self.data, 1), (self.data, 2), (self.data, 4), (self.data, 8), (self.three_check, 4)):
            data = records.RecordSet(here.training.cuda(), here.validation.cuda())
            plain, graph = (self.train(data=data, cuda_graph=choice, king_zones=zones)[1][-1].validation_loss
                            for choice in (False, True))
            self.assertAlmostEqual(plain, graph, delta=2e-4)
            on_the_cpu = self.train(data=here, king_zones=zones)[1][-1].validation_loss
            self.assertAlmostEqual(plain, on_the_cpu, delta=5e-4)


if __name__ == "__main__":
    unittest.main()

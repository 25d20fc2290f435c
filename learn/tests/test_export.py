"""A network survives its file, and the integers of the file compute what the floats do."""

import itertools
import random
import struct
import tempfile
import unittest
from pathlib import Path

import support  # first: it skips these tests where numpy and PyTorch are missing
import numpy
import synthetic
import torch
from rocada_learn import export, network_file
from rocada_learn.command import Problem
from rocada_learn.games import GAMES, NORMAL, THREE_CHECK
from rocada_learn.model import NETWORKS
from rocada_learn.network_file import FLOATS, FORMS, INTEGERS, KING_ZONES, LAYERED, PLAIN, NetworkFile


def floats(hidden=32, name="tested", zones=1, form=PLAIN, game=NORMAL):
    network = NETWORKS[form.name](hidden, zones=zones, game=game)
    with torch.no_grad():  # biases and states start at zero and zones alike, which hides mistakes
        if game.states:
            network.state_weights.uniform_(-0.5, 0.5, generator=torch.Generator().manual_seed(4))
        if zones > 1:
            network.feature_weights.uniform_(-0.2, 0.2, generator=torch.Generator().manual_seed(3))
        biases = [parameter for name_of, parameter in network.named_parameters() if "biases" in name_of]
        for number, parameter in enumerate(biases):
            parameter.uniform_(-0.5, 0.5, generator=torch.Generator().manual_seed(number))
    return NetworkFile(name, network.arrays())


class NetworkFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "net"

    def test_read_back_what_was_written(self):
        for zones, form, game in itertools.product(KING_ZONES, FORMS.values(), GAMES):
            network = floats(zones=zones, form=form, game=game)
            for content, kind in ((network, FLOATS), (export.quantised(network), INTEGERS)):
                network_file.write(self.path, content, kind)
                back = network_file.read(self.path, kind)
                self.assertEqual((back.name, back.zones, back.form, back.game), ("tested", zones, form, game))
                for found, expected in zip(back.arrays, content.arrays):
                    self.assertTrue(numpy.array_equal(found, expected))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["net"])

    def test_lie_byte_for_byte_as_the_engine_expects(self):
        integers = export.quantised(floats(hidden=32))
        network_file.write(self.path, integers, INTEGERS)
        content = self.path.read_bytes()
        self.assertEqual(content[:8], b"RocadaNN")
        self.assertEqual(struct.unpack_from("<8I", content, 8), (1, 768, 32, 8, 255, 64, 400, 0))
        self.assertEqual(content[40:64], b"tested".ljust(24, b"\0"))
        weights, biases, output_weights, output_biases = integers.arrays
        self.assertEqual(struct.unpack_from("<h", content, 64 + 2 * (700 * 32 + 5))[0], weights[700, 5])
        self.assertEqual(struct.unpack_from("<h", content, 64 + 2 * (768 * 32 + 7))[0], biases[7])
        self.assertEqual(struct.unpack_from("<h", content, 64 + 2 * (769 * 32 + 3 * 64 + 40))[0], output_weights[3, 40])
        self.assertEqual(struct.unpack_from("<i", content, 64 + 2 * (769 * 32 + 8 * 64) + 4 * 6)[0], output_biases[6])
        self.assertEqual(len(content), 64 + 2 * (769 * 32 + 8 * 64) + 4 * 8 + 8)
        self.assertEqual(struct.unpack("<Q", content[-8:])[0], network_file.checksum(content[:-8]))

    def test_of_the_layered_form_lie_byte_for_byte_as_the_engine_expects(self):
        integers = export.quantised(floats(hidden=32, form=LAYERED))
        network_file.write(self.path, integers, INTEGERS)
        content = self.path.read_bytes()
        self.assertEqual(struct.unpack_from("<8I", content, 8), (3, 768 + 3072, 32, 8, 255, 64, 400, 16 + 65536 * 32))
        _, _, standings, weights1, biases1, weights2, biases2, weights3, biases3 = integers.arrays
        first = 64 + 2 * 769 * 32
        self.assertEqual(struct.unpack_from("<b", content, first + 2000 * 32 + 7)[0], standings[2000, 7])
        layer1 = first + 3072 * 32
        self.assertEqual(struct.unpack_from("<b", content, layer1 + (3 * 16 + 5) * 32 + 7)[0], weights1[3, 5, 7])
        layer2 = layer1 + 8 * 16 * 32 + 4 * 8 * 16
        self.assertEqual(struct.unpack_from("<i", content, layer2 - 4)[0], biases1[7, 15])
        self.assertEqual(struct.unpack_from("<h", content, layer2 + 2 * ((3 * 32 + 5) * 32 + 7))[0], weights2[3, 5, 7])
        output = layer2 + 2 * 8 * 32 * 32 + 4 * 8 * 32
        self.assertEqual(struct.unpack_from("<i", content, output - 4)[0], biases2[7, 31])
        self.assertEqual(struct.unpack_from("<h", content, output + 2 * (3 * 32 + 5))[0], weights3[3, 5])
        self.assertEqual(struct.unpack_from("<i", content, len(content) - 12)[0], biases3[7])
        self.assertEqual(len(content), output + 2 * 8 * 32 + 4 * 8 + 8)

    def test_lie_zone_after_zone(self):
        integers = export.quantised(floats(hidden=32, zones=4))
        network_file.write(self.path, integers, INTEGERS)
        content = self.path.read_bytes()
        self.assertEqual(struct.unpack_from("<8I", content, 8), (1, 3072, 32, 8, 255, 64, 400, 0))
        weights, biases, *_ = integers.arrays
        number = 768 * 2 + 64 * 11 + 63  # the other king on h8, seen by a king on its second rank
        self.assertEqual(struct.unpack_from("<h", content, 64 + 2 * (number * 32 + 5))[0], weights[number, 5])
        self.assertEqual(struct.unpack_from("<h", content, 64 + 2 * (3072 * 32 + 7))[0], biases[7])

    def test_have_the_states_of_the_game_behind_all_zones(self):
        for form, zones, layers in ((LAYERED, 4, 16 + 65536 * 32), (PLAIN, 1, 0)):
            integers = export.quantised(floats(hidden=32, zones=zones, form=form, game=THREE_CHECK))
            network_file.write(self.path, integers, INTEGERS)
            content, inputs = self.path.read_bytes(), 768 * zones + 9
            self.assertEqual(struct.unpack_from("<2H7I", content, 8),
                             (form.version, 1, inputs + form.standing_inputs, 32, 8, 255, 64, 400, layers))
            weights, biases, *_ = integers.arrays
            number = 768 * zones + 3 * 2 + 1  # two checks given, one received
            self.assertEqual(struct.unpack_from("<h", content, 64 + 2 * (number * 32 + 5))[0], weights[number, 5])
            self.assertEqual(struct.unpack_from("<h", content, 64 + 2 * (inputs * 32 + 7))[0], biases[7])
            self.assertEqual(integers.shape, form.shape(32, zones, THREE_CHECK))

    def test_have_the_published_checksum(self):
        self.assertEqual(network_file.checksum(b""), 0xCBF29CE484222325)
        self.assertEqual(network_file.checksum(b"a"), 0xAF63DC4C8601EC8C)
        self.assertEqual(network_file.checksum(b"foobar"), 0x85944171F73967E8)

    def test_have_the_checksum_that_its_definition_gives(self):
        content, expected = random.Random(5).randbytes(200_000), 0xCBF29CE484222325
        lengths = {1, 2, 65_535, 65_536, 65_537, 200_000}  # parts of so many bytes are summed up at once
        for length, byte in enumerate(content, 1):
            expected = (expected ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
            if length in lengths:
                self.assertEqual(network_file.checksum(content[:length]), expected, length)

    def test_are_refused_when_damaged(self):
        network_file.write(self.path, floats(), FLOATS)
        content = self.path.read_bytes()
        for damaged, message in (
            (content[:100] + bytes([content[100] ^ 1]) + content[101:], "checksum"),
            (content[:-1], "its header calls for"),
            (content + b"\0", "its header calls for"),
            (content[:1000], "cut short"),
            (content[:20], "is not a network file"),
            (b"RocadaNN" + content[8:], "is not a network file"),
            (content[:8] + struct.pack("<I", 2) + content[12:], "another version"),
            (content[:8] + struct.pack("<I", 3) + content[12:], "another version"),
            (content[:12] + struct.pack("<I", 3 * 768) + content[16:], "another version or shape"),
            (content[:12] + struct.pack("<I", 4 * 768) + content[16:], "cut short"),
            (content[:12] + struct.pack("<I", 768 + 9) + content[16:], "another version or shape"),
            (content[:10] + struct.pack("<H", 1) + content[12:], "another version or shape"),
            (content[:10] + struct.pack("<HI", 1, 768 + 9) + content[16:], "cut short|its header calls for"),
            (content[:10] + struct.pack("<H", 2) + content[12:], "another version or shape"),
        ):
            self.path.write_bytes(damaged)
            with self.assertRaisesRegex(Problem, message):
                network_file.read(self.path, FLOATS)
        with self.assertRaisesRegex(Problem, "cannot read .*No such file"):
            network_file.read(self.folder / "missing", FLOATS)

    def test_are_refused_a_bad_name(self):
        for name in ("", "x" * 24, "Schröder", "two\nlines"):
            with self.assertRaisesRegex(Problem, "1 to 23 ASCII characters"):
                network_file.checked_name(name)


class Export(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "net.nnue"
        source = random.Random(9)
        self.rows = support.rows([synthetic.random_position(source) for _ in range(300)])
        self.three_check_rows = support.rows([synthetic.random_position(source, checks=synthetic.random_checks(source))
                                              for _ in range(300)])

    def test_agrees_with_the_floats_within_two_centipawns(self):
        for zones, form, game in itertools.product(KING_ZONES, FORMS.values(), GAMES):
            rows = self.three_check_rows if game is THREE_CHECK else self.rows
            agreement = export.export(floats(zones=zones, form=form, game=game), self.path, rows)
            self.assertEqual(agreement.positions, 300)
            self.assertLess(agreement.largest, 2)

    def test_notices_wrong_weights_of_states(self):
        for form in FORMS.values():
            network = floats(form=form, game=THREE_CHECK)
            integers = export.quantised(network)
            integers.arrays[0][768:] += 16
            self.assertGreater(export.compare(network, integers, self.three_check_rows).largest, 2, form.name)

    def test_compares_on_records_of_the_network_s_game_only(self):
        for game, rows in ((NORMAL, self.three_check_rows), (THREE_CHECK, self.rows)):
            with self.assertRaisesRegex(Problem, f"network tested is one for {game.name}, but the records are of"):
                export.export(floats(game=game), self.path, rows)

    def test_judges_the_same_for_a_game_whose_states_mean_nothing_to_it_yet(self):
        for form in FORMS.values():
            one = export.quantised(floats(form=form))
            three_check = one.for_game(THREE_CHECK)
            self.assertEqual((three_check.game, three_check.zones), (THREE_CHECK, 1))
            self.assertIs(one.for_game(NORMAL).game, NORMAL)
            network_file.write(self.path, three_check, INTEGERS)
            judged = []
            for network in (one, network_file.read(self.path, INTEGERS)):
                judged.append(export.integer_scores(network, *export.inputs(network, self.three_check_rows)).tolist())
            self.assertEqual(*judged)
            with self.assertRaisesRegex(Problem, "tested is one for 3-check: one for normal chess cannot begin with"):
                three_check.for_game(NORMAL)

    def test_keeps_the_states_when_zones_grow(self):
        one = export.quantised(floats(game=THREE_CHECK))
        grown = one.with_zones(4)
        self.assertEqual((grown.zones, grown.game, len(grown.arrays[0])), (4, THREE_CHECK, 3081))
        scores = [export.integer_scores(network, *export.inputs(network, self.three_check_rows)).tolist()
                  for network in (one, grown)]
        self.assertEqual(*scores)

    def test_notices_integers_that_compute_something_else(self):
        for form in FORMS.values():
            for number in range(len(form.units)):
                network = floats(form=form)
                integers = export.quantised(network)
                integers.arrays[number] += max(1, form.units[number] // 16)
                self.assertGreater(export.compare(network, integers, self.rows).largest, 2, (form.name, number))

    def test_rounds_and_does_not_truncate(self):
        network = floats()
        for array in network.arrays:
            array[...] = 0
        network.arrays[0][0, :3] = (0.6 / 255, -0.6 / 255, 0.4 / 255)
        network.arrays[2][0, :3] = (1.98, -1.98, 0.49 / 64)
        network.arrays[3][0] = -0.6 / (255 * 64)
        weights, _, output_weights, output_biases = export.quantised(network).arrays
        self.assertEqual(weights[0, :3].tolist(), [1, -1, 0])
        self.assertEqual(output_weights[0, :3].tolist(), [127, -127, 0])
        self.assertEqual(output_biases[0], -1)

    def test_takes_the_mean_of_several_networks(self):
        one = floats()
        other = NetworkFile("other", [array + 2 / unit for array, unit in zip(one.arrays, PLAIN.units)])
        found = export.quantised(export.mean([one, other]))
        self.assertEqual(found.name, "tested")
        for array, expected in zip(found.arrays, export.quantised(one).arrays):
            self.assertTrue(numpy.array_equal(array, expected + 1))
        for another in (floats(48), floats(form=LAYERED), floats(game=THREE_CHECK)):
            with self.assertRaisesRegex(Problem, "same width and form"):
                export.mean([one, another])

    def test_takes_the_mean_of_networks_with_and_without_king_zones(self):
        one, zoned = export.quantised(floats()), export.quantised(floats(zones=4))
        found = export.quantised(export.mean([floats(), floats(zones=4)]))
        self.assertEqual(found.zones, 4)
        for zone, weights in enumerate(numpy.split(found.arrays[0], 4)):
            expected = (one.arrays[0] + numpy.split(zoned.arrays[0], 4)[zone]) / 2
            self.assertLessEqual(numpy.abs(weights - expected).max(), 0.5)
        for array, expected in zip(found.arrays[1:], one.arrays[1:]):
            self.assertTrue(numpy.array_equal(array, expected))

    def test_judges_the_same_with_zones_that_are_all_alike(self):
        one = export.quantised(floats())
        grown = one.with_zones(4)
        self.assertEqual((one.shape, grown.shape), ("(768 -> 32) x 2 -> 8", "(3072 -> 32) x 2 -> 8"))
        scores = [export.integer_scores(network, *export.inputs(network, self.rows)).tolist()
                  for network in (one, grown)]
        self.assertEqual(*scores)
        with self.assertRaisesRegex(Problem, "network tested has 4 king zones, more than 1"):
            grown.with_zones(1)

    def test_refuses_what_could_overflow(self):
        for array, index, value, message in (
            (0, (5, 5), 1.99, "largest feature weight is 507, at most 505"),
            (1, 5, -65.2, "largest feature bias is 16,626, at most 12,038"),
            (2, (5, 5), 2.0, "largest output weight is 128, at most 127"),
            (0, (5, 5), float("nan"), "not numbers"),
        ):
            network = floats()
            network.arrays[array][index] = value
            with self.assertRaisesRegex(Problem, message):
                export.quantised(network)
        for array, index, value, message in (
            (2, (5, 5), 0.502, "largest weight of a standing is 128, at most 127"),
            (3, (5, 5, 5), 2.0, "largest weight of layer 1 is 128, at most 127"),
            (5, (5, 5, 5), -4.0, "largest weight of layer 2 is 4,096, at most 4,085"),
            (7, (5, 5), 4.0, "largest weight of the output is 4,096, at most 4,085"),
            (8, 5, 130.0, "largest bias behind the neurons is 1,0"),
        ):
            network = floats(form=LAYERED)
            network.arrays[array][index] = value
            with self.assertRaisesRegex(Problem, message):
                export.quantised(network)
        wide = floats(hidden=256)
        wide.arrays[2][3] = 1.9
        with self.assertRaisesRegex(Problem, "sum of an output's weights is 62,464, at most 33,025"):
            export.quantised(wide)

    def test_takes_every_weight_that_training_lets_through(self):
        for trained in NETWORKS.values():
            network = trained(32, zones=4, game=THREE_CHECK)
            with torch.no_grad():
                for parameter in network.parameters():
                    parameter.fill_(-1000)
            network.clip()
            export.quantised(NetworkFile("extreme", network.arrays()))

    def test_divides_towards_zero_as_the_engine_does(self):
        # One active neuron: 255^2 * -1 / 255 = -255, * 400 / 16320 = -6.25, cut to -6.
        arrays = [numpy.zeros(shape, numpy.int64) for shape in PLAIN.shapes(32)]
        arrays[1][0] = 300
        arrays[2][0, 0] = -1
        active = [numpy.array([], numpy.int64)] * 2
        one_neuron = NetworkFile("one neuron", arrays)
        self.assertEqual(export.integer_scores(one_neuron, active, numpy.array([0])).tolist(), [-6])


if __name__ == "__main__":
    unittest.main()

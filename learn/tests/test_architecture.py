"""Constants are read out of C++ as the compiler understands them."""

import unittest

import support  # first: it skips these tests where numpy and PyTorch are missing
from rocada_learn import architecture
from rocada_learn.architecture import constants_in

SOURCE = """
// inline constexpr int kOld = 1;
inline constexpr int kSum = 7 - kHalf * 2;  // in any order
inline constexpr int kHalf = eval::nnue::kWhole / 2;
inline constexpr std::size_t kWhole = 5;
inline constexpr int kTable[2][3] = {
    {1, 2, 3},  // a row
    {4, 5, 6},
};
inline constexpr std::string_view kName = "Rocada";
inline constexpr Kind kKind = made<int>(kName);
static_assert(kSum == 3);
"""


class Constants(unittest.TestCase):
    def test_are_worked_out(self):
        found = constants_in(SOURCE)
        self.assertEqual([found[name] for name in ("kWhole", "kHalf", "kSum", "kName")], [5, 2, 3, "Rocada"])
        self.assertEqual(found["kTable"], ((1, 2, 3), (4, 5, 6)))

    def test_that_are_not_there_or_no_numbers_are_missed(self):
        found = constants_in(SOURCE)
        for name in ("kOld", "kKind", "kNowhere"):
            with self.assertRaises((KeyError, NameError), msg=name):
                found[name]

    def test_are_those_of_the_networks_that_there_are(self):
        self.assertEqual(architecture.INPUTS_PER_ZONE, 2 * 6 * 64)
        self.assertEqual((architecture.QUANT_A, architecture.ONE, architecture.SCALE), (255, 127 * 64, 400))
        self.assertEqual(architecture.ZONE_OF_KING[1], (4, 4, 5, 5))
        self.assertEqual(architecture.HIGHEST_FEATURE_BIAS, 32767 - 33 * 505 - 32 * 127)
        self.assertEqual(architecture.INTEGER_MAGIC, b"RocadaNN")


if __name__ == "__main__":
    unittest.main()

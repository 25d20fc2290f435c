"""What networks are made of, read out of the engine's own headers: so there is no second description to keep in step.

    src/eval/nnue/architecture.h    sizes, quantisation, what cannot overflow, king zones
    src/eval/nnue/game_states.h     the games, and what they have besides their boards
    src/eval/nnue/network_file.h    the header of network files
    src/eval/evaluator.h            how much an evaluation counts, and fades with the pieces
    src/chess/game_kind.h           words for the games
    src/data/training_record.h      the size of a record
    learn/selfplay/weights.h        what cannot overflow in plain networks

What the numbers mean stands there. A constant that can no longer be read ends the program; that the engine also does
with the numbers what is done here, tests/test_engine.py sees to.
"""

import re
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_HEADERS = ("src/eval/nnue/architecture.h", "src/eval/nnue/game_states.h", "src/eval/nnue/network_file.h",
            "src/eval/evaluator.h", "src/chess/game_kind.h", "src/data/training_record.h", "learn/selfplay/weights.h")


class _Constants(dict):
    """Values by name, each worked out when it is first asked for: it may be made of others."""

    def __init__(self, expressions):
        super().__init__()
        self._expressions = expressions

    def __missing__(self, name):
        self[name] = eval(f"({self._expressions[name]})", {"__builtins__": {}}, self)
        return self[name]


def constants_in(source):
    """The constants that C++ defines for all of the program. But for the division, for braces and for namespaces, what
    is asked for here means the same in Python."""
    code = re.sub(r"//.*", "", source)
    found = re.findall(r"^inline constexpr [\w:]+ (k\w+)[\[\]\d]* = (.+?);", code, re.MULTILINE | re.DOTALL)
    in_python = {ord("/"): "//", ord("{"): "(", ord("}"): ")"}
    return _Constants({name: re.sub(r"\w+::", "", value).translate(in_python) for name, value in found})


_source = "".join((_ROOT / header).read_text("utf-8") for header in _HEADERS)
_engine = constants_in(_source)

INPUTS_PER_ZONE = _engine["kInputsPerZone"]
MOST_KING_ZONES = _engine["kMostKingZones"]
STANDINGS = _engine["kStandings"]
STANDING_INPUTS = _engine["kStandingInputs"]
ZONE_OF_KING = _engine["kZoneOfKing"]  # by rank and file a to d, where there are as many as can be
ENGINE_KING_ZONES, ENGINE_HIDDEN = _engine["kKingZones"], _engine["kHidden"]  # of networks that the engine reads
BUCKETS = _engine["kOutputBuckets"]
LAYER1, LAYER2 = _engine["kLayer1"], _engine["kLayer2"]
MOST_PIECES = _engine["kMostPieces"]

QUANT_A = _engine["kQuantA"]  # one unit of a neuron
QUANT_B = _engine["kQuantB"]  # one unit of weight behind the neurons
QUANT_PRODUCT = _engine["kQuantProduct"]  # one unit of a product of two neurons
PRODUCT_STEP = 1 << _engine["kProductShift"]  # of neurons' products in integers, in one of QUANT_PRODUCT
ONE = _engine["kOne"]  # what goes from layer to layer
SQUARE_STEP = 1 << _engine["kSquareShift"]
QUANT_SMALL = _engine["kQuantSmall"]  # one unit of weight behind layer 1
SCALE = _engine["kScale"]  # centipawns for each unit of output

HIGHEST_FEATURE_WEIGHT = _engine["kHighestFeatureWeight"]
HIGHEST_FEATURE_BIAS = _engine["kHighestFeatureBias"]
HIGHEST_STANDING_WEIGHT = _engine["kHighestStandingWeight"]
HIGHEST_LAYER1_WEIGHT = _engine["kHighestLayer1Weight"]
HIGHEST_SMALL_WEIGHT = _engine["kHighestSmallWeight"]
HIGHEST_BIAS = _engine["kHighestBias"]
HIGHEST_OUTPUT_WEIGHT = _engine["kHighestOutputWeight"]  # of a plain network, as the next
HIGHEST_OUTPUT_SUM = _engine["kHighestOutputSum"]

INTEGER_MAGIC, FLOAT_MAGIC = (_engine[name].encode("ascii") for name in ("kNetworkMagic", "kFloatNetworkMagic"))
LAYERED_VERSION, PLAIN_VERSION = _engine["kNetworkVersion"], _engine["kPlainNetworkVersion"]
HEADER_BYTES, NAME_OFFSET = _engine["kNetworkHeaderSize"], _engine["kNetworkNameOffset"]

FULL_BOARD = _engine["kFullBoard"]  # what a score counts with all pieces, of 1024
FADE_PER_PIECE = _engine["kFadePerPiece"]  # that is gone

RECORD_BYTES = _engine["kTrainingRecordBytes"]

MOST_CHECKS = _engine["kMostChecks"]  # of either side; one more ends the game
# The word for each variant.
_WORDS = dict(re.findall(r'\.kind = \{Variant::(\w+), false\},\s+\.xboard = "(\w+)"', _source))
# Number, name, word and states of each game.
LEARNED_GAMES = tuple((int(number), name, _WORDS[variant], int(states)) for variant, number, name, states in
                      re.findall(r'LearnedGame\{chess::Variant::(\w+), (\d+), "(.+?)", (\d+)\}', _source))

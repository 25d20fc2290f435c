"""Runs the commands that the documents show, and holds their figures against the pages they come from, so that none of
them is out of date.

    documents_test.py --engine build/rocada

A command is an indented line of README.md, README.ro.md, CONTRIBUTING.md, learn/README.md or docs/*.md that begins with
one of the programs below. Those of `rocada` are run as they stand, in order, document by document, in a folder that
holds the input files they name. Those of XBoard are run on a display of their own until the engine has introduced
itself. What takes minutes, or a GPU, is held against the `--help`, the Makefile, the usage or the source of its program
instead. Pages of docs/experiments tell what was run once: their commands are left alone.
Exit status: 0 passed, 1 failed, 2 wrong usage.
"""

import argparse
import csv
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from contextlib import closing
from fnmatch import fnmatch
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "xboard"))
from virtual_display import VirtualDisplay, end_process

ROOT = Path(__file__).resolve().parent.parent
READMES = [ROOT / "README.md", ROOT / "README.ro.md"]
DOCUMENTS = [*READMES, ROOT / "CONTRIBUTING.md", ROOT / "learn/README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXPERIMENTS = sorted((ROOT / "docs/experiments").glob("[0-9]*.md"))
INDEX = ROOT / "docs/experiments/README.md"
STRENGTH = ROOT / "docs/strength.md"
HISTORY = ROOT / "nets/history.md"
CARDS = [ROOT / "nets/rocada.md", ROOT / "nets/rocada-3check.md"]
BOOK_CARD = ROOT / "data/rocada.md"
TEXTS = [*DOCUMENTS, *EXPERIMENTS, INDEX, ROOT / "CHANGELOG.md", BOOK_CARD,
         *sorted((ROOT / "nets").glob("*.md")), ROOT / "web/README.md", ROOT / "web/npm/README.md"]
# What web/make-npm puts beside the last of them, and where it has it from.
MOVED = {ROOT / "web/npm/rocada.d.ts": ROOT / "web/engine/engine.d.ts",
         ROOT / "web/npm/rules/rules.d.ts": ROOT / "web/rules/rules.d.ts"}
SECONDS = 240
LONGEST_LINE = 120
# Files whose lines may be longer, and why.
LONG_LINES = {
    "*.json": "a string is one line",
    "*.pgn": "a game's moves are one line",
    "*.svg": "a drawing's path is one line",
    "tests/fuzz/corpus/*": "inputs are what they are",
}
LINES_OF_A_SCREEN = 60

# What Open MPI wants to hear before it runs for root.
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

GAME = """[Event "Casual"]
[White "<script>"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""
INPUTS = {
    "GAMES.pgn": "\n".join(3 * [GAME]),
    "FILE.epd": '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";\n',
    "SUITE.epd": '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";\n',
    "FILE.tsv": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\tcp 700\t1\n6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1\tcp -650\t1\n",
    "PERFT.epd": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902\n",
}


def commands_in(document):
    """The indented lines of a document, continued ones joined, without their comments."""
    text = document.read_text().replace("\\\n", " ")
    for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE):
        yield re.sub(r"\s+#.*", "", line)


def shown(*programs):
    """(document, words) of every command that begins with one of the programs."""
    for document in DOCUMENTS:
        for command in commands_in(document):
            words = shlex.split(command)
            if words[0] in programs:
                yield document.relative_to(ROOT), words


def options_of(words):
    return [word.split("=")[0] for word in words if word.startswith("--") and word != "--"]


def tables_in(document):
    """The rows of all tables of a document, each a dictionary by the words of its table's head."""
    head = None
    for line in document.read_text().splitlines():
        if not line.startswith("|"):
            head = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if head is None:
            head = cells
        elif not set(line) <= set("|-"):
            yield dict(zip(head, cells, strict=True))


def facts_of(experiment):
    """The first table of an experiment's page: its date, commit, command, result, and whether it was kept."""
    text = experiment.read_text()
    return dict(re.findall(r"^\| (\w+) \| (.+) \|$", text.partition("\n\n")[2].partition("\n\n")[0], re.MULTILINE))


def texts_of_the_repository():
    """(name, text) of every file that is one, but for those of LONG_LINES."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, text=True, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise unittest.SkipTest(f"git does not list the files: {error}") from None
    for name in listed.split("\0")[:-1]:
        content = (ROOT / name).read_bytes()
        if b"\0" not in content and not any(fnmatch(name, pattern) for pattern in LONG_LINES):
            yield name, content.decode()


def linked(text):
    """What the links of a text point to."""
    return re.findall(r"\]\(([^()\s]+)\)", text)


def numbers_in(text):
    return set(re.findall(r"\d+(?:[.,]\d+)*", text))


def anchors_of(document):
    """The names by which headings can be linked to."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def elo(score):
    return -400 * math.log10(1 / score - 1)


def logistic(x):
    return 1 / (1 + math.exp(-x))


def what_scores_mean():
    """How much wider chances between people are, and the fit: an even chance's score and the spread by pieces left."""
    people = re.search(r"kPeoplesSpread = ([\d.]+);", (ROOT / "src/eval/wdl.cpp").read_text())
    knots = re.search(r"kChess = \{\{(.*?)\}\};", (ROOT / "src/eval/wdl_params.h").read_text(), re.DOTALL)
    rows = re.findall(r"\{([\d.]+), ([\d.]+), ([\d.]+)\}", knots[1])
    return float(people[1]), {int(pieces): (float(even), float(spread)) for pieces, even, spread in rows}


class Documents(unittest.TestCase):
    engine = None

    def test_lines_are_no_longer_than_a_reader_likes(self):
        too_long = []
        for name, text in texts_of_the_repository():
            for number, line in enumerate(text.splitlines(), 1):
                row = name.endswith(".md") and line.startswith("|")  # of a table, which cannot be broken
                if len(line) > LONGEST_LINE and not row:
                    too_long.append(f"{name}, line {number}: {len(line)} characters")
        if too_long:
            self.fail("\n".join(["longer:", *too_long]))

    def test_links_lead_somewhere(self):
        for document in TEXTS:
            for link in linked(document.read_text()):
                if "://" in link:
                    continue
                name, _, anchor = link.partition("#")
                target = document.parent / name if name else document
                target = MOVED.get(target, target).resolve()
                self.assertTrue(target.exists(), f"{document.relative_to(ROOT)}: {link}")
                if anchor:
                    self.assertIn(anchor, anchors_of(target), f"{document.relative_to(ROOT)}: {link}")

    def test_experiments_stand_in_their_index(self):
        index = [row for row in tables_in(INDEX) if "question" in row]
        self.assertEqual([linked(row[""])[0] for row in index], [page.name for page in EXPERIMENTS])
        for number, (page, row) in enumerate(zip(EXPERIMENTS, index), 1):
            facts = facts_of(page)
            self.assertEqual(list(facts), ["date", "commit", "command", "result", "kept"], page.name)
            self.assertTrue(page.name.startswith(f"{number:04}-"), page.name)
            self.assertEqual(page.read_text().splitlines()[0], f"# {number:04}: {row['question']}")
            self.assertEqual((facts["result"], facts["kept"]), (row["result"], row["kept"]), page.name)

    def networks_inside(self):
        """By their names, what `rocada net info` says of them."""
        text = subprocess.run([self.engine, "net", "info"], text=True, capture_output=True, timeout=SECONDS,
                              check=True).stdout
        parts = re.split(r"(?m)^(?=Name:)", text)[1:]
        networks = {re.search(r"Name:\s+(\S+)", part)[1]: part for part in parts}
        self.assertEqual(len(networks), len(CARDS), text)
        return networks

    def test_headline_figures_are_those_of_the_networks_inside(self):
        inside = set(self.networks_inside())
        self.assertLessEqual(len(STRENGTH.read_text().splitlines()), LINES_OF_A_SCREEN)
        rows = list(tables_in(STRENGTH))
        self.assertGreater(len(rows), 5, "the figures are no longer found")
        for row in rows:
            named = set(re.findall(r"`(.+?)`", row["network"]))
            self.assertTrue(named <= inside if named else row["network"] in ("both", "any"), row)
            page = (STRENGTH.parent / linked(row["page"])[0]).read_text()
            figure = row.get("figure") or row["score"]
            self.assertLessEqual(numbers_in(figure), numbers_in(page), f"not on its page: {row}")
            if "+ = -" in row:
                self.assertIn(f"| {row['+ = -']} |", page, row)
                self.check_match(row)

    def check_match(self, row):
        won, drawn, lost = map(int, row["+ = -"].split())
        games = won + drawn + lost
        score = (won + drawn / 2) / games
        error = 1.96 * math.sqrt(((won + drawn / 4) / games - score * score) / games)
        told = re.fullmatch(r"([\d.]+)% \+-([\d.]+)", row["score"])
        self.assertIsNotNone(told, row)
        self.assertAlmostEqual(float(told[1]), 100 * score, delta=0.051, msg=row)
        self.assertAlmostEqual(float(told[2]), 100 * error, delta=0.051, msg=row)
        self.assertAlmostEqual(float(row["Elo"]), elo(score), delta=0.51, msg=row)

    def test_the_readmes_claim_what_was_measured(self):
        scores = {row["score"] for row in tables_in(STRENGTH) if "score" in row}
        for readme in READMES:
            claim = re.search(r"(?s)^\*\*(How strong|Cât de puternică)\?\*\*.*?\n\n", readme.read_text(), re.MULTILINE)
            self.assertIsNotNone(claim, readme.name)
            text = " ".join(claim[0].split())
            self.assertEqual(set(re.findall(r"[\d.]+%(?: \+-[\d.]+)?", text)), scores, readme.name)
            self.assertLessEqual(numbers_in(text), numbers_in(STRENGTH.read_text()), readme.name)
            for network in self.networks_inside():
                self.assertIn(f"`{network}`", text, readme.name)

    def test_networks_have_their_cards_and_history(self):
        history = {row["network"].strip("`"): row for row in tables_in(HISTORY)}
        for network, description in self.networks_inside().items():
            self.assertIn(network, history)
            card = next((card for card in CARDS if f"# The network `{network}`" in card.read_text()), None)
            self.assertIsNotNone(card, f"no card of {network}")
            self.assertIn(re.search(r"Checksum:\s+(\S+)", description)[1], card.read_text(), card.name)
        with open(ROOT / "nets/generations.csv", newline="") as file:
            for network, explained in list(csv.reader(file))[1:]:
                self.assertEqual(f"{explained}%", history[network]["yardstick"])
        for row in history.values():
            page = (HISTORY.parent / linked(row["page"])[0]).read_text()
            self.assertIn(f"`{row['network'].strip('`')}`", page)

    def test_what_scores_mean_is_reckoned_from_the_fit(self):
        spread_of_people, models = what_scores_mean()
        scores = [row for row in tables_in(ROOT / "docs/scores.md") if "at +0.50" in row]
        people = [row for row in tables_in(ROOT / "docs/analysis.md") if "w" in row]
        self.assertEqual(len(scores), len(models))
        self.assertEqual(len(people), len(models))
        for row in scores:
            even, spread = models[int(row["with so many pieces"])]

            def chances(pawns):
                win, loss = (logistic((sign * pawns - 1) * even / spread) for sign in (1, -1))
                return f"{1000 * win:.0f}, {1000 - round(1000 * win) - round(1000 * loss)}, {1000 * loss:.0f}"
            self.assertEqual(row["+1.00 is a score inside of"], f"{even:.0f}", row)
            heads = {"win, draw, loss at 0.00": 0, "at +0.50": 0.5, "at +1.00": 1, "at +2.00": 2}
            self.assertEqual([row[head] for head in heads], [chances(pawns) for pawns in heads.values()], row)
        for row in people:
            even, spread = models[int(row["with so many pieces"])]
            width = spread_of_people * spread / even

            def chance(pawns):
                return f"{50 * (1 + logistic((pawns - 1) / width) - logistic((-pawns - 1) / width)):.0f}%"
            heads = {"one pawn ahead": 1, "two": 2, "three": 3, "five": 5}
            self.assertEqual(row["w"], f"{width:.2f}", row)
            self.assertEqual([row[head] for head in heads], [chance(pawns) for pawns in heads.values()], row)
        self.assertIn(f"made {spread_of_people:g} times as wide", (ROOT / "docs/analysis.md").read_text())
        # From where on 1000 of 1000 games are lost.
        lost = {pieces: 1 + spread / even * math.log(0.9995 / 0.0005) for pieces, (even, spread) in models.items()}
        self.assertIn(f"with 30 pieces on the board from -{lost[30]:.2f} on, with six from -{lost[6]:.2f}",
                      " ".join((ROOT / "docs/cecp.md").read_text().split()))

    def test_the_book_was_grown_by_a_network_inside(self):
        told = re.search(r"^\| network \| `(\S+)` \(network-(\w+)\) \|$", BOOK_CARD.read_text(), re.MULTILINE)
        self.assertIsNotNone(told, "the card's network is no longer found")
        network, checksum = told.groups()
        inside = self.networks_inside()
        self.assertIn(network, inside)
        self.assertRegex(inside[network], rf"Checksum:\s+{checksum}\b")

    def test_every_command_is_of_a_known_kind(self):
        known = re.compile(r"(build/)?rocada|\./(play|test)|make|xboard|learn/\S+|build-gpu/selfplay|"
                           r"build/selfplay_host|tests/\S+|packaging/\S+|/usr/bin/python3|cmake|ctest|mpirun|srun")
        for document in DOCUMENTS:
            for command in commands_in(document):
                looks_like_one = re.match(r"[\w./-]+( |$)", command) and not re.search(r" (=|->) ", command)
                if looks_like_one:
                    self.assertRegex(command.split()[0], rf"^({known.pattern})$", f"{document.name}: {command}")

    def test_rocada(self):
        count = 0
        with tempfile.TemporaryDirectory() as folder:
            last = None
            for document, words in shown("rocada", "build/rocada"):
                if document != last:
                    shutil.rmtree(folder)
                    os.mkdir(folder)
                    for name, text in INPUTS.items():
                        (Path(folder) / name).write_text(text)
                    last = document
                if document.parts[0] == "learn":
                    continue  # test_learn
                with self.subTest(document=str(document), command=shlex.join(words)):
                    done = subprocess.run([self.engine, *words[1:]], cwd=folder, input="quit\n", text=True,
                                          timeout=SECONDS, capture_output=True)
                    self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
                    count += 1
        self.assertGreater(count, 20, "the commands are no longer found")

    def test_play(self):
        """In a folder where all is built and, as far as anybody asks, installed: a test changes neither build/ nor the
        machine."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for part in ("play", "packaging"):
                (folder / part).symlink_to(ROOT / part)
            (folder / "build").mkdir()
            (folder / "build/rocada").symlink_to(self.engine)
            (folder / "Makefile").write_text(".PHONY: build\nbuild:\n\ttouch built\n")
            query = folder / "bin/dpkg-query"
            query.parent.mkdir()
            query.write_text("#!/bin/sh\necho install ok installed\n")
            query.chmod(0o755)
            environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
            environment["PATH"] = f"{query.parent}:{environment['PATH']}"
            for _, words in shown("./play"):
                done = subprocess.run(words, cwd=folder, input="quit\n", text=True, timeout=SECONDS,
                                      capture_output=True, env=environment)
                self.assertEqual(done.returncode, 0, done.stderr[-2000:])
                self.assertTrue((folder / "built").exists(), "./play did not ask make for a build")

    def test_test(self):
        usage = (ROOT / "test").read_text().partition("set -euo")[0]
        for document, words in shown("./test"):
            for option in options_of(words):
                self.assertIn(option, usage, f"{document}: {words}")

    def test_make(self):
        makefile = (ROOT / "Makefile").read_text()
        for document, words in shown("make"):
            for target in (word for word in words[1:] if "=" not in word):
                self.assertRegex(makefile, rf"(?m)^([\w-]+ )*{target}\b[\w -]*:", f"{document}: {words}")

    def test_xboard(self):
        path = f"{Path(self.engine).parent}:{os.environ['PATH']}:/usr/games"
        if not all(shutil.which(tool, path=path) for tool in ("xboard", "Xvfb", "xdotool")):
            self.skipTest("needs xboard, Xvfb and xdotool")
        for document, words in shown("xboard"):
            with self.subTest(document=str(document), command=shlex.join(words)):
                if any("rocada-mpi" in word for word in words) and not self.has_cluster():
                    self.skipTest("needs mpirun and rocada-mpi")
                self.check_xboard(words, path)

    def check_xboard(self, words, path):
        with tempfile.TemporaryDirectory() as folder, closing(VirtualDisplay(folder)) as display:
            log = Path(folder) / "log"
            program = shutil.which("xboard", path=path)
            xboard = subprocess.Popen([program, *words[1:], "-debug", "-nameOfDebugFile", str(log),
                                       "-saveSettingsOnExit", "false"], cwd=ROOT,
                                      env={**display.environment, "PATH": path, **AS_ROOT},
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                self.wait_for_features(log)
            finally:
                end_process(xboard)

    def wait_for_features(self, log):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if log.exists() and re.search(r"feature .*done=1", log.read_text(errors="replace")):
                return
            time.sleep(0.05)
        said = log.read_text(errors="replace")[-2000:] if log.exists() else "no log"
        self.fail(f"the engine has not introduced itself: {said}")

    def has_cluster(self):
        return shutil.which("mpirun") is not None and Path(self.engine).with_name("rocada-mpi").exists()

    def test_cluster(self):
        """Options of rocada-mpi, whose work tests/cluster runs."""
        if not self.has_cluster():
            self.skipTest("needs mpirun and rocada-mpi")
        help_of = {}
        for document, words in shown("mpirun", "srun"):
            own = words[next(i for i, word in enumerate(words) if word.endswith("rocada-mpi")) + 1:]
            program = [str(Path(self.engine).with_name("rocada-mpi")), *own[:1]]
            self.check_options(help_of, program, shlex.join(own), document)

    def test_learn(self):
        """Options of the training commands; learn/tests run them, small."""
        help_of = {}
        commands = ("learn/generation", "learn/train", "learn/export", "learn/fit-wdl", "learn/clock-games")
        for document, words in [*shown(*commands), *self.rocada_in_learn()]:
            if words[0] == "build/rocada":
                program = [self.engine, *words[1:3 if words[1] in ("data", "net") else 2]]
                words = words[1:]
            else:
                program = ["/usr/bin/python3", str(ROOT / words[0])]
            own, _, passed_on = shlex.join(words).partition(" -- ")
            self.check_options(help_of, program, own, document)
            if passed_on:
                self.check_options(help_of, ["/usr/bin/python3", str(ROOT / "learn/train")], passed_on, document)

    def test_selfplay(self):
        """Commands and options of self-play, in its source: here nobody has built it."""
        source = (ROOT / "learn/selfplay/main.cpp").read_text()
        for document, words in shown("build-gpu/selfplay", "build/selfplay_host"):
            for word in [words[1], *options_of(words)]:
                self.assertIn(f'"{word}"', source, f"{document}: {words}")

    def rocada_in_learn(self):
        return [(document, words) for document, words in shown("build/rocada") if document.parts[0] == "learn"]

    def check_options(self, help_of, program, command, document):
        key = tuple(program)
        if key not in help_of:
            done = subprocess.run([*program, "--help"], text=True, capture_output=True, timeout=SECONDS)
            if "No module named" in done.stderr:
                self.skipTest(done.stderr.strip().splitlines()[-1])
            self.assertEqual(done.returncode, 0, done.stderr)
            help_of[key] = done.stdout
        for option in options_of(shlex.split(command)):
            self.assertRegex(help_of[key], rf"{option}\b", f"{document}: {command}")

    def test_scripts_are_there(self):
        for document in DOCUMENTS:
            for command in commands_in(document):
                program = command.split()[0]
                if re.match(r"(learn|tests|packaging)/", program):
                    self.assertTrue(os.access(ROOT / program, os.X_OK), f"{document.name}: {command}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", required=True)
    arguments, rest = parser.parse_known_args()
    Documents.engine = str(Path(arguments.engine).resolve())
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)


if __name__ == "__main__":
    main()

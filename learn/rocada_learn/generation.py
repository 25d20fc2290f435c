"""One generation: from an engine to the next network, with a card that says how it came to be and what it is worth.

    games    ENGINE datagen       plays itself; or learn/selfplay, on a GPU, and the engine searches deeply beside it
    records  ENGINE data expand   turns games into training records
    teacher  learn/teacher        if there is one, goes on learning from them and labels them
    network  learn/train          learns from them
    check    ENGINE net check     evaluates with the network as the engine does
    judge    ENGINE net judge     holds it against a deep search, if there are positions for that
    player   learn/train          a small network learns to play the next games, if there is to be one
    match    any command          new network against old

Every command is printed, logged and kept for the card. Network and card are written before the match is played:
whatever becomes of that, they stay. Needs no PyTorch itself: training is a process of its own.
"""

import argparse
import contextlib
import datetime
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from . import network_file
from .command import Problem, write_atomically
from .games import NORMAL, Game

LEARN = Path(__file__).resolve().parent.parent
REPOSITORY = LEARN.parent
MATCH_PROGRAM = REPOSITORY.parent / "shared" / "tools" / "match.py"
OPENINGS = REPOSITORY.parent / "shared" / "data" / "books" / "8moves_v3.epd"
DEFAULT_MATCH = (
    "{python} {match_program} --engine name=new cmd={engine} opt.EvalFile={new} --engine name=old cmd={engine} "
    "opt.EvalFile={old} --nodes {nodes} --games {games} --concurrency {threads} --openings={openings} "
    "--variant={variant} --quiet")
GAMES_WITHOUT_END = 1_000_000_000  # the most that datagen takes
_DEEP_PLAY_NODES = 100  # for the moves between positions that are searched deeply
# Where the seeds of deep and of quick games begin, so that these are no other games played once more.
_DEEP_SEEDS = 1_000_000
_QUICK_SEEDS = 2_000_000


@dataclass
class Plan:
    engine: Path
    name: str
    work: Path  # for games, records and the run's files
    nets: Path  # for the network and its card
    game: Game = NORMAL
    nodes: int = 1000
    games: Optional[int] = None
    data_seconds: Optional[float] = None  # instead of a number of games
    threads: int = 1
    seed: int = 1
    selfplay: Optional[Path] = None  # the program that plays on a GPU, instead of the engine
    selfplay_net: Optional[Path] = None  # and what it plays with
    datagen_options: list = field(default_factory=list)
    quick_seconds: Optional[float] = None  # for more games on the GPU, which are only labelled
    quick_nodes: int = 40
    quick_net: Optional[Path] = None  # and what they are played with
    deep_seconds: Optional[float] = None  # for games of the engine itself, from which the teacher learns scores
    deep_nodes: int = 5000
    deep_threads: int = 1
    earlier_games: list = field(default_factory=list)  # game files to learn from as well
    filters: list = field(default_factory=list)  # options of `data expand`
    teacher: Optional[Path] = None  # its file; one that does not exist is begun
    teaching: list = field(default_factory=list)  # options of learn/teacher train
    labelling: list = field(default_factory=list)  # options of learn/teacher label
    quick_labelling: list = field(default_factory=list)  # and for the quick games
    training: list = field(default_factory=list)  # options of learn/train
    player_training: list = field(default_factory=list)  # and of it for the network that plays the next games
    yardstick: Optional[Path] = None  # positions to judge teacher and network by
    old: Optional[Path] = None  # the network to beat; without one, the engine's own evaluation
    match_command: Optional[str] = None
    match_games: int = 200
    match_nodes: int = 5000
    openings: Optional[Path] = None


class Generation:
    """Runs a plan, step by step."""

    def __init__(self, plan):
        self._plan = plan
        network_file.checked_name(plan.name)
        if not os.access(plan.engine, os.X_OK) or plan.engine.is_dir():
            raise Problem(f"{plan.engine} is not a program: build the engine first, or name it with --engine")
        if not (plan.games or plan.data_seconds or plan.earlier_games):
            raise Problem("nothing to learn from: give --games or --data-seconds, or --also with game files")
        if plan.selfplay and not os.access(plan.selfplay, os.X_OK):
            raise Problem(f"{plan.selfplay} is not a program: learn/selfplay/build makes it")
        for file in filter(None, (*plan.earlier_games, plan.old, plan.openings, plan.yardstick,
                                  plan.selfplay and plan.selfplay_net, plan.quick_seconds and plan.quick_net)):
            if not file.is_file():
                raise Problem(f"no such file: {file}")
        if self.network.exists():
            raise Problem(f"{self.network} exists: choose another --name")
        if not plan.teacher and (plan.teaching or plan.labelling or plan.quick_labelling or plan.deep_seconds):
            raise Problem("--teacher-options, --label-options, --quick-label-options and --deep-seconds are for a "
                          "--teacher")
        if plan.quick_seconds and not (plan.teacher and plan.selfplay):
            raise Problem("--quick-seconds is for a --teacher and --selfplay")
        self._check_shape()
        self._match_words()  # better a wrong template now than after the games
        try:
            for folder in (plan.work, plan.nets):
                folder.mkdir(parents=True, exist_ok=True)
            self._log = open(plan.work / "log.txt", "a")
        except OSError as error:
            raise Problem(f"cannot write to {error.filename}: {error.strerror}") from None
        self._commands = []

    @property
    def network(self):
        return self._plan.nets / f"{self._plan.name}.nnue"

    def run(self):
        commit = _commit()  # of the engine that plays, whatever is edited meanwhile
        plan = self._plan
        deep_games = plan.work / f"{plan.name}.deep.games"
        with self._deep_games_beside(deep_games) if plan.deep_seconds else contextlib.nullcontext():
            games = [*self._played_games(), *plan.earlier_games]
            records = self._expanded(games, "records")
            quick = [self._expanded([self._quick_games()], "quick.records")] if plan.quick_seconds else []
        if plan.teacher:
            deep = [self._expanded([deep_games], "deep.records")] if plan.deep_seconds else []
            records = self._taught(records, deep, quick)
        else:
            records = [records]
        figures = self._trained(records)
        facts = self._facts(games, figures, commit)
        self._write_card(facts, "not played to its end")
        if plan.player_training:
            self._train_player(records)
        result = self._match()
        self._write_card(facts, result)
        self._log_generation(facts, result)
        return self.network

    def _played_games(self):
        plan = self._plan
        if not (plan.games or plan.data_seconds):
            return []
        file = plan.work / f"{plan.name}.games"
        length = ["--seconds", plan.data_seconds] if plan.data_seconds else []
        player = self._gpu_games(plan.selfplay_net) if plan.selfplay else self._engine_games(plan.threads)
        self._run("playing", [*player, "--nodes", plan.nodes, "--games", plan.games or GAMES_WITHOUT_END, *length,
                              "--seed", plan.seed, "--out", file, *plan.datagen_options])
        return [file]

    def _quick_games(self):
        """Many games of a small network's: their positions are worth what the teacher says."""
        plan = self._plan
        file = plan.work / f"{plan.name}.quick.games"
        self._run("playing quick games", [
            *self._gpu_games(plan.quick_net), "--nodes", plan.quick_nodes, "--games", GAMES_WITHOUT_END, "--seconds",
            plan.quick_seconds, "--seed", _QUICK_SEEDS + plan.seed, "--out", file, *plan.datagen_options])
        return file

    def _deep_games_beside(self, file):
        """Games of the engine itself, which is idle where a GPU plays and later where games become records. It plays
        quickly and searches a sample deeply: positions of one game are alike, so many games teach more."""
        plan = self._plan
        return self._beside("playing deep games", [
            *self._engine_games(plan.deep_threads), "--nodes", _DEEP_PLAY_NODES, "--sample-nodes", plan.deep_nodes,
            "--games", GAMES_WITHOUT_END, "--seconds", plan.deep_seconds, "--seed", _DEEP_SEEDS + plan.seed, "--out",
            file, *plan.datagen_options])

    def _gpu_games(self, network):
        return [self._plan.selfplay, "generate", "--net", network]

    def _engine_games(self, threads):
        rules = [] if self._plan.game is NORMAL else ["--variant", self._plan.game.word]
        return [self._plan.engine, "datagen", *rules, "--threads", threads]

    def _expanded(self, games, ending):
        plan = self._plan
        file = plan.work / f"{plan.name}.{ending}"
        self._run("data expand", [plan.engine, "data", "expand", *games, "--out", file, "--threads", plan.threads,
                                  *plan.filters])
        return file

    def _taught(self, records, deep, quick):
        """The teacher goes on with the records, has its scores from the deep ones if there are any, and labels the
        many. How far the scores of searches are to be believed besides differs with who searched."""
        plan = self._plan
        teacher = [sys.executable, LEARN / "teacher"]
        start = ["--start-from", plan.teacher] if plan.teacher.exists() else []
        scores = ["--deep", *deep] if deep else []
        judge = ["--yardstick", plan.yardstick] if plan.yardstick else []
        self._run("teaching", [*teacher, "train", records, *scores, *start, "--out", plan.teacher, *judge,
                               *plan.teaching])
        taught = []
        for source, options in ((records, plan.labelling), *((source, plan.quick_labelling) for source in quick)):
            taught.append(source.with_suffix(".taught"))
            self._run("labelling", [*teacher, "label", source, "--teacher", plan.teacher, "--out", taught[-1],
                                    *options])
        return taught

    def _check_shape(self):
        """What will be trained must be of the engine's shape: better to hear that before the games than after."""
        asked = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
        asked.add_argument("--form", choices=network_file.FORMS, default=network_file.LAYERED.name)
        asked.add_argument("--hidden", type=int, default=network_file.DEFAULT_HIDDEN)
        asked.add_argument("--king-zones", type=int, default=1)
        try:
            shape = asked.parse_known_args([str(word) for word in self._plan.training])[0]
        except SystemExit:
            raise Problem("--hidden and --king-zones take whole numbers, --form one of "
                          f"{', '.join(network_file.FORMS)}") from None
        wanted = network_file.FORMS[shape.form].shape(shape.hidden, shape.king_zones, self._plan.game)
        info = subprocess.run([self._plan.engine, "net", "info"], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True).stdout
        found = re.search(rf"^Game:\s*{self._plan.game.name}\n(?:.+\n)*?Shape:\s*(.*)$", info, re.MULTILINE)
        if not found:
            raise Problem(f"{self._plan.engine} net info does not tell the shape of its network for "
                          f"{self._plan.game.name}")
        if found[1] != wanted:
            raise Problem(f"the engine's network is {found[1]}, one of {wanted} would be trained: see --form, --hidden "
                          f"and --king-zones")

    def _trained(self, records):
        plan = self._plan
        prefix = plan.work / plan.name
        self._run("training", [sys.executable, LEARN / "train", *records, "--out", prefix, *plan.training])
        self._run("net check", [plan.engine, "net", "check", f"{prefix}.nnue", f"{prefix}.float"])
        shutil.copyfile(f"{prefix}.nnue", self.network)
        if plan.yardstick:
            self._run("net judge", [plan.engine, "net", "judge", plan.yardstick, "--network", self.network])
        with open(f"{prefix}.json") as file:
            return json.load(file)

    def _train_player(self, records):
        """A small network that plays the next games on a GPU, if these were played by the one before it."""
        plan = self._plan
        prefix = plan.work / f"{plan.name}-selfplay"
        self._run("training the next games' player", [
            sys.executable, LEARN / "train", *records, "--out", prefix, "--form", network_file.PLAIN.name,
            *plan.player_training])
        shutil.copyfile(f"{prefix}.nnue", plan.nets / f"{plan.name}-selfplay.nnue")

    def _match(self):
        """What the match printed, or why there was none."""
        plan = self._plan
        if plan.match_games == 0:
            return "not played"
        if not plan.match_command and not MATCH_PROGRAM.exists():
            return f"not played: {MATCH_PROGRAM} is not there, and no --match-command was given"
        return self._run("match", self._match_words(), may_fail=True)

    def _match_words(self):
        plan = self._plan
        openings = plan.openings or (OPENINGS if OPENINGS.exists() else None)
        return filled(plan.match_command or DEFAULT_MATCH, dict(
            python=sys.executable, match_program=MATCH_PROGRAM, engine=plan.engine, new=self.network.resolve(),
            old=plan.old and plan.old.resolve(), nodes=plan.match_nodes, games=plan.match_games, threads=plan.threads,
            openings=openings, variant=None if plan.game is NORMAL else plan.game.word))

    def _announced(self, command, ending=""):
        """Its words; printed, logged and kept for the card."""
        words = [str(word) for word in command]
        self._commands.append(shlex.join(words))
        self._print_and_log(f"$ {self._commands[-1]}{ending}")
        return words

    def _run(self, step, command, may_fail=False):
        """Runs a command to its end. Passes its output on and returns it."""
        words = self._announced(command)
        try:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True, errors="replace")
        except OSError as error:
            raise Problem(f"cannot run {words[0]}: {error.strerror}") from None
        lines = []
        try:
            for line in process.stdout:
                lines.append(line.rstrip())
                self._print_and_log(lines[-1])
            process.wait()
        finally:
            if process.poll() is None:  # we are being stopped
                process.terminate()
                process.wait()
        lines = list(filter(None, lines))
        if process.returncode:
            failure = f"{step} failed with status {process.returncode}"
            if not may_fail:
                raise Problem(f"{failure}: {lines[-1] if lines else 'no output'}")
            lines.append(failure)
        return "\n".join(lines)

    @contextlib.contextmanager
    def _beside(self, step, command):
        """Runs a command while something else is done, and waits for its end. Its output comes when it has ended."""
        words = self._announced(command, " &")
        output = self._plan.work / f"{step.replace(' ', '-')}.txt"
        try:
            with open(output, "w") as file:
                process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)
        except OSError as error:
            raise Problem(f"cannot run {words[0]}: {error.strerror}") from None
        try:
            yield
            status = process.wait()
        finally:
            if process.poll() is None:  # we are being stopped
                process.terminate()
                process.wait()
        lines = output.read_text(errors="replace").splitlines() or ["no output"]
        for line in lines:
            self._print_and_log(line)
        if status:
            raise Problem(f"{step} failed with status {status}: {lines[-1]}")

    def _print_and_log(self, line):
        print(line, flush=True)
        print(line, file=self._log, flush=True)

    def _facts(self, games, figures, commit):
        plan, settings, last = self._plan, figures["settings"], figures["last_report"]
        ramp = dict.fromkeys((settings["result_weight"], settings["final_result_weight"]))
        with open(self.network, "rb") as file:
            content = file.read()
        return {
            "shape": network_file.FORMS[settings["form"]].shape(settings["hidden"], settings["king_zones"], plan.game),
            "king zones": settings["king_zones"],
            "file": f"{len(content):,} bytes, checksum {int.from_bytes(content[-8:], 'little'):016x}",
            "made": f"{datetime.date.today()} at commit {commit}",
            "engine of the games": _version(plan.engine),
            "games": ", ".join(f"{Path(file).name} ({os.path.getsize(file):,} bytes)" for file in games),
            "positions": f"{figures['training_positions']:,} to learn from, {figures['validation_positions']:,} held "
                         f"out",
            "training": f"{last['positions']:,} positions in {last['step']:,} steps, {last['seconds']:.0f} s on "
                        f"{figures['machine']}, seed {settings['seed']}",
            "learning rate": f"{settings['learning_rate']:g} to {settings['final_learning_rate']:g}, weight decay "
                             f"{settings['weight_decay']:g}",
            "weight of results": " to ".join(f"{weight:g}" for weight in ramp),
            "loss": f"training {last['train_loss']:.6f}, validation {last['validation_loss']:.6f}",
            "integers against floats": f"mean difference {figures['agreement']['mean']:.3f}, largest "
                                       f"{figures['agreement']['largest']:.3f} centipawns",
            "teacher": str(plan.teacher) if plan.teacher else "none",
            "opponent": str(plan.old) if plan.old else "the engine with its own evaluation",
        }

    def _write_card(self, facts, result):
        facts = {**facts, "match": headline(result)}
        rows = "\n".join(f"| {fact} | {value} |" for fact, value in facts.items())
        commands = "\n".join(f"    {command}" for command in self._commands)
        output = "\n".join(f"    {line}" for line in result.splitlines())
        card = (f"# {self._plan.name}\n\n| | |\n|---|---|\n{rows}\n\n## What was run\n\n{commands}\n\n"
                f"## What the match said\n\n{output}\n")
        write_atomically(self.network.with_suffix(".md"), card.encode())
        self._print_and_log(f"{self.network} and its card written; match: {facts['match']}")

    def _log_generation(self, facts, result):
        with open(self._plan.nets / "generations.log", "a") as log:
            print(facts["made"], self._plan.name, facts["shape"], facts["positions"], facts["loss"], headline(result),
                  sep="; ", file=log)


def filled(template, names):
    """The words of a command template with {names} filled in. A word that needs a name without a value is left out."""
    try:
        words = shlex.split(template)
        absent = {f"{{{name}}}" for name, value in names.items() if value is None}
        return [word.format(**names) for word in words if not any(name in word for name in absent)]
    except (ValueError, KeyError, IndexError) as error:
        known = ", ".join(f"{{{name}}}" for name in names)
        raise Problem(f"the match command cannot be read ({error}); names it may use: {known}") from None


def headline(result):
    """The line of a match's output that says who won."""
    lines = result.splitlines() or ["no output"]
    return next((line for line in lines if "Elo" in line), lines[-1])


def _version(engine):
    try:
        answer = subprocess.run([engine, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return "unknown version"
    return (answer.stdout.splitlines() or ["unknown version"])[0]


def _commit():
    def git(*words):
        return subprocess.run(["git", "-C", REPOSITORY, *words], capture_output=True, text=True).stdout.strip()

    try:
        changes = " with changes" if git("status", "--short") else ""
        return (git("rev-parse", "--short", "HEAD") or "unknown") + changes
    except OSError:
        return "unknown"

#!/usr/bin/python3
"""rocada-mpi under a real mpirun: games, work that is handed out, and what becomes of the job when a rank dies or
sleeps.

    mpi_test.py --program build/rocada --cluster-program build/rocada-mpi [-k PATTERN]

All ranks are on this machine. Moves are checked by the plain program, whose rules are tested elsewhere.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "faults"))
from program import PATIENCE_SECONDS, Case, Running, main  # noqa: E402

MARK = "ROCADA_TEST_MARK"  # how the ranks of one job are found among all processes
OVER_TCP = ["--mca", "pml", "ob1", "--mca", "btl", "self,tcp"]
RANK_VARIABLES = (b"OMPI_COMM_WORLD_RANK", b"SLURM_PROCID")
JOB_ENDS_WITHIN_SECONDS = 2
# A machine with other things to do may need longer, and says nothing of the program.
GRACE_SECONDS = 2
MPIRUN_ENDS_WITHIN_SECONDS = 10  # after its ranks
PLIES = 24
GAMES = 12
AWAKE_SECONDS = 0.5  # how long the others work while one sleeps


def environment(mark):
    return {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", MARK: mark}


def processes_of(mark):
    """The ranks of a job that are alive, by number."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as stream:
                variables = dict(item.split(b"=", 1) for item in stream.read().split(b"\0") if b"=" in item)
            with open(f"/proc/{name}/stat", encoding="ascii") as stream:
                state = stream.read().rpartition(")")[2].split()[0]
        except OSError:
            continue
        rank = next((variables[variable] for variable in RANK_VARIABLES if variable in variables), None)
        if variables.get(MARK.encode()) == mark.encode() and rank is not None and state != "Z":
            found[int(rank)] = int(name)
    return found


def processor_seconds(process):
    with open(f"/proc/{process}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Launcher:
    """How ranks are started; another one starts them on hosts of their own."""

    name_of_rank = "rank {}"  # in the line that tells of its death
    hosts = 1  # on which ranks are

    def command(self, ranks, mpi):
        return ["mpirun", "-np", str(ranks), "--oversubscribe", "--bind-to", "none", *mpi]


class Cluster(Case):
    launcher = Launcher()

    def setUp(self):
        if shutil.which("mpirun") is None or not os.path.exists(self.cluster_program or ""):
            self.skipTest("mpirun or rocada-mpi is not there")
        self.mark = str(uuid.uuid4())
        self.directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.directory)

    def ranks_command(self, ranks, mpi):
        return [*self.launcher.command(ranks, mpi), os.path.abspath(self.cluster_program)]

    def start_ranks(self, ranks, *arguments, mpi=()):
        running = Running(self.ranks_command(ranks, mpi), arguments, env=environment(self.mark))
        self.addCleanup(running.kill)
        return running

    def run_ranks(self, ranks, *arguments, mpi=()):
        return subprocess.run([*self.ranks_command(ranks, mpi), *map(str, arguments)], env=environment(self.mark),
                              cwd=self.directory, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE_SECONDS, check=False)

    def wait_until(self, is_so):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.005)

    def file(self, name):
        return os.path.join(self.directory, name)

    def read(self, name):
        with open(self.file(name), "rb") as stream:
            return stream.read()

    def await_end_of_job(self, running):
        """The exit status of mpirun. None where it outlives its ranks: after a job that failed it was seen to wait for
        ever for a lock of its own (Open MPI 4.1.4, in PMIx_server_finalize), which nobody but its authors can mend."""
        self.wait_until(lambda: running.has_ended() or not processes_of(self.mark))
        try:
            return running.await_end(MPIRUN_ENDS_WITHIN_SECONDS)
        except subprocess.TimeoutExpired:
            print("mpirun does not end though all ranks have;", end=" ", file=sys.stderr)
            running.signal(signal.SIGKILL)
            return None

    def assert_nobody_is_left(self):
        deadline = time.monotonic() + JOB_ENDS_WITHIN_SECONDS + GRACE_SECONDS
        while processes_of(self.mark) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(processes_of(self.mark), {})

    def end(self, running):
        running.send("quit")
        self.assert_ended_in_order(running)

    def assert_ended_in_order(self, running):
        self.assertEqual(running.await_end(), 0)
        # mpirun's warning about a race of its own, between its ssh and itself.
        said = [line for line in running.errors().splitlines() if "plm:rsh: Warning: setpgid" not in line]
        self.assertEqual(said, [])
        self.assert_nobody_is_left()


class Games(Cluster):
    def referee(self):
        return self.start().speak_cecp("force")

    def check_move(self, referee, move, number):
        """The plain program accepts the move; true when the game goes on."""
        referee.send(f"usermove {move}", f"ping {number}")
        referee.await_line(f"pong {number}")
        said = [line for line in referee.seen if not line.startswith("pong")]
        del referee.seen[:]
        self.assertFalse([line for line in said if line.startswith(("Illegal", "Error"))], f"{move}: {said}")
        return not any(line.startswith(("1-0", "0-1", "1/2")) for line in said)

    def play_by_uci(self, running, *options, variant="normal"):
        running.speak_uci(*options)
        running.send("ucinewgame", "isready")
        running.await_line("readyok")
        referee = self.referee()
        referee.send("new", f"variant {variant}", "force")
        moves = []
        while len(moves) < PLIES:
            running.send(f"position startpos moves {' '.join(moves)}", "go wtime 800 btime 800 winc 10 binc 10")
            moves.append(running.await_line("bestmove").split()[1])
            if not self.check_move(referee, moves[-1], len(moves)):
                break
        self.assertGreater(len(moves), 5)

    def test_by_uci_over_tcp(self):
        running = self.start_ranks(2, "--traffic", mpi=OVER_TCP)
        self.play_by_uci(running, ("Hash", 8), ("Threads", 2))
        running.send("quit")
        self.assertEqual(running.await_end(), 0)
        rows = [line.split() for line in running.errors().splitlines()[1:]]
        self.assertEqual([row[0] for row in rows], ["0", "1"])
        for row in rows:
            self.assertGreater(float(row[2]), 0, "a rank has told nothing")
            self.assertGreater(float(row[4]), 0, "a rank has heard nothing")
            # Those of one machine have a table in common, and nothing to tell each other of it.
            self.assertEqual([int(entries) > 0 for entries in row[5:7]], 2 * [self.launcher.hosts > 1])

    def test_of_three_check_by_four_ranks(self):
        running = self.start_ranks(4)
        self.play_by_uci(running, ("UCI_Variant", "3check"), variant="3check")
        self.end(running)

    def test_by_cecp_with_pondering(self):
        running = self.start_ranks(3)
        running.speak_cecp("hard", "memory 12", "level 0 1 0")
        opponent = self.start().speak_cecp("easy", "nopost", "sd 3", "level 0 1 0")
        del opponent.seen[:]
        for number in range(PLIES // 2):
            if number == 0:
                opponent.send("go")
            move = opponent.await_line("move ").split()[1]
            running.send("time 300", "otim 6000", f"usermove {move}")
            answer = running.await_line("move ").split()[1]
            opponent.send(f"usermove {answer}")
            self.assertFalse([line for line in opponent.seen if line.startswith(("Illegal", "Error"))], answer)
            self.assertFalse([line for line in running.seen if line.startswith(("Illegal", "Error"))], move)
        self.end(running)

    def test_go_and_stop_as_often_as_one_likes(self):
        running = self.start_ranks(4).speak_uci()
        for number in range(60):
            running.send("go infinite", *(["isready"] if number % 3 else []), "stop")
            running.await_line("bestmove")
            if number % 10 == 0:
                running.send("setoption name Hash value " + str(1 + number % 20), "ucinewgame", "isready")
                running.await_line("readyok")
        self.end(running)

    def test_one_rank_searches_as_the_plain_program_does(self):
        lines = []
        for running in (self.start_ranks(1), self.start()):
            running.speak_uci()
            running.send("position startpos moves e2e4", "go depth 12")
            running.await_line("info depth 12")
            running.await_line("bestmove")
            last = [line.split() for line in running.seen if line.startswith("info depth 12")][-1]
            lines.append((last[last.index("nodes") + 1], last[last.index("pv"):]))
            running.send("quit")
            running.await_end()
        self.assertEqual(lines[0], lines[1])

    def test_an_option_that_is_refused_is_told_once(self):
        running = self.start_ranks(3).speak_uci()
        running.send("setoption name EvalFile value /nowhere.nnue", "isready")
        running.await_line("readyok")
        self.assertEqual(len([line for line in running.seen if "nowhere" in line]), 1, running.seen[-5:])
        self.end(running)


class RanksThatDie(Cluster):
    def kill_a_rank(self, running, rank):
        """The job ends in time, with a line that names the rank."""
        os.kill(processes_of(self.mark)[rank], signal.SIGKILL)
        self.assert_nobody_is_left()
        self.assertNotEqual(self.await_end_of_job(running), 0)
        self.assertIn(self.launcher.name_of_rank.format(rank), running.errors())

    def test_in_a_search(self):
        for rank in (0, 2):
            with self.subTest(rank=rank):
                running = self.start_ranks(3).speak_uci()
                running.send("go infinite")
                running.await_line("info depth 8")
                self.kill_a_rank(running, rank)

    def write_games(self):
        """Games to analyse, played by the plain program."""
        pgn = []
        running = self.start().speak_uci()
        for number in range(GAMES):
            moves = []
            while len(moves) < 40:
                running.send(f"position startpos moves {' '.join(moves)}", f"go nodes {60 + 7 * number + len(moves)}")
                moves.append(running.await_line("bestmove").split()[1])
            pgn.append(f'[Round "{number + 1}"]\n\n{" ".join(moves)} *\n\n')
        with open(self.file("games.pgn"), "w", encoding="ascii") as stream:
            stream.writelines(pgn)

    def test_in_an_analysis_which_then_goes_on(self):
        self.write_games()
        analyse = ("analyse", self.file("games.pgn"), "--nodes", 4000, "--threads", 1, "--overwrite")
        plain = self.run_program(*analyse, "--out", self.file("plain.pgn"), "--csv", self.file("plain.csv"))
        self.assertEqual(plain.returncode, 0, plain.stderr)
        outputs = ("--out", self.file("killed.pgn"), "--csv", self.file("killed.csv"))
        running = self.start_ranks(3, *analyse[:-1], *outputs)
        journal = self.file("killed.pgn.journal")
        self.wait_until(lambda: os.path.exists(journal) and self.read("killed.pgn.journal").count(b"\n") > 14)
        self.kill_a_rank(running, 1)
        kept = self.read("killed.pgn.journal")
        again = self.run_ranks(2, *analyse[:-1], *outputs)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertNotIn(", 0 of", again.stdout)
        self.assertGreater(len(kept), 0)
        for kind in ("pgn", "csv"):
            self.assertEqual(self.read(f"killed.{kind}"), self.read(f"plain.{kind}"), kind)
        self.assertFalse(os.path.exists(journal))

    def test_in_self_play_which_then_goes_on(self):
        datagen = ("datagen", "--games", 400, "--nodes", 100, "--seed", 11)
        running = self.start_ranks(3, *datagen, "--out", self.file("killed"))
        self.wait_until(lambda: os.path.exists(self.file("killed")) and os.path.getsize(self.file("killed")) > 30000)
        self.kill_a_rank(running, 2)
        again = self.run_ranks(2, *datagen, "--out", self.file("killed"))
        self.assertEqual(again.returncode, 0, again.stderr)
        verified = self.run_program("data", "verify", self.file("killed"))
        self.assertEqual(verified.returncode, 0, verified.stdout)
        self.assertIn(b"400 games", verified.stdout)


class RanksThatSleep(Cluster):
    def test_a_host_that_hangs_delays_no_move(self):
        running = self.start_ranks(3).speak_uci()
        running.send("go movetime 50")
        running.await_line("bestmove")
        asleep = processes_of(self.mark)[1]
        os.kill(asleep, signal.SIGSTOP)
        self.addCleanup(lambda: os.path.exists(f"/proc/{asleep}") and os.kill(asleep, signal.SIGCONT))
        began = time.monotonic()
        for _ in range(10):
            running.send("go movetime 50")
            running.await_line("bestmove")
        self.assertLess(time.monotonic() - began, 10 * 0.05 + GRACE_SECONDS)
        os.kill(asleep, signal.SIGCONT)
        running.send("setoption name Hash value 4", "isready")
        running.await_line("readyok")
        self.end(running)

    def test_a_host_that_hangs_for_good_cannot_keep_the_job_alive(self):
        running = self.start_ranks(3).speak_uci()
        os.kill(processes_of(self.mark)[1], signal.SIGSTOP)
        running.send("go movetime 100")
        running.await_line("bestmove")
        running.send("quit")
        self.assertNotEqual(self.await_end_of_job(running), 0)
        self.assert_nobody_is_left()
        self.assertIn("rank 1 does not end", running.errors())

    def test_work_goes_on_when_a_slow_host_wakes_up(self):
        datagen = ("datagen", "--games", 120, "--nodes", 200, "--seed", 3)
        running = self.start_ranks(2, *datagen, "--out", self.file("slow"))
        running.await_line(self.file("slow"))
        awake, asleep = (processes_of(self.mark)[rank] for rank in (0, 1))
        os.kill(asleep, signal.SIGSTOP)
        self.wait_until(lambda: processor_seconds(awake) > AWAKE_SECONDS)
        os.kill(asleep, signal.SIGCONT)
        self.assertEqual(running.await_end(), 0)
        self.assertEqual(self.run_ranks(1, *datagen, "--out", self.file("one")).returncode, 0)
        self.assertEqual(self.read("slow"), self.read("one"))


class TheOutputIsTheSame(Cluster):
    def test_of_self_play(self):
        datagen = ("datagen", "--games", 60, "--nodes", 100, "--seed", 5)
        self.assertEqual(self.run_program(*datagen, "--out", self.file("plain")).returncode, 0)
        for ranks, threads, mpi in ((2, 1, OVER_TCP), (4, 2, ())):
            name = f"ranks{ranks}"
            finished = self.run_ranks(ranks, *datagen, "--threads", threads, "--out", self.file(name), mpi=mpi)
            self.assertEqual(finished.returncode, 0, finished.stderr)
            self.assertEqual(self.read(name), self.read("plain"), name)

    def test_a_command_line_that_is_wrong_is_told_once(self):
        finished = self.run_ranks(3, "datagen", "--games", "many")
        self.assertEqual(finished.returncode, 2)
        self.assertEqual(len([line for line in finished.stderr.splitlines() if line.startswith("rocada-mpi:")]), 1)

    def test_a_file_that_is_missing_is_told_once(self):
        finished = self.run_ranks(3, "analyse", self.file("nowhere.pgn"))
        self.assertEqual(finished.returncode, 2)
        self.assertEqual(len([line for line in finished.stderr.splitlines() if "nowhere.pgn" in line]), 1)


class TheGuiGoesAway(Cluster):
    def test_input_closes(self):
        for lines, sign in ((["uci", "isready"], "readyok"), (["uci", "go infinite"], "info depth 5")):
            with self.subTest(lines=lines):
                running = self.start_ranks(3)
                running.send(*lines)
                running.await_line(sign)
                running.close_input()
                self.assert_ended_in_order(running)

    def test_terminated(self):
        running = self.start_ranks(3).speak_uci()
        running.send("go infinite")
        running.await_line("info depth 5")
        running.signal(signal.SIGTERM)
        self.await_end_of_job(running)
        self.assert_nobody_is_left()

    def test_srun_without_mpi_is_refused(self):
        finished = subprocess.run([self.cluster_program], env={**environment(self.mark), "SLURM_STEP_NUM_TASKS": "2"},
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assert_refused(finished, "--mpi=pmix")

    def test_it_works_without_mpirun(self):
        running = Running([self.cluster_program], [])
        self.addCleanup(running.kill)
        running.speak_uci()
        self.assert_still_plays(running)


if __name__ == "__main__":
    main(__doc__, cluster_program="the rocada-mpi to test")

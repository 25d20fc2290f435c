#!/usr/bin/python3
"""Many games in one process: its memory does not grow.

    many_games_test.py --program build/rocada [--games 1000]

The program plays against itself, once by UCI and once by CECP, with everything that changes from game to game: the
variant, the number of threads, the size of the hash table, pondering. What is resident right after a new game was
begun is compared between an early game and the last.
"""

from program import Case, main

GAMES = 100
EARLY_GAME = 20  # all that is kept for good has been met by then
GROWTH_MIB = 4
LONGEST_GAME = 40  # plies

VARIANTS = ("normal", "fischerandom", "3check")
CHESS960_START = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"


class ManyGames(Case):
    def play_games(self, begin, play):
        games = int(self.games or GAMES)
        resident = []
        for number in range(games):
            begin(number)
            resident.append(self.running.resident_mib())
            play(number)
            del self.running.seen[:]
        begin(games)
        resident.append(self.running.resident_mib())
        early = min(EARLY_GAME, games // 2)
        growth = resident[-1] - resident[early]
        print(f"{games} games; MiB resident: {resident[0]:.1f} at the start, {resident[early]:.1f} after {early},",
              f"{resident[-1]:.1f} at the end ...", end=" ", flush=True)
        self.assertLess(growth, GROWTH_MIB)
        self.assert_still_plays(self.running)

    def test_by_uci(self):
        self.running = self.start().speak_uci()

        def begin(number):
            variant = VARIANTS[number % len(VARIANTS)]
            settings = {"UCI_Variant": "3check" if variant == "3check" else "chess",
                        "UCI_Chess960": str(variant == "fischerandom").lower(),
                        "Threads": 1, "Hash": 16, "MultiPV": 1 + number % 2}
            # Another table, and back to the first.
            self.running.send("setoption name Hash value 24", "setoption name Threads value 2",
                              *(f"setoption name {name} value {value}" for name, value in settings.items()),
                              "ucinewgame", "isready")
            self.running.await_line("readyok")

        def play(number):
            start = f"fen {CHESS960_START}" if VARIANTS[number % len(VARIANTS)] == "fischerandom" else "startpos"
            moves = []
            self.running.send(f"setoption name Threads value {1 + number % 2}")
            while len(moves) < LONGEST_GAME:
                self.running.send(f"position {start} moves {' '.join(moves)}", "go nodes 100")
                move = self.running.await_line("bestmove").split()[1]
                if move == "0000":
                    break
                moves.append(move)

        self.play_games(begin, play)

    def test_by_cecp(self):
        self.running = self.start().speak_cecp()

        def begin(number):
            variant = VARIANTS[number % len(VARIANTS)]
            self.running.send("memory 28", "cores 2", "memory 20", "cores 1", "new", f"variant {variant}", "force",
                              "hard" if number % 2 else "easy", "level 0 60 0", "sd 2", "ping 1")
            if variant == "fischerandom":
                self.running.send(f"setboard {CHESS960_START}")
            self.running.await_line("pong 1")

        def play(number):
            self.running.send(f"cores {1 + number % 2}")
            for ply in range(LONGEST_GAME):
                self.running.send("go", f"ping {ply + 2}")
                self.running.await_line(f"pong {ply + 2}")
                if not any(line.startswith("move ") for line in self.running.seen):
                    break
                del self.running.seen[:]

        self.play_games(begin, play)


if __name__ == "__main__":
    main(__doc__, games=f"how many, {GAMES} without it")

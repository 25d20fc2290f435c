// The engine of $ROCADA_WEB in Node, with threads and without: the native program's bench, conversations in UCI, games
// annotated. `tests/web_test` runs it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, describe, test } from 'node:test';

const { Engine } = await import(`${process.env.ROCADA_WEB}/engine/engine.js`);

const GAMES = `[White "Anna <script>"]
[Black "Bert"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[Variant "Three-check"]

1. e4 e5 2. Bc4 a6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6+ 1-0

[White "who errs"]

1. d4 d5 2. Kd3 1-0
`;

/** An engine whose lines can be waited for. */
async function startTalk(settings) {
  const lines = [];
  let look = () => {};
  const engine = await Engine.start({
    ...settings,
    onLine: (line) => {
      lines.push(line);
      look();
    },
  });
  /** All lines up to the first one that matches; they are forgotten. */
  const upTo = (pattern) =>
    new Promise((resolve) => {
      look = () => {
        const at = lines.findIndex((line) => pattern.test(line));
        if (at >= 0) resolve(lines.splice(0, at + 1));
      };
      look();
    });
  return {
    engine,
    lines,
    send: (...texts) => texts.forEach((text) => engine.send(text)),
    upTo,
    until: async (pattern) => (await upTo(pattern)).at(-1),
  };
}

const hasBestMove = (lines) => lines.some((line) => line.startsWith('bestmove'));

for (const threads of [true, false]) {
  const { engine, lines, send, upTo, until } = await startTalk({ threads });
  describe(threads ? 'with threads' : 'with one thread', { timeout: 240_000 }, () => {
    after(() => engine.quit());

    test('says what it has', () => {
      assert.equal(engine.threaded, threads);
      assert.equal(engine.mostThreads > 1, threads && engine.mostThreads > 1);
      assert.ok(engine.mostHash >= 16);
    });

    test('has the bench of the native program', async () => {
      const native = execFileSync(process.env.ROCADA_NATIVE, ['bench'], { encoding: 'utf8' });
      send('bench');
      const nodes = (text) => /(\d+) nodes /.exec(text)[1];
      assert.equal(nodes(await until(/ nodes /)), nodes(native));
    });

    test('introduces itself', async () => {
      send('uci');
      assert.match(await until(/^id name/), /^id name Rocada \d/);
      await until(/^uciok$/);
      send('isready');
      await until(/^readyok$/);
    });

    test('finds a mate', async () => {
      send('position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'go depth 6');
      assert.match(await until(/^info .* pv/), /info depth/);
      assert.equal((await until(/^bestmove/)).split(' ')[1], 'a1a8');
    });

    test('stops an endless search, once, and answers isready meanwhile', async () => {
      send('position startpos moves e2e4', 'go infinite');
      assert.ok(!hasBestMove(await upTo(/ depth 10 /)));
      send('isready');
      assert.ok(!hasBestMove(await upTo(/^readyok$/)));
      send('stop');
      await until(/^bestmove [a-h][78][a-h][5-7]|^bestmove [bg]8/);
      send('isready');
      assert.ok(!hasBestMove(await upTo(/^readyok$/)));
    });

    test('knows position and options after a stop', async () => {
      send('setoption name MultiPV value 3', 'position startpos moves d2d4', 'go infinite');
      await until(/multipv 3/);
      send('stop');
      await until(/^bestmove/);
      send('go depth 4');
      await until(/depth 4 .*multipv 3/);
      assert.match(await until(/^bestmove/), /^bestmove [a-h][78]/);
      send('setoption name MultiPV value 1');
    });

    test('answers each go with one bestmove, also where one comes early', async () => {
      send('position startpos', 'go infinite', 'position startpos moves e2e4', 'go depth 5');
      assert.match(await until(/^bestmove/), /^bestmove [a-h][12]/);
      assert.match(await until(/^bestmove/), /^bestmove [a-h][78]/);
    });

    test('holds the best move of a finished game back until it is asked for', async () => {
      send('position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1', 'go infinite');
      await new Promise((resolve) => setTimeout(resolve, 200));
      assert.ok(!hasBestMove(lines));
      send('stop');
      assert.equal(await until(/^bestmove/), 'bestmove 0000');
    });

    test('ponders', async () => {
      send('position startpos moves e2e4 e7e5', 'go ponder wtime 10 btime 10');
      assert.ok(!hasBestMove(await upTo(/ depth 10 /))); // for which there is no time
      send('ponderhit');
      assert.match(await until(/^bestmove/), /^bestmove [a-h][12]/);
    });

    test('plays 3-check with a network that is loaded for it', async () => {
      send('setoption name UCI_Variant value 3check', 'position startpos', 'go depth 6');
      await until(/^bestmove [a-h][12]/);
      send('setoption name UCI_Variant value chess');
    });

    test('castles as Chess960 does', async () => {
      send('setoption name UCI_Chess960 value true', 'position fen 4k3/8/8/8/8/8/8/RK6 w A - 0 1 moves b1a1', 'd');
      assert.match(await until(/2KR4/), /2KR4/);
      send('setoption name UCI_Chess960 value false');
    });

    test('takes no more memory than there is', async () => {
      send('setoption name Hash value 1000000');
      assert.match(await until(/^info string/), /cannot get 1000000 MiB of memory/);
      send(`setoption name Hash value ${engine.mostHash}`, 'position startpos', 'go depth 5');
      await until(/^bestmove/);
      send('setoption name Hash value 16');
    });

    test('says in one line what it does not understand', async () => {
      send('position fen 8/8/8/8 w - - 0 1');
      assert.match(await until(/^info string/), /^info string position ignored: /);
      send('xyzzy');
      assert.equal(await until(/^info string/), 'info string unknown command: xyzzy');
    });

    test('searches with as many threads as it is given', async () => {
      send('setoption name Threads value 2', 'position startpos', 'go depth 8');
      if (!threads) assert.equal(await until(/^info string/), 'info string 1 thread: there are no others here');
      await until(/^bestmove/);
    });

    test('annotates games as the program does', async () => {
      const progress = [];
      const settings = { name: 'my games.pgn', nodes: 3000, onProgress: (news) => progress.push(news) };
      const { pgn, html, problems } = await engine.annotate(GAMES, settings).result;
      assert.equal(problems.length, 1);
      assert.match(problems[0], /^my games\.pgn, line 12, column \d+: game 3: 2\. Kd3: .*; kept up to there$/);
      assert.match(pgn, /2\.\.\. Ke7 \$4 \{\[%eval #1\]\s+Blunder/);
      assert.match(pgn, /\[Variant "Three-check"\]/);
      assert.match(html, /<title>[^<]*my games\.pgn/);
      assert.ok(!html.includes('Anna <script>'));
      assert.deepEqual(progress[0], { games: 3, positions: 19, done: 0 });
      assert.deepEqual(progress.at(-1), { games: 3, positions: 19, done: 19 });
    });

    test('cancels, and annotates again', async () => {
      let endless;
      await new Promise((begun) => {
        endless = engine.annotate(GAMES, { nodes: 1_000_000_000, onProgress: begun });
      });
      await assert.rejects(engine.annotate(GAMES).result, { message: 'Games are being annotated already.' });
      endless.cancel();
      assert.equal(await endless.result, null);
      assert.match((await engine.annotate(GAMES, { depth: 2 }).result).pgn, /eval/);
      send('isready');
      await until(/^readyok$/);
    });

    test('refuses in one sentence what it cannot annotate', async () => {
      await assert.rejects(engine.annotate('no game').result, { message: 'games.pgn holds no game to analyse' });
      await assert.rejects(engine.annotate('x'.repeat(50_000_000)).result, {
        message: 'The games are too long: 48 MB, and 8 MB is the most.',
      });
    });
  });
}

test('a network that is not there is told in one sentence', async () => {
  const { cpSync, mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { pathToFileURL } = await import('node:url');
  const folder = mkdtempSync(join(tmpdir(), 'rocada-'));
  cpSync(join(process.env.ROCADA_WEB, 'engine'), folder, { recursive: true });
  rmSync(join(folder, 'worker/rocada-3check.nnue'));
  const start = (failed) => Engine.start({ folder: pathToFileURL(`${folder}/`), onFailure: failed });
  const failure = new Promise((resolve) => {
    start(resolve).then((engine) => {
      engine.send('uci');
      engine.send('setoption name UCI_Variant value 3check');
      engine.send('go depth 1');
    });
  });
  assert.equal(await failure, 'The network rocada-3check.nnue cannot be loaded.');
  rmSync(join(folder, 'worker/rocada.nnue'));
  await assert.rejects(
    start(() => {}),
    /rocada\.nnue/,
  );
  rmSync(folder, { recursive: true });
});

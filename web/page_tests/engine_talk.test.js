import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineTalk } from '../page/app/engine_talk.js';
import { parseBestMove, parseInfo } from '../page/game/uci.js';

const line = { kind: 'standard', fen: 'FEN', moves: ['e2e4'] };

function newTalk() {
  /** @type {string[]} */
  const said = [];
  const talk = new EngineTalk();
  talk.connect({ send: (text) => said.push(text) });
  said.length = 0;
  return { talk, said };
}

test('a search tells options once, the position, and answers with the move and the last thought', async () => {
  const { talk, said } = newTalk();
  const search = { line, options: { MultiPV: '2' }, limit: 'infinite' };
  const found = talk.search(search);
  assert.deepEqual(said, ['setoption name MultiPV value 2', 'position fen FEN moves e2e4', 'go infinite']);
  talk.hear('info depth 5 multipv 1 score cp 31 nodes 10 nps 100 pv e7e5 g1f3');
  talk.hear('info depth 6 multipv 1 score cp 90 lowerbound nodes 10 nps 100 pv c7c5');
  talk.hear('bestmove e7e5 ponder g1f3');
  assert.equal((await found)?.move, 'e7e5');
  assert.equal((await found)?.info?.depth, 5);
  said.length = 0;
  talk.search(search);
  assert.deepEqual(said, ['position fen FEN moves e2e4', 'go infinite']);
});

test('searches never overlap, and of those that wait only the last is searched', async () => {
  const { talk, said } = newTalk();
  const asked = ['infinite', 'depth 1', 'depth 2'].map((limit) => talk.search({ line, options: {}, limit }));
  assert.deepEqual(said, ['position fen FEN moves e2e4', 'go infinite', 'stop']);
  assert.equal(await asked[0], null);
  assert.equal(await asked[1], null);
  talk.hear('bestmove a7a6');
  assert.deepEqual(said.slice(3), ['position fen FEN moves e2e4', 'go depth 2']);
  talk.hear('bestmove e7e5');
  assert.equal((await asked[2])?.move, 'e7e5');
});

test('what is cancelled comes to nothing, and what comes late is not taken for the next', async () => {
  const { talk } = newTalk();
  /** @type {number[]} */
  const depths = [];
  const first = talk.search({ line, options: {}, limit: 'infinite', onInfo: (info) => depths.push(info.depth) });
  talk.cancel();
  assert.equal(await first, null);
  talk.hear('info depth 9 score cp 1 pv e7e5');
  const second = talk.search({ line, options: {}, limit: 'depth 3' });
  talk.hear('bestmove a7a6');
  talk.hear('bestmove e7e5');
  assert.equal((await second)?.move, 'e7e5');
  assert.deepEqual(depths, []);
});

test('a new engine hears all options again, and a search waits for it', async () => {
  const { talk } = newTalk();
  const search = { line, options: { Hash: '32' }, limit: 'depth 1' };
  const lost = talk.search(search);
  talk.disconnect();
  assert.equal(await lost, null);
  const waiting = talk.search(search);
  /** @type {string[]} */
  const said = [];
  talk.connect({ send: (text) => said.push(text) });
  assert.deepEqual(said, ['uci', 'setoption name Hash value 32', 'position fen FEN moves e2e4', 'go depth 1']);
  talk.hear('bestmove (none)');
  assert.deepEqual(await waiting, { move: null, info: null });
});

test('lines of thought', () => {
  const info = parseInfo(
    'info depth 14 seldepth 25 multipv 2 score mate -3 wdl 0 0 1000 nodes 126562 nps 719102 time 176 pv c7c5 g1f3',
  );
  assert.deepEqual(info, {
    depth: 14,
    rank: 2,
    score: { mate: -3 },
    exact: true,
    wdl: { win: 0, draw: 0, loss: 1000 },
    nodes: 126562,
    speed: 719102,
    moves: ['c7c5', 'g1f3'],
  });
  for (const text of ['', 'info string score pv', 'info depth 3 currmove e2e4', 'readyok'])
    assert.equal(parseInfo(text), null);
  assert.equal(parseBestMove('bestmove 0000'), null);
  assert.equal(parseBestMove('info'), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as score from '../page/game/score.js';

test('scores as text', () => {
  assert.equal(score.scoreText({ pawns: 0.314 }), '+0.31');
  assert.equal(score.scoreText({ pawns: -1.5 }), '−1.50');
  assert.equal(score.scoreText({ pawns: -0.001 }), '0.00');
  assert.equal(score.scoreText({ mate: -3 }), '#-3');
});

test('chances are those of docs/analysis.md', () => {
  assert.equal(Math.round(100 * score.whiteChance({ pawns: 1 })), 62);
  assert.equal(Math.round(100 * score.whiteChance({ pawns: -2 })), 27);
  assert.equal(score.whiteChance({ mate: 4 }), 1);
  assert.equal(score.whiteChance({ mate: -4 }), 0);
});

test('a score is kept in the comment, and only one', () => {
  const once = score.withScore('[%clk 0:01:02] a fine move', { pawns: 0.305 });
  assert.deepEqual(score.scoreIn(once), { pawns: 0.3 });
  const twice = score.withScore(once, { mate: -2 });
  assert.deepEqual(score.scoreIn(twice), { mate: -2 });
  assert.equal(twice.match(/%eval/g)?.length, 1);
  assert.equal(score.readable(twice), 'a fine move');
  assert.equal(score.scoreIn('[%eval ...]'), null);
  assert.equal(score.scoreIn('nothing'), null);
  assert.equal(score.withScore('', { pawns: -0.001 }), '[%eval 0.00]');
});

test('White is who scores are told for', () => {
  assert.deepEqual(score.fromWhite({ pawns: 1 }, 'black'), { pawns: -1 });
  assert.deepEqual(score.fromWhite({ mate: 2 }, 'black'), { mate: -2 });
  assert.deepEqual(score.fromWhite({ mate: 2 }, 'white'), { mate: 2 });
});

test('a game that is over is as it is over', () => {
  assert.equal(score.evaluationOf({ pawns: -3 }, { result: '1-0' }).chance, 1);
  assert.equal(score.evaluationOf(null, { result: '1/2-1/2' }).chance, 0.5);
  assert.equal(score.evaluationOf(null, null).chance, 0.5);
  assert.equal(score.evaluationOf({ mate: -2 }, null).short, '#2');
});

test('glyphs', () => {
  assert.equal(score.glyphs([4, 146, 250]), '??N$250');
  assert.equal(score.judgementOf([6]), 'dubious');
  assert.equal(score.judgementOf([10]), null);
});

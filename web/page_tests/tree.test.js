import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as tree from '../page/game/tree.js';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** @param {string} uci @param {object} more */
const move = (uci, more = {}) => ({ uci, san: `san ${uci}`, nags: [], comment: '', variations: [], ...more });

const annotated = {
  kind: 'standard',
  fen: start,
  tags: [
    ['White', '<script>alert(1)</script>'],
    ['Black', '?'],
    ['Date', '????.??.??'],
  ],
  line: {
    comment: 'of the game',
    moves: [
      move('e2e4', { nags: [1], comment: '[%eval 0.30] good' }),
      move('e7e5', {
        variations: [
          {
            comment: 'or',
            moves: [
              move('c7c5', { comment: 'sharp' }),
              move('g1f3', { variations: [{ comment: '', moves: [move('c2c3')] }] }),
            ],
          },
          { comment: '', moves: [move('e7e6')] },
        ],
      }),
      move('g1f3'),
    ],
  },
  result: '1-0',
};

test('a game becomes a tree and the same game again', () => {
  assert.deepEqual(tree.draftOf(tree.treeOf(annotated)), annotated);
  const empty = { ...annotated, line: { comment: '', moves: [] } };
  assert.deepEqual(tree.draftOf(tree.treeOf(empty)), empty);
});

test('a variation without moves leaves its comment', () => {
  const game = tree.treeOf({
    ...annotated,
    line: { moves: [move('e2e4', { comment: 'a', variations: [{ comment: 'b', moves: [] }] })] },
  });
  assert.equal(game.root.children[0].comment, 'a b');
});

test('lines and places', () => {
  const game = tree.treeOf(annotated);
  const [e4, e5, nf3] = tree.mainLine(game);
  assert.deepEqual(tree.lineTo(game, nf3), { kind: 'standard', fen: start, moves: ['e2e4', 'e7e5', 'g1f3'] });
  const c3 = e4.children[1].children[1];
  assert.deepEqual(tree.lineTo(game, c3).moves, ['e2e4', 'c7c5', 'c2c3']);
  assert.equal(tree.nodeAt(game, tree.placeOf(c3)), c3);
  assert.equal(tree.nodeAt(game, [0, 7, 7]), e4);
  assert.equal(tree.isOnMainLine(game, e5), true);
  assert.equal(tree.isOnMainLine(game, c3), false);
  assert.equal(tree.endOf(e4), nf3);
});

test('a move that is there is taken, another one is a variation', () => {
  const game = tree.newGame('standard', start, []);
  const e4 = tree.addMove(game.root, { uci: 'e2e4', san: 'e4' });
  assert.equal(tree.addMove(game.root, { uci: 'e2e4', san: 'e4' }), e4);
  const d4 = tree.addMove(game.root, { uci: 'd2d4', san: 'd4' });
  assert.deepEqual(tree.mainLine(game), [e4]);
  const d5 = tree.addMove(d4, { uci: 'd7d5', san: 'd5' });
  tree.promote(d5);
  assert.deepEqual(tree.mainLine(game), [d4, d5]);
  assert.equal(tree.removeFrom(d4), game.root);
  assert.deepEqual(tree.mainLine(game), [e4]);
  assert.equal(tree.removeFrom(game.root), game.root);
});

test('tags that say nothing are empty', () => {
  const game = tree.treeOf(annotated);
  assert.equal(tree.tagOf(game, 'White'), '<script>alert(1)</script>');
  for (const name of ['Black', 'Date', 'Event']) assert.equal(tree.tagOf(game, name), '');
});

// The rules of $ROCADA_WEB in Node. `tests/web_test` runs it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOfFen, kKinds } from '../../web/page/game/kinds.js';

const { loadRules } = await import(`${process.env.ROCADA_WEB}/rules/rules.js`);
const rules = await loadRules();

const start = (kind = 'standard') => ({ kind, fen: rules.startFen(kind), moves: [] });
const at = (fen, kind = 'standard', moves = []) => ({ kind, fen, moves });

test('counts are right', () => {
  assert.equal(rules.perft(start(), 4), 197281);
  assert.equal(rules.perft(at('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'), 3), 97862);
  assert.equal(
    rules.perft(at('bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', 'chess960'), 3),
    12189,
  );
  assert.equal(rules.perft(at('8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -'), 5), 674624);
  assert.match(rules.perft(start(), 7).error, /1 to 6/);
});

test('the kinds of the page are kinds here', () => {
  for (const [kind, { isChess960 }] of Object.entries(kKinds)) {
    const fen = rules.startFen(kind, isChess960 ? 0 : undefined);
    assert.equal(rules.readFen(kind, fen).kind, kind);
    assert.equal(rules.readFen(kindOfFen(fen), fen).fen, fen);
  }
});

test('the state of a game', () => {
  const state = rules.state({ ...start(), moves: ['e2e4', 'e7e5', 'g1f3'] });
  assert.equal(state.turn, 'black');
  assert.equal(state.legal.length, 29);
  assert.equal(state.moveNumber, 2);
  assert.equal(state.board.slice(0, 8), 'rnbqkbnr');
  assert.deepEqual(state.lastMove, { from: 'g1', to: 'f3', san: 'Nf3' });
  assert.equal(state.outcome, null);
  assert.equal(state.checksGiven, null);
  assert.equal(state.king, 'e8');
});

test('games end as the rules have it', () => {
  const mate = rules.state({ ...start(), moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'] });
  assert.deepEqual(mate.outcome, { ending: 'checkmate', winner: 'black', result: '0-1', reason: 'Black mates' });
  assert.deepEqual(mate.checkers, ['h4']);
  assert.equal(mate.legal.length, 0);
  assert.equal(rules.state(at('7k/5Q2/8/8/8/8/8/K7 b - - 0 1')).outcome.ending, 'stalemate');
  assert.equal(rules.state(at('7k/8/8/8/8/8/8/KB6 b - - 0 1')).outcome.ending, 'material');
  const fifty = rules.state(at('7k/8/8/8/8/8/8/KR6 b - - 100 80'));
  assert.equal(fifty.outcome.ending, 'fifty');
  assert.equal(fifty.claim, 'fifty');
  assert.ok(fifty.legal.length > 0);
  const dance = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  const third = rules.state({ ...start(), moves: [...dance, ...dance] });
  assert.equal(third.repetitions, 2);
  assert.equal(third.claim, 'repetition');
  assert.equal(rules.state({ ...start(), moves: dance }).outcome, null);
});

test('the third check wins', () => {
  const line = { ...start('3check'), moves: ['e2e4', 'e7e5', 'f1c4', 'a7a6', 'c4f7', 'e8f7', 'd1h5', 'g7g6'] };
  assert.deepEqual(rules.state(line).checksGiven, { white: 2, black: 0 });
  const over = rules.state({ ...line, moves: [...line.moves, 'h5g6'] });
  assert.deepEqual(over.outcome, {
    ending: 'checks',
    winner: 'white',
    result: '1-0',
    reason: 'White gives the third check',
  });
  assert.equal(over.legal.length, 0);
});

test('a move that is not legal is told why', () => {
  assert.equal(rules.findMove(start(), 'e2', 'e5').error, 'a pawn does not move from e2 to e5');
  const pinned = rules.findMove(at('4k3/4q3/8/8/8/8/4B3/4K3 w - - 0 1'), 'e2', 'd3');
  assert.match(pinned.error, /the bishop on e2 is pinned to the king on e1 by the queen on e7/);
  assert.match(rules.readMove(start(), 'Nd4').error, /\w/);
  assert.equal(rules.readMove(start(), 'Nf3').move.uci, 'g1f3');
  assert.match(rules.findMove(start(), 'z9', 'e5').error, /square/);
});

test('promotions ask for the piece', () => {
  const line = at('8/P3k3/8/8/8/8/8/4K3 w - - 0 1');
  assert.deepEqual(rules.findMove(line, 'a7', 'a8'), { promotion: true });
  assert.equal(rules.findMove(line, 'a7', 'a8', 'n').move.san, 'a8=N');
});

test('castling in chess and in Chess960', () => {
  const chess = at('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  for (const to of ['g1', 'h1']) assert.equal(rules.findMove(chess, 'e1', to).move.uci, 'e1g1');
  const odd = at('4k3/8/8/8/8/8/8/1K4R1 w G - 0 1', 'chess960');
  assert.deepEqual(rules.findMove(odd, 'b1', 'g1').move, {
    uci: 'b1g1',
    san: 'O-O',
    from: 'b1',
    to: 'g1',
    captures: false,
    rook: 'g1',
  });
  assert.equal(rules.readFen('standard', odd.fen).kind, 'chess960');
});

test('all starts of Chess960', () => {
  assert.equal(rules.startFen('chess960', 518), rules.startFen('standard'));
  assert.match(rules.startFen('3check960', 0), /^bbqnnrkr\/.* 3\+3 /);
  assert.equal(new Set(Array.from({ length: 960 }, (_, number) => rules.startFen('chess960', number))).size, 960);
  assert.throws(() => rules.startFen('chess960', 960), RangeError);
});

test('a FEN that is wrong is told why', () => {
  assert.match(rules.readFen('standard', 'rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -').error, /^rank 7 has/);
  assert.match(rules.readFen('standard', '').error, /\w/);
  assert.match(rules.state(at('8/8/8/8/8/8/8/8 w - - 0 1')).error, /king/);
  assert.match(rules.state({ ...start(), moves: ['e2e4', 'e2e4'] }).error, /^move 1, e2e4: /);
});

test('principal variations in SAN, as far as they are legal', () => {
  assert.deepEqual(rules.sanOf(start(), ['e2e4', 'e7e5', 'e1e2', 'e8e6', 'a2a3']), ['e4', 'e5', 'Ke2']);
});

test('PGN: several games with all that is in them, there and back', () => {
  const text = `[Event "Cup"]
[White "O'Hara \\"Q\\" <b>"]

{before} 1. e4! {good [%eval 0.31]} (1. d4 d5 (1... Nf6 $14) 2. c4 -- 3. Nc3) 1... e5 2. Nf3 1/2-1/2

[Variant "Chess960"]
[FEN "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"]

1. O-O Ke7 *
`;
  const { games, problems } = rules.readPgn(text);
  assert.deepEqual(problems, []);
  assert.equal(games.length, 2);
  const [first, second] = games;
  assert.deepEqual(
    first.tags.find(([name]) => name === 'White'),
    ['White', 'O\'Hara "Q" <b>'],
  );
  assert.equal(first.line.comment, 'before');
  assert.deepEqual(first.line.moves[0].nags, [1]);
  assert.equal(first.line.moves[0].comment, 'good [%eval 0.31]');
  const [variation] = first.line.moves[0].variations;
  assert.deepEqual(
    variation.moves.map((move) => move.san),
    ['d4', 'd5', 'c4', '--', 'Nc3'],
  );
  assert.deepEqual(variation.moves[1].variations[0].moves[0].nags, [14]);
  assert.equal(first.result, '1/2-1/2');
  assert.equal(second.kind, 'chess960');
  assert.equal(second.line.moves[0].uci, 'b1g1');
  assert.deepEqual(rules.readPgn(rules.writePgn(games)).games, games);
});

test('PGN: what is wrong is told, and the rest is kept', () => {
  const { games, problems } = rules.readPgn('1. e4 e5 2. Ke3 *\n\n[White "next"]\n\n1. d4 1-0\n');
  assert.equal(games.length, 2);
  assert.equal(games[0].line.moves.length, 2);
  assert.deepEqual(problems, ['line 1, column 13: game 1: 2. Ke3: a king does not move from e1 to e3']);
  assert.equal(rules.readPgn('').error, 'there is no game in this text');
  assert.equal(rules.readPgn('x'.repeat(50_000_000)).error, 'the text is too long: 48 MB, and 8 MB is the most');
  const wrong = { ...games[1], line: { moves: [{ uci: 'e2e5' }] } };
  assert.match(rules.writePgn([wrong]).error, /e2e5/);
});

test('a large file is read', () => {
  const game = '[White "somebody"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n';
  assert.equal(rules.readPgn(game.repeat(10_000)).games.length, 10_000);
});

test('the levels are those of the program', () => {
  assert.deepEqual(rules.levels, { lowest: 800, highest: 3000 });
});

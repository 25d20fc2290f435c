import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeBoard, gameOfLine, gamesOfText, gameToPlay } from '../page/app/new_games.js';
import { Session } from '../page/app/session.js';
import { statusOf } from '../page/app/status.js';

// Rules that allow everything but the move "wrong", end a game with the move "mate", and take "HA" for Chess960.
const rules = {
  startFen: (kind, number) => `start of ${kind}${number === undefined ? '' : ` ${number}`}`,
  readFen(kind, fen) {
    if (fen.includes('bad')) return { error: `no FEN of ${kind}` };
    return { fen: fen.trim(), kind: fen.includes('HA') ? 'chess960' : kind };
  },
  sanOf: (line, moves) => moves.map((uci) => `san ${uci}`),
  readPgn: (text) =>
    text === '' ? { error: 'no game' } : { games: [freeBoard('standard', text).draft], problems: [] },
  state({ fen, moves }) {
    if (moves.includes('wrong')) return { error: 'the move is wrong' };
    const turn = moves.length % 2 === 0 ? 'white' : 'black';
    const outcome = moves.at(-1) === 'mate' ? { result: turn === 'white' ? '0-1' : '1-0', reason: 'Mate' } : null;
    const lastMove = moves.length > 0 ? { from: 'a1', to: 'a2', san: moves.at(-1) } : null;
    return { fen, board: 'KQkq', turn, moveNumber: 1, legal: [], checkers: [], lastMove, outcome, claim: null };
  },
};

const chosen = { kind: 'standard', number: null, side: 'white', level: 800, control: { base: 60000, increment: 1000 } };

function newSession(saved) {
  const clock = { now: 0 };
  const session = new Session(rules, () => clock.now);
  assert.equal(session.open(saved), null);
  return { session, clock };
}

/** @param {Session} session @param {...string} moves */
function play(session, ...moves) {
  for (const uci of moves) session.makeMove({ uci, san: uci });
}

test('a game against Rocada: turns, clock, end, and a draw of the moves as PGN keeps them', () => {
  const { session, clock } = newSession(gameToPlay(rules, chosen, () => 0));
  assert.equal(session.isPlaying, true);
  assert.equal(session.whyNoMove(), null);
  play(session, 'e2e4');
  assert.equal(session.isEnginesTurn, true);
  assert.match(session.whyNoMove() ?? '', /Rocada’s turn/);
  assert.equal(statusOf(session, true), 'Rocada is thinking…');
  clock.now = 5000;
  play(session, 'e7e5');
  assert.equal(session.timeLeft('black'), 56000);
  assert.equal(statusOf(session, true), 'Rocada plays e7e5. Your move.');
  clock.now = 7000;
  assert.equal(session.timeLeft('white'), 58000);
  play(session, 'mate');
  assert.equal(session.isPlaying, false);
  assert.equal(session.game.result, '1-0');
  assert.equal(statusOf(session, true), 'Mate.');
  assert.match(session.saved().draft.line.moves[1].comment ?? '', /%clk 0:00:56/);
});

test('taking back leads to the human’s move, also when the game was over', () => {
  const { session } = newSession(gameToPlay(rules, { ...chosen, side: 'black' }, () => 0));
  assert.equal(session.isEnginesTurn, true);
  assert.equal(session.canTakeBack, false);
  play(session, 'e2e4', 'e7e5', 'mate');
  assert.equal(session.game.result, '1-0');
  session.takeBack();
  assert.deepEqual(session.line.moves, ['e2e4']);
  assert.equal(session.game.result, '*');
  assert.equal(session.isPlaying, true);
});

test('who looks at an earlier position does not play there', () => {
  const { session } = newSession(gameToPlay(rules, chosen, () => 0));
  play(session, 'e2e4', 'e7e5');
  session.goTo(session.game.root);
  assert.match(session.whyNoMove() ?? '', /earlier position/);
});

test('time that runs out ends the game, time of a closed page does not run', () => {
  const { session, clock } = newSession(gameToPlay(rules, chosen, () => 0));
  play(session, 'e2e4', 'e7e5');
  clock.now = 10000;
  const saved = session.saved();
  const later = newSession(saved);
  assert.equal(later.session.timeLeft('white'), 50000);
  clock.now = 70000;
  session.checkClock();
  assert.equal(session.game.result, '0-1');
  assert.match(session.play?.ending ?? '', /White ran out of time/);
});

test('on a free board everything is a variation or goes on', () => {
  const { session } = newSession(freeBoard('standard', 'FEN'));
  play(session, 'e2e4', 'e7e5');
  session.goTo(session.game.root);
  play(session, 'd2d4');
  assert.equal(session.game.root.children.length, 2);
  session.promote();
  assert.equal(session.game.root.children[0].uci, 'd2d4');
  session.deleteFromHere();
  assert.equal(session.node, session.game.root);
  assert.equal(session.game.root.children[0].uci, 'e2e4');
});

test('what cannot be shown is refused with the reason, and the game stays', () => {
  const { session } = newSession(freeBoard('standard', 'FEN'));
  play(session, 'e2e4');
  const wrong = freeBoard('standard', 'FEN');
  wrong.draft.line.moves = [{ uci: 'wrong' }];
  assert.equal(session.open({ ...wrong, place: [0] }), null);
  assert.equal(session.node, session.game.root);
  assert.equal(session.goTo(session.game.root.children[0]), 'the move is wrong');
});

test('games from elsewhere', () => {
  assert.equal(gameToPlay(rules, { ...chosen, kind: 'chess960' }, () => 0.5).draft.fen, 'start of chess960 480');
  assert.equal(gameToPlay(rules, { ...chosen, side: 'random' }, () => 0.9).play?.human, 'black');
  assert.equal(gameToPlay(rules, { ...chosen, side: 'both' }, () => 0).play, null);
  assert.deepEqual(gameOfLine(rules, { kind: '3check', fen: 'bad', moves: [] }), { error: 'no FEN of 3check' });
  assert.deepEqual(gameOfLine(rules, { kind: 'standard', fen: 'x', moves: ['wrong'] }), { error: 'the move is wrong' });
  const fen = '8/8/8/8/8/8/8/8 w - - 3+3 0 1';
  const brought = gamesOfText(rules, ` ${fen}\n`);
  assert.equal('games' in brought && brought.games[0].draft.kind, '3check');
  const rooks = gamesOfText(rules, '8/8/8/8/8/8/8/8 w HA - 0 1');
  assert.equal('games' in rooks && rooks.games[0].draft.kind, 'chess960');
  assert.deepEqual(gamesOfText(rules, '8/8/8/8/8/8/8/bad w'), { error: 'no FEN of standard' });
  assert.deepEqual(gamesOfText(rules, ''), { error: 'no game' });
});

// The rules of $ROCADA_WEB, which are those of src/chess and src/game, held against others that share no line with
// them: chessops. Random games in each kind of chess: moves, SAN, FEN, endings and PGN must be the same, read and
// written. `tests/web_test` runs it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const chessops = (part) => import(new URL(`../../web/node_modules/chessops/dist/esm/${part}.js`, import.meta.url).href);
const { makeFen, parseFen } = await chessops('fen');
const { makePgn, parsePgn, startingPosition } = await chessops('pgn');
const { makeSan, parseSan } = await chessops('san');
const { makeUci, parseUci } = await chessops('util');
const { setupPosition } = await chessops('variant');

const { loadRules } = await import(`${process.env.ROCADA_WEB}/rules/rules.js`);
const rules = await loadRules();

const kinds = [
  { kind: 'standard', games: 8, variant: 'chess' },
  { kind: 'chess960', games: 8, variant: 'chess' },
  { kind: '3check', games: 8, variant: '3check' },
];
const longest = 160;

/** Numbers from 0 to below 1, the same in every run. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const position = (fen, variant) => setupPosition(variant, parseFen(fen).unwrap()).unwrap();
/** FEN has several spellings; the referee's own is what is compared. */
const spelled = (fen) => makeFen(parseFen(fen).unwrap());
/** Castling is the king taking its rook for the referee, whatever the kind. */
const refereesUci = (move) => `${move.from}${move.rook ?? move.to}${move.promotion ?? ''}`;

/** In 3-check the referee ends the last check with a "#", which is for mates here. */
const spelledEnding = (san, variant) => (variant === '3check' ? san.replace(/#$/, '+') : san);

function refereesMoves(pos) {
  const moves = [];
  for (const [from, targets] of pos.allDests()) {
    for (const to of targets) {
      const promotes = pos.board.get(from).role === 'pawn' && (to < 8 || to >= 56);
      for (const promotion of promotes ? ['queen', 'rook', 'bishop', 'knight'] : [undefined]) {
        moves.push(makeUci({ from, to, promotion }));
      }
    }
  }
  return moves.sort();
}

function checkEnding(pos, state, where) {
  const ending = state.outcome?.ending;
  assert.equal(ending === 'checkmate', pos.isCheckmate() && !pos.isVariantEnd(), where);
  assert.equal(ending === 'stalemate', pos.isStalemate(), where);
  assert.equal(ending === 'checks', pos.isVariantEnd(), where);
  // The referee calls drawn only what no sequence of moves wins.
  if (ending === 'material') assert.ok(pos.isInsufficientMaterial(), where);
}

/** Plays a random game and has every position checked; what it gives back is the game's moves and their SAN. */
function playChecked(line, variant, random) {
  const pos = position(line.fen, variant);
  const sans = [];
  for (;;) {
    const state = rules.state(line);
    const where = `${line.kind} ${line.fen} ${line.moves.join(' ')}`;
    assert.equal(state.error, undefined, where);
    assert.equal(spelled(state.fen), makeFen(pos.toSetup()), where);
    checkEnding(pos, state, where);
    if (!pos.isVariantEnd()) assert.deepEqual(state.legal.map(refereesUci).sort(), refereesMoves(pos), where);
    if (state.legal.length === 0 || line.moves.length === longest) return sans;
    for (const move of state.legal) {
      const san = makeSan(pos, parseUci(refereesUci(move)));
      assert.equal(spelledEnding(move.san, variant), spelledEnding(san, variant), where);
      assert.equal(makeUci(parseSan(pos, move.san)), refereesUci(move), where);
      assert.equal(rules.readMove(line, san).move?.uci, move.uci, where);
    }
    // Rare moves are worth more than their share.
    const rare = state.legal.filter((move) => move.rook || move.promotion || /[+#]/.test(move.san));
    const among = rare.length > 0 && random() < 0.3 ? rare : state.legal;
    const chosen = among[Math.floor(random() * among.length)];
    sans.push(chosen.san);
    pos.play(parseUci(refereesUci(chosen)));
    line.moves.push(chosen.uci);
  }
}

for (const { kind, games, variant } of kinds) {
  test(`${kind}: moves, SAN and FEN of random games`, () => {
    const random = randomNumbers(kind.length);
    for (let game = 0; game < games; ++game) {
      const fen = rules.startFen(kind, kind === 'chess960' ? Math.floor(random() * 960) : undefined);
      playChecked({ kind, fen, moves: [] }, variant, random);
    }
  });

  test(`${kind}: PGN, written by one and read by the other`, () => {
    const random = randomNumbers(100 + kind.length);
    const drafts = [];
    const played = [];
    for (let game = 0; game < 4; ++game) {
      const fen = rules.startFen(kind, kind === 'chess960' ? Math.floor(random() * 960) : undefined);
      const line = { kind, fen, moves: [] };
      const sans = playChecked(line, variant, random);
      played.push({ fen, moves: line.moves, sans });
      const moves = line.moves.map((uci) => ({
        uci,
        nags: random() < 0.1 ? [1 + Math.floor(random() * 6)] : [],
        comment: random() < 0.1 ? 'a "comment", \\ with; all (kinds) of $1 signs' : '',
      }));
      drafts.push({ kind, fen, tags: [['White', 'A "quoted" \\ name']], line: { moves }, result: '*' });
    }
    const text = rules.writePgn(drafts);
    const read = parsePgn(text);
    assert.equal(read.length, drafts.length);
    for (const [index, game] of read.entries()) {
      assert.equal(game.headers.get('White'), 'A "quoted" \\ name');
      assert.equal(makeFen(startingPosition(game.headers).unwrap().toSetup()), spelled(played[index].fen));
      const nodes = [...game.moves.mainline()];
      assert.deepEqual(
        nodes.map((node) => node.san),
        played[index].sans,
      );
      for (const [ply, node] of nodes.entries()) {
        assert.deepEqual(node.nags ?? [], drafts[index].line.moves[ply].nags);
        // Long lines are broken at blanks.
        assert.equal((node.comments ?? []).join(' ').replaceAll('\n', ' '), drafts[index].line.moves[ply].comment);
      }
    }
    const back = rules.readPgn(read.map(makePgn).join('\n'));
    assert.deepEqual(back.problems, []);
    assert.deepEqual(
      back.games.map((game) => game.line.moves.map((move) => move.uci)),
      played.map((game) => game.moves),
    );
  });
}

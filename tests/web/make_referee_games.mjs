// Makes tests/game/referee_games.pgn, random games as chessops has them, which shares no line with Rocada:
//   node tests/web/make_referee_games.mjs >tests/game/referee_games.pgn
//
// Lines of PGN that begin with "%" are for the test: moves as UCI and as SAN, and behind "=" the FEN after the last.

const chessops = (part) => import(new URL(`../../web/node_modules/chessops/dist/esm/${part}.js`, import.meta.url).href);
const { makeFen, parseFen } = await chessops('fen');
const { ChildNode, Node, makePgn } = await chessops('pgn');
const { makeSan } = await chessops('san');
const { makeUci, squareFile } = await chessops('util');
const { setupPosition } = await chessops('variant');

const normalRank = 'rnbqkbnr';
const longest = 80;
const attempts = 40;
const movesInLine = 7;

let state = 7;
function random(below) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

/** A first rank of Chess960. */
function shuffledRank() {
  const pieces = [...normalRank];
  for (let last = 7; last > 0; --last) {
    const other = random(last + 1);
    [pieces[last], pieces[other]] = [pieces[other], pieces[last]];
  }
  const rank = pieces.join('');
  const bishopsDiffer = (rank.lastIndexOf('b') - rank.indexOf('b')) % 2 === 1;
  return bishopsDiffer && /r.*k.*r/.test(rank) ? rank : shuffledRank();
}

const fenOfRank = (rank, counters) => `${rank}/pppppppp/8/8/8/8/PPPPPPPP/${rank.toUpperCase()} w KQkq -${counters} 0 1`;
const positionOf = ({ fen, rules }) => setupPosition(rules, parseFen(fen).unwrap()).unwrap();

function legalMoves(position) {
  const moves = [];
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const promotes = position.board.get(from).role === 'pawn' && (to < 8 || to >= 56);
      for (const promotion of promotes ? ['queen', 'rook', 'bishop', 'knight'] : [undefined]) {
        moves.push({ from, to, promotion });
      }
    }
  }
  return moves;
}

/** The last check of 3-check is no mate. */
function sanOf(position, move, rules) {
  const san = makeSan(position, move);
  if (rules !== '3check' || !san.endsWith('#')) return san;
  const after = position.clone();
  after.play(move);
  return after.isCheckmate() ? san : san.replace('#', '+');
}

/** For chessops castling is the king taking its rook; so is it in UCI only in Chess960. */
function uciOf(position, move, san, is960) {
  const uci = makeUci(move);
  if (is960 || !san.startsWith('O')) return uci;
  return uci.slice(0, 2) + (squareFile(move.to) > squareFile(move.from) ? 'g' : 'c') + uci[3];
}

const isEnPassant = (position, move, san) => /^[a-h]x/.test(san) && position.epSquare === move.to;

/** Rare moves are worth more than their share. */
function weightOf(position, move, san) {
  if (san.startsWith('O')) return 40;
  if (isEnPassant(position, move, san)) return 60;
  if (/^[NBRQ][a-h][1-8]x?[a-h]/.test(san)) return 30;
  if (san.endsWith('#')) return 25;
  if (move.promotion) return 8;
  if (/^[NBRQ][a-h1-8]x?[a-h]/.test(san)) return 4;
  if (san.endsWith('+')) return 3;
  return /^[a-h]/.test(san) ? 2 : 1;
}

function chosen(position, rules) {
  const moves = legalMoves(position).map((move) => ({ move, san: sanOf(position, move, rules) }));
  const weights = moves.map(({ move, san }) => weightOf(position, move, san));
  let left = random(weights.reduce((sum, weight) => sum + weight, 0));
  return { ...moves[weights.findIndex((weight) => (left -= weight) < 0)], others: moves };
}

function play(start) {
  const position = positionOf(start);
  const plies = [];
  while (plies.length < longest && !position.isEnd()) {
    const { move, san, others } = chosen(position, start.rules);
    const uci = uciOf(position, move, san, start.is960);
    const isRare = weightOf(position, move, san) >= 30;
    position.play(move);
    const instead = others[random(others.length)].san;
    plies.push({ uci, san, fen: makeFen(position.toSetup()), instead, isRare });
  }
  return { plies, outcome: position.outcome() };
}

/** Of several games one that is over and no longer than need be, with rare moves. */
function goodGame(start) {
  const worth = ({ plies, outcome }) =>
    (outcome ? 100 : 0) - Math.abs(plies.length - 45) + 20 * plies.filter(({ isRare }) => isRare).length;
  const games = Array.from({ length: attempts }, () => play(start));
  return games.reduce((best, game) => (worth(game) > worth(best) ? game : best));
}

function resultOf(outcome) {
  if (!outcome) return '*';
  return outcome.winner === undefined ? '1/2-1/2' : outcome.winner === 'white' ? '1-0' : '0-1';
}

/** With a glyph, a comment and a variation here and there. */
function pgnOf(start, { plies, outcome }, number) {
  const root = new Node();
  let node = root;
  for (const [ply, { uci, san, instead }] of plies.entries()) {
    const data = { san };
    if (ply % 23 === 11) data.nags = [1 + (ply % 6)];
    if (ply % 31 === 7) data.comments = [`after ${uci}`];
    node.children.push(new ChildNode(data));
    if (ply % 19 === 13 && instead !== san) node.children.push(new ChildNode({ san: instead }));
    node = node.children[0];
  }
  const headers = new Map([['Event', `Game ${number}`]]);
  for (const name of ['Site', 'Date', 'Round', 'White', 'Black']) headers.set(name, '?');
  headers.set('Result', resultOf(outcome));
  if (start.variant) headers.set('Variant', start.variant);
  if (start.variant === 'Chess960' || start.isOwn) headers.set('FEN', start.fen);
  return makePgn({ headers, moves: root });
}

function linesOf({ plies }) {
  const lines = [];
  for (let ply = 0; ply < plies.length; ply += movesInLine) {
    const part = plies.slice(ply, ply + movesInLine);
    lines.push(`%${part.map(({ uci, san }) => `${uci} ${san}`).join(' ')} = ${part.at(-1).fen}\n`);
  }
  return lines.join('');
}

const starts = [
  ...Array.from({ length: 15 }, () => ({ rules: 'chess', fen: fenOfRank(normalRank, '') })),
  ...Array.from({ length: 12 }, () => ({
    rules: 'chess',
    variant: 'Chess960',
    is960: true,
    fen: fenOfRank(shuffledRank(), ''),
  })),
  ...Array.from({ length: 10 }, () => ({
    rules: '3check',
    variant: 'Three-check',
    fen: fenOfRank(normalRank, ' 3+3'),
  })),
  // Promotions, and several queens and knights that can go to the same square.
  { rules: 'chess', isOwn: true, fen: '8/PPPPPP2/6k1/8/8/6K1/pppppp2/8 w - - 0 1' },
  { rules: 'chess', isOwn: true, fen: '5k2/4p3/8/8/Q6Q/8/8/Q2QK2Q w - - 12 70' },
  { rules: 'chess', isOwn: true, fen: '4k3/8/1N3N2/8/8/1N3N2/4p3/4K2R b K - 3 50' },
];

process.stdout.write(
  '%% Random games, made with chessops by tests/web/make_referee_games.mjs, which tells of these lines.\n',
);
for (const [index, start] of starts.entries()) {
  const game = goodGame(start);
  process.stdout.write(`\n${linesOf(game)}${pgnOf(start, game, index + 1)}`);
}

// A game as a tree of moves: the main line and what else could have been played.
//
// The rules and PGN know lines with variations; to play, look around and take back, a tree with a place in it is
// handier. `treeOf` and `draftOf` lead from one to the other and lose nothing. Nothing here knows the rules: who adds a
// move has asked them before.

/**
 * @typedef {import('../rules/rules.js').Kind} Kind
 * @typedef {import('../rules/rules.js').Result} Result
 * @typedef {import('../rules/rules.js').PgnDraft} PgnDraft
 * @typedef {import('../rules/rules.js').PgnDraftMove} PgnDraftMove
 * @typedef {import('../rules/rules.js').Line} Line
 *
 * @typedef {object} MoveNode a position: the one after its move, or the start, whose `parent` is null
 * @property {string} uci
 * @property {string} san
 * @property {number[]} nags
 * @property {string} comment after the move; at the start, of the whole game
 * @property {string} before a comment in front of the first move of a variation
 * @property {MoveNode | null} parent
 * @property {MoveNode[]} children the first one goes on with the line
 *
 * @typedef {object} Game
 * @property {Kind} kind
 * @property {string} fen of the start
 * @property {[string, string][]} tags
 * @property {Result} result
 * @property {MoveNode} root
 */

/** @param {MoveNode | null} parent @param {{uci: string, san: string}} move @returns {MoveNode} */
function newNode(parent, { uci, san }) {
  return { uci, san, nags: [], comment: '', before: '', parent, children: [] };
}

/** @param {Kind} kind @param {string} fen @param {[string, string][]} tags @returns {Game} */
export function newGame(kind, fen, tags) {
  return { kind, fen, tags, result: '*', root: newNode(null, { uci: '', san: '' }) };
}

/**
 * A game with moves that have their SAN, as the rules read it and as draftOf gives it.
 * @param {PgnDraft} draft @returns {Game}
 */
export function treeOf(draft) {
  const game = newGame(
    draft.kind,
    draft.fen,
    draft.tags.map(([name, value]) => [name, value]),
  );
  game.result = draft.result;
  game.root.comment = draft.line.comment ?? '';
  grow(game.root, draft.line.moves);
  return game;
}

/** @param {MoveNode} parent @param {PgnDraftMove[]} moves @param {string} [before] */
function grow(parent, moves, before = '') {
  for (const move of moves) {
    const node = newNode(parent, { uci: move.uci, san: /** @type {{san?: string}} */ (move).san ?? move.uci });
    node.nags = [...(move.nags ?? [])];
    node.comment = move.comment ?? '';
    node.before = before;
    before = '';
    parent.children.push(node);
    for (const variation of move.variations ?? []) {
      if (variation.moves.length > 0) grow(parent, variation.moves, variation.comment);
      else if (variation.comment) node.comment = `${node.comment} ${variation.comment}`.trim();
    }
    parent = node;
  }
}

/** @param {Game} game @returns {PgnDraft} a plain value, to be written as PGN or to be stored */
export function draftOf(game) {
  return {
    kind: game.kind,
    fen: game.fen,
    tags: game.tags.map(([name, value]) => [name, value]),
    line: { comment: game.root.comment, moves: game.root.children.length > 0 ? movesFrom(game.root.children[0]) : [] },
    result: game.result,
  };
}

/** @param {MoveNode} first @returns {PgnDraftMove[]} */
function movesFrom(first) {
  const moves = [];
  for (const node of lineFrom(first)) {
    const siblings = /** @type {MoveNode} */ (node.parent).children;
    // What stands beside a variation's first move belongs to the move that it replaces, which has written it already.
    const others = node === siblings[0] ? siblings.slice(1) : [];
    moves.push({
      uci: node.uci,
      san: node.san,
      nags: [...node.nags],
      comment: node.comment,
      variations: others.map((other) => ({ comment: other.before, moves: movesFrom(other) })),
    });
  }
  return moves;
}

/** @param {MoveNode} node @returns {MoveNode[]} the node and what follows it */
function lineFrom(node) {
  const line = [node];
  while (node.children.length > 0) line.push((node = node.children[0]));
  return line;
}

/** @param {Game} game @returns {MoveNode[]} without the start */
export function mainLine(game) {
  return lineFrom(game.root).slice(1);
}

/** @param {MoveNode} node @returns {MoveNode} where its line ends */
export function endOf(node) {
  return /** @type {MoveNode} */ (lineFrom(node).at(-1));
}

/** @param {MoveNode} node @returns {MoveNode[]} from the first move to this one */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.parent !== null; at = at.parent) path.unshift(at);
  return path;
}

/** @param {Game} game @param {MoveNode} node @returns {Line} what the rules are asked about this position */
export function lineTo(game, node) {
  return { kind: game.kind, fen: game.fen, moves: pathTo(node).map((at) => at.uci) };
}

/** @param {Game} game @param {MoveNode} node */
export function isOnMainLine(game, node) {
  return node === game.root || mainLine(game).includes(node);
}

/**
 * The move after this position; one that is there already is taken, another one becomes the last variation.
 * @param {MoveNode} node @param {{uci: string, san: string}} move @returns {MoveNode}
 */
export function addMove(node, move) {
  const known = node.children.find((child) => child.uci === move.uci);
  if (known) return known;
  const child = newNode(node, move);
  node.children.push(child);
  return child;
}

/** @param {MoveNode} node with all that follows it @returns {MoveNode} the position before it */
export function removeFrom(node) {
  const parent = node.parent;
  if (parent === null) return node;
  parent.children.splice(parent.children.indexOf(node), 1);
  return parent;
}

/** The variation this position stands in goes before all others of its place. @param {MoveNode} node */
export function promote(node) {
  for (let at = node; at.parent !== null; at = at.parent) {
    const siblings = at.parent.children;
    if (siblings[0] === at) continue;
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
    return;
  }
}

/** @param {MoveNode} node @returns {number[]} which child to take at every step, to find the place again */
export function placeOf(node) {
  return pathTo(node).map((at) => /** @type {MoveNode} */ (at.parent).children.indexOf(at));
}

/** @param {Game} game @param {number[]} place @returns {MoveNode} as near to it as the game goes */
export function nodeAt(game, place) {
  let node = game.root;
  for (const index of place) {
    if (!node.children[index]) break;
    node = node.children[index];
  }
  return node;
}

/** @param {{tags: [string, string][]}} game @param {string} name @returns {string} empty where there is none, or "?" */
export function tagOf(game, name) {
  const value = game.tags.find((tag) => tag[0] === name)?.[1] ?? '';
  return /^[?.]*$/.test(value) ? '' : value;
}

/** @param {Game} game @param {string} name @param {string} value */
export function setTag(game, name, value) {
  const tag = game.tags.find((candidate) => candidate[0] === name);
  if (tag) tag[1] = value;
  else game.tags.push([name, value]);
}

// UCI, as far as the page speaks it: what the engine says, and what it is told before it thinks.

import { kKinds } from './kinds.js';

/**
 * @typedef {import('./score.js').Score} Score
 * @typedef {import('../rules/rules.js').Line} Line
 *
 * @typedef {object} Info one line of thought; the score is that of the side to move
 * @property {number} depth
 * @property {number} rank 1 for the best line, 2 for the second
 * @property {Score} score
 * @property {boolean} exact false while only a bound is known
 * @property {{ win: number, draw: number, loss: number } | null} wdl in thousandths
 * @property {number} nodes
 * @property {number} speed nodes per second
 * @property {string[]} moves
 */

/** @param {string} text @returns {Info | null} null for anything but a line with moves */
export function parseInfo(text) {
  const words = text.trim().split(/\s+/);
  const pv = words.indexOf('pv');
  const score = words.indexOf('score');
  if (words[0] !== 'info' || pv < 0 || score < 0 || words.indexOf('string') >= 0) return null;
  /** @param {string} name */
  const number = (name) => {
    const at = words.indexOf(name);
    return at < 0 ? null : Number(words[at + 1]);
  };
  const value = Number(words[score + 2]);
  const wdl = words.indexOf('wdl');
  return {
    depth: number('depth') ?? 0,
    rank: number('multipv') ?? 1,
    score: words[score + 1] === 'mate' ? { mate: value } : { pawns: value / 100 },
    exact: !words.includes('lowerbound') && !words.includes('upperbound'),
    wdl: wdl < 0 ? null : { win: Number(words[wdl + 1]), draw: Number(words[wdl + 2]), loss: Number(words[wdl + 3]) },
    nodes: number('nodes') ?? 0,
    speed: number('nps') ?? 0,
    moves: words.slice(pv + 1),
  };
}

/** @param {string} text @returns {string | null | undefined} the move; null: there is none; undefined: another line */
export function parseBestMove(text) {
  const words = text.trim().split(/\s+/);
  if (words[0] !== 'bestmove') return undefined;
  return /^[a-h][1-8]/.test(words[1] ?? '') ? words[1] : null;
}

/** @param {Line} line @returns {string} */
export function positionCommand(line) {
  return `position fen ${line.fen}${line.moves.length > 0 ? ` moves ${line.moves.join(' ')}` : ''}`;
}

/** @param {import('../rules/rules.js').Kind} kind @returns {Record<string, string>} options that this game needs */
export function optionsOfKind(kind) {
  const { variant, isChess960 } = kKinds[kind];
  return { UCI_Variant: variant, UCI_Chess960: String(isChess960) };
}

/** @param {number | null} level Elo; null is full strength @returns {Record<string, string>} */
export function optionsOfLevel(level) {
  if (level === null) return { UCI_LimitStrength: 'false' };
  return { UCI_LimitStrength: 'true', UCI_Elo: String(level) };
}

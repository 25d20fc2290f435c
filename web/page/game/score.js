// Scores as people read them, from White's point of view, and how PGN keeps them in comments.

/** @typedef {{ pawns: number } | { mate: number }} Score mate in so many moves; negative where Black mates */

/** @param {Score} score @returns {string} "+0.31", "#3", "#-3" */
export function scoreText(score) {
  if ('mate' in score) return `#${score.mate}`;
  const text = Math.abs(score.pawns).toFixed(2);
  if (Number(text) === 0) return '0.00';
  return (score.pawns > 0 ? '+' : '−') + text;
}

/** @typedef {{ chance: number, short: string, long: string }} Evaluation White's chance, and how to say it */

/**
 * What the evaluation bar shows: the result of a game that is over, or a score.
 * @param {Score | null} score @param {{ result: import('../rules/rules.js').Result } | null} outcome
 * @returns {Evaluation}
 */
export function evaluationOf(score, outcome) {
  if (outcome) {
    const chance = outcome.result === '1-0' ? 1 : outcome.result === '0-1' ? 0 : 0.5;
    return { chance, short: outcome.result === '1/2-1/2' ? '½' : '', long: outcome.result };
  }
  if (!score) return { chance: 0.5, short: '', long: 'not evaluated' };
  const short = 'mate' in score ? `#${Math.abs(score.mate)}` : Math.abs(score.pawns).toFixed(1);
  return { chance: whiteChance(score), short, long: `${scoreText(score)} for White` };
}

/**
 * What White can expect of a game between people, from 0 to 1: what docs/analysis.md has for a full board. A score in a
 * game that was loaded tells nothing else.
 * @param {Score} score
 */
export function whiteChance(score) {
  if ('mate' in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.pawns / 2));
}

/** @param {Score} score of the side to move @param {'white' | 'black'} turn @returns {Score} */
export function fromWhite(score, turn) {
  if (turn === 'white') return score;
  return 'mate' in score ? { mate: -score.mate } : { pawns: -score.pawns };
}

const kEval = /\[%eval\s+(#?)([-+]?[0-9.]+)[^\]]*\]\s*/;

/** @param {string} comment @returns {Score | null} of "[%eval 0.31]" or "[%eval #-3]" in it */
export function scoreIn(comment) {
  const found = kEval.exec(comment);
  if (!found || !Number.isFinite(Number(found[2]))) return null;
  return found[1] ? { mate: Number(found[2]) } : { pawns: Number(found[2]) };
}

/** @param {string} comment @param {Score} score @returns {string} the comment with this score and no other */
export function withScore(comment, score) {
  const value = 'mate' in score ? `#${score.mate}` : score.pawns.toFixed(2).replace(/^-0\.00$/, '0.00');
  return `[%eval ${value}] ${comment.replace(kEval, '')}`.trim();
}

/** @param {string} comment @returns {string} what is for people to read, without commands such as [%clk 0:01:02] */
export function readable(comment) {
  return comment
    .replace(/\[%[^\]]*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @type {Record<number, string>} */
const kGlyphs = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⨀',
  23: '⨀',
  36: '→',
  37: '→',
  132: '⇆',
  133: '⇆',
  146: 'N',
};

/** @param {number[]} nags @returns {string} */
export function glyphs(nags) {
  return nags.map((nag) => kGlyphs[nag] ?? `$${nag}`).join('');
}

/** @param {number[]} nags @returns {'blunder' | 'mistake' | 'dubious' | 'good' | null} as the report calls it */
export function judgementOf(nags) {
  if (nags.includes(4)) return 'blunder';
  if (nags.includes(2)) return 'mistake';
  if (nags.includes(6)) return 'dubious';
  return nags.includes(1) || nags.includes(3) ? 'good' : null;
}

// The kinds of games: what people call them, and what the engine does (src/chess/game_kind.h).

/** @typedef {import('../rules/rules.js').Kind} Kind */

/** @type {Record<Kind, { name: string, variant: string, isChess960: boolean }>} */
export const kKinds = {
  standard: { name: 'Chess', variant: 'chess', isChess960: false },
  chess960: { name: 'Chess960', variant: 'chess', isChess960: true },
  '3check': { name: '3-check', variant: '3check', isChess960: false },
  '3check960': { name: '3-check 960', variant: '3check', isChess960: true },
};

/** @param {string} fen @returns {Kind} as far as it shows: only FEN of 3-check counts checks, "3+3" or "+0+0" */
export function kindOfFen(fen) {
  return /\d\+\d/.test(fen) ? '3check' : 'standard';
}

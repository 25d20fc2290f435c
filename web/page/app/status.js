// The sentence below the board.

import { nameOfSide } from './play.js';

/**
 * @param {import('./session.js').Session} session
 * @param {boolean} hasEngine false while it is being loaded, or where there is none
 * @returns {string}
 */
export function statusOf(session, hasEngine) {
  const { play, state } = session;
  const isAtHead = session.node === session.head;
  if (play?.ending && isAtHead) return sentence(play.ending);
  if (session.isPlaying) {
    if (!isAtHead) return 'An earlier position: go to the end to play on.';
    if (session.isEnginesTurn) return hasEngine ? 'Rocada is thinking…' : 'Rocada moves as soon as it is loaded…';
    const before = state.lastMove ? `Rocada plays ${state.lastMove.san}. ` : '';
    if (state.claim) return `${before}Your move: you may claim a draw.`;
    return `${before}Your move${state.checkers.length > 0 ? ', you are in check' : ''}.`;
  }
  if (state.outcome) return sentence(state.outcome.reason);
  const turn = `${nameOfSide(state.turn)} to move`;
  return state.checkers.length > 0 ? `${turn}, in check.` : `${turn}.`;
}

/** @param {string} text @returns {string} with a capital and a full stop */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

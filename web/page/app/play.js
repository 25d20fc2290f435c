// A game against Rocada: who plays what, at which level, on which clock. A plain value, stored with the game.

/**
 * @typedef {import('../game/clock.js').Clock} Clock
 * @typedef {import('../game/clock.js').Color} Color
 * @typedef {import('../rules/rules.js').Result} Result
 *
 * @typedef {object} Play
 * @property {Color} human
 * @property {number | null} level Elo; null is full strength
 * @property {Clock | null} clock
 * @property {string | null} ending how it ended, for people; null while it lasts
 */

export const kEngineName = 'Rocada';
export const kHumanName = 'You';

// Where no clock runs. Weaker players need less, and at once would look like no thought at all.
const kTimeForAMove = 1500;
export const kLeastTimeToAnswer = 350;

/** @param {Color} color @returns {Color} */
export function otherSide(color) {
  return color === 'white' ? 'black' : 'white';
}

/** @param {Color} winner @returns {Result} */
export function winOf(winner) {
  return winner === 'white' ? '1-0' : '0-1';
}

/** @param {Color} color @returns {string} */
export function nameOfSide(color) {
  return color === 'white' ? 'White' : 'Black';
}

/** @param {number | null} level @returns {string} */
export function levelName(level) {
  return level === null ? 'full strength' : String(level);
}

/** @param {Clock | null} clock @returns {string} what follows "go" when Rocada plays */
export function limitOf(clock) {
  if (!clock) return `movetime ${kTimeForAMove}`;
  const [white, black] = [Math.round(clock.white), Math.round(clock.black)];
  return `wtime ${white} btime ${black} winc ${clock.increment} binc ${clock.increment}`;
}

/**
 * Who runs out of time loses, unless the other side has nothing left but its king to win with.
 * @param {Color} loser @param {string} board @returns {{ result: Result, ending: string }}
 */
export function outOfTime(loser, board) {
  const winner = otherSide(loser);
  const pieces = board.replace(winner === 'white' ? /[^A-Z]/g : /[^a-z]/g, '');
  if (pieces.length === 1) {
    return { result: '1/2-1/2', ending: `${nameOfSide(loser)} ran out of time, but a bare king cannot win: a draw` };
  }
  return { result: winOf(winner), ending: `${nameOfSide(loser)} ran out of time: ${nameOfSide(winner)} wins` };
}

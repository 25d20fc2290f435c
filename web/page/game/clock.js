// A chess clock, as a value: every change gives another clock, and the time of day comes from outside.

/**
 * @typedef {'white' | 'black'} Color
 * @typedef {{ base: number, increment: number }} TimeControl both in milliseconds
 * @typedef {object} Clock
 * @property {number} white milliseconds left when `since` began
 * @property {number} black
 * @property {number} increment
 * @property {Color | null} running whose time runs; null while it stands
 * @property {number} since the time at which that began
 */

/** @param {TimeControl} control @returns {Clock} it stands until the first move is made */
export function newClock({ base, increment }) {
  return { white: base, black: base, increment, running: null, since: 0 };
}

/** @param {Clock} clock @param {Color} side @param {number} now @returns {number} milliseconds, never below 0 */
export function timeLeft(clock, side, now) {
  const used = clock.running === side ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock[side] - used);
}

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function stopped(clock, now) {
  return { ...clock, white: timeLeft(clock, 'white', now), black: timeLeft(clock, 'black', now), running: null };
}

/** @param {Clock} clock @param {Color} side @param {number} now @returns {Clock} */
export function runningFor(clock, side, now) {
  return { ...stopped(clock, now), running: side, since: now };
}

/**
 * `mover` has moved. The very first move of a game costs nothing, for until then the clock stands.
 * @param {Clock} clock @param {Color} mover @param {number} now @returns {Clock}
 */
export function pressed(clock, mover, now) {
  const rested = stopped(clock, now);
  if (clock.running === mover) rested[mover] += clock.increment;
  return runningFor(rested, mover === 'white' ? 'black' : 'white', now);
}

/** @param {Clock} clock @param {number} now @returns {Color | null} whose time is over */
export function flagOf(clock, now) {
  return clock.running !== null && timeLeft(clock, clock.running, now) === 0 ? clock.running : null;
}

/** @param {number} milliseconds @returns {string} "1:02:03", "4:05", and with tenths below twenty seconds, "0:09.3" */
export function clockText(milliseconds) {
  if (milliseconds < 20000) {
    const tenths = Math.floor(milliseconds / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}.${tenths % 10}`;
  }
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} milliseconds @returns {string} as PGN writes it after a move: "[%clk 0:04:05]" */
export function clockComment(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `[%clk ${parts[0]}:${parts
    .slice(1)
    .map((part) => String(part).padStart(2, '0'))
    .join(':')}]`;
}

/** @param {TimeControl} control @returns {string} the tag TimeControl, "300+3" */
export function controlTag({ base, increment }) {
  return `${base / 1000}+${increment / 1000}`;
}

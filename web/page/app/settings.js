// The settings, with what they are where nobody has chosen.

/**
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} analyse
 * @property {number} lines
 * @property {boolean} arrow
 * @property {number | null} threads null: as many as is sensible here
 * @property {number} hash in MiB
 * @property {import('../views/new_game_dialog.js').NewGame | null} newGame what was chosen last
 */

const kMostSensibleThreads = 8;

/** @returns {Settings} */
export function defaultSettings() {
  return { theme: 'auto', analyse: false, lines: 1, arrow: true, threads: null, hash: 32, newGame: null };
}

/** Takes of what was stored only what is what it should be. @param {unknown} stored @returns {Settings} */
export function settingsFrom(stored) {
  const settings = defaultSettings();
  if (typeof stored !== 'object' || stored === null) return settings;
  const found = /** @type {Partial<Settings>} */ (stored);
  if (found.theme === 'light' || found.theme === 'dark') settings.theme = found.theme;
  if (typeof found.analyse === 'boolean') settings.analyse = found.analyse;
  if (typeof found.arrow === 'boolean') settings.arrow = found.arrow;
  if (isWithin(found.lines, 1, 5)) settings.lines = found.lines;
  if (isWithin(found.threads, 1, 1024)) settings.threads = found.threads;
  if (isWithin(found.hash, 1, 4096)) settings.hash = found.hash;
  if (typeof found.newGame === 'object') settings.newGame = found.newGame;
  return settings;
}

/** @param {unknown} value @param {number} least @param {number} most @returns {value is number} */
function isWithin(value, least, most) {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

/** One processor is left to the page. @param {number | null} chosen @param {number} processors @param {number} most */
export function threadsFor(chosen, processors, most) {
  const wanted = chosen ?? Math.min(processors - 1, kMostSensibleThreads);
  return Math.max(1, Math.min(wanted, most));
}

// The talk with the engine: one search at a time, each with its options, and never two that overlap.
//
// Whoever wants a search asks for it, at any time. The one that runs is stopped and its end awaited before the next one
// begins, and of several that wait only the last is searched. The engine comes from outside, so that tests can play it.

import { parseBestMove, parseInfo, positionCommand } from '../game/uci.js';

/**
 * @typedef {import('../rules/rules.js').Line} Line
 * @typedef {import('../game/uci.js').Info} Info
 *
 * @typedef {object} Search
 * @property {Line} line
 * @property {Record<string, string>} options
 * @property {string} limit what follows "go": "infinite", "movetime 500"
 * @property {(info: Info) => void} [onInfo]
 *
 * @typedef {{ move: string | null, info: Info | null }} Found the move and the last line of thought about it
 *
 * @typedef {object} Asked
 * @property {Search} search
 * @property {(found: Found | null) => void} answer
 * @property {boolean} abandoned nobody waits for it any more
 * @property {Info | null} info
 */

export class EngineTalk {
  /** @type {{ send(line: string): void } | null} */
  #engine = null;
  /** @type {Asked | null} */
  #running = null;
  /** @type {Asked | null} */
  #waiting = null;
  #stopSent = false;
  /** @type {Record<string, string>} */
  #told = {};

  /** @param {{ send(line: string): void }} engine one that has just been started: none of its options is set yet */
  connect(engine) {
    this.#engine = engine;
    this.#told = {};
    engine.send('uci');
    this.#next();
  }

  /** The engine is gone: what runs and what waits comes to nothing. */
  disconnect() {
    this.#engine = null;
    const asked = [this.#running, this.#waiting];
    this.#running = this.#waiting = null;
    for (const one of asked) one?.answer(null);
  }

  get isThinking() {
    return this.#running !== null;
  }

  /** @param {Search} search @returns {Promise<Found | null>} null: another search, or nothing, was wanted instead */
  search(search) {
    return new Promise((answer) => {
      this.#waiting?.answer(null);
      this.#waiting = { search, answer, abandoned: false, info: null };
      if (this.#running) this.#abandon();
      else this.#next();
    });
  }

  /** Nothing is to be searched any more. */
  cancel() {
    this.#waiting?.answer(null);
    this.#waiting = null;
    if (this.#running) this.#abandon();
  }

  /** Whatever runs answers with what it has. */
  moveNow() {
    if (this.#running && !this.#stopSent) this.#stop();
  }

  /** @param {string} text */
  hear(text) {
    const running = this.#running;
    if (!running) return;
    const move = parseBestMove(text);
    if (move !== undefined) {
      this.#running = null;
      if (!running.abandoned) running.answer({ move, info: running.info });
      this.#next();
      return;
    }
    const info = running.abandoned ? null : parseInfo(text);
    if (!info) return;
    if (info.rank === 1 && info.exact) running.info = info;
    running.search.onInfo?.(info);
  }

  #abandon() {
    const running = /** @type {Asked} */ (this.#running);
    if (running.abandoned) return;
    running.abandoned = true;
    running.answer(null);
    if (!this.#stopSent) this.#stop();
  }

  #stop() {
    this.#stopSent = true;
    this.#engine?.send('stop');
  }

  #next() {
    if (!this.#engine || this.#running || !this.#waiting) return;
    const { search } = (this.#running = this.#waiting);
    this.#waiting = null;
    this.#stopSent = false;
    for (const [name, value] of Object.entries(search.options)) {
      if (this.#told[name] === value) continue;
      this.#told[name] = value;
      this.#engine.send(`setoption name ${name} value ${value}`);
    }
    this.#engine.send(positionCommand(search.line));
    this.#engine.send(`go ${search.limit}`);
  }
}

// What the engine thinks about: the move it has to make, or the position that is analysed.
//
// `update` looks at the game and the settings and sees to it that the right search runs; calling it once too often does
// no harm. Hints and offers of a draw are questions of their own, after which the search that belongs there goes on.

import { fromWhite, withScore } from '../game/score.js';
import { lineTo } from '../game/tree.js';
import { optionsOfKind, optionsOfLevel } from '../game/uci.js';
import { kLeastTimeToAnswer, limitOf } from './play.js';

/**
 * @typedef {import('../rules/rules.js').Rules} Rules
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('./engine_talk.js').EngineTalk} EngineTalk
 * @typedef {import('../game/uci.js').Info} Info
 * @typedef {import('../game/tree.js').MoveNode} MoveNode
 * @typedef {import('../game/score.js').Score} Score
 *
 * @typedef {object} Thought of the position `node`; scores are White's
 * @property {MoveNode} node
 * @property {{ score: Score, moves: string[] }[]} lines the best first
 * @property {number} depth
 * @property {number} speed nodes per second
 *
 * @typedef {{ analyse: boolean, lines: number, threads: number, hash: number }} ThinkingSettings
 */

const kHintLimit = 'movetime 600';
const kDrawLimit = 'movetime 400';
// What is shallower is not worth keeping in the game.
const kLeastDepthToKeep = 10;

export class Thinker {
  #rules;
  #session;
  #talk;
  #settings;
  #job = '';
  #isPaused = false;
  /** @type {Thought | null} */
  thought = null;
  /** @type {(uci: string) => void} */
  onMove = () => {};
  /** The thought has changed. */
  onThought = () => {};

  /** @param {Rules} rules @param {Session} session @param {EngineTalk} talk @param {() => ThinkingSettings} settings */
  constructor(rules, session, talk, settings) {
    this.#rules = rules;
    this.#session = session;
    this.#talk = talk;
    this.#settings = settings;
  }

  /** While somebody else needs the engine, or nobody looks. @param {boolean} isPaused */
  pause(isPaused) {
    this.#isPaused = isPaused;
    this.update();
  }

  get isPaused() {
    return this.#isPaused;
  }

  update() {
    const job = this.#wantedJob();
    if (job === this.#job) return;
    this.#keepScore();
    this.#job = job;
    if (job.startsWith('move')) this.#makeMove(job);
    else if (job.startsWith('analyse')) this.#analyse(job);
    else this.#talk.cancel();
    if (this.thought && this.thought.node !== this.#session.node) this.thought = null;
  }

  /** A name for what has to run now; another name, another search. */
  #wantedJob() {
    const session = this.#session;
    if (this.#isPaused) return '';
    if (session.isEnginesTurn) return `move ${JSON.stringify(lineTo(session.game, session.head))}`;
    const { analyse, lines, threads, hash } = this.#settings();
    if (!analyse || session.state.legal.length === 0) return '';
    return `analyse ${JSON.stringify([session.line, lines, threads, hash])}`;
  }

  /** @param {number | null} level @param {number} lines */
  #options(level, lines) {
    const { threads, hash } = this.#settings();
    return {
      Threads: String(threads),
      Hash: String(hash),
      UCI_ShowWDL: 'true',
      MultiPV: String(lines),
      ...optionsOfKind(this.#session.game.kind),
      ...optionsOfLevel(level),
    };
  }

  /** @param {string} job */
  async #makeMove(job) {
    const { game, play, head } = this.#session;
    if (!play) return;
    const begun = performance.now();
    const found = await this.#talk.search({
      line: lineTo(game, head),
      options: { ...this.#options(play.level, 1), OwnBook: 'true' },
      limit: limitOf(play.clock && { ...play.clock, white: this.#time('white'), black: this.#time('black') }),
    });
    if (!found?.move) return;
    const rest = kLeastTimeToAnswer - (performance.now() - begun);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (this.#job === job) this.onMove(found.move);
  }

  /** @param {'white' | 'black'} side */
  #time(side) {
    return this.#session.timeLeft(side) ?? 0;
  }

  /** @param {string} job */
  #analyse(job) {
    const { node, state, line } = this.#session;
    const wanted = this.#settings().lines;
    /** @type {(Info | undefined)[]} */
    const infos = [];
    let isDue = false;
    const draw = () => {
      isDue = false;
      const known = /** @type {Info[]} */ (infos.filter((info) => info !== undefined));
      if (this.#job !== job || known.length === 0) return;
      this.thought = {
        node,
        lines: known.map((info) => ({ score: fromWhite(info.score, state.turn), moves: info.moves })),
        depth: known[0].depth,
        speed: known[0].speed,
      };
      this.onThought();
    };
    this.#talk.search({
      line,
      options: { ...this.#options(null, wanted), OwnBook: 'false' },
      limit: 'infinite',
      onInfo: (info) => {
        if (!info.exact) return;
        infos[info.rank - 1] = info;
        if (isDue) return;
        isDue = true;
        requestAnimationFrame(draw);
      },
    });
  }

  /** What the analysis found goes into the game, for its graph and its PGN. */
  #keepScore() {
    const thought = this.thought;
    if (!thought || !this.#job.startsWith('analyse') || thought.depth < kLeastDepthToKeep) return;
    if (thought.node.parent) thought.node.comment = withScore(thought.node.comment, thought.lines[0].score);
  }

  /** @returns {Promise<string | null>} the best move at full strength: from a weak player's advice nobody learns */
  async hint() {
    return (await this.#ask(kHintLimit))?.move ?? null;
  }

  /** @returns {Promise<boolean>} whether Rocada agrees to a draw in the position shown, where the human has the turn */
  async acceptsDraw() {
    const found = await this.#ask(kDrawLimit);
    if (!found?.info?.wdl) return false;
    const { draw, loss } = found.info.wdl;
    return this.#rules.isDrawWelcome(this.#session.line, (loss + draw / 2) / 1000) === true;
  }

  /** @param {string} limit */
  async #ask(limit) {
    const { node, line } = this.#session;
    this.#keepScore();
    this.#job = 'ask';
    const found = await this.#talk.search({ line, options: { ...this.#options(null, 1), OwnBook: 'false' }, limit });
    if (this.#job === 'ask') {
      this.#job = '';
      this.update();
    }
    return this.#session.node === node ? found : null;
  }
}

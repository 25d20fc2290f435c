// The game on the board: its moves, the place in it that is shown, and the play that goes on in it.
//
// All changes to the game go through here, and the rules are asked before each. Whoever shows something listens to
// `onChange`.

import { clockComment, flagOf, pressed, runningFor, stopped, timeLeft } from '../game/clock.js';
import {
  addMove,
  draftOf,
  endOf,
  lineTo,
  newGame,
  nodeAt,
  placeOf,
  promote,
  removeFrom,
  treeOf,
} from '../game/tree.js';
import { nameOfSide, otherSide, outOfTime, winOf } from './play.js';

/**
 * @typedef {import('../rules/rules.js').Rules} Rules
 * @typedef {import('../rules/rules.js').State} State
 * @typedef {import('../rules/rules.js').PgnDraft} PgnDraft
 * @typedef {import('../rules/rules.js').LegalMove} LegalMove
 * @typedef {import('../game/tree.js').MoveNode} MoveNode
 * @typedef {import('../game/tree.js').Game} Game
 * @typedef {import('../game/clock.js').Color} Color
 * @typedef {import('./play.js').Play} Play
 *
 * @typedef {{ draft: PgnDraft, place: number[], play: Play | null }} SavedSession
 */

export class Session {
  #rules;
  #now;
  /** @type {Game} */
  game;
  /** @type {MoveNode} */
  node;
  /** @type {State} of `node` */
  state;
  /** @type {{ number: number, turn: Color }} where the moves begin to be counted */
  start;
  /** @type {Play | null} */
  play = null;
  /** What changed: the place only, or the game. @type {(what: 'place' | 'game') => void} */
  onChange = () => {};

  /** @param {Rules} rules @param {() => number} now milliseconds */
  constructor(rules, now) {
    this.#rules = rules;
    this.#now = now;
    this.game = newGame('standard', rules.startFen('standard'), []);
    this.node = this.game.root;
    this.state = this.#stateOf(this.node);
    this.start = { number: this.state.moveNumber, turn: this.state.turn };
  }

  /** A position the rules have accepted. @param {MoveNode} node @returns {State} */
  #stateOf(node) {
    const state = this.#rules.state(lineTo(this.game, node));
    if ('error' in state) throw new Error(state.error);
    return state;
  }

  /** @param {SavedSession} saved @returns {string | null} why it cannot be shown */
  open({ draft, place, play }) {
    const game = treeOf(draft);
    const start = this.#rules.state(lineTo(game, game.root));
    if ('error' in start) return start.error;
    this.game = game;
    this.start = { number: start.moveNumber, turn: start.turn };
    this.play = play;
    this.node = game.root;
    this.state = start;
    const node = nodeAt(game, place);
    const state = this.#rules.state(lineTo(game, node));
    if (!('error' in state)) [this.node, this.state] = [node, state];
    this.#resumeClock();
    this.onChange('game');
    return null;
  }

  /** @returns {SavedSession} with the clock as it stands, since time does not run for a page that is closed */
  saved() {
    const play = this.play && { ...this.play, clock: this.play.clock && stopped(this.play.clock, this.#now()) };
    return { draft: draftOf(this.game), place: placeOf(this.node), play };
  }

  get isPlaying() {
    return this.play !== null && this.play.ending === null;
  }

  /** The last position of the main line, where a game is played. */
  get head() {
    return endOf(this.game.root);
  }

  /** Whether Rocada has to move in the game that is played. */
  get isEnginesTurn() {
    return this.isPlaying && this.turnAtHead !== this.play?.human;
  }

  /** @returns {Color} */
  get turnAtHead() {
    const plies = lineTo(this.game, this.head).moves.length;
    return plies % 2 === 0 ? this.start.turn : otherSide(this.start.turn);
  }

  get line() {
    return lineTo(this.game, this.node);
  }

  /** @param {MoveNode} node @returns {string | null} why this position cannot be shown */
  goTo(node) {
    const state = this.#rules.state(lineTo(this.game, node));
    if ('error' in state) return state.error;
    this.node = node;
    this.state = state;
    this.onChange('place');
    return null;
  }

  /** @returns {string | null} why nobody may move a piece in the position shown */
  whyNoMove() {
    if (!this.isPlaying) return null;
    if (this.node !== this.head) return 'You are looking at an earlier position: go to the end to play on';
    return this.isEnginesTurn ? 'It is Rocada’s turn' : null;
  }

  /** @param {LegalMove} move by whoever has the turn */
  makeMove(move) {
    const mover = this.state.turn;
    const node = addMove(this.node, move);
    if (this.isPlaying) this.#pressClock(mover, node);
    const error = this.#enter(node);
    if (error) throw new Error(error);
    const outcome = this.state.outcome;
    if (this.isPlaying && outcome) this.end(outcome.result, outcome.reason);
    else if (node === this.head && outcome) this.game.result = outcome.result;
    this.onChange('game');
  }

  /** @param {string[]} moves of a line from here on, all of them legal @param {string[]} sans */
  makeMoves(moves, sans) {
    let node = this.node;
    moves.forEach((uci, index) => (node = addMove(node, { uci, san: sans[index] })));
    this.#enter(node);
    this.onChange('game');
  }

  /** @param {MoveNode} node */
  #enter(node) {
    const state = this.#rules.state(lineTo(this.game, node));
    if ('error' in state) return state.error;
    [this.node, this.state] = [node, state];
    return null;
  }

  /** To where the human has to move again; a game that is over goes on from there. */
  takeBack() {
    const play = this.play;
    let node = this.head;
    if (play) {
      const plies = this.turnAtHead === play.human ? 2 : 1;
      for (let ply = 0; ply < plies; ++ply) node = removeFrom(node);
      play.ending = null;
      this.game.result = '*';
      this.#enter(node);
      this.#resumeClock();
    } else {
      this.#enter(removeFrom(this.node));
    }
    this.onChange('game');
  }

  get canTakeBack() {
    if (!this.play) return this.node.parent !== null;
    return lineTo(this.game, this.head).moves.length >= (this.turnAtHead === this.play.human ? 2 : 1);
  }

  /** @param {import('../rules/rules.js').Result} result @param {string} ending for people */
  end(result, ending) {
    if (!this.play) return;
    this.game.result = result;
    this.play.ending = ending;
    if (this.play.clock) this.play.clock = stopped(this.play.clock, this.#now());
    this.onChange('game');
  }

  resign() {
    if (!this.play) return;
    const winner = otherSide(this.play.human);
    this.end(winOf(winner), `${nameOfSide(this.play.human)} resigns: ${nameOfSide(winner)} wins`);
  }

  /** The variation shown becomes the main line. */
  promote() {
    promote(this.node);
    this.onChange('game');
  }

  deleteFromHere() {
    this.#enter(removeFrom(this.node));
    this.onChange('game');
  }

  /** @param {Color} side @returns {number | null} milliseconds; null without a clock */
  timeLeft(side) {
    return this.play?.clock ? timeLeft(this.play.clock, side, this.#now()) : null;
  }

  /** Looks at the clock: who has run out of time has lost. */
  checkClock() {
    if (!this.isPlaying || !this.play?.clock) return;
    const flag = flagOf(this.play.clock, this.#now());
    if (!flag) return;
    const { result, ending } = outOfTime(flag, this.#stateOf(this.head).board);
    this.end(result, ending);
  }

  /** @param {Color} mover @param {MoveNode} node */
  #pressClock(mover, node) {
    if (!this.play?.clock) return;
    this.play.clock = pressed(this.play.clock, mover, this.#now());
    node.comment = clockComment(this.play.clock[mover]);
  }

  /** Runs again for who is to move, unless not one move has been made. */
  #resumeClock() {
    if (!this.isPlaying || !this.play?.clock) return;
    const now = this.#now();
    const isBegun = this.game.root.children.length > 0;
    this.play.clock = isBegun ? runningFor(this.play.clock, this.turnAtHead, now) : stopped(this.play.clock, now);
  }
}

// The hand of whoever plays: tries moves on the board, by mouse, keys or text, and asks the engine for help or a draw.

import { askPromotion, askWhetherSure } from '../views/dialogs.js';

/**
 * @typedef {import('../rules/rules.js').Rules} Rules
 * @typedef {import('../rules/rules.js').Square} Square
 * @typedef {import('../rules/rules.js').LegalMove} LegalMove
 * @typedef {import('../game/tree.js').MoveNode} MoveNode
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('./thinker.js').Thinker} Thinker
 *
 * @typedef {object} HandTells
 * @property {(sentence: string) => void} say what happens, or why nothing happens
 * @property {(move: LegalMove) => void} onHint
 * @property {() => void} animate the next change is to be seen as a movement
 */

export class Hand {
  #rules;
  #session;
  #thinker;
  #tells;

  /** @param {Rules} rules @param {Session} session @param {Thinker} thinker @param {HandTells} tells */
  constructor(rules, session, thinker, tells) {
    this.#rules = rules;
    this.#session = session;
    this.#thinker = thinker;
    this.#tells = tells;
  }

  /** Whether this is a piece to pick up; where nobody may move now, says why. @param {Square} square */
  mayMove(square) {
    const why = this.#session.whyNoMove();
    if (why !== null) this.#tells.say(why);
    return why === null && this.#isOwn(square);
  }

  /** @param {Square} square @returns {boolean} whether a piece of the side to move stands there */
  #isOwn(square) {
    const { board, turn } = this.#session.state;
    const piece = board['87654321'.indexOf(square[1]) * 8 + 'abcdefgh'.indexOf(square[0])];
    const side = piece === piece.toUpperCase() ? 'white' : 'black';
    return piece !== '.' && side === turn;
  }

  /** @param {Square} square */
  targetsOf(square) {
    const targets = [];
    for (const move of this.#session.state.legal) {
      if (move.from !== square) continue;
      targets.push({ square: move.to, captures: move.captures });
      if (move.rook && move.rook !== move.to) targets.push({ square: move.rook, captures: true });
    }
    return targets;
  }

  /** @param {Square} from @param {Square} to @param {'drag' | 'click'} by */
  async tryMove(from, to, by) {
    const { line, node, state } = this.#session;
    if (this.#session.whyNoMove() !== null) return;
    let found = this.#rules.findMove(line, from, to);
    if ('error' in found) {
      // A click on another piece of one's own picks that one up.
      if (by === 'drag' || !this.#isOwn(to)) this.#tells.say(found.error);
      return;
    }
    if (found.promotion) {
      const piece = await askPromotion(state.turn);
      // Meanwhile the time may have run out.
      if (piece === null || this.#session.node !== node || this.#session.whyNoMove() !== null) return;
      found = this.#rules.findMove(line, from, to, piece);
    }
    if (!('move' in found)) return;
    if (by === 'click') this.#tells.animate();
    this.#session.makeMove(found.move);
  }

  /** @param {string} text "Nf3" @returns {boolean} whether it was a move */
  tryText(text) {
    const why = this.#session.whyNoMove();
    const found = why === null ? this.#rules.readMove(this.#session.line, text.trim()) : { error: why };
    if ('error' in found) {
      this.#tells.say(found.error);
      return false;
    }
    this.#tells.animate();
    this.#session.makeMove(found.move);
    return true;
  }

  /** @param {string[]} moves of a line that the engine has shown */
  tryLine(moves) {
    if (this.#session.isPlaying) return;
    this.#tells.animate();
    this.#session.makeMoves(moves, this.#rules.sanOf(this.#session.line, moves));
  }

  /** @param {MoveNode | null | undefined} node */
  goTo(node) {
    const here = this.#session.node;
    if (!node || node === here) return;
    if (node.parent === here || here.parent === node) this.#tells.animate();
    const error = this.#session.goTo(node);
    if (error) this.#tells.say(error);
  }

  takeBack() {
    if (!this.#session.canTakeBack) return;
    this.#tells.animate();
    this.#session.takeBack();
  }

  async askHint() {
    const { node, state, isEnginesTurn } = this.#session;
    if (isEnginesTurn || state.legal.length === 0) return;
    if (this.#thinker.isPaused) return this.#tells.say('The engine is busy with the annotation');
    this.#tells.say('Looking for a good move…');
    const uci = await this.#thinker.hint();
    const move = state.legal.find((candidate) => candidate.uci === uci);
    if (!move || this.#session.node !== node) return;
    this.#tells.say(`A good move is ${move.san}`);
    this.#tells.onHint(move);
  }

  /** Claims a draw where the rules give it; otherwise offers one. */
  async askDraw() {
    const session = this.#session;
    const { node, state } = session;
    if (session.whyNoMove() !== null || !session.isPlaying) return;
    if (state.claim === 'fifty') return session.end('1/2-1/2', 'Fifty moves without capture or pawn move: a draw');
    if (state.claim) return session.end('1/2-1/2', 'The same position for the third time: a draw');
    this.#tells.say('Rocada considers it…');
    const isAccepted = await this.#thinker.acceptsDraw();
    if (session.node !== node || !session.isPlaying) return;
    if (isAccepted) session.end('1/2-1/2', 'A draw was agreed');
    else this.#tells.say('Rocada declines: it would rather play on');
  }

  async resign() {
    if (this.#session.isPlaying && (await askWhetherSure('Resign this game?'))) this.#session.resign();
  }
}

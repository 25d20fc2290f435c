// The board: shows a position and asks for moves, by mouse, touch or keyboard.
//
// cm-chessboard draws it and follows the pointer. It never moves a piece by itself: every try is reported, and what the
// board shows is always the position it was last given. So the rules are asked in one place only.

import { Chessboard, COLOR, INPUT_EVENT_TYPE } from '../board/src/Chessboard.js';
import { Arrows } from '../board/src/extensions/arrows/Arrows.js';
import { Markers } from '../board/src/extensions/markers/Markers.js';
import { SquareKeys } from './square_keys.js';

/**
 * @typedef {'white' | 'black'} Color
 * @typedef {import('../rules/rules.js').Square} Square
 *
 * @typedef {object} BoardQuestions what the board has to know while somebody moves
 * @property {(square: Square) => boolean} mayMove is this a piece that can be picked up now?
 * @property {(square: Square) => { square: Square, captures: boolean }[]} targetsOf
 * @property {(from: Square, to: Square, by: 'drag' | 'click') => void} onTry
 *
 * @typedef {object} Shown
 * @property {string} fen
 * @property {string} board 64 characters from a8 to h1
 * @property {Color} bottom
 * @property {{ from: Square, to: Square } | null} lastMove
 * @property {Square | null} check the king that stands in check
 * @property {boolean} animated
 */

const kLastMove = { class: 'marker-last', slice: 'markerSquare' };
const kCheck = { class: 'marker-check', slice: 'markerCircleFilled' };
const kPicked = { class: 'marker-picked', slice: 'markerSquare' };
const kTarget = { class: 'marker-target', slice: 'markerDot', position: /** @type {const} */ ('above') };
const kCapture = { class: 'marker-capture', slice: 'markerBevel' };

const kAnimation = 180;

/** @type {{ best: { class: string }, hint: { class: string } }} */
const kArrows = { best: { class: 'arrow-best' }, hint: { class: 'arrow-hint' } };

export class BoardView {
  #board;
  #keys;
  #questions;
  /** @type {Color} */
  #bottom = 'white';
  #turning = Promise.resolve();
  #isPointerUp = true;
  #shown = '';
  #shownAt = 0;
  #arrows = '';

  /** @param {HTMLElement} place @param {HTMLElement} keysPlace @param {BoardQuestions} questions */
  constructor(place, keysPlace, questions) {
    this.#questions = questions;
    this.#board = new Chessboard(place, {
      assetsUrl: './board/assets/',
      style: {
        cssClass: 'rocada',
        pieces: { file: '../../pieces.svg' },
        animationDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : kAnimation,
      },
      extensions: [
        { class: Markers, props: { autoMarkers: null } },
        { class: Arrows, props: { headSize: 4 } },
      ],
    });
    this.#board.enableMoveInput((event) => this.#onInput(event));
    place.querySelector('svg')?.setAttribute('aria-hidden', 'true');
    this.#keys = new SquareKeys(keysPlace, {
      ...questions,
      onTry: (from, to) => questions.onTry(from, to, 'click'),
      onPicked: (square) => this.#showPicked(square),
    });
    // A move by drag ends when the pointer goes up, one by click when it goes down: only the latter is animated.
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => (this.#isPointerUp = true), true);
    addEventListener('pointerdown', () => (this.#isPointerUp = false), true);
  }

  /** @param {Shown} shown */
  show({ fen, board, bottom, lastMove, check, animated }) {
    // Whoever holds a piece keeps it where nothing has changed.
    const shown = JSON.stringify([fen, bottom, lastMove, check]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#board.cancelMoveInput();
    if (bottom !== this.#bottom) {
      this.#bottom = bottom;
      const color = bottom === 'white' ? COLOR.white : COLOR.black;
      this.#turning = this.#turning.then(() => this.#board.setOrientation(color));
    }
    // Movements would queue up behind somebody who walks through a game in a hurry.
    const isHurry = performance.now() - this.#shownAt < kAnimation;
    this.#shownAt = performance.now();
    this.#board.setPosition(fen, animated && !isHurry);
    this.#keys.show(board, bottom);
    this.#board.removeMarkers();
    if (lastMove) for (const square of [lastMove.from, lastMove.to]) this.#board.addMarker(kLastMove, square);
    if (check) this.#board.addMarker(kCheck, check);
  }

  /** @param {{ from: Square, to: Square, kind: 'best' | 'hint' }[]} arrows */
  showArrows(arrows) {
    const wanted = arrows.map(({ from, to, kind }) => from + to + kind).join(' ');
    if (wanted === this.#arrows) return;
    this.#arrows = wanted;
    this.#board.removeArrows();
    for (const { from, to, kind } of arrows) this.#board.addArrow(kArrows[kind], from, to);
  }

  /** @param {import('../board/src/Chessboard.js').InputEvent} event */
  #onInput(event) {
    if (event.type === INPUT_EVENT_TYPE.moveInputStarted) {
      if (!this.#questions.mayMove(event.squareFrom)) return false;
      this.#keys.unpick();
      this.#showPicked(event.squareFrom);
      return true;
    }
    if (event.type === INPUT_EVENT_TYPE.moveInputCanceled) this.#showPicked(null);
    if (event.type !== INPUT_EVENT_TYPE.validateMoveInput) return undefined;
    this.#showPicked(null);
    const by = this.#isPointerUp ? 'drag' : 'click';
    // Once the board is done with this event, so that it is not changed in the midst of it.
    queueMicrotask(() => this.#questions.onTry(event.squareFrom, event.squareTo, by));
    return false;
  }

  /** @param {Square | null} square */
  #showPicked(square) {
    for (const type of [kPicked, kTarget, kCapture]) this.#board.removeMarkers(type);
    if (square === null) return;
    this.#board.addMarker(kPicked, square);
    for (const target of this.#questions.targetsOf(square)) {
      this.#board.addMarker(target.captures ? kCapture : kTarget, target.square);
    }
  }
}

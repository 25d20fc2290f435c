// The squares for keyboards and screen readers: a grid of buttons over the board that lets the pointer through.
//
// One stop for the Tab key; arrows go from square to square, Enter or Space picks a piece up and puts it down, Escape
// lets it go.

import { create } from './dom.js';

/**
 * @typedef {import('../rules/rules.js').Square} Square
 * @typedef {object} SquareQuestions
 * @property {(square: Square) => boolean} mayMove
 * @property {(square: Square) => { square: Square, captures: boolean }[]} targetsOf
 * @property {(from: Square, to: Square) => void} onTry
 * @property {(square: Square | null) => void} onPicked
 */

/** @type {Record<string, string>} */
const kNames = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** @type {Record<string, [number, number]>} */
const kSteps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {string} letter one of State.board @returns {string} "white knight", "" for an empty square */
function pieceName(letter) {
  if (letter === '.') return '';
  return `${letter < 'a' ? 'white' : 'black'} ${kNames[letter.toLowerCase()]}`;
}

export class SquareKeys {
  /** @type {HTMLButtonElement[]} row by row as they are seen */
  #cells = [];
  #questions;
  /** @type {Square | null} */
  #picked = null;
  #focus = 60;

  /** @param {HTMLElement} grid @param {SquareQuestions} questions */
  constructor(grid, questions) {
    this.#questions = questions;
    for (let row = 0; row < 8; ++row) {
      const line = create('div', { role: 'row' });
      for (let column = 0; column < 8; ++column) {
        const cell = create('button', { type: 'button', role: 'gridcell', tabindex: '-1' });
        const index = 8 * row + column;
        cell.addEventListener('keydown', (event) => this.#onKey(event, index));
        cell.addEventListener('click', () => this.#press(index));
        cell.addEventListener('focus', () => this.#moveFocus(index));
        this.#cells.push(cell);
        line.append(cell);
      }
      grid.append(line);
    }
    this.#cells[this.#focus].tabIndex = 0;
  }

  /** @param {string} board 64 characters from a8 to h1 @param {'white' | 'black'} bottom */
  show(board, bottom) {
    this.unpick();
    this.#cells.forEach((cell, index) => {
      const at = bottom === 'white' ? index : 63 - index;
      cell.dataset.square = 'abcdefgh'[at % 8] + (8 - Math.floor(at / 8));
      cell.setAttribute('aria-label', `${cell.dataset.square} ${pieceName(board[at])}`.trim());
    });
  }

  unpick() {
    if (this.#picked === null) return;
    this.#picked = null;
    for (const cell of this.#cells) cell.removeAttribute('aria-pressed');
    this.#questions.onPicked(null);
  }

  /** @param {KeyboardEvent} event @param {number} index */
  #onKey(event, index) {
    if (event.key === 'Escape') this.unpick();
    const step = kSteps[event.key];
    if (!step) return;
    // These keys walk through the game elsewhere.
    event.preventDefault();
    event.stopPropagation();
    const [column, row] = [(index % 8) + step[0], Math.floor(index / 8) + step[1]];
    if (column < 0 || column > 7 || row < 0 || row > 7) return;
    this.#cells[8 * row + column].focus();
  }

  /** @param {number} index */
  #moveFocus(index) {
    this.#cells[this.#focus].tabIndex = -1;
    this.#focus = index;
    this.#cells[index].tabIndex = 0;
  }

  /** @param {number} index */
  #press(index) {
    const square = /** @type {string} */ (this.#cells[index].dataset.square);
    const from = this.#picked;
    this.unpick();
    if (from === square) return;
    // Another piece of one's own is picked up instead, unless it is the rook that its king castles with.
    const isPick = this.#questions.mayMove(square);
    if (from !== null && (!isPick || this.#isTarget(from, square))) return this.#questions.onTry(from, square);
    if (!isPick) return;
    this.#picked = square;
    this.#cells[index].setAttribute('aria-pressed', 'true');
    this.#questions.onPicked(square);
  }

  /** @param {Square} from @param {Square} to */
  #isTarget(from, to) {
    return this.#questions.targetsOf(from).some((target) => target.square === to);
  }
}

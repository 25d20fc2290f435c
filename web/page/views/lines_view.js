// What the engine thinks: its lines, updated while it thinks, and the evaluation bar beside the board.
//
// Lines may come hundreds of times a second; what has come is drawn once for each frame.

import { scoreText, whiteChance } from '../game/score.js';
import { create, setText } from './dom.js';

/**
 * @typedef {import('../game/score.js').Score} Score
 * @typedef {object} ShownLine
 * @property {Score} score from White's point of view
 * @property {string[]} sans
 * @property {string[]} moves
 *
 * @typedef {import('../game/score.js').Evaluation} Evaluation
 */

const kLongestLine = 14;

export class LinesView {
  #list;
  #onPlay;
  #drawn = '';

  /** @param {HTMLElement} list @param {(moves: string[]) => void} onPlay all moves of a line up to the one chosen */
  constructor(list, onPlay) {
    this.#list = list;
    this.#onPlay = onPlay;
  }

  /** @param {ShownLine[]} lines @param {{ number: number, turn: 'white' | 'black' }} start @param {boolean} mayPlay */
  show(lines, start, mayPlay) {
    const drawn = JSON.stringify([lines, start, mayPlay]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#list.replaceChildren(...lines.map((line) => this.#row(line, start, mayPlay)));
  }

  /** @param {ShownLine} line @param {{ number: number, turn: 'white' | 'black' }} start @param {boolean} mayPlay */
  #row({ score, sans, moves }, start, mayPlay) {
    const row = create('li', {});
    row.append(
      create('span', { class: `badge ${whiteChance(score) < 0.5 ? 'for-black' : 'for-white'}` }, scoreText(score)),
    );
    const text = create('span', { class: 'line' });
    sans.slice(0, kLongestLine).forEach((san, index) => {
      const ply = 2 * (start.number - 1) + (start.turn === 'black' ? 1 : 0) + index;
      const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : index === 0 ? `${(ply + 1) / 2}...` : '';
      const step = create('button', { type: 'button', disabled: !mayPlay }, number + san);
      step.addEventListener('click', () => this.#onPlay(moves.slice(0, index + 1)));
      text.append(step, ' ');
    });
    row.append(text);
    return row;
  }
}

export class EvaluationBar {
  #bar;
  #fill;
  #text;

  /** @param {HTMLElement} bar */
  constructor(bar) {
    this.#bar = bar;
    this.#fill = create('span', { class: 'fill' });
    this.#text = create('span', { class: 'text' });
    bar.append(this.#fill, this.#text);
  }

  /** @param {Evaluation} evaluation @param {'white' | 'black'} bottom */
  show({ chance, short, long }, bottom) {
    this.#bar.classList.toggle('turned', bottom === 'black');
    this.#bar.classList.toggle('black-ahead', chance < 0.5);
    this.#fill.style.height = `${(100 * chance).toFixed(1)}%`;
    setText(this.#text, short);
    this.#bar.setAttribute('aria-valuenow', (100 * chance).toFixed(0));
    this.#bar.setAttribute('aria-valuetext', long);
  }
}

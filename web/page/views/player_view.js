// The row above or below the board: who plays, the checks given in 3-check, the clock.

import { clockText } from '../game/clock.js';
import { create, setText } from './dom.js';

const kChecksToWin = 3;

export class PlayerView {
  #row;
  #name = create('strong', { class: 'name' });
  #about = create('span', { class: 'about' });
  #checks = create('span', { class: 'checks', role: 'img' });
  #clock = create('time', { class: 'clock', role: 'timer', 'aria-live': 'off' });

  /** @param {HTMLElement} row */
  constructor(row) {
    this.#row = row;
    for (let pip = 0; pip < kChecksToWin; ++pip) this.#checks.append(create('i', {}));
    row.append(create('i', { class: 'disc' }), this.#name, this.#about, this.#checks, this.#clock);
  }

  /**
   * @param {object} player
   * @param {'white' | 'black'} player.side
   * @param {string} player.name
   * @param {string} player.about
   * @param {number | null} player.checks how many this side has given; null in other games
   * @param {boolean} player.isToMove
   */
  show({ side, name, about, checks, isToMove }) {
    this.#row.dataset.side = side;
    this.#row.classList.toggle('to-move', isToMove);
    setText(this.#name, name);
    setText(this.#about, about);
    this.#checks.hidden = checks === null;
    if (checks === null) return;
    this.#checks.setAttribute('aria-label', checks === 1 ? '1 check given' : `${checks} checks given`);
    [...this.#checks.children].forEach((pip, index) => pip.classList.toggle('given', index < checks));
  }

  /** @param {number | null} milliseconds null: no clock @param {boolean} isRunning */
  showClock(milliseconds, isRunning) {
    this.#clock.hidden = milliseconds === null;
    if (milliseconds === null) return;
    setText(this.#clock, clockText(milliseconds));
    this.#clock.classList.toggle('running', isRunning);
    this.#clock.classList.toggle('short', milliseconds < 20000);
  }
}

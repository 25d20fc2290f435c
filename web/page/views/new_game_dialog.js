// The dialog for a new game. It remembers what was chosen last.

import { levelName } from '../app/play.js';
import { kKinds } from '../game/kinds.js';
import { byId, setText } from './dom.js';

/**
 * @typedef {object} NewGame
 * @property {import('../rules/rules.js').Kind} kind
 * @property {number | null} number of the start in Chess960; null: any
 * @property {'white' | 'black' | 'random' | 'both'} side
 * @property {number | null} level null is full strength
 * @property {import('../game/clock.js').TimeControl | null} control
 */

const kStep = 50;

export class NewGameDialog {
  #dialog = byId('new-dialog', HTMLDialogElement);
  #form = byId('new-form', HTMLFormElement);
  #kind = byId('new-kind', HTMLSelectElement);
  #number = byId('new-start', HTMLInputElement);
  #level = byId('new-level', HTMLInputElement);
  #clock = byId('new-clock', HTMLSelectElement);
  #minutes = byId('new-minutes', HTMLInputElement);
  #increment = byId('new-increment', HTMLInputElement);
  #highest;

  /** @param {{ lowest: number, highest: number }} levels @param {(chosen: NewGame) => void} onStart */
  constructor(levels, onStart) {
    this.#highest = levels.highest;
    this.#level.min = String(levels.lowest);
    // One step beyond the highest level is full strength.
    this.#level.max = String(levels.highest + kStep);
    this.#form.addEventListener('input', () => this.#refresh());
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#dialog.close();
      onStart(this.#chosen());
    });
  }

  /** @param {NewGame | null} last what was chosen last time */
  open(last) {
    this.#kind.value = last?.kind ?? 'standard';
    this.#number.value = '';
    this.#level.value = String(last ? (last.level ?? this.#highest + kStep) : 1400);
    const side = this.#form.querySelector(`input[name=side][value=${last?.side ?? 'white'}]`);
    if (side instanceof HTMLInputElement) side.checked = true;
    this.#setClock(last?.control ?? null);
    this.#refresh();
    this.#dialog.showModal();
  }

  /** @param {import('../game/clock.js').TimeControl | null} control */
  #setClock(control) {
    const value = control ? `${control.base / 1000}+${control.increment / 1000}` : '';
    const isListed = [...this.#clock.options].some((option) => option.value === value);
    this.#clock.value = isListed ? value : 'own';
    if (isListed || !control) return;
    this.#minutes.value = String(control.base / 60000);
    this.#increment.value = String(control.increment / 1000);
  }

  #refresh() {
    const { kind, side, level } = this.#chosen();
    byId('new-start-field', HTMLElement).hidden = !kKinds[kind].isChess960;
    byId('new-level-field', HTMLElement).hidden = side === 'both';
    byId('new-clock-field', HTMLElement).hidden = side === 'both';
    byId('new-own-clock', HTMLElement).hidden = this.#clock.value !== 'own';
    setText(byId('new-level-text', HTMLElement), levelName(level));
    this.#level.setAttribute('aria-valuetext', levelName(level));
  }

  /** @returns {NewGame} */
  #chosen() {
    const level = Number(this.#level.value);
    const number = this.#number.value === '' ? null : Math.round(Number(this.#number.value));
    return {
      kind: /** @type {NewGame['kind']} */ (this.#kind.value),
      number: number !== null && number >= 0 && number < 960 ? number : null,
      side: /** @type {NewGame['side']} */ (new FormData(this.#form).get('side')),
      level: level > this.#highest ? null : level,
      control: this.#control(),
    };
  }

  #control() {
    if (this.#clock.value === '') return null;
    const [minutes, increment] =
      this.#clock.value === 'own'
        ? [Number(this.#minutes.value), Number(this.#increment.value)]
        : this.#clock.value.split('+').map((part, index) => (index === 0 ? Number(part) / 60 : Number(part)));
    return { base: Math.round(Math.max(0.1, minutes) * 60000), increment: Math.round(Math.max(0, increment) * 1000) };
  }
}

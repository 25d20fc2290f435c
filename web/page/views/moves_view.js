// The moves of a game: the main line in two columns, comments and variations below the move they belong to.

import { glyphs, judgementOf, readable, scoreIn, scoreText } from '../game/score.js';
import { create } from './dom.js';

/**
 * @typedef {import('../game/tree.js').MoveNode} MoveNode
 * @typedef {import('../game/tree.js').Game} Game
 */

export class MovesView {
  #list;
  #onSelect;
  /** @type {HTMLElement | null} */
  #here = null;
  /** @type {Map<MoveNode, HTMLElement>} */
  #buttons = new Map();

  /** @param {HTMLElement} list @param {(node: MoveNode) => void} onSelect */
  constructor(list, onSelect) {
    this.#list = list;
    // What stands around the list comes and goes, and leaves it more or less room.
    new ResizeObserver(() => this.#scroll()).observe(list);
    this.#onSelect = onSelect;
  }

  /** @param {Game} game @param {MoveNode} here @param {{ number: number, turn: 'white' | 'black' }} start */
  show(game, here, start) {
    this.#buttons.clear();
    /** @type {Node[]} */
    const rows = [];
    const firstPly = 2 * (start.number - 1) + (start.turn === 'black' ? 1 : 0);
    const opening = readable(game.root.comment);
    if (opening) rows.push(create('div', { class: 'wide' }, opening));
    let ply = firstPly;
    let isRowOpen = false;
    for (let node = game.root.children[0]; node; node = node.children[0], ++ply) {
      const isWhite = ply % 2 === 0;
      if (!isRowOpen) {
        rows.push(create('span', { class: 'number' }, `${Math.floor(ply / 2) + 1}.`));
        if (!isWhite) rows.push(create('span', {}));
      }
      rows.push(this.#button(node, ''));
      isRowOpen = isWhite;
      const below = this.#below(node, ply);
      if (below.length === 0) continue;
      if (isWhite) rows.push(create('span', {}));
      rows.push(...below);
      isRowOpen = false;
    }
    if (game.result !== '*') {
      rows.push(create('div', { class: 'wide result' }, game.result.replace('1/2-1/2', '½–½')));
    }
    this.#list.replaceChildren(...rows);
    this.#mark(here);
  }

  /** @param {MoveNode} here */
  #mark(here) {
    const button = this.#buttons.get(here);
    button?.classList.add('here');
    button?.setAttribute('aria-current', 'true');
    this.#here = button ?? null;
    this.#scroll();
  }

  #scroll() {
    const button = this.#here;
    if (!button) this.#list.scrollTop = 0;
    else if (this.#list.scrollHeight > this.#list.clientHeight) {
      // Not scrollIntoView, which would move the whole page as well.
      const [top, bottom] = [button.offsetTop, button.offsetTop + button.offsetHeight];
      if (top < this.#list.scrollTop) this.#list.scrollTop = top - 8;
      const last = this.#list.scrollTop + this.#list.clientHeight;
      if (bottom > last) this.#list.scrollTop += bottom - last + 8;
    }
  }

  /** @param {MoveNode} node @param {number} ply @returns {Node[]} comment and variations of a move of the main line */
  #below(node, ply) {
    const rows = [];
    const comment = readable(node.comment);
    if (comment) rows.push(create('div', { class: 'wide' }, comment));
    const siblings = /** @type {MoveNode} */ (node.parent).children;
    if (node === siblings[0]) {
      for (const other of siblings.slice(1)) {
        rows.push(create('div', { class: 'wide variation' }, ...this.#variation(other, ply)));
      }
    }
    return rows;
  }

  /** @param {MoveNode} first @param {number} ply @returns {(Node | string)[]} */
  #variation(first, ply) {
    /** @type {(Node | string)[]} */
    const parts = [];
    if (readable(first.before)) parts.push(`${readable(first.before)} `);
    let needsNumber = true;
    for (let node = first; node; node = node.children[0], ++ply) {
      const number = `${Math.floor(ply / 2) + 1}.${ply % 2 === 0 ? '' : '..'}`;
      parts.push(this.#button(node, ply % 2 === 0 || needsNumber ? number : ''), ' ');
      const comment = readable(node.comment);
      if (comment) parts.push(`${comment} `);
      needsNumber = comment !== '';
      const siblings = /** @type {MoveNode} */ (node.parent).children;
      if (node !== siblings[0]) continue;
      for (const other of siblings.slice(1)) {
        parts.push('(', ...this.#variation(other, ply), ') ');
        needsNumber = true;
      }
    }
    return parts;
  }

  /** @param {MoveNode} node @param {string} number before it */
  #button(node, number) {
    const score = scoreIn(node.comment);
    const judgement = judgementOf(node.nags);
    const button = create('button', { type: 'button', class: `move ${judgement ?? ''}`.trim() });
    const text = create('span', {}, `${number}${node.san}`);
    if (node.nags.length > 0) text.append(create('b', { class: 'glyph' }, glyphs(node.nags)));
    button.append(text);
    if (score) button.append(create('span', { class: 'score' }, scoreText(score)));
    button.addEventListener('click', () => this.#onSelect(node));
    this.#buttons.set(node, button);
    return button;
  }
}

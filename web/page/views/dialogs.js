// What all dialogs share, and the two small ones: which piece a pawn becomes, and whether one is sure.

import { byId, create, createSvg, setText } from './dom.js';

/** Every button with data-close closes its dialog, and so does a click beside it. */
export function prepareDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('click', (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target === dialog || target.closest('[data-close]')) dialog.close();
    });
  }
}

/** @type {{ letter: 'q' | 'r' | 'b' | 'n', name: string }[]} */
const kPromotions = [
  { letter: 'q', name: 'Queen' },
  { letter: 'r', name: 'Rook' },
  { letter: 'b', name: 'Bishop' },
  { letter: 'n', name: 'Knight' },
];

/** @param {'white' | 'black'} side @returns {Promise<'q' | 'r' | 'b' | 'n' | null>} null: none, the move is not made */
export function askPromotion(side) {
  const dialog = byId('promotion-dialog', HTMLDialogElement);
  return new Promise((resolve) => {
    /** @type {'q' | 'r' | 'b' | 'n' | null} */
    let chosen = null;
    const buttons = kPromotions.map(({ letter, name }) => {
      const button = create('button', { type: 'button', 'aria-label': name, title: name });
      button.append(
        createSvg(
          'svg',
          { viewBox: '0 0 40 40', 'aria-hidden': 'true' },
          createSvg('use', { href: `#${side === 'white' ? 'w' : 'b'}${letter}` }),
        ),
      );
      button.addEventListener('click', () => {
        chosen = letter;
        dialog.close();
      });
      return button;
    });
    dialog.replaceChildren(...buttons);
    dialog.addEventListener('close', () => resolve(chosen), { once: true });
    dialog.showModal();
  });
}

/** @param {string} question @returns {Promise<boolean>} */
export function askWhetherSure(question) {
  const dialog = byId('confirm-dialog', HTMLDialogElement);
  setText(byId('confirm-text', HTMLElement), question);
  return new Promise((resolve) => {
    let isSure = false;
    byId('confirm-yes', HTMLButtonElement).onclick = () => {
      isSure = true;
      dialog.close();
    };
    dialog.addEventListener('close', () => resolve(isSure), { once: true });
    dialog.showModal();
  });
}

// The dialog to share and save: the position as a link and as FEN, the game as PGN.

import { byId, setText } from './dom.js';

export class ShareDialog {
  #dialog = byId('share-dialog', HTMLDialogElement);

  /** @param {() => void} onSave */
  constructor(onSave) {
    byId('save-pgn', HTMLButtonElement).addEventListener('click', onSave);
    for (const button of this.#dialog.querySelectorAll('[data-copy]')) {
      button.addEventListener('click', () => copy(/** @type {HTMLButtonElement} */ (button)));
    }
  }

  /** @param {{ link: string, fen: string, pgn: string }} texts */
  open({ link, fen, pgn }) {
    byId('share-link', HTMLInputElement).value = link;
    byId('share-fen', HTMLInputElement).value = fen;
    byId('share-pgn', HTMLTextAreaElement).value = pgn;
    this.#dialog.showModal();
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const field = document.getElementById(button.dataset.copy ?? '');
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const label = button.textContent ?? '';
  try {
    await navigator.clipboard.writeText(field.value);
    setText(button, 'Copied');
  } catch {
    // Not allowed here: then by hand, with everything selected.
    field.select();
    setText(button, 'Press Ctrl+C');
  }
  button.disabled = true;
  setTimeout(() => {
    setText(button, label);
    button.disabled = false;
  }, 1500);
}

// The dialog with the settings. Every change counts at once.

import { byId, setText } from './dom.js';

/** @typedef {import('../app/settings.js').Settings} Settings */

export class SettingsDialog {
  #dialog = byId('settings-dialog', HTMLDialogElement);
  #threads = byId('threads', HTMLInputElement);
  #hash = byId('hash', HTMLInputElement);
  #arrow = byId('show-arrow', HTMLInputElement);

  /** @param {(change: Partial<Settings>) => void} onChange */
  constructor(onChange) {
    for (const theme of this.#themes()) {
      theme.addEventListener('change', () => onChange({ theme: /** @type {Settings['theme']} */ (theme.value) }));
    }
    // While a slider is moved its text follows; the engine hears of where it was left.
    this.#threads.addEventListener('input', () => this.#showTexts());
    this.#hash.addEventListener('input', () => this.#showTexts());
    this.#threads.addEventListener('change', () => onChange({ threads: Number(this.#threads.value) }));
    this.#hash.addEventListener('change', () => onChange({ hash: 2 ** Number(this.#hash.value) }));
    this.#arrow.addEventListener('change', () => onChange({ arrow: this.#arrow.checked }));
  }

  /** @param {Settings} settings @param {{ threads: number, mostThreads: number, mostHash: number }} engine */
  open(settings, { threads, mostThreads, mostHash }) {
    for (const theme of this.#themes()) theme.checked = theme.value === settings.theme;
    this.#threads.max = String(mostThreads);
    this.#threads.value = String(threads);
    this.#threads.disabled = mostThreads === 1;
    this.#hash.max = String(Math.floor(Math.log2(mostHash)));
    this.#hash.value = String(Math.round(Math.log2(settings.hash)));
    this.#arrow.checked = settings.arrow;
    this.#showTexts();
    this.#dialog.showModal();
  }

  #themes() {
    return /** @type {NodeListOf<HTMLInputElement>} */ (this.#dialog.querySelectorAll('input[name=theme]'));
  }

  #showTexts() {
    setText(
      byId('threads-text', HTMLElement),
      this.#threads.disabled ? '1: this page has no more' : this.#threads.value,
    );
    setText(byId('hash-text', HTMLElement), `${2 ** Number(this.#hash.value)} MiB`);
  }
}

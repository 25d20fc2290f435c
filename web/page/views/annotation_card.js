// The card that annotates whole games: how thoroughly, how far it has come, and the report.

import { kReportAddress } from '../app/annotation.js';
import { byId, setText } from './dom.js';

export class AnnotationCard {
  #about = byId('annotate-about', HTMLElement);
  #bar = byId('annotate-bar', HTMLProgressElement);
  #promise = this.#about.textContent ?? '';

  /** @param {{ onAnnotate: () => void, onCancel: () => void, onSaveReport: () => void }} actions */
  constructor({ onAnnotate, onCancel, onSaveReport }) {
    byId('annotate', HTMLButtonElement).addEventListener('click', onAnnotate);
    byId('annotate-cancel', HTMLButtonElement).addEventListener('click', onCancel);
    byId('report-save', HTMLButtonElement).addEventListener('click', onSaveReport);
    byId('report-open', HTMLAnchorElement).href = kReportAddress;
  }

  /** For each position. */
  get nodes() {
    return Number(byId('annotate-nodes', HTMLSelectElement).value);
  }

  /** @param {boolean} isRunning */
  showRunning(isRunning) {
    byId('annotate-ask', HTMLElement).hidden = isRunning;
    byId('annotate-progress', HTMLElement).hidden = !isRunning;
    this.#bar.value = 0;
    setText(this.#about, this.#promise);
  }

  /** @param {number} done @param {number} positions */
  showProgress(done, positions) {
    this.#bar.value = positions > 0 ? done / positions : 0;
    setText(this.#about, `${done} of ${positions} positions`);
  }

  /** @param {boolean} isThere */
  showReport(isThere) {
    byId('annotate-done', HTMLElement).hidden = !isThere;
    // Only the service worker can show it beside this page; elsewhere it can be saved.
    byId('report-open', HTMLElement).hidden = !navigator.serviceWorker?.controller;
  }
}

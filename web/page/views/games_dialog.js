// The dialog with all games: open, paste, search, choose, delete, save, annotate.

import { kKinds } from '../game/kinds.js';
import { tagOf } from '../game/tree.js';
import { byId, create, createSvg, setText } from './dom.js';

/**
 * @typedef {import('../app/storage.js').StoredGame} StoredGame
 * @typedef {object} GamesActions
 * @property {(files: File[]) => void} onFiles
 * @property {(text: string) => boolean} onPaste whether it could be taken
 * @property {(id: number) => void} onSelect
 * @property {(id: number) => void} onRemove
 * @property {() => void} onSaveAll
 * @property {() => void} onAnnotateAll
 */

// More rows than anybody reads; the search finds the others.
const kMostRows = 300;

/** @param {StoredGame} game @returns {{ title: string, about: string }} */
export function describeGame({ draft, play }) {
  const name = (/** @type {string} */ tag) => tagOf(draft, tag) || tag;
  const about = [
    tagOf(draft, 'Event'),
    tagOf(draft, 'Site'),
    tagOf(draft, 'Date').replace(/\.\?\?/g, ''),
    draft.kind === 'standard' ? '' : kKinds[draft.kind].name,
    `${Math.ceil(draft.line.moves.length / 2)} moves`,
  ];
  if (play && !play.ending) about.push('not over yet');
  return { title: `${name('White')} – ${name('Black')}`, about: about.filter((part) => part !== '').join(' · ') };
}

export class GamesDialog {
  #dialog = byId('games-dialog', HTMLDialogElement);
  #list = byId('games-list', HTMLElement);
  #filter = byId('games-filter', HTMLInputElement);
  #problem = byId('games-problem', HTMLElement);
  #actions;
  /** @type {StoredGame[]} */
  #games = [];
  #current = 0;

  /** @param {GamesActions} actions */
  constructor(actions) {
    this.#actions = actions;
    const file = byId('file', HTMLInputElement);
    file.addEventListener('change', () => {
      if (file.files) actions.onFiles([...file.files]);
      file.value = '';
    });
    const paste = byId('paste', HTMLTextAreaElement);
    byId('paste-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      if (actions.onPaste(paste.value)) paste.value = '';
    });
    byId('save-all', HTMLButtonElement).addEventListener('click', actions.onSaveAll);
    byId('annotate-all', HTMLButtonElement).addEventListener('click', actions.onAnnotateAll);
    this.#filter.addEventListener('input', () => this.#draw());
  }

  /** @param {StoredGame[]} games @param {number} current */
  open(games, current) {
    this.showProblems([]);
    this.#filter.value = '';
    this.show(games, current);
    this.#dialog.showModal();
  }

  get isOpen() {
    return this.#dialog.open;
  }

  close() {
    this.#dialog.close();
  }

  /** @param {StoredGame[]} games @param {number} current */
  show(games, current) {
    [this.#games, this.#current] = [games, current];
    this.#draw();
  }

  /** @param {string[]} sentences */
  showProblems(sentences) {
    this.#problem.hidden = sentences.length === 0;
    const shown = sentences.slice(0, 5);
    if (sentences.length > shown.length) shown.push(`And ${sentences.length - shown.length} more.`);
    this.#problem.replaceChildren(...shown.map((sentence) => create('span', {}, sentence)));
  }

  #draw() {
    const wanted = this.#filter.value.trim().toLowerCase();
    const rows = [];
    let found = 0;
    for (let index = this.#games.length - 1; index >= 0; --index) {
      const game = this.#games[index];
      const { title, about } = describeGame(game);
      if (wanted && !`${title} ${about}`.toLowerCase().includes(wanted)) continue;
      if (++found <= kMostRows) rows.push(this.#row(game, title, about));
    }
    this.#list.replaceChildren(...rows);
    const count = found === 1 ? '1 game' : `${found} games`;
    setText(
      byId('games-count', HTMLElement),
      found > kMostRows ? `${count}, of which the last ${kMostRows} are listed` : count,
    );
  }

  /** @param {StoredGame} game @param {string} title @param {string} about */
  #row(game, title, about) {
    const select = create(
      'button',
      { type: 'button', class: 'select' },
      create('b', {}, title),
      create('span', { class: 'result' }, game.draft.result.replace('1/2-1/2', '½–½')),
      create('span', { class: 'soft' }, about),
    );
    if (game.id === this.#current) select.setAttribute('aria-current', 'true');
    select.addEventListener('click', () => this.#actions.onSelect(game.id));
    const remove = create(
      'button',
      { type: 'button', class: 'plain', 'aria-label': `Delete ${title}`, title: 'Delete' },
      createSvg('svg', { 'aria-hidden': 'true' }, createSvg('use', { href: '#icon-close' })),
    );
    remove.addEventListener('click', () => this.#actions.onRemove(game.id));
    return create('li', {}, select, remove);
  }
}

// All games of this browser, of which one is on the board. What changes is stored soon after.

/**
 * @typedef {import('./storage.js').Storage} Storage
 * @typedef {import('./storage.js').StoredGame} StoredGame
 * @typedef {import('./session.js').SavedSession} SavedSession
 */

const kDelay = 250;

export class Library {
  #storage;
  /** @type {StoredGame[]} the oldest first */
  games = [];
  /** The one on the board. */
  current = 0;
  /** @type {Set<number>} */
  #changed = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Storage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  async load() {
    this.games = await this.#storage.games();
    this.current = (await this.#storage.setting('current')) ?? this.games.at(-1)?.id ?? 0;
  }

  get currentGame() {
    return this.games.find((game) => game.id === this.current) ?? null;
  }

  /** @param {SavedSession} saved of the game on the board */
  update(saved) {
    const game = this.currentGame;
    if (!game) return;
    Object.assign(game, saved);
    this.#store(game.id);
  }

  /** @param {number} id @param {import('../rules/rules.js').PgnDraft} draft the same game, with more in it */
  replace(id, draft) {
    const game = this.games.find((candidate) => candidate.id === id);
    if (!game) return;
    game.draft = draft;
    this.#store(id);
  }

  /** @param {SavedSession[]} games the first of them goes on the board */
  add(games) {
    const first = (this.games.at(-1)?.id ?? 0) + 1;
    games.forEach((game, index) => this.games.push({ id: first + index, ...game }));
    for (let id = first; id < first + games.length; ++id) this.#changed.add(id);
    this.flush();
    this.select(first);
  }

  /** @param {number} id */
  select(id) {
    const left = this.currentGame;
    this.current = id;
    this.#storage.putSetting('current', id);
    // A game without moves is not worth a place in the list once one goes elsewhere.
    if (left && left.id !== id && left.draft.line.moves.length === 0 && !left.draft.line.comment)
      this.remove([left.id]);
  }

  /** @param {number[]} ids */
  remove(ids) {
    this.games = this.games.filter((game) => !ids.includes(game.id));
    for (const id of ids) this.#changed.delete(id);
    this.#storage.removeGames(ids);
  }

  /** @param {number} id */
  #store(id) {
    this.#changed.add(id);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), kDelay);
  }

  /** Stores now what has changed: the page may be about to go. */
  flush() {
    const changed = this.games.filter((game) => this.#changed.has(game.id));
    this.#changed.clear();
    if (changed.length > 0) this.#storage.putGames(changed);
  }
}

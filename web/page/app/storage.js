// What survives a reload: the games and the settings, in this browser's own database.
//
// A browser may refuse it (private windows, full disks). Then everything works but is forgotten, which is said once.

/**
 * @typedef {object} StoredGame
 * @property {number} id
 * @property {import('../rules/rules.js').PgnDraft} draft
 * @property {number[]} place where in the game one looks
 * @property {import('./play.js').Play | null} play null where nobody plays against Rocada
 */

const kDatabase = 'rocada';
const kVersion = 1;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Storage {
  /** @type {IDBDatabase | null} */
  #database = null;
  /** @type {(sentence: string) => void} */
  #complain;
  #hasComplained = false;

  /** @param {(sentence: string) => void} complain */
  constructor(complain) {
    this.#complain = complain;
  }

  async open() {
    try {
      const request = indexedDB.open(kDatabase, kVersion);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('games', { keyPath: 'id' });
        request.result.createObjectStore('settings');
      };
      this.#database = await answered(request);
      // Another tab may bring a newer version one day: do not stand in its way.
      this.#database.onversionchange = () => this.#database?.close();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @returns {Promise<StoredGame[]>} the oldest first */
  async games() {
    return (await this.#ask('games', 'readonly', (store) => store.getAll())) ?? [];
  }

  /** @param {StoredGame[]} games */
  async putGames(games) {
    await this.#ask('games', 'readwrite', (store) => {
      for (const game of games) store.put(game);
      return store.count();
    });
  }

  /** @param {number[]} ids */
  async removeGames(ids) {
    await this.#ask('games', 'readwrite', (store) => {
      for (const id of ids) store.delete(id);
      return store.count();
    });
  }

  /** @param {string} name @returns {Promise<any>} undefined where nothing is stored */
  async setting(name) {
    return this.#ask('settings', 'readonly', (store) => store.get(name));
  }

  /** @param {string} name @param {unknown} value */
  async putSetting(name, value) {
    await this.#ask('settings', 'readwrite', (store) => store.put(value, name));
  }

  /**
   * @template T
   * @param {string} store @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} question
   * @returns {Promise<T | undefined>}
   */
  async #ask(store, mode, question) {
    if (!this.#database) return undefined;
    try {
      const transaction = this.#database.transaction(store, mode);
      const request = question(transaction.objectStore(store));
      // At once, so that it is written even if the page goes away now.
      if (mode === 'readwrite') transaction.commit();
      return await answered(request);
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.#hasComplained) return;
    this.#hasComplained = true;
    const why = error instanceof Error ? error.message : String(error);
    this.#complain(`This browser does not keep the games for the next visit: ${why.replace(/\.$/, '')}.`);
  }
}

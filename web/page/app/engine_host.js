// Keeps an engine: loads it, says how it stands, and starts another one where it ends by itself.

import { Engine } from '../engine/engine.js';
import { EngineTalk } from './engine_talk.js';
import { megabytes } from './files.js';
import { sentence } from './status.js';

const kMostRestarts = 3;

export class EngineHost {
  talk = new EngineTalk();
  /** @type {Engine | null} */
  engine = null;
  #say;
  #complain;
  #restarts = 0;

  /** @param {(text: string) => void} say how it stands @param {(sentence: string) => void} complain */
  constructor(say, complain) {
    this.#say = say;
    this.#complain = complain;
  }

  get mostThreads() {
    return this.engine?.mostThreads ?? 1;
  }

  get mostHash() {
    return this.engine?.mostHash ?? 256;
  }

  /** @returns {Promise<boolean>} whether there is an engine; why not has been said */
  async start() {
    try {
      const engine = await Engine.start({
        onLoading: (loaded, total) => this.#say(loadingText(loaded, total)),
        onLine: (line) => this.talk.hear(line),
        onFailure: (message) => this.#onFailure(message),
      });
      this.engine = engine;
      this.talk.connect(engine);
      this.#say(
        engine.threaded
          ? `The engine is ready, with up to ${engine.mostThreads} threads.`
          : 'The engine is ready, with one thread.',
      );
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#say('The engine could not be loaded.');
      this.#complain(`Rocada cannot think in this browser: ${sentence(why)} The board works without it.`);
      return false;
    }
  }

  /** @param {string} message */
  async #onFailure(message) {
    this.engine = null;
    this.talk.disconnect();
    if (++this.#restarts > kMostRestarts) {
      this.#say('The engine has ended.');
      this.#complain(`The engine has ended: ${sentence(message)} Load the page again to go on.`);
      return;
    }
    await this.start();
  }
}

/** @param {number} loaded @param {number} total bytes; 0 where the server does not say */
function loadingText(loaded, total) {
  if (total === 0) return `Loading the engine: ${megabytes(loaded)} MB…`;
  return `Loading the engine: ${megabytes(loaded)} of ${megabytes(total)} MB…`;
}

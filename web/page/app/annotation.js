// The annotation of games by the engine: mistakes, better lines, accuracy, and a report of it all.

/**
 * @typedef {import('../engine/engine.js').Engine} Engine
 * @typedef {import('../engine/engine.js').Annotation} Running
 * @typedef {import('../rules/rules.js').Rules} Rules
 * @typedef {import('../rules/rules.js').PgnDraft} PgnDraft
 * @typedef {import('../rules/rules.js').PgnGame} PgnGame
 */

const kReports = 'rocada-reports';
export const kReportAddress = 'report.html';

export class Annotator {
  #rules;
  /** @type {Running | null} */
  #running = null;
  #isCancelled = false;
  /** The last report. @type {string | null} */
  report = null;

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
  }

  get isRunning() {
    return this.#running !== null;
  }

  /**
   * @param {Engine} engine @param {PgnDraft[]} games
   * @param {{ nodes: number, name: string, onProgress: (done: number, positions: number) => void }} settings
   * @returns {Promise<{ games: PgnGame[], problems: string[] } | { error: string } | null>} null: cancelled
   */
  async annotate(engine, games, { nodes, name, onProgress }) {
    const pgn = this.#rules.writePgn(games);
    if (typeof pgn !== 'string') return pgn;
    this.#isCancelled = false;
    try {
      this.#running = engine.annotate(pgn, { name, nodes, onProgress: (at) => onProgress(at.done, at.positions) });
      const annotated = await this.#running.result;
      if (!annotated || this.#isCancelled) return null;
      const read = this.#rules.readPgn(annotated.pgn);
      if ('error' in read) return read;
      this.report = annotated.html;
      await this.#publish(annotated.html);
      return { games: read.games, problems: [...annotated.problems, ...read.problems] };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#running = null;
    }
  }

  cancel() {
    this.#isCancelled = true;
    this.#running?.cancel();
  }

  /** Lays the report where the service worker finds it. @param {string} html */
  async #publish(html) {
    if (!navigator.serviceWorker?.controller) return;
    const cache = await caches.open(kReports);
    await cache.put(kReportAddress, new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }));
  }
}

// The engine for whoever imports it: starts the worker (worker/rocada.js) and turns its messages into calls.
// engine.d.ts describes it.

const inNode = typeof process === 'object' && typeof process.versions?.node === 'string';

/** A worker, in a browser or in Node, as { post, onMessage, onError, end }. */
async function startWorker(address) {
  if (!inNode) {
    const worker = new Worker(address);
    return {
      post: (message) => worker.postMessage(message),
      onMessage: (hear) => (worker.onmessage = (event) => hear(event.data)),
      onError: (hear) => (worker.onerror = (event) => hear(event.message || 'its file cannot be loaded')),
      end: () => worker.terminate(),
    };
  }
  const { Worker: NodeWorker } = await import('node:worker_threads');
  const worker = new NodeWorker(address);
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (hear) => worker.on('message', hear),
    onError: (hear) => worker.on('error', (error) => hear(error.message)),
    end: () => worker.terminate(),
  };
}

export class Engine {
  threaded = false;
  mostThreads = 1;
  mostHash = 0;
  #worker;
  #settings;
  #annotation = null;

  static async start(settings = {}) {
    const engine = new Engine();
    engine.#settings = settings;
    const address = new URL('worker/rocada.js', settings.folder ?? import.meta.url);
    engine.#worker = await startWorker(address);
    await new Promise((resolve, reject) => {
      const fail = (message) => {
        engine.quit();
        reject(new Error(message));
        settings.onFailure?.(message);
        engine.#annotation?.reject(new Error(message));
        engine.#annotation = null;
      };
      engine.#worker.onError((reason) => fail(`The engine cannot be run: ${reason}.`));
      engine.#worker.onMessage((message) => {
        if (message.type === 'ready') resolve(Object.assign(engine, { ...message, type: undefined }));
        else if (message.type === 'failed') fail(message.message);
        else engine.#hear(message);
      });
      engine.#worker.post({ type: 'start', threads: settings.threads });
    });
    return engine;
  }

  send(line) {
    this.#worker.post(line);
  }

  annotate(pgn, { onProgress, ...settings } = {}) {
    const result = new Promise((resolve, reject) => {
      if (this.#annotation) throw new Error('Games are being annotated already.');
      this.#annotation = { resolve, reject, onProgress };
      this.#worker.post({ type: 'annotate', pgn, settings });
    });
    return { result, cancel: () => this.#worker.post({ type: 'cancel' }) };
  }

  quit() {
    this.#worker.end();
  }

  #hear(message) {
    if (typeof message === 'string') return this.#settings.onLine?.(message);
    const { type, ...rest } = message;
    if (type === 'loading') return this.#settings.onLoading?.(rest.loaded, rest.total);
    if (type === 'progress') return this.#annotation?.onProgress?.(rest);
    const annotation = this.#annotation;
    this.#annotation = null;
    if (type === 'annotated') annotation?.resolve(rest);
    else if (type === 'cancelled') annotation?.resolve(null);
    else annotation?.reject(new Error(message.message));
  }
}

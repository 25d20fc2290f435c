// What a worker gets from where it runs, a browser or Node: messages, other workers, files beside it.
'use strict';

var rocadaHost = (() => {
  /** The bytes of an answer as they come. */
  async function bytesOf(response, onLoading) {
    const total = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length')) || 0;
    const pieces = [];
    let loaded = 0;
    const reader = response.body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
      loaded += piece.value.length;
      onLoading(loaded, total);
    }
    const bytes = new Uint8Array(loaded);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  if (typeof importScripts === 'function') {
    const folder = new URL('.', self.location.href).href;
    return {
      hasThreads: self.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function',
      processors: navigator.hardwareConcurrency || 1,
      addressOf: (name) => folder + name,
      onMessage: (handle) => {
        self.onmessage = (event) => handle(event.data);
      },
      post: (message) => self.postMessage(message),
      close: () => self.close(),
      /** A worker of ours, as { post, end }. */
      start: (name, onMessage, onError) => {
        const worker = new Worker(folder + name);
        worker.onmessage = (event) => onMessage(event.data);
        worker.onerror = (event) => onError(event.message || 'the file ' + name + ' cannot be loaded');
        return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
      },
      load: async (name, onLoading) => {
        const response = await fetch(folder + name);
        if (!response.ok) throw new Error(name + ' cannot be loaded (' + response.status + ')');
        return bytesOf(response, onLoading);
      },
      /** Blocks; null where it cannot be had. */
      loadNow: (name) => {
        const request = new XMLHttpRequest();
        request.open('GET', folder + name, false);
        request.responseType = 'arraybuffer';
        try {
          request.send();
        } catch {
          return null;
        }
        return request.status === 200 ? new Uint8Array(request.response) : null;
      },
      run: (name) => importScripts(folder + name),
      moduleMaker: () => self.createModule,
    };
  }

  const workerThreads = require('worker_threads');
  const { readFileSync, promises } = require('fs');
  const { join } = require('path');
  const addressOf = (name) => join(__dirname, name);
  let loaded = null;
  return {
    hasThreads: true,
    processors: require('os').cpus().length,
    addressOf,
    onMessage: (handle) => workerThreads.parentPort.on('message', handle),
    post: (message) => workerThreads.parentPort.postMessage(message),
    close: () => process.exit(),
    start: (name, onMessage, onError) => {
      const worker = new workerThreads.Worker(addressOf(name));
      worker.on('message', onMessage);
      worker.on('error', (error) => onError(error?.message ?? 'it ran into an error'));
      return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
    },
    load: async (name, onLoading) => {
      const bytes = new Uint8Array(await promises.readFile(addressOf(name)));
      onLoading(bytes.length, bytes.length);
      return bytes;
    },
    loadNow: (name) => {
      try {
        return new Uint8Array(readFileSync(addressOf(name)));
      } catch {
        return null;
      }
    },
    run: (name) => {
      loaded = require(addressOf(name));
    },
    moduleMaker: () => loaded,
  };
})();

if (typeof module === 'object') module.exports = rocadaHost;

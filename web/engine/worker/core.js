// The worker in which the WebAssembly runs; rocada.js starts it, gives it what it needs and talks to it.
//
// Text is a line of UCI, both ways. With one thread it is busy until it says { type: 'done' }.
'use strict';

if (typeof importScripts === 'function') importScripts(new URL('host.js', self.location.href).href);
const host = typeof rocadaHost === 'object' ? rocadaHost : require('./host.js');

// No command is longer; the rest of such a line is dropped.
const LONGEST_LINE = 2 ** 20;
const GAMES_FOLDER = '/games';
const OUTPUTS = { pgn: '/annotated.pgn', html: '/report.html' };

let engine = null;
let threaded = false;
let network = null; // that of normal chess, until the engine has read it
let input = '';
let problems = [];

function readAndRemove(path) {
  const text = engine.FS.readFile(path, { encoding: 'utf8' });
  engine.FS.unlink(path);
  return text;
}

// What the engine calls: see main.cpp and networks_beside.cpp.
const calledByEngine = {
  said: (line) => host.post(line),
  failed: (message) => host.post({ type: 'failed', message }),
  progress: (games, positions, done) => host.post({ type: 'progress', games, positions, done }),
  problem: (text) => problems.push(text),
  annotated: (complete, error) => {
    engine.FS.unlink(input);
    if (error) host.post({ type: 'refused', message: error });
    else if (!complete) host.post({ type: 'cancelled' });
    else host.post({ type: 'annotated', pgn: readAndRemove(OUTPUTS.pgn), html: readAndRemove(OUTPUTS.html), problems });
  },
  loadNetwork: (name) => {
    const bytes = network && name === 'rocada.nnue' ? network : host.loadNow(name);
    network = null;
    if (!bytes) return 0;
    const memory = engine._malloc(4 + bytes.length);
    if (memory === 0) return 0;
    engine.HEAPU32[memory >> 2] = bytes.length;
    engine.HEAPU8.set(bytes, memory + 4);
    return memory;
  },
};

async function load(message) {
  threaded = message.threaded;
  network = message.network;
  const name = threaded ? 'rocada-threads' : 'rocada-single';
  host.run(name + '.js');
  engine = Object.assign({}, calledByEngine, {
    locateFile: host.addressOf,
    mainScriptUrlOrBlob: host.addressOf(name + '.js'),
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(message.program, imports).then(
        (instance) => done(instance, message.program),
        (error) => host.post({ type: 'failed', message: 'The engine cannot be started: ' + error.message }),
      );
      return {};
    },
    onAbort: (what) => host.post({ type: 'failed', message: 'The engine has failed: ' + what }),
    printErr: (text) => console.error(text),
  });
  // With threads, main() is on one whose script is fetched by now and may not be had.
  const started = new Promise((done) => (engine.started = done));
  await host.moduleMaker()(engine);
  await started;
  host.post({ type: 'loaded' });
}

/** Calls a function of the engine; text goes there as UTF-8, numbers as they are. */
function call(name, ...values) {
  const texts = [];
  const passed = values.map((value) => {
    if (typeof value === 'number') return value;
    const bytes = new TextEncoder().encode(value);
    const memory = engine._malloc(bytes.length + 1);
    texts.push(memory);
    engine.HEAPU8.set(bytes, memory);
    engine.HEAPU8[memory + bytes.length] = 0;
    return memory;
  });
  engine['_' + name](...passed);
  texts.forEach((memory) => engine._free(memory));
}

function annotate({ pgn, settings, threads }) {
  problems = [];
  if (!engine.FS.analyzePath(GAMES_FOLDER).exists) engine.FS.mkdir(GAMES_FOLDER);
  input = GAMES_FOLDER + '/' + settings.name;
  engine.FS.writeFile(input, pgn);
  const { nodes, depth, moveTime, lines, hash } = settings;
  call('rocada_annotate', GAMES_FOLDER, settings.name, nodes, depth, moveTime, lines, threads, hash);
}

function handle(message) {
  if (typeof message === 'string') call('rocada_line', message.slice(0, LONGEST_LINE));
  else if (message.type === 'annotate') annotate(message);
  else if (message.type === 'cancel') engine._rocada_cancel();
  if (!threaded) host.post({ type: 'done' });
}

host.onMessage((message) => {
  if (message.type !== 'load') return handle(message);
  load(message).catch((error) =>
    host.post({ type: 'failed', message: 'The engine cannot be started: ' + error.message }),
  );
});

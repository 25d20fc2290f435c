// Rocada as a worker: text is a line of UCI, both ways; engine.d.ts describes the other messages.
//
// The engine itself runs in a worker behind this one (core.js), which makes two things possible: where threads cannot
// be had, a search that must stop is ended with its worker, and another one takes its place; and whatever goes wrong
// there can be told here.
'use strict';

if (typeof importScripts === 'function') importScripts(new URL('host.js', self.location.href).href);
const host = typeof rocadaHost === 'object' ? rocadaHost : require('./host.js');

const MOST_THREADS = 8;
const MOST_HASH = 64; // leaves room for all threads, both networks and games to annotate
// For each thread that annotates.
const ANNOTATE_THREADS = 4;
const ANNOTATE_HASH = 8;
const LONGEST_PGN = 8 * 1024 * 1024;
const DEEPEST = 246;

// (module (func (result v128) (v128.const ...))): what a browser without SIMD refuses.
const NEEDS_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

let threaded = false;
let program = null; // compiled WebAssembly
let network = null; // bytes
let core = null;

const waiting = []; // messages for which it is too early
let state = 'new'; // 'starting', 'ready', 'ended'
let annotating = false;

function fail(message) {
  if (state === 'ended') return;
  state = 'ended';
  core?.end();
  host.post({ type: 'failed', message });
}

// ---------------------------------------------------------------------------------------------------------------------
// Starting

/** The promise of a core that is ready. What it says goes to `hear` from then on. */
function startCore() {
  return new Promise((resolve, reject) => {
    let ready = false;
    const started = host.start(
      'core.js',
      (message) => {
        if (started !== core && ready) return; // one that has been replaced
        if (message.type === 'loaded') {
          ready = true;
          core = started;
          resolve();
        } else if (ready) {
          hear(message);
        } else if (message.type === 'failed') {
          started.end();
          reject(new Error(message.message));
        }
      },
      (reason) => {
        if (ready && started === core) fail('The engine has failed: ' + reason + '.');
        else reject(new Error('The engine cannot be started: ' + reason + '.'));
      },
    );
    started.post({ type: 'load', threaded, program, network });
  });
}

async function startAs(withThreads) {
  threaded = withThreads;
  const bytes = await host.load(threaded ? 'rocada-threads.wasm' : 'rocada-single.wasm', () => {});
  program = await WebAssembly.compile(bytes);
  await startCore();
}

async function start(wantsThreads) {
  state = 'starting';
  if (typeof WebAssembly !== 'object' || !WebAssembly.validate(NEEDS_SIMD)) {
    return fail('This browser is too old for Rocada: it lacks WebAssembly with SIMD.');
  }
  try {
    network = await host.load('rocada.nnue', (loaded, total) => host.post({ type: 'loading', loaded, total }));
    if (wantsThreads && host.hasThreads) {
      // A phone may have threads and yet not the memory to share among them.
      await startAs(true).catch(() => startAs(false));
    } else {
      await startAs(false);
    }
  } catch (error) {
    return fail(error.message);
  }
  if (threaded) program = network = null; // needed no more
  state = 'ready';
  const mostThreads = threaded ? Math.min(host.processors, MOST_THREADS) : 1;
  host.post({ type: 'ready', threaded, mostThreads, mostHash: MOST_HASH });
  for (const message of waiting.splice(0)) handle(message);
}

// ---------------------------------------------------------------------------------------------------------------------
// One thread: one thing at a time

const jobs = []; // lines and annotations, in order
let job = null; // what the core does now
const settings = new Map(); // the setoption lines that count, by name
let position = null;
let retold = 0; // lines that a new core has yet to be told of what the old one knew; what it says to them is not news

function begin(message) {
  const line = typeof message === 'string' ? message.trim() : '';
  const searches = /^go\b(?!\s+perft)/.test(line);
  // A search without an end of its own: its best move is held back until somebody asks.
  const endless = searches && (/\b(infinite|ponder)\b/.test(line) || !/\d/.test(line));
  job = { message, line, searches, endless, running: true, stopping: false, bestMove: '', held: '' };
  if (/^setoption\b/.test(line)) settings.set(line.replace(/\s+value\b.*/, '').toLowerCase(), line);
  if (/^position\b/.test(line)) position = line;
  if (!endless) return core.post(message);
  const moves = /\bsearchmoves\b.*/.exec(line);
  core.post(`go depth ${DEEPEST} ${moves ? moves[0].replace(/\b(infinite|ponder)\b/g, '') : ''}`);
}

function goOn() {
  if (retold > 0) return;
  if (!job && jobs.length > 0) begin(jobs.shift());
  if (job?.searches) lookAhead();
}

/** Of what waits behind a search, that which need not wait. */
function lookAhead() {
  for (let i = 0; i < jobs.length && job?.searches && !job.stopping;) {
    const line = typeof jobs[i] === 'string' ? jobs[i].trim() : '';
    if (/^(go|ucinewgame)\b/.test(line)) return stop();
    if (!['stop', 'isready', 'ponderhit'].includes(line)) {
      ++i;
      continue;
    }
    jobs.splice(i, 1);
    if (line === 'stop') stop();
    else if (line === 'isready') host.post('readyok');
    else ponderHit();
  }
}

/** What the core says while it does the job. */
function hearOfJob(message) {
  if (message.type === 'done') {
    job.running = false;
    if (!job.held) job = null;
    return goOn();
  }
  if (job.searches && typeof message === 'string') {
    const found = /^info\b.* pv (\S+)(?: (\S+))?/.exec(message);
    if (found && !/ multipv ([2-9]|\d\d)/.test(message)) {
      job.bestMove = `bestmove ${found[1]}${found[2] ? ` ponder ${found[2]}` : ''}`;
    }
    if (message.startsWith('bestmove')) {
      job.held = message;
      return !job.endless || job.stopping ? endSearch() : undefined;
    }
  }
  if (message.type === 'annotated' || message.type === 'refused') annotating = false;
  host.post(message);
  if (job.stopping && job.bestMove) endSearch();
}

/** Ends what the core does: by ending the core, and making another one that knows as much. */
async function replaceCore() {
  core.end();
  core = job = null;
  const lines = ['uci', ...settings.values(), ...(position ? [position] : [])];
  retold = lines.length;
  try {
    await startCore();
  } catch (error) {
    return fail(error.message);
  }
  lines.forEach((line) => core.post(line));
}

/** Tells the best move, the one of a search that is over or the best so far. */
function endSearch() {
  host.post(job.held || job.bestMove);
  if (!job.held) return replaceCore();
  job.searches = false;
  job.held = '';
  if (!job.running) job = null;
  goOn();
}

function stop() {
  if (job.held || job.bestMove) endSearch();
  else job.stopping = true; // its first line is on its way
}

/** The search begins anew, now with its limits. */
function ponderHit() {
  if (!/\bponder\b/.test(job.line)) return;
  if (job.held) return endSearch();
  jobs.unshift(job.line.replace(/\bponder\b/, ''));
  replaceCore();
}

function cancel() {
  if (!annotating) return;
  annotating = false;
  host.post({ type: 'cancelled' });
  if (job?.message.type === 'annotate') return replaceCore();
  const at = jobs.findIndex((waitingJob) => waitingJob.type === 'annotate');
  jobs.splice(at, 1);
}

function handleAlone(message) {
  if (message.type === 'cancel') return cancel();
  const isLong = job && !job.searches && /^(go|bench|perft)\b/.test(job.line);
  if (message === 'stop' && isLong) return replaceCore();
  jobs.push(message);
  goOn();
}

// ---------------------------------------------------------------------------------------------------------------------
// Messages

function hear(message) {
  if (message.type === 'failed') return fail(message.message);
  if (retold > 0) {
    if (message.type === 'done' && --retold === 0) goOn();
    return;
  }
  if (!threaded) return job && hearOfJob(message);
  if (['annotated', 'refused', 'cancelled'].includes(message.type)) annotating = false;
  host.post(message);
}

/** The message for the core, or the reason it is refused. */
function annotation({ pgn, settings: wanted = {} }) {
  if (annotating) return 'Games are being annotated already.';
  if (typeof pgn !== 'string') return 'There are no games to annotate.';
  if (pgn.length > LONGEST_PGN) {
    const megabytes = (length) => `${Math.ceil(length / 2 ** 20)} MB`;
    return `The games are too long: ${megabytes(pgn.length)}, and ${megabytes(LONGEST_PGN)} is the most.`;
  }
  const { depth = 0, moveTime = 0 } = wanted;
  const name = String(wanted.name || 'games.pgn').replace(/[/\0-\x1f]/g, ' ');
  return {
    type: 'annotate',
    pgn,
    settings: {
      name: /^\.*$/.test(name) ? 'games.pgn' : name,
      nodes: wanted.nodes || (depth || moveTime ? 0 : 100000),
      depth,
      moveTime,
      lines: wanted.lines || 1,
      hash: ANNOTATE_HASH,
    },
    threads: threaded ? Math.min(host.processors, ANNOTATE_THREADS) : 1,
  };
}

function handle(message) {
  if (message === 'quit') {
    state = 'ended';
    core?.end();
    return host.close();
  }
  if (message.type === 'annotate') {
    message = annotation(message);
    if (typeof message === 'string') return host.post({ type: 'refused', message });
    annotating = true;
  }
  if (threaded) core.post(message);
  else handleAlone(message);
}

host.onMessage((message) => {
  if (state === 'ended') return;
  if (state === 'new') start(message.threads !== false);
  if (message.type === 'start') return;
  if (state === 'ready') handle(message);
  else waiting.push(message);
});

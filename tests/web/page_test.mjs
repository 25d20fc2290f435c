// Drives the page in a real Chromium without a screen, as people would: by clicks, touch and keys.
//   node tests/web/page_test.mjs build-web
// Exit status: 0 passed, 1 failed, 77 skipped, with a line that says why.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serve } from './static_server.mjs';

const folder = resolve(process.argv[2] ?? 'build-web');
const chromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));

function skip(why) {
  console.log(`SKIPPED: ${why}.`);
  process.exit(77);
}

function loadPuppeteer() {
  try {
    return createRequire(new URL('../../web/package.json', import.meta.url))('puppeteer-core');
  } catch {
    return skip('puppeteer-core is not installed (npm ci --prefix web)');
  }
}

if (!existsSync(join(folder, 'file_list.js'))) skip(`there is no page in ${folder} (make web)`);
if (!chromium) skip('Chromium is not installed');
const puppeteer = loadPuppeteer();
const { Engine } = await import(pathToFileURL(join(folder, 'engine/engine.js')).href);
const { loadRules } = await import(pathToFileURL(join(folder, 'rules/rules.js')).href);

// With these headers a page has threads at once; without them the service worker sees to it, with another load.
const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const files = mkdtempSync(join(tmpdir(), 'rocada-page-'));
/** What no page may ever have: errors in the console, requests to elsewhere. */
const complaints = [];
let server, browser;

function launch(...flags) {
  const sandbox = process.getuid() === 0 ? ['--no-sandbox'] : [];
  return puppeteer.launch({
    executablePath: chromium,
    args: ['--disable-gpu', '--disable-features=BackForwardCache', ...sandbox, ...flags],
  });
}

before(async () => {
  server = await serve(folder, isolated);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(files, { recursive: true });
  assert.deepEqual(complaints, []);
});

/** For anything to happen, on a machine that has other things to do. */
const patience = 30000;

/** A page of a visitor who has never been here, with what one does there. */
async function visit({ from = browser, at = server.address, path = '', prepare = async () => {} } = {}) {
  const context = await from.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1200, height: 900, hasTouch: true });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const isHere = request.url().startsWith(at) || /^(blob|data):/.test(request.url());
    if (!isHere) complaints.push(`request to ${request.url()}`);
  });
  await prepare(page);
  await page.goto(at + path);
  return new Visit(page, context);
}

class Visit {
  constructor(page, context) {
    this.page = page;
    this.context = context;
  }

  close() {
    return this.context.close();
  }

  text(id) {
    return this.page.$eval(`#${id}`, (element) => element.textContent.trim());
  }

  async until(id, pattern) {
    try {
      await this.page.waitForFunction(
        (name, source) => new RegExp(source).test(document.getElementById(name)?.textContent ?? ''),
        { timeout: patience, polling: 'mutation' },
        id,
        pattern.source,
      );
    } catch {
      assert.fail(`#${id} never said ${pattern}, but: ${await this.text(id)}`);
    }
  }

  engine() {
    return this.until('engine-state', /ready/);
  }

  /** Not Page.reload, which gets lost when a page changes its process. */
  async reload() {
    await Promise.all([this.page.waitForNavigation(), this.page.evaluate(() => location.reload())]);
  }

  press(id) {
    return this.page.$eval(`#${id}`, (element) => element.click());
  }

  async middleOf(square) {
    const box = await (await this.page.$(`#board rect[data-square=${square}]`)).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  async click(...squares) {
    for (const square of squares) await this.page.mouse.click(...(await this.middleOf(square)));
  }

  async drag(from, to) {
    const [x, y] = await this.middleOf(from);
    const [toX, toY] = await this.middleOf(to);
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + 9, y + 9);
    await this.page.mouse.move(toX, toY, { steps: 3 });
    await this.page.mouse.up();
  }

  async newGame(choices) {
    await this.press('open-new');
    for (const [id, value] of Object.entries(choices)) {
      if (id === 'side') await this.page.$eval(`input[name=side][value=${value}]`, (element) => element.click());
      else await this.set(`new-${id}`, value);
    }
    await this.page.$eval('#new-form [type=submit]', (element) => element.click());
  }

  set(id, value) {
    return this.page.$eval(
      `#${id}`,
      (element, wanted) => {
        element.value = wanted;
        for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
      },
      String(value),
    );
  }

  async type(...moves) {
    for (const move of moves) {
      await this.page.$eval(
        '#type-move',
        (form, text) => {
          form.querySelector('input').value = text;
          form.requestSubmit();
        },
        move,
      );
    }
  }

  async paste(text) {
    if (!(await this.page.$eval('#games-dialog', (dialog) => dialog.open))) await this.press('open-games');
    await this.set('paste', text);
    await this.page.$eval('#paste-form button', (element) => element.click());
  }

  async open(name, content) {
    const path = join(files, name);
    writeFileSync(path, content);
    if (!(await this.page.$eval('#games-dialog', (dialog) => dialog.open))) await this.press('open-games');
    await (await this.page.$('#file')).uploadFile(path);
  }

  /** The moves of the main line. */
  moves() {
    return this.page.$$eval('#moves > .move > span:first-child', (moves) => moves.map((move) => move.textContent));
  }

  /** The same, when there are so many. */
  async played(count) {
    const isThere = (wanted) => document.querySelectorAll('#moves > .move').length >= wanted;
    try {
      await this.page.waitForFunction(isThere, { timeout: patience, polling: 'mutation' }, count);
    } catch {
      assert.fail(`there were never ${count} moves, but: ${await this.text('moves')}; ${await this.text('status')}`);
    }
    return this.moves();
  }

  async pgn() {
    await this.press('open-share');
    const pgn = await this.page.$eval('#share-pgn', (element) => element.value);
    await this.page.$eval('#share-dialog [data-close]', (element) => element.click());
    return pgn;
  }
}

const games = `[Event "<img src=x onerror=alert(1)>"]
[White "<script>alert(1)</script>"]
[Black "Réti & Co"]
[Result "1-0"]

1. e4 {best by test} e5 (1... c5 2. Nf3 $1) 2. Bc4 Nc6 3. Qh5 Nf6 $4 4. Qxf7# 1-0

[Event "Second"]
[White "A"]
[Black "B"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
`;

test('a whole game against level 800 by clicks, with several threads', async () => {
  const visitor = await visit();
  await visitor.engine();
  assert.equal(await visitor.page.evaluate(() => crossOriginIsolated), true);
  assert.match(await visitor.text('engine-state'), /threads/);
  await visitor.newGame({ level: 800, side: 'white', clock: '300+3' });

  await visitor.click('e2', 'e5');
  await visitor.until('status', /pawn.*e5/);
  await visitor.drag('b1', 'd2');
  await visitor.until('status', /Your own pawn stands on d2/);
  assert.deepEqual(await visitor.moves(), []);

  const rules = await loadRules();
  const line = { kind: 'standard', fen: rules.startFen('standard'), moves: [] };
  const helper = await Engine.start({
    threads: false,
    onLine: (text) => hear(text),
  });
  let hear = () => {};
  const best = () =>
    new Promise((found) => {
      hear = (text) => text.startsWith('bestmove') && found(text.split(' ')[1]);
      helper.send(`position fen ${line.fen} moves ${line.moves.join(' ')}`);
      helper.send('go nodes 4000');
    });
  helper.send('uci');
  try {
    while (!rules.state(line).outcome) {
      const move = await best();
      await visitor.click(move.slice(0, 2), move.slice(2, 4));
      if (move.length === 5) await (await visitor.page.waitForSelector('#promotion-dialog[open] button')).click();
      line.moves.push(move);
      const { legal, outcome } = rules.state(line);
      if (outcome) break;
      const played = await visitor.played(line.moves.length + 1);
      line.moves.push(legal.find((candidate) => candidate.san === played.at(-1)).uci);
    }
  } finally {
    helper.quit();
  }
  const { outcome } = rules.state(line);
  assert.equal(outcome?.result, '1-0');
  assert.equal(await visitor.text('status'), `${outcome.reason}.`);
  assert.match(await visitor.pgn(), /\[White "You"\]\n\[Black "Rocada \(800\)"\]\n\[Result "1-0"\]/);
  await visitor.close();
});

test('3-check to the third check, by drag, touch and keyboard', async () => {
  const visitor = await visit();
  await visitor.until('status', /White to move/);
  await visitor.newGame({ kind: '3check', side: 'both' });
  await visitor.drag('e2', 'e4');
  for (const square of ['e7', 'e5']) await visitor.page.touchscreen.tap(...(await visitor.middleOf(square)));
  await visitor.until('moves', /e4.*e5/);
  // From f1, where the bishop stands, to c4.
  await visitor.page.focus('#squares [data-square=f1]');
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter']) {
    await visitor.page.keyboard.press(key);
  }
  await visitor.until('moves', /Bc4/);
  assert.equal(await visitor.page.$eval('#squares [data-square=c4]', (cell) => cell.ariaLabel), 'c4 white bishop');
  await visitor.type('Nc6', 'Bxf7+', 'Kxf7', 'Qh5+', 'g6');
  const given = () => visitor.page.$$eval('#player-bottom .checks .given', (pips) => pips.length);
  assert.equal(await given(), 2);
  await visitor.type('Qxg6');
  assert.equal(await given(), 3);
  assert.match(await visitor.text('status'), /check/);
  assert.equal((await visitor.moves()).length, 9);
  await visitor.type('hxg6');
  assert.equal((await visitor.moves()).length, 9);
  await visitor.close();
});

test('analysis, hint, take back, draw, resignation and reload', async () => {
  const visitor = await visit();
  await visitor.engine();
  await visitor.set('line-count', 3);
  await visitor.press('analyse');
  await visitor.page.waitForFunction(() => document.querySelectorAll('#lines li').length === 3);
  await visitor.until('thought', /depth [1-9]\d/);
  await visitor.page.$eval('#lines li button', (move) => move.click());
  await visitor.page.waitForFunction(() => document.querySelectorAll('#moves > .move').length === 1);
  await visitor.until('thought', /depth [1-9]\d/);
  await visitor.set('line-count', 1);
  await visitor.page.waitForFunction(() => document.querySelectorAll('#lines li').length === 1);
  await visitor.press('analyse');
  await visitor.until('thought', /^$/);
  assert.match(await visitor.pgn(), /%eval/);

  await visitor.newGame({ level: 1000, side: 'black', clock: '600+0' });
  const [first] = await visitor.played(1);
  await visitor.press('hint');
  await visitor.until('status', /A good move is/);
  await visitor.press('draw');
  await visitor.until('status', /declines/);
  await visitor.type(first === 'e4' ? 'e5' : 'd5');
  const before = await visitor.played(3);

  await visitor.reload();
  await visitor.until('status', /Your move/);
  assert.deepEqual(await visitor.moves(), before);
  assert.match(await visitor.page.$eval('#player-bottom .clock', (clock) => clock.textContent), /^(9|10):\d\d$/);
  assert.equal(await visitor.page.$eval('#player-bottom .name', (name) => name.textContent), 'You');
  await visitor.engine();
  await visitor.press('take-back');
  assert.equal((await visitor.moves()).length, 1);
  await visitor.press('resign');
  await visitor.press('confirm-yes');
  await visitor.until('status', /Black resigns: White wins/);
  await visitor.close();
});

test('games come in and go out, whatever they are called', async () => {
  const visitor = await visit();
  await visitor.engine();
  await visitor.open('games.pgn', games);
  await visitor.until('games-count', /2 games/);
  assert.match(await visitor.text('games-list'), /<script>alert\(1\)<\/script> – Réti & Co/);
  await visitor.page.$$eval('#games-list .select', (rows) =>
    rows.find((row) => /script/.test(row.textContent)).click(),
  );
  assert.equal(await visitor.text('game-title'), '<script>alert(1)</script> – Réti & Co');
  assert.match(await visitor.text('moves'), /best by test/);
  assert.equal(await visitor.page.evaluate(() => document.querySelectorAll('main script, main img').length), 0);
  const rules = await loadRules();
  assert.equal(await visitor.pgn(), rules.writePgn([rules.readPgn(games).games[0]]));

  const session = await visitor.page.createCDPSession();
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: files,
    browserContextId: visitor.context.id,
    eventsEnabled: true,
  });
  const saved = join(files, 'games.pgn');
  rmSync(saved);
  const isSaved = new Promise((done) =>
    session.on('Browser.downloadProgress', ({ state }) => state === 'completed' && done()),
  );
  await visitor.press('save-all');
  await isSaved;
  assert.equal(readFileSync(saved, 'utf8'), rules.writePgn(rules.readPgn(games).games));

  await visitor.set('annotate-nodes', 20000);
  await visitor.press('annotate');
  await visitor.until('annotate-about', /of \d+ positions/);
  await visitor.press('annotate-cancel');
  await visitor.until('annotate-about', /mistakes/);
  assert.doesNotMatch(await visitor.text('moves'), /[+−]\d/);
  await visitor.press('annotate');
  await visitor.page.waitForSelector('#annotate-done:not([hidden])');
  assert.match(await visitor.text('moves'), /[+−]\d/);
  assert.match(await visitor.pgn(), /WhiteAccuracy/);
  const report = await visitor.context.newPage();
  await report.goto(`${server.address}report.html`);
  assert.match(await report.evaluate(() => document.body.textContent), /<script>alert\(1\)<\/script>/);
  assert.equal(await report.evaluate(() => origin), 'null');
  await visitor.close();
});

test('what is wrong is told in a sentence, and nothing is lost', async () => {
  const visitor = await visit({ path: '#fen=8/8/8/8/8/8/8/8_w_-_-_0_1' });
  await visitor.until('notice', /The link does not lead to a position: .*king/);
  await visitor.type('e4', 'e5');
  const cases = [
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w KQkq - 0 1', /pasted: .*king/],
    ['this is not a game', /pasted: .+/],
    ['[White "A"]\n\n1. e4 e5 2. Ke3 *', /pasted: .*Ke3/],
  ];
  for (const [text, sentence] of cases) {
    await visitor.paste(text);
    await visitor.until('games-problem', sentence);
    assert.match(await visitor.text('games-problem'), /\.$/);
  }
  await visitor.open('large.pgn', Buffer.alloc(50e6, ' '));
  await visitor.until('games-problem', /The file large\.pgn has 50 MB/);
  await visitor.page.$$eval('#games-list .select', (rows) => rows.at(-1).click());
  assert.deepEqual(await visitor.moves(), ['e4', 'e5']);
  await visitor.close();
});

test('promotion, castling by king takes rook, a position as a link', async () => {
  const visitor = await visit({ path: '#fen=8/P5k1/8/8/8/8/8/4K2R_w_K_-_0_1' });
  await visitor.until('status', /White to move/);
  assert.equal(new URL(visitor.page.url()).hash, '');
  await visitor.click('a7', 'a8');
  await (await visitor.page.waitForSelector('#promotion-dialog[open] button[aria-label=Knight]')).click();
  await visitor.until('moves', /a8=N/);
  await visitor.type('Kg6');
  await visitor.click('e1', 'h1');
  await visitor.until('moves', /O-O/);
  await visitor.press('open-share');
  const link = await visitor.page.$eval('#share-link', (element) => element.value);
  assert.ok(link.startsWith(server.address));
  await visitor.page.goto(link);
  await visitor.reload();
  await visitor.until('moves', /a8=N.*O-O/);
  await visitor.newGame({ kind: 'chess960', start: 0, side: 'both' });
  await visitor.press('open-share');
  assert.match(await visitor.page.$eval('#share-fen', (element) => element.value), /^bbqnnrkr\/pppppppp/);
  await visitor.close();
});

test('threads on any server, and no network after the first visit', async () => {
  let loadsEngine;
  const engineLoads = new Promise((done) => (loadsEngine = done));
  const own = await serve(folder, {}, (path) => path === '/engine/worker/rocada.nnue' && loadsEngine());
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  // The page is loaded twice, which is hard to follow from outside; so the next one shows what the first has left.
  page.goto(own.address).catch(() => {});
  await engineLoads;
  await page.close();
  const visitor = new Visit(await context.newPage(), context);
  await visitor.page.goto(own.address);
  await visitor.engine();
  assert.equal(await visitor.page.evaluate(() => crossOriginIsolated), true);
  await own.close();
  await visitor.reload();
  await visitor.engine();
  await visitor.newGame({ level: 800, side: 'black' });
  await visitor.played(1);
  await visitor.close();
});

test('with one thread, where there are no more', async () => {
  const plain = await serve(folder);
  const prepare = (page) => page.evaluateOnNewDocument(() => delete Navigator.prototype.serviceWorker);
  const visitor = await visit({ at: plain.address, prepare });
  await visitor.engine();
  assert.equal(await visitor.text('engine-state'), 'The engine is ready, with one thread.');
  await visitor.press('analyse');
  await visitor.until('thought', /depth [1-9]\d/);
  // The search is stopped and another one begins.
  await visitor.type('e4');
  await visitor.until('thought', /^$/);
  await visitor.until('thought', /depth [1-9]\d/);
  await visitor.newGame({ level: 800, side: 'black' });
  await visitor.played(1);
  await visitor.close();
  await plain.close();
});

test('a browser without WebAssembly or without SIMD is told so', async () => {
  const prepare = (page) => page.evaluateOnNewDocument(() => delete globalThis.WebAssembly);
  const visitor = await visit({ prepare });
  await visitor.until('notice', /Rocada cannot run in this browser: it has no WebAssembly\.\s*$/);
  await visitor.close();
  // V8 needs these instructions for SIMD.
  const poor = await launch('--js-flags=--no-enable-sse4-1');
  try {
    await (await visit({ from: poor })).until('notice', /Rocada cannot run in this browser: .*no SIMD/);
  } finally {
    await poor.close();
  }
});

test('no request leaves the origin, even if somebody tries', async () => {
  const visitor = await visit();
  await visitor.until('status', /White to move/);
  const tried = await visitor.page.evaluate(async () => {
    const blocked = new Promise((done) =>
      document.addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective)),
    );
    await fetch('https://example.com/').catch(() => {});
    return blocked;
  });
  assert.equal(tried, 'connect-src');
  // The browser itself complains about the try, and about nothing else.
  const tries = complaints.filter((text) => text.includes('example.com'));
  for (const text of tries) complaints.splice(complaints.indexOf(text), 1);
  assert.ok(tries.every((text) => text.startsWith('console:')));
  await visitor.close();
});

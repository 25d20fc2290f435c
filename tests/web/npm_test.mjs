// The package for npm: it installs from its tarball, its example plays in Node, its worker speaks UCI in a browser.
// `tests/web_test` runs it.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { serve } from './static_server.mjs';

const source = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rocada-npm-'));
const installed = join(folder, 'node_modules/rocada');
const run = (command, args) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

after(() => rmSync(folder, { recursive: true }));

test('the package installs, and its example plays', () => {
  const tarball = run(join(source, 'web/make-npm'), [process.env.ROCADA_WEB, folder]).trim();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball]);
  for (const name of ['README.md', 'LICENSE', 'rocada.js', 'rocada.d.ts', 'rules/rules.d.ts', 'example.mjs']) {
    assert.ok(readFileSync(join(installed, name)).length > 100, name);
  }
  const said = run('node', [join(installed, 'example.mjs')])
    .trim()
    .split('\n');
  assert.equal(said.length, 20);
  assert.match(said[1], /^Rocada: [a-hNBRQKO]/);
});

// What the worker says is asked of the server as a file, which is how it comes here.
const PAGE = `<!doctype html><script>
  const worker = new Worker('worker/rocada.js');
  const tell = (text) => fetch('/told/' + encodeURIComponent(text));
  worker.onmessage = ({ data }) => {
    if (data.type === 'ready') tell(data.threaded ? 'threads' : 'one thread');
    if (data.type === 'failed') tell(data.message);
    if (/^bestmove/.test(data)) tell(data);
  };
  worker.onerror = (event) => tell(event.message);
  for (const line of ['uci', 'setoption name UCI_Variant value 3check',
                      'position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 1+3 0 1', 'go depth 4']) worker.postMessage(line);
</script>`;

/** What the page tells of itself, two texts; `serveIt` starts its server, which calls `onAsked` with every path. */
async function toldByPage(serveIt) {
  const told = [];
  let haveBoth;
  const both = new Promise((resolve) => (haveBoth = resolve));
  const server = await serveIt((path) => {
    if (path.startsWith('/told/') && told.push(decodeURIComponent(path.slice(6))) === 2) haveBoth();
  });
  const sandbox = process.getuid() === 0 ? ['--no-sandbox'] : [];
  const profile = `--user-data-dir=${mkdtempSync(join(folder, 'profile-'))}`;
  const flags = ['--headless', '--disable-gpu', profile, ...sandbox];
  const browser = spawn(chromium, [...flags, server.address], { stdio: 'ignore' });
  await both;
  const ended = once(browser, 'exit');
  browser.kill();
  await ended;
  await server.close();
  return told;
}

const inBrowser = { skip: !chromium && 'chromium is not installed', timeout: 120_000 };

test('the worker speaks UCI in a browser, where there is one thread', inBrowser, async () => {
  writeFileSync(join(installed, 'index.html'), PAGE);
  const [threads, bestMove] = await toldByPage((onAsked) => serve(installed, {}, onAsked));
  assert.equal(threads, 'one thread');
  assert.match(bestMove, /^bestmove a1/); // any check wins
});

test('the worker speaks UCI in a browser, with threads where `make serve` serves it', inBrowser, async () => {
  const [threads, bestMove] = await toldByPage(async (onAsked) => {
    const server = spawn(join(source, 'web/serve'), [installed, '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
    createInterface({ input: server.stderr }).on('line', (line) => onAsked(/"GET (\S+)/.exec(line)?.[1] ?? ''));
    const [said] = await once(server.stdout, 'data');
    const address = String(said).split(' ')[0];
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    return { address, close: () => server.kill() };
  });
  assert.equal(threads, 'threads');
  assert.match(bestMove, /^bestmove a1/);
});

// The package for npm: it installs from its tarball, and its example runs. `tests/web_test` runs it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');

test('the package installs and its example plays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rocada-npm-'));
  const run = (command, args) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
  const tarball = run(join(source, 'web/make-npm'), [process.env.ROCADA_WEB, folder]).trim();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball]);
  const installed = join(folder, 'node_modules/rocada');
  for (const name of ['README.md', 'LICENSE', 'rocada.js', 'rocada.d.ts', 'rules/rules.d.ts', 'example.mjs']) {
    assert.ok(readFileSync(join(installed, name)).length > 100, name);
  }
  const said = run('node', [join(installed, 'example.mjs')]).trim().split('\n');
  assert.equal(said.length, 20);
  assert.match(said[1], /^Rocada: [a-hNBRQKO]/);
  rmSync(folder, { recursive: true });
});

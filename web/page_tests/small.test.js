import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, fileName, megabytes } from '../page/app/files.js';
import { limitOf } from '../page/app/play.js';
import { defaultSettings, settingsFrom, threadsFor } from '../page/app/settings.js';
import { lineOfLink, linkOf } from '../page/game/link.js';

test('a position as a link comes back as it was', () => {
  const line = {
    kind: '3check',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1',
    moves: ['e2e4', 'e7e8q'],
  };
  assert.deepEqual(lineOfLink(linkOf(line)), line);
  const plain = { kind: 'standard', fen: '8/8/8/8/8/8/8/8 w - - 0 1', moves: [] };
  assert.deepEqual(lineOfLink(linkOf(plain)), plain);
  // As some programs that send it rewrite it.
  assert.deepEqual(lineOfLink(encodeURI(linkOf(line))), line);
});

test('what is no link to a position is none', () => {
  for (const hash of ['', '#', '#fen=', '#moves=e2e4', '#%']) assert.equal(lineOfLink(hash), null);
  assert.equal(lineOfLink('#fen=x&game=checkers')?.kind, 'standard');
  assert.equal(lineOfLink('#fen=%zz')?.fen, '%zz');
});

test('settings that are not what they should be are those of the beginning', () => {
  assert.deepEqual(settingsFrom(undefined), defaultSettings());
  assert.deepEqual(
    settingsFrom({ theme: 'pink', lines: 99, hash: 'much', analyse: 1, threads: -1 }),
    defaultSettings(),
  );
  assert.equal(settingsFrom({ theme: 'dark', lines: 3 }).lines, 3);
});

test('threads leave one processor to the page', () => {
  assert.equal(threadsFor(null, 8, 8), 7);
  assert.equal(threadsFor(null, 64, 32), 8);
  assert.equal(threadsFor(null, 1, 8), 1);
  assert.equal(threadsFor(6, 8, 1), 1);
});

test('files', () => {
  assert.equal(decode(new TextEncoder().encode('Réti').buffer), 'Réti');
  assert.equal(decode(Uint8Array.from([0x52, 0xe9, 0x74, 0x69]).buffer), 'Réti');
  assert.equal(fileName(['<b>Réti', '../../x', '2024.01.02']), 'b-Reti-x-2024-01-02.pgn');
  assert.equal(fileName([]), 'game.pgn');
  assert.equal(megabytes(5e7), '50');
  assert.equal(megabytes(1.25e6), '1.3');
});

test('what Rocada is told about its time', () => {
  assert.equal(
    limitOf({ white: 1000.4, black: 2000, increment: 3000, running: null, since: 0 }),
    'wtime 1000 btime 2000 winc 3000 binc 3000',
  );
  assert.match(limitOf(null), /^movetime \d+$/);
});

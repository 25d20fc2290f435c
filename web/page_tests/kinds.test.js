import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kindOfFen, kKinds } from '../page/game/kinds.js';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const words = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

// The rows of THE table of games: what JavaScript calls them, and what the engine's options do.
function engineKinds() {
  const row = /\.kind = \{Variant::(\w+), (true|false)\},[^}]*\.uci = "(\w*)",[^}]*\.web = "(\w+)"/g;
  const rows = [...read('src/chess/game_kind.h').matchAll(row)].map(([, rules, chess960, uci, web]) => {
    return { rules, isChess960: chess960 === 'true', uci, web };
  });
  const variantOf = (rules) => rows.find((other) => other.rules === rules && !other.isChess960).uci;
  return Object.fromEntries(rows.map(({ rules, isChess960, web }) => [web, [variantOf(rules), isChess960]]));
}

test('the kinds of games are those of the engine', () => {
  const ours = Object.entries(kKinds).map(([kind, { variant, isChess960 }]) => [kind, [variant, isChess960]]);
  assert.deepEqual(Object.fromEntries(ours), engineKinds());
});

test('every kind can be chosen and has its type', () => {
  const choice = /<select id="new-kind">(.*?)<\/select>/s.exec(read('web/page/index.html'))[1];
  assert.deepEqual(words(choice, /value="(\w+)"/g), Object.keys(kKinds));
  const type = /export type Kind = (.*);/.exec(read('web/rules/rules.d.ts'))[1];
  assert.deepEqual(words(type, /'(\w+)'/g), Object.keys(kKinds));
});

test('only FEN of 3-check counts checks', () => {
  const board = '4k3/8/8/8/8/8/8/4K3 w - -';
  assert.equal(kindOfFen(`${board} 0 1`), 'standard');
  for (const fen of [`${board} 3+3 0 1`, `${board} 0 1 +0+0`]) assert.equal(kindOfFen(fen), '3check');
});

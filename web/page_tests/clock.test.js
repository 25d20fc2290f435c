import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as clock from '../page/game/clock.js';
import { outOfTime } from '../page/app/play.js';

test('a clock stands until the first move, then runs in turns', () => {
  let at = clock.newClock({ base: 60000, increment: 2000 });
  assert.equal(clock.timeLeft(at, 'white', 99999), 60000);
  at = clock.pressed(at, 'white', 1000);
  assert.equal(clock.timeLeft(at, 'white', 5000), 60000);
  assert.equal(clock.timeLeft(at, 'black', 5000), 56000);
  at = clock.pressed(at, 'black', 5000);
  assert.equal(at.black, 58000);
  at = clock.pressed(at, 'white', 8000);
  assert.equal(at.white, 59000);
});

test('time that has run out stays so, and only for who is to move', () => {
  const at = clock.pressed(clock.newClock({ base: 1000, increment: 0 }), 'white', 0);
  assert.equal(clock.flagOf(at, 999), null);
  assert.equal(clock.flagOf(at, 1000), 'black');
  assert.equal(clock.timeLeft(at, 'black', 5000), 0);
  assert.equal(clock.flagOf(clock.stopped(at, 500), 5000), null);
});

test('a clock that was stopped goes on where it stood', () => {
  const at = clock.stopped(clock.pressed(clock.newClock({ base: 10000, increment: 0 }), 'white', 0), 4000);
  const later = clock.runningFor(at, 'black', 1e6);
  assert.equal(clock.timeLeft(later, 'black', 1e6 + 1000), 5000);
});

test('clocks as text', () => {
  assert.equal(clock.clockText(3723000), '1:02:03');
  assert.equal(clock.clockText(245000), '4:05');
  assert.equal(clock.clockText(59999), '1:00');
  assert.equal(clock.clockText(9340), '0:09.3');
  assert.equal(clock.clockText(0), '0:00.0');
  assert.equal(clock.clockComment(3723900), '[%clk 1:02:03]');
  assert.equal(clock.controlTag({ base: 300000, increment: 3000 }), '300+3');
});

test('a bare king does not win on time', () => {
  const board = `k${'.'.repeat(62)}K`;
  assert.equal(outOfTime('white', board).result, '1/2-1/2');
  assert.equal(outOfTime('white', board.replace('..', 'p.')).result, '0-1');
  assert.equal(outOfTime('black', board.replace('..', 'P.')).result, '1-0');
});

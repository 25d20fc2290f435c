// Games that are new here: begun on the board, or read from text that somebody brings. Whatever cannot be read comes
// back as an error for people.

import { controlTag, newClock } from '../game/clock.js';
import { kindOfFen, kKinds } from '../game/kinds.js';
import { kEngineName, kHumanName } from './play.js';

/**
 * @typedef {import('../rules/rules.js').Kind} Kind
 * @typedef {import('../rules/rules.js').Rules} Rules
 * @typedef {import('../rules/rules.js').Line} Line
 * @typedef {import('./session.js').SavedSession} SavedSession
 * @typedef {import('../views/new_game_dialog.js').NewGame} NewGame
 * @typedef {{ games: SavedSession[], problems: string[] }} Brought with what could be read in part only
 */

const kStarts = 960;

/** @param {Kind} kind @param {string} fen @returns {SavedSession} a board for both sides */
export function freeBoard(kind, fen) {
  return { draft: { kind, fen, tags: newTags('?', '?'), line: { moves: [] }, result: '*' }, place: [], play: null };
}

/** @param {Rules} rules @param {NewGame} chosen @param {() => number} random from 0 to 1 @returns {SavedSession} */
export function gameToPlay(rules, { kind, number, side, level, control }, random) {
  const start = number ?? Math.floor(random() * kStarts);
  const fen = kKinds[kind].isChess960 ? rules.startFen(kind, start) : rules.startFen(kind);
  const game = freeBoard(kind, fen);
  if (side === 'both') return game;
  const human = side === 'random' ? (random() < 0.5 ? 'white' : 'black') : side;
  const engine = level === null ? kEngineName : `${kEngineName} (${level})`;
  game.draft.tags = human === 'white' ? newTags(kHumanName, engine) : newTags(engine, kHumanName);
  if (control) game.draft.tags.push(['TimeControl', controlTag(control)]);
  return { ...game, play: { human, level, clock: control && newClock(control), ending: null } };
}

/** @param {Rules} rules @param {Line} line from anywhere @returns {SavedSession | { error: string }} */
export function gameOfLine(rules, { kind, fen, moves }) {
  const start = rules.readFen(kind, fen);
  if ('error' in start) return start;
  const state = rules.state({ ...start, moves });
  if ('error' in state) return state;
  const sans = rules.sanOf({ ...start, moves: [] }, moves);
  const game = freeBoard(start.kind, start.fen);
  game.draft.line.moves = moves.map((uci, index) => ({ uci, san: sans[index] }));
  return { ...game, place: moves.map(() => 0) };
}

/**
 * Games as PGN, or a position as FEN.
 * @param {Rules} rules @param {string} text @returns {Brought | { error: string }}
 */
export function gamesOfText(rules, text) {
  if (looksLikeFen(text)) return gameOfFen(rules, text.trim());
  const read = rules.readPgn(text);
  if ('error' in read) return read;
  return { games: read.games.map((draft) => ({ draft, place: [], play: null })), problems: read.problems };
}

/** @param {string} text */
function looksLikeFen(text) {
  return /^\s*[^\s/]+(\/[^\s/]+){7}(\s[^\n]*)?\s*$/.test(text.slice(0, 500));
}

/** @param {Rules} rules @param {string} fen @returns {Brought | { error: string }} */
function gameOfFen(rules, fen) {
  const game = gameOfLine(rules, { kind: kindOfFen(fen), fen, moves: [] });
  return 'error' in game ? game : { games: [game], problems: [] };
}

/** @param {string} white @param {string} black @returns {[string, string][]} */
function newTags(white, black) {
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()];
  return [
    ['Event', '?'],
    ['Site', '?'],
    ['Date', date.map((part) => String(part).padStart(2, '0')).join('.')],
    ['Round', '-'],
    ['White', white],
    ['Black', black],
  ];
}

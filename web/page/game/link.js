// A position or a game as the end of an address: "#fen=...&moves=e2e4,e7e5&game=3check".
//
// Whatever stands there may come from anywhere: it is only taken apart here, and the rules decide what it is worth.

import { kKinds } from './kinds.js';

/** @typedef {import('../rules/rules.js').Line} Line */

/** @param {Line} line @returns {string} with the "#" */
export function linkOf(line) {
  const parts = [];
  if (line.kind !== 'standard') parts.push(`game=${line.kind}`);
  parts.push(`fen=${line.fen.replaceAll(' ', '_')}`);
  if (line.moves.length > 0) parts.push(`moves=${line.moves.join(',')}`);
  return `#${parts.join('&')}`;
}

/** @param {string} hash @returns {Line | null} null where no position is named */
export function lineOfLink(hash) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [name, ...rest] = part.split('=');
    values[name] = decoded(rest.join('='));
  }
  if (!values.fen) return null;
  const kind = Object.hasOwn(kKinds, values.game) ? /** @type {Line['kind']} */ (values.game) : 'standard';
  const moves = (values.moves ?? '').split(/[, ]+/).filter((move) => move !== '');
  return { kind, fen: values.fen.replaceAll('_', ' '), moves };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The rules for whoever imports them: WebAssembly behind functions that take and give plain values. rules.d.ts
// describes them.
import createModule from './rules-wasm.js';

const LONGEST_TEXT = 8 * 1024 * 1024;
const CHESS_START = 518; // the number of the start of chess among those of Chess960
const inNode = typeof process === 'object' && typeof process.versions?.node === 'string';

async function bytesOf(address) {
  if (inNode) return (await import('node:fs')).readFileSync(address);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The rules cannot be loaded (${response.status}).`);
  return response.arrayBuffer();
}

const tooLong = (length) => ({
  error: `the text is too long: ${Math.ceil(length / 2 ** 20)} MB, and ${LONGEST_TEXT / 2 ** 20} MB is the most`,
});

// ---------------------------------------------------------------------------------------------------------------------
// A game as PGN, moves in coordinates and no beauty: the module reads it and writes it as it should be.

const quoted = (text) =>
  `"${String(text)
    .replace(/[\\"]/g, '\\$&')
    .replace(/[\0-\x1f\x7f]/g, ' ')}"`;
const commented = (text) => (text ? ` {${text.replace(/}/g, ')')}}` : '');

function draftOfLine({ comment, moves }) {
  return commented(comment) + moves.map(draftOfMove).join('');
}

function draftOfMove({ uci, nags = [], comment, variations = [] }) {
  const glyphs = nags.map((nag) => ` $${nag}`).join('');
  return ` ${uci}${glyphs}${commented(comment)}${variations.map((line) => ` (${draftOfLine(line)})`).join('')}`;
}

function draftOf({ kind, fen, tags, line, result }) {
  const facts = [
    ['SetUp', '1'],
    ['FEN', fen],
    ['Result', result],
  ];
  if (kind !== 'standard') facts.push(['Variant', kind]);
  const head = [...tags, ...facts].map(([name, value]) => `[${name} ${quoted(value)}]\n`).join('');
  return `${head}\n${draftOfLine(line)} ${result}\n\n`;
}

// ---------------------------------------------------------------------------------------------------------------------

class Rules {
  #module;
  #encoder = new TextEncoder();
  longestText = LONGEST_TEXT;

  constructor(module) {
    this.#module = module;
    Object.assign(this, this.#ask('facts'));
  }

  /** Calls rules_NAME; text goes there as UTF-8, numbers as they are. */
  #ask(name, ...values) {
    const module = this.#module;
    const texts = [];
    const passed = values.map((value) => {
      if (typeof value === 'number') return value;
      const bytes = this.#encoder.encode(value);
      const memory = module._malloc(bytes.length + 1);
      texts.push(memory);
      module.HEAPU8.set(bytes, memory);
      module.HEAPU8[memory + bytes.length] = 0;
      return memory;
    });
    const answer = module.UTF8ToString(module[`_rules_${name}`](...passed));
    texts.forEach((memory) => module._free(memory));
    return JSON.parse(answer);
  }

  #askOfLine(name, { kind, fen, moves }, ...values) {
    return this.#ask(name, kind, fen, moves.join(' '), ...values);
  }

  startFen(kind, number = CHESS_START) {
    const answer = this.#ask('start_fen', kind, number);
    if ('error' in answer) throw new RangeError(answer.error);
    return answer.fen;
  }

  readFen(kind, fen) {
    return fen.length > LONGEST_TEXT ? tooLong(fen.length) : this.#ask('read_fen', kind, fen);
  }

  state(line) {
    return this.#askOfLine('state', line);
  }

  findMove(line, from, to, promotion = '') {
    return this.#askOfLine('find_move', line, from, to, promotion);
  }

  readMove(line, text) {
    return this.#askOfLine('read_move', line, text);
  }

  sanOf(line, moves) {
    const answer = this.#askOfLine('san_of', line, moves.join(' '));
    return 'error' in answer ? [] : answer;
  }

  isDrawWelcome(line, points) {
    return this.#askOfLine('is_draw_welcome', line, points);
  }

  perft(line, depth) {
    return this.#askOfLine('perft', line, depth);
  }

  readPgn(text) {
    return text.length > LONGEST_TEXT ? tooLong(text.length) : this.#ask('read_pgn', text);
  }

  writePgn(games) {
    const draft = games.map(draftOf).join('');
    if (draft.length > LONGEST_TEXT) return tooLong(draft.length);
    const answer = this.#ask('write_pgn', draft);
    return 'error' in answer ? answer : answer.pgn;
  }
}

export async function loadRules(folder = new URL('.', import.meta.url).href) {
  const wasmBinary = await bytesOf(new URL('rules-wasm.wasm', folder));
  return new Rules(await createModule({ wasmBinary }));
}

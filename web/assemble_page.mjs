// Puts the page into the folder that is to be served, beside the engine and the rules, which are there already:
//   node web/assemble_page.mjs build-web
// The page as it is, the board library's files, the pieces of the report as a drawing, and the list of all files with
// their hashes, by which the service worker knows what has changed.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error('usage: node web/assemble_page.mjs FOLDER');
  process.exit(2);
}

const boardFiles = [
  'LICENSE',
  'src/Chessboard.js',
  'src/lib',
  'src/model',
  'src/view',
  'src/extensions/arrows/Arrows.js',
  'src/extensions/markers/Markers.js',
  'assets/chessboard.css',
  'assets/extensions/arrows/arrows.svg',
  'assets/extensions/markers/markers.svg',
];

function copyBoard() {
  const from = join(web, 'node_modules/cm-chessboard');
  for (const name of boardFiles) cpSync(join(from, name), join(out, 'board', name), { recursive: true });
}

// The report draws each piece once, in the colours of its place; cm-chessboard wants all twelve with theirs, and as
// large as its own.
function piecesDrawing() {
  const tile = 40;
  const source = readFileSync(join(web, '../src/analysis/report/pieces.svg'), 'utf8');
  const symbols = source.match(/<symbol[^]*<\/symbol>/)?.[0];
  if (!symbols) throw new Error('there are no pieces in pieces.svg');
  const colours = {
    w: 'fill="#fffdf6" stroke="#26221c" color="#26221c"',
    b: 'fill="#2b2824" stroke="#0d0c0b" color="#e9e2d2"',
  };
  const outline = 'stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"';
  const pieces = [...'PNBRQK'].flatMap((letter) =>
    Object.entries(colours).map(
      ([side, colour]) =>
        `<g id="${side}${letter.toLowerCase()}" ${colour} ${outline}>` +
        `<use href="#piece-${letter}" width="${tile}" height="${tile}"/></g>`,
    ),
  );
  const renamed = symbols.replace(/<symbol id="/g, '<symbol id="piece-');
  const drawn = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${tile} ${tile}">`,
    renamed,
    ...pieces,
    '</svg>',
  ];
  return `${drawn.join('\n')}\n`;
}

function filesIn(folder, prefix = '') {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = prefix + entry.name;
    if (entry.isDirectory()) return name === 'cmake' ? [] : filesIn(join(folder, entry.name), `${name}/`);
    return /\.d\.ts$|package\.json$|LICENSE$|^file_list\.js$|^service_worker\.js$/.test(name) ? [] : [name];
  });
}

function fileList() {
  const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);
  const files = Object.fromEntries(
    filesIn(out)
      .sort()
      .map((name) => [name, hashOf(readFileSync(join(out, name)))]),
  );
  const version = hashOf(JSON.stringify(files));
  const names = Object.keys(files).filter((name) => !name.startsWith('engine/worker/'));
  return (
    `const kVersion = '${version}';\nconst kFiles = ${JSON.stringify(files, null, 1)};\n` +
    `const kKeptAtOnce = ${JSON.stringify(names, null, 1)};\n`
  );
}

mkdirSync(out, { recursive: true });
// Nothing of an older page stays.
for (const name of readdirSync(out))
  if (!['engine', 'rules', 'cmake'].includes(name)) rmSync(join(out, name), { recursive: true });
cpSync(join(web, 'page'), out, { recursive: true });
copyBoard();
writeFileSync(join(out, 'pieces.svg'), piecesDrawing());
writeFileSync(join(out, 'file_list.js'), fileList());

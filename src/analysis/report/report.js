'use strict';
const rows = [...document.querySelectorAll('#list li')];
const listView = document.getElementById('list');
const gameView = document.getElementById('game');
const CLASS = { '?!': 'dubious', '?': 'mistake', '??': 'blunder', '!': 'good', '!!': 'good' };
let view = null; // what is drawn of the present game
let flipped = false;

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null && child !== ''));
  return made;
}
function svg(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// ---- Boards: 64 letters from a8 to h1
function parseBoard(field) {
  const board = [];
  for (const c of field.replace(/\//g, '')) {
    if (c >= '1' && c <= '8') board.push(...' '.repeat(Number(c)));
    else board.push(c);
  }
  return board;
}
const indexOf = (square) => square.charCodeAt(0) - 97 + 8 * (56 - square.charCodeAt(1));
const steps = (change) => change.match(/.../g);
function changed(board, change) {
  const next = board.slice();
  for (const step of steps(change)) next[indexOf(step.slice(1))] = step[0] === '-' ? ' ' : step[0];
  return next;
}
function squaresOf(change) {
  const all = steps(change);
  return [indexOf(all[0].slice(1)), indexOf(all.find((step) => step[0] !== '-').slice(1))];
}
/** @param {string[]} board @param {{ last?: number[], arrows?: any[][], turned?: boolean, label: string }} shown */
function drawBoard(board, { last = [], arrows = [], turned = false, label }) {
  const drawing = svg('svg', { class: 'board', viewBox: '0 0 360 360', role: 'img', 'aria-label': label });
  const corner = (index) => {
    const at = turned ? 63 - index : index;
    return [45 * (at % 8), 45 * Math.floor(at / 8)];
  };
  for (let i = 0; i < 64; ++i) {
    const [x, y] = corner(i);
    const shade = (i + Math.floor(i / 8)) % 2 ? 'dark' : 'light';
    drawing.append(svg('rect', { x, y, width: 45, height: 45, class: shade }));
    if (last.includes(i)) drawing.append(svg('rect', { x, y, width: 45, height: 45, class: 'last', opacity: 0.65 }));
    if (x === 0) drawing.append(svg('text', { x: 2, y: y + 9 }, String(8 - Math.floor(i / 8))));
    if (y === 315) drawing.append(svg('text', { x: x + 38, y: 357 }, 'abcdefgh'[i % 8]));
  }
  board.forEach((letter, i) => {
    if (letter === ' ') return;
    const [x, y] = corner(i);
    const white = letter === letter.toUpperCase();
    drawing.append(
      svg('use', { href: '#' + letter.toUpperCase(), x, y, width: 45, height: 45, class: white ? 'w' : 'b' }),
    );
  });
  for (const [from, to, kind] of arrows) {
    const [x1, y1] = corner(from).map((v) => v + 22.5);
    const [x2, y2] = corner(to).map((v) => v + 22.5);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const ux = (x2 - x1) / length;
    const uy = (y2 - y1) / length;
    const tip = (a, b) => `${x2 - 12 * ux + a * uy} ${y2 - 12 * uy + b * ux}`;
    drawing.append(
      svg('path', {
        class: 'arrow ' + kind,
        fill: 'none',
        d: `M${x1} ${y1}L${x2} ${y2}M${tip(9, -9)}L${x2} ${y2}L${tip(-9, 9)}`,
      }),
    );
  }
  return drawing;
}

// ---- Words
function numberOf(game, ply) {
  const half = ply + (game.white ? 0 : 1);
  return game.number + Math.floor(half / 2) + (half % 2 ? '...' : '.');
}
const isWhite = (game, ply) => (ply % 2 === 0) === game.white;
function signed(score) {
  return score === '' ? '' : /^[-#]/.test(score) || score === '0.00' ? score : '+' + score;
}
const percent = (permille) => Math.round(permille / 10) + '%';
const chanceFor = (game, ply, at) => (isWhite(game, ply) ? game.chances[at] : 1000 - game.chances[at]);
function nameOf(game, ply) {
  return numberOf(game, ply) + ' ' + game.moves[ply].s + (game.moves[ply].j || '');
}
function spoken(game, ply) {
  if (ply === 0) return 'Start position, ' + signed(game.evals[0]);
  const score = signed(game.evals[ply]);
  return nameOf(game, ply - 1) + (score ? ', ' + score : '') + ', White ' + percent(game.chances[ply]);
}
const withoutCommands = (comment) => (comment || '').replace(/\[%[^\]]*\]/g, '').trim();

// ---- The graph
function drawGraph(game) {
  const count = game.moves.length;
  const x = (ply) => (count ? (1000 * ply) / count : 500);
  const y = (permille) => 100 - permille / 10;
  const points = game.chances.map((chance, ply) => `${x(ply).toFixed(1)},${y(chance).toFixed(1)}`).join(' ');
  const now = svg('line', { class: 'now', y1: 0, y2: 100 });
  const cursor = svg('line', { class: 'cursor', y1: 0, y2: 100, visibility: 'hidden' });
  const picture = svg(
    'svg',
    { viewBox: '0 0 1000 100', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Evaluation' },
    svg('rect', { class: 'black', width: 1000, height: 100 }),
    svg('polygon', { class: 'white', points: `0,100 ${points} 1000,100` }),
    svg('line', { class: 'even', x1: 0, x2: 1000, y1: 50, y2: 50 }),
    svg('polyline', { class: 'line', points }),
    now,
    cursor,
  );
  const tip = element('div', { class: 'tip', hidden: '' });
  const box = element('div', { class: 'graph card' });
  const inner = element('div', { style: 'position:relative' }, picture, tip);
  game.moves.forEach((move, ply) => {
    if (!move.j) return;
    const place = `left:${x(ply + 1) / 10}%;top:${y(game.chances[ply + 1])}%`;
    inner.append(element('i', { class: 'dot ' + CLASS[move.j], style: place }));
  });
  const plyAt = (event) => {
    const area = picture.getBoundingClientRect();
    return Math.max(0, Math.min(count, Math.round((count * (event.clientX - area.left)) / area.width)));
  };
  picture.addEventListener('pointermove', (event) => {
    const ply = plyAt(event);
    tip.hidden = false;
    tip.textContent = spoken(game, ply);
    tip.style.left = Math.max(14, Math.min(86, x(ply) / 10)) + '%';
    cursor.setAttribute('x1', x(ply));
    cursor.setAttribute('x2', x(ply));
    cursor.setAttribute('visibility', 'visible');
  });
  picture.addEventListener('pointerleave', () => {
    tip.hidden = true;
    cursor.setAttribute('visibility', 'hidden');
  });
  picture.addEventListener('click', (event) => go(plyAt(event)));
  box.append(inner);
  return {
    box,
    moveTo: (ply) => {
      now.setAttribute('x1', x(ply));
      now.setAttribute('x2', x(ply));
    },
  };
}

// ---- Moves
function betterLine(game, ply, line, index) {
  const row = element('div', { class: 'wide better' }, 'Better ', element('b', {}, signed(line[0])), ' ');
  line[1].forEach(([san], step) => {
    const number = isWhite(game, ply + step) || step === 0 ? numberOf(game, ply + step) + ' ' : '';
    const button = element('button', { class: 'step', 'data-place': `${ply + 1}/${index}/${step}` }, number + san);
    button.addEventListener('click', () => go(ply + 1, index, step));
    row.append(button, ' ');
  });
  return row;
}
function drawMoves(game) {
  const box = element('div', { class: 'moves card' });
  const remark = (text) => {
    if (text) box.append(element('div', { class: 'wide' }, text));
    return text !== '';
  };
  remark(withoutCommands(game.comment));
  let column = 0; // cells of the present row
  game.moves.forEach((move, ply) => {
    const white = isWhite(game, ply);
    if (column === 0) {
      box.append(element('span', { class: 'no' }, numberOf(game, ply).replace('...', '.')));
      if (!white) box.append(element('span', {}));
    }
    const button = element(
      'button',
      { class: 'move ' + (CLASS[move.j] || ''), 'data-place': String(ply + 1) },
      element('span', {}, move.s, move.j ? element('span', { class: 'mark' }, move.j) : ''),
      element('span', { class: 'score' }, move.k ? 'book' : signed(game.evals[ply + 1])),
    );
    button.addEventListener('click', () => go(ply + 1));
    box.append(button);
    column = white ? 1 : 0;
    const comment = withoutCommands(move.c);
    if (!comment && !move.l) return;
    if (white) box.append(element('span', {}));
    column = 0;
    remark(comment);
    (move.l || []).forEach((line, index) => box.append(betterLine(game, ply, line, index)));
  });
  box.append(element('div', { class: 'wide' }, game.result));
  return box;
}
function drawMoments(game, boards) {
  if (game.moments.length === 0) return null;
  const cards = element('div', { class: 'moments' });
  for (const ply of game.moments) {
    const move = game.moves[ply];
    const best = move.l && move.l[0][1][0];
    const arrows = [[...squaresOf(move.b), best ? 'played' : 'best']];
    if (best) arrows.push([...squaresOf(best[1]), 'best']);
    const label = element(
      'p',
      { class: CLASS[move.j] },
      numberOf(game, ply) + ' ' + move.s,
      element('span', { class: 'mark' }, move.j),
    );
    const chances = [ply, ply + 1].map((at) => percent(chanceFor(game, ply, at))).join(' → ');
    const cost = element('p', { class: 'cost' }, best ? `${chances}; better ${best[0]}` : 'The only good move');
    const card = element(
      'button',
      { class: 'moment card' },
      drawBoard(boards[ply], { arrows, turned: !isWhite(game, ply), label: 'Before ' + nameOf(game, ply) }),
      label,
      cost,
    );
    card.addEventListener('click', () => {
      go(ply + 1);
      view.boardBox.scrollIntoView({ block: 'nearest' });
    });
    cards.append(card);
  }
  return element('section', {}, element('h2', {}, 'Critical moments'), cards);
}

// ---- A game
function drawPlayer(game, side) {
  const player = game.players[side];
  const plural = (count, word) => count + ' ' + word + (count === 1 ? '' : 's');
  const counts = [`${player.dubious} dubious`, plural(player.mistakes, 'mistake'), plural(player.blunders, 'blunder')];
  return element(
    'div',
    { class: 'player' },
    element('b', {}, player.name || '?'),
    player.elo ? element('span', { class: 'elo' }, player.elo) : '',
    element('span', { class: 'checks' }),
    element('span', { class: 'counts' }, counts.join(', ')),
    element('span', { class: 'accuracy' }, player.accuracy === '–' ? '–' : player.accuracy + '%'),
  );
}
function openGame(number) {
  const data = document.getElementById('data-' + number);
  if (!data) return false;
  const game = JSON.parse(data.textContent);
  const boards = [parseBoard(game.board)];
  for (const move of game.moves) boards.push(changed(boards[boards.length - 1], move.b));
  const about = [game.event, game.site, game.round && 'round ' + game.round, game.date, game.variant, game.result];
  const graph = drawGraph(game);
  const players = [drawPlayer(game, 0), drawPlayer(game, 1)];
  const boardBox = element('div', { class: 'place' });
  const level = element('i', {});
  const bar = element('div', { class: 'bar' }, level);
  const said = element('p', { class: 'said' });
  const moves = drawMoves(game);
  const controls = element('div', { class: 'controls' });
  for (const [text, name, action] of [
    ['«', 'First position', () => go(0)],
    ['‹', 'Back', () => walk(-1)],
    ['›', 'Forward', () => walk(1)],
    ['»', 'Last position', () => go(game.moves.length)],
    ['⇅', 'Turn the board', turn],
  ]) {
    const button = element('button', { title: name, 'aria-label': name }, text);
    button.addEventListener('click', action);
    controls.append(button);
  }
  const left = element(
    'div',
    {},
    players[1],
    element('div', { class: 'stand' }, bar, boardBox),
    players[0],
    controls,
    said,
  );
  gameView.replaceChildren(
    rows.length > 1 ? element('a', { class: 'back', href: '#' }, '← all games') : '',
    element('p', { class: 'about-game' }, about.filter(Boolean).join(' · ')),
    element('div', { class: 'columns' }, left, element('div', {}, graph.box, moves)),
    drawMoments(game, boards) || element('p', { class: 'about-game' }, 'No critical moments.'),
  );
  view = { number, game, boards, graph, players, boardBox, level, bar, said, moves, left, ply: 0, line: -1, step: -1 };
  return true;
}
function draw() {
  const { game, boards, ply, line, step } = view;
  let board = boards[ply];
  let change = ply > 0 ? game.moves[ply - 1].b : null;
  let words = spoken(game, ply);
  const checks = game.checks.slice();
  const count = (san, by) => {
    if (/[+#]$/.test(san)) ++checks[isWhite(game, by) ? 0 : 1];
  };
  game.moves.slice(0, line < 0 ? ply : ply - 1).forEach((move, by) => count(move.s, by));
  if (line >= 0) {
    const better = game.moves[ply - 1].l[line];
    board = boards[ply - 1];
    for (let i = 0; i <= step; ++i) {
      change = better[1][i][1];
      board = changed(board, change);
      count(better[1][i][0], ply - 1 + i);
    }
    words = `Better: ${numberOf(game, ply - 1 + step)} ${better[1][step][0]}, ${signed(better[0])}`;
  }
  view.boardBox.replaceChildren(
    drawBoard(board, { last: change ? squaresOf(change) : [], turned: flipped, label: words }),
  );
  view.said.textContent = words;
  view.level.style.height = game.chances[ply] / 10 + '%';
  view.bar.classList.toggle('flipped', flipped);
  view.left.firstChild.replaceWith(view.players[flipped ? 0 : 1].cloneNode(true));
  view.left.children[2].replaceWith(view.players[flipped ? 1 : 0].cloneNode(true));
  if (game.checksToWin) {
    [...view.left.querySelectorAll('.checks')].forEach((field, place) => {
      const side = (place === 0) !== flipped ? 1 : 0;
      field.textContent = `${checks[side]} of ${game.checksToWin} checks`;
    });
  }
  view.graph.moveTo(ply);
  for (const here of view.moves.querySelectorAll('.here')) here.classList.remove('here');
  const place = line < 0 ? String(ply) : `${ply}/${line}/${step}`;
  const here = view.moves.querySelector(`[data-place="${place}"]`);
  if (here) {
    here.classList.add('here');
    const box = view.moves;
    const top = here.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
  } else {
    view.moves.scrollTop = 0;
  }
}
function turn() {
  flipped = !flipped;
  draw();
}
function go(ply, line = -1, step = -1) {
  const { game } = view;
  ply = Math.max(0, Math.min(game.moves.length, ply || 0));
  const lines = (ply > 0 && game.moves[ply - 1].l) || [];
  const inLine = line >= 0 && line < lines.length && lines[line][1].length > 0;
  Object.assign(view, {
    ply,
    line: inLine ? line : -1,
    step: inLine ? Math.max(0, Math.min(lines[line][1].length - 1, step)) : -1,
  });
  const place = '#' + [view.number, ply].concat(inLine ? [view.line, view.step] : []).join('/');
  if (location.hash !== place) history.replaceState(null, '', place);
  draw();
}
function walk(by) {
  if (view.line < 0) return go(view.ply + by);
  if (view.step + by < 0) return go(view.ply - 1);
  go(view.ply, view.line, view.step + by);
}

// ---- The page
function show() {
  const place = (location.hash.match(/\d+/g) || []).map(Number);
  const number = place.length ? place[0] : rows.length === 1 ? 1 : 0;
  const known = number > 0 && ((view && view.number === number) || openGame(number));
  listView.hidden = known;
  gameView.hidden = !known;
  if (known) go(...place.slice(1));
  else view = null;
}
document.addEventListener('keydown', (event) => {
  if (!view || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === 'INPUT') return;
  const action = {
    ArrowLeft: () => walk(-1),
    ArrowRight: () => walk(1),
    Home: () => go(0),
    End: () => go(view.game.moves.length),
    f: turn,
  }[event.key];
  if (action) {
    action();
    event.preventDefault();
  }
});
const filter = document.getElementById('filter');
filter.hidden = rows.length < 2;
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of rows) {
    const text = row.firstElementChild.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
  }
});
window.addEventListener('hashchange', show);
show();

// The graph of a game: White's chances after every move of the main line whose score is known.

import { judgementOf, scoreIn, scoreText, whiteChance } from '../game/score.js';
import { mainLine } from '../game/tree.js';
import { createSvg } from './dom.js';

/**
 * @typedef {import('../game/tree.js').MoveNode} MoveNode
 * @typedef {import('../game/tree.js').Game} Game
 */

const kWidth = 1000;
const kHeight = 200;

export class GraphView {
  #place;
  /** @type {MoveNode[]} */
  #nodes = [];

  /** @param {HTMLElement} place @param {(node: MoveNode) => void} onSelect */
  constructor(place, onSelect) {
    this.#place = place;
    place.addEventListener('click', (event) => {
      const box = place.getBoundingClientRect();
      const node = this.#nodes[Math.round(((event.clientX - box.left) / box.width) * (this.#nodes.length - 1))];
      if (node) onSelect(node);
    });
  }

  /** @param {number} index of a move */
  #xOf(index) {
    return (kWidth * index) / Math.max(1, this.#nodes.length - 1);
  }

  /** @param {Game} game @param {MoveNode} here @returns {boolean} whether there is anything to see */
  show(game, here) {
    this.#nodes = mainLine(game);
    const points = [];
    let last = '';
    for (const [index, node] of this.#nodes.entries()) {
      const score = scoreIn(node.comment);
      if (!score) continue;
      const x = this.#xOf(index);
      points.push({ x, y: kHeight * (1 - whiteChance(score)), node });
      last = `${node.san} ${scoreText(score)}`;
    }
    if (points.length < 2) {
      this.#place.replaceChildren();
      return false;
    }
    // What is not known at the ends is drawn level, so that the graph is as wide as the game.
    const [first, end] = [points[0], points[points.length - 1]];
    const corners = [{ x: 0, y: first.y }, ...points, { x: kWidth, y: end.y }];
    const line = corners.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
    const svg = createSvg(
      'svg',
      {
        viewBox: `0 0 ${kWidth} ${kHeight}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': `White's chances through the game, at last ${last}`,
      },
      createSvg('path', { class: 'area', d: `M0 ${kHeight}L${line}L${kWidth} ${kHeight}Z` }),
      createSvg('path', { class: 'even', d: `M0 ${kHeight / 2}H${kWidth}` }),
      createSvg('path', { class: 'curve', d: `M${line}` }),
    );
    const at = this.#nodes.indexOf(here);
    if (at >= 0) {
      svg.append(createSvg('path', { class: 'now', d: `M${this.#xOf(at).toFixed(1)} 0V${kHeight}` }));
    }
    for (const { x, y, node } of points) {
      const judgement = judgementOf(node.nags);
      // A line without length and with round ends is a dot, whatever the drawing is stretched to.
      if (judgement)
        svg.append(createSvg('path', { class: `dot ${judgement}`, d: `M${x.toFixed(1)} ${y.toFixed(1)}h0` }));
    }
    this.#place.replaceChildren(svg);
    return true;
  }
}

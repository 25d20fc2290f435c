// Everything that is seen of the game on the board: the board itself, the players, the moves, the engine's thoughts.

import { kEngineName, kHumanName, levelName, nameOfSide, otherSide } from '../app/play.js';
import { sentence, statusOf } from '../app/status.js';
import { kKinds } from '../game/kinds.js';
import { evaluationOf, scoreIn } from '../game/score.js';
import { isOnMainLine, tagOf } from '../game/tree.js';
import { BoardView } from './board_view.js';
import { byId, setText } from './dom.js';
import { GraphView } from './graph_view.js';
import { EvaluationBar, LinesView } from './lines_view.js';
import { MovesView } from './moves_view.js';
import { PlayerView } from './player_view.js';

/**
 * @typedef {import('../game/clock.js').Color} Color
 * @typedef {import('../game/tree.js').MoveNode} MoveNode
 * @typedef {import('../rules/rules.js').Rules} Rules
 * @typedef {import('../app/session.js').Session} Session
 * @typedef {import('../app/thinker.js').Thinker} Thinker
 * @typedef {import('../app/settings.js').Settings} Settings
 *
 * @typedef {import('./board_view.js').BoardQuestions & {
 *   onSelect: (node: MoveNode) => void,
 *   onLine: (moves: string[]) => void,
 * }} GameQuestions
 */

const kMoveButtons = ['first', 'back', 'on', 'last'];

export class GameView {
  #rules;
  #session;
  #thinker;
  #settings;
  #board;
  #top = new PlayerView(byId('player-top', HTMLElement));
  #bottom = new PlayerView(byId('player-bottom', HTMLElement));
  #bar = new EvaluationBar(byId('bar', HTMLElement));
  #lines;
  #moves;
  #graph;
  #isAnimated = false;
  #said = '';
  /** @type {{ from: string, to: string } | null} */
  #hint = null;
  /** The board is turned round. */
  isFlipped = false;
  hasEngine = false;

  /**
   * @param {Rules} rules @param {Session} session @param {Thinker} thinker @param {Settings} settings
   * @param {GameQuestions} questions
   */
  constructor(rules, session, thinker, settings, questions) {
    this.#rules = rules;
    this.#session = session;
    this.#thinker = thinker;
    this.#settings = settings;
    this.#board = new BoardView(byId('board', HTMLElement), byId('squares', HTMLElement), questions);
    this.#moves = new MovesView(byId('moves', HTMLElement), questions.onSelect);
    this.#graph = new GraphView(byId('graph', HTMLElement), questions.onSelect);
    this.#lines = new LinesView(byId('lines', HTMLElement), questions.onLine);
  }

  /** The next change is to be seen as a movement. */
  animate() {
    this.#isAnimated = true;
  }

  /** Below the board, until something happens. @param {string} text */
  say(text) {
    this.#said = sentence(text);
    this.#showStatus();
  }

  /** @param {{ from: string, to: string }} move */
  showHint({ from, to }) {
    this.#hint = { from, to };
    this.showThought();
  }

  /** The game has changed, or the place in it: what was said before is over. */
  showChange() {
    this.#said = '';
    this.#hint = null;
    this.show();
  }

  show() {
    const { game, node, state, start, isPlaying } = this.#session;
    const check = state.checkers.length > 0 ? state.king : null;
    const animated = this.#isAnimated;
    const { fen, board, lastMove } = state;
    this.#board.show({ fen, board, bottom: this.#bottomSide, lastMove, check, animated });
    this.#isAnimated = false;
    this.#showPlayer(this.#top, otherSide(this.#bottomSide));
    this.#showPlayer(this.#bottom, this.#bottomSide);
    this.#moves.show(game, node, start);
    // Who plays is not helped unasked.
    const isHidden = isPlaying && !this.#settings.analyse;
    byId('graph', HTMLElement).hidden = isHidden || !this.#graph.show(game, node);
    document.body.classList.toggle('no-bar', isHidden);
    byId('variation-actions', HTMLElement).hidden = isPlaying || isOnMainLine(game, node);
    this.#showTitle();
    this.#showStatus();
    this.#showButtons();
    this.showThought();
    this.showClocks();
  }

  showThought() {
    const { node, state, line, isPlaying } = this.#session;
    const { analyse, lines } = this.#settings;
    const thought = analyse && this.#thinker.thought?.node === node ? this.#thinker.thought : null;
    const shown = (thought?.lines ?? []).slice(0, lines).map(({ score, moves }) => {
      return { score, moves, sans: this.#rules.sanOf(line, moves) };
    });
    this.#lines.show(shown, { number: state.moveNumber, turn: state.turn }, !isPlaying);
    const about = thought ? `depth ${thought.depth} · ${Math.round(thought.speed / 1000)} kN/s` : '';
    setText(byId('thought', HTMLElement), about);
    const score = thought ? thought.lines[0].score : scoreIn(node.comment);
    this.#bar.show(evaluationOf(score, state.outcome), this.#bottomSide);
    this.#showArrow(thought?.lines[0].moves[0] ?? null);
  }

  showClocks() {
    const running = this.#session.play?.clock?.running ?? null;
    const [bottom, top] = [this.#bottomSide, otherSide(this.#bottomSide)];
    this.#bottom.showClock(this.#session.timeLeft(bottom), running === bottom);
    this.#top.showClock(this.#session.timeLeft(top), running === top);
  }

  /** @returns {Color} */
  get #bottomSide() {
    const side = this.#session.play?.human ?? 'white';
    return this.isFlipped ? otherSide(side) : side;
  }

  /** @param {string | null} best */
  #showArrow(best) {
    const move = this.#session.state.legal.find((candidate) => candidate.uci === best);
    if (this.#hint) this.#board.showArrows([{ ...this.#hint, kind: 'hint' }]);
    else if (move && this.#settings.arrow) this.#board.showArrows([{ from: move.from, to: move.to, kind: 'best' }]);
    else this.#board.showArrows([]);
  }

  #showTitle() {
    const { game, play } = this.#session;
    const [white, black] = [tagOf(game, 'White'), tagOf(game, 'Black')];
    const isTold = !play && (white !== '' || black !== '');
    const title = isTold ? `${white || 'White'} – ${black || 'Black'}` : 'Moves';
    setText(byId('game-title', HTMLElement), title);
    const about = isTold ? [tagOf(game, 'Event'), tagOf(game, 'Date')] : [];
    if (game.kind !== 'standard') about.push(kKinds[game.kind].name);
    setText(byId('game-about', HTMLElement), about.filter((part) => part !== '').join(' · '));
    document.title = isTold ? `${title} · Rocada` : 'Rocada';
  }

  /** @param {PlayerView} view @param {Color} side */
  #showPlayer(view, side) {
    const { game, play, state } = this.#session;
    const about = [];
    let name = tagOf(game, nameOfSide(side)) || nameOfSide(side);
    if (play) name = play.human === side ? kHumanName : kEngineName;
    if (play && play.human !== side) about.push(levelName(play.level));
    if (!play) about.push(tagOf(game, `${nameOfSide(side)}Elo`));
    const accuracy = tagOf(game, `${nameOfSide(side)}Accuracy`);
    if (accuracy) about.push(`accuracy ${accuracy.replace(/%?$/, '%')}`);
    const isToMove = state.turn === side && !state.outcome && !play?.ending;
    const checks = state.checksGiven ? state.checksGiven[side] : null;
    view.show({ side, name, about: about.filter((part) => part !== '').join(' · '), checks, isToMove });
  }

  #showStatus() {
    const status = byId('status', HTMLElement);
    status.classList.toggle('said', this.#said !== '');
    setText(status, this.#said || statusOf(this.#session, this.hasEngine));
  }

  #showButtons() {
    const session = this.#session;
    const isEnginesTurn = session.isEnginesTurn;
    /** @param {string} id @param {boolean} isEnabled */
    const enable = (id, isEnabled) => (byId(id, HTMLButtonElement).disabled = !isEnabled);
    enable('take-back', session.canTakeBack);
    enable('draw', session.isPlaying && !isEnginesTurn);
    enable('resign', session.isPlaying);
    enable('hint', this.hasEngine && !isEnginesTurn && session.state.legal.length > 0);
    enable('annotate', !session.isPlaying && session.game.root.children.length > 0);
    for (const id of kMoveButtons.slice(0, 2)) enable(id, session.node.parent !== null);
    for (const id of kMoveButtons.slice(2)) enable(id, session.node.children.length > 0);
    setText(byId('draw-text', HTMLElement), session.state.claim ? 'Claim draw' : 'Offer draw');
  }
}

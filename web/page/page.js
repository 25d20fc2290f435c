// The page: starts everything and leads what people do to the game, and what changes there to what people see.

import { Annotator, kReportAddress } from './app/annotation.js';
import { EngineHost } from './app/engine_host.js';
import { fileName, readText, save } from './app/files.js';
import { keepForOffline, prepareServiceWorker, useNewVersion } from './app/isolation.js';
import { Library } from './app/library.js';
import { kEngineName, kHumanName, levelName, nameOfSide, otherSide } from './app/play.js';
import { Session } from './app/session.js';
import { settingsFrom, threadsFor } from './app/settings.js';
import { sentence, statusOf } from './app/status.js';
import { Storage } from './app/storage.js';
import { whyNotHere } from './app/support.js';
import { Thinker } from './app/thinker.js';
import { controlTag, newClock } from './game/clock.js';
import { kKindNames } from './game/kinds.js';
import { lineOfLink, linkOf } from './game/link.js';
import { evaluationOf, scoreIn } from './game/score.js';
import { endOf, isOnMainLine, tagOf } from './game/tree.js';
import { loadRules } from './rules/rules.js';
import { BoardView } from './views/board_view.js';
import { askPromotion, askWhetherSure, prepareDialogs } from './views/dialogs.js';
import { byId, setText } from './views/dom.js';
import { GamesDialog } from './views/games_dialog.js';
import { GraphView } from './views/graph_view.js';
import { EvaluationBar, LinesView } from './views/lines_view.js';
import { MovesView } from './views/moves_view.js';
import { NewGameDialog } from './views/new_game_dialog.js';
import { PlayerView } from './views/player_view.js';
import { SettingsDialog } from './views/settings_dialog.js';
import { ShareDialog } from './views/share_dialog.js';

/**
 * @typedef {import('./rules/rules.js').Kind} Kind
 * @typedef {import('./rules/rules.js').Rules} Rules
 * @typedef {import('./rules/rules.js').LegalMove} LegalMove
 * @typedef {import('./rules/rules.js').PgnDraft} PgnDraft
 * @typedef {import('./game/tree.js').MoveNode} MoveNode
 * @typedef {import('./game/clock.js').Color} Color
 * @typedef {import('./app/session.js').SavedSession} SavedSession
 */

const kStarts = 960;
const kClockTick = 100;

class Page {
  #rules;
  #storage;
  #library;
  #settings;
  #session;
  #host;
  #thinker;
  #annotator;
  #board;
  #players = {
    top: new PlayerView(byId('player-top', HTMLElement)),
    bottom: new PlayerView(byId('player-bottom', HTMLElement)),
  };
  #bar = new EvaluationBar(byId('bar', HTMLElement));
  #lines;
  #moves;
  #graph;
  #dialogs;
  #isFlipped = false;
  #isAnimated = false;
  /** @type {{ from: string, to: string } | null} */
  #hint = null;
  #complaint = '';

  /**
   * @param {Rules} rules @param {Storage} storage @param {Library} library
   * @param {import('./app/settings.js').Settings} settings
   */
  constructor(rules, storage, library, settings) {
    this.#rules = rules;
    this.#storage = storage;
    this.#library = library;
    this.#settings = settings;
    this.#session = new Session(rules, () => performance.now());
    this.#host = new EngineHost((text) => setText(byId('engine-state', HTMLElement), text), complain);
    this.#thinker = new Thinker(this.#session, this.#host.talk, () => ({ ...this.#settings, threads: this.#threads }));
    this.#annotator = new Annotator(rules);
    this.#board = new BoardView(byId('board', HTMLElement), byId('squares', HTMLElement), {
      mayMove: (square) => this.#mayMove(square),
      targetsOf: (square) => this.#targetsOf(square),
      onTry: (from, to, by) => this.#try(from, to, by),
    });
    this.#moves = new MovesView(byId('moves', HTMLElement), (node) => this.#goTo(node));
    this.#graph = new GraphView(byId('graph', HTMLElement), (node) => this.#goTo(node));
    this.#lines = new LinesView(byId('lines', HTMLElement), (moves) => this.#playLine(moves));
    this.#dialogs = {
      newGame: new NewGameDialog(rules.levels, (chosen) => this.#startGame(chosen)),
      games: new GamesDialog({
        onFiles: (files) => this.#openFiles(files),
        onPaste: (text) => this.#take(text, 'what was pasted'),
        onSelect: (id) => this.#select(id),
        onRemove: (id) => this.#remove(id),
        onSaveAll: () =>
          this.#saveGames(
            this.#library.games.map((game) => game.draft),
            'games.pgn',
          ),
        onAnnotateAll: () => this.#annotate(this.#library.games.map((game) => game.id)),
      }),
      settings: new SettingsDialog((change) => this.#change(change)),
      share: new ShareDialog(() => this.#saveGame()),
    };
    this.#listen();
    this.#connectButtons();
    this.#connectKeys();
    setText(byId('about-version', HTMLElement), `Version ${rules.version}.`);
  }

  /** Puts what was there last, or what the address names, on the board. */
  begin() {
    this.#showSettings();
    if (!this.#openLink()) {
      const stored = this.#library.currentGame;
      if (!stored || this.#session.open(stored) !== null) this.#add([this.#emptyGame('standard')]);
    }
    setInterval(() => this.#tick(), kClockTick);
    this.#host.start().then((isThere) => {
      if (!isThere) return;
      this.#show();
      this.#thinker.update();
      keepForOffline(this.#host.engine?.threaded ?? false);
    });
  }

  #listen() {
    this.#session.onChange = (what) => {
      this.#hint = null;
      this.#complaint = '';
      this.#thinker.update();
      if (what === 'game') this.#library.update(this.#session.saved());
      this.#show();
    };
    this.#thinker.onMove = (uci) => {
      const session = this.#session;
      if (session.node !== session.head) session.goTo(session.head);
      const move = session.state.legal.find((candidate) => candidate.uci === uci);
      if (!move) return complain(`Rocada wanted to play ${uci}, which is not legal here.`);
      this.#isAnimated = true;
      session.makeMove(move);
      announce(`${kEngineName} plays ${move.san}`);
    };
    this.#thinker.onThought = () => this.#showThought();
    addEventListener('hashchange', () => this.#openLink());
    addEventListener('pagehide', () => this.#keep());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.#keep();
      // Nobody sees an analysis in the background, but a game goes on there.
      if (!this.#session.isPlaying && !this.#annotator.isRunning) this.#thinker.pause(document.hidden);
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      if (!this.#dialogs.games.isOpen) this.#openGamesDialog();
      this.#openFiles(files);
    });
  }

  #keep() {
    this.#library.update(this.#session.saved());
    this.#library.flush();
  }

  #connectButtons() {
    /** @type {Record<string, () => void>} */
    const actions = {
      'open-new': () => this.#dialogs.newGame.open(this.#settings.newGame),
      'open-games': () => this.#openGamesDialog(),
      'open-share': () => this.#openShareDialog(),
      'open-settings': () => this.#openSettingsDialog(),
      'take-back': () => this.#takeBack(),
      hint: () => this.#showHint(),
      draw: () => this.#offerDraw(),
      resign: () => this.#resign(),
      flip: () => this.#flip(),
      first: () => this.#goTo(this.#session.game.root),
      back: () => this.#goTo(this.#session.node.parent),
      on: () => this.#goTo(this.#session.node.children[0]),
      last: () => this.#goTo(endOf(this.#session.node)),
      promote: () => this.#session.promote(),
      'delete-from': () => this.#session.deleteFromHere(),
      annotate: () => this.#annotate([this.#library.current]),
      'annotate-cancel': () => this.#annotator.cancel(),
      'report-save': () => save(this.#annotator.report ?? '', 'report.html', 'text/html'),
    };
    for (const [id, action] of Object.entries(actions)) byId(id, HTMLButtonElement).addEventListener('click', action);
    byId('report-open', HTMLAnchorElement).href = kReportAddress;
    const analyse = byId('analyse', HTMLInputElement);
    analyse.addEventListener('change', () => this.#change({ analyse: analyse.checked }));
    const lines = byId('line-count', HTMLSelectElement);
    lines.addEventListener('change', () => this.#change({ lines: Number(lines.value) }));
    const typed = byId('typed', HTMLInputElement);
    byId('type-move', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#tryTyped(typed.value)) typed.value = '';
    });
  }

  #connectKeys() {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.#goTo(this.#session.node.parent),
      ArrowRight: () => this.#goTo(this.#session.node.children[0]),
      Home: () => this.#goTo(this.#session.game.root),
      End: () => this.#goTo(endOf(this.#session.node)),
      f: () => this.#flip(),
      l: () => this.#change({ analyse: !this.#settings.analyse }),
      h: () => this.#showHint(),
      n: () => this.#dialogs.newGame.open(this.#settings.newGame),
      m: () => byId('typed', HTMLInputElement).focus(),
    };
    addEventListener('keydown', (event) => {
      const isElsewhere = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
  }

  // Games

  /** @param {Kind} kind @returns {SavedSession} */
  #emptyGame(kind) {
    return {
      draft: { kind, fen: this.#rules.startFen(kind), tags: this.#tags('', ''), line: { moves: [] }, result: '*' },
      place: [],
      play: null,
    };
  }

  /** @param {string} white @param {string} black @returns {[string, string][]} */
  #tags(white, black) {
    const today = new Date();
    const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) =>
      String(part).padStart(2, '0'),
    );
    return [
      ['Event', '?'],
      ['Site', '?'],
      ['Date', date.join('.')],
      ['Round', '-'],
      ['White', white || '?'],
      ['Black', black || '?'],
    ];
  }

  /** @param {SavedSession[]} games */
  #add(games) {
    if (this.#library.currentGame) this.#library.update(this.#session.saved());
    this.#library.add(games);
    this.#openCurrent();
  }

  #openCurrent() {
    const stored = this.#library.currentGame;
    const error = stored ? this.#session.open(stored) : null;
    if (error) complain(sentence(error));
    this.#isFlipped = false;
    this.#showReport(false);
    this.#show();
  }

  /** @param {number} id */
  #select(id) {
    this.#library.update(this.#session.saved());
    this.#library.select(id);
    this.#openCurrent();
    this.#dialogs.games.close();
  }

  /** @param {number} id */
  async #remove(id) {
    const game = this.#library.games.find((candidate) => candidate.id === id);
    if (!game) return;
    const names = `${tagOf(game.draft, 'White') || 'White'} – ${tagOf(game.draft, 'Black') || 'Black'}`;
    if (!(await askWhetherSure(`Delete the game ${names}?`))) return;
    this.#library.remove([id]);
    if (this.#library.current === id) {
      const next = this.#library.games.at(-1);
      if (next) this.#library.select(next.id);
      else this.#library.add([this.#emptyGame('standard')]);
      this.#openCurrent();
    }
    this.#dialogs.games.show(this.#library.games, this.#library.current);
  }

  /** @param {import('./views/new_game_dialog.js').NewGame} chosen */
  #startGame(chosen) {
    this.#change({ newGame: chosen });
    const { kind, level, control } = chosen;
    const number = chosen.number ?? Math.floor(Math.random() * kStarts);
    const fen = kind.endsWith('960') ? this.#rules.startFen(kind, number) : this.#rules.startFen(kind);
    if (chosen.side === 'both')
      return this.#add([{ ...this.#emptyGame(kind), draft: { ...this.#emptyGame(kind).draft, fen } }]);
    /** @type {Color} */
    const human = chosen.side === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : chosen.side;
    const engine = level === null ? kEngineName : `${kEngineName} (${level})`;
    const tags = human === 'white' ? this.#tags(kHumanName, engine) : this.#tags(engine, kHumanName);
    if (control) tags.push(['TimeControl', controlTag(control)]);
    if (this.#settings.analyse) this.#change({ analyse: false });
    this.#add([
      {
        draft: { kind, fen, tags, line: { moves: [] }, result: '*' },
        place: [],
        play: { human, level, clock: control && newClock(control), ending: null },
      },
    ]);
  }

  /** @returns {boolean} whether the address names a position that can be shown */
  #openLink() {
    const line = lineOfLink(location.hash);
    if (!line) return false;
    // The game gets a life of its own, so a reload must not begin it again.
    history.replaceState(null, '', location.pathname + location.search);
    const error = this.#openLine(line);
    if (error) complain(`The link does not lead to a position: ${error}.`);
    return error === null;
  }

  /** @param {import('./rules/rules.js').Line} line @returns {string | null} */
  #openLine(line) {
    const start = this.#rules.readFen(line.kind, line.fen);
    if ('error' in start) return start.error;
    const whole = { ...line, fen: start.fen };
    const state = this.#rules.state(whole);
    if ('error' in state) return state.error;
    const sans = this.#rules.sanOf({ ...whole, moves: [] }, line.moves);
    const moves = line.moves.map((uci, index) => ({ uci, san: sans[index] }));
    const empty = this.#emptyGame(line.kind);
    this.#add([{ ...empty, draft: { ...empty.draft, fen: start.fen, line: { moves } }, place: moves.map(() => 0) }]);
    return null;
  }

  // Files

  /** @param {File[]} files */
  async #openFiles(files) {
    const problems = [];
    let taken = 0;
    for (const file of files) {
      const read = await readText(file, this.#rules.longestText);
      if ('error' in read) problems.push(sentence(read.error));
      else if (this.#take(read.text, `the file ${file.name}`)) ++taken;
      else return;
    }
    if (problems.length > 0) this.#dialogs.games.showProblems(problems);
    else if (taken > 1) this.#dialogs.games.show(this.#library.games, this.#library.current);
  }

  /** Games or a position. @param {string} text @param {string} from @returns {boolean} */
  #take(text, from) {
    const asFen = text.trim();
    if (/^[^\s/]+(\/[^\s/]+){7}\s/.test(`${asFen} `) && !asFen.includes('\n')) return this.#takeFen(asFen);
    const read = this.#rules.readPgn(text);
    if ('error' in read) {
      this.#dialogs.games.showProblems([sentence(`${from}: ${read.error}`)]);
      return false;
    }
    this.#add(read.games.map((draft) => ({ draft, place: [], play: null })));
    this.#dialogs.games.show(this.#library.games, this.#library.current);
    this.#dialogs.games.showProblems(read.problems.map((problem) => sentence(`${from}: ${problem}`)));
    if (read.games.length === 1 && read.problems.length === 0) this.#dialogs.games.close();
    return true;
  }

  /** @param {string} fen */
  #takeFen(fen) {
    // Only FEN of 3-check counts checks, "3+3" or "+0+0".
    /** @type {Kind[]} */
    const kinds = /\d\+\d/.test(fen) ? ['3check', '3check960'] : ['standard', 'chess960'];
    const errors = [];
    for (const kind of kinds) {
      const error = this.#openLine({ kind, fen, moves: [] });
      if (error === null) {
        this.#dialogs.games.close();
        return true;
      }
      errors.push(error);
    }
    this.#dialogs.games.showProblems([sentence(`this is no position: ${errors[0]}`)]);
    return false;
  }

  #saveGame() {
    const { game } = this.#session;
    const names = [tagOf(game, 'White'), tagOf(game, 'Black'), tagOf(game, 'Date')].filter((part) => part !== '');
    this.#saveGames([this.#session.saved().draft], fileName(names));
  }

  /** @param {PgnDraft[]} drafts @param {string} name */
  #saveGames(drafts, name) {
    const pgn = this.#rules.writePgn(drafts);
    if (typeof pgn === 'string') save(pgn, name, 'application/x-chess-pgn');
    else complain(sentence(pgn.error));
  }

  #openGamesDialog() {
    this.#library.update(this.#session.saved());
    this.#dialogs.games.open(this.#library.games, this.#library.current);
  }

  #openShareDialog() {
    const pgn = this.#rules.writePgn([this.#session.saved().draft]);
    this.#dialogs.share.open({
      link: new URL(location.pathname, location.href).href + linkOf(this.#session.line),
      fen: this.#session.state.fen,
      pgn: typeof pgn === 'string' ? pgn : sentence(pgn.error),
    });
  }

  #openSettingsDialog() {
    const { mostThreads, mostHash } = this.#host;
    this.#dialogs.settings.open(this.#settings, { threads: this.#threads, mostThreads, mostHash });
  }

  // Annotation

  /** @param {number[]} ids */
  async #annotate(ids) {
    const engine = this.#host.engine;
    if (!engine) return complain('The engine is not there yet.');
    if (this.#annotator.isRunning) return;
    this.#library.update(this.#session.saved());
    const games = this.#library.games.filter((game) => ids.includes(game.id) && game.draft.line.moves.length > 0);
    if (games.length === 0) return complain('There are no moves to annotate yet.');
    if (games.some((game) => game.play && !game.play.ending))
      return complain('A game that is not over yet is not annotated.');
    this.#dialogs.games.close();
    const bar = byId('annotate-bar', HTMLProgressElement);
    bar.value = 0;
    this.#thinker.pause(true);
    this.#showAnnotating(true);
    const found = await this.#annotator.annotate(
      engine,
      games.map((game) => game.draft),
      {
        nodes: Number(byId('annotate-nodes', HTMLSelectElement).value),
        name: games.length === 1 ? `${tagOf(games[0].draft, 'White')} – ${tagOf(games[0].draft, 'Black')}` : 'Games',
        onProgress: (done, positions) => {
          bar.value = positions > 0 ? done / positions : 0;
          setText(byId('annotate-about', HTMLElement), `${done} of ${positions} positions`);
        },
      },
    );
    this.#showAnnotating(false);
    this.#thinker.pause(false);
    if (!found) return;
    if ('error' in found) return complain(sentence(found.error));
    if (found.problems.length > 0) complain(found.problems.map(sentence).join(' '));
    this.#useAnnotated(games, found.games);
  }

  /** @param {import('./app/storage.js').StoredGame[]} games @param {PgnDraft[]} drafts */
  #useAnnotated(games, drafts) {
    if (drafts.length === games.length) {
      games.forEach((game, index) => this.#library.replace(game.id, drafts[index]));
      this.#openCurrent();
    } else {
      // Some could not be read to the end: those that were there stay as they are.
      this.#add(drafts.map((draft) => ({ draft, place: [], play: null })));
    }
    this.#showReport(true);
  }

  /** @param {boolean} isRunning */
  #showAnnotating(isRunning) {
    byId('annotate-ask', HTMLElement).hidden = isRunning;
    byId('annotate-progress', HTMLElement).hidden = !isRunning;
    setText(byId('annotate-about', HTMLElement), 'mistakes, better lines, accuracy');
  }

  /** @param {boolean} isThere */
  #showReport(isThere) {
    byId('annotate-done', HTMLElement).hidden = !isThere;
    // Only the service worker can show it beside this page; elsewhere it can be saved.
    byId('report-open', HTMLElement).hidden = !navigator.serviceWorker?.controller;
  }

  // Moves

  /** @param {string} square */
  #mayMove(square) {
    if (this.#session.whyNoMove() !== null) {
      this.#complain(/** @type {string} */ (this.#session.whyNoMove()));
      return false;
    }
    const { board, turn } = this.#session.state;
    const piece = board['87654321'.indexOf(square[1]) * 8 + 'abcdefgh'.indexOf(square[0])];
    return piece !== '.' && piece < 'a' === (turn === 'white');
  }

  /** @param {string} square */
  #targetsOf(square) {
    const targets = [];
    for (const move of this.#session.state.legal) {
      if (move.from !== square) continue;
      targets.push({ square: move.to, captures: move.captures });
      if (move.rook && move.rook !== move.to) targets.push({ square: move.rook, captures: true });
    }
    return targets;
  }

  /** @param {string} from @param {string} to @param {'drag' | 'click'} by */
  async #try(from, to, by) {
    if (this.#session.whyNoMove() !== null) return;
    const line = this.#session.line;
    let found = this.#rules.findMove(line, from, to);
    if ('error' in found) {
      // A click on another piece of one's own picks that one up.
      if (by === 'drag' || !this.#mayMove(to)) this.#complain(found.error);
      return;
    }
    if (found.promotion) {
      const piece = await askPromotion(this.#session.state.turn);
      if (piece === null) return;
      found = this.#rules.findMove(line, from, to, piece);
    }
    if ('move' in found) this.#makeMove(found.move, by === 'click');
  }

  /** @param {string} text @returns {boolean} */
  #tryTyped(text) {
    const why = this.#session.whyNoMove();
    const found = why === null ? this.#rules.readMove(this.#session.line, text.trim()) : { error: why };
    if ('error' in found) {
      this.#complain(found.error);
      return false;
    }
    this.#makeMove(found.move, true);
    return true;
  }

  /** @param {LegalMove} move @param {boolean} isAnimated */
  #makeMove(move, isAnimated) {
    this.#isAnimated = isAnimated;
    this.#session.makeMove(move);
  }

  /** @param {string[]} moves */
  #playLine(moves) {
    if (this.#session.isPlaying) return;
    this.#isAnimated = true;
    this.#session.makeMoves(moves, this.#rules.sanOf(this.#session.line, moves));
  }

  /** Says why something is not done. @param {string} reason */
  #complain(reason) {
    this.#complaint = sentence(reason);
    this.#showStatus();
  }

  /** @param {MoveNode | null | undefined} node */
  #goTo(node) {
    if (!node || node === this.#session.node) return;
    this.#isAnimated = node.parent === this.#session.node || this.#session.node.parent === node;
    const error = this.#session.goTo(node);
    if (error) this.#complain(error);
  }

  #takeBack() {
    if (!this.#session.canTakeBack) return;
    this.#isAnimated = true;
    this.#session.takeBack();
  }

  async #showHint() {
    const session = this.#session;
    if (session.isEnginesTurn || session.state.legal.length === 0) return;
    if (!this.#host.engine || this.#thinker.isPaused) return this.#complain('The engine is not free for a hint now');
    const { node, state } = session;
    setText(byId('status', HTMLElement), 'Looking for a good move…');
    const uci = await this.#thinker.hint();
    const move = state.legal.find((candidate) => candidate.uci === uci);
    if (!move || session.node !== node) return;
    this.#hint = { from: move.from, to: move.to };
    this.#complaint = `A good move is ${move.san}.`;
    this.#show();
  }

  async #offerDraw() {
    const session = this.#session;
    if (!session.isPlaying || session.isEnginesTurn || session.node !== session.head) return;
    if (session.state.claim) {
      const why =
        session.state.claim === 'fifty'
          ? 'Fifty moves without capture or pawn move'
          : 'The position stood for the third time';
      return session.end('1/2-1/2', `${why}: a draw`);
    }
    setText(byId('status', HTMLElement), 'Rocada considers it…');
    if (await this.#thinker.acceptsDraw()) session.end('1/2-1/2', 'A draw was agreed');
    else this.#complain('Rocada declines: it would rather play on');
  }

  async #resign() {
    if (this.#session.isPlaying && (await askWhetherSure('Resign this game?'))) this.#session.resign();
  }

  #flip() {
    this.#isFlipped = !this.#isFlipped;
    this.#show();
  }

  // Settings

  get #threads() {
    return threadsFor(this.#settings.threads, navigator.hardwareConcurrency || 1, this.#host.mostThreads);
  }

  /** @param {Partial<import('./app/settings.js').Settings>} change */
  #change(change) {
    Object.assign(this.#settings, change);
    this.#storage.putSetting('settings', this.#settings);
    this.#showSettings();
    this.#thinker.update();
    this.#show();
  }

  #showSettings() {
    const { theme, analyse, lines } = this.#settings;
    document.documentElement.dataset.theme = theme;
    byId('analyse', HTMLInputElement).checked = analyse;
    byId('line-count', HTMLSelectElement).value = String(lines);
  }

  // What is seen

  /** @returns {Color} */
  get #bottom() {
    const side = this.#session.play?.human ?? 'white';
    return this.#isFlipped ? otherSide(side) : side;
  }

  #show() {
    const { game, node, state, start } = this.#session;
    const bottom = this.#bottom;
    const check = state.checkers.length > 0 ? state.king : null;
    this.#board.show({
      fen: state.fen,
      board: state.board,
      bottom,
      lastMove: state.lastMove,
      check,
      animated: this.#isAnimated,
    });
    this.#isAnimated = false;
    this.#showPlayer(this.#players.top, otherSide(bottom));
    this.#showPlayer(this.#players.bottom, bottom);
    this.#moves.show(game, node, start);
    const isHidden = this.#session.isPlaying && !this.#settings.analyse;
    byId('graph', HTMLElement).hidden = isHidden || !this.#graph.show(game, node);
    document.body.classList.toggle('no-bar', isHidden);
    const isAside = !isOnMainLine(game, node);
    byId('variation-actions', HTMLElement).hidden = !isAside || this.#session.isPlaying;
    this.#showTitle();
    this.#showStatus();
    this.#showActions();
    this.#showThought();
    this.#tick();
  }

  #showTitle() {
    const { game, play } = this.#session;
    const [white, black] = [tagOf(game, 'White'), tagOf(game, 'Black')];
    const isTold = !play && (white !== '' || black !== '');
    setText(byId('game-title', HTMLElement), isTold ? `${white || 'White'} – ${black || 'Black'}` : 'Moves');
    const about = [
      isTold ? tagOf(game, 'Event') : '',
      isTold ? tagOf(game, 'Date') : '',
      game.kind === 'standard' ? '' : kKindNames[game.kind],
    ];
    setText(byId('game-about', HTMLElement), about.filter((part) => part !== '').join(' · '));
    document.title = isTold ? `${white} – ${black} · Rocada` : 'Rocada';
  }

  /** @param {PlayerView} view @param {Color} side */
  #showPlayer(view, side) {
    const { game, play, state } = this.#session;
    const isHuman = play?.human === side;
    const name = play
      ? isHuman
        ? kHumanName
        : kEngineName
      : tagOf(game, side === 'white' ? 'White' : 'Black') || nameOfSide(side);
    const accuracy = tagOf(game, side === 'white' ? 'WhiteAccuracy' : 'BlackAccuracy');
    const about = [
      play && !isHuman ? levelName(play.level) : tagOf(game, side === 'white' ? 'WhiteElo' : 'BlackElo'),
      accuracy ? `accuracy ${accuracy.replace(/%?$/, '%')}` : '',
    ];
    const isToMove = state.turn === side && !state.outcome && !play?.ending;
    const checks = state.checksGiven ? state.checksGiven[side] : null;
    view.show({ side, name, about: about.filter((part) => part !== '').join(' · '), checks, isToMove });
  }

  #showStatus() {
    const status = byId('status', HTMLElement);
    status.classList.toggle('complaint', this.#complaint !== '');
    setText(status, this.#complaint || statusOf(this.#session, this.#host.engine !== null));
  }

  #showActions() {
    const session = this.#session;
    byId('take-back', HTMLButtonElement).disabled = !session.canTakeBack;
    byId('draw', HTMLButtonElement).disabled = !session.isPlaying || session.isEnginesTurn;
    byId('resign', HTMLButtonElement).disabled = !session.isPlaying;
    byId('hint', HTMLButtonElement).disabled = session.isEnginesTurn || session.state.legal.length === 0;
    byId('back', HTMLButtonElement).disabled = byId('first', HTMLButtonElement).disabled = session.node.parent === null;
    byId('on', HTMLButtonElement).disabled = byId('last', HTMLButtonElement).disabled =
      session.node.children.length === 0;
    byId('annotate', HTMLButtonElement).disabled = session.isPlaying || session.game.root.children.length === 0;
    const draw = byId('draw', HTMLButtonElement).querySelector('span');
    if (draw) setText(draw, session.state.claim ? 'Claim draw' : 'Offer draw');
  }

  #showThought() {
    const { node, state, line, isPlaying } = this.#session;
    const isOn = this.#settings.analyse;
    const thought = isOn && this.#thinker.thought?.node === node ? this.#thinker.thought : null;
    const shown = (thought?.lines ?? []).slice(0, this.#settings.lines);
    this.#lines.show(
      shown.map(({ score, moves }) => ({ score, moves, sans: this.#rules.sanOf(line, moves) })),
      { number: state.moveNumber, turn: state.turn },
      !isPlaying,
    );
    setText(
      byId('thought', HTMLElement),
      thought ? `depth ${thought.depth} · ${Math.round(thought.speed / 1000)} kN/s` : '',
    );
    const score = thought ? thought.lines[0].score : scoreIn(node.comment);
    this.#bar.show(evaluationOf(score, state.outcome), this.#bottom);
    this.#showArrows(thought?.lines[0].moves[0] ?? null);
  }

  /** @param {string | null} best */
  #showArrows(best) {
    const move = this.#settings.arrow
      ? this.#session.state.legal.find((candidate) => candidate.uci === best)
      : undefined;
    if (this.#hint) this.#board.showArrows([{ ...this.#hint, kind: 'hint' }]);
    else this.#board.showArrows(move ? [{ from: move.from, to: move.to, kind: 'best' }] : []);
  }

  #tick() {
    this.#session.checkClock();
    const running = this.#session.play?.clock?.running ?? null;
    const bottom = this.#bottom;
    this.#players.bottom.showClock(this.#session.timeLeft(bottom), running === bottom);
    this.#players.top.showClock(this.#session.timeLeft(otherSide(bottom)), running === otherSide(bottom));
  }
}

/** For screen readers, which do not see the board move. @param {string} text */
function announce(text) {
  byId('squares', HTMLElement).setAttribute('aria-description', text);
}

/** @param {string} text a sentence, shown until it is closed */
function complain(text) {
  const notice = byId('notice', HTMLElement);
  setText(/** @type {Element} */ (notice.firstElementChild), text);
  notice.hidden = false;
}

function offerNewVersion() {
  complain('A newer Rocada is there: close this line to load it. The game stays as it is.');
  byId('notice', HTMLElement).addEventListener('click', useNewVersion, { once: true });
}

async function start() {
  prepareDialogs();
  const notice = byId('notice', HTMLElement);
  notice.querySelector('button')?.addEventListener('click', () => (notice.hidden = true));
  const why = whyNotHere();
  if (why) return giveUp(why);
  await prepareServiceWorker(offerNewVersion);
  const storage = new Storage(complain);
  const library = new Library(storage);
  try {
    const [rules] = await Promise.all([loadRules(), storage.open().then(() => library.load())]);
    new Page(rules, storage, library, settingsFrom(await storage.setting('settings'))).begin();
  } catch (error) {
    giveUp(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} why */
function giveUp(why) {
  complain(`Rocada cannot run in this browser: ${why}`);
  setText(byId('engine-state', HTMLElement), 'Rocada could not be loaded.');
}

start();

// The page: starts everything, and leads what people do to the game and what changes there to what people see.

import { Annotator } from './app/annotation.js';
import { EngineHost } from './app/engine_host.js';
import { fileName, readText, save } from './app/files.js';
import { Hand } from './app/hand.js';
import { keepForOffline, prepareServiceWorker, useNewVersion } from './app/isolation.js';
import { Library } from './app/library.js';
import { freeBoard, gameOfLine, gamesOfText, gameToPlay } from './app/new_games.js';
import { Session } from './app/session.js';
import { settingsFrom, threadsFor } from './app/settings.js';
import { sentence } from './app/status.js';
import { Storage } from './app/storage.js';
import { whyNotHere } from './app/support.js';
import { Thinker } from './app/thinker.js';
import { lineOfLink, linkOf } from './game/link.js';
import { endOf, tagOf } from './game/tree.js';
import { loadRules } from './rules/rules.js';
import { AnnotationCard } from './views/annotation_card.js';
import { askWhetherSure, prepareDialogs } from './views/dialogs.js';
import { byId, setText } from './views/dom.js';
import { GameView } from './views/game_view.js';
import { describeGame, GamesDialog } from './views/games_dialog.js';
import { NewGameDialog } from './views/new_game_dialog.js';
import { SettingsDialog } from './views/settings_dialog.js';
import { ShareDialog } from './views/share_dialog.js';

/**
 * @typedef {import('./rules/rules.js').Rules} Rules
 * @typedef {import('./rules/rules.js').PgnDraft} PgnDraft
 * @typedef {import('./app/session.js').SavedSession} SavedSession
 * @typedef {import('./app/storage.js').StoredGame} StoredGame
 * @typedef {import('./app/settings.js').Settings} Settings
 */

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
  #hand;
  #view;
  #card;
  #dialogs;

  /** @param {Rules} rules @param {Storage} storage @param {Library} library @param {Settings} settings */
  constructor(rules, storage, library, settings) {
    this.#rules = rules;
    this.#storage = storage;
    this.#library = library;
    this.#settings = settings;
    this.#session = new Session(rules, () => performance.now());
    this.#host = new EngineHost((text) => setText(byId('engine-state', HTMLElement), text), complain);
    this.#thinker = new Thinker(rules, this.#session, this.#host.talk, () => ({ ...settings, threads: this.#threads }));
    this.#annotator = new Annotator(rules);
    this.#hand = new Hand(rules, this.#session, this.#thinker, {
      say: (text) => this.#view.say(text),
      onHint: (move) => this.#view.showHint(move),
      animate: () => this.#view.animate(),
    });
    this.#view = new GameView(rules, this.#session, this.#thinker, settings, {
      mayMove: (square) => this.#hand.mayMove(square),
      targetsOf: (square) => this.#hand.targetsOf(square),
      onTry: (from, to, by) => this.#hand.tryMove(from, to, by),
      onSelect: (node) => this.#hand.goTo(node),
      onLine: (moves) => this.#hand.tryLine(moves),
    });
    this.#card = new AnnotationCard({
      onAnnotate: () => this.#annotate([library.current]),
      onCancel: () => this.#annotator.cancel(),
      onSaveReport: () => save(this.#annotator.report ?? '', 'report.html', 'text/html'),
    });
    this.#dialogs = {
      newGame: new NewGameDialog(rules.levels, (chosen) => this.#startGame(chosen)),
      games: new GamesDialog({
        onFiles: (files) => this.#openFiles(files),
        onPaste: (text) => this.#take(text, 'what was pasted'),
        onSelect: (id) => this.#select(id),
        onRemove: (id) => this.#remove(id),
        onSaveAll: () => this.#saveGames(this.#allDrafts(), 'games.pgn'),
        onAnnotateAll: () => this.#annotate(library.games.map((game) => game.id)),
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
  async begin() {
    this.#showSettings();
    const stored = this.#library.currentGame;
    if (!this.#openLink() && (!stored || this.#session.open(stored) !== null)) this.#add([this.#emptyBoard()]);
    setInterval(() => this.#tick(), kClockTick);
    this.#view.hasEngine = await this.#host.start();
    this.#view.show();
    this.#thinker.update();
    if (this.#host.engine) keepForOffline(this.#host.engine.threaded);
  }

  #listen() {
    this.#session.onChange = (what) => {
      this.#thinker.update();
      if (what === 'game') this.#library.update(this.#session.saved());
      this.#view.showChange();
    };
    this.#thinker.onMove = (uci) => this.#playForEngine(uci);
    this.#thinker.onThought = () => this.#view.showThought();
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

  #connectButtons() {
    /** @type {Record<string, () => void>} */
    const actions = {
      'open-new': () => this.#dialogs.newGame.open(this.#settings.newGame),
      'open-games': () => this.#openGamesDialog(),
      'open-share': () => this.#openShareDialog(),
      'open-settings': () => this.#openSettingsDialog(),
      'take-back': () => this.#hand.takeBack(),
      hint: () => this.#hand.askHint(),
      draw: () => this.#hand.askDraw(),
      resign: () => this.#hand.resign(),
      flip: () => this.#flip(),
      first: () => this.#hand.goTo(this.#session.game.root),
      back: () => this.#hand.goTo(this.#session.node.parent),
      on: () => this.#hand.goTo(this.#session.node.children[0]),
      last: () => this.#hand.goTo(endOf(this.#session.node)),
      promote: () => this.#session.promote(),
      'delete-from': () => this.#session.deleteFromHere(),
    };
    for (const [id, action] of Object.entries(actions)) byId(id, HTMLButtonElement).addEventListener('click', action);
    const analyse = byId('analyse', HTMLInputElement);
    analyse.addEventListener('change', () => this.#change({ analyse: analyse.checked }));
    const lines = byId('line-count', HTMLSelectElement);
    lines.addEventListener('change', () => this.#change({ lines: Number(lines.value) }));
    const typed = byId('typed', HTMLInputElement);
    byId('type-move', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#hand.tryText(typed.value)) typed.value = '';
    });
  }

  #connectKeys() {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.#hand.goTo(this.#session.node.parent),
      ArrowRight: () => this.#hand.goTo(this.#session.node.children[0]),
      Home: () => this.#hand.goTo(this.#session.game.root),
      End: () => this.#hand.goTo(endOf(this.#session.node)),
      f: () => this.#flip(),
      l: () => this.#change({ analyse: !this.#settings.analyse }),
      h: () => this.#hand.askHint(),
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

  #tick() {
    this.#session.checkClock();
    this.#view.showClocks();
  }

  #flip() {
    this.#view.isFlipped = !this.#view.isFlipped;
    this.#view.show();
  }

  /** @param {string} uci */
  #playForEngine(uci) {
    const session = this.#session;
    if (session.node !== session.head) session.goTo(session.head);
    const move = session.state.legal.find((candidate) => candidate.uci === uci);
    if (!move) return complain(`Rocada wanted to play ${uci}, which is not legal here.`);
    this.#view.animate();
    session.makeMove(move);
  }

  // The games of this browser, and the one on the board.

  #emptyBoard() {
    return freeBoard('standard', this.#rules.startFen('standard'));
  }

  #keep() {
    this.#library.update(this.#session.saved());
    this.#library.flush();
  }

  /** @param {SavedSession[]} games the first of them goes on the board */
  #add(games) {
    this.#library.update(this.#session.saved());
    this.#library.add(games);
    this.#openCurrent();
  }

  #openCurrent() {
    this.#view.isFlipped = false;
    this.#card.showReport(false);
    const error = this.#library.currentGame && this.#session.open(this.#library.currentGame);
    if (error) complain(sentence(error));
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
    if (!game || !(await askWhetherSure(`Delete the game ${describeGame(game).title}?`))) return;
    this.#library.remove([id]);
    if (this.#library.current === id) {
      const next = this.#library.games.at(-1);
      if (next) this.#library.select(next.id);
      else this.#library.add([this.#emptyBoard()]);
      this.#openCurrent();
    }
    this.#dialogs.games.show(this.#library.games, this.#library.current);
  }

  /** @param {import('./views/new_game_dialog.js').NewGame} chosen */
  #startGame(chosen) {
    // Who begins to play does not want to be told the moves.
    this.#change({ newGame: chosen, analyse: this.#settings.analyse && chosen.side === 'both' });
    this.#add([gameToPlay(this.#rules, chosen, Math.random)]);
  }

  /** @returns {boolean} whether the address names a position that can be shown */
  #openLink() {
    const line = lineOfLink(location.hash);
    if (!line) return false;
    // The game gets a life of its own, so a reload must not begin it again.
    history.replaceState(null, '', location.pathname + location.search);
    const game = gameOfLine(this.#rules, line);
    if ('error' in game) complain(sentence(`The link does not lead to a position: ${game.error}`));
    else this.#add([game]);
    return !('error' in game);
  }

  // Files and texts.

  /** @param {File[]} files */
  async #openFiles(files) {
    const problems = [];
    for (const file of files) {
      const read = await readText(file, this.#rules.longestText);
      if ('error' in read) problems.push(sentence(read.error));
      else if (!this.#take(read.text, `the file ${file.name}`)) return;
    }
    if (problems.length > 0) this.#dialogs.games.showProblems(problems);
  }

  /** @param {string} text @param {string} from @returns {boolean} whether there was something to take */
  #take(text, from) {
    const brought = gamesOfText(this.#rules, text);
    const problems = 'error' in brought ? [brought.error] : brought.problems;
    if ('games' in brought) this.#add(brought.games);
    this.#dialogs.games.show(this.#library.games, this.#library.current);
    this.#dialogs.games.showProblems(problems.map((problem) => sentence(`${from}: ${problem}`)));
    if ('games' in brought && brought.games.length === 1 && problems.length === 0) this.#dialogs.games.close();
    return 'games' in brought;
  }

  #allDrafts() {
    return this.#library.games.map((game) => game.draft);
  }

  #saveGame() {
    const names = ['White', 'Black', 'Date'].map((name) => tagOf(this.#session.game, name));
    this.#saveGames([this.#session.saved().draft], fileName(names.filter((name) => name !== '')));
  }

  /** @param {PgnDraft[]} drafts @param {string} name */
  #saveGames(drafts, name) {
    const pgn = this.#rules.writePgn(drafts);
    if (typeof pgn === 'string') save(pgn, name, 'application/x-chess-pgn');
    else complain(sentence(pgn.error));
  }

  // Annotation.

  /** @param {number[]} ids */
  async #annotate(ids) {
    this.#library.update(this.#session.saved());
    const games = this.#library.games.filter((game) => ids.includes(game.id) && game.draft.line.moves.length > 0);
    const why = this.#whyNotAnnotate(games);
    this.#dialogs.games.close();
    if (why) return complain(why);
    this.#thinker.pause(true);
    this.#card.showRunning(true);
    const engine = /** @type {import('./engine/engine.js').Engine} */ (this.#host.engine);
    const drafts = games.map((game) => game.draft);
    const found = await this.#annotator.annotate(engine, drafts, {
      nodes: this.#card.nodes,
      name: games.length === 1 ? describeGame(games[0]).title : `${games.length} games`,
      onProgress: (done, positions) => this.#card.showProgress(done, positions),
    });
    this.#card.showRunning(false);
    this.#thinker.pause(false);
    if (!found) return;
    if ('error' in found) return complain(sentence(found.error));
    if (found.problems.length > 0) complain(found.problems.map(sentence).join(' '));
    this.#useAnnotated(games, found.games);
  }

  /** @param {StoredGame[]} games @returns {string | null} */
  #whyNotAnnotate(games) {
    if (!this.#host.engine) return 'The engine is not there yet.';
    if (this.#annotator.isRunning) return 'Games are being annotated already.';
    if (games.length === 0) return 'There are no moves to annotate yet.';
    const isGoingOn = games.some((game) => game.play && !game.play.ending);
    return isGoingOn ? 'A game that is not over yet is not annotated.' : null;
  }

  /** @param {StoredGame[]} games @param {PgnDraft[]} drafts */
  #useAnnotated(games, drafts) {
    if (drafts.length === games.length) {
      games.forEach((game, index) => this.#library.replace(game.id, drafts[index]));
      this.#openCurrent();
    } else {
      // Some could not be read to the end: those that were there stay as they are.
      this.#add(drafts.map((draft) => ({ draft, place: [], play: null })));
    }
    this.#card.showReport(true);
  }

  // Dialogs and settings.

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

  get #threads() {
    return threadsFor(this.#settings.threads, navigator.hardwareConcurrency || 1, this.#host.mostThreads);
  }

  /** @param {Partial<Settings>} change */
  #change(change) {
    Object.assign(this.#settings, change);
    this.#storage.putSetting('settings', this.#settings);
    this.#showSettings();
    this.#thinker.update();
    this.#view.show();
  }

  #showSettings() {
    const { theme, analyse, lines } = this.#settings;
    document.documentElement.dataset.theme = theme;
    byId('analyse', HTMLInputElement).checked = analyse;
    byId('line-count', HTMLSelectElement).value = String(lines);
  }
}

/** @param {string} text a sentence, shown until it is closed */
function complain(text) {
  setText(byId('notice-text', HTMLElement), text);
  byId('notice', HTMLElement).hidden = false;
}

function offerNewVersion() {
  complain('A newer Rocada is there: close this line to load it. The game stays as it is.');
  byId('notice-close', HTMLButtonElement).addEventListener('click', useNewVersion, { once: true });
}

/** @param {string} why */
function giveUp(why) {
  complain(`Rocada cannot run in this browser: ${why}`);
  setText(byId('engine-state', HTMLElement), 'Rocada could not be loaded.');
}

async function start() {
  prepareDialogs();
  byId('notice-close', HTMLButtonElement).addEventListener('click', () => (byId('notice', HTMLElement).hidden = true));
  const why = whyNotHere();
  if (why) return giveUp(why);
  await prepareServiceWorker(offerNewVersion);
  const storage = new Storage(complain);
  const library = new Library(storage);
  try {
    const [rules] = await Promise.all([loadRules(), storage.open().then(() => library.load())]);
    await new Page(rules, storage, library, settingsFrom(await storage.setting('settings'))).begin();
  } catch (error) {
    giveUp(error instanceof Error ? error.message : String(error));
  }
}

start();

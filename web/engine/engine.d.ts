// The engine: a worker that speaks UCI, and a class that starts it and knows what it offers beyond UCI.

export interface EngineSettings {
  /**
   * The folder in which worker/rocada.js lies, a URL that ends with a slash; that of this module unless given.
   */
  folder?: string;
  /** false: one thread even where several could be had. */
  threads?: boolean;
  /** While the network is being loaded. `total` is 0 where the server does not say. */
  onLoading?: (loaded: number, total: number) => void;
  /** Every line the engine says. */
  onLine?: (line: string) => void;
  /** The engine has ended: why, in one sentence. Start another one to go on. */
  onFailure?: (message: string) => void;
}

export interface AnnotateSettings {
  /** The name of the file, which is the title of the report; "games.pgn" unless given. */
  name?: string;
  /** How long each position is searched: one of these. 100000 nodes unless given. */
  nodes?: number;
  depth?: number;
  moveTime?: number;
  /** Lines for each position, 1 to 5. 1 unless given. */
  lines?: number;
  onProgress?: (progress: AnnotateProgress) => void;
}

export interface AnnotateProgress {
  games: number;
  positions: number;
  done: number;
}

export interface Annotated {
  /** All games with evaluations, marks, better lines and accuracies. */
  pgn: string;
  /** The report of `rocada analyse`: one HTML page that needs nothing else. */
  html: string;
  /** Games that could be read in part only, one sentence each. */
  problems: string[];
}

export interface Annotation {
  /** Resolves to null when it was cancelled. Rejects with an Error whose message is one sentence. */
  result: Promise<Annotated | null>;
  cancel(): void;
}

export class Engine {
  /** Resolves when the network is there and the engine understands UCI; rejects with an Error of one sentence. */
  static start(settings?: EngineSettings): Promise<Engine>;

  /** Several threads can be had: the option Threads takes more than 1, up to mostThreads. */
  readonly threaded: boolean;
  readonly mostThreads: number;
  /** The most that the option Hash takes, in MiB. */
  readonly mostHash: number;

  /** One line of UCI. Every `go` is answered by exactly one bestmove, whatever comes in between. */
  send(line: string): void;
  /** One at a time. With one thread, lines sent meanwhile wait until it ends; with several they do not. */
  annotate(pgn: string, settings?: AnnotateSettings): Annotation;
  /** Ends it and gives its memory back. */
  quit(): void;
}

// Without the class: `new Worker('worker/rocada.js')` is the engine. Text is a line of UCI, both ways. Objects are the
// rest:

/** To the worker; the first message, where anything in it matters. Otherwise the first line starts the engine. */
export interface StartMessage {
  type: 'start';
  threads?: boolean;
}
export interface AnnotateMessage {
  type: 'annotate';
  pgn: string;
  settings: Omit<AnnotateSettings, 'onProgress'>;
}
export interface CancelMessage {
  type: 'cancel';
}
export type ToWorker = string | StartMessage | AnnotateMessage | CancelMessage;

/** From the worker. */
export type FromWorker =
  | string
  | { type: 'loading'; loaded: number; total: number }
  | { type: 'ready'; threaded: boolean; mostThreads: number; mostHash: number }
  | ({ type: 'progress' } & AnnotateProgress)
  | ({ type: 'annotated' } & Annotated)
  | { type: 'cancelled' }
  | { type: 'refused'; message: string } // this annotation; the engine goes on
  | { type: 'failed'; message: string }; // the engine has ended

// The rules of chess and games as PGN, for the page: everything is answered at once, on whatever thread asks.
//
// Nothing here keeps state: a game is a plain value, its start and its moves, and each question is answered by
// replaying it, which takes microseconds. So take back, redo and jumping about are slices of `moves`. Whatever can be
// wrong comes back as an `error`: one sentence to show as it is.

/** Chess960 differs from the others in start positions and in how castling is written. */
export type Kind = 'standard' | 'chess960' | '3check' | '3check960';
export type Color = 'white' | 'black';
/** Two letters, "e4". */
export type Square = string;

export interface Failure {
  error: string;
}

/** A start and the moves played from it. */
export interface Line {
  kind: Kind;
  /** Of the start position. */
  fen: string;
  /** In coordinates as UCI writes them: "e2e4", "e7e8q"; castling "e1g1", in Chess960 king takes rook, "e1h1". */
  moves: string[];
}

export interface LegalMove {
  /** What goes into Line.moves and to the engine. */
  uci: string;
  san: string;
  from: Square;
  /** Where the king goes in castling is `to`; where its rook stands, `rook`, is as good a target. */
  to: Square;
  rook?: Square;
  promotion?: 'q' | 'r' | 'b' | 'n';
  captures: boolean;
}

export type Ending =
  | 'checkmate'
  | 'checks' // the third check
  | 'stalemate'
  | 'material' // neither side can win any more
  | 'fifty' // fifty moves without capture or pawn move
  | 'repetition'; // the third time

export interface State {
  /** As of the line, or that of Chess960 where castling is possible in no other way. */
  kind: Kind;
  /** Of the present position, as the engine understands it. */
  fen: string;
  /** 64 characters from a8 to h1: "r", "N", "." for none. */
  board: string;
  turn: Color;
  /** The number of the move to come, "12." or "12...". */
  moveNumber: number;
  legal: LegalMove[];
  /** The squares of the pieces that give check; empty where there is none. */
  checkers: Square[];
  /** The square of the king of the side to move. */
  king: Square;
  lastMove: { from: Square; to: Square; san: string } | null;
  /** In 3-check, how many each side has given; null in other games. */
  checksGiven: { white: number; black: number } | null;
  /** Plies since the last capture or pawn move. */
  halfmoves: number;
  /** How often this position stood on the board before. */
  repetitions: number;
  /**
   * How the game is over, or null. The rules' draws do not forbid playing on; mate, stalemate and the third check do,
   * and then `legal` is empty. `reason` is for people: "White mates", "Threefold repetition".
   */
  outcome: { ending: Ending; winner: Color | null; result: Result; reason: string } | null;
  /** A draw that the side to move may claim: by the fifty-move rule or the third repetition. */
  claim: 'fifty' | 'repetition' | null;
}

export type Result = '1-0' | '0-1' | '1/2-1/2' | '*';

/** A move of a game as PGN tells it. */
export interface PgnMove {
  uci: string;
  san: string;
  /** Numeric annotation glyphs: 1 "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!", ... */
  nags: number[];
  /** After the move; it may hold commands such as [%eval 0.31]. */
  comment: string;
  /** What could have been played instead. A null move, "--", stands in variations only. */
  variations: PgnLine[];
}

export interface PgnLine {
  /** Before the first move. */
  comment: string;
  moves: PgnMove[];
}

export interface PgnGame {
  kind: Kind;
  fen: string;
  /** In order; Event, Site, Date, Round, White and Black are always there. FEN, SetUp, Variant and Result are not. */
  tags: [name: string, value: string][];
  line: PgnLine;
  result: Result;
}

/** What writePgn needs of a game: moves may come without san, nags, comment and variations. */
export interface PgnDraft {
  kind: Kind;
  fen: string;
  tags: [name: string, value: string][];
  line: { comment?: string; moves: PgnDraftMove[] };
  result: Result;
}
export interface PgnDraftMove {
  uci: string;
  nags?: number[];
  comment?: string;
  variations?: { comment?: string; moves: PgnDraftMove[] }[];
}

export interface Rules {
  readonly version: string;
  /** The range of UCI_Elo; beyond it is full strength, without UCI_LimitStrength. */
  readonly levels: { lowest: number; highest: number };
  /** No text longer than this many bytes is read. */
  readonly longestText: number;

  /** The FEN a game begins with. `number`, 0 to 959, chooses among the starts of Chess960; 518 is that of chess. */
  startFen(kind: Kind, number?: number): string;
  /**
   * Reads FEN, X-FEN and Shredder-FEN and gives it back as the program writes it. The kind becomes that of Chess960
   * where castling is possible in no other way.
   */
  readFen(kind: Kind, fen: string): { fen: string; kind: Kind } | Failure;

  /** The position after all moves of the line. The error names the first thing that is wrong with it. */
  state(line: Line): State | Failure;
  /**
   * The move that is meant by two squares, or the reason it is not legal: "the bishop on c4 is pinned to the king on e1
   * by the queen on e7". Castling: to the king's square or to its rook. Where a promotion is meant and no piece is
   * given, `promotion` is true and `move` is left out: ask for the piece.
   */
  findMove(line: Line, from: Square, to: Square, promotion?: 'q' | 'r' | 'b' | 'n'): FoundMove | Failure;
  /** The same for a move as somebody types it: "Nf3", "e2e4", "0-0". */
  readMove(line: Line, text: string): { move: LegalMove } | Failure;
  /** The moves of a principal variation as SAN; ends before the first that is not legal. */
  sanOf(line: Line, moves: string[]): string[];
  /**
   * Whether Rocada agrees to a draw in the position after the line, where it expects so many points: its chance to win
   * and half of that to draw, from 0 to 1.
   */
  isDrawWelcome(line: Line, points: number): boolean | Failure;
  /** How many positions are so many plies away, 1 to 6. */
  perft(line: Line, depth: number): number | Failure;

  /**
   * All games of a file. A game that is wrong somewhere is kept up to there, and `problems` says where and why, one
   * sentence each ("line 3, column 7: game 1: ..."); so nothing is lost but what could not be read. An error is given
   * for a text that is too long or holds no game.
   */
  readPgn(text: string): { games: PgnGame[]; problems: string[] } | Failure;
  /** In the standard's export format; reads back as the same games. */
  writePgn(games: PgnDraft[]): string | Failure;
}

export type FoundMove = { move: LegalMove; promotion: false } | { promotion: true };

/** Loads rules-wasm.wasm from beside this module, or from `folder`, a URL that ends with a slash. */
export function loadRules(folder?: string): Promise<Rules>;

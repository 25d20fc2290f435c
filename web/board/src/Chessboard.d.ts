// What the page uses of cm-chessboard, which comes without types.

export const COLOR: { readonly white: 'w'; readonly black: 'b' };
export const INPUT_EVENT_TYPE: {
  readonly moveInputStarted: 'moveInputStarted';
  readonly movingOverSquare: 'movingOverSquare';
  readonly validateMoveInput: 'validateMoveInput';
  readonly moveInputCanceled: 'moveInputCanceled';
  readonly moveInputFinished: 'moveInputFinished';
};

export interface InputEvent {
  type: string;
  squareFrom: string;
  squareTo: string;
}

export interface MarkerType {
  class: string;
  slice: string;
  position?: 'above';
}

export class Chessboard {
  constructor(context: HTMLElement, props: object);
  setPosition(fen: string, animated?: boolean): Promise<void>;
  setOrientation(color: 'w' | 'b', animated?: boolean): Promise<void>;
  getOrientation(): 'w' | 'b';
  getPiece(square: string): string | null;
  enableMoveInput(handler: (event: InputEvent) => boolean | void): void;
  cancelMoveInput(): void;

  // By the extensions.
  addMarker(type: MarkerType, square: string): void;
  removeMarkers(type?: MarkerType, square?: string): void;
  addArrow(type: { class: string }, from: string, to: string): void;
  removeArrows(type?: { class: string }): void;
}

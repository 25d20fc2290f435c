// Whether Rocada agrees to a draw: the rule of src/engine/draw_policy.h, told by the chances that UCI shows.

const kWelcomePoints = 0.42;
const kWelcomePointsInOpening = 0.3;
const kLastMoveOfOpening = 20;
const kFewestPiecesInOpening = 25;
const kClearDrawPermille = 900;
const kNothingGivenAway = 0.01;

/**
 * @param {{ win: number, draw: number, loss: number }} chances Rocada's, in thousandths
 * @param {{ board: string, moveNumber: number }} position
 */
export function isDrawWelcome(chances, { board, moveNumber }) {
  const points = (chances.win + chances.draw / 2) / 1000;
  const pieces = board.replaceAll('.', '').length;
  if (moveNumber <= kLastMoveOfOpening && pieces >= kFewestPiecesInOpening) return points <= kWelcomePointsInOpening;
  if (points <= kWelcomePoints) return true;
  return chances.draw >= kClearDrawPermille && points <= 0.5 + kNothingGivenAway;
}

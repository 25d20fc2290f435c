// Ten moves of Rocada at level 1200 against Rocada at full strength: node example.mjs
import { Engine } from 'rocada';
import { loadRules } from 'rocada/rules';

const rules = await loadRules();
const line = { kind: 'standard', fen: rules.startFen('standard'), moves: [] };

let heard = () => {};
const engine = await Engine.start({ onLine: (text) => text.startsWith('bestmove') && heard(text.split(' ')[1]) });
engine.send('uci');
engine.send('setoption name UCI_Elo value 1200');
while (line.moves.length < 20 && !rules.state(line).outcome) {
  const weak = line.moves.length % 2 === 0;
  engine.send(`setoption name UCI_LimitStrength value ${weak}`);
  engine.send(`position fen ${line.fen} moves ${line.moves.join(' ')}`);
  const move = await new Promise((resolve) => ((heard = resolve), engine.send('go movetime 100')));
  line.moves.push(move);
  console.log(weak ? 'level 1200:' : 'Rocada:', rules.state(line).lastMove.san);
}
engine.quit();

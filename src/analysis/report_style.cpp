#include "analysis/report_page.h"

namespace rocada::analysis {

std::string_view report_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --page: #f6f4ef; --card: #ffffff; --ink: #22252a; --soft: #6b7078; --rule: #dedad0; --accent: #2f6f8f;
  --light: #eadfc8; --dark: #a98a66; --last: #d9c65a; --graph-white: #f5f1e6; --graph-black: #4a4640;
  --dubious: #b58900; --mistake: #d2691e; --blunder: #c0392b; --good: #2e8b57;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #1b1d20; --card: #25282c; --ink: #e4e2dc; --soft: #9a9fa6; --rule: #3a3e44; --accent: #7fb8d4;
    --light: #c9bb9f; --dark: #7d6549; --last: #b3a13c; --graph-white: #d8d3c4; --graph-black: #101113;
    --dubious: #e0b93a; --mistake: #f08c4a; --blunder: #ff6b5b; --good: #5cc78c;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem 1.25rem 3rem; background: var(--page); color: var(--ink);
  font: 16px/1.45 system-ui, sans-serif; }
a { color: inherit; text-decoration: none; }
header h1 { font-size: 1.35rem; margin: 0; overflow-wrap: anywhere; }
header p { margin: .1rem 0 1rem; color: var(--soft); font-size: .9rem; }
button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }

#list ol { list-style: none; margin: 0; padding: 0; }
#list input { font: inherit; width: 100%; padding: .45rem .7rem; margin-bottom: .6rem; border: 1px solid var(--rule);
  border-radius: .5rem; background: var(--card); color: var(--ink); }
#list .row.head, #list .row a { display: grid; gap: .8rem; padding: .45rem .7rem; align-items: baseline;
  grid-template-columns: 3.2rem minmax(10rem, 2fr) 4.5rem 8rem 5rem minmax(6rem, 1.4fr); }
#list .row.head { color: var(--soft); font-size: .8rem; }
#list li { background: var(--card); border-bottom: 1px solid var(--rule); content-visibility: auto;
  contain-intrinsic-size: auto 2.4rem; }
#list li a:hover { background: color-mix(in srgb, var(--accent) 12%, transparent); }
#list .nr, #list .about { color: var(--soft); font-size: .85rem; }
#list .who { font-weight: 600; overflow-wrap: anywhere; }
#list .about { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#list .acc, #list .bl, #list .result { font-variant-numeric: tabular-nums; }

.back { color: var(--accent); font-size: .9rem; margin-bottom: .6rem; display: inline-block; }
.about-game { color: var(--soft); font-size: .9rem; margin: 0 0 .8rem; overflow-wrap: anywhere; }
.columns { display: grid; gap: 1.25rem; grid-template-columns: minmax(18rem, 30rem) minmax(18rem, 1fr);
  align-items: start; }
.player { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: baseline; padding: .35rem .1rem; }
.player b { overflow-wrap: anywhere; }
.player .elo, .player .counts { color: var(--soft); font-size: .85rem; }
.player .counts { order: 1; flex-basis: 100%; }
.player .accuracy { margin-left: auto; font-weight: 600; font-variant-numeric: tabular-nums; }
.checks { color: var(--mistake); font-size: .85rem; }
.stand { display: grid; grid-template-columns: 1.1rem 1fr; gap: .4rem; }
.bar { background: var(--graph-black); border-radius: .25rem; overflow: hidden; display: flex; flex-direction: column;
  justify-content: flex-end; border: 1px solid var(--rule); }
.bar i { background: var(--graph-white); display: block; transition: height .15s; }
.bar.flipped { justify-content: flex-start; }
svg.board { display: block; width: 100%; border-radius: .3rem; }
svg.board .light { fill: var(--light); } svg.board .dark { fill: var(--dark); } svg.board .last { fill: var(--last); }
svg.board text { font-size: 8px; fill: #3b2f20; opacity: .75; font-family: system-ui, sans-serif; }
svg.board use.w { fill: #fffdf6; stroke: #26221c; } svg.board use.b { fill: #2b2824; stroke: #0d0c0b; color: #e9e2d2; }
svg.board use { stroke-width: 1.3; stroke-linejoin: round; stroke-linecap: round; }
svg.board use.w { color: #26221c; }
svg.board .arrow { stroke-width: 6; stroke-linecap: round; opacity: .72; }
.arrow.played { stroke: var(--blunder); } .arrow.best { stroke: var(--good); }
.controls { display: flex; gap: .4rem; margin-top: .6rem; }
.controls button { flex: 1; padding: .35rem 0; border: 1px solid var(--rule); border-radius: .4rem;
  background: var(--card); }
.controls button:hover { border-color: var(--accent); }
.said { min-height: 1.5rem; margin: .6rem 0 0; font-variant-numeric: tabular-nums; }

.card { background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; padding: .6rem .7rem; }
.graph { position: relative; margin-bottom: .8rem; }
.graph svg { display: block; width: 100%; height: 9rem; cursor: pointer; touch-action: pan-y; }
.graph .black { fill: var(--graph-black); } .graph .white { fill: var(--graph-white); }
.graph .line { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
.graph .even, .graph .cursor, .graph .now { vector-effect: non-scaling-stroke; stroke: var(--soft); }
.graph .even { stroke-dasharray: 3 4; } .graph .now { stroke: var(--accent); stroke-width: 2; }
.graph .dot { position: absolute; width: .55rem; height: .55rem; margin: -.275rem; border-radius: 50%;
  pointer-events: none; border: 1px solid var(--card); }
.graph .tip { position: absolute; top: .3rem; transform: translateX(-50%); background: var(--card); color: var(--ink);
  border: 1px solid var(--rule); border-radius: .35rem; padding: .05rem .45rem; font-size: .82rem;
  pointer-events: none; white-space: nowrap; z-index: 1; }
.dot.dubious { background: var(--dubious); } .dot.mistake { background: var(--mistake); }
.dot.blunder { background: var(--blunder); } .dot.good { background: var(--good); }

.moves { max-height: 31rem; overflow-y: auto; display: grid; grid-template-columns: 2.6rem 1fr 1fr; gap: 0 .3rem;
  align-items: baseline; }
.moves .no { color: var(--soft); font-size: .85rem; text-align: right; padding-right: .3rem; }
.moves .wide { grid-column: 1 / -1; padding: .1rem .3rem .35rem 3rem; font-size: .88rem; color: var(--soft);
  overflow-wrap: anywhere; }
.move { display: flex; justify-content: space-between; gap: .5rem; padding: .12rem .4rem; border-radius: .3rem;
  text-align: left; width: 100%; }
.move:hover, .step:hover { background: color-mix(in srgb, var(--accent) 16%, transparent); }
.move.here, .step.here { background: var(--accent); color: var(--page); }
.move .score { color: var(--soft); font-size: .82rem; font-variant-numeric: tabular-nums; }
.move.here .score, .move.here .mark { color: inherit; }
.mark { font-weight: 700; }
.dubious .mark { color: var(--dubious); } .mistake .mark { color: var(--mistake); }
.blunder .mark { color: var(--blunder); } .good .mark { color: var(--good); }
.better b { color: var(--good); font-variant-numeric: tabular-nums; }
.step { border-radius: .25rem; padding: 0 .15rem; color: var(--ink); }

.moments { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem; }
.moment { display: block; text-align: left; width: 100%; }
.moment:hover { border-color: var(--accent); }
.moment p { margin: .45rem 0 0; font-size: .9rem; }
.moment .cost { color: var(--soft); }
h2 { font-size: 1.05rem; margin: 1.6rem 0 .6rem; }
@media (max-width: 52rem) {
  .columns { grid-template-columns: 1fr; }
  #list .row.head, #list .row a { grid-template-columns: 2.4rem 1fr 4rem; }
  #list .acc, #list .bl, #list .about { display: none; }
}
)css";
}

}  // namespace rocada::analysis

import { DEFINITIONS } from '../definitions.ts'
import type { Report } from '../report.ts'
import { Results } from '../results.ts'
import { duelTable, motionTable, summaryTable } from '../score-tables.ts'
import { percent, shown } from '../table.ts'
import { type CurveKeeper, ERROR_EDGES } from './curves.ts'
import { PAGE_QUANTITIES, type PageData } from './data.ts'
import { escapeHtml, tableHtml } from './html.ts'
import { pageScript } from './script.ts'
import { STYLE } from './style.ts'

/** The report as one HTML file that needs no network and no server. */
export function reportPage(report: Report, keeper: CurveKeeper): string {
  const results = new Results(report)
  const { motions, players, rates, seconds, seed, traces, warmupSeconds } = report
  const first = players[0]?.name ?? ''
  const counts = [
    count(traces.length, 'trace'),
    count(rates.length, 'send rate'),
    count(motions.length, 'sort of movement', 'sorts of movement'),
    count(players.length, 'contender'),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Motion scores</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<h1>Delay and faults of remote entities</h1>
<p>This report covers ${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}. Each run is ${seconds} s long, and its first ${warmupSeconds} s do
not count. The seed is ${seed}. Every contender (called a
player in the tables) gets exactly the same packets. The scorer judges only what the contender shows.</p>
</header>
${rates.map((rate) => tiles(results, rate, first)).join('\n')}
<nav class="bar">
<label>snapshots/s <select id="rate"></select></label>
<label>trace <select id="trace"></select></label>
<label>movement <select id="motion"></select></label>
<div class="chips" id="players"></div>
</nav>

<h2>Delay against faults</h2>
<p>Contenders further to the left have less delay, and contenders further down have fewer faults. All points on a dotted line have
the same cost, which is the delay where the line meets the bottom axis. ${COST}. The diamond is the
bound: the result of the clairvoyant, which knows all arrivals beforehand and never extrapolates.</p>
<div class="two">
<div><h3>Mean over all traces</h3><div class="chart" id="delay-all"></div></div>
<div><h3>On <span class="trace-name"></span></h3><div class="chart" id="delay-one"></div></div>
</div>

<h2>Behind the present, over time</h2>
<p>The lines show the delay of one entity (<span class="motion-name"></span>) on <b class="trace-name"></b>. Where a line rises steadily,
the picture stands still. The grey area covers moments that had not arrived. Where a line is inside the grey area, the
contender extrapolated.</p>
<label class="field">shown <select id="whole"></select></label>
<div class="chart" id="time"></div>

<h2>Position errors</h2>
<p>An error is the distance from where the entity truly was at the displayed time. The curves show the share of frames with each
size of error on <b class="trace-name"></b>. For each contender, 99 of 100 frames are to the left of the dashed line. The height of a
curve is the square root of the share, so that rare errors are visible too.</p>
<div class="three">
${motions.map(({ name }, i) => `<div><h3>${escapeHtml(name)}</h3><div class="chart" id="errors-${i}"></div></div>`).join('\n')}
</div>

${perRate(rates, (rate) => tableHtml(summaryTable(results, rate), first))}

${perRate(rates, (rate) => tableHtml(duelTable(results, rate)))}

${perRate(rates, (rate) => tableHtml(motionTable(results, rate)))}

<h2>Every trace</h2>
<p>The best value of each trace is bold. A darker cell is further from the best value.</p>
<label class="field">quantity <select id="quantity"></select></label>
<div class="wide" id="all-traces"></div>

<h2>Every row of <span class="trace-name"></span></h2>
<div class="wide" id="rows"></div>

<h2>What the words mean</h2>
<dl>
${Object.entries(DEFINITIONS)
  .map(([word, meaning]) => `<dt>${escapeHtml(word)}</dt><dd>${escapeHtml(meaning)}</dd>`)
  .join('\n')}
</dl>
<h2>Who plays</h2>
<p>An interval is the time from one snapshot to the next.</p>
<dl>
${players.map(({ name, about }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(about)}</dd>`).join('\n')}
</dl>
<footer>The command <code>${escapeHtml(report.command)}</code> made these numbers, and makes the same numbers every time.</footer>
</main>
<script type="application/json" id="data">${dataText(report, keeper)}</script>
<script>${pageScript()}</script>
</body>
</html>
`
}

function dataText(report: Report, keeper: CurveKeeper): string {
  const { rates, traces, motions, players, scores, bounds } = report
  const curves = rates.map((rate) => traces.map(({ name }) => keeper.curves(name, rate)))
  const own = { quantities: PAGE_QUANTITIES, curves, errorEdges: ERROR_EDGES }
  const data: PageData = { rates, traces, motions, players, scores, bounds, ...own }
  const short = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(6)) : value
  return JSON.stringify(data, short).replaceAll('<', '\\u003c')
}

const COST = 'In the cost, 20 ms of delay count as much as 1 % of faulty frames'

function tiles(results: Results, sendHz: number, player: string): string {
  const all = results.means(sendHz, player)
  if (!all) return ''
  const [closest] = results.report.players
    .slice(1)
    // Variants of the player are not its rivals.
    .filter(({ name }) => !name.startsWith(`${player}-`))
    .map(({ name }) => ({ name, ...results.duel(sendHz, player, name) }))
    .filter(({ costRatio }) => Number.isFinite(costRatio))
    .sort((a, b) => b.costRatio - a.costRatio)
  const faults = (['datagram', 'ordered'] as const).flatMap(
    (kind) => results.means(sendHz, player, kind)?.faultPercent ?? [],
  )
  const facts = [
    [shown(all.costOverBound, 2), 'times the cost of the bound'],
    [shown(all.delayOverBound, 2), 'times the delay of the bound'],
    [
      faults.map((value) => `${percent(value)}\u2009%`).join(' \u00b7 '),
      faults.length > 1 ? 'faulty frames on datagram \u00b7 ordered networks' : 'faulty frames',
    ],
    ...(closest
      ? [[shown(closest.costRatio, 2), `times the cost of the closest rival, ${closest.name}`]]
      : []),
  ]
  const made = facts.map(
    ([value = '', what = '']) =>
      `<div class="tile"><b>${escapeHtml(value)}</b><span>${escapeHtml(what)}</span></div>`,
  )
  return `<section data-rate="${results.report.rates.indexOf(sendHz)}">
<h3>${escapeHtml(player)}, ${sendHz} snapshots per second</h3>
<div class="tiles">${made.join('')}</div>
</section>`
}

function perRate(rates: readonly number[], part: (rate: number) => string): string {
  return rates.map((rate, i) => `<div data-rate="${i}">${part(rate)}</div>`).join('\n')
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

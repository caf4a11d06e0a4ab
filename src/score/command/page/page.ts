import { DEFINITIONS } from '../definitions.ts'
import type { Report } from '../report.ts'
import { Results } from '../results.ts'
import { duelTable, motionTable, summaryTable } from '../score-tables.ts'
import { percent, shown, type Table } from '../table.ts'
import { type CurveKeeper, ERROR_EDGES } from './curves.ts'
import { PAGE_QUANTITIES, type PageData } from './data.ts'
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
    count(players.length, 'player'),
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
<h1>How close to the present, at how many faults</h1>
<p>${counts.join(', ')}. ${seconds} s each, of which the first ${warmupSeconds} do not count; seed ${seed}.
Every player sees the very same packets, and is judged by what it shows.</p>
</header>
${rates.map((rate) => tiles(results, rate, first)).join('\n')}
<nav class="bar">
<label>snapshots/s <select id="rate"></select></label>
<label>trace <select id="trace"></select></label>
<label>movement <select id="motion"></select></label>
<div class="chips" id="players"></div>
</nav>

<h2>Delay against faults</h2>
<p>Left and down is better. Along a dotted line the cost is the same, the
one that it begins with on the axis: ${COST}. The diamond is the clairvoyant bound, which
knows all arrivals beforehand and never extrapolates.</p>
<div class="two">
<div><h3>Mean over all traces</h3><div class="chart" id="delay-all"></div></div>
<div><h3>On <span class="trace-name"></span></h3><div class="chart" id="delay-one"></div></div>
</div>

<h2>Behind the present, over time</h2>
<p>What one entity (<span class="motion-name"></span>) showed on <b class="trace-name"></b>. A slope upwards is a picture that
stands still. The grey area is what nobody had received yet: a line in it shows what was extrapolated.</p>
<label class="field">shown <select id="whole"></select></label>
<div class="chart" id="time"></div>

<h2>Position errors</h2>
<p>How far what was shown is from where the entity truly was at that displayed time, on <b class="trace-name"></b>: share
of the frames per size of error. Of 100 frames 99 are to the left of the dashed line. Heights are
square roots of the shares, so that rare errors can be seen too.</p>
<div class="three">
${motions.map(({ name }, i) => `<div><h3>${escapeHtml(name)}</h3><div class="chart" id="errors-${i}"></div></div>`).join('\n')}
</div>

${perRate(rates, (rate) => tableHtml(summaryTable(results, rate), first))}

${perRate(rates, (rate) => tableHtml(duelTable(results, rate)))}

${perRate(rates, (rate) => tableHtml(motionTable(results, rate)))}

<h2>Every trace</h2>
<p>The best of each trace is bold; the darker, the further from it.</p>
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
<dl>
${players.map(({ name, about }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(about)}</dd>`).join('\n')}
</dl>
<footer>Made by <code>${escapeHtml(report.command)}</code>; the same command gives the same numbers.</footer>
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

const COST = '20 ms of delay count as much as 1 % of faulty frames'

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
    [shown(all.costOverBound, 2), 'cost, the clairvoyant bound being 1'],
    [shown(all.delayOverBound, 2), 'delay, the bound being 1'],
    [
      faults.map((value) => `${percent(value)}\u2009%`).join(' \u00b7 '),
      faults.length > 1 ? 'faulty frames: datagrams \u00b7 ordered' : 'faulty frames',
    ],
    ...(closest
      ? [[shown(closest.costRatio, 2), `cost, that of its closest rival (${closest.name}) being 1`]]
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

/** The row of the player called `own` stands out. */
function tableHtml(table: Table, own = ''): string {
  const row = (cells: readonly string[], name: 'th' | 'td'): string =>
    cells
      .map((cell, i) =>
        i === 0 ? `<th>${escapeHtml(cell)}</th>` : `<${name}>${escapeHtml(cell)}</${name}>`,
      )
      .join('')
  const rows = table.rows.map(
    (cells) => `<tr${cells[0] === own ? ' class="first"' : ''}>${row(cells, 'td')}</tr>`,
  )
  return `<h2>${escapeHtml(table.title)}</h2>
<p>${escapeHtml(table.about)}</p>
<div class="wide"><table><thead><tr>${row(table.head, 'th')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** Escapes a text for markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

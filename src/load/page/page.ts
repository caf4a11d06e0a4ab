import { escapeHtml, tableHtml } from '../../score/command/page/html.ts'
import { STYLE } from '../../score/command/page/style.ts'
import { shown } from '../../score/command/table.ts'
import { DEFINITIONS } from '../report/definitions.ts'
import { count, loadTables, stretchOf } from '../report/load-tables.ts'
import { clientsOf, type LoadReport, saturation } from '../report/report.ts'
import { type LoadPageData, pageDataOf } from './data.ts'
import { loadScript } from './script.ts'

/** Beside the style of all reports. */
const OWN_STYLE = `
.legend { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 2px 0 0; font-size: 13px }
.legend > span { display: inline-flex; gap: 6px; align-items: center; color: var(--text) }
.legend i { width: 10px; height: 10px; border-radius: 2px; background: var(--own) }
.warning { border: 1px solid var(--c1); border-left-width: 5px; border-radius: 6px; padding: 10px 14px; color: var(--text); margin: 18px 0 }
.two h2 { margin-top: 28px }
td:first-child, th:first-child { white-space: normal }
`

/** The report as one HTML file that needs no network and no server. */
export function loadPage(report: LoadReport): string {
  const { game, url, clients, rooms, fps, seed, link, processes } = report
  const data = pageDataOf(report)
  const warning = saturation(report)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Load of ${escapeHtml(game)}</title>
<style>${STYLE}${OWN_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>A server under load</h1>
<p>${count(clients, 'client')} of the game <b>${escapeHtml(game)}</b> played in ${count(rooms, 'room')} at <code>${escapeHtml(url)}</code>, each with
${fps} frames per second and ${link === 'ordered' ? 'a WebSocket' : 'datagrams'}. They came from ${count(processes, 'process', 'processes')}. The figures are those ${escapeHtml(stretchOf(report))}.
The seed is ${seed}.</p>
</header>
${tiles(report)}
${warning === '' ? '' : `<p class="warning">Do not trust these figures: ${escapeHtml(warning)}.</p>`}
<div class="two">
${data.charts.map(({ id, title }) => `<div><h2>${escapeHtml(title)}</h2><div class="chart" id="chart-${id}"></div></div>`).join('\n')}
</div>
${loadTables(report)
  .map((table) => tableHtml(table))
  .join('\n')}
<h2>What the words mean</h2>
<dl>
${Object.entries(DEFINITIONS)
  .map(([word, meaning]) => `<dt>${escapeHtml(word)}</dt><dd>${escapeHtml(meaning)}</dd>`)
  .join('\n')}
</dl>
<footer>The command <code>${escapeHtml(report.command)}</code> measured this.</footer>
</main>
<script type="application/json" id="data">${dataText(data)}</script>
<script>${loadScript()}</script>
</body>
</html>
`
}

function tiles(report: LoadReport): string {
  const { joined, clients, failed, dropped, overall, sendMs } = report
  const gone = clientsOf(failed) + clientsOf(dropped)
  const facts = [
    [`${joined} of ${clients}`, 'clients joined'],
    [`${gone}`, 'could not join, or were dropped'],
    [
      `${shown(overall.gapMs.p99, 0)}\u2009ms`,
      `snapshot gap p99; one is sent every ${shown(sendMs, 0)} ms`,
    ],
    [`${shown(overall.answerMs.p99, 0)}\u2009ms`, 'until an input is answered, p99'],
  ]
  const made = facts.map(
    ([value = '', what = '']) =>
      `<div class="tile"><b>${escapeHtml(value)}</b><span>${escapeHtml(what)}</span></div>`,
  )
  return `<div class="tiles">${made.join('')}</div>`
}

const dataText = (data: LoadPageData): string => JSON.stringify(data).replaceAll('<', '\\u003c')

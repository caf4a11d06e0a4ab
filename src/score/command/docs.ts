import { DEFINITIONS } from './definitions.ts'
import { fairnessText } from './fairness.ts'
import type { Report } from './report.ts'
import { Results } from './results.ts'
import { duelTable, errorTable, motionTable, summaryTable, traceTables } from './score-tables.ts'
import { type Table, tableMarkdown } from './table.ts'

/** The report as docs/MOTION.md. `first`: a table to begin with. */
export function motionDocument(report: Report, first?: Table): string {
  const results = new Results(report)
  const { motions, players, rates, seconds, seed, traces, warmupSeconds } = report
  const fairness = fairnessText(report)
  const parts = [
    `<!-- Made by a program; to change it, run: ${report.command} -->

# Motion, measured

This page measures how close to the present Glissade and others show remote entities, and at how many faults, on ${traces.length} networks.
One command makes this whole file:

    ${report.command}

Add \`--help\` to see what else the command can do: your own captured network (\`--trace\`), other rates, an HTML report with
plots (\`--html\`). A run is ${seconds} s long, the first ${warmupSeconds} of which do not count, and has seed ${seed}. Nothing is timed: every
run of the command gives the same numbers.
`,
    ...(first ? [tableMarkdown(first, 2)] : []),
    `## How players are compared

A *player* is any code that shows remote entities from snapshots. Every player gets the very same packets. The snapshots
leave the server up to 1.5 ms after their stamp, and are delayed or lost as the trace, a recorded or generated network, says.
The client shows them on a display of 59.94 Hz. Its clock runs at another rate and shows another time than the server's.
Only what the player shows is judged.

## What the words mean
`,
    ...Object.entries(DEFINITIONS).map(([word, meaning]) => `- **${word}**: ${meaning}`),
    '\n## Who plays\n',
    ...players.map(({ name, about }) => `- **${name}**: ${about}`),
    '\n## What moves\n',
    ...motions.map(({ name, about }) => `- **${name}**: ${about}`),
    ...(fairness === '' ? [] : ['\n## How fair this is\n', fairness]),
    '',
    ...rates.flatMap((rate) => [
      tableMarkdown(summaryTable(results, rate), 2),
      tableMarkdown(duelTable(results, rate), 3),
      tableMarkdown(motionTable(results, rate), 3),
      tableMarkdown(errorTable(results, rate), 3),
      ...traceTables(results, rate).map((table) => tableMarkdown(table, 3)),
    ]),
  ]
  return `${parts.join('\n').trimEnd()}\n`
}

import { DEFINITIONS } from './definitions.ts'
import { fairnessText } from './fairness.ts'
import type { Report } from './report.ts'
import { Results } from './results.ts'
import { duelTable, errorTable, motionTable, summaryTable, traceTables } from './score-tables.ts'
import { type Table, tableMarkdown } from './table.ts'

/** The report as docs/MOTION.md; `first`: a table to begin with. */
export function motionDocument(report: Report, first?: Table): string {
  const results = new Results(report)
  const { motions, players, rates, seconds, seed, traces, warmupSeconds } = report
  const fairness = fairnessText(report)
  const parts = [
    `<!-- Made by a program; to change it, run: ${report.command} -->

# Motion, measured

How close to the present Glissade and others show remote entities, and at how many faults, on ${traces.length} networks.
All of this file is made by

    ${report.command}

\`--help\` behind it says what else it can do: your own captured network (\`--trace\`), other rates, an HTML report with
plots (\`--html\`). Runs of ${seconds} s, the first ${warmupSeconds} of which do not count, seed ${seed}. Nothing is timed: whoever runs
it again gets the same numbers.
`,
    ...(first ? [tableMarkdown(first, 2)] : []),
    `## How players are compared

Every player sees the very same packets: snapshots that leave the server up to 1.5 ms after their stamp, meet the
trace's fate, and are shown on a display of 59.94 Hz by a client whose clock runs at another rate and shows another
time. Only what it shows is judged.

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

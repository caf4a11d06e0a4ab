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

This page compares Glissade with other methods of showing remote entities, on ${traces.length} networks. For each method, it says how far
behind the present the entities appear, and what share of the frames is faulty. One command writes the whole page:

    ${report.command}

The command also accepts your own captured networks (\`--trace\`) and other snapshot rates (\`--rates\`), and can write an HTML
report with plots (\`--html\`). \`--help\` lists all options. Each run lasts ${seconds} s and uses seed ${seed}. Most methods first have to
learn the network, so the first ${warmupSeconds} s count only for "start/steady". All times are simulated, so the command always prints the same figures.
`,
    ...(first ? [tableMarkdown(first, 2)] : []),
    `## How players are compared

A *contender* (called *player* in options and tables) is any code that shows remote entities from snapshots. The scorer judges
only what a contender shows, and the conditions are the same for all contenders:

- Every contender gets exactly the same packets. Each snapshot leaves the server up to 1.5 ms after its stamp. A *trace*, which
  is a recorded or generated network, then delays or drops the snapshot.
- The client draws frames at 59.94 Hz.
- The client's clock shows a different time from the server's clock, and runs at a different rate.

## What the words mean
`,
    ...Object.entries(DEFINITIONS).map(([word, meaning]) => `- **${word}**: ${meaning}`),
    '\n## Who plays\n\nAn *interval* is the time from one snapshot to the next.\n',
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

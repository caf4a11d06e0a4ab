import { printCost } from './cost.ts'
import { printPage } from './page.ts'
import { drawPlots } from './plots.ts'

interface Bench {
  readonly name: string
  readonly does: string
  run(): void | Promise<void>
}

const BENCHES: readonly Bench[] = [
  {
    name: 'cost',
    does: 'prints what showing many entities costs, for docs/PERFORMANCE.md',
    run: printCost,
  },
  {
    name: 'page',
    does: 'prints what the platformer does to the main thread of its page, for docs/PERFORMANCE.md',
    run: printPage,
  },
  { name: 'plots', does: 'draws the pictures of docs/guide', run: drawPlots },
]

const [name, ...more] = process.argv.slice(2)
const chosen = BENCHES.find((bench) => bench.name === name)
if (chosen && more.length === 0) await chosen.run()
else {
  if (name !== undefined) {
    console.error(`glissade: there is no bench '${[name, ...more].join(' ')}'; there are these:`)
    process.exitCode = 1
  }
  for (const { name, does } of BENCHES) console.log(`npm run bench -- ${name.padEnd(6)}  ${does}`)
}

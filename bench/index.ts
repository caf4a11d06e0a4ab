import { printCost } from './cost.ts'
import { printCpu } from './cpu.ts'
import { scoreMotion } from './motion.ts'
import { printPage } from './page.ts'
import { drawPlots } from './plots.ts'
import { printRoomMotion } from './room-motion.ts'

interface Bench {
  readonly name: string
  readonly does: string
  /** Whether words may follow the name. */
  readonly takesWords?: boolean
  run(words: readonly string[]): void | Promise<void>
}

const BENCHES: readonly Bench[] = [
  {
    name: 'cost',
    does: 'prints what showing many entities costs, for docs/PERFORMANCE.md',
    run: printCost,
  },
  {
    name: 'cpu',
    does: 'prints what motion costs the processor beside other packages, for docs/PERFORMANCE.md',
    run: printCpu,
  },
  {
    name: 'motion',
    does: 'prints how close to the present players show others; --help says more; docs/MOTION.md',
    takesWords: true,
    run: scoreMotion,
  },
  {
    name: 'page',
    does: 'prints what the platformer does to the main thread of its page, for docs/PERFORMANCE.md',
    run: printPage,
  },
  { name: 'plots', does: 'draws the pictures of docs/guide', run: drawPlots },
  {
    name: 'room',
    does: 'prints how two players see each other through a room, over traces both ways',
    takesWords: true,
    run: printRoomMotion,
  },
]

const [name, ...more] = process.argv.slice(2)
const chosen = BENCHES.find((bench) => bench.name === name)
if (chosen && (chosen.takesWords || more.length === 0)) await chosen.run(more)
else {
  if (name !== undefined) {
    console.error(`glissade: there is no bench '${[name, ...more].join(' ')}'; there are these:`)
    process.exitCode = 1
  }
  for (const { name, does } of BENCHES) console.log(`npm run bench -- ${name.padEnd(6)}  ${does}`)
}

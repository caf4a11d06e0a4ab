import { printClients } from './clients.ts'
import { printCorrections } from './corrections.ts'
import { printCost } from './cost.ts'
import { printCpu } from './cpu.ts'
import { printCubes } from './cubes.ts'
import { printDirectory } from './directory.ts'
import { printFairHits } from './fair-hits.ts'
import { makeFirstRows } from './first-rows.ts'
import { printFlock } from './flock.ts'
import { printForesight } from './foresight.ts'
import { writeGoldens } from './goldens.ts'
import { printHashes } from './hashes.ts'
import { printIdle } from './idle.ts'
import { printMachines } from './machines.ts'
import { printMeadow } from './meadow.ts'
import { printMemory } from './memory.ts'
import { scoreMotion } from './motion.ts'
import { printPage } from './page.ts'
import { printPages } from './pages.ts'
import { takePictures } from './pictures.ts'
import { drawPlots } from './plots.ts'
import { printProcesses } from './processes.ts'
import { printRoomBytes } from './room-bytes.ts'
import { printRoomMotion } from './room-motion.ts'
import { printRooms } from './rooms.ts'
import { printSave } from './save.ts'
import { printServer } from './server.ts'
import { printSharing } from './sharing.ts'
import { printSize } from './size.ts'
import { printTcp } from './tcp.ts'
import { printTick } from './tick.ts'
import { printTiming } from './timing.ts'
import { printWire } from './wire.ts'

interface Bench {
  readonly name: string
  readonly does: string
  /** Whether words may follow the name. */
  readonly takesWords?: boolean
  run(words: readonly string[]): void | Promise<void>
}

const BENCHES: readonly Bench[] = [
  {
    name: 'clients',
    does: 'prints how many clients a processor core carries, beside Colyseus and JSON by hand; --help says more',
    takesWords: true,
    run: printClients,
  },
  {
    name: 'corrections',
    does: 'prints how often own entities have to be corrected, over every preset; --help says more',
    takesWords: true,
    run: printCorrections,
  },
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
    name: 'cubes',
    does: 'prints what a room of 901 cubes sends, how well they are shown, and what a step costs; --help says more',
    takesWords: true,
    run: printCubes,
  },
  {
    name: 'directory',
    does: 'prints whether a room is owned twice, how evenly rooms are spread, and what Redis does; --help says more',
    takesWords: true,
    run: printDirectory,
  },
  {
    name: 'fair-hits',
    does: 'prints how fairly a room judges shots aimed at what a page shows; --help says more',
    takesWords: true,
    run: printFairHits,
  },
  {
    name: 'flock',
    does: 'prints what a flock of boids costs a step of the server; --help says more',
    takesWords: true,
    run: printFlock,
  },
  {
    name: 'foresight',
    does: 'prints how far others are off when they are extrapolated by move, or otherwise; --help says more',
    takesWords: true,
    run: printForesight,
  },
  {
    name: 'goldens',
    does: 'writes the golden streams of docs/WIRE.md; --help says more',
    takesWords: true,
    run: writeGoldens,
  },
  {
    name: 'hashes',
    does: 'prints hashes of what the engine does, to compare before and after a change; --help says more',
    takesWords: true,
    run: printHashes,
  },
  {
    name: 'idle',
    does: 'prints what rooms take in which nothing happens; --help says more',
    takesWords: true,
    run: printIdle,
  },
  {
    name: 'machines',
    does: 'prints what players notice when processes are drained, killed and cut off, with Redis; --help says more',
    takesWords: true,
    run: printMachines,
  },
  {
    name: 'meadow',
    does: 'prints the bytes that a flock takes beside Colyseus, and what its room costs; --help says more',
    takesWords: true,
    run: printMeadow,
  },
  {
    name: 'memory',
    does: 'prints what connections, rooms, entities and idle clients cost a server, beside others; --help says more',
    takesWords: true,
    run: printMemory,
  },
  {
    name: 'motion',
    does: 'prints how close to the present players show others; --help says more; docs/MOTION.md',
    takesWords: true,
    run: scoreMotion,
  },
  {
    name: 'page',
    does: 'prints what the platformer does to the main thread of its page; --help says more',
    takesWords: true,
    run: printPage,
  },
  {
    name: 'pages',
    does: 'prints what each page weighs, and when it shows its first frame; --help says more',
    takesWords: true,
    run: printPages,
  },
  {
    name: 'pictures',
    does: 'takes the pictures of the landing page anew; --help says more',
    takesWords: true,
    run: takePictures,
  },
  { name: 'plots', does: 'draws the pictures of docs/guide', run: drawPlots },
  {
    name: 'processes',
    does: 'prints what a server takes with its rooms in two processes, beside one; --help says more',
    takesWords: true,
    run: printProcesses,
  },
  {
    name: 'room',
    does: 'prints how two players see each other through a room, over traces both ways',
    takesWords: true,
    run: printRoomMotion,
  },
  {
    name: 'room-bytes',
    does: 'prints what a room of 50 sends each client: jitter, hidden pages; --help says more',
    takesWords: true,
    run: printRoomBytes,
  },
  {
    name: 'rooms',
    does: 'prints what a room costs to open and to keep, by game, for docs/PERFORMANCE.md',
    run: printRooms,
  },
  {
    name: 'save',
    does: 'prints what a saved room takes, and whether restored rooms go on like their twins; --help says more',
    takesWords: true,
    run: printSave,
  },
  {
    name: 'server',
    does: 'prints what rooms full of moving players cost a server, beside others; --help says more',
    takesWords: true,
    run: printServer,
  },
  {
    name: 'sharing',
    does: 'prints how many bodies a room codes for clients who joined at different moments; --help says more',
    takesWords: true,
    run: printSharing,
  },
  {
    name: 'size',
    does: 'prints how large pages are, and what each option adds; --help says more',
    takesWords: true,
    run: printSize,
  },
  {
    name: 'tables',
    does: 'makes anew what both ends of tables() begin with; a change of the format',
    run: makeFirstRows,
  },
  {
    name: 'tcp',
    does: 'prints how old echoes are over simulated TCP, beside a real connection; --help says more',
    takesWords: true,
    run: printTcp,
  },
  {
    name: 'tick',
    does: "prints what a whole server tick takes, from a game's writes to bytes; --help says more",
    takesWords: true,
    run: printTick,
  },
  {
    name: 'timing',
    does: 'prints how well inputs make their ticks, and what a stall does to them; --help says more',
    takesWords: true,
    run: printTiming,
  },
  {
    name: 'wire',
    does: 'prints the bytes and the time of updates beside other packages; --help says more',
    takesWords: true,
    run: printWire,
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
  for (const { name, does } of BENCHES) console.log(`npm run bench -- ${name.padEnd(11)}  ${does}`)
}

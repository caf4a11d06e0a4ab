// A server whose ticks are measured, in a process of its own: `child.ts SERVER ENTITIES MOVERS STEPS`. SERVER: `glissade`,
// `tables` for the same with that coding, `colyseus`; or `players`, of whom there are ENTITIES. Says what a tick takes, and
// ends.
import { tables } from 'glissade'
import type { Movers } from '../wire/workload.ts'
import { glissadeServer } from './glissade.ts'
import { playersServer } from './players.ts'
import { type Scene, scriptOf, TICKS } from './scene.ts'

/** A server that can be measured. */
export interface TickServer {
  /** Runs network tick `n` of the script: the game's writes, and the bytes that its clients get. */
  tick(n: number): void
  /** How many bytes it has sent each client so far. */
  bytes(): number
}

/** What the process says. */
export interface TickTaken {
  /** Processor time of a network tick, in microseconds, and its bytes. */
  readonly us: number
  readonly bytes: number
}

/** The script is gone through so often before the one time that counts. */
const WARM_ROUNDS = 8
/** Not written as an import, because the compiler would then want the packages to be there. */
const PEER: string = new URL('../peers/tick-colyseus.ts', import.meta.url).href

const [, , name = '', entities, movers, steps] = process.argv
const scene: Scene = {
  entities: Number(entities),
  movers: movers as Movers,
  steps: Number(steps),
}
const server = await serverOf(name, scene)
// As in a room that has been open for some minutes: until then V8 still compiles.
for (let round = 0; round < WARM_ROUNDS; round++) for (let n = 0; n <= TICKS; n++) server.tick(n)
const bytes = server.bytes()
const before = process.cpuUsage()
for (let n = 1; n <= TICKS; n++) server.tick(n)
const { user, system } = process.cpuUsage(before)
const taken: TickTaken = {
  us: (user + system) / TICKS,
  bytes: (server.bytes() - bytes) / TICKS,
}
if (process.send) process.send(taken)
else console.log(taken)

async function serverOf(server: string, of: Scene): Promise<TickServer> {
  if (server === 'players') return playersServer(of.entities)
  const script = scriptOf(of)
  if (server === 'colyseus') return (await import(PEER)).colyseusServer(of, script)
  return glissadeServer(of, script, server === 'tables' ? tables() : undefined)
}

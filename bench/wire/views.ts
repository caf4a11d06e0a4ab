import { Random } from '../../src/base/random.ts'
import { median } from '../cpu/rounds.ts'
import { checkRow } from './check.ts'
import type { ViewsCodec } from './codec.ts'
import { createWorkload, WIDTH, type Workload } from './workload.ts'

/** Clients that each see another part of one world, in which everybody moves. */
export interface ViewsScene {
  readonly workload: Workload
  /** Of each client the entities that it sees, ascending; they stay the same. */
  readonly seen: readonly Uint16Array[]
}

/** What the updates of one client take. */
export interface ViewsTaken {
  readonly name: string
  /** The mean update of a client, in bytes. */
  readonly bytes: number
  /** What a client's update takes to encode, what is shared by all being divided among them, in ns. */
  readonly encodeNs: number
  /** Of that of the first codec. */
  readonly ratio: number
}

const PASSES = 4
/** A round: so many ticks of each in turn. */
const ROUND = 10

/** 300 entities, all moving, of which each of 50 clients sees 60. */
export function createViewsScene({
  entities = 300,
  seen = 60,
  clients = 50,
  ticks = 200,
} = {}): ViewsScene {
  const random = new Random(300)
  const draw = (): Uint16Array => {
    const order = Uint16Array.from({ length: entities }, (_, i) => i)
    for (let k = 0; k < seen; k++) {
      const j = k + (random.uint32() % (entities - k))
      const drawn = order[j]!
      order[j] = order[k]!
      order[k] = drawn
    }
    return order.slice(0, seen).sort()
  }
  return {
    workload: createWorkload('views', 'all', { entities, ticks }),
    seen: Array.from({ length: clients }, draw),
  }
}

/** What each takes, in turn. Everything that everyone sees is checked in the first pass. Throws where it is wrong. */
export function measureViews(
  { workload, seen }: ViewsScene,
  makes: readonly (() => ViewsCodec)[],
): ViewsTaken[] {
  const rounds: number[][] = []
  const bytes = makes.map(() => 0)
  let names: string[] = []
  for (let pass = 0; pass <= PASSES; pass++) {
    const codecs = makes.map((make) => make())
    names = codecs.map(({ name }) => name)
    for (let first = 1; first + ROUND <= workload.ticks + 1; first += ROUND) {
      const round = codecs.map((codec, i) => {
        let ns = 0
        for (let tick = first; tick < first + ROUND; tick++) {
          codec.stage(tick)
          if (pass === 0) bytes[i]! += checkTick(codec, tick, workload, seen)
          else ns += timeTick(codec, tick, seen.length)
        }
        return ns / (ROUND * seen.length)
      })
      if (pass > 0) rounds.push(round)
    }
  }
  const updates = Math.floor(workload.ticks / ROUND) * ROUND * seen.length
  return names.map((name, i) => ({
    name,
    bytes: bytes[i]! / updates,
    encodeNs: median(rounds.map((round) => round[i]!)),
    ratio: median(rounds.map((round) => round[i]! / round[0]!)),
  }))
}

function timeTick(codec: ViewsCodec, tick: number, clients: number): number {
  const started = process.hrtime.bigint()
  codec.begin?.(tick)
  for (let client = 0; client < clients; client++) codec.encode(client)
  codec.end?.()
  return Number(process.hrtime.bigint() - started)
}

const row = new Float64Array(WIDTH)

/** Encodes and decodes for all clients; gives all the bytes. */
function checkTick(
  codec: ViewsCodec,
  tick: number,
  { values, entities }: Workload,
  seen: readonly Uint16Array[],
): number {
  let bytes = 0
  codec.begin?.(tick)
  for (let client = 0; client < seen.length; client++) {
    bytes += codec.encode(client)
    codec.decode(client)
  }
  codec.end?.()
  for (let client = 0; client < seen.length; client++) {
    for (const entity of seen[client]!) {
      codec.show(client, entity, row)
      checkRow(codec.name, row, 0, values, (tick * entities + entity) * WIDTH)
    }
  }
  return bytes
}

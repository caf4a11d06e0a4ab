import { type AnyRoom, Room } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { Hash } from '../../src/base/hash.ts'
import { Random } from '../../src/base/random.ts'
import { coreOf } from '../../src/server/room.ts'
import { SaveWriter } from '../../src/server/save/save-writer.ts'
import { Mutator } from '../fuzz/mutate.ts'
import { RawClient } from '../support/raw-client.ts'
import { duels } from './duel-room.ts'
import { ROOMS } from './twins.ts'

/** What a forger puts in place of a number. */
const NUMBERS: readonly ((value: number, random: Random) => number)[] = [
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => Number.NEGATIVE_INFINITY,
  () => -0,
  () => 0,
  () => -1,
  (value) => value + 1,
  (value) => value - 1,
  (value) => -value,
  (value) => value + 0.5,
  (value) => value * 2 ** 16,
  (value, random) => value + random.between(-1000, 1000),
  (value, random) => value + (random.uint32() % 200) - 100,
  (_, random) => random.uint32() % 256,
  (_, random) => random.uint32(),
  (_, random) => -random.uint32(),
  () => 2 ** 31,
  () => -(2 ** 31),
  () => 2 ** 32,
  () => 2 ** 52,
  () => 1e15,
  () => -1e15,
  () => 1e300,
  () => Number.MIN_VALUE,
]

/** How long a restored room is played, in 3 of 4 cases half a second. */
const PLAYED_MS = [500, 500, 500, 3000] as const
const HASH_BYTES = 4

/** A room that was saved in mid-play, and how to write it once more with something changed. */
interface Original {
  readonly definition: AnyRoom
  readonly sim: Simulation<AnyRoom>
  readonly bytes: Uint8Array
  /** The numbers, flags, offsets and texts in it. */
  readonly counts: Readonly<Record<Part, number>>
  readonly keys: readonly (readonly [number, number])[]
}

const PARTS = ['number', 'flag', 'offset', 'text'] as const
type Part = (typeof PARTS)[number]

/** What became of a forged save. 'state': the game itself could not go on with the state that was forged. */
export type Outcome = 'misuse' | 'schema' | 'played' | 'state'

/** Restores saved rooms that nobody saved: the hash at the end is right, and something before it is not. */
export class ForgedSaves {
  readonly tally: Record<Outcome, number> & { forged: number; slowestMs: number } = {
    forged: 0,
    misuse: 0,
    schema: 0,
    played: 0,
    state: 0,
    slowestMs: 0,
  }
  readonly #originals: readonly Original[] = [...ROOMS, ...duels].map(saved)
  readonly #onBegin: (seed: number) => void

  /** `onBegin` is told of each seed. */
  constructor(onBegin: (seed: number) => void = () => {}) {
    this.#onBegin = onBegin
  }

  async run(first: number, count: number): Promise<void> {
    for (let seed = first; seed < first + count; seed++) this.try(seed)
  }

  /** Forges one save. Throws, with the seed, unless it is refused by `misuse` or the restored room can be played. */
  try(seed: number): Outcome {
    this.#onBegin(seed)
    const random = new Random(seed)
    const original = this.#originals[random.uint32() % this.#originals.length]!
    const { forged, what } = forge(original, this.#originals, random)
    const beganMs = performance.now()
    let outcome: Outcome
    try {
      outcome = tried(original, forged, PLAYED_MS[random.uint32() % PLAYED_MS.length]!)
    } catch (error) {
      throw new Error(`SEED=${seed} (${what}): ${(error as Error).stack}`)
    }
    this.tally.forged++
    this.tally[outcome]++
    this.tally.slowestMs = Math.max(this.tally.slowestMs, performance.now() - beganMs)
    return outcome
  }
}

/** Plays a room with a player who runs, one who rests, one who is away and one whose messages wait, and saves it. */
function saved(definition: AnyRoom, n: number): Original {
  const sim = new Simulation(definition, { seed: n + 1, kind: n % 2 ? 'datagram' : 'ordered' })
  const keys = new Random(n)
  const way = { latencyMs: 40, jitterMs: 20 }
  for (let player = 0; player < 4; player++)
    sim.join({
      conditions: { up: way, down: way },
      script: ({ input }) => {
        if (player === 1 || keys.next() < 0.8) return
        for (const [name, value] of Object.entries(input))
          if (typeof value === 'boolean')
            (input as Record<string, unknown>)[name] = keys.next() < 0.5
      },
    })
  sim.run(2500)
  sim.clients[2]!.cut(60_000)
  sim.run(900)
  if (definition.game.definition.messages) sim.room.world.broadcast('hello' as never)
  const core = coreOf(sim.room as unknown as Room)
  const counts = { number: 0, flag: 0, offset: 0, text: 0 }
  const bytes = withChange(
    () => sim.room.save(),
    (part, value) => {
      counts[part]++
      return value
    },
  )
  const resumeKeys = [...core.places.values()].map(({ resumeKey }) => resumeKey)
  return { definition, sim, bytes, counts, keys: resumeKeys }
}

/** Runs `save` while everything that is written passes through `change`. */
function withChange<T>(save: () => T, change: (part: Part, value: never) => unknown): T {
  const methods = SaveWriter.prototype as unknown as Record<Part, (value: never) => unknown>
  const originals = PARTS.map((part) => [part, methods[part]] as const)
  let depth = 0
  for (const [part, method] of originals)
    methods[part] = function (this: SaveWriter, value: never) {
      // A part may be written by means of another.
      const given = depth++ === 0 ? change(part, value) : value
      try {
        method.call(this, given as never)
        return value
      } finally {
        depth--
      }
    }
  try {
    return save()
  } finally {
    for (const [part, method] of originals) methods[part] = method
  }
}

function forge(
  original: Original,
  all: readonly Original[],
  random: Random,
): { readonly forged: Uint8Array; readonly what: string } {
  const { sim, bytes, counts } = original
  if (random.next() < 0.35) {
    const other = all[random.uint32() % all.length]!
    const begin = random.next() < 0.5 ? 0 : 9
    const mutator = new Mutator(random)
    const most = 60_000
    const from = begin + (random.uint32() % Math.max(1, bytes.length - begin))
    const to = Math.min(bytes.length, from + 1 + (random.uint32() % most))
    const middle = mutator.next(bytes.subarray(from, to), other.bytes.subarray(0, 500))
    const forged = new Uint8Array([...bytes.subarray(0, from), ...middle, ...bytes.subarray(to)])
    return { forged: withHash(forged), what: 'other bytes' }
  }
  const part: Part = random.next() < 0.8 ? 'number' : PARTS[random.uint32() % PARTS.length]!
  const changed = new Set(
    Array.from({ length: random.next() < 0.8 ? 1 : 3 }, () => random.uint32() % counts[part]),
  )
  let n = 0
  let what = ''
  const forged = withChange(
    () => sim.room.save(),
    (of, value: unknown) => {
      if (of !== part || !changed.has(n++)) return value
      const other = forgedValue(part, value, random)
      what += ` ${part} ${n - 1}: ${String(value)} -> ${String(other)}`
      return other
    },
  )
  return { forged, what }
}

function forgedValue(part: Part, value: unknown, random: Random): unknown {
  if (part === 'flag') return !value
  if (part === 'text')
    return ['', 'x', '__proto__', 'length', 'constructor', '-', '(', `${value}x`][
      random.uint32() % 8
    ]
  const forged = NUMBERS[random.uint32() % NUMBERS.length]!(value as number, random)
  return part === 'offset' ? forged | 0 : forged
}

function withHash(bytes: Uint8Array): Uint8Array {
  if (bytes.length < HASH_BYTES) return bytes
  const { value } = new Hash().bytes(bytes.subarray(0, bytes.length - HASH_BYTES))
  new DataView(bytes.buffer).setUint32(bytes.length - HASH_BYTES, value, true)
  return bytes
}

/** Whether an error comes from the code of a game, not of the engine. */
function isOfGame(error: unknown): boolean {
  const [, at = ''] = /\n +at (.*)/.exec((error as Error).stack ?? '') ?? []
  return !at.includes('/src/')
}

/** Restores a save, and plays it with one who comes back to each place, and a newcomer. */
function tried({ definition, keys }: Original, forged: Uint8Array, ms: number): Outcome {
  const errors: unknown[] = []
  const sim = new Simulation(definition, { onError: (error) => errors.push(error) })
  const { nowMs } = coreOf(sim.room as unknown as Room)
  try {
    // First alone, because a simulation goes on with what it restores.
    Room.restore(definition, forged, { nowMs })
    sim.moveRoom(forged)
  } catch (error) {
    const { code } = error as { readonly code?: string }
    if (code === 'misuse' || code === 'schema') return code
    throw error
  }
  const clients: RawClient[] = []
  const join = (resumeKey: readonly [number, number]) => {
    const client = new RawClient(sim.rawLink(), definition.game)
    clients.push(client.hello({ resumeKey }))
  }
  sim.run(50)
  for (const key of keys.slice(0, 2)) join(key)
  join([0, 0])
  for (let passedMs = 0; passedMs < ms; passedMs += 50) {
    for (const client of clients) if (client.welcome && !client.closing) client.run(3)
    sim.run(50)
  }
  const [error] = errors
  if (error) {
    if (isOfGame(error)) return 'state'
    throw error
  }
  if (sim.room.isClosed) throw new Error('the room has closed')
  sim.room.save()
  return 'played'
}

import type { Impairment } from 'glissade/client'
import type { AnyRoom, Room } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { build, type GameChoice } from '../../bench/hashes/games.ts'
import { Random } from '../../src/base/random.ts'
import { worldHash } from './world-hash.ts'

/** Games with every type of field, under both authorities, with interest and with a budget. */
const CHOICES: readonly GameChoice[] = [
  { of: 'fields' },
  { of: 'fields', authority: 'repeat' },
  { of: 'fields', authority: 'idle', sight: 200 },
  { of: 'fields', stepHz: 60, sendHz: 15, sight: 300 },
  { of: 'fields', bytesPerSecond: 3000 },
  { of: 'fields', authority: 'skip', stepHz: 60, sendHz: 15 },
]
export const ROOMS: readonly AnyRoom[] = CHOICES.map((choice) => build(choice).room)

/** How long a room is played on after it was saved, and how often its world is hashed meanwhile. */
const PLAYED_ON_MS = 2000
const HASHED_MS = 50

/** What happens to a room besides: nothing, checkpoints are made of it all the time, or it moves once. */
export type Twin = 'untouched' | 'saved' | 'moved'

/** How random players play a room. */
interface Play {
  /** The greatest number that players put into an input. Default 2. */
  readonly most?: number
  /** The keys that they never press. */
  readonly never?: readonly string[]
  /** The most frames per second of a client. Default 144. */
  readonly fastestHz?: number
  /** How long it is between two hashes. */
  readonly hashedMs?: number
  /** Called after 100 ms. */
  readonly prepare?: (room: Room) => void
}

/** Plays one of `ROOMS` as `playRoom` does. */
export function playTwin(seed: number, twin: Twin): { hashes: number[]; bytes: number } {
  return playRoom(ROOMS[new Random(seed).uint32() % ROOMS.length]!, seed, twin)
}

/**
 * Plays a room with random players up to a random moment, at which all connections break. Returns the hashes of its world from
 * then on, and the size of the saved room. Until then, packets are late and get lost, so inputs wait and are missing. From
 * then on, the network takes no time: a restored room learns anew how to code, and how well entities can be extrapolated, so
 * its packets have other bytes, and another fate on a slow connection.
 */
export function playRoom(
  room: AnyRoom,
  seed: number,
  twin: Twin,
  play: Play = {},
): { hashes: number[]; bytes: number } {
  const { hashedMs = HASHED_MS, fastestHz = 144 } = play
  const random = new Random(seed)
  random.uint32()
  const kind = random.next() < 0.5 ? 'ordered' : 'datagram'
  const sim = new Simulation(room, { seed, kind })
  sim.run(100)
  play.prepare?.(sim.room as unknown as Room)
  for (let left = 1 + (random.uint32() % 4); left > 0; left--) {
    const keys = new Random(random.uint32())
    sim.join({
      reopens: true,
      conditions: random.next() < 0.5 ? undefined : { up: badWay(random), down: badWay(random) },
      frameHz: keys.between(15, fastestHz),
      clockPpm: keys.between(-200, 200),
      script: ({ input }) => pressKeys(input as Record<string, unknown>, keys, play),
    })
    sim.run(random.between(0, 300))
    if (twin === 'saved') sim.room.save()
  }
  sim.run(random.between(100, 2500))
  // A player who is away already.
  if (random.next() < 0.3) sim.clients[0]!.cut(random.between(50, 1000))
  sim.run(random.between(0, 200))
  for (const { network } of sim.clients) network.conditions = { up: {}, down: {} }
  const bytes = twin === 'moved' ? sim.room.save().length : 0
  if (twin === 'moved') sim.moveRoom()
  else for (const client of sim.clients) client.cut()
  const hashes: number[] = []
  for (let ms = 0; ms < PLAYED_ON_MS; ms += hashedMs) {
    if (twin === 'saved') sim.room.save()
    sim.run(hashedMs)
    hashes.push(worldHash(sim.room as unknown as Room))
  }
  return { hashes, bytes }
}

const badWay = (random: Random): Impairment => ({
  latencyMs: random.between(0, 200),
  jitterMs: random.between(0, 80),
  loss: random.between(0, 0.1),
})

function pressKeys(
  input: Record<string, unknown>,
  random: Random,
  { most = 2, never = [] }: Play,
): void {
  if (random.next() > 0.1) return
  for (const [name, value] of Object.entries(input))
    if (typeof value === 'boolean') input[name] = random.next() < 0.5 && !never.includes(name)
    else if (typeof value === 'number') input[name] = Math.floor(random.next() * (most + 1))
}

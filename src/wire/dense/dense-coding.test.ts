import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { BitReader } from '../bits.ts'
import type { ChangesWriter } from '../coding.ts'
import { Client, statesOf } from './dense-client.case.ts'
import { dense } from './dense-coding.ts'
import { EVERYTHING, PLANS, type View, World } from './dense-world.case.ts'

const KEPT_TICKS = 32

/** A world, what writes it, and clients of it. */
class Room {
  readonly world: World
  readonly writing: ChangesWriter = dense().writer(PLANS)
  readonly clients: readonly Client[]
  /** What was sent to each was last coded against; they never become older. */
  readonly #baselines = new Map<Client, number>()

  constructor(seed: number, clients = 1, things = 12) {
    this.world = new World(new Random(seed), things)
    this.clients = Array.from(
      { length: clients },
      () => new Client(this.world, dense().reader(PLANS)),
    )
  }

  /** The next network tick. */
  step(): void {
    this.world.step()
    const baselines = this.clients.map((client) => this.#baselines.get(client) ?? 0)
    this.writing.begin(this.world.tick, Math.max(0, Math.min(...baselines)))
  }

  /** The newest network tick up to `tick` that came to the client, if it is not older than the one before. */
  newest(client: Client, tick: number): number {
    return Math.max(client.newest(tick), this.#baselines.get(client) ?? -1)
  }

  /** Writes a body for a client. */
  write(client: Client, baseline: number, view: View = EVERYTHING) {
    const state = client.came.get(baseline)?.state ?? 0
    return this.world.write(this.writing, baseline, client.beforeOf(baseline), state, view)
  }

  /** Writes it, and has the client read it. The bytes. */
  send(client: Client, baseline: number, view: View = EVERYTHING): Uint8Array {
    const { bytes, state } = this.write(client, baseline, view)
    expect(client.read(bytes, baseline, view), `tick ${this.world.tick}`).toBe(true)
    expect(client.filledStates).toEqual(baseline < 0 ? [] : statesOf(this.world, baseline, view))
    expect(client.differences()).toEqual([])
    client.keep(baseline, state)
    this.#baselines.set(client, baseline)
    return bytes
  }
}

/** Whether a body goes on from what was learnt. */
const goesOn = (bytes: Uint8Array) => new BitReader().start(bytes).flag()

describe('bodies in the dense coding', () => {
  test.each([1, 2, 3])(
    'are read as they were written, each against the one before (seed %i)',
    (seed) => {
      const room = new Room(seed)
      const client = room.clients[0]!
      room.send(client, -1)
      for (let n = 0; n < 60; n++) {
        room.step()
        expect(goesOn(room.send(client, room.world.tick - 1))).toBe(true)
      }
    },
  )

  test.each([4, 5, 6])(
    'are read against any baseline that came, whatever was lost (seed %i)',
    (seed) => {
      const random = new Random(seed)
      const room = new Room(seed, 3)
      for (const client of room.clients) room.send(client, -1)
      for (let n = 0; n < 60; n++) {
        room.step()
        for (const client of room.clients) {
          const baseline = room.newest(client, room.world.tick - 1 - (random.uint32() % 5))
          if (random.next() < 0.3) room.write(client, baseline)
          else room.send(client, random.next() < 0.03 ? -1 : baseline)
        }
      }
    },
  )

  test('are of a view of a client’s own, some entities against a distance of their own', () => {
    const random = new Random(9)
    const room = new Room(9)
    const client = room.clients[0]!
    room.send(client, -1)
    for (let n = 0; n < 60; n++) {
      room.step()
      const baseline = room.newest(client, room.world.tick - 1 - (random.uint32() % 3))
      const older = client.newest(baseline - 1 - (random.uint32() % 3))
      room.send(client, baseline, { isOwn: n % 3 > 0, older: n % 3 === 2 ? older : -1 })
    }
  })

  test('that are the same for two clients are the same bytes, and have learnt the same', () => {
    const room = new Room(11, 2)
    const [one, other] = room.clients as [Client, Client]
    for (const client of room.clients) room.send(client, -1)
    for (let n = 0; n < 10; n++) {
      room.step()
      const { tick } = room.world
      expect(room.send(one, tick - 1)).toEqual(room.send(other, tick - 1))
    }
  })

  test('take fewer bytes when they go on from what was learnt', () => {
    const room = new Room(13)
    const client = room.clients[0]!
    room.send(client, -1)
    for (let n = 0; n < 40; n++) {
      room.step()
      room.send(client, room.world.tick - 1)
    }
    room.step()
    const { tick } = room.world
    const learnt = room.write(client, tick - 1).bytes.length
    const unlearnt = room.world.write(dense().writer(PLANS), tick - 1, tick - 2, 0).bytes.length
    expect(learnt).toBeLessThan(unlearnt * 0.97)
  })
})

describe('what was learnt', () => {
  test.each([KEPT_TICKS - 1, KEPT_TICKS, KEPT_TICKS + 1, 3 * KEPT_TICKS])(
    'is gone on from until it is 32 network ticks old: at %i',
    (age) => {
      const room = new Room(17, 2, 4)
      const [deaf, other] = room.clients as [Client, Client]
      for (const client of room.clients) room.send(client, -1)
      for (let n = 1; n < age; n++) {
        room.step()
        // Several bodies of one tick take places that later ticks do not need.
        if (n < 10) room.send(other, n - 1)
        room.write(deaf, 0)
      }
      room.step()
      expect(goesOn(room.send(deaf, 0))).toBe(age < KEPT_TICKS)
    },
  )

  test('begins anew at every 256th network tick where bodies differ, so that clients share one again', () => {
    const room = new Room(19, 2, 4)
    const [one, other] = room.clients as [Client, Client]
    for (const client of room.clients) room.send(client, -1)
    const anew: number[] = []
    while (room.world.tick < 260) {
      room.step()
      const { tick } = room.world
      if (!goesOn(room.send(one, tick - 1))) anew.push(tick)
      // Until then the other's baseline is a tick older.
      room.send(other, Math.max(0, tick < 256 ? tick - 2 : tick - 1))
    }
    expect(anew).toEqual([256])
  })

  test('goes on for ever where all get the same body', () => {
    const room = new Room(23, 1, 4)
    const client = room.clients[0]!
    room.send(client, -1)
    while (room.world.tick < 260) {
      room.step()
      expect(goesOn(room.send(client, room.world.tick - 1))).toBe(true)
    }
  })

  test('of a baseline that never came, or is too old, is refused', () => {
    const room = new Room(29, 2)
    const [client, other] = room.clients as [Client, Client]
    for (const one of room.clients) room.send(one, -1)
    room.step()
    room.send(client, 0)
    room.step()
    const { bytes } = room.write(client, 1)
    expect(goesOn(bytes)).toBe(true)
    expect(other.read(bytes, 1)).toBe(false)
    expect(client.read(bytes, -1)).toBe(false)
    expect(client.read(bytes, 1)).toBe(true)
    const late = new Room(31)
    const reader = late.clients[0]!
    late.send(reader, -1)
    late.step()
    const next = late.write(reader, 0).bytes
    for (let n = 1; n < KEPT_TICKS; n++) late.world.step()
    expect(goesOn(next)).toBe(true)
    expect(reader.read(next, 0)).toBe(false)
  })
})

describe('bodies that nobody wrote', () => {
  test('are refused, or read as numbers in range: cut short, changed, lengthened, or by chance', () => {
    const random = new Random(37)
    const world = new World(random)
    const writing = dense().writer(PLANS)
    const reading = dense().reader(PLANS)
    const upTo = (most: number) => random.uint32() % (most + 1)
    let refused = 0
    let taken = 0
    for (let n = 0; n < 40; n++) {
      const clients = Array.from({ length: 12 }, () => new Client(world, reading))
      for (const client of clients) expect(client.read(Uint8Array.of(0), -1)).toBe(true)
      world.step(1 + (n % 20))
      const view = { isOwn: n % 2 === 1, older: -1 }
      const { bytes } = world.write(writing, world.tick - 1, -1, -1, view)
      clients.forEach((client, way) => {
        const spoilt = mutate(bytes, way, upTo)
        // Going on from something is refused by itself.
        spoilt[0] = 0
        if (client.read(spoilt, world.tick - 1, view)) taken++
        else refused++
        expect(client.isInRange(), `body ${n}, change ${way}`).toBe(true)
      })
    }
    expect(refused).toBeGreaterThan(40)
    expect(taken).toBeGreaterThan(40)
  })

  test.each([
    ['bytes after the end', (bytes: Uint8Array) => Uint8Array.of(...bytes, 0, 0, 0, 1)],
    ['a set bit before the bytes', (bytes: Uint8Array) => Uint8Array.of(2, ...bytes.subarray(1))],
    ['nothing at all', () => new Uint8Array(0)],
  ])('are refused when they have %s', (_what, spoil) => {
    const room = new Room(41)
    const client = room.clients[0]!
    room.send(client, -1)
    room.step()
    const { bytes } = room.world.write(dense().writer(PLANS), 0, -1, 0)
    expect(client.read(spoil(bytes), 0)).toBe(false)
  })
})

/** Spoils a body in one of several ways. */
function mutate(bytes: Uint8Array, way: number, upTo: (most: number) => number): Uint8Array {
  const { length } = bytes
  if (way < 3) return bytes.slice(0, 1 + upTo(length - 1))
  if (way < 5) return Uint8Array.from({ length: 1 + upTo(80) }, () => upTo(255))
  if (way === 5) return new Uint8Array(1 + upTo(200)).fill(255)
  const spoilt = bytes.slice()
  for (let n = way - 5; n > 0; n--) spoilt[upTo(length - 1)] = upTo(255)
  return spoilt
}

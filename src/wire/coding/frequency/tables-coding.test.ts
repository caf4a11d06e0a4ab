import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random } from '../../../base/random.ts'
import { BitReader, BitWriter } from '../../bits.ts'
import { Client, statesOf } from './client.case.ts'
import { Frequencies } from './frequencies.ts'
import { FrequencyReader } from './frequency-reader.ts'
import { FrequencyWriter } from './frequency-writer.ts'
import { Layout } from './layout.ts'
import { readEntries, writeEntries } from './learned.ts'
import { tables } from './tables-coding.ts'
import { EVERYTHING, PLANS, type View, World } from './world.case.ts'

const HZ = 20

/** A world, its writer, and clients of it that have all tables. */
class Room {
  readonly world: World
  readonly writing = new FrequencyWriter(PLANS, HZ, null)
  readonly clients: readonly Client[]
  readonly #readers: readonly FrequencyReader[]
  readonly #baselines = new Map<Client, number>()

  constructor(seed: number, clients = 1, things = 12) {
    this.world = new World(new Random(seed), things)
    this.#readers = Array.from({ length: clients }, () => new FrequencyReader(PLANS, null))
    this.clients = this.#readers.map((reader) => new Client(this.world, reader))
  }

  /** The next network tick. */
  step(): void {
    const { writing } = this
    this.world.step()
    const { version } = writing
    writing.begin(this.world.tick)
    if (writing.version === version) return
    const bytes = this.tableBytes()
    for (const reader of this.#readers)
      expect(reader.takeTables(new BitReader().start(bytes), writing.version)).toBe(true)
  }

  tableBytes(): Uint8Array {
    const writer = new BitWriter()
    this.writing.writeTables(writer)
    return writer.toBytes()
  }

  /** The newest network tick up to `tick` that the client received, if it is not older than the one before. */
  newest(client: Client, tick: number): number {
    return Math.max(client.newest(tick), this.#baselines.get(client) ?? -1)
  }

  /** Writes a body for a client. */
  write(client: Client, baseline: number, view: View = EVERYTHING): Uint8Array {
    return this.world.write(this.writing, baseline, client.beforeOf(baseline), view)
  }

  /** Writes a body, has the client read it, and returns its bytes. */
  send(client: Client, baseline: number, view: View = EVERYTHING): Uint8Array {
    const bytes = this.write(client, baseline, view)
    const isRead = client.read(bytes, baseline, view, this.writing.version)
    expect(isRead, `tick ${this.world.tick}`).toBe(true)
    expect(client.filledStates).toEqual(baseline < 0 ? [] : statesOf(this.world, baseline, view))
    expect(client.differences()).toEqual([])
    client.keep(baseline)
    this.#baselines.set(client, baseline)
    return bytes
  }
}

describe('bodies coded with tables', () => {
  test('are read as they were written, against any received baseline, with any learned tables', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 5 }), (seed, oldest) => {
        const random = new Random(seed)
        const room = new Room(seed, 2)
        for (const client of room.clients) room.send(client, -1)
        for (let n = 0; n < 50; n++) {
          room.step()
          for (const client of room.clients) {
            const age = 1 + (random.uint32() % oldest)
            const baseline = room.newest(client, room.world.tick - age)
            if (random.next() < 0.3) room.write(client, baseline)
            else room.send(client, random.next() < 0.03 ? -1 : baseline)
          }
        }
        expect(room.writing.version).toBeGreaterThan(0)
      }),
      { numRuns: 12 },
    )
  })

  test('can be of a client’s own view, with some entities at their own distance', () => {
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

  test('are the same bytes for clients with other pasts but the same baselines and tables', () => {
    const room = new Room(11, 2)
    const [one, other] = room.clients as [Client, Client]
    room.send(one, -1)
    for (let n = 0; n < 30; n++) {
      room.step()
      room.send(one, room.world.tick - 1)
      // The other client got a complete body now and then, and its states are coded against the same baselines.
      if (n % 7 === 0) room.send(other, -1)
      if (n % 7 === 1) room.send(other, room.world.tick - 1)
      if (n % 7 === 2) {
        const bytes = room.write(one, room.world.tick - 1)
        expect(room.write(other, room.world.tick - 1)).toEqual(bytes)
      }
    }
  })

  test('of own views take their records from other bodies of the tick: the same bytes, of about the predicted length', () => {
    const room = new Room(23)
    const [client] = room.clients as [Client]
    const { world, writing } = room
    room.send(client, -1)
    while (writing.version < 2) {
      room.step()
      room.send(client, world.tick - 1)
    }
    room.step()
    let said = 0
    let taken = 0
    for (const version of [writing.version, 0, writing.version - 1, writing.version])
      for (const age of [1, 3, 1]) {
        const baseline = world.tick - age
        const view = { isOwn: true, older: -1 }
        const wanted = world.write(writing, baseline, baseline - 1, view, version)
        const kept = world.write(writing, baseline, baseline - 1, { ...view, keeps: true }, version)
        expect(kept).toEqual(wanted)
        const { list } = world
        for (let i = 0; i < list.count; i++) said += writing.bitsOf(list, i)
        taken += 8 * world.write(writing, baseline, baseline - 1, view).length
      }
    // The slots and distances take the rest.
    expect(said / taken).toBeGreaterThan(0.75)
    expect(said / taken).toBeLessThan(1.02)
  })

  test('take fewer bytes with learned tables', () => {
    const room = new Room(13)
    const client = room.clients[0]!
    room.send(client, -1)
    for (let n = 0; n < 100; n++) {
      room.step()
      room.send(client, room.world.tick - 1)
    }
    room.step()
    const { tick } = room.world
    const learned = room.world.write(room.writing, tick - 1, tick - 2).length
    const first = room.world.write(room.writing, tick - 1, tick - 2, EVERYTHING, 0).length
    expect(learned).toBeLessThan(first * 0.95)
  })

  test('are counted once per network tick, however many there are', () => {
    const rooms = [1, 3].map((clients) => new Room(15, clients))
    for (const room of rooms) for (const client of room.clients) room.send(client, -1)
    for (let n = 0; n < 60; n++)
      for (const room of rooms) {
        room.step()
        for (const client of room.clients) room.send(client, room.world.tick - 1)
      }
    const [one, three] = rooms as [Room, Room]
    expect(one.writing.version).toBeGreaterThan(0)
    expect(three.tableBytes()).toEqual(one.tableBytes())
  })

  test('can be written with the tables before the newest, and with the first', () => {
    const room = new Room(17)
    const [client] = room.clients as [Client]
    room.send(client, -1)
    while (room.writing.version < 2) {
      room.step()
      room.send(client, room.world.tick - 1)
    }
    const { tick } = room.world
    for (const version of [0, 1, 2]) {
      const bytes = room.world.write(room.writing, tick - 1, tick - 2, EVERYTHING, version)
      expect(client.read(bytes, tick - 1, EVERYTHING, version)).toBe(true)
      expect(client.differences()).toEqual([])
    }
    expect(client.read(new Uint8Array(1), tick - 1, EVERYTHING, 3)).toBe(false)
  })
})

describe('malformed bodies', () => {
  test('are refused, or read as numbers in range, whether cut short, changed, lengthened or random', () => {
    const random = new Random(37)
    const world = new World(random)
    const writing = tables().writer(PLANS, HZ)
    const reading = tables().reader(PLANS)
    const upTo = (most: number) => random.uint32() % (most + 1)
    let refused = 0
    for (let n = 0; n < 60; n++) {
      const clients = Array.from({ length: 12 }, () => new Client(world, reading))
      for (const client of clients) expect(client.read(new Uint8Array(0), -1)).toBe(true)
      world.step(1 + (n % 20))
      const view = { isOwn: n % 2 === 1, older: -1 }
      const bytes = world.write(writing, world.tick - 1, -1, view)
      clients.forEach((client, way) => {
        if (!client.read(mutate(bytes, way, upTo), world.tick - 1, view)) refused++
        expect(client.isInRange(), `body ${n}, change ${way}`).toBe(true)
      })
    }
    // A reader knows the number that the body has to end with.
    expect(refused).toBeGreaterThan(60 * 12 * 0.95)
  })
})

describe('tables', () => {
  test('of random bytes are refused, or every frequency is at least 1 and their sum is 4096', () => {
    const layout = new Layout(PLANS)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 300 }), (bytes) => {
        const frequencies = new Frequencies(layout)
        readEntries(new BitReader().start(bytes), frequencies)
        expectWhole(frequencies)
      }),
      { numRuns: 300 },
    )
  })

  test('that are learned are read back, and not when they are cut short', () => {
    const room = new Room(19)
    const client = room.clients[0]!
    room.send(client, -1)
    for (let n = 0; n < 60; n++) {
      room.step()
      room.send(client, room.world.tick - 1)
    }
    const bytes = room.tableBytes()
    const read = new Frequencies(new Layout(PLANS))
    expect(readEntries(new BitReader().start(bytes), read)).toBe(true)
    expectWhole(read)
    for (const length of [0, 1, bytes.length >> 1, bytes.length - 1])
      expect(readEntries(new BitReader().start(bytes.subarray(0, length)), read)).toBe(false)
    expect(readEntries(new BitReader().start(Uint8Array.of(...bytes, 0)), read)).toBe(false)
  })

  test('that are frozen are where both ends begin, and nothing is learned then', () => {
    const room = new Room(21)
    const client = room.clients[0]!
    room.send(client, -1)
    for (let n = 0; n < 60; n++) {
      room.step()
      room.send(client, room.world.tick - 1)
    }
    const frozen = tables([...room.tableBytes()])
    const writing = frozen.writer(PLANS, HZ)
    expect(writing.tables).toBe(null)
    const { tick } = room.world
    const bytes = room.world.write(writing, tick - 1, tick - 2)
    expect(bytes).toEqual(room.world.write(room.writing, tick - 1, tick - 2))
    expect(() => tables([1, 2, 3]).reader(PLANS)).toThrow('a room with the same fields')
    expect(() => tables([1, 2, 3]).writer(PLANS, HZ)).toThrow('a room with the same fields')
  })

  test('with nothing learned are a few bits', () => {
    const writer = new BitWriter()
    const frequencies = new Frequencies(new Layout(PLANS))
    writeEntries(writer, frequencies, [])
    expect(writer.bitLength).toBe(2 * frequencies.courses.length + 5)
  })
})

function expectWhole(frequencies: Frequencies): void {
  const { layout, ends, courses } = frequencies
  for (let context = 0; context < layout.sizes.length; context++) {
    const from = layout.offsets[context]!
    const size = layout.sizes[context]!
    let sum = 0
    for (let i = 0; i < size; i++) {
      const share = frequencies.shareOf(context, i)
      sum += share
      if (share < 1 || ends[from + i] !== sum) expect(context).toBe(-1)
    }
    expect(sum).toBe(4096)
  }
  for (const course of courses) expect(course).toBeLessThan(4)
}

/** Damages a body in one of several ways. */
function mutate(bytes: Uint8Array, way: number, upTo: (most: number) => number): Uint8Array {
  const { length } = bytes
  if (way < 3) return bytes.slice(0, upTo(length - 1))
  if (way < 5) return Uint8Array.from({ length: 1 + upTo(80) }, () => upTo(255))
  if (way === 5) return new Uint8Array(1 + upTo(200)).fill(255)
  const spoilt = bytes.slice()
  for (let n = way - 5; n > 0; n--) {
    const at = upTo(length - 1)
    spoilt[at] = spoilt[at]! ^ (1 + upTo(254))
  }
  return spoilt
}

import { tables } from 'glissade'
import { presets } from 'glissade/client'
import { describe, expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import type { LinkKind } from '../src/link/link.ts'
import { coreOf, viewOf } from '../src/server/room.ts'
import { field, ROUGH } from './support/field.ts'
import { flock, Watch } from './support/flock.ts'

const KINDS: LinkKind[] = ['ordered', 'datagram']

describe('who is out of sight', () => {
  /** What the second client gets byte by byte while the first one, far off, shoots in every step or does not. */
  function received(kind: LinkKind, shoots: boolean) {
    const { sim, add, nod, heard, ran } = field({ kind, conditions: presets.wifi })
    const one = add(1000)
    const two = add(5000)
    nod()
    sim.run(2000)
    const { stats } = two.session
    const bytes: number[] = []
    one.session.input.rapid = shoots
    for (let n = 0; n < 40; n++) {
      sim.run(50)
      bytes.push(stats.bytesIn)
    }
    return { bytes, heard: heard[1], shots: ran.length }
  }

  test.each(KINDS)('gets not one byte for it (%s)', (kind) => {
    const [quiet, loud] = [received(kind, false), received(kind, true)]
    expect(loud.shots).toBeGreaterThan(100)
    expect(quiet.shots).toBe(0)
    expect(loud.heard).toEqual([])
    expect(loud.bytes).toEqual(quiet.bytes)
  })

  test('gets not one byte for it, among 24 who shoot', () => {
    const bytes = [1, 24].map((shooters) => {
      const { sim, add, nod } = field()
      for (let n = 0; n < 24; n++) add(1000 + 1000 * n)
      nod()
      sim.run(1000)
      const [first] = sim.clients
      const before = first!.session.stats.bytesIn
      for (const { session } of sim.clients.slice(0, shooters)) session.input.rapid = true
      sim.run(2000)
      expect(sim.room.stats.eventsDropped).toBe(0)
      return first!.session.stats.bytesIn - before
    })
    expect(bytes[1]).toBe(bytes[0])
  })
})

describe.each(KINDS)('in a flock over a link that is %s, with loss', (kind) => {
  test.each([1, 2])('who sees a sheep hears it, and nobody else (seed %i)', (seed) => {
    const room = flock({ hidden: 3, free: seed === 2, births: 0 })
    const { sim, heard, random } = flocked(room, kind, seed)
    const expected: string[][] = sim.clients.map(() => [])
    const unknown = sim.clients.map(() => new Set<string>())
    for (let n = 0; n < 150; n++) {
      const sheep = sim.room.world.entities('sheep')
      const one = sheep[Math.floor(random.next() * sheep.length)]!
      sim.room.world.emit('baa', { how: 0, words: `${n}` }, { near: one })
      const tick = coreOf(sim.room).nextNetworkTick
      while (coreOf(sim.room).nextNetworkTick === tick) sim.run(5)
      for (const [index, { session }] of sim.clients.entries()) {
        const { baselines, player } = coreOf(sim.room).peers.get(session.playerId)!
        const seen = viewOf(sim.room, player)?.seen
        // For want of room nothing was sent: nobody says what would have been seen.
        if (baselines.lastSentTick < tick) unknown[index]!.add(`${n}`)
        else if (seen === undefined || seen.includes(one.id & 0xffff)) expected[index]!.push(`${n}`)
      }
    }
    sim.run(3000)
    for (const [index, list] of expected.entries()) {
      expect(list.length).toBeGreaterThan(5)
      expect(list.length).toBeLessThan(100)
      expect(heard[index]!.filter((words) => !unknown[index]!.has(words))).toEqual(list)
    }
  })

  test.each([3, 4])('all hold what the room had, also who is whispered to (seed %i)', (seed) => {
    const room = flock({
      interest: false,
      coding: seed === 4 ? tables() : undefined,
    })
    const { sim, watch, heard, random } = flocked(room, kind, seed)
    const expected: string[][] = sim.clients.map(() => [])
    for (let n = 0; n < 15; n++) {
      const index = Math.floor(random.next() * 2)
      const to = coreOf(sim.room).peers.get(sim.clients[index]!.session.playerId)!.player
      sim.room.world.emit('baa', { how: 0, words: `${n}` }, { to })
      expected[index]!.push(`${n}`)
      watch.run(random.between(20, 400))
    }
    watch.run(1500)
    // What a stall of the connection has made too old is left out and counted.
    for (const [index, { session }] of sim.clients.entries()) {
      const { eventsDropped } = session.stats
      expect(heard[index]!.length + eventsDropped).toBeGreaterThanOrEqual(expected[index]!.length)
      expect(expected[index]!.filter((words) => heard[index]!.includes(words))).toEqual(
        heard[index],
      )
      expect(eventsDropped).toBeLessThan(5)
    }
    const { viewsCoded, bodiesCoded } = sim.room.stats
    expect(viewsCoded).toBeGreaterThan(10)
    expect(bodiesCoded).toBeGreaterThan(10)
    expect(watch.compared).toBeGreaterThan(500)
  })

  /** Two players among sheep. */
  function flocked(room: ReturnType<typeof flock>, kind: LinkKind, seed: number) {
    const watch = new Watch(room, kind, seed)
    const heard: string[][] = []
    for (let n = 0; n < 2; n++) {
      const { session } = watch.join(ROUGH, seed * 10 + n)
      const told: string[] = []
      heard.push(told)
      // The flock's own are words of nothing but a's.
      session.on('baa', ({ words }) => /\d/.test(words) && told.push(words))
    }
    watch.run(1500)
    return { sim: watch.sim, watch, heard, random: new Random(seed) }
  }
})

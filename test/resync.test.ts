import { defineGame } from 'glissade'
import { defineRoom } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import type { Link } from '../src/link/link.ts'
import * as PACKET from '../src/wire/packets/packet.ts'
import { linkOver } from './support/link-over.ts'
import { RawClient } from './support/raw-client.ts'
import { everyEnd, runner } from './support/runner.ts'
import { salted } from './support/salted.ts'

const tabled = defineRoom(
  defineGame({
    ...runner.game.definition,
    coding: salted({ everyTicks: 40, byteLength: 1500 }),
  }),
  runner.definition,
)

/** Spoils snapshots on their way to a client, for as long as it is told to. */
class Spoiler {
  left = 0
  seen = 0
  readonly #isComplete: (bytes: Uint8Array) => boolean

  constructor(kind: Link['kind']) {
    const at = kind === 'ordered' ? 1 : 3
    this.#isComplete = (bytes) => (bytes[at]! & 0x7f) === 0
  }

  /** As a session's `network`. */
  wrap(link: Link): Link {
    const spoil = (bytes: Uint8Array): Uint8Array => {
      if (bytes[0] !== PACKET.snapshot) return bytes
      if (this.#isComplete(bytes)) this.seen++
      if (this.left === 0) return bytes
      this.left--
      return bytes.slice(0, -1)
    }
    return linkOver(link, {
      open: (receiver) =>
        link.open({
          packet: (bytes, atMs) => receiver.packet(spoil(bytes), atMs),
          closed: (reason, detail) => receiver.closed(reason, detail),
        }),
    })
  }
}

function play(kind: Link['kind'], room = runner) {
  const sim = new Simulation(room, { kind })
  const spoiler = new Spoiler(kind)
  const link = spoiler.wrap(sim.rawLink())
  // The simulation makes the links of its clients itself; this one's packets pass the spoiler.
  const rawLink = sim.rawLink.bind(sim)
  sim.rawLink = () => link
  const spoiled = sim.join()
  sim.rawLink = rawLink
  const other = sim.join()
  sim.run(2000)
  const walk = ({ session }: SimulatedClient<(typeof runner)['game']>) => {
    session.input.right = true
  }
  walk(spoiled)
  walk(other)
  sim.run(500)
  return { sim, spoiler, spoiled, other }
}

describe.each(['ordered', 'datagram'] as const)('a snapshot that cannot be read (%s)', (kind) => {
  test.each([
    ['packed', runner],
    ['tables', tabled],
  ])('is asked for anew, and all ends agree (%s)', (_, room) => {
    const { sim, spoiler, spoiled, other } = play(kind, room)
    const before = spoiler.seen
    spoiler.left = 1
    sim.run(2000)
    expect(spoiled.session.state).toBe('open')
    expect(spoiled.session.stats.resyncs).toBe(1)
    expect(sim.room.stats.resyncs).toBe(1)
    expect(spoiler.seen).toBe(before + 1)
    spoiled.session.input.right = false
    other.session.input.right = false
    sim.run(3000)
    const [server, ...clients] = everyEnd(sim, 'body')
    expect(clients.length).toBe(2)
    for (const client of clients) expect(client).toBe(server)
    // Once more, later: that is no second fault in a row.
    spoiler.left = 1
    sim.run(2000)
    expect(spoiled.session.state).toBe('open')
    expect(spoiled.session.stats.resyncs).toBe(2)
    expect(other.session.stats.resyncs).toBe(0)
  })

  test('ends the session when the complete one cannot be read either', () => {
    const { sim, spoiler, spoiled, other } = play(kind)
    const reasons: string[] = []
    spoiled.session.onClose((reason) => reasons.push(reason))
    spoiler.left = Number.POSITIVE_INFINITY
    sim.run(5000)
    expect(reasons).toEqual(['bad-packet'])
    expect(other.session.state).toBe('open')
  })
})

test('a client that asks for everything again and again gets it every now and then', () => {
  const sim = new Simulation(runner)
  const honest = sim.join()
  const raw = new RawClient(sim.rawLink()).hello()
  sim.run(1000)
  for (let i = 0; i < 100; i++) {
    raw.run(1)
    raw.send(Uint8Array.of(PACKET.resync))
    sim.run(20)
  }
  // 16 network ticks are 0.8 s.
  expect(sim.room.stats.resyncs).toBeGreaterThan(1)
  expect(sim.room.stats.resyncs).toBeLessThan(5)
  expect(honest.session.state).toBe('open')
  raw.send(Uint8Array.of(PACKET.resync, 0))
  sim.run(100)
  expect(raw.closing?.reason).toBe('bad-packet')
})

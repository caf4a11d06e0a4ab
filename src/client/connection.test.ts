import { describe, expect, test, vi } from 'vitest'
import { runner } from '../../test/support/runner.ts'
import type { LinkKind } from '../link/link.ts'
import { coreOf } from '../server/room.ts'
import { Simulation } from '../testing/simulation.ts'
import { WrappedLink } from '../testing/wrapped-link.ts'

const STEP_MS = 1000 / 30
const RUNS_MS = 3000
/** Frames of this display, 60 a second, make a step of 33 ms every other time. */
const HALF_A_STEP_MS = STEP_MS / 2

/** Returns when packets of inputs came to the room in 3 seconds of play, and the newest input in each. */
function inputPackets(
  kind: LinkKind,
  latencyMs = 50,
  frameHz = 60,
  loss = 0,
): { atMs: number; id: number }[] {
  const sim = new Simulation(runner, { kind })
  sim.join({ frameHz, conditions: { up: { latencyMs }, down: { latencyMs, loss } } })
  sim.run(RUNS_MS)
  const packets: { atMs: number; id: number }[] = []
  const { inputBuffer } = coreOf(sim.room).peers.get(1)!
  const { read } = inputBuffer
  vi.spyOn(inputBuffer, 'read').mockImplementation((...args: Parameters<typeof read>) => {
    packets.push({ atMs: sim.clock.nowMs(), id: args[1] })
    return read.apply(inputBuffer, args)
  })
  sim.run(RUNS_MS)
  return packets
}

test('a link is told the round trips of inputs', () => {
  const trips: number[] = []
  const hears = { noteRoundTrip: (tripMs: number) => trips.push(tripMs) }
  Object.assign(WrappedLink.prototype, hears)
  try {
    const sim = new Simulation(runner, { kind: 'datagram' })
    const { network } = sim.join({ conditions: { up: { latencyMs: 50 }, down: {} } })
    sim.run(RUNS_MS)
    expect(trips.length).toBeGreaterThan(50)
    for (const tripMs of trips) expect(Math.abs(tripMs - 50)).toBeLessThan(40)
    network.conditions = { up: { latencyMs: 350 }, down: { latencyMs: 300 } }
    sim.run(2000)
    trips.length = 0
    sim.run(1000)
    expect(trips.length).toBeGreaterThan(3)
    for (const tripMs of trips) expect(Math.abs(tripMs - 650)).toBeLessThan(40)
  } finally {
    Reflect.deleteProperty(WrappedLink.prototype, 'noteRoundTrip')
  }
})

describe('a packet of inputs', () => {
  test('goes twice over datagrams that get lost, the second time a frame later', () => {
    const packets = inputPackets('datagram', 50, 60, 0.15)
    expect(packets.length).toBeGreaterThan(170)
    for (let i = 2; i < packets.length; i++) {
      const [before, at] = [packets[i - 1]!, packets[i]!]
      expect(packets.filter(({ id }) => id === at.id).length).toBeLessThanOrEqual(2)
      if (at.id === before.id) expect(at.atMs - before.atMs).toBeCloseTo(HALF_A_STEP_MS, 1)
    }
  })

  test('goes once over datagrams of which none gets lost', () => {
    const packets = inputPackets('datagram')
    expect(new Set(packets.map(({ id }) => id)).size).toBe(packets.length)
  })

  test('goes once over an ordered link, which loses none', () => {
    const packets = inputPackets('ordered')
    expect(new Set(packets.map(({ id }) => id)).size).toBe(packets.length)
    expect(packets.length).toBeLessThan(92)
  })

  test('goes once when the next frame has newer inputs, which are sent together with the same ones', () => {
    const packets = inputPackets('datagram', 50, 30)
    expect(new Set(packets.map(({ id }) => id)).size).toBe(packets.length)
  })

  test('goes once when the answer comes before the next frame', () => {
    const packets = inputPackets('datagram', 0, 1)
    expect(new Set(packets.map(({ id }) => id)).size).toBe(packets.length)
  })
})

import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { march } from '../../test/support/marcher.ts'
import { coreOf } from '../server/room.ts'

const ORDERS = ['packets first', 'advance first'] as const
const game = march('input')

/** Returns a simulation with one client that walks, after 2 s. */
function walking(kind: 'ordered' | 'datagram' = 'ordered') {
  const sim = new Simulation(game, { kind })
  const client = sim.join({ script: ({ input }) => (input.go = true) })
  sim.run(2000)
  return { sim, client, room: sim.room }
}

test('the server receives, runs and sends nothing while it stands still', () => {
  const { sim, room, client } = walking()
  sim.pauseServer(500)
  sim.run(1)
  const { packetsIn, packetsOut } = room.stats
  const { tick } = room
  const { snapshots } = client.session.stats
  sim.run(498)
  expect(room.stats).toMatchObject({ packetsIn, packetsOut })
  expect(room.tick).toBe(tick)
  expect(client.session.stats.snapshots).toBe(snapshots)
  sim.run(1)
  expect(room.stats.packetsIn).toBeGreaterThan(packetsIn + 25)
  expect(room.tick).toBeGreaterThan(tick)
})

test('packets on their way to a client when the server stops still arrive', () => {
  const { sim, client } = walking()
  client.network.conditions = { up: {}, down: { latencyMs: 300 } }
  sim.run(1000)
  sim.pauseServer(1000)
  const before = client.session.stats.snapshots
  sim.run(290)
  expect(client.session.stats.snapshots).toBeGreaterThan(before + 4)
})

describe.each(ORDERS)('%s', (order) => {
  test('everything that waited arrives at once, stamped with the moment the server goes on', () => {
    const { sim, room } = walking()
    const tick = room.tick
    let ticksSeen = -1
    let stamp = Number.NaN
    const peer = coreOf(room).peerList[0]!
    const { flood } = peer
    const { takePacket } = flood
    flood.takePacket = (byteLength, nowMs) => {
      if (ticksSeen < 0) {
        ticksSeen = room.tick
        stamp = nowMs
      }
      return takePacket.call(flood, byteLength, nowMs)
    }
    sim.pauseServer(1000, order)
    sim.run(1000)
    expect(stamp).toBe(3000)
    if (order === 'packets first') expect(ticksSeen).toBe(tick)
    else expect(ticksSeen).toBeGreaterThan(tick)
    expect(room.stats.skippedMs).toBeGreaterThan(700)
  })

  test('clients that join, leave or lose their connection meanwhile do so when the server goes on', () => {
    const { sim, room, client } = walking()
    const other = sim.join()
    sim.run(1000)
    sim.pauseServer(2000, order)
    sim.run(500)
    const late = sim.join()
    client.session.close()
    other.cut(1e9)
    sim.run(1490)
    expect(room.players.map(({ id }) => id)).toEqual([1, 2])
    expect(room.stats.closed).toMatchObject({ left: 0, lost: 0 })
    sim.run(100)
    expect(room.players.map(({ id }) => id)).toEqual([2, 3])
    expect(room.stats.closed).toMatchObject({ left: 1, lost: 1 })
    expect(late.session.state).toBe('open')
  })
})

test('pauses within one another last until the later end', () => {
  const { sim, room } = walking()
  const { tick } = room
  sim.pauseServer(1000)
  sim.run(200)
  sim.pauseServer(100)
  sim.run(799)
  expect(room.tick).toBe(tick)
  sim.pauseServer(500)
  sim.run(499)
  expect(room.tick).toBe(tick)
  sim.run(2)
  expect(room.tick).toBeGreaterThan(tick)
})

test('an invalid duration and an unknown order are refused', () => {
  const { sim } = walking()
  for (const forMs of [-1, Number.NaN, Infinity])
    expect(() => sim.pauseServer(forMs)).toThrow('forMs is')
  expect(() => sim.pauseServer(1, 'timers first' as never)).toThrow(
    'order is timers first, but must',
  )
})

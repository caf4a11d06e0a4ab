import type { Conditions } from 'glissade/client'
import { describe, expect, test } from 'vitest'
import { insides } from '../src/client/inside.ts'
import type { LinkKind } from '../src/link/link.ts'
import { coreOf } from '../src/server/room.ts'
import { Simulation } from '../src/testing/simulation.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'
import { swarmOf } from './support/swarm.ts'

const STEP_MS = 1000 / 60
const KINDS = ['ordered', 'datagram'] as const
/** Snapshots of about 900 bytes, and of about 8000. */
const SMALL = swarmOf(45)
const LARGE = swarmOf(400)

/** One player behind a connection that may change. */
class Connection {
  readonly sim: Simulation<typeof SMALL>
  readonly client: ReturnType<Simulation<typeof SMALL>['join']>

  constructor(swarm: typeof SMALL, kind: LinkKind, conditions: Conditions) {
    this.sim = new Simulation(swarm, { kind })
    this.client = this.sim.join({
      conditions,
      script: (session) => {
        session.input.right = true
      },
    })
  }

  get stats() {
    return this.sim.room.stats
  }

  /** Plays for so long; the greatest age of the moment on display, and of the newest own input acknowledged. */
  play(ms: number): { shownMs: number; ownMs: number } {
    let shownMs = 0
    let ownMs = 0
    const { sim, client } = this
    for (let n = 0; n < ms / 10; n++) {
      sim.run(10)
      const ageMs = sim.clock.nowMs() - client.session.renderTimeMs
      // Nothing is shown before the first snapshot.
      if (ageMs > shownMs) shownMs = ageMs
      const { newest = 0, acknowledged = 0 } = insides.get(client.session)?.()?.prediction ?? {}
      ownMs = Math.max(ownMs, (newest - acknowledged) * STEP_MS)
    }
    return { shownMs, ownMs }
  }

  /** Plays for so long; how many snapshots were left out. */
  skippedIn(ms: number): number {
    const before = this.stats.snapshotsSkipped
    this.sim.run(ms)
    return this.stats.snapshotsSkipped - before
  }
}

function conditionsOf(rttMs: number, bytesPerSecond = 0): Conditions {
  const latencyMs = rttMs / 2
  return { up: { latencyMs }, down: { latencyMs, bytesPerSecond } }
}

describe('behind a slow connection', () => {
  for (const kind of KINDS) {
    for (const bytesPerSecond of [20_000, 5000]) {
      for (const swarm of [SMALL, LARGE]) {
        // Of large worlds, which take long, the easiest and the hardest.
        const largeMs = bytesPerSecond === 5000 ? 200 : 20
        for (const rttMs of swarm === SMALL ? [20, 100, 200] : [largeMs]) {
          const size = swarm === SMALL ? 'small' : 'large'
          const name = `${kind}, ${bytesPerSecond / 1000} kB/s, ${rttMs} ms, a ${size} world`
          test(`nothing shown is older than two round trips and 500 ms: ${name}`, () => {
            const connection = new Connection(swarm, kind, conditionsOf(rttMs, bytesPerSecond))
            const boundMs = 2 * rttMs + 500
            const { shownMs } = connection.play(3000)
            expect(shownMs).toBeGreaterThan(0)
            expect(shownMs).toBeLessThan(boundMs)
            const later = connection.play(8000)
            expect(later.shownMs).toBeLessThan(boundMs)
            expect(later.ownMs).toBeLessThan(boundMs)
            expect(later.ownMs).toBeGreaterThan(0)
            expect(connection.client.session.state).toBe('open')
            connection.client.network.conditions = conditionsOf(rttMs)
            // The window of TCP itself has shrunk too, and grows by a segment in a round trip.
            connection.sim.run(kind === 'ordered' ? 8000 : 3000)
            expect(connection.skippedIn(2000)).toBe(0)
            expect(connection.play(500).shownMs).toBeLessThan(rttMs + 300)
          })
        }
      }
    }
  }

  test('a connection that falls from 200 kB/s to 5 kB/s is within that again 3 s later', () => {
    for (const kind of KINDS) {
      const connection = new Connection(SMALL, kind, conditionsOf(40, 200_000))
      expect(connection.skippedIn(5000)).toBeLessThan(2)
      connection.client.network.conditions = conditionsOf(40, 5000)
      connection.sim.run(3000)
      expect(connection.play(5000).shownMs).toBeLessThan(580)
    }
  })

  test('messages and snapshots both come through', () => {
    for (const kind of KINDS) {
      const connection = new Connection(SMALL, kind, conditionsOf(40, 5000))
      connection.sim.run(3000)
      const got: unknown[] = []
      connection.client.session.onMessage((message) => got.push(message))
      for (let n = 0; n < 40; n++)
        connection.sim.room.world.broadcast({ n, text: '0123456789'.repeat(10) })
      const { snapshots } = connection.client.session.stats
      const { shownMs, ownMs } = connection.play(6000)
      expect(got.length).toBe(40)
      expect(connection.client.session.stats.snapshots - snapshots).toBeGreaterThan(20)
      expect(Math.max(shownMs, ownMs)).toBeLessThan(1500)
    }
  })
})

describe('a connection with room', () => {
  test('gets every snapshot after some round trips, in the body that others get', () => {
    for (const kind of KINDS) {
      for (const conditions of [conditionsOf(20), conditionsOf(200), conditionsOf(200, 100_000)]) {
        const connection = new Connection(SMALL, kind, conditions)
        // Three more are coded for this client alone after the last that told of a part: a body goes by up to three of them.
        expect(connection.skippedIn(800)).toBeLessThan(8)
        const { viewsCoded } = connection.stats
        expect(viewsCoded).toBeLessThan(6)
        expect(connection.skippedIn(10_000)).toBe(0)
        expect(connection.stats.viewsCoded).toBe(viewsCoded)
      }
    }
  })

  test('gets every snapshot while its way up stalls for a second at a time', () => {
    for (const kind of KINDS) {
      const freeze = { everyMs: 4000, forMs: 1000 }
      const up = { latencyMs: 50, freeze }
      const connection = new Connection(SMALL, kind, { up, down: { latencyMs: 50 } })
      connection.sim.run(600)
      const { viewsCoded } = connection.stats
      expect(connection.skippedIn(30_000)).toBe(0)
      expect(connection.stats.viewsCoded).toBe(viewsCoded)
    }
  })

  test('has no 5 s of snapshots to take in after a tunnel of 5 s', () => {
    const connection = new Connection(LARGE, 'datagram', conditionsOf(60))
    connection.sim.run(5000)
    const { packetsOut } = connection.stats
    connection.client.network.conditions = { up: { loss: 1 }, down: { loss: 1 } }
    connection.sim.run(5000)
    expect(connection.stats.packetsOut - packetsOut).toBeLessThan(30 + 4 * 3.5 + 1)
    connection.client.network.conditions = conditionsOf(60)
    connection.sim.run(1000)
    expect(connection.skippedIn(2000)).toBe(0)
    expect(connection.play(500).shownMs).toBeLessThan(350)
  })
})

describe('who takes nothing', () => {
  test('is closed as too-slow when no acknowledgement has moved for 10 s', () => {
    for (const kind of KINDS) {
      const sim = new Simulation(runner, { kind })
      const raw = new RawClient(sim.rawLink()).hello()
      sim.run(100)
      for (let n = 0; n < 96; n++) {
        raw.input({ ack: -1, ackMask: 0, newest: 0, count: 0 })
        sim.run(100)
      }
      expect(raw.closing).toBe(null)
      for (let n = 0; n < 10; n++) {
        raw.input({})
        sim.run(100)
      }
      expect(raw.closing?.reason).toBe('too-slow')
      expect(sim.room.stats.closed['too-slow']).toBe(1)
    }
  })

  test('is closed as too-slow when its socket has been full for 10 s, and hears no WELCOME until then', () => {
    const sim = new Simulation(runner, { kind: 'datagram' })
    const raw = new RawClient(sim.rawLink()).hello()
    sim.run(100)
    const [peer] = coreOf(sim.room).peerList
    Object.defineProperty(peer!.link, 'bufferedBytes', { value: 20_000 })
    raw.welcome = null
    for (let n = 0; n < 98; n++) {
      raw.run(1)
      raw.hello()
      sim.run(100)
    }
    expect([raw.welcome, raw.closing]).toEqual([null, null])
    const { snapshotsSkipped } = sim.room.stats
    expect(snapshotsSkipped).toBeGreaterThan(100)
    for (let n = 0; n < 5; n++) {
      raw.run(1)
      sim.run(100)
    }
    expect(raw.closing?.reason).toBe('too-slow')
  })

  test('WELCOME is repeated ten times a second at most', () => {
    const sim = new Simulation(runner, { kind: 'datagram' })
    const raw = new RawClient(sim.rawLink()).hello()
    sim.run(100)
    const { packetsOut } = sim.room.stats
    for (let n = 0; n < 500; n++) {
      raw.hello()
      sim.run(1)
    }
    const snapshots = 0.5 * 30
    expect(sim.room.stats.packetsOut - packetsOut).toBeLessThan(snapshots + 5 + 4)
  })
})

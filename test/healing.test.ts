import { type Conditions, presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import { runner } from './support/runner.ts'
import { STANDSTILLS, standStill } from './support/standstill.ts'

type Client = SimulatedClient<(typeof runner)['game']>

const STEP_MS = 1000 / 30
const path = (latencyMs: number): Conditions => ({ up: { latencyMs }, down: { latencyMs } })
const running = ({ input }: Client['session']) => {
  input.right = true
}

/** How long ago, on the room's clock, the newest state that the server has of a player was true. */
function ageMs(sim: Simulation<typeof runner>, player: number): number {
  const peer = coreOf(sim.room).peers.get(player)!
  return ((coreOf(sim.room).subTicksAt(sim.clock.nowMs()) - peer.stamp) / 256) * STEP_MS
}

/** The greatest and least age over the next second. */
function ages(sim: Simulation<typeof runner>, player: number): { least: number; most: number } {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let t = 0; t < 1000; t += 5) {
    sim.run(5)
    const age = ageMs(sim, player)
    least = Math.min(least, age)
    most = Math.max(most, age)
  }
  return { least, most }
}

describe('what was held up leaves no lasting delay', () => {
  test('A6 B4 a first packet that comes 300 ms late', () => {
    const sim = new Simulation(runner)
    const { session, network } = sim.join({ script: running, conditions: path(350) })
    sim.run(705)
    expect(session.state).toBe('open')
    sim.run(340)
    network.conditions = path(50)
    const { inputBuffer } = coreOf(sim.room).peers.get(session.playerId)!
    expect(inputBuffer.received).toBe(0)
    while (inputBuffer.received === 0) sim.run(1)
    expect(ageMs(sim, session.playerId)).toBeGreaterThan(250)
    sim.run(2000)
    const { least, most } = ages(sim, session.playerId)
    expect(least).toBeGreaterThan(-STEP_MS)
    expect(most).toBeLessThanOrEqual(2 * STEP_MS)
    expect(session.stats.corrections).toBe(0)
  })

  test.each(['network', 'client'] as const)('A11 B4 a stall of 300 ms of the %s', (what) => {
    const sim = new Simulation(runner)
    const client = sim.join({ script: running, conditions: path(50) })
    sim.run(5000)
    const before = ages(sim, 1)
    if (what === 'client') client.stall(300)
    else client.network.conditions = { up: { latencyMs: 350 }, down: { latencyMs: 50 } }
    sim.run(300)
    if (what === 'network') client.network.conditions = path(50)
    expect(ageMs(sim, 1)).toBeGreaterThan(250)
    sim.run(2000)
    const after = ages(sim, 1)
    expect(Math.abs(after.least - before.least)).toBeLessThan(STEP_MS)
    expect(Math.abs(after.most - before.most)).toBeLessThan(STEP_MS)
    expect(coreOf(sim.room).peers.get(1)!.inputBuffer.isWaiting).toBe(false)
    expect(client.session.stats.corrections).toBe(0)
  })

  test.each(STANDSTILLS)(
    'A11 a client that did nothing for ten seconds goes on as if it had just come: %s',
    (how) => {
      const sim = new Simulation(runner)
      const client = sim.join({ script: running, conditions: path(50) })
      const other = sim.join({ conditions: path(20) })
      sim.run(5000)
      standStill(client, 9000, how)
      sim.run(9000)
      expect(client.session.state).toBe('open')
      const before = other.session.stats.snapshots
      sim.run(3000)
      const { least, most } = ages(sim, 1)
      expect(least).toBeGreaterThan(-STEP_MS)
      expect(most).toBeLessThan(3 * STEP_MS)
      expect(client.session.stats.gaps).toBe(1)
      // Of the inputs of its first round trip the room had gone on without.
      expect(client.session.stats.corrections).toBeLessThan(5)
      expect(other.session.stats.snapshots - before).toBeGreaterThan(50)
    },
  )
})

describe('clocks that run at another rate', () => {
  test.each([500, -500])('A11 C9 %d ppm for ten minutes: no drift, nobody starves', (clockPpm) => {
    const sim = new Simulation(runner)
    const { session } = sim.join({
      script: running,
      conditions: path(50),
      clockPpm,
      clockOffsetMs: 1e7,
      frameHz: 30,
    })
    const watcher = sim.join({ conditions: path(50), frameHz: 30 })
    sim.run(60_000)
    const early = ages(sim, 1)
    sim.run(540_000)
    const late = ages(sim, 1)
    expect(Math.abs(late.least - early.least)).toBeLessThanOrEqual(STEP_MS)
    expect(Math.abs(late.most - early.most)).toBeLessThanOrEqual(STEP_MS)
    expect(session.stats.corrections).toBe(0)
    expect(sim.room.stats.inputsDropped).toBe(0)
    const applied = coreOf(sim.room).peers.get(1)!.inputBuffer.applied
    expect(Math.abs(applied - 602 * 30)).toBeLessThan(20)
    const behindMs = sim.room.tick * STEP_MS - watcher.session.renderTimeMs
    // The way down and a send interval, less what is extrapolated.
    expect(behindMs).toBeGreaterThan(60)
    expect(behindMs).toBeLessThan(150)
    expect(watcher.session.stats.heldFrames).toBeLessThan(20)
  })
})

test('A10 the log preset is 200 ms there and back, 10 % jitter, 15 % loss each way', () => {
  const { up, down } = presets.log
  expect(up).toEqual(down)
  expect(up.latencyMs! + down.latencyMs!).toBe(200)
  expect(up.jitterMs! / up.latencyMs!).toBeCloseTo(0.1)
  expect(up.loss).toBe(0.15)
})

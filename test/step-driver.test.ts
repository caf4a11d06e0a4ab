import { presets } from 'glissade/client'
import { PhaseLockedSteps } from 'glissade/parts'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import { runner } from './support/runner.ts'

/** Plays a minute at 30 steps a second, by a clock 200 ppm fast, under the log's conditions. */
function minute(frameHz: number) {
  const sim = new Simulation(runner, { kind: 'datagram' })
  const driver = new PhaseLockedSteps()
  const client = sim.join({
    driver,
    frameHz,
    clockPpm: 200,
    conditions: presets.log,
    script: ({ input }, timeMs) => {
      input.right = timeMs % 3000 < 1500
    },
  })
  sim.run(5000)
  const { inputBuffer } = coreOf(sim.room).peers.get(client.session.playerId)!
  const first = inputBuffer.applied
  let mostWaiting = 0
  let longestGapMs = 0
  let gapMs = 0
  for (let ms = 0; ms < 60_000; ms += 10) {
    const before = inputBuffer.applied
    sim.run(10)
    mostWaiting = Math.max(mostWaiting, inputBuffer.received - inputBuffer.applied)
    gapMs = inputBuffer.applied === before ? gapMs + 10 : 0
    longestGapMs = Math.max(longestGapMs, gapMs)
  }
  return {
    stats: client.session.stats,
    applied: inputBuffer.applied - first,
    mostWaiting,
    longestGapMs,
    dropped: sim.room.stats.inputsDropped,
  }
}

test('B3 steps that follow the phase-locked clock need no correction, and inputs neither starve nor pile up', () => {
  const { stats, mostWaiting, longestGapMs, dropped } = minute(60)
  expect(stats.corrections).toBe(0)
  expect(stats.rebases).toBeLessThanOrEqual(2)
  expect(dropped).toBe(0)
  expect(mostWaiting).toBeLessThanOrEqual(2)
  // Four steps of 33 ms: as long as three packets in a row are lost.
  expect(longestGapMs).toBeLessThan(200)
})

test('B3 the 30 Hz steps follow the server and not the frames: as many, at any frame rate', () => {
  for (const frameHz of [30, 75, 144]) {
    const { stats, applied } = minute(frameHz)
    expect(Math.abs(applied - 1800)).toBeLessThanOrEqual(3)
    expect(stats.corrections).toBe(0)
  }
})

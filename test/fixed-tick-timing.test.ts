import { presets } from 'glissade/client'
import { InputLead } from 'glissade/parts'
import { describe, expect, test } from 'vitest'
import { type InputTimes, inputLatencySteps, inputTiming } from '../bench/timing/input-timing.ts'
import type { Conditions } from '../src/link/impairment.ts'
import type { LinkKind } from '../src/link/link.ts'
import { coreOf } from '../src/server/room.ts'
import { marching } from './support/marcher.ts'

const STEP_MS = 1000 / 60
const FRAME_HZ = 59.94

/** A room and a session behind a network, and what became of each input between them. */
function timed(kind: LinkKind, conditions: Conditions, stallAtMs?: number) {
  const sentMs: number[] = []
  const arrivedMs: number[] = []
  const stampTicks: number[] = []
  class Watched extends InputLead {
    override generated(inputId: number, nowMs: number): void {
      sentMs[inputId] = nowMs
      super.generated(inputId, nowMs)
    }
  }
  const options = { kind, conditions, frameHz: FRAME_HZ, driver: new Watched() }
  const { sim, client, session, run } = marching(options)
  session.input.go = true
  run(500)
  const { inputBuffer, inputs } = coreOf(sim.room).peers.get(1)!
  const came = inputs.came.bind(inputs)
  inputs.came = (first, arrival, nowMs) => {
    for (let one = arrivedMs.length; one <= inputBuffer.received; one++) {
      arrivedMs[one] = (arrival / 256) * STEP_MS
      stampTicks[one] = inputs.epochs.newestStampOf(one) / 256
    }
    came(first, arrival, nowMs)
  }
  if (stallAtMs !== undefined) {
    run(stallAtMs - sim.clock.nowMs())
    client.stall(300)
  }
  return {
    session,
    sim,
    run,
    times: (): InputTimes => {
      const from = Math.max(
        sentMs.findIndex((ms) => ms > 1000),
        1,
      )
      const [sent, came, stamps] = [sentMs, arrivedMs, stampTicks].map((list) => list.slice(from))
      const all = { stampTicks: stamps!, sentMs: sent!.slice(0, came!.length), arrivedMs: came! }
      return { stepMs: STEP_MS, frameMs: 1000 / FRAME_HZ, ...all }
    },
  }
}

const way50 = { latencyMs: 50, jitterMs: 25 }

describe('inputs of a session in a room with one tick for everybody', () => {
  test.each(['datagram', 'ordered'] as const)(
    'make their ticks through 0 to 50 ms of jitter, and hardly wait (%s)',
    (kind) => {
      const { sim, times, run } = timed(kind, { up: way50, down: way50 })
      run(120_000)
      const { missingPercent, waitSteps, ticks } = inputTiming(times(), 10_000)
      expect(ticks).toBeGreaterThan(6500)
      expect(missingPercent).toBeLessThanOrEqual(0.5)
      expect(waitSteps).toBeLessThanOrEqual(2)
      // The room counts the same.
      expect(sim.room.stats.inputsMissing).toBeLessThan(0.01 * ticks)
    },
  )

  test.each(['lan', 'wifi', '4g', 'intercontinental', 'log'] as const)(
    'wait half a tick longer than a clairvoyant would have them at most: %s',
    (name) => {
      const { times, run } = timed('datagram', presets[name])
      run(90_000)
      const { waitSteps, constantSteps } = inputTiming(times(), 10_000)
      expect(waitSteps).toBeLessThanOrEqual(constantSteps + 0.5)
    },
  )

  test.each(['datagram', 'ordered'] as const)(
    'are within a tick of their usual latency two seconds after the network stood still (%s)',
    (kind) => {
      const up = { latencyMs: 30, jitterMs: 10, freeze: { everyMs: 15_000, forMs: 300 } }
      const { times, run } = timed(kind, { up, down: { latencyMs: 30, jitterMs: 10 } })
      run(60_000)
      const { sentMs, arrivedMs } = times()
      const latencies = inputLatencySteps(times())
      const usual = [...latencies].sort((a, b) => a - b)[latencies.length >> 1]!
      let stalls = 0
      let backAtMs = 10_000
      for (let i = 1; i < latencies.length; i++) {
        if (arrivedMs[i]! - arrivedMs[i - 1]! > 250) {
          stalls++
          backAtMs = arrivedMs[i]! + 2000
        }
        if (sentMs[i]! > backAtMs) expect(Math.abs(latencies[i]! - usual)).toBeLessThanOrEqual(1)
      }
      expect(stalls).toBeGreaterThan(2)
    },
  )

  test.each(['datagram', 'ordered'] as const)(
    'are within a tick of their usual latency two seconds after the client stood still (%s)',
    (kind) => {
      const way = { latencyMs: 30, jitterMs: 10 }
      const { times, run } = timed(kind, { up: way, down: way }, 20_000)
      run(10_000)
      const { sentMs } = times()
      const latencies = inputLatencySteps(times())
      const at = (fromMs: number, toMs: number) =>
        [...latencies].filter((_, i) => sentMs[i]! > fromMs && sentMs[i]! < toMs)
      const before = at(15_000, 20_000).sort((a, b) => a - b)
      const usual = before[before.length >> 1]!
      expect(at(20_000, 20_290)).toEqual([])
      const after = at(22_300, 30_000)
      expect(after.length).toBeGreaterThan(400)
      for (const latency of after) expect(Math.abs(latency - usual)).toBeLessThanOrEqual(1)
    },
  )
})

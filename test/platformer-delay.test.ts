import { presets } from 'glissade/client'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import { traced } from './support/traced.ts'

const FRAME_MS = 1000 / 60
/** A frame is a fault when the time on display goes slower or faster than this: one sees it (docs/TIME.md). */
const EVEN = { least: 0.75, most: 1.25 }

/** A player runs about, another one watches: how far behind the room's present, and how unevenly. */
function watch(seed: number): {
  behindMs: number
  faults: number
  frames: number
  corrections: number
} {
  const sim = new Simulation(traced, { kind: 'datagram', seed })
  const random = new Random(seed)
  const runner = sim.join({
    conditions: presets.log,
    seed: seed * 2,
    script: ({ input }) => {
      if (random.next() < 0.03) input.left = !input.left
      if (random.next() < 0.03) input.right = !input.right
      if (random.next() < 0.05) input.jump = !input.jump
    },
  })
  const watcher = sim.join({ conditions: presets.log, seed: seed * 2 + 1 })
  sim.run(10_000)
  let frames = 0
  let faults = 0
  let behindMs = 0
  let lastMs = Number.NaN
  watcher.session.onFrame(() => {
    const shownMs = watcher.session.entities('pip').find(({ mine }) => !mine)!.shownSeconds * 1000
    const rate = (shownMs - lastMs) / FRAME_MS
    lastMs = shownMs
    if (Number.isNaN(rate)) return
    frames++
    behindMs += sim.clock.nowMs() - shownMs
    if (rate < EVEN.least || rate > EVEN.most) faults++
  })
  sim.run(60_000)
  return {
    behindMs: behindMs / frames,
    faults,
    frames,
    corrections: runner.session.stats.corrections,
  }
}

test('A10 B9 both ways under the log of 200 ms and 15 % loss, in datagrams, another player is at most 220 ms behind and moves evenly', () => {
  let behindMs = 0
  let faults = 0
  let frames = 0
  for (const seed of [1, 2, 3, 4]) {
    const seen = watch(seed)
    behindMs = Math.max(behindMs, seen.behindMs)
    faults += seen.faults
    frames += seen.frames
    expect(seen.corrections).toBe(0)
  }
  console.log(
    `${behindMs.toFixed(0)} ms behind, ${((100 * faults) / frames).toFixed(2)} % of frames uneven`,
  )
  expect(behindMs).toBeLessThanOrEqual(220)
  expect(faults / frames).toBeLessThanOrEqual(0.003)
})

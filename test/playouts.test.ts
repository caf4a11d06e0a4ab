import { presets } from 'glissade/client'
import {
  FixedDelay,
  Latest,
  PhaseLockedDelay,
  type Playout,
  StepwiseDelay,
  TimeShift,
} from 'glissade/parts'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { dots } from './support/dots.ts'

/** What a watcher sees of a dot that runs to and fro for six seconds, by a playout. */
function watch(playout: Playout) {
  const sim = new Simulation(dots, { kind: 'datagram' })
  sim.join({
    conditions: presets.lan,
    script: (session, timeMs) => {
      session.input.right = timeMs % 4000 < 2000
      session.input.left = !session.input.right
    },
  })
  const watcher = sim.join({ conditions: presets.wifi, playout })
  sim.run(3000)
  const { stats } = watcher.session
  const dryBefore = stats.extrapolatedFrames + stats.heldFrames
  let [frames, still, longest, last] = [0, 0, 0, Number.NaN]
  watcher.session.onFrame(() => {
    const dot = watcher.session.entities('dot').find((dot) => !dot.mine)
    if (!dot) return
    frames++
    // Less than the step of the field is the rest of an easing.
    if (Math.abs(dot.x - last) < 1 / 64) still++
    if (!Number.isNaN(last)) longest = Math.max(longest, Math.abs(dot.x - last))
    last = dot.x
  })
  sim.run(6000)
  const dry = stats.extrapolatedFrames + stats.heldFrames - dryBefore
  const behindMs = sim.clock.nowMs() - watcher.session.renderTimeMs
  return { frames, still, longest, dry, behindMs }
}

describe('a session with another playout', () => {
  const playouts: [name: string, behindMs: number, open: () => Playout][] = [
    ['B1 FixedDelay', 100, () => new FixedDelay()],
    ['B1 PhaseLockedDelay', 200, () => new PhaseLockedDelay()],
    ['D7 StepwiseDelay', 100, () => new StepwiseDelay()],
    ['E1 TimeShift', 75, () => new TimeShift()],
  ]

  test.each(playouts)('%s shows others %d ms behind the path, gliding', (_name, delayMs, open) => {
    const seen = watch(open())
    expect(seen.frames).toBeGreaterThan(350)
    // Running is 3.33 px a frame. Fewer stand still than turn round, and none leaps.
    expect(seen.still).toBeLessThan(10)
    expect(seen.longest).toBeLessThan(7)
    expect(seen.dry).toBeLessThan(360 / 8)
    expect(Math.abs(seen.behindMs - delayMs - 15)).toBeLessThan(20)
  })

  test('Latest shows others leaping: most frames show what the frame before did', () => {
    const seen = watch(new Latest())
    expect(seen.still).toBeGreaterThan(200)
    expect(seen.longest).toBeGreaterThan(9)
    expect(seen.behindMs).toBeLessThan(15 + 60)
  })
})

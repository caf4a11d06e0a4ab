import { describe, expect, test } from 'vitest'
import { quantile } from '../measures/quantile.ts'
import { boid } from './boid.ts'
import { INPUT_WIDTH, type Motion } from './motion.ts'
import { allMotions } from './motions.ts'
import { platformer } from './platformer.ts'
import { stopAndGo } from './stop-and-go.ts'

const LENGTH_MS = 60_000
const state = new Float64Array(4)

function placesOf(motion: Motion, seed: number, stepMs: number): number[] {
  const places: number[] = []
  for (const path of motion.create(seed, 2, LENGTH_MS))
    for (let ms = 0; ms <= LENGTH_MS; ms += stepMs) {
      path.state(ms, state, 0)
      places.push(state[0]!, state[1]!)
    }
  return places
}

/** Returns the 99 % quantile of the distance between the truth and a straight line, or a cubic, between samples. */
function missed(motion: Motion, sendHz: number): { straight: number; cubic: number } {
  const straight: number[] = []
  const cubic: number[] = []
  const stepMs = 1000 / sendHz
  const a = new Float64Array(4)
  const b = new Float64Array(4)
  for (const path of motion.create(1, 4, LENGTH_MS))
    for (let ms = 0; ms < LENGTH_MS; ms += 7.3) {
      const k = Math.floor(ms / stepMs)
      path.state(k * stepMs, a, 0)
      path.state((k + 1) * stepMs, b, 0)
      path.state(ms, state, 0)
      const t = ms / stepMs - k
      const off = { straight: 0, cubic: 0 }
      for (const axis of [0, 1]) {
        const step = b[axis]! - a[axis]!
        const m0 = (a[axis + 2]! * stepMs) / 1000
        const m1 = (b[axis + 2]! * stepMs) / 1000
        const bend = 3 * step - 2 * m0 - m1 + t * (m0 + m1 - 2 * step)
        off.straight += (a[axis]! + step * t - state[axis]!) ** 2
        off.cubic += (a[axis]! + t * m0 + t * t * bend - state[axis]!) ** 2
      }
      straight.push(Math.sqrt(off.straight))
      cubic.push(Math.sqrt(off.cubic))
    }
  return { straight: quantile(straight, 0.99), cubic: quantile(cubic, 0.99) }
}

describe.each(allMotions.map((motion) => [motion.name, motion] as const))('%s', (name, motion) => {
  test('is the same with the same seed, another with another, and no two entities agree', () => {
    expect(placesOf(motion, 1, 500)).toEqual(placesOf(motion, 1, 500))
    expect(placesOf(motion, 1, 500)).not.toEqual(placesOf(motion, 2, 500))
    const [one, two] = motion.create(1, 2, LENGTH_MS)
    one!.state(5000, state, 0)
    const x = state[0]
    two!.state(5000, state, 0)
    expect(state[0]).not.toBe(x)
  })

  test('moves at the speed it says, except for teleports and turns', () => {
    const before = new Float64Array(4)
    let checked = 0
    let worst = 0
    for (const path of motion.create(1, 4, LENGTH_MS))
      for (let ms = 0; ms < LENGTH_MS - 1; ms += 3.1) {
        // It stands in the few ms before it teleports.
        if (path.teleports(ms) !== path.teleports(ms + 6)) continue
        path.state(ms, before, 0)
        path.state(ms + 1, state, 0)
        // Sharp turns are at the samples. Within a millisecond, speed changes by at most 10 units/s.
        if (Math.hypot(state[2]! - before[2]!, state[3]! - before[3]!) > 10) continue
        for (const axis of [0, 1]) {
          const speed = ((before[axis + 2]! + state[axis + 2]!) / 2) * 1e-3
          worst = Math.max(worst, Math.abs(state[axis]! - before[axis]! - speed))
        }
        checked++
      }
    expect(worst).toBeLessThan(0.05)
    expect(checked).toBeGreaterThan(70_000)
  })

  test('teleports only where its count says so', () => {
    let leaps = 0
    let unexplained = 0
    for (const path of motion.create(3, 4, LENGTH_MS)) {
      let [x, y] = [0, 0]
      for (let ms = 0; ms < LENGTH_MS; ms += 5) {
        path.state(ms, state, 0)
        const isLeap = ms > 0 && Math.hypot(state[0]! - x, state[1]! - y) > 50
        if (isLeap) leaps++
        if (isLeap !== (ms > 0 && path.teleports(ms) !== path.teleports(ms - 5))) unexplained++
        x = state[0]!
        y = state[1]!
      }
    }
    expect(unexplained).toBe(0)
    expect(leaps > 0).toBe(name === 'teleporter')
  })

  test('stands still before its start and after its end', () => {
    const [path] = motion.create(1, 1, 1000)
    const [early, first, late, later] = [-5000, 0, 50_000, 60_000].map((ms) => {
      path!.state(ms, state, 0)
      return [state[0]!, state[1]!] as const
    })
    for (const axis of [0, 1]) {
      expect(early![axis]).toBeCloseTo(first![axis]!, 4)
      expect(later![axis]).toBe(late![axis])
    }
  })
})

describe('motions', () => {
  const of = (name: string) => allMotions.find((motion) => motion.name === name)!

  test('lose as much between samples as games of their sort do', () => {
    const hero = missed(of('platformer'), 20)
    expect(hero.straight).toBeGreaterThan(4.5)
    expect(hero.straight).toBeLessThan(6.5)
    expect(hero.cubic).toBeLessThan(hero.straight * 0.6)
    for (const name of ['boid', 'vehicle']) {
      const smooth = missed(of(name), 20)
      expect(smooth.straight).toBeGreaterThan(0.2)
      expect(smooth.straight).toBeLessThan(0.35)
      expect(smooth.cubic).toBeLessThan(0.02)
    }
  })

  test('keep to their speeds', () => {
    const speeds = (name: string) =>
      of(name)
        .create(1, 4, LENGTH_MS)
        .flatMap((path) =>
          Array.from({ length: 3000 }, (_, i) => {
            path.state(i * 20, state, 0)
            return Math.hypot(state[2]!, name === 'platformer' ? 0 : state[3]!)
          }),
        )
    const within = (name: string, least: number, most: number) => {
      const all = speeds(name)
      expect(Math.min(...all)).toBeGreaterThan(least - 0.1)
      expect(Math.max(...all)).toBeLessThan(most + 0.1)
      expect(Math.max(...all)).toBeGreaterThan(most * 0.9)
    }
    within('platformer', 0, 320)
    within('boid', 120, 240)
    within('vehicle', 100, 720)
    within('stop-and-go', 0, 600)
  })
})

describe('move', () => {
  const STEP_MS = 1000 / 240
  const inputs = new Float64Array(INPUT_WIDTH)
  const after = new Float64Array(4)

  test.each([platformer, stopAndGo])(
    'leads $name along its path by the input of each step',
    ({ create, move }) => {
      let jumps = 0
      for (const path of create(1, 2, LENGTH_MS))
        for (let step = 1; step < 14_000; step++) {
          path.state((step - 1) * STEP_MS, state, 0)
          path.state(step * STEP_MS, after, 0)
          path.input!(step * STEP_MS, inputs, 0)
          move!(state, inputs, 0, STEP_MS / 1000)
          const off = [0, 1, 2, 3].map((i) => Math.abs(state[i]! - after[i]!))
          expect(Math.max(off[0]!, off[2]!)).toBeLessThan(0.01)
          // A hero jumps at the end of a step, onto another floor.
          if (create === platformer.create && after[3]! < -659) jumps++
          else expect(Math.max(off[1]!, off[3]!)).toBeLessThan(0.01)
        }
      expect(jumps > 40).toBe(create === platformer.create)
    },
  )

  test('does not know what will be pressed', () => {
    const [path] = platformer.create(1, 1, LENGTH_MS)
    let wrong = 0
    for (let ms = 0; ms < LENGTH_MS - 200; ms += 50) {
      path!.state(ms, state, 0)
      path!.input!(ms, inputs, 0)
      for (let step = 0; step < 24; step++) platformer.move!(state, inputs, 0, 1 / 240)
      path!.state(ms + 100, after, 0)
      if (Math.hypot(state[0]! - after[0]!, state[1]! - after[1]!) > 6) wrong++
    }
    // Two decisions a second, each of which is off soon after.
    expect(wrong / (LENGTH_MS / 50)).toBeGreaterThan(0.05)
    expect(wrong / (LENGTH_MS / 50)).toBeLessThan(0.2)
  })

  test('is undefined for motions that nobody steers', () => {
    const [path] = boid.create(1, 1, 1000)
    inputs.fill(7)
    path!.input?.(500, inputs, 0)
    expect([...inputs]).toEqual([7, 7, 7, 7])
    expect(boid.move).toBeUndefined()
  })
})

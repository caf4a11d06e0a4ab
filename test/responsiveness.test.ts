import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { dots } from './support/dots.ts'
import { runner, UNITS_PER_STEP } from './support/runner.ts'

const STEP_MS = 1000 / 30

test.each([0, 50, 200, 500, 1000])(
  'A5 A8 the first displayed change comes within one step and two frames of the key, at %d ms round trip',
  (rttMs) => {
    for (const frameHz of [60, 144]) {
      for (const phaseMs of [0, 7, 19, 29]) {
        const sim = new Simulation(runner)
        const impairment = { latencyMs: rttMs / 2 }
        const { session } = sim.join({ conditions: { up: impairment, down: impairment }, frameHz })
        sim.run(6000 + phaseMs)
        const mine = session.entities('body')[0]!
        const { x } = mine
        const pressedAtMs = sim.clock.nowMs()
        session.input.right = true
        while (mine.x === x && sim.clock.nowMs() - pressedAtMs < 2000) sim.run(1)
        const tookMs = sim.clock.nowMs() - pressedAtMs
        expect(tookMs).toBeLessThanOrEqual(STEP_MS + 2000 / frameHz + 1)
      }
    }
  },
)

test.each([30, 60, 144])('A8 C5 the own player moves evenly at %d frames a second', (frameHz) => {
  const sim = new Simulation(runner)
  const seen: number[] = []
  const { session } = sim.join({
    frameHz,
    script: ({ input }) => {
      input.right = true
    },
  })
  sim.run(3000)
  session.onFrame(() => seen.push(session.entities('body')[0]!.x))
  sim.run(3000)
  const speeds = seen.slice(1).map((x, i) => x - seen[i]!)
  const even = (4 * 30) / frameHz
  for (const speed of speeds) expect(Math.abs(speed - even)).toBeLessThan(even * 0.15)
})

test('C12 a key that was down between two frames counts for one step, a press for exactly one', () => {
  const sim = new Simulation(runner)
  const { session } = sim.join({ frameHz: 10 })
  sim.run(2000)
  const mine = session.entities('body')[0]!
  const before = mine.x
  session.input.right = true
  session.input.right = false
  session.input.fire = true
  const fired: number[] = []
  session.on('fired', ({ x }) => fired.push(x))
  sim.run(1000)
  expect(mine.x - before).toBe(4)
  expect(fired).toEqual([before + 4])
})

test('C4 A4 the same inputs come to the same state at any display rate', () => {
  const tapped = (['right', 'right', 'fire', 'left', 'right', 'fire', 'right'] as const).flatMap(
    (key) => (key === 'fire' ? [key] : Array.from({ length: 9 }, () => key)),
  )
  const ends = [20, 30, 60, 144].map((frameHz) => {
    const sim = new Simulation(runner)
    let taps = 0
    let tappedAt = 0
    const { session } = sim.join({
      frameHz,
      script: (session) => {
        const steps = session.entities('body')[0]?.steps ?? 0
        // A key let go at once counts for one step: the next tap waits until that step has come.
        if (steps === tappedAt) return
        tappedAt = steps
        const key = tapped[taps++]
        if (!key) return
        session.input[key] = true
        if (key !== 'fire') session.input[key] = false
      },
    })
    const fired: number[] = []
    session.on('fired', ({ x }) => fired.push(x))
    sim.run(8000)
    expect(taps).toBeGreaterThan(tapped.length)
    const shown = ({ x, facing }: { x: number; facing: string }) => ({ x, facing, fired })
    const truth = shown(sim.room.world.entities('body')[0]!)
    expect(shown(session.entities('body')[0]!)).toEqual(truth)
    return truth
  })
  const fired = [1000 + 18 * UNITS_PER_STEP, 1000 + 18 * UNITS_PER_STEP]
  for (const end of ends)
    expect(end).toEqual({ x: 1000 + 27 * UNITS_PER_STEP, facing: 'right', fired })
})

test('E3 the diagonal is not faster than the straight way, on the client and on the server alike', () => {
  const distance = (keys: ('right' | 'down')[]) => {
    const sim = new Simulation(dots)
    const { session } = sim.join()
    sim.run(1000)
    const [mine] = session.entities('dot')
    const from = { x: mine!.x, y: mine!.y }
    for (const key of keys) session.input[key] = true
    sim.run(1000)
    for (const key of keys) session.input[key] = false
    sim.run(500)
    const truth = sim.room.world.entities('dot')[0] as unknown as { x: number; y: number }
    expect({ x: mine!.x, y: mine!.y }).toEqual({ x: truth.x, y: truth.y })
    return Math.hypot(mine!.x - from.x, mine!.y - from.y)
  }
  const straight = distance(['right'])
  expect(straight).toBeGreaterThan(190)
  expect(distance(['right', 'down']) / straight).toBeCloseTo(1, 2)
})

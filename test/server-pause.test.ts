import { defineGame, flag, gameEvents, int, number } from 'glissade'
import { Budget, defineRoom, StrictTime } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { SUBTICKS_PER_STEP } from '../src/base/units.ts'
import { insides } from '../src/client/inside.ts'
import type { InputGuard } from '../src/server/authority/budget.ts'
import { coreOf } from '../src/server/room.ts'
import { authorityOf } from './support/authority.ts'

/** Most inputs that can be told apart. */
const MARKS = { max: 2 ** 30 }
/** How long after the pause inputs are looked at. */
const AFTER_MS = 5000
const LATENCY_MS = 40

/** Players who walk; the server alone hears of each input that it applies. */
const walk = (authority: 'input' | 'tick', stepHz: number, applied: (mark: number) => void) =>
  defineRoom(
    defineGame({
      name: 'walk',
      authority: authorityOf(authority),
      stepHz,
      sendHz: 20,
      input: { go: flag(), mark: int(MARKS) },
      entities: { walker: { x: number({ max: 1e6, step: 1 }) } },
      events: gameEvents({ stepped: { mark: int(MARKS) } }),
      move: {
        walker(walker, { go, mark }, ctx) {
          walker.x += +go
          ctx.emit('stepped', { mark })
        },
      },
    }),
    {
      join: (world, player) => world.spawn('walker', player),
      on: { stepped: (_, { mark }) => applied(mark) },
    },
  )

/** The newest input that a session has made. */
const newestOf = (session: object): number => insides.get(session)?.()?.prediction.newest ?? 0

type Order = 'packets first' | 'advance first'

interface Rule {
  readonly authority: 'input' | 'tick'
  readonly guard?: (now: number, stepMs: number) => InputGuard
}

/** What becomes of the inputs of a player who walks on and on while the server's process stands still for a while. */
function walkThrough({ authority, guard }: Rule, stepHz: number, pauseMs: number, order: Order) {
  const applied = new Set<number>()
  /** When each input was made, by its mark. */
  const made = new Map<number, number>()
  const sim = new Simulation(
    walk(authority, stepHz, (mark) => applied.add(mark)),
    { guard },
  )
  let newest = 0
  let mark = 0
  const { session } = sim.join({
    conditions: { up: { latencyMs: LATENCY_MS }, down: { latencyMs: LATENCY_MS } },
    // Frames are shorter than steps, so that each input has a mark of its own.
    frameHz: 4 * stepHz,
    script(playing) {
      playing.input.go = true
      playing.input.mark = ++mark
      newest = newestOf(playing)
    },
  })
  session.onFrame(() => {
    if (newestOf(session) > newest) made.set(mark, sim.clock.nowMs())
  })
  sim.run(5000)
  sim.pauseServer(pauseMs, order)
  sim.run(pauseMs)
  const goesOnMs = sim.clock.nowMs()
  let stoodMs = 0
  let movedAtMs = goesOnMs
  for (let x = Number.NaN; sim.clock.nowMs() < goesOnMs + AFTER_MS; sim.run(5)) {
    const now = sim.room.world.entities('walker')[0]!.x
    if (now !== x) movedAtMs = sim.clock.nowMs()
    x = now
    stoodMs = Math.max(stoodMs, sim.clock.nowMs() - movedAtMs)
  }
  sim.run(3000)
  const isOfAfter = (atMs: number) => atMs >= goesOnMs && atMs < goesOnMs + AFTER_MS
  const after = [...made].filter(([, atMs]) => isOfAfter(atMs)).map(([one]) => one)
  const settled = [...made].filter(([, atMs]) => atMs < goesOnMs + AFTER_MS)
  return {
    madeAfter: after.length,
    appliedAfter: after.filter((one) => applied.has(one)).length / after.length,
    stoodMs,
    lost: settled.filter(([one]) => !applied.has(one)).length,
    counted: sim.room.stats.inputsDropped,
    skippedMs: sim.room.stats.skippedMs,
    state: session.state,
  }
}

const RULES: readonly (Rule & { readonly rule: string })[] = [
  { rule: 'a budget', authority: 'input', guard: (now, stepMs) => new Budget(now, stepMs) },
  { rule: 'strict time', authority: 'input', guard: (now, stepMs) => new StrictTime(now, stepMs) },
  { rule: 'one tick for everybody', authority: 'tick' },
]
const ORDERS: readonly Order[] = ['packets first', 'advance first']

/** The player goes on as soon as the server does: what was made meanwhile costs nothing of what is made then. */
function expectToGoOn(seen: ReturnType<typeof walkThrough>, stepHz: number): void {
  expect(seen.state).toBe('open')
  expect(seen.madeAfter).toBeGreaterThan(0.85 * 5 * stepHz)
  expect(seen.stoodMs).toBeLessThanOrEqual(300)
  expect(seen.appliedAfter).toBeGreaterThanOrEqual(0.98)
  // What is dropped is counted, each input once; a few were lost before the first of the marks.
  expect(Math.abs(seen.counted - seen.lost)).toBeLessThanOrEqual(8)
}

describe.each(RULES)('A11 after a pause of the server, with $rule', (rule) => {
  describe.each(ORDERS)('%s', (order) => {
    test.each([500, 1500, 3000, 6000])(
      'of %d ms, all but 2 in 100 inputs of the next 5 s are applied, and nobody stands over 300 ms',
      (pauseMs) => {
        const seen = walkThrough(rule, 60, pauseMs, order)
        expectToGoOn(seen, 60)
        if (pauseMs >= 3000) expect(seen.counted).toBeGreaterThan(0)
        expect(seen.skippedMs).toBeGreaterThan(pauseMs - 300)
      },
    )

    test.each([30, 128])('of 3 s, at %d Hz as at 60', (stepHz) =>
      expectToGoOn(walkThrough(rule, stepHz, 3000, order), stepHz),
    )

    test.each([8, 15, 60])(
      'of 3 s, no input waits for over half a second 10 s later, at %d frames per second',
      (frameHz) => {
        const sim = new Simulation(
          walk(rule.authority, 30, () => {}),
          { guard: rule.guard },
        )
        sim.join({ frameHz })
        sim.run(5000)
        sim.pauseServer(3000, order)
        sim.run(13_000)
        const { stamp, inputBuffer } = coreOf(sim.room).peerList[0]!
        const behindSteps =
          (coreOf(sim.room).subTicksAt(sim.clock.nowMs()) - stamp) / SUBTICKS_PER_STEP
        expect(Math.abs(behindSteps)).toBeLessThanOrEqual(15)
        expect(inputBuffer.received - inputBuffer.applied).toBeLessThanOrEqual(15)
      },
    )
  })
})

describe.each(['input', 'tick'] as const)('a hidden tab, with authority %s', (authority) => {
  // Over 256 steps, over the 10 s after which a client gives up, and over the 2^15 ids that 16 bits tell apart.
  test.each([9000, 20_000, 600_000])(
    'keeps its place while the server stands still for %d ms, and its player runs on afterwards',
    (pauseMs) => {
      const sim = new Simulation(walk(authority, 60, () => {}))
      const client = sim.join({
        script: ({ input }) => {
          input.go = true
        },
      })
      sim.run(3000)
      client.stall(pauseMs + 2000)
      sim.run(1000)
      sim.pauseServer(pauseMs)
      sim.run(pauseMs + 1500)
      const x = () => sim.room.world.entities('walker')[0]?.x ?? Number.NaN
      const before = x()
      sim.run(5000)
      expect(client.session.state).toBe('open')
      expect(x() - before).toBeGreaterThan(4 * 60)
    },
  )
})

test('A11 pauses that leave out less than a step drop no more inputs than the time they left out', () => {
  const sim = new Simulation(walk('input', 60, () => {}))
  const up = { latencyMs: LATENCY_MS }
  sim.join({
    conditions: { up, down: up },
    script: (session) => {
      session.input.go = true
    },
  })
  sim.run(3000)
  for (let n = 0; n < 30; n++) {
    sim.pauseServer(263)
    sim.run(1263)
  }
  const { skippedMs, inputsDropped, rebases } = sim.room.stats
  expect(skippedMs).toBeGreaterThan(30)
  expect(skippedMs / 30).toBeLessThan(1000 / 60)
  expect(inputsDropped).toBeLessThanOrEqual(1 + skippedMs / (1000 / 60))
  expect(rebases).toBeLessThan(30)
})

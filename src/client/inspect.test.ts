import { describe, expect, test } from 'vitest'
import { runner, UNITS_PER_STEP } from '../../test/support/runner.ts'
import { HORIZONS_MS } from '../base/horizons.ts'
import { defineGame } from '../game/define-game.ts'
import { int, number, press, told } from '../game/field.ts'
import { vec2 } from '../game/vectors.ts'
import { presets } from '../link/presets.ts'
import { SimulatedNetwork } from '../link/simulated-network.ts'
import { defineRoom } from '../server/define-room.ts'
import { Simulation } from '../testing/simulation.ts'
import { FixedDelay } from '../time/playout/fixed-delay.ts'
import { LeastCostDelay } from '../time/playout/least-cost-delay.ts'
import type { Playout } from '../time/playout/playout.ts'
import { Inspector } from './inspect.ts'
import { Session } from './session.ts'

const STEP_MS = 1000 / 30

/** Two runners: the first runs to the right, the second watches, at two intervals of delay unless told otherwise. */
function race(kind: 'ordered' | 'datagram' = 'datagram', playout: Playout = new FixedDelay()) {
  const sim = new Simulation(runner, { kind })
  const conditions = { up: { latencyMs: 60, jitterMs: 10 }, down: { latencyMs: 60, jitterMs: 10 } }
  const first = sim.join({
    conditions,
    script: ({ input }) => {
      input.right = true
    },
  })
  const watcher = sim.join({ conditions, playout })
  sim.run(4000)
  const body = (mine: boolean) => watcher.session.entities('body').find((b) => b.mine === mine)!
  const own = () => first.session.entities('body').find((b) => b.mine)!
  return { sim, first, watcher, body, own, inspector: new Inspector(watcher.session) }
}

describe('another player', () => {
  test('D11 E10 is drawn between the states that an inspection names, at its factor', () => {
    const { sim, body, inspector, watcher } = race()
    let looked = 0
    watcher.session.onFrame(() => {
      const seen = inspector.look(body(false))!
      const { before, after, factor, states, timesMs } = seen
      expect(seen.state).toBe('between')
      expect(after).toBe(before + 1)
      expect(seen.timeMs).toBeGreaterThanOrEqual(timesMs[before]!)
      expect(seen.timeMs).toBeLessThan(timesMs[after]!)
      const from = states[before]!.x
      expect(body(false).x).toBeCloseTo(from + (states[after]!.x - from) * factor, 1)
      expect({ server: seen.server, unanswered: seen.unanswered }).toEqual({
        server: null,
        unanswered: 0,
      })
      looked++
    })
    sim.run(1000)
    expect(looked).toBeGreaterThan(55)
  })

  test('E10 has the states that were sent, in order, each at the position of its time', () => {
    const { body, inspector } = race('ordered')
    const seen = inspector.look(body(false))!
    expect(seen.count).toBeGreaterThan(20)
    expect(seen.count).toBeLessThanOrEqual(128)
    // The oldest are from before the race.
    for (let n = seen.count - 20; n < seen.count; n++) {
      const steps = (seen.timesMs[n]! - seen.timesMs[n - 1]!) / STEP_MS
      expect(steps).toBeGreaterThan(0)
      const units = seen.states[n]!.x - seen.states[n - 1]!.x
      expect(units).toBeCloseTo(steps * UNITS_PER_STEP, 6)
      expect(seen.states[n]!.facing).toBe('right')
    }
  })

  test('D11 is displayed at most 100 ms behind the render time, because its states are older than their snapshots', () => {
    const { body, inspector, watcher } = race()
    const { timeMs } = inspector.look(body(false))!
    const behindMs = watcher.session.renderTimeMs - timeMs
    expect(behindMs).toBeGreaterThanOrEqual(0)
    expect(behindMs).toBeLessThan(100)
  })

  test('D11 is shown ahead of the render time if it can be extrapolated for longer', () => {
    const { body, inspector, watcher } = race('datagram', new LeastCostDelay())
    const { timeMs } = inspector.look(body(false))!
    const leadMs = timeMs - watcher.session.renderTimeMs
    expect(leadMs).toBeGreaterThan(10)
    expect(leadMs).toBeLessThan(HORIZONS_MS.at(-1)!)
  })

  test('D11 has no state after the newest: the factor grows, and then the entity is held', () => {
    const { sim, body, inspector, watcher } = race()
    watcher.network.conditions = { up: {}, down: { loss: 1 } }
    const seen: { state: string; factor: number; after: number; before: number }[] = []
    watcher.session.onFrame(() => {
      const { state, factor, after, before, count } = inspector.look(body(false))!
      seen.push({ state, factor, after, before: before - count })
    })
    sim.run(1000)
    const states = [...new Set(seen.map(({ state }) => state))]
    expect(states).toEqual(['between', 'extrapolated', 'held'])
    const beyond = seen.filter(({ state }) => state !== 'between')
    for (const [i, one] of beyond.entries()) {
      expect(one).toMatchObject({ after: -1, before: -1 })
      expect(one.factor).toBeGreaterThan(i === 0 ? 1 : beyond[i - 1]!.factor)
    }
    expect(watcher.session.stats.bufferMs).toBeLessThan(-500)
  })

  test('foresight counts the entities that move extrapolates, and how far past the newest state', () => {
    const { sim, watcher, body, inspector } = race('datagram', new LeastCostDelay())
    const { techniques } = watcher.session
    let foreseen = 0
    let onCurves = 0
    watcher.session.onFrame(() => {
      const { count, reachMs } = inspector.foresight()
      const { state, timeMs, timesMs, count: held } = inspector.look(body(false))!
      if (count === 0) {
        expect(reachMs).toBe(0)
        if (state === 'extrapolated') onCurves++
        return
      }
      expect({ count, state }).toEqual({ count: 1, state: 'extrapolated' })
      expect(reachMs).toBeCloseTo(timeMs - timesMs[held - 1]!, 9)
      foreseen++
    })
    sim.run(4000)
    expect(foreseen).toBeGreaterThan(20)
    techniques.foresee = false
    sim.run(1000)
    foreseen = 0
    onCurves = 0
    sim.run(2000)
    expect({ foreseen, isExtrapolated: onCurves > 20 }).toEqual({
      foreseen: 0,
      isExtrapolated: true,
    })
  })

  test('D11 is at its newest state, not beyond it, while it rests', () => {
    const { sim, watcher, inspector } = race()
    const idle = sim.join()
    sim.run(3000)
    const view = watcher.session.entities('body').find((b) => b.owner === idle.session.playerId)!
    expect(inspector.look(view)).toMatchObject({ state: 'between', after: -1, server: null })
    expect(inspector.look(view)!.factor).toBeLessThanOrEqual(1)
  })

  test('D11 has the factor 0 between two states that a teleport separates', () => {
    const room = defineRoom(
      defineGame({
        name: 'hop',
        input: { home: press() },
        entities: { frog: { x: number() } },
        move: {
          frog(frog, input, ctx) {
            frog.x += 1
            if (!input.home) return
            frog.x = 0
            ctx.teleport()
          },
        },
      }),
      {
        join: (world, player) => world.spawn('frog', player, { x: 0 }),
      },
    )
    const sim = new Simulation(room)
    const hopper = sim.join()
    const watcher = sim.join({ playout: new FixedDelay() })
    sim.run(3000)
    const inspector = new Inspector(watcher.session)
    const frog = watcher.session.entities('frog').find((one) => !one.mine)!
    const factors: number[] = []
    watcher.session.onFrame(() => {
      const { states, before, after, factor } = inspector.look(frog)!
      if (after < 0 || states[after]!.x > states[before]!.x) return
      factors.push(factor)
      expect(frog.x).toBe(states[before]!.x)
    })
    hopper.session.input.home = true
    sim.run(1000)
    expect(factors.length).toBeGreaterThan(1)
    expect(new Set(factors)).toEqual(new Set([0]))
  })

  test('can be inspected after it has left until it is gone, and then is null', () => {
    const { sim, first, body, inspector, watcher } = race()
    const view = body(false)
    first.session.close()
    let shown = 0
    while (watcher.session.entities('body').includes(view) && shown < 1000) {
      expect(inspector.look(view)).not.toBeNull()
      sim.run(16)
      shown++
    }
    expect(shown).toBeGreaterThan(3)
    sim.run(100)
    expect(inspector.look(view)).toBeNull()
    expect(inspector.look({ ...view })).toBeNull()
  })
})

describe('the own player', () => {
  test('D11 is behind on the server by the inputs that it has not answered, and no more', () => {
    const { sim, own, first } = race()
    const inspector = new Inspector(first.session)
    sim.run(1)
    const seen = inspector.look(own())!
    const { server, unanswered, count, states } = seen
    expect(seen.state).toBe('predicted')
    expect(unanswered * STEP_MS).toBeGreaterThan(120)
    expect(unanswered * STEP_MS).toBeLessThan(350)
    expect(states[count - 1]!.steps - server!.steps).toBe(unanswered)
    expect(states[count - 1]!.x - server!.x).toBe(unanswered * UNITS_PER_STEP)
    expect(count).toBe(unanswered + 1)
    expect(states[0]!.x).toBe(server!.x)
    expect(seen.timeMs).toBeCloseTo(first.session.ownTimeMs, 6)
    const { before, after, factor } = seen
    const from = states[before]!.x
    const to = states[after < 0 ? before : after]!.x
    expect(own().x).toBeCloseTo(from + (to - from) * factor, 1)
  })

  test('D11 can be inspected without prediction too, and shows the state of the server', () => {
    const { sim, own, first } = race()
    first.session.techniques.predict = false
    sim.run(1000)
    const seen = new Inspector(first.session).look(own())!
    expect(seen).toMatchObject({ state: 'predicted', count: 0, before: -1, after: -1, factor: 0 })
    expect(Math.abs(seen.server!.x - own().x)).toBeLessThanOrEqual(UNITS_PER_STEP * 2)
  })
})

test('D11 fields that only their owner gets do not appear in another entity of the kind', () => {
  const { sim, own, first } = race()
  const inspector = new Inspector(first.session)
  sim.run(1)
  expect(inspector.look(own())!.states[0]!.steps).toBeGreaterThan(50)
  const other = first.session.entities('body').find((body) => !body.mine)!
  const { states, count } = inspector.look(other)!
  expect(states.slice(0, count).map(({ steps }) => steps)).toEqual(new Array(count).fill(0))
})

test('D11 told fields have their newest values in every state of the own player', () => {
  const room = defineRoom(
    defineGame({
      name: 'purse',
      input: { go: press() },
      entities: { purse: { x: number(), coins: told(int()), at: told(vec2()) } },
      move: {
        purse(purse) {
          purse.x += 1
        },
      },
    }),
    {
      join: (world, player) => world.spawn('purse', player),
    },
  )
  const sim = new Simulation(room)
  const { session } = sim.join({ conditions: presets.wifi })
  sim.run(1000)
  Object.assign(sim.room.world.entities('purse')[0]!, { coins: 8, at: { x: 3, y: 4 } })
  sim.run(1000)
  const { states, count } = new Inspector(session).look(session.entities('purse')[0]!)!
  expect(count).toBeGreaterThan(1)
  for (const state of states.slice(0, count))
    expect(state).toMatchObject({ coins: 8, at: { x: 3, y: 4 } })
})

test('D11 every look returns the same object, also for another kind', () => {
  const { body, watcher, inspector } = race()
  const seen = inspector.look(body(false))
  expect(inspector.look(body(true))).toBe(seen)
  const clock = inspector.look(watcher.session.entities('clock')[0]!)
  expect(clock).toBe(seen)
  expect(clock!.states[0]!.ticks).toBeGreaterThan(0)
})

test('a session that has not joined yet has nothing to inspect', () => {
  const { sim, body } = race()
  const link = sim.rawLink()
  const session = new Session(
    runner.game,
    new SimulatedNetwork(presets.log).wrap(link, sim.clock),
    sim.clock,
  )
  expect(new Inspector(session).look(body(false))).toBeNull()
  expect(session.stats.bufferMs).toBeNaN()
})

test('bufferMs says how far the newest snapshot is ahead of the moment on display', () => {
  const { sim, watcher } = race('ordered')
  const seen: number[] = []
  watcher.session.onFrame(() => seen.push(watcher.session.stats.bufferMs))
  sim.run(2000)
  const { delayMs } = watcher.session.stats
  for (const bufferMs of seen) {
    expect(bufferMs).toBeGreaterThan(delayMs - 50 - 30)
    expect(bufferMs).toBeLessThan(delayMs + 30)
  }
})

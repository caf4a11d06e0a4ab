import { defineGame, flag, gameEvents, int, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'

const SPEED = 300

/** A dot that runs at 300 units a second, told 20 times a second. */
const dashOf = (stepHz: number) =>
  defineRoom(
    defineGame({
      name: 'dash',
      stepHz,
      sendHz: 20,
      input: { right: flag() },
      entities: { dot: { x: number({ max: 100_000 }) } },
      move: {
        dot(dot, input, ctx) {
          dot.x += +input.right * SPEED * ctx.dtSeconds
        },
      },
    }),
    {
      join: (world, player) => world.spawn('dot', player, { x: 400 }),
    },
  )

/** A player whose entity keeps the time that `move` reads, as a gun's cooldown does; `times` are those on the server. */
function watched(stepHz: number, kind: 'ordered' | 'datagram') {
  const times: number[] = []
  let mostAheadMs = Number.NEGATIVE_INFINITY
  const definition = defineRoom(
    defineGame({
      name: 'watch',
      stepHz,
      input: { right: flag() },
      entities: { dot: { timeMs: int({ max: 1_000_000 }) } },
      events: gameEvents({ stepped: { timeMs: int({ max: 1_000_000 }) } }),
      move: {
        dot(dot, _, ctx) {
          dot.timeMs = Math.floor(ctx.timeMs)
          ctx.emit('stepped', dot)
        },
      },
    }),
    {
      join: (world, player) => world.spawn('dot', player),
      on: {
        stepped(_, { timeMs }) {
          times.push(timeMs)
          mostAheadMs = Math.max(mostAheadMs, timeMs - sim.clock.nowMs())
        },
      },
    },
  )
  const sim = new Simulation(definition, { kind })
  const { session, network } = sim.join()
  return { sim, session, network, times, aheadMs: () => mostAheadMs }
}

/** How far behind the room each player's own time is, in ms. */
function behindMs({ room }: Simulation<typeof runner>): number[] {
  return coreOf(room).peerList.map(
    ({ stamp }) => ((room.tick * 256 - stamp) / 256) * runner.game.stepMs,
  )
}

describe.each(['ordered', 'datagram'] as const)('A1 B4 ids that leap (%s)', (kind) => {
  test('take nobody’s time with them, and throw nobody out', () => {
    const sim = new Simulation(runner, { kind })
    const honest = [sim.join(), sim.join()]
    sim.run(2000)
    const raw = new RawClient(sim.rawLink()).hello()
    sim.run(500)
    for (let i = 0; i < 30; i++) {
      raw.run(1)
      sim.run(33)
    }
    // The client of the attack: 4.5 kB in all.
    for (let p = 0; p < 300; p++) {
      raw.newest += 1000
      raw.run(1)
    }
    for (let t = 0; t < 5000; t += 50) {
      sim.run(50)
      for (const late of behindMs(sim)) {
        expect(late).toBeLessThanOrEqual(2000 + 1000 / 30)
        expect(late).toBeGreaterThanOrEqual(-150)
      }
    }
    expect(honest.map(({ session }) => session.state)).toEqual(['open', 'open'])
    const { left, ...wrong } = sim.room.stats.closed
    expect(Object.values(wrong).filter((count) => count > 1)).toEqual([])
    expect(left).toBe(0)
  })
})

describe.each([30, 60, 128])('A11 B4 a way that is quicker every other 5 s, at %d Hz', (stepHz) => {
  test.each(['ordered', 'datagram'] as const)(
    'takes nobody’s time back, nor far ahead of the room, and costs no correction (%s)',
    (kind) => {
      const { sim, session, network, times, aheadMs } = watched(stepHz, kind)
      for (let t = 0; t < 60_000; t += 5000) {
        const latencyMs = t % 10_000 === 0 ? 50 : 300
        network.conditions = { up: { latencyMs }, down: { latencyMs } }
        sim.run(5000)
      }
      expect(times.length).toBeGreaterThan(58 * stepHz)
      expect(times.filter((time, i) => i > 0 && time < times[i - 1]!)).toEqual([])
      // Inputs were moved back all the same: meanwhile time stood still.
      expect(times.filter((time, i) => i > 0 && time === times[i - 1]!).length).toBeGreaterThan(10)
      expect(aheadMs()).toBeLessThanOrEqual(150)
      // Only an epoch that came after its first input costs one. The path changes 11 times.
      const { corrections, lateRebases } = session.stats
      expect(lateRebases).toBeLessThanOrEqual(9)
      expect(corrections).toBeLessThanOrEqual(lateRebases)
      expect(sim.room.stats.inputsDropped).toBe(0)
    },
  )
})

describe.each([30, 60, 128])('A11 B7 steps that were saved, at %d Hz', (stepHz) => {
  test.each([1000, 1500, 2000])('for %d ms are paid out at twice the normal speed', (savedMs) => {
    const sim = new Simulation(dashOf(stepHz))
    const cheater = sim.join()
    const witness = sim.join().session
    sim.run(3000)
    cheater.session.input.right = true
    const dot = sim.room.world.entities('dot')[0]!
    const seen = () => witness.entities('dot').find(({ mine }) => !mine)!.x
    for (let round = 0; round < 3; round++) {
      cheater.network.conditions = { up: { latencyMs: savedMs }, down: {} }
      sim.run(50)
      cheater.network.conditions = { up: {}, down: {} }
      const travelled: number[] = []
      for (let t = 0; t < 4000; t += 50) {
        const before = dot.x
        const seenBefore = seen()
        sim.run(50)
        // 50 ms touch so many steps, with two inputs in each.
        const steps = Math.floor((50 / 1000) * stepHz) + 1
        expect(dot.x - before).toBeLessThanOrEqual((2 * steps * SPEED) / stepHz + 0.01)
        travelled.push(dot.x - before)
        const lately = travelled.slice(-20).reduce((sum, units) => sum + units, 0)
        expect(lately).toBeLessThanOrEqual(2 * SPEED + (2 * SPEED) / stepHz + 0.01)
        // 15 units are honest. What the picture had extrapolated wrongly it makes up for besides.
        expect(Math.abs(seen() - seenBefore)).toBeLessThan(6 * 15)
      }
    }
  })

  test.each([300, 1000, 1900])(
    'bring a player who was held up for %d ms back within that and a second',
    (stallMs) => {
      const sim = new Simulation(dashOf(stepHz))
      const { session, network } = sim.join()
      sim.run(3000)
      session.input.right = true
      sim.run(1000)
      network.conditions = { up: { latencyMs: stallMs }, down: {} }
      sim.run(20)
      network.conditions = { up: {}, down: {} }
      sim.run(stallMs + stallMs + 1000)
      const own = session.entities('dot')[0]!.x
      const { x } = sim.room.world.entities('dot')[0]!
      expect(Math.abs(own - x)).toBeLessThanOrEqual((2 * SPEED) / stepHz)
      const { inputBuffer } = coreOf(sim.room).peers.get(1)!
      expect(inputBuffer.received - inputBuffer.applied).toBeLessThan(3)
      expect(session.stats.corrections).toBe(0)
    },
  )
})

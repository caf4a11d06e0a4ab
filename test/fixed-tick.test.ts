import { defineGame, GlissadeError, sharedTick } from 'glissade'
import type { Authority } from 'glissade/parts'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import { march, marching, UNITS_PER_STEP } from './support/marcher.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'

const STEP_MS = 1000 / 60
const near = { up: { latencyMs: 20 }, down: { latencyMs: 20 } }

/** The room of the runner, with one tick for everybody. */
const ticking = defineRoom(
  defineGame({ ...runner.game.definition, name: 'ticking', authority: sharedTick() }),
  runner.definition,
)

describe('one tick for everybody', () => {
  test.each(['ordered', 'datagram'] as const)('moves a player by one step in each (%s)', (kind) => {
    const { sim, session, run } = marching({ kind, conditions: near })
    session.input.go = true
    run(3000)
    const [marcher] = sim.room.world.entities('marcher')
    const { tick } = sim.room
    const before = marcher!.x
    run(2000)
    expect(marcher!.x - before).toBe((sim.room.tick - tick) * UNITS_PER_STEP)
    expect(session.stats.corrections).toBe(0)
    expect(session.stats.rebases).toBe(1)
  })

  test('B7 whoever sends two or ten times as fast moves at 1.00x, and not ahead of anybody', () => {
    for (const times of [1, 2, 10]) {
      const sim = new Simulation(ticking)
      const raw = new RawClient(sim.rawLink(), ticking.game).hello()
      sim.run(500)
      const [body] = sim.room.world.entities('body')
      const begun = body!.x
      const fromTick = sim.room.tick
      for (let n = 0; n < 300; n++) {
        raw.run(times)
        sim.run(1000 / 30)
      }
      const steps = sim.room.tick - fromTick
      expect(raw.hasEnded).toBe(false)
      expect(body!.x - begun).toBeLessThanOrEqual(4 * steps)
      expect(body!.x - begun).toBeGreaterThan(times === 1 ? 4 * (steps - 4) : 0)
    }
  })

  test('whoever comes with inputs for ages to come harms nobody, and is moved once a tick', () => {
    const sim = new Simulation(ticking)
    const raw = new RawClient(sim.rawLink(), ticking.game).hello()
    const { session } = sim.join()
    session.input.right = true
    sim.run(500)
    for (let n = 0; n < 20; n++) {
      raw.run(100)
      sim.run(50)
    }
    const [theirs, mine] = sim.room.world.entities('body')
    expect(theirs!.x - 1000).toBeLessThanOrEqual(4 * 34)
    expect(mine!.x - 1000).toBeGreaterThan(4 * 40)
    expect(session.stats.corrections).toBe(0)
  })

  test('tells of everybody as of one moment: nobody is behind', () => {
    const { sim, run } = marching({ conditions: { up: { latencyMs: 180 }, down: {} } })
    run(4000)
    const peer = coreOf(sim.room).peers.get(1)!
    expect([peer.timeline.behind, peer.timeline.usual]).toEqual([0, 0])
  })

  test('gives the same result every time', () => {
    const conditions = { up: { latencyMs: 40, jitterMs: 40, loss: 0.1 }, down: { jitterMs: 30 } }
    const play = () => {
      const { sim, session, run } = marching({ kind: 'datagram', conditions })
      session.input.go = true
      run(4000)
      return sim.hash
    }
    expect(play()).toBe(play())
  })
})

describe('a tick whose input has not come', () => {
  /** How far a marcher gets in the ticks after its client has stood still, one by one. */
  function afterSilence(missingInput: 'repeat' | 'idle' | 'skip') {
    const game = march('tick', missingInput)
    const { sim, client, session, run } = marching({ conditions: near }, game)
    session.input.go = true
    run(3000)
    const [marcher] = sim.room.world.entities('marcher')
    const { stats } = sim.room
    while (stats.inputsMissing === 0) {
      client.stall(100)
      run(STEP_MS)
    }
    const ways: number[] = []
    for (let n = 0; n < 20; n++) {
      const before = marcher!.x
      client.stall(100)
      run(STEP_MS)
      ways.push((marcher!.x - before) / UNITS_PER_STEP)
    }
    return { ways, session, sim, run }
  }

  test('takes the one before again, for eight ticks', () => {
    const { ways } = afterSilence('repeat')
    expect(ways.reduce((sum, way) => sum + way, 0)).toBe(7)
    expect(ways.lastIndexOf(1)).toBe(6)
  })

  test.each(['idle', 'skip'] as const)('moves nobody where it shall %s', (missingInput) => {
    expect(afterSilence(missingInput).ways.some((way) => way > 0)).toBe(false)
  })

  test.each(['repeat', 'idle', 'skip'] as const)(
    'is made up for by nobody (%s)',
    (missingInput) => {
      const { sim, session, run } = afterSilence(missingInput)
      const [marcher] = sim.room.world.entities('marcher')
      const before = marcher!.x
      const { tick } = sim.room
      run(3000)
      expect(marcher!.x - before).toBeLessThanOrEqual((sim.room.tick - tick) * UNITS_PER_STEP)
      expect(marcher!.x - before).toBeGreaterThan((sim.room.tick - tick - 30) * UNITS_PER_STEP)
      session.input.go = false
      run(1000)
      expect(session.entities('marcher')[0]!.x).toBe(marcher!.x)
    },
  )

  test('loses no press: one that comes too late counts with the next input, and once', () => {
    const game = march('tick')
    const { sim, client, session, run } = marching({ conditions: near }, game)
    run(3000)
    const [marcher] = sim.room.world.entities('marcher')
    let shots = 0
    session.on('shot', () => shots++)
    // What is pressed now is under way for longer than its tick waits.
    client.network.conditions = { up: { latencyMs: 200 }, down: { latencyMs: 20 } }
    session.input.shoot = true
    run(60)
    client.network.conditions = near
    run(1000)
    expect(sim.room.stats.inputsMissing).toBeGreaterThan(0)
    expect(marcher!.shots).toBe(1)
    expect(shots).toBe(1)
    expect(session.entities('marcher')[0]!.shots).toBe(1)
  })
})

describe('a client that stood still', () => {
  test('goes on where the room is, after a second too', () => {
    for (const stallMs of [300, 1500, 6000]) {
      const { sim, client, session, run } = marching({ conditions: near })
      session.input.go = true
      run(3000)
      client.stall(stallMs)
      run(stallMs + 2000)
      const [marcher] = sim.room.world.entities('marcher')
      const before = marcher!.x
      const { tick } = sim.room
      run(1000)
      expect(marcher!.x - before).toBe((sim.room.tick - tick) * UNITS_PER_STEP)
      const shown = session.entities('marcher')[0]!.x
      expect(Math.abs(shown - marcher!.x)).toBeLessThan(10 * UNITS_PER_STEP)
      expect(session.state).toBe('open')
    }
  })

  test('is moved no more after a second, and no input of before comes to count', () => {
    const { sim, client, run } = marching({ conditions: near })
    run(3000)
    client.stall(10_000)
    run(1500)
    const { inputsMissing, inputsApplied } = sim.room.stats
    run(3000)
    expect(sim.room.stats).toMatchObject({ inputsMissing, inputsApplied })
    expect(inputsMissing).toBeGreaterThan(55)
    expect(inputsMissing).toBeLessThan(70)
  })
})

test('a game says who owns time', () => {
  const parts = { name: 'x', input: {}, entities: {} }
  const make = (authority?: Authority) => () => defineGame({ ...parts, authority })
  const open = (authority?: Authority) => () => defineRoom(make(authority)())
  expect(open('tick' as never)).toThrow(GlissadeError)
  expect(open('tick' as never)).toThrow(
    "defineGame: authority is 'tick', but must be sharedTick() or left out",
  )
  const waiting = () => defineRoom(make(sharedTick())(), { missingInput: 'wait' as never })
  expect(waiting).toThrow(
    "defineRoom: missingInput is 'wait', but must be one of repeat, idle, skip",
  )
  expect(make(sharedTick())().hash).not.toBe(make()().hash)
})

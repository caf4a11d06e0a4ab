import { expect } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { insides } from '../../src/client/inside.ts'
import type { Conditions } from '../../src/link/impairment.ts'
import { coreOf, type Room } from '../../src/server/room.ts'
import { Simulation } from '../../src/testing/simulation.ts'
import { throwing, throwingRoom } from './throwing.ts'

/** How a run goes. */
export interface ThrowingRun {
  readonly seed: number
  readonly conditions: Conditions
  readonly kind: 'ordered' | 'datagram'
  /** Whether there is one tick for everybody. Default false. */
  readonly isTogether?: boolean
  /** Whether the room stuns players, kills them and removes balls. Default true. */
  readonly mayHarm?: boolean
  /** For how long the player throws. Default 1200 ms. */
  readonly forMs?: number
}

/** What happened in a run. */
export interface ThrownBalls {
  /** Views of balls that appeared in the page, those of them that left unconfirmed, and balls that had two views. */
  shown: number
  ghosts: number
  twice: number
  /** Balls that the server spawned. */
  spawned: number
  /** Own events that the page heard, those taken back, and those that the server raised. */
  heard: number
  undone: number
  raised: number
  /** States of balls with the server's id that were the same on both ends, to the bit, and corrections of all entities. */
  agreed: number
  corrections: number
}

/** A player throws at random. Fails if a ball stays without being real, or is not where the server has it. */
export function throwBalls(run: ThrowingRun): ThrownBalls {
  const { seed, conditions, kind, isTogether = false, mayHarm = true, forMs = 1200 } = run
  const game = throwing(isTogether)
  const sim = new Simulation(throwingRoom(game, seed, mayHarm), { kind, seed })
  const { session } = sim.join({ conditions, seed })
  const result: ThrownBalls = {
    shown: 0,
    ghosts: 0,
    twice: 0,
    spawned: 0,
    heard: 0,
    undone: 0,
    raised: 0,
    agreed: 0,
    corrections: 0,
  }
  for (let n = 0; n < 20 && session.entities('thrower').length === 0; n++) sim.run(500)
  const serverBalls = countSpawned(sim.room as never, result)
  const ghosts = new Set<number>()
  const shownIds = new Set<number>()
  session.onEnter('ball', () => result.shown++)
  session.onLeave('ball', ({ id }) => {
    if (id < 0) {
      result.ghosts++
      ghosts.add(id)
    } else {
      expect(shownIds.has(id), 'a ball left twice').toBe(false)
      shownIds.add(id)
      expect(serverBalls.has(id), 'a ball that never was has an id').toBe(true)
    }
  })
  for (const event of ['throw', 'bounce'] as const)
    session.on(
      event,
      (_data, by) => {
        if (by === session.playerId) result.heard++
      },
      { undone: () => result.undone++ },
    )
  const random = new Random(seed + 1)
  for (let ms = 0; ms < forMs; ms += 25) {
    const { input } = session
    if (random.next() < 0.1) input.right = !input.right
    if (random.next() < 0.05) input.hold = !input.hold
    if (random.next() < 0.2) input.fire = true
    if (random.next() < 0.05) input.volley = true
    sim.run(25)
    expectDistinct(session)
    // With one tick for everybody, the server may go on without inputs, and in another way than predicted.
    if (!isTogether) result.agreed += compare(sim.room as never, session)
  }
  session.input.hold = false
  sim.run(6000)
  result.corrections = session.stats.corrections
  // The id of a ghost is its seed.
  for (const id of shownIds) if (ghosts.has(serverBalls.get(id)!)) result.twice++
  expect(session.entities('ball').length, 'a ball stayed').toBe(0)
  expect(sim.room.world.entities('ball').length).toBe(0)
  return result
}

type Player = ReturnType<Simulation<ReturnType<typeof throwingRoom>>['join']>['session']

/** Counts what the room spawns and raises from now on. Returns the seeds of balls by id. */
function countSpawned(room: Room, result: ThrownBalls): Map<number, number> {
  const { entities, events } = coreOf(room)
  const seeds = new Map<number, number>()
  const { spawn } = entities
  entities.spawn = (kind, owner, start, seed) => {
    const entity = spawn.call(entities, kind, owner, start, seed)
    if (kind === 'ball') {
      result.spawned++
      seeds.set(entity.id, entity.seed)
    }
    return entity
  }
  const { add } = events
  events.add = (...given) => {
    result.raised++
    return add.apply(events, given)
  }
  return seeds
}

/** No ball is shown twice: each view has an id of its own. */
function expectDistinct(session: Player): void {
  const balls = session.entities('ball')
  expect(new Set(balls.map(({ id }) => id)).size).toBe(balls.length)
}

/**
 * Compares the server's balls with the states predicted for the newest input that it has applied. Returns how many there were.
 */
function compare(room: Room, session: Player): number {
  const { inputBuffer, owner } = coreOf(room).peerList[0]!
  const { applied } = inputBuffer
  const { entities } = insides.get(session)!()!.prediction
  let compared = 0
  for (const { kind, id, object } of owner.entities) {
    const own = entities.find((one) => one.id === id)
    if (kind.name !== 'ball' || !own?.states.holds(applied)) continue
    const numbers = new Float64Array(kind.schema.width)
    kind.schema.predictedNumbers(object, numbers)
    expect(own.states.of(applied)).toEqual(numbers)
    compared++
  }
  return compared
}

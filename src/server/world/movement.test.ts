import { describe, expect, test } from 'vitest'
import { type AnyGame, defineGame } from '../../game/define-game.ts'
import { angle, flag, int, number, once, text, told } from '../../game/field.ts'
import { vec2, vec3 } from '../../game/vectors.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { quat } from '../../motion/quat.ts'
import { Entities } from './entities.ts'
import type { Movement } from './movement.ts'

const kinds = {
  dot: { x: number(), up: flag(), name: once(text(9)) },
  ball: { y: number({ curve: hermiteCurve(), velocity: 'vy' }), vy: number() },
  leaf: { at: vec2({ curve: hermiteCurve() }) },
  coarse: { x: number({ step: 1, coarse: 32 }) },
  wheel: { spin: angle() },
  box: { at: vec3(), turn: quat(), lid: quat({ bits: 9 }) },
  rough: { at: vec3(), turn: quat({ bits: 6 }) },
  sign: { lit: flag(), count: int(), health: told(number()) },
}

/** Steps at 60 Hz, network ticks at 20 Hz: three steps in each. */
const game: AnyGame = defineGame({ name: 'm', stepHz: 60, sendHz: 20, input: {}, entities: kinds })

/** An entity that has been in these states, one a step, the first at a network tick; and what is told of it at each. */
function moved(kind: keyof typeof kinds, states: readonly object[], owner = 0) {
  const entities = new Entities(game)
  const entity = entities.spawn(kind, owner, states[0]!)
  const times = { peers: new Map<number, { stamp: number }>(), tick: 0 }
  const told: { back: number; row: number[] }[][] = []
  const codes: number[] = []
  const gather = () => {
    entities.gather(times.tick / 3 + 1, times)
    const extras = entity.extras as Movement
    told.push(
      Array.from({ length: extras.count }, (_, n) => {
        const { row, offset } = extras.state(n)
        const { width } = entity.kind.schema
        return { back: extras.stepsBack(n), row: [...row.subarray(offset, offset + width)] }
      }),
    )
    codes.push(entity.row[entity.kind.schema.width]!)
  }
  gather()
  for (const state of states.slice(1)) {
    entity.kind.schema.assign(entity.object, state)
    times.tick++
    entities.note(times)
    if (times.tick % 3 === 0) gather()
  }
  return { told, codes, entity, entities, times, gather }
}

/** A rotation about the axis z. */
const about = (degrees: number) => {
  const half = (degrees * Math.PI) / 360
  return { x: 0, y: 0, z: Math.sin(half), w: Math.cos(half) }
}
const backs = (told: { back: number }[][]) => told.map((list) => list.map(({ back }) => back))

describe('states between two network ticks', () => {
  test('are not told where the curve shows them well enough', () => {
    const line = Array.from({ length: 10 }, (_, n) => ({ x: 100 * n + (n % 2) }))
    expect(backs(moved('dot', line).told)).toEqual([[], [], [], []])
  })

  test('are told where a straight line misses them by more than 2 units, the worst first', () => {
    const { told } = moved('dot', [{ x: 0 }, { x: 0 }, { x: 0 }, { x: 9 }])
    // Without this state the line shows 6 instead of 0. With it the first state is where it should be.
    expect(backs(told)).toEqual([[], [1]])
    const within = moved('dot', [{ x: 0 }, { x: 0 }, { x: 0 }, { x: 3 }])
    expect(backs(within.told)).toEqual([[], []])
  })

  test('are told oldest first, with all their fields', () => {
    const states = [{ x: 0 }, { x: 90, up: true }, { x: 0, up: false }, { x: 0 }]
    const { told, entity } = moved('dot', states)
    expect(backs(told)).toEqual([[], [2, 1]])
    const { schema } = entity.kind
    const shown = told[1]!.map(({ row }) => {
      const object = schema.create()
      schema.scatter(Int32Array.from(row), 0, object)
      return [object['x'], object['up']]
    })
    expect(shown).toEqual([
      [90, true],
      [0, false],
    ])
  })

  test('make a record although both network ticks have the same state', () => {
    const { entity } = moved('dot', [{ x: 0 }, { x: 90 }, { x: 0 }, { x: 0 }])
    expect(entity.changedTick).toBe(2)
    const still = moved('dot', [{ x: 0 }, { x: 0.5 }, { x: 0 }, { x: 0 }])
    expect(still.entity.changedTick).toBe(1)
  })

  test('are measured against the cubic where velocities are sent', () => {
    const fall = (n: number) => ({ y: 2000 * (n / 60) ** 2, vy: 4000 * (n / 60) })
    const falling = Array.from({ length: 13 }, (_, n) => fall(n))
    expect(backs(moved('ball', falling).told)).toEqual([[], [], [], [], []])
    const landing = falling.map((state, n) => (n < 10 ? state : { y: fall(10).y, vy: 0 }))
    expect(backs(moved('ball', landing).told).flat().length).toBeGreaterThan(0)
    // A straight line would miss the very same fall.
    const atVelocity0 = falling.map(({ y }) => ({ y, vy: 0 }))
    expect(backs(moved('ball', atVelocity0).told).flat().length).toBeGreaterThan(0)
  })

  test('are measured against the estimated curve where that is what clients draw', () => {
    const turn = (n: number) => ({ at: { x: 300 * Math.cos(n / 8), y: 300 * Math.sin(n / 8) } })
    const round = Array.from({ length: 31 }, (_, n) => turn(n))
    const { told } = moved('leaf', round)
    // At the first one nothing is known of the movement before.
    expect(backs(told).slice(2).flat().length).toBeLessThan(3)
  })

  test('are told where a rotation misses its path by more than a degree and a half', () => {
    const box = (name: string, degrees: number[]) => degrees.map((d) => ({ [name]: about(d) }))
    for (const name of ['turn', 'lid']) {
      expect(backs(moved('box', box(name, [0, 4, 8, 12, 16, 20, 24])).told)).toEqual([[], [], []])
      // A tumbling box hits a wall. Without this state the rotation would show 8 instead of 12 degrees.
      expect(backs(moved('box', box(name, [0, 12, 12, 12])).told)).toEqual([[], [2]])
      expect(backs(moved('box', box(name, [0, 0, 6, 0, 0, 0, 0])).told)).toEqual([[], [2, 1], []])
      expect(backs(moved('box', box(name, [0, 1, 1, 1])).told)).toEqual([[], []])
    }
  })

  test('are not told merely because the grid of a rotation is coarse', () => {
    const states = Array.from({ length: 91 }, (_, n) => ({ turn: about(2 * n) }))
    expect(backs(moved('rough', states).told).flat()).toEqual([])
  })

  test('are not told merely because the grid for others is coarse', () => {
    const states = Array.from({ length: 31 }, (_, n) => ({ x: n * 7 }))
    expect(backs(moved('coarse', states).told).flat()).toEqual([])
  })

  test('are not told across a teleport, and the next curve begins with it', () => {
    const { told, entity, entities, times, gather } = moved('dot', [{ x: 0 }])
    for (const [x, isTeleport] of [
      [0, false],
      [900, true],
      [900, false],
      [900, false],
      [900, false],
      [930, false],
    ] as const) {
      entity.object['x'] = x
      if (isTeleport) entities.teleport(entity.object)
      times.tick++
      entities.note(times)
      if (times.tick % 3 === 0) gather()
    }
    expect(backs(told)).toEqual([[], [], [1]])
  })

  test('are told in their owner’s time, as many as came in a burst', () => {
    const { told, entity, entities, times, gather } = moved('dot', [{ x: 0 }], 7)
    const peer = { stamp: 0 }
    times.peers.set(7, peer)
    times.tick = 3
    gather()
    // Nothing came for two network ticks; now ten inputs are applied in one step.
    for (let n = 1; n <= 10; n++) {
      entity.object['x'] = n <= 5 ? n * 20 : 100
      peer.stamp = n * 256
      entity.extras!.note(entity.place, peer.stamp)
    }
    times.tick = 6
    entities.note(times)
    gather()
    expect(backs(told)).toEqual([[], [], [5]])
  })

  test('that do not lie whole steps back are skipped, because the time of their owner was set anew', () => {
    const { told, entity, times, gather } = moved('dot', [{ x: 0 }], 7)
    const peer = { stamp: 0 }
    times.peers.set(7, peer)
    for (const [stamp, x] of [
      [256, 90],
      [612, 0],
      [868, 0],
    ] as const) {
      entity.object['x'] = x
      peer.stamp = stamp
      entity.extras!.note(entity.place, stamp)
    }
    gather()
    expect(backs(told)).toEqual([[], []])
    // And back: the states before are no part of it.
    entity.object['x'] = 50
    peer.stamp = 300
    gather()
    expect(backs(told)).toEqual([[], [], []])
  })

  test.each([0, 2])('show a movement that starts %d steps late from where it rested', (late) => {
    const { told, entity, entities, times, gather } = moved('dot', [{ x: 0 }], 7)
    const peer = { stamp: 0 }
    times.peers.set(7, peer)
    // At rest its time is told as usual.
    for (; times.tick < 30; ) {
      peer.stamp = ++times.tick * 256
      if (times.tick % 3 === 0) gather()
    }
    // Then it turns out that the entity had started before that.
    for (let n = 1; n <= 3; n++) {
      entity.object['x'] = n * 20
      peer.stamp = (27 - late + n) * 256
      entities.note(times)
    }
    times.tick += 3
    gather()
    // Without its first step it would glide from the first network tick on, through all its rest.
    expect(backs(told.slice(-2))).toEqual([[], [2]])
    const { schema } = entity.kind
    const first = schema.create()
    schema.scatter(Int32Array.from(told.at(-1)![0]!.row), 0, first)
    expect(first['x']).toBe(20)
  })
})

describe('the extrapolation code of an entity', () => {
  test('rises as extrapolation proves right, and is told with the next record only', () => {
    const line = Array.from({ length: 91 }, (_, n) => ({ x: 10 * n }))
    const { codes, entity } = moved('dot', line)
    expect(codes[0]).toBe(0)
    expect(codes.at(-1)).toBeGreaterThan(0)
    const rests = moved('dot', [...line, ...Array.from({ length: 90 }, () => line.at(-1)!)])
    const { changedTick, extrapolationCode, row, history } = rests.entity
    expect(changedTick).toBe(31)
    expect(extrapolationCode).not.toBe(row[entity.kind.schema.width])
    expect(history.rows[history.newestOffset + entity.kind.schema.width]).toBe(rests.codes[30])
  })

  test('exists only for entities that glide', () => {
    const entities = new Entities(game)
    const has = (kind: string) => entities.spawn(kind, 0, {}).extras !== null
    expect(Object.keys(kinds).filter(has)).toEqual([
      'dot',
      'ball',
      'leaf',
      'coarse',
      'wheel',
      'box',
      'rough',
    ])
  })
})

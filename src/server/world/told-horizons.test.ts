import { expect, test } from 'vitest'
import { horizonOf } from '../../base/horizons.ts'
import { defineGame } from '../../game/define-game.ts'
import { angle, number } from '../../game/field.ts'
import { ExtrapolationHorizon } from '../../motion/extrapolation-horizon.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { Entities } from './entities.ts'

const kinds = {
  dot: { x: number(), y: number(), turn: angle() },
  ball: {
    x: number({ curve: hermiteCurve(), velocity: 'vx' }),
    vx: number({ min: -900, max: 900 }),
  },
}
const SECONDS = 40

/** Movements: x at a moment in seconds. */
const motions = {
  line: (t: number) => 40 * t,
  rest: () => 7,
  circle: (t: number) => 500 + 300 * Math.cos(t),
  shuttle: (t: number) => (t % 0.4 < 0.2 ? (t % 0.4) * 300 : (0.4 - (t % 0.4)) * 300),
  walk: (t: number) => Math.floor(t / 4) * 300 + Math.min(t % 4, 2) * 150,
}

/**
 * Returns the codes after `SECONDS` of a motion: that of a room, which looks now and then, and that of
 * `ExtrapolationHorizon`, which gets each state. `isAsked`: whether the states of earlier network ticks may still be needed.
 */
function codes(
  kind: keyof typeof kinds,
  stepHz: number,
  sendHz: number,
  motion: (t: number) => number,
  isAsked = true,
) {
  const game = defineGame({ name: 'extrapolated', stepHz, sendHz, input: {}, entities: kinds })
  const entities = new Entities(game)
  const entity = entities.spawn(kind, 0, {})
  const { object, kind: of } = entity
  const horizon = new ExtrapolationHorizon(of.schema.curves)
  const values = new Float64Array(of.schema.width)
  const times = { peers: new Map(), tick: 0 }
  for (let tick = 1; tick <= SECONDS * sendHz; tick++) {
    while ((times.tick + 1) * sendHz <= tick * stepHz) {
      times.tick++
      const t = times.tick / stepHz
      object['x'] = motion(t)
      if (kind === 'ball') object['vx'] = (motion(t + 0.001) - motion(t)) * 1000
      entities.note(times)
    }
    entities.gather(tick, times, isAsked ? undefined : tick)
    of.schema.gather(object, new Int32Array(of.schema.width), 0, null)
    values[0] = object['x'] as number
    values[1] = (object['vx'] ?? 0) as number
    horizon.note((times.tick * 1000) / stepHz, values)
  }
  return { room: horizonOf(entity.extrapolationCode), parts: horizon.code }
}

test.each([
  [60, 20],
  [20, 20],
  [60, 60],
  [30, 20],
  [60, 10],
])(
  'what a room finds in its history is what ExtrapolationHorizon finds in every state: %d steps, %d sent',
  (stepHz, sendHz) => {
    for (const kind of ['dot', 'ball'] as const)
      for (const [name, motion] of Object.entries(motions)) {
        const { room, parts } = codes(kind, stepHz, sendHz, motion)
        expect([kind, name, Math.abs(room - parts) <= 1, room, parts]).toEqual([
          kind,
          name,
          true,
          room,
          parts,
        ])
      }
    const { room: line } = codes('dot', stepHz, sendHz, motions.line)
    const { room: shuttle } = codes('dot', stepHz, sendHz, motions.shuttle)
    expect([line, shuttle]).toEqual([7, 0])
  },
)

test.each([
  [60, 20],
  [60, 60],
  [128, 128],
])('what it looks at is kept though nobody asks for it: %d steps, %d sent', (stepHz, sendHz) => {
  for (const kind of ['dot', 'ball'] as const)
    for (const motion of Object.values(motions))
      expect(codes(kind, stepHz, sendHz, motion, false)).toEqual(
        codes(kind, stepHz, sendHz, motion),
      )
})

test('a teleport says nothing about the movement after it', () => {
  const game = defineGame({
    name: 'extrapolated',
    stepHz: 20,
    sendHz: 20,
    input: {},
    entities: kinds,
  })
  const code = (isTold: boolean) => {
    const entities = new Entities(game)
    const entity = entities.spawn('ball', 0, { vx: 40 })
    const { object } = entity
    for (let tick = 1; tick < 800; tick++) {
      object['x'] = (tick % 10) * 2 + (tick % 20 < 10 ? 900 : 0)
      if (tick % 10 === 0 && isTold) entities.teleport(object)
      entities.gather(tick, { peers: new Map(), tick })
    }
    return entity.extrapolationCode
  }
  expect(code(true)).toBe(7)
  expect(code(false)).toBeLessThan(5)
})

test('a clamp is part of the curve: an entity that runs against a wall can be extrapolated for longer', () => {
  const walls = (dot: { x: number }) => void (dot.x = Math.min(Math.max(dot.x, 100), 220))
  // To and fro between two walls, at each of which it stands for a while.
  const at = (t: number) => Math.min(Math.max(160 + 200 * Math.cos(5 * t), 100), 220)
  const horizon = (clamp?: typeof walls) => {
    const entities = new Entities(
      defineGame({
        name: 'walled',
        stepHz: 20,
        sendHz: 20,
        input: {},
        entities: { dot: { x: number() } },
        ...(clamp ? { clamp: { dot: clamp } } : {}),
      }),
    )
    const entity = entities.spawn('dot', 0, {})
    for (let tick = 1; tick < 800; tick++) {
      entity.object['x'] = at(tick / 20)
      entities.gather(tick, { peers: new Map(), tick })
    }
    return horizonOf(entity.extrapolationCode)
  }
  expect(horizon(walls)).toBeGreaterThan(horizon() + 1)
})

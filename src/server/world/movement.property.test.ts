import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { flag, hidden, number } from '../../game/field.ts'
import { vec2 } from '../../game/vectors.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { quat } from '../../motion/quat.ts'
import { Entities } from './entities.ts'

const kinds = {
  dot: { x: number(), seen: hidden(flag()) },
  leaf: { at: vec2({ curve: hermiteCurve() }), seen: hidden(flag()) },
  coarse: { x: number({ step: 1, coarse: 32 }), seen: hidden(flag()) },
  box: { x: number(), turn: quat(), lid: quat(), seen: hidden(flag()) },
  ball: {
    x: number({ curve: hermiteCurve(), velocity: 'vx' }),
    vx: number({ min: -9000, max: 9000 }),
    seen: hidden(flag()),
  },
}
const STEPS_PER_TICK = { 20: 3, 30: 2, 60: 1 } as const

interface Phase {
  readonly steps: number
  /** How far it goes in each step, in turn. Empty: it stands. */
  readonly ways: readonly number[]
}

const phase: fc.Arbitrary<Phase> = fc.record({
  steps: fc.integer({ min: 1, max: 40 }),
  ways: fc.oneof(fc.constant([]), fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 1 })),
})

/**
 * Returns what is told of an entity that goes through these phases. Its hidden field is no news for anybody. From `keptFrom`
 * on that field changes at every network tick, so that all of the entity's movement is measured.
 */
function told(
  kind: keyof typeof kinds,
  sendHz: 20 | 30 | 60,
  phases: readonly Phase[],
  keptFrom: number,
) {
  const game = defineGame({ name: 'kept', stepHz: 60, sendHz, input: {}, entities: kinds })
  const entities = new Entities(game)
  const entity = entities.spawn(kind, 0, {})
  const { object, extras, row, kind: of } = entity
  const times = { peers: new Map(), tick: 0 }
  const said: unknown[] = []
  let networkTick = 0
  let x = 0
  for (const { steps, ways } of phases)
    for (let n = 0; n < steps; n++) {
      x += ways.length > 0 ? ways[n % ways.length]! : 0
      if (kind === 'leaf') Object.assign(object['at'] as object, { y: x })
      else object['x'] = x
      if (kind === 'box') Object.assign(object['lid'] as object, { z: x, w: 90 })
      if (kind === 'ball') object['vx'] = 60 * (ways.length > 0 ? ways[n % ways.length]! : 0)
      times.tick++
      entities.note(times)
      if (times.tick % STEPS_PER_TICK[sendHz] > 0) continue
      if (networkTick >= keptFrom) object['seen'] = !object['seen']
      entities.gather(networkTick++, times)
      const states = Array.from({ length: extras?.count ?? 0 }, (_, k) => {
        const state = extras!.state(k).row
        return [extras!.stepsBack(k), ...[...of.schema.shared].map((i) => state[i])]
      })
      said.push([entity.extrapolationCode, row[of.schema.width], states])
    }
  return said
}

test('an entity that rests now and then is told, to the bit, as if all of its movement were measured', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('dot', 'leaf', 'coarse', 'box', 'ball'),
      fc.constantFrom(20, 30, 60),
      fc.array(phase, { minLength: 1, maxLength: 8 }),
      (kind, sendHz, phases) => {
        const standing = { steps: 1 + phases[0]!.steps, ways: [] }
        const all = [standing, ...phases]
        expect(told(kind, sendHz, all, Number.POSITIVE_INFINITY)).toEqual(
          told(kind, sendHz, all, 1),
        )
      },
    ),
    { numRuns: 300 },
  )
})

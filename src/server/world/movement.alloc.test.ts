import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { defineGame } from '../../game/define-game.ts'
import { number } from '../../game/field.ts'
import { vec2 } from '../../game/vectors.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { Entities } from './entities.ts'

test('steps and network ticks of a jerking entity, with extra states in every record, allocate nothing', () => {
  const kinds = {
    dot: { x: number({ curve: hermiteCurve(), velocity: 'vx' }), vx: number(), y: number() },
    leaf: { at: vec2({ curve: hermiteCurve() }) },
  }
  const game = defineGame({ name: 'jerks', stepHz: 60, sendHz: 20, input: {}, entities: kinds })
  const entities = new Entities(game)
  for (let n = 0; n < 20; n++) entities.spawn(n % 2 === 0 ? 'dot' : 'leaf', 0, {})
  const dots = entities.ofKind('dot') as unknown as { x: number; y: number }[]
  const leaves = entities.ofKind('leaf') as unknown as { at: { x: number; y: number } }[]
  const places = boxed((n) => ((n * 7) % 13) * 5.25)
  const times = { peers: new Map(), tick: 0 }
  let told = 0
  const tick = () => {
    for (let step = 0; step < 3; step++) {
      times.tick++
      for (let n = 0; n < dots.length; n++) {
        dots[n]!.x = places[times.tick + n]!
        leaves[n]!.at.y = places[times.tick + 3 * n]!
      }
      entities.note(times)
    }
    entities.gather(times.tick / 3, times)
    for (let n = 0; n < 20; n++) told += entities.slots[n]!.extras!.count
  }
  expect(bytesPerCall(tick, 2000)).toBeLessThan(1)
  expect(told).toBeGreaterThan(times.tick)
})

import { expect, test } from 'vitest'
import { bytesPerCall } from '../../../test/bytes-per-call.ts'
import { defineGame } from '../../game/define-game.ts'
import { int, number, told } from '../../game/field.ts'
import { ownEntity } from './own-entity.case.ts'

const game = defineGame({
  name: 'scores',
  input: {},
  entities: {
    ship: { x: number(), score: told(int({ max: 1000 })), heat: told(number({ step: 0.125 })) },
  },
  move: { ship() {} },
})

test('showing told fields allocates nothing, even if they change all the time', () => {
  const entity = ownEntity(1, 1, game.kinds[0]!)
  for (let tick = 0; tick < 200; tick++) {
    entity.beginWhole(tick)
    for (let i = 1; i < 3; i++) entity.row[entity.offset + i] = 3 * tick + i
    entity.told!.take(tick === 0)
  }
  let tick = 100
  const bytes = bytesPerCall(() => {
    tick = tick === 199 ? 100 : tick + 1
    entity.told!.show(tick)
  })
  expect(entity.view.object['score']).toBe(3 * tick + 1)
  expect(bytes).toBeLessThan(1)
})

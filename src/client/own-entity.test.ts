import { describe, expect, test } from 'vitest'
import { defineGame } from '../game/define-game.ts'
import { number, own, quat, text, told } from '../game/field.ts'
import type { Holder } from '../game/schema.ts'
import { OwnEntity } from './own-entity.ts'
import { EntityView } from './view.ts'

const game = defineGame({
  name: 'own',
  input: {},
  entities: {
    ship: {
      spin: quat(),
      name: own(text(8)),
      x: number(),
      gun: own(quat({ bits: 6 })),
      goal: told(quat()),
    },
  },
  move: { ship() {} },
})
const kind = game.kinds[0]!
const IDENTITY = { x: 0, y: 0, z: 0, w: 1 }
const ABOUT_X = { x: 1, y: 0, z: 0, w: 0 }
const ABOUT_Y = { x: 0, y: 1, z: 0, w: 0 }

/** An entity whose server says that it stands so. */
function saidToBe(state: object): OwnEntity {
  const entity = new OwnEntity(1, 0, kind, 1, true)
  entity.beginWhole(1)
  const object = Object.assign(kind.schema.create(), state)
  kind.schema.gather(object, entity.row, entity.offset, null)
  return entity
}

describe('rotations of an own entity', () => {
  test('A4 what was predicted agrees with the server to the bit, and another does not', () => {
    const turned = { x: 0.3, y: -0.2, z: 0.1, w: -0.9 }
    const entity = saidToBe({ spin: turned, x: 2 })
    entity.snap(6)
    const state = entity.state as { spin: object; x: number }
    Object.assign(state.spin, { x: -0.6, y: 0.4, z: -0.2, w: 1.8 })
    entity.stepped(7)
    expect(entity.agrees(7)).toBe(true)
    Object.assign(state.spin, { w: 1.7 })
    entity.stepped(8)
    expect(entity.agrees(8)).toBe(false)
  })

  test('what is told reaches state and view, and nothing else does', () => {
    const entity = saidToBe({ spin: ABOUT_X, goal: ABOUT_Y, x: 2 })
    entity.tell()
    for (const object of [entity.state, entity.view.object]) {
      expect(object['goal']).toEqual(ABOUT_Y)
      expect(object['spin']).toEqual(IDENTITY)
      expect(object['x']).toBe(0)
    }
  })

  test('what only its owner gets is laid over a view of it, texts too', () => {
    const entity = saidToBe({ spin: ABOUT_X, gun: ABOUT_Y })
    entity.putText(0, 'Ada')
    const view = new EntityView(kind, 1, 1, true)
    entity.overlay(view)
    const { spin, gun, name } = view.object as Holder
    expect({ spin, gun, name }).toEqual({ spin: IDENTITY, gun: ABOUT_Y, name: 'Ada' })
  })
})

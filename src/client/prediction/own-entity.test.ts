import { describe, expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { int, number, own, text, told } from '../../game/field.ts'
import type { Holder } from '../../game/schema.ts'
import { quat } from '../../motion/quat.ts'
import { EntityView } from '../page/view.ts'
import { RemoteEntity } from '../timeline/remote-entity.ts'
import { ShownTimeline } from '../timeline/shown-timeline.ts'
import { ownEntity } from './own-entity.case.ts'
import type { OwnEntity } from './own-entity.ts'

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
const OPTIONS = { trackSamples: 32 }
const IDENTITY = { x: 0, y: 0, z: 0, w: 1 }
const ABOUT_X = { x: 1, y: 0, z: 0, w: 0 }
const ABOUT_Y = { x: 0, y: 1, z: 0, w: 0 }

/** An entity with this rotation from the server. */
function saidToBe(state: object): OwnEntity {
  const entity = ownEntity(1, 0, kind)
  entity.beginWhole(1)
  const object = Object.assign(kind.schema.create(), state)
  kind.schema.gather(object, entity.row, entity.offset, null)
  return entity
}

describe('the told fields of an own entity', () => {
  const scores = defineGame({
    name: 'scores',
    input: {},
    entities: { ship: { x: number(), score: told(int({ max: 1000 })), title: told(text(8)) } },
    move: { ship() {} },
  })
  const [scored] = scores.kinds
  const { columns } = scored!.schema
  const [score, title] = ['score', 'title'].map((name) => columns.findIndex((c) => c.name === name))

  /** An entity, and the states that the server tells at network ticks. */
  function heard() {
    const entity = ownEntity(1, 1, scored!)
    const remote = new RemoteEntity(
      { slot: 1, generation: 1, kind: scored!, owner: 1, isMine: true, isPredicted: true },
      OPTIONS,
      new ShownTimeline(),
    )
    const say = (tick: number, points: number, name: string) => {
      const isNew = entity.history.count === 0
      for (const one of [entity, remote]) one.beginWhole(tick)
      remote.row[remote.offset + score!] = points
      remote.row[remote.offset + title!] = remote.putText(0, name)
      entity.takeShared(remote)
      entity.told!.take(isNew)
    }
    const shown = (tick: number) => {
      entity.told!.show(tick)
      return [entity.view.object['score'], entity.view.object['title']]
    }
    return { entity, say, shown }
  }

  test('reach `move` at once, and the view when their network tick is on display', () => {
    const { entity, say, shown } = heard()
    say(10, 1, 'one')
    say(12, 2, 'two')
    say(13, 3, 'three')
    expect([entity.state['score'], entity.state['title']]).toEqual([3, 'three'])
    expect(shown(11)).toEqual([1, 'one'])
    expect(shown(12)).toEqual([2, 'two'])
    expect(shown(40)).toEqual([3, 'three'])
  })

  test('are shown from the beginning, before their first tick is on display', () => {
    const { say, shown } = heard()
    say(10, 1, 'one')
    expect(shown(Number.NaN)).toEqual([1, 'one'])
    say(11, 2, 'two')
    expect(shown(8)).toEqual([1, 'one'])
  })

  test('are never older than the oldest state held', () => {
    const { say, shown } = heard()
    for (let tick = 1; tick <= 300; tick++) say(tick, tick, `${tick}`)
    expect(shown(20)[0]).toBe(173)
  })
})

describe('rotations of an own entity', () => {
  test('A4 a predicted rotation agrees with the server to the bit, and another does not', () => {
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

  test('told fields reach state and view, and nothing else does', () => {
    const entity = saidToBe({ spin: ABOUT_X, goal: ABOUT_Y, x: 2 })
    entity.told!.take(true)
    for (const object of [entity.state, entity.view.object]) {
      expect(object['goal']).toEqual(ABOUT_Y)
      expect(object['spin']).toEqual(IDENTITY)
      expect(object['x']).toBe(0)
    }
  })

  test('fields that only the owner gets are laid over a view, texts too', () => {
    const entity = saidToBe({ spin: ABOUT_X, gun: ABOUT_Y })
    entity.putText(0, 'Ada')
    const view = new EntityView(kind, 1, 1, true)
    entity.overlay(view)
    const { spin, gun, name } = view.object as Holder
    expect({ spin, gun, name }).toEqual({ spin: IDENTITY, gun: ABOUT_Y, name: 'Ada' })
  })
})

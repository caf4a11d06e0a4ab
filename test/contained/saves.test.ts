import { defineGame, flag, number } from 'glissade'
import {
  type AnyRoom,
  defineRoom,
  Room,
  type RoomDefinition,
  type RoomOptions,
} from 'glissade/server'
import { expect, test } from 'vitest'
import { expectNoneUncaught } from '../support/uncaught.ts'

expectNoneUncaught()

const gameOf = (max: number) =>
  defineGame({ name: 'kept', input: { go: flag() }, entities: { man: { x: number({ max }) } } })
const rejects = (): never => Promise.reject(new Error('a bug')) as never
const keeping = (parts: Partial<RoomDefinition>): AnyRoom =>
  defineRoom(gameOf(9), { state: () => ({ n: 1 }), ...parts } as never)

/** What `act` throws, as text, and what `onError` has heard, each with its function. */
async function failing(act: (onError: RoomOptions['onError']) => unknown) {
  const heard: string[] = []
  let thrown = ''
  try {
    act((error, { hook }) => heard.push(`${hook}: ${error}`))
  } catch (error) {
    thrown = String(error)
  }
  await new Promise(setImmediate)
  return { heard, thrown }
}

test('a `save` that returns a promise saves nothing, and is told', async () => {
  const room = keeping({ save: rejects, restore: (saved) => saved })
  const { heard, thrown } = await failing((onError) => new Room(room, { nowMs: 0, onError }).save())
  expect(thrown).toContain('save returned a promise, and nothing waits for it')
  expect(heard).toEqual([])
})

test('a `restore` that returns a promise restores nothing, and is told', async () => {
  const bytes = new Room(keeping({}), { nowMs: 0 }).save()
  const room = keeping({ save: (state) => state, restore: rejects })
  const { thrown } = await failing((onError) => Room.restore(room, bytes, { nowMs: 0, onError }))
  expect(thrown).toContain('restore returned a promise, and nothing waits for it')
})

test('a `state` that returns a promise opens no room, and is told', async () => {
  const room = keeping({ state: rejects })
  const { heard, thrown } = await failing((onError) => new Room(room, { nowMs: 0, onError }))
  expect(thrown).toContain('state returned a promise, and nothing waits for it')
  expect(heard).toEqual([`state: ${thrown}`])
})

test('a `migrate` that returns a promise restores nothing, and is told', async () => {
  const bytes = new Room(keeping({}), { nowMs: 0 }).save()
  const { thrown } = await failing((onError) =>
    Room.restore(defineRoom(gameOf(8)), bytes, { nowMs: 0, onError, migrate: rejects }),
  )
  expect(thrown).toContain('migrate returned a promise, and nothing waits for it')
})

import { expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { flag, int, number } from '../../game/field.ts'
import { checkGiven } from '../../game/misfits.ts'
import { Schema } from '../../game/schema.ts'
import { Entities } from './entities.ts'

const game = defineGame({
  name: 'coins',
  input: { go: flag() },
  entities: { coin: { x: int({ max: 99 }) }, man: { x: int({ max: 99 }) } },
})

/** Ten coins, at 0 to 9. */
function coins() {
  const entities = new Entities(game)
  for (let x = 0; x < 10; x++) entities.spawn('coin', 0, { x })
  const at = () => entities.ofKind('coin').map(({ x }) => x)
  return { entities, at }
}

test('a loop that despawns the entities it visits skips none', () => {
  const { entities, at } = coins()
  const visited: unknown[] = []
  for (const coin of entities.ofKind('coin')) {
    visited.push(coin['x'])
    entities.despawn(coin, 1)
  }
  expect(visited).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(at()).toEqual([])
})

test('a loop runs over the entities that lived when it began: spawning does not prolong it, and it visits those despawned', () => {
  const { entities, at } = coins()
  const list = entities.ofKind('coin')
  let visited = 0
  for (const coin of list) {
    visited++
    if (coin['x'] === 3) entities.despawn(list[4]!, 1)
    if (coin['x'] === 4) coin['x'] = 44
    entities.spawn('coin', 0, { x: 50 })
  }
  expect(visited).toBe(10)
  expect(list.map(({ x }) => x)).toEqual([0, 1, 2, 3, 44, 5, 6, 7, 8, 9])
  expect(at()).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9, ...Array(10).fill(50)])
})

test('loops inside of loops, over one kind and over another', () => {
  const { entities, at } = coins()
  for (let x = 0; x < 3; x++) entities.spawn('man', 0, { x: 2 * x })
  let meetings = 0
  for (const man of entities.ofKind('man'))
    for (const coin of entities.ofKind('coin')) {
      meetings++
      if (coin['x'] === man['x']) entities.despawn(coin, 1)
    }
  expect(meetings).toBe(10 + 9 + 8)
  expect(at()).toEqual([1, 3, 5, 6, 7, 8, 9])
})

test('is one array as long as nothing changes, and is copied once for all that changes after it was handed out', () => {
  const { entities } = coins()
  const list = entities.ofKind('coin')
  expect(entities.ofKind('coin')).toBe(list)
  entities.spawn('man', 0, {})
  expect(entities.ofKind('coin')).toBe(list)
  entities.despawn(list[0]!, 1)
  const second = entities.ofKind('coin')
  expect(second).not.toBe(list)
  expect([list.length, second.length]).toEqual([10, 9])
})

test('an entity that is gone is named, and an object that never was an entity is another error', () => {
  const { entities } = coins()
  const [coin] = entities.ofKind('coin')
  entities.despawn(coin!, 1)
  expect(entities.despawn(coin!, 1)).toBe(false)
  const stale = { code: 'stale', message: `coin ${coin!['id']} is no longer in this room` }
  expect(() => entities.teleport(coin!)).toThrow(expect.objectContaining(stale))
  const misuse = { code: 'misuse', message: 'this object is not an entity of this room' }
  for (const none of [{}, { id: 1, kind: 'cow' }, undefined as never, null as never])
    expect(() => entities.teleport(none)).toThrow(expect.objectContaining(misuse))
})

test.each([7, 8, 9, 16, 800])('%d teleports between two snapshots are told of as one', (times) => {
  const { entities } = coins()
  const [coin] = entities.ofKind('coin')
  const { row } = entities.of(coin!)
  const told = () => row[row.length - 2]
  let tick = 0
  const gather = () => entities.gather(++tick, { peers: new Map(), tick })
  gather()
  for (let round = 0; round < 20; round++) {
    const before = told()
    for (let n = 0; n < times; n++) entities.teleport(coin!)
    gather()
    expect(told()).not.toBe(before)
  }
})

test('a field that is given is found without a look at all others', () => {
  const names = Array.from({ length: 200 }, (_, n) => `field${n}`)
  const schema = new Schema(Object.fromEntries(names.map((name) => [name, number()])))
  checkGiven(schema, { field0: 1 }, 'spawn')
  const { columns } = schema
  let looks = 0
  const count = () => {
    looks++
    return columns
  }
  Object.defineProperty(schema, 'columns', { get: count })
  checkGiven(schema, { field199: 1, field7: 2 }, 'spawn')
  expect(looks).toBe(0)
})

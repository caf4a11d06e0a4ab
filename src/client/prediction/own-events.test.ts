import { expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { int } from '../../game/field.ts'
import { LooseRecord } from '../../wire/records/columns.ts'
import { gameEvents } from '../timeline/events.ts'
import { type OwnEvent, OwnEvents } from './own-events.ts'

const game = defineGame({
  name: 'gun',
  input: {},
  entities: {},
  events: gameEvents({ shot: { n: int() }, click: { n: int() } }),
})
const [shot, click] = game.events as [(typeof game.events)[0], (typeof game.events)[0]]

/** Own events of a page that takes back all kinds that `standing` does not name. */
function pageOf(...standing: string[]) {
  const events = new OwnEvents(({ name }) => standing.includes(name))
  const undone: string[] = []
  const data = { n: 1 }
  return {
    data,
    settle: (applied: number, toldAll = true) => events.settle(applied, toldAll),
    raise: (input: number, kind = shot, index = 0) =>
      events.raised({ kind, input, index, by: 7, data }),
    tell: (input: number, kind = shot, index = 0) =>
      events.confirm({
        kind,
        id: 0,
        record: new LooseRecord(kind.schema),
        player: 7,
        input: input & 0xffff,
        index,
      }),
    giveUp: () => events.giveUp(),
    release: () => {
      events.release(({ kind, input, index }: OwnEvent) => {
        undone.push(`${kind.name} ${input}.${index}`)
      })
      return undone.splice(0)
    },
  }
}

test('an event that no snapshot tells of is taken back once, when its input is applied', () => {
  const page = pageOf()
  for (const input of [3, 4, 5]) page.raise(input)
  page.settle(2)
  expect(page.release()).toEqual([])
  expect(page.tell(4)).toBe(true)
  page.settle(4)
  expect(page.release()).toEqual(['shot 3.0'])
  page.settle(5)
  page.settle(6)
  expect(page.release()).toEqual(['shot 5.0'])
})

test('an event is the same by input, index and kind, and nothing else', () => {
  const page = pageOf()
  page.raise(3, shot, 0)
  page.raise(3, click, 1)
  page.raise(4, shot, 0)
  expect(page.tell(3, click, 0)).toBe(false)
  expect(page.tell(3, shot, 1)).toBe(false)
  expect(page.tell(5, shot, 0)).toBe(false)
  expect(page.tell(3, click, 1)).toBe(true)
  expect(page.tell(3, click, 1)).toBe(false)
  page.settle(4)
  expect(page.release()).toEqual(['shot 3.0', 'shot 4.0'])
})

test('inputs wrap at 16 bits', () => {
  const page = pageOf()
  page.raise(0x1_ffff)
  page.raise(0x2_0000)
  expect(page.tell(0x2_0000)).toBe(true)
  page.settle(0x2_0000)
  expect(page.release()).toEqual([`shot ${0x1_ffff}.0`])
})

test('when events were left out, those of the inputs applied by then stand', () => {
  const page = pageOf()
  for (const input of [3, 4, 9]) page.raise(input)
  page.settle(4, false)
  expect(page.tell(4)).toBe(true)
  page.settle(10)
  expect(page.release()).toEqual(['shot 9.0'])
})

test('another connection takes back all unconfirmed events, and inputs count anew', () => {
  const page = pageOf()
  page.raise(300)
  page.settle(300, false)
  page.raise(301)
  page.giveUp()
  expect(page.release()).toEqual(['shot 300.0', 'shot 301.0'])
  page.raise(1)
  page.settle(1)
  expect(page.release()).toEqual(['shot 1.0'])
})

test('an event that the page does not take back stands for the next of its kind, for a while', () => {
  const page = pageOf('shot')
  page.raise(3)
  page.settle(5)
  expect(page.tell(6, click)).toBe(false)
  expect(page.tell(7)).toBe(true)
  expect(page.tell(8)).toBe(false)
  page.raise(10)
  page.settle(138)
  page.release()
  expect(page.tell(140)).toBe(false)
  // An earlier event was another one.
  page.raise(150)
  expect(page.tell(149)).toBe(false)
})

test('a server that never says anything fills no memory', () => {
  const page = pageOf()
  for (let input = 1; input <= 5000; input++) page.raise(input)
  page.settle(5000)
  const undone = page.release()
  expect(undone).toHaveLength(4096)
  expect(undone[0]).toBe('shot 905.0')
})

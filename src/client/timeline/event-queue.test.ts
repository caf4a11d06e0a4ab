import { describe, expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { flag, int } from '../../game/field.ts'
import type { Playout } from '../../time/playout/playout.ts'
import { LooseRecord } from '../../wire/records/columns.ts'
import { emptySessionStats } from '../page/stats.ts'
import { EventQueue } from './event-queue.ts'
import { gameEvents } from './events.ts'
import { ShownTimeline } from './shown-timeline.ts'

const game = defineGame({
  name: 'bell',
  input: { go: flag() },
  entities: {},
  events: gameEvents({ rang: { n: int() } }),
})
const [rang] = game.events
const released: number[] = []
const techniques = { predict: true, reconcile: true, interpolate: true, foresee: true }

/** A queue of player 1, who joined at `sinceMs`. `released` has the events that it shows. */
function queueSince(sinceMs: number): EventQueue {
  released.length = 0
  const sink = { confirm: () => false, show: ({ id }: { id: number }) => void released.push(id) }
  return new EventQueue(game, { player: 1, stats: emptySessionStats(), techniques, sinceMs, sink })
}

const event = (id: number, player = 0) => ({
  kind: rang!,
  id: id & 0xffff,
  record: new LooseRecord(rang!.schema),
  player,
  input: 0,
  index: 0,
})

test('D10 each event is taken once, also when its 16-bit id wraps', () => {
  const queue = queueSince(0)
  for (let id = 0; id < 140_000; id += 7) {
    const tick = Math.floor(id / 500)
    expect(queue.isNew(event(id), tick, id)).toBe(true)
    expect(queue.isNew(event(id), tick + 127, id)).toBe(false)
  }
})

test('an event is not mistaken for an old one of the same 16-bit id, even if none in between was for this client', () => {
  const queue = queueSince(0)
  expect(queue.isNew(event(7), 100, 0)).toBe(true)
  expect(queue.isNew(event(7), 227, 0)).toBe(false)
  expect(queue.isNew(event(7 + 0x10000), 228, 0)).toBe(true)
})

test('events are released in the order of their time, each player in its own', () => {
  const queue = queueSince(0)
  for (const [id, ms] of [
    [1, 30],
    [2, 10],
    [3, 20],
  ] as const)
    queue.add(event(id), ms)
  queue.add(event(4, 7), 10)
  const late = new ShownTimeline(7)
  const times = { of: (player: number) => (player === 7 ? late : new ShownTimeline(player)) }
  const at = (renderTimeMs: number) => {
    late.clock = { renderTimeMs: renderTimeMs - 100 } as Playout
    queue.release({ renderTimeMs, times }, 0)
  }
  at(9)
  expect(released).toEqual([])
  at(25)
  expect(released).toEqual([2, 3])
  at(40)
  at(111)
  expect(released).toEqual([2, 3, 1, 4])
})

describe('events over 250 ms old', () => {
  const times = { of: (player: number) => new ShownTimeline(player) }
  /** Shows a frame at 1000 ms, and then the events in another one. Returns what is heard in it. */
  const heardAt = (renderTimeMs: number, sinceMs: number, stampsMs: number[]) => {
    const queue = queueSince(0)
    queue.release({ renderTimeMs: 1000, times }, 16)
    for (const stampMs of stampsMs) queue.add(event(stampMs), stampMs)
    queue.release({ renderTimeMs, times }, sinceMs)
    return [...released]
  }

  test('are heard if only the network made them late', () => {
    expect(heardAt(1016, 16, [300, 700, 900])).toEqual([300, 700, 900])
  })

  test('are not heard if the page stood still at their moment, or the render clock jumped over it', () => {
    expect(heardAt(3000, 2000, [800, 1100, 2700, 2800, 2900])).toEqual([2800, 2900])
    expect(heardAt(3000, 16, [800, 1100, 2700, 2800, 2900])).toEqual([800, 2800, 2900])
  })

  test('are not heard either if they come after the frame that ended the pause', () => {
    const queue = queueSince(0)
    queue.release({ renderTimeMs: 1000, times }, 16)
    queue.release({ renderTimeMs: 1200, times }, 2000)
    for (const stampMs of [1050, 1250, 2700, 2900]) queue.add(event(stampMs), stampMs)
    queue.release({ renderTimeMs: 3010, times }, 16)
    expect(released).toEqual([2900])
  })
})

test('events from before the client joined are not heard', () => {
  const queue = queueSince(500)
  expect(queue.isNew(event(1), 3, 499)).toBe(false)
  expect(queue.isNew(event(2), 3, 500)).toBe(true)
})

import { expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { flag, number } from '../../game/field.ts'
import type { Playout } from '../../time/playout/playout.ts'
import { BitReader, BitWriter } from '../../wire/bits.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { LooseRecord } from '../../wire/records/columns.ts'
import { writeEvent } from '../../wire/records/event.ts'
import { Between } from '../../wire/records/expected-value.ts'
import { emptySessionStats } from '../page/stats.ts'
import { Views } from '../page/view.ts'
import type { EventSink } from './event-queue.ts'
import { gameEvents } from './events.ts'
import { Timeline } from './timeline.ts'

const game = defineGame({
  name: 'one',
  stepHz: 60,
  sendHz: 20,
  input: { go: flag() },
  entities: { dot: { x: number({ max: 1000, step: 1 }) } },
  events: gameEvents({ bell: { loud: flag() } }),
})
const [dot] = game.kinds
const [bell] = game.events
const STEP_MS = 1000 / 60
const between = new Between()
const noEvents = { confirm: () => false, show: () => {} }

/** A timeline, and a function that gives it bodies, one network tick of 50 ms each. */
function fed(events: EventSink = noEvents) {
  const views = new Views(game)
  const techniques = { predict: true, reconcile: true, interpolate: true, foresee: true }
  const stats = emptySessionStats()
  const timeline = new Timeline(game, 1, views, stats, techniques, 0, events)
  let tick = 0
  const body = (distance: number, say: () => void) => {
    tick++
    timeline.start(tick, distance === 0 ? -1 : tick - distance, -1, -1)
    timeline.lists(false)
    timeline.players()
    say()
    timeline.finish()
  }
  return {
    timeline,
    stats,
    body,
    whole: (slot: number, x: number) => {
      const target = timeline.whole(slot, 1, dot!, 0)!
      target.row[target.offset] = x
      timeline.filled(slot, 0)
    },
    changed: (slot: number, x: number) => {
      const target = timeline.changed(between, slot, 0)!
      target.row[target.offset] = x
      timeline.filled(slot, 0)
    },
    xAt: (timeMs: number) => {
      timeline.show(timeMs, Number.NaN, Number.NaN)
      return (views.of('dot') as { x: number }[]).map(({ x }) => x)
    },
  }
}

test('D4 an entity that a complete body does not name has left, but a deferred one has not', () => {
  const { body, whole, timeline, xAt } = fed()
  body(0, () => {
    whole(0, 10)
    whole(1, 20)
    whole(2, 30)
  })
  body(0, () => {
    timeline.deferred(1)
    whole(2, 30)
  })
  expect(xAt(60)).toEqual([10, 20, 30])
  expect(xAt(100)).toEqual([20, 30])
})

/** Reads the bodies of an entity that moves in each of some network ticks. Returns how many states are held. */
function move(
  { timeline }: ReturnType<typeof fed>,
  first: number,
  last: number,
  isOwnView: boolean,
) {
  for (let tick = first; tick <= last; tick++) {
    timeline.start(tick, tick === 1 ? -1 : tick - 1, tick - 2, tick - 3)
    timeline.lists(isOwnView)
    timeline.players()
    if (tick === 1) timeline.whole(0, 1, dot!, 0)
    else timeline.changed(between, 0, 0)
    timeline.filled(0, 0)
    timeline.finish()
  }
  const { history } = timeline.find(0)!
  for (let tick = last - 3; tick <= last; tick++)
    expect(history.rows[history.find(tick) + history.width]).toBe(tick)
  return history.count
}

test('states are held as far back as baselines may go, and all of them in a view of the client’s own', () => {
  const client = fed()
  expect(move(client, 1, 200, false)).toBeLessThanOrEqual(8)
  expect(move(client, 201, 400, true)).toBe(HISTORY_TICKS)
})

test('states are held as before after a body that was not read to its end', () => {
  const client = fed()
  const { timeline } = client
  timeline.start(30_000, -1, -1, -1)
  timeline.lists(false)
  timeline.newestTick = -1
  move(client, 1, 20, false)
})

test('a complete body has not told of all events if more were missed than it lists', () => {
  const { timeline } = fed()
  const told = (tick: number, baseline: number, leavesOut = false) => {
    timeline.start(tick, baseline, -1, -1)
    if (leavesOut) timeline.eventsLeftOut()
    timeline.lists(false)
    timeline.players()
    timeline.finish()
    return timeline.events!.toldAll
  }
  expect(told(100, -1)).toBe(true)
  expect(told(227, -1)).toBe(true)
  expect(told(355, -1)).toBe(false)
  expect(told(356, 355)).toBe(true)
  expect(told(357, 356, true)).toBe(false)
  expect(told(358, 357)).toBe(true)
})

test('an own event that was not predicted is heard in the next frame, or dropped if that comes too late', () => {
  const shown: number[] = []
  const { timeline, stats, body } = fed({
    confirm: ({ input }) => input === 1,
    show: ({ input }) => shown.push(input),
  })
  const writer = new BitWriter()
  const own = (input: number) => {
    const record = new LooseRecord(bell!.schema)
    writer.reset()
    writeEvent(writer, { kind: bell!, id: input, record, player: 1, input, index: 0 }, 0)
    expect(timeline.event(new BitReader().start(writer.toBytes()))).toBe(true)
  }
  body(0, () => [1, 2].map(own))
  timeline.show(10, Number.NaN, Number.NaN)
  timeline.events!.release(timeline, 0)
  expect(shown).toEqual([2])
  body(1, () => own(3))
  timeline.show(400, Number.NaN, Number.NaN)
  timeline.events!.release(timeline, 0)
  expect(shown).toEqual([2])
  expect(stats.eventsDropped).toBe(1)
})

test('D6 an entity without a record has rested, but a deferred one goes on', () => {
  const { body, whole, changed, timeline, xAt } = fed()
  body(0, () => {
    whole(0, 100)
    whole(1, 100)
  })
  body(1, () => {
    changed(0, 200)
    changed(1, 200)
  })
  body(1, () => timeline.deferred(1))
  xAt(60)
  const [rested, deferred] = xAt(140)
  expect(rested).toBe(200)
  expect(deferred).toBeGreaterThan(205)
})

test('E16 an extrapolated entity counts as such while the render clock runs, and as standing still while it waits', () => {
  const { body, whole, changed, stats, xAt } = fed()
  body(0, () => whole(0, 100))
  body(1, () => changed(0, 200))
  xAt(110)
  const [moving] = xAt(125)
  expect(moving).toBeGreaterThan(200)
  expect(stats).toMatchObject({ extrapolatedFrames: 2, heldFrames: 0 })
  xAt(125.25)
  expect(xAt(125.25)[0]).toBeGreaterThan(moving!)
  expect(stats).toMatchObject({ extrapolatedFrames: 2, heldFrames: 2 })
})

test('a record coded against a state that is not held is refused', () => {
  const { body, whole, timeline } = fed()
  expect(timeline.changed(between, 7, 1)).toBe(null)
  body(0, () => whole(0, 1))
  timeline.start(3, -2, -1, -1)
  expect(timeline.changed(between, 0, 5)).toBe(null)
})

test('an entity stays on display when its player’s time is set back, and comes no earlier than its first state', () => {
  const { body, timeline, xAt } = fed()
  const state = (x: number, stepsBehind: number) => () => {
    const remote = timeline.whole(0, 1, dot!, 2)!
    timeline.times.of(2).stampMs -= stepsBehind * STEP_MS
    remote.row[remote.offset] = x
    timeline.filled(0, 0)
  }
  const at = (timeMs: number) => {
    timeline.times.of(2).clock = { renderTimeMs: timeMs } as Playout
    return xAt(timeMs)
  }
  body(0, state(10, 0))
  body(0, state(20, 0))
  expect(at(49)).toEqual([])
  expect(at(60)).toEqual([12])
  body(0, state(30, 4))
  expect(timeline.find(0)!.track.firstMs).toBeGreaterThan(61)
  const [eased] = at(61)
  expect(eased).toBeGreaterThan(12)
  expect(eased).toBeLessThan(13)
  expect(at(1000)).toEqual([30])
})

test('another entity in a slot is a new entity', () => {
  const { body, whole, timeline, xAt } = fed()
  body(0, () => whole(0, 5))
  body(1, () => {
    const target = timeline.whole(0, 2, dot!, 0)!
    target.row[target.offset] = 900
    timeline.filled(0, 0)
  })
  expect(xAt(60)).toEqual([5])
  expect(xAt(100)).toEqual([900])
})

test('extra states of a record are shown at their own time, unless they are older than the states held', () => {
  const { body, whole, timeline, xAt } = fed()
  const state = (x: number, code: number, stepsBack: number) => {
    const remote = timeline.find(0)!
    remote.row[remote.offset] = x
    remote.row[remote.offset + remote.schema.width] = code
    timeline.filled(0, stepsBack)
  }
  body(0, () => whole(0, 100))
  const entity = timeline.find(0)!
  expect(entity.horizon).toBe(0)
  body(1, () => {
    timeline.changed(between, 0, 1)
    state(500, 5, 3)
    state(300, 5, 1)
    state(200, 5, 0)
  })
  expect(entity.horizon).toBe(5)
  expect(entity.track.samples.count).toBe(3)
  expect(xAt(100 - STEP_MS)).toEqual([300])
  expect(xAt(100)).toEqual([200])
  // A column that a record does not tell is as in its baseline; in a whole record it is 0.
  body(1, () => state(timeline.changed(between, 0, 1)!.row[0]!, 5, 0))
  expect(entity.horizon).toBe(5)
  body(0, () => whole(0, 7))
  expect(entity.horizon).toBe(0)
})

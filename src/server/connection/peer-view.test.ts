import { expect, test } from 'vitest'
import { PeerView } from './peer-view.ts'

/** A view of slots 3 and 40 since network tick 9, whose packet of tick 10 told of the first alone. */
function begun(): PeerView {
  const view = new PeerView()
  view.reach(50)
  for (const slot of [3, 40]) {
    view.seen.add(slot)
    view.enter(slot, slot, 9, -1)
  }
  view.begin(10)
  view.note(3, 10, true)
  view.note(40, 10, true)
  view.note(40, 10, false)
  return view
}

test('entities that a packet told of are held once it is acknowledged, and no others', () => {
  const view = begun()
  expect([3, 40].map((slot) => view.told(slot, 10))).toEqual([true, false])
  view.acked(10)
  expect([3, 40].map((slot) => view.held[slot])).toEqual([10, -1])
})

test('a view that grows keeps what packets told of', () => {
  const view = begun()
  view.reach(1000)
  expect([3, 40, 999].map((slot) => view.told(slot, 10))).toEqual([true, false, false])
  view.acked(10)
  expect([3, 40].map((slot) => view.held[slot])).toEqual([10, -1])
})

test('a packet tells of nothing that the packet 128 network ticks before told of', () => {
  const view = begun()
  view.begin(138)
  expect(view.told(3, 138)).toBe(false)
})

test('what was told before an entity came into view, or left it, does not count', () => {
  const view = begun()
  view.mayHold[3] = 1
  view.leave(3, 11)
  expect(view.listed(3, 10)).toBe(false)
  view.begin(11)
  view.note(3, 11, true)
  expect(view.listed(3, 11)).toBe(true)
  view.enter(3, 3, 12, -1)
  expect(view.told(3, 11)).toBe(false)
})

import { expect, test } from 'vitest'
import { PlayerLine, wholeSteps } from './player-line.ts'

/** Network ticks of one and a half steps. */
const at = (tick: number) => tick * 384

test('a time is whole steps of the room, less those behind, and the part', () => {
  const line = new PlayerLine()
  line.tell(40, 0, 0)
  line.note(3, at(3), 2)
  // 3 ticks are 4.5 steps.
  expect(line.stampAt(3, at(3))).toBe((4 - 2) * 256 + 40)
  expect(line.behind).toBe(2)
})

test('what was noted stays as it was when part and behind change', () => {
  const line = new PlayerLine()
  line.tell(40, 0, 0)
  line.note(3, at(3), 2)
  line.tell(9, 0, 0)
  line.note(4, at(4), -1)
  expect(line.stampAt(3, at(3))).toBe(2 * 256 + 40)
  expect(line.stampAt(4, at(4))).toBe(7 * 256 + 9)
})

test('where nothing is known it was as far behind as now: not noted, before its time, or too long ago', () => {
  const line = new PlayerLine()
  line.note(3, at(3), 2)
  line.note(5, at(5), 1)
  expect(line.stampAt(4, at(4))).toBe(5 * 256)
  expect(line.stampAt(3, at(3))).toBe(2 * 256)
  line.since = 4
  expect(line.stampAt(3, at(3))).toBe(3 * 256)
  expect(line.stampAt(5, at(5))).toBe(6 * 256)
  line.note(5 + 128, at(5 + 128), 0)
  expect(line.stampAt(5, at(5))).toBe(7 * 256)
})

test('the last whole step is that at a moment or before', () => {
  expect([0, 255, 256, 700].map(wholeSteps)).toEqual([0, 0, 256, 512])
})

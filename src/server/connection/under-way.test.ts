import { expect, test } from 'vitest'
import { UnderWay } from './under-way.ts'

test('bytes under way include headers, until they are acknowledged or given up', () => {
  const underWay = new UnderWay(0, 93)
  for (let n = 0; n < 5; n++) underWay.note(n, 100, 10 * n)
  underWay.noteUnnumbered(50, 45)
  expect(underWay.bytes).toBe(5 * 193 + 143)
  expect(underWay.acknowledge(0, 100)).toBe(0)
  expect(underWay.bytes).toBe(4 * 193 + 143)
  underWay.giveUp(30)
  expect(underWay.bytes).toBe(2 * 193 + 143)
  // Late acknowledgements change nothing, and those of packets that were given up still say how long those took.
  expect(underWay.acknowledge(1, 110)).toBe(10)
  expect(underWay.bytes).toBe(2 * 193 + 143)
  expect(underWay.ackedBytes).toBe(2 * 193)
  expect(underWay.acknowledge(4, 120)).toBe(40)
  expect(underWay.bytes).toBe(143)
})

test('a connection whose packets were all given up still counts as stalled', () => {
  const underWay = new UnderWay(0, 0)
  underWay.note(0, 100, 50)
  underWay.giveUp(60)
  expect(underWay.bytes).toBe(0)
  expect(underWay.stalledMs(1050)).toBe(1000)
  underWay.note(1, 100, 1100)
  expect(underWay.stalledMs(1150)).toBe(1100)
  underWay.acknowledge(1, 1200)
  expect(underWay.stalledMs(1300)).toBe(0)
})

test('packets of which no record is left are given up too', () => {
  const underWay = new UnderWay(0, 0)
  for (let n = 0; n < 1000; n++) underWay.note(n, 10, n)
  underWay.giveUp(990)
  expect(underWay.bytes).toBe(100)
  expect(underWay.unackedBytes).toBe(10_000)
})

test('the counts may pass 32 bits', () => {
  const underWay = new UnderWay(0, 93)
  for (let n = 0; n < 5000; n++) {
    underWay.note(n, 1_000_000, n)
    if (n % 3 === 0) underWay.acknowledge(n, n)
    else underWay.giveUp(n)
    expect(underWay.bytes).toBe(n % 3 === 0 ? 0 : 1_000_093)
  }
})

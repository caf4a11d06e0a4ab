import { expect, test } from 'vitest'
import { CarryShares, MOST_BACK } from './carry-share.ts'
import { CARRY_WAY, carryCode, carryWay, toldCarry } from './carry-way.ts'

/** Shares of ways that are off in so many states of a hundred, at every time. */
function waysOf(...offPercent: readonly number[]): CarryShares[] {
  return offPercent.map((percent) => {
    const shares = new CarryShares()
    const at = shares.add()
    for (let n = 0; n < 1000; n++) {
      shares.begin(at, 1)
      const isOff = (n * 37) % 100 < percent
      for (let back = 1; back <= MOST_BACK; back++)
        shares.count(at, 1, back, 50 * back, isOff ? 900 : 0, 1000)
    }
    return shares
  })
}

test('the way that allows the longest horizon is told with its code', () => {
  const told = toldCarry(waysOf(5, 100, 0), 0)
  expect(carryWay(toldCarry(waysOf(50, 100, 0), 0))).toBe(CARRY_WAY.move)
  expect(carryWay(toldCarry(waysOf(0, 100, 50), 0))).toBe(CARRY_WAY.curve)
  expect(carryWay(toldCarry(waysOf(50, 0, 50), 0))).toBe(CARRY_WAY.rest)
  expect(carryCode(toldCarry(waysOf(50, 100, 0), 0))).toBe(7)
  // Both allow the longest there is.
  expect(told).toBe(CARRY_WAY.move * 8 + 7)
})

test('of equal ways the first is told, and curves as long as nothing is known', () => {
  expect(toldCarry(waysOf(0, 0, 0), 0)).toBe(7)
  const ways = [new CarryShares(), new CarryShares(), new CarryShares()]
  for (const shares of ways) shares.add()
  expect(toldCarry(ways, 0)).toBe(0)
  expect(toldCarry(ways.slice(0, 1), 0)).toBe(0)
})

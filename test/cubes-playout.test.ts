import { expect, test } from 'vitest'
import { DELAY_MS, playoutOfCubes } from '../games/cubes/picture/playout.ts'

const SEND_MS = 50
const FRAME_MS = 1000 / 60

test('D15 a page never shows cubes past their newest state, and goes on where it is due after a stall', () => {
  const playout = playoutOfCubes()
  playout.begin(SEND_MS)
  let sentMs = 0
  let shownMs = Number.NEGATIVE_INFINITY
  const rates = new Set<boolean>()
  for (let nowMs = 0; nowMs < 6000; nowMs += FRAME_MS) {
    // Packets that were sent in the stall all come at its end.
    const stalls = nowMs >= 3000 && nowMs < 3400
    for (; !stalls && sentMs <= nowMs; sentMs += SEND_MS) playout.arrived(sentMs, nowMs)
    const atMs = playout.advance(nowMs)
    expect(atMs).toBe(playout.renderTimeMs)
    expect(atMs).toBeGreaterThanOrEqual(shownMs)
    expect(atMs).toBeLessThanOrEqual(sentMs - SEND_MS)
    shownMs = atMs
    rates.add(playout.rate === 0)
    // It stood still for as long as the stall was longer than the delay.
    if (nowMs > 2900 && nowMs < 3000) expect(nowMs - atMs).toBeCloseTo(DELAY_MS, -1)
    if (nowMs > 3400 && nowMs < 3450) expect(nowMs - atMs).toBeLessThan(DELAY_MS + SEND_MS)
  }
  expect([...rates]).toEqual([false, true])
})

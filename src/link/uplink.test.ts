import { describe, expect, test } from 'vitest'
import { Uplink } from './uplink.ts'

const FRAME_MS = 1000 / 60

/**
 * Sends packets of `bytes` bytes for so many seconds, one in each frame that may send, over a line of `bytesPerSecond` with
 * 50 ms each way. Returns the waits of the last half, and how many packets went out in it.
 */
function send(bytesPerSecond: number, bytes: number, seconds: number) {
  const uplink = new Uplink()
  const waits: number[] = []
  const arrivals: { atMs: number; delayMs: number }[] = []
  let freeMs = 0
  let lastMs = Number.NEGATIVE_INFINITY
  let sent = 0
  for (let nowMs = 0; nowMs < 1000 * seconds; nowMs += FRAME_MS) {
    while (arrivals[0] && arrivals[0].atMs <= nowMs) uplink.note(arrivals.shift()!.delayMs, nowMs)
    if (nowMs - lastMs < uplink.spacingMs) continue
    lastMs = nowMs
    freeMs = Math.max(freeMs, nowMs) + (1000 * bytes) / bytesPerSecond
    const delayMs = freeMs - nowMs + 50
    arrivals.push({ atMs: nowMs + delayMs + 50, delayMs: delayMs + 12_345 })
    if (nowMs < 500 * seconds) continue
    sent++
    waits.push(delayMs - 50)
  }
  return { most: Math.max(...waits), perSecond: (2 * sent) / seconds }
}

describe('input packets', () => {
  test('go out in every frame of a good uplink', () => {
    const { perSecond } = send(20_000, 115, 20)
    expect(Math.round(perSecond)).toBe(60)
  })

  test.each([5000, 3000, 2000])('wait for less than 400 ms at %d bytes a second', (rate) => {
    const { most, perSecond } = send(rate, 115, 60)
    expect(most).toBeLessThan(400)
    expect(perSecond).toBeGreaterThan((0.25 * rate) / 115)
  })

  test('go out in every frame again, 20 s after the path has become 300 ms longer', () => {
    const uplink = new Uplink()
    let most = 0
    for (let nowMs = 0; nowMs < 40_000; nowMs += 50) {
      uplink.note(nowMs < 5000 ? 50 : 350, nowMs)
      if (nowMs > 25_000) most = Math.max(most, uplink.spacingMs)
    }
    expect(most).toBe(0)
  })

  test('are not spaced out by stalls of 0.4 s', () => {
    const uplink = new Uplink()
    for (let nowMs = 0; nowMs < 60_000; nowMs += 50) {
      uplink.note(nowMs % 3000 < 400 ? 450 - (nowMs % 3000) : 50, nowMs)
      expect(uplink.spacingMs).toBe(0)
    }
  })

  test('are not spaced out by single late packets', () => {
    const uplink = new Uplink()
    for (let nowMs = 0; nowMs < 60_000; nowMs += 50) {
      uplink.note(nowMs % 100 === 0 ? 50 : 350, nowMs)
      expect(uplink.spacingMs).toBe(0)
    }
  })
})

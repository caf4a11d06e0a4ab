import type { SessionStats } from 'glissade/client'
import { describe, expect, test } from 'vitest'
import { History, SAMPLES } from '../games/panel/history.ts'
import { emptySessionStats } from '../src/client/page/stats.ts'

/** Frames of 60 Hz for so long, each after what `change` does to the counters. */
function run(
  history: History,
  fromMs: number,
  forMs: number,
  change: (nowMs: number) => void,
): number {
  let samples = 0
  for (let nowMs = fromMs; nowMs < fromMs + forMs; nowMs += 1000 / 60) {
    change(nowMs)
    if (history.sample(nowMs)) samples++
  }
  return samples
}

function open(): { stats: SessionStats; history: History; column: Float64Array } {
  const stats = emptySessionStats()
  return { stats, history: new History(stats), column: new Float64Array(SAMPLES) }
}

describe('E10 the history behind the net graph', () => {
  test('takes 10 samples a second and keeps the last 20 s, oldest first', () => {
    const { stats, history, column } = open()
    const samples = run(history, 1000, 30_000, (nowMs) => {
      stats.rttMs = nowMs
    })
    expect(samples).toBeGreaterThan(290)
    expect(samples).toBeLessThanOrEqual(300)
    expect(history.count).toBe(SAMPLES)
    history.copy('rttMs', column, Number.NaN)
    expect(column[SAMPLES - 1]).toBeGreaterThan(30_850)
    expect(column[SAMPLES - 1]).toBe(history.newest('rttMs'))
    for (let i = 1; i < SAMPLES; i++) expect(column[i]! - column[i - 1]!).toBeCloseTo(100, 6)
  })

  test('is blank before its first sample', () => {
    const { stats, history, column } = open()
    stats.delayMs = 100
    run(history, 0, 1050, () => {})
    history.copy('delayMs', column, -1)
    expect(history.count).toBe(10)
    expect([...column.subarray(0, SAMPLES - 10)].every((value) => value === -1)).toBe(true)
    expect([...column.subarray(SAMPLES - 10)]).toEqual(new Array(10).fill(100))
  })

  test('rates faults per second of each sample, counts corrections, and smooths bytes over a second', () => {
    const { stats, history } = open()
    let frames = 0
    run(history, 0, 5000, () => {
      stats.extrapolatedFrames += 1
      stats.heldFrames += 2
      // One packet of 600 bytes every 18 frames: two of three samples see none.
      if (frames++ % 18 === 0) stats.bytesIn += 600
    })
    stats.corrections += 3
    run(history, 5000, 150, () => {})
    expect(history.sum('corrections', SAMPLES)).toBe(3)
    run(history, 5150, 2000, () => {
      stats.extrapolatedFrames += 1
    })
    expect(history.newest('extrapolated')).toBeCloseTo(60, 6)
    expect(history.newest('stoodStill')).toBe(0)
    expect(history.newest('bytesIn')).toBe(0)
    expect(history.sum('stoodStill', SAMPLES)).toBeGreaterThan(120 * 45)
  })

  test('bytes that come in lumps make an even rate', () => {
    const { stats, history } = open()
    let frames = 0
    run(history, 0, 3000, () => {
      if (frames++ % 12 === 0) stats.bytesIn += 400
    })
    for (let i = 0; i < 10; i++) {
      run(history, 3000 + i * 100, 100, () => {
        if (frames++ % 12 === 0) stats.bytesIn += 400
      })
      expect(history.newest('bytesIn')).toBeGreaterThan(1500)
      expect(history.newest('bytesIn')).toBeLessThan(2500)
    }
  })

  test('begins anew after a pause, without a peak', () => {
    const { stats, history } = open()
    run(history, 0, 3000, () => {})
    stats.heldFrames += 500
    run(history, 63_000, 1050, () => {})
    expect(history.count).toBe(10)
    expect(history.sum('stoodStill', SAMPLES)).toBe(0)
  })
})

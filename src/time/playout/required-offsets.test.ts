import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { CELL_MS, CELLS, RequiredOffsets } from './required-offsets.ts'

const MEMORY_MS = 12_000
/** How much of the end of a pause counts: two send intervals, and at least 100 ms. */
const countedMs = (intervalMs: number): number => Math.max(100, 2 * intervalMs)

interface Arrival {
  readonly stampMs: number
  readonly atMs: number
}

/** Jitter, loss, stalls and a change of route half-way, in order of arrival. */
function arrivals(seed: number, intervalMs: number, seconds: number): Arrival[] {
  const random = new Random(seed)
  const list: Arrival[] = []
  let heldUntilMs = -1
  for (let stampMs = 0; stampMs < seconds * 1000; stampMs += intervalMs) {
    if (random.next() < 0.01) heldUntilMs = stampMs + random.between(50, 900)
    if (random.next() < 0.1) continue
    const wayMs = (stampMs > seconds * 500 ? 90 : 40) + random.between(0, 30)
    list.push({ stampMs, atMs: Math.max(stampMs + wayMs, heldUntilMs) })
  }
  return list.sort((a, b) => a.atMs - b.atMs)
}

/** The fastest arrival in the window before the `n`th, of those that had arrived. */
function fastest(list: readonly Arrival[], n: number, windowMs: number): number {
  let least = Infinity
  for (const { stampMs, atMs } of list.slice(0, n + 1))
    if (atMs >= list[n]!.atMs - windowMs) least = Math.min(least, atMs - stampMs)
  return least
}

/**
 * How long a delay would have been dry, and how long is remembered, in steps of 1/8 ms. Between two newest snapshots, the older
 * one is shown until the delay is used up. The last `mostMs` of each such stretch count, weighted by their age at the end.
 */
function bruteForce(list: readonly Arrival[], delayMs: number, windowMs: number, mostMs: number) {
  let newest: Arrival | undefined
  let dryMs = 0
  let knownMs = 0
  const endMs = Math.max(...list.map(({ atMs }) => atMs))
  for (const [n, one] of list.entries()) {
    if (newest && one.stampMs <= newest.stampMs) continue
    if (newest) {
      // A stretch that ends here counts as if all of it had just happened.
      const weight = Math.exp(-(endMs - one.atMs) / MEMORY_MS)
      const baseMs = fastest(list, n, windowMs)
      const spanMs = Math.min(mostMs, one.atMs - newest.atMs)
      const steps = Math.ceil(spanMs * 8)
      for (let i = 0; i < steps; i++) {
        const nowMs = one.atMs - ((i + 0.5) * spanMs) / steps
        const isDry = nowMs - baseMs - delayMs > newest.stampMs
        if (isDry) dryMs += (weight * spanMs) / steps
      }
      knownMs += weight * spanMs
    }
    newest = one
  }
  return { dryMs, knownMs }
}

describe('RequiredOffsets', () => {
  test.each([
    [1, 50],
    [2, 100],
    [3, 200],
    [4, 1000 / 60],
    [5, 1000 / 128],
    [6, 1000],
  ])(
    'D2 knows how long each delay would have been dry, seed %d, every %d ms',
    (seed, intervalMs) => {
      const list = arrivals(seed, intervalMs, 30)
      const offsets = new RequiredOffsets(intervalMs)
      for (const { stampMs, atMs } of list) offsets.insert(stampMs, atMs)
      const windowMs = Math.max(600, 4 * intervalMs)
      for (const cell of [0, 2, 5, 12, 25, 60, 150]) {
        const truth = bruteForce(list, cell * CELL_MS, windowMs, countedMs(intervalMs))
        // The fastest recent arrivals share entries, so they may count a sixtieth of the time longer.
        expect(Math.abs(offsets.dryMs(cell) - truth.dryMs)).toBeLessThan(2 + 0.02 * truth.dryMs)
        expect(Math.abs(offsets.knownMs - truth.knownMs)).toBeLessThan(1e-6)
      }
      expect(offsets.dryMs(0)).toBeGreaterThan(1000)
    },
  )

  test('a steady path is dry for the part of the interval that a delay lacks, once in each', () => {
    const offsets = new RequiredOffsets(50)
    for (let i = 0; i <= 1200; i++) offsets.insert(i * 50, i * 50 + 300)
    expect(offsets.baseMs).toBe(300)
    expect(offsets.newestStampMs).toBe(60_000)
    expect(offsets.news).toBe(1201)
    const cells = [0, 5, 12, 13].map((cell) => offsets.dryMs(cell) / offsets.knownMs)
    expect(cells[0]).toBeCloseTo(1, 9)
    expect(cells[1]).toBeCloseTo(30 / 50, 9)
    expect(cells[2]).toBeCloseTo(2 / 50, 9)
    expect(cells[3]).toBe(0)
  })

  test('a burst after a stall counts once, and for 100 ms at most', () => {
    const offsets = new RequiredOffsets(50)
    for (let i = 0; i <= 20; i++) offsets.insert(i * 50, i * 50)
    const beforeMs = offsets.dryMs(25)
    for (let i = 21; i <= 30; i++) offsets.insert(i * 50, 1500)
    expect(beforeMs).toBe(0)
    // The stall left 500 ms dry without any delay. A delay only helps once less than 100 ms of that are left.
    expect(offsets.dryMs(25)).toBeCloseTo(countedMs(50), 9)
    expect(offsets.dryMs(110)).toBeCloseTo(500 - 110 * CELL_MS, 9)
    expect(offsets.dryMs(0)).toBeLessThanOrEqual(offsets.knownMs)
  })

  test('longer delays are never drier', () => {
    const offsets = new RequiredOffsets(50)
    for (const { stampMs, atMs } of arrivals(7, 50, 60)) offsets.insert(stampMs, atMs)
    for (let cell = 1; cell < CELLS + 100; cell++)
      expect(offsets.dryMs(cell)).toBeLessThanOrEqual(offsets.dryMs(cell - 1))
    expect(offsets.dryMs(CELLS + 50)).toBe(offsets.dryMs(CELLS - 1))
  })

  test('old arrivals count less: after 12 s a third', () => {
    const offsets = new RequiredOffsets(50)
    for (let i = 0; i <= 20; i++) offsets.insert(i * 50, i * 50)
    offsets.insert(1450, 1450)
    const wasMs = offsets.dryMs(50)
    for (let i = 30; i <= 629; i++) offsets.insert(i * 50, i * 50)
    expect(offsets.dryMs(50)).toBeCloseTo(wasMs * Math.exp(-(629 * 50 - 1450) / MEMORY_MS), 9)
    expect(offsets.knownMs).toBeLessThan(MEMORY_MS)
  })

  test('a faster route counts at once, a slower one after 600 ms', () => {
    const offsets = new RequiredOffsets(50)
    for (let i = 0; i <= 100; i++) offsets.insert(i * 50, i * 50 + 100)
    offsets.insert(5050, 5070)
    expect(offsets.baseMs).toBe(20)
    for (let i = 102; i <= 112; i++) offsets.insert(i * 50, i * 50 + 100)
    expect(offsets.baseMs).toBe(20)
    for (let i = 113; i <= 116; i++) offsets.insert(i * 50, i * 50 + 100)
    expect(offsets.baseMs).toBe(100)
  })

  test('duplicates and late snapshots are no news; NaN is ignored', () => {
    const offsets = new RequiredOffsets(50)
    for (let i = 0; i <= 20; i++) offsets.insert(i * 50, i * 50 + 10)
    const { knownMs } = offsets
    offsets.insert(1000, 1020)
    offsets.insert(900, 1030)
    offsets.insert(Number.NaN, 1040)
    offsets.insert(1050, Number.NaN)
    expect(offsets.news).toBe(21)
    expect(offsets.knownMs).toBe(knownMs)
    expect(offsets.newestStampMs).toBe(1000)
    expect(offsets.baseMs).toBe(10)
  })

  test('a local clock that runs backwards adds no time', () => {
    const offsets = new RequiredOffsets(50)
    for (let i = 0; i <= 20; i++) offsets.insert(i * 50, i * 50 + 10)
    const { knownMs } = offsets
    offsets.insert(1050, 500)
    expect(offsets.knownMs).toBe(knownMs)
    expect(offsets.dryMs(0)).toBeGreaterThanOrEqual(0)
    expect(offsets.news).toBe(22)
  })
})

test('an hour without snapshots outweighs nothing that comes after', () => {
  const offsets = new RequiredOffsets(50)
  for (let t = 0; t < 60_000; t += 50) offsets.insert(t, t + 20)
  expect(offsets.knownMs).toBeLessThan(30_100)
  offsets.insert(3_660_000, 3_660_020)
  expect(offsets.knownMs).toBeLessThanOrEqual(countedMs(50))
  expect(offsets.dryMs(0)).toBeLessThanOrEqual(countedMs(50))
})

test('hours change nothing, nor does a pause of hours', () => {
  const offsets = new RequiredOffsets(50)
  for (let i = 0; i <= 3 * 72_000; i++) offsets.insert(i * 50, i * 50 + 20)
  expect(offsets.dryMs(0) / offsets.knownMs).toBeCloseTo(1, 9)
  expect(offsets.dryMs(5) / offsets.knownMs).toBeCloseTo(30 / 50, 9)
  const later = 12 * 3_600_000
  for (let i = 0; i <= 20; i++) offsets.insert(later + i * 50, later + i * 50 + 20)
  expect(offsets.dryMs(0)).toBeCloseTo(offsets.knownMs, 6)
  // Every delay left the counted part of the pause dry.
  expect(offsets.dryMs(13)).toBeCloseTo(countedMs(50) * Math.exp(-1000 / MEMORY_MS), 6)
  expect(offsets.dryMs(300)).toBe(offsets.dryMs(13))
})

import { describe, expect, test } from 'vitest'
import { GlissadeError } from '../../base/error.ts'
import { HORIZONS_MS } from '../../base/horizons.ts'
import { Random } from '../../base/random.ts'
import { LeastCostDelay } from './least-cost-delay.ts'
import { type Conditions, OFFSET_MS, play, runPlayoutCases } from './playout.case.ts'
import { CELL_MS } from './required-offsets.ts'

// The first lane waits until extrapolation is within its 8 ms: 50 - 8, in cells of 4 ms.
runPlayoutCases({
  name: 'LeastCostDelay',
  open: () => new LeastCostDelay(),
  delayMs: 44,
  // While the fastest arrival is still that of the old route, the whole difference counts as jitter.
  followsInMs: 30_000,
  // Costs are those of the last 12 s, by design.
  forgetsInMs: 60_000,
})

runPlayoutCases({
  name: 'LeastCostDelay without extrapolation',
  open: () => new LeastCostDelay({ extrapolateMs: 0 }),
  delayMs: 52,
  // While the fastest arrival is still that of the old route, the whole difference counts as jitter.
  followsInMs: 10_000,
  forgetsInMs: 60_000,
})

/** A steady path except for `jitterMs`. */
function jittered(seed: number, jitterMs: number, loss = 0): (sentMs: number) => number {
  const random = new Random(seed)
  return () => (random.next() < loss ? Number.NaN : 50 + random.between(0, jitterMs))
}

/** Plays snapshots. Calls `frame` with how far past the newest data the moment on display is. */
function playPast(
  playout: LeastCostDelay,
  conditions: Conditions,
  frame: (nowMs: number, pastMs: number, behindMs: number) => void,
): void {
  let newestMs = -Infinity
  const arrived = playout.arrived.bind(playout)
  playout.arrived = (stampMs, atMs) => {
    newestMs = Math.max(newestMs, stampMs)
    arrived(stampMs, atMs)
  }
  play(playout, conditions, (nowMs, shownMs, behindMs) => {
    if (!Number.isNaN(shownMs)) frame(nowMs, shownMs - newestMs, behindMs)
  })
}

/** The mean distance behind the server over a stretch of play, and its rates. */
function survey(playout: LeastCostDelay, conditions: Conditions, fromMs: number) {
  const seen = { delayMs: 0, slowest: 1, fastest: 1 }
  let frames = 0
  play(playout, conditions, (nowMs, _, behindMs) => {
    if (nowMs < fromMs) return
    frames++
    seen.delayMs += (behindMs - seen.delayMs) / frames
    seen.slowest = Math.min(seen.slowest, playout.rate)
    seen.fastest = Math.max(seen.fastest, playout.rate)
  })
  return seen
}

describe('lanes', () => {
  test('horizons rise, and are whole cells of a required offset', () => {
    for (const [i, horizonMs] of HORIZONS_MS.entries()) {
      expect(horizonMs % CELL_MS).toBe(0)
      expect(horizonMs).toBeGreaterThan(HORIZONS_MS[i - 1] ?? 0)
    }
  })

  test.each([
    [0, 0],
    [20, 0],
    [40, 0.05],
  ])(
    'what can be extrapolated for longer is shown as far ahead, jitter %d ms, loss %d',
    (ms, loss) => {
      const playout = new LeastCostDelay()
      let frames = 0
      const sums = HORIZONS_MS.map(() => 0)
      const delays: number[] = []
      play(playout, { owdMs: jittered(3, ms, loss), endMs: 90_000 }, (nowMs) => {
        if (nowMs < 30_000) return
        frames++
        delays.push(playout.delayMs)
        for (const [i, leadMs] of playout.leadsMs.entries()) sums[i]! += leadMs
      })
      expect(playout.leadsMs[0]).toBe(0)
      for (let i = 1; i < sums.length; i++) {
        const leadMs = sums[i]! / frames
        expect(leadMs).toBeGreaterThanOrEqual(sums[i - 1]! / frames)
        // Nobody is shown further than 8 ms ahead of the fastest recent arrival.
        const mostMs = delays.reduce((sum, delayMs) => sum + delayMs) / frames
        expect(leadMs).toBeLessThanOrEqual(mostMs + 9)
      }
      expect(sums.at(-1)! / frames).toBeGreaterThan(30)
    },
  )

  test.each([8, 36, 96])(
    'the older the inputs of a player are, the less boldly it is shown: horizon %d ms',
    (horizonMs) => {
      const seen = [0, 9, 18].map((inputAgeMs) => {
        const player = new LeastCostDelay().another(inputAgeMs)
        player.horizonMs = horizonMs
        play(player, { owdMs: jittered(3, 40, 0.02), endMs: 60_000 }, () => {})
        return player.delayMs
      })
      expect(seen).toEqual([...seen].sort((a, b) => a - b))
      if (horizonMs > 8) expect(seen[2]).toBeGreaterThan(seen[0]!)
    },
  )

  test('all begin together, and nothing leads before there is data', () => {
    const playout = new LeastCostDelay()
    playout.begin(50)
    playout.advance(10)
    expect([...playout.leadsMs]).toEqual(HORIZONS_MS.map(() => 0))
    play(playout, { owdMs: () => 50, endMs: 3000 }, () => {})
    expect(playout.leadsMs.at(-1)).toBeGreaterThan(30)
    playout.begin(50)
    expect([...playout.leadsMs]).toEqual(HORIZONS_MS.map(() => 0))
  })
})

describe('rates', () => {
  test('nothing moves slower than 0.76 or faster than 1.24 outside of a stop and its end', () => {
    const playout = new LeastCostDelay()
    let [frames, slowFrames, stoppedMs] = [0, 0, -Infinity]
    const conditions = { owdMs: jittered(5, 90, 0.4), endMs: 120_000 }
    playPast(playout, conditions, (nowMs, pastMs) => {
      if (nowMs < 1000) return
      frames++
      expect(playout.rate).toBeLessThanOrEqual(1.24 + 1e-9)
      if (playout.rate >= 0.76 - 1e-9) return
      slowFrames++
      if (pastMs > 0) stoppedMs = nowMs
      // As soon as there is data the clock runs again.
      expect(nowMs - stoppedMs).toBeLessThan(2 * (1000 / 60))
    })
    expect(slowFrames).toBeGreaterThan(0)
    expect(slowFrames / frames).toBeLessThan(0.02)
    expect(playout.jumps).toBe(0)
  })

  test('on a path that jitters little it is never slow nor fast enough to be seen', () => {
    const seen = survey(new LeastCostDelay(), { owdMs: jittered(6, 10), endMs: 60_000 }, 5000)
    expect(seen.slowest).toBeGreaterThan(0.95)
    expect(seen.fastest).toBeLessThan(1.05)
  })

  test('the rate changes step by step, but for the way into and out of a stop', () => {
    const playout = new LeastCostDelay()
    const owdMs = (t: number) => 50 + (t % 6000 > 5400 ? 6000 - (t % 6000) : 0)
    let last = 1
    play(playout, { owdMs, endMs: 60_000 }, (nowMs) => {
      if (nowMs < 1000) return
      const { rate } = playout
      if (Math.min(rate, last) >= 0.76) {
        expect(rate - last).toBeLessThanOrEqual(4 / 60 + 1e-9)
        expect(last - rate).toBeLessThanOrEqual(10 / 60 + 1e-9)
      }
      last = rate
    })
  })
})

describe('a stall', () => {
  test.each([
    [250, 16.7],
    [250, 180],
    [100, 33],
    [40, 50],
    [40, 700],
  ])(
    'extrapolateMs %d is kept to within the last bit of a stop, in frames of %d ms',
    (extrapolateMs, frameMs) => {
      const playout = new LeastCostDelay({ extrapolateMs })
      playout.begin(50)
      for (let nowMs = 0; nowMs < 6000; nowMs += 10) {
        if (nowMs % 50 === 0) playout.arrived(nowMs, nowMs + 5)
        playout.advance(nowMs + 5)
      }
      for (let nowMs = 6000; nowMs < 9000; nowMs += frameMs) playout.advance(nowMs)
      const pastMs = playout.renderTimeMs - 5950
      // Nothing is extrapolated for more than 120 ms past its horizon, which is 8 ms here.
      const wallMs = Math.min(extrapolateMs, 128)
      expect(pastMs).toBeLessThanOrEqual(wallMs + CELL_MS + 8)
      expect(pastMs).toBeGreaterThan(wallMs - CELL_MS)
      expect(playout.rate).toBeLessThan(0.01)
      playout.jump(9000)
      expect(playout.renderTimeMs - 5950).toBe(pastMs)
    },
  )

  test('before it stands still it has slowed down, and never went faster on the way', () => {
    const playout = new LeastCostDelay()
    const rates: number[] = []
    const owdMs = (t: number) => (t > 10_000 && t < 11_000 ? Number.NaN : 50)
    play(playout, { owdMs, endMs: 11_000 }, (nowMs) => {
      if (nowMs > 10_100) rates.push(playout.rate)
    })
    for (const [i, rate] of rates.entries())
      expect(rate).toBeLessThanOrEqual((rates[i - 1] ?? 1) + 1e-9)
    const slowFrames = rates.filter((rate) => rate > 0.7 && rate < 0.8).length
    expect(slowFrames).toBeGreaterThan(4)
    expect(rates.at(-1)).toBeLessThan(0.01)
  })

  test('of seconds is jumped over, and the data after it runs at once', () => {
    const playout = new LeastCostDelay()
    const owdMs = (t: number) => (t > 5000 && t < 15_000 ? Number.NaN : 50)
    let isAfter = false
    let slowest = 1
    play(playout, { owdMs, endMs: 20_000 }, () => {
      if (isAfter) slowest = Math.min(slowest, playout.rate)
      isAfter = playout.jumps > 0
    })
    expect(isAfter).toBe(true)
    expect(slowest).toBeGreaterThan(0.9)
  })
})

describe('extrapolateMs: 0', () => {
  test.each([
    ['jitter and loss', jittered(8, 70, 0.15)],
    ['stalls', (t: number) => 50 + (t % 3000 > 2500 ? 3000 - (t % 3000) : 0)],
    ['a faster and slower route', (t: number) => (Math.floor(t / 5000) % 2) * 90 + 20],
  ])('shows nothing that has not arrived: %s', (_name, owdMs) => {
    for (const frameHz of [30, 60, 144]) {
      const playout = new LeastCostDelay({ extrapolateMs: 0 })
      let dry = 0
      let mostMs = -Infinity
      playPast(playout, { owdMs, frameHz, endMs: 30_000 }, (_nowMs, pastMs) => {
        if (pastMs === 0) dry++
        for (const leadMs of playout.leadsMs) mostMs = Math.max(mostMs, pastMs + leadMs)
      })
      expect(mostMs).toBeLessThan(1e-6)
      expect(dry).toBeGreaterThan(1)
    }
  })

  test('neither does a jump', () => {
    const playout = new LeastCostDelay({ extrapolateMs: 0 })
    playout.begin(50)
    playout.arrived(0, 40)
    playout.advance(50)
    playout.jump(5000)
    expect(playout.renderTimeMs).toBe(0)
  })
})

describe('displays', () => {
  const clean = { owdMs: jittered(9, 2), endMs: 20_000 }
  const reference = survey(new LeastCostDelay(), { ...clean, frameHz: 60 }, 5000)

  test.each([30, 90, 144, 240])(
    '%d Hz shows the same moment as 60 Hz, without a fault',
    (frameHz) => {
      const playout = new LeastCostDelay()
      const seen = survey(playout, { ...clean, owdMs: jittered(9, 2), frameHz }, 5000)
      expect(Math.abs(seen.delayMs - reference.delayMs)).toBeLessThan(2)
      expect(seen.slowest).toBeGreaterThan(0.9)
      expect(seen.fastest).toBeLessThan(1.1)
      expect(playout.jumps).toBe(0)
    },
  )

  test('uneven and dropped frames show the same moment, without a fault', () => {
    const random = new Random(10)
    const playout = new LeastCostDelay()
    playout.begin(50)
    const owdMs = jittered(9, 2)
    let stampMs = 0
    let atMs = owdMs(0)
    let sum = 0
    let frames = 0
    for (let nowMs = 0; nowMs < 30_000; nowMs += random.between(6, 26)) {
      if (random.next() < 0.05) nowMs += random.between(16, 200)
      for (; atMs <= nowMs; stampMs += 50, atMs = stampMs + owdMs(stampMs))
        playout.arrived(stampMs, atMs)
      const shownMs = playout.advance(nowMs)
      if (nowMs < 5000) continue
      frames++
      sum += nowMs - shownMs
      expect(playout.rate).toBeGreaterThan(0.9)
      expect(playout.rate).toBeLessThan(1.1)
    }
    expect(Math.abs(sum / frames - reference.delayMs)).toBeLessThan(2)
    expect(playout.jumps).toBe(0)
  })

  test('a tab that was hidden comes back to the present at once, and runs no faster then', () => {
    const playout = new LeastCostDelay()
    const hidden = (t: number) => t >= 8000
    play(playout, { owdMs: () => 50, endMs: 12_000, hidden }, () => {})
    playout.jump(12_000)
    for (const leadMs of playout.leadsMs) expect(leadMs).toBeLessThanOrEqual(52)
    const shownMs = playout.renderTimeMs
    expect(OFFSET_MS + 12_000 - shownMs).toBeCloseTo(94, 6)
    playout.arrived(OFFSET_MS + 12_000, 12_050)
    playout.advance(12_017)
    expect(playout.rate).toBeLessThan(1.05)
    expect(playout.jumps).toBe(1)
  })

  test('a tab that was hidden and is advanced without a jump does not go past its data', () => {
    const playout = new LeastCostDelay({ extrapolateMs: 100 })
    const hidden = (t: number) => t >= 8000
    const owdMs = (t: number) => (t >= 8000 ? Number.NaN : 50)
    play(playout, { owdMs, endMs: 12_000, hidden }, () => {})
    playout.advance(12_000)
    expect(playout.renderTimeMs - OFFSET_MS - 7950).toBeLessThanOrEqual(120)
  })
})

describe('sends', () => {
  test.each([5, 10, 15, 20, 30, 60])(
    'at %d Hz a steady path costs at most one interval, and less by no more than what is cheap to extrapolate',
    (sendHz) => {
      const intervalMs = 1000 / sendHz
      const playout = new LeastCostDelay()
      const conditions = { owdMs: () => 50, intervalMs, endMs: 20_000 }
      const seen = survey(playout, conditions, 10_000)
      expect(seen.delayMs - 50).toBeLessThanOrEqual(intervalMs)
      expect(seen.delayMs - 50).toBeGreaterThanOrEqual(intervalMs - 36)
      expect(seen.slowest).toBeGreaterThan(0.98)
      expect(seen.fastest).toBeLessThan(1.02)
      expect(playout.jumps).toBe(0)
    },
  )

  test.each([5, 20, 60])(
    'at %d Hz it is there within a second, and has not stood still',
    (sendHz) => {
      const intervalMs = 1000 / sendHz
      const seen = survey(new LeastCostDelay(), { owdMs: () => 50, intervalMs, endMs: 1000 }, 100)
      expect(seen.delayMs).toBeLessThan(50 + 1.2 * intervalMs)
      expect(seen.slowest).toBeGreaterThan(0.75)
    },
  )
})

describe('clocks', () => {
  test.each([500, -500])(
    'for an hour at %d ppm it is as far behind as in the first minute',
    (ppm) => {
      const playout = new LeastCostDelay()
      const first = { least: Infinity, most: -Infinity }
      const last = { least: Infinity, most: -Infinity }
      const owdMs = jittered(11, 5)
      play(playout, { owdMs, ppm, endMs: 3_600_000, frameHz: 20 }, (nowMs, _, behindMs) => {
        const bounds = nowMs < 60_000 ? first : nowMs > 3_540_000 ? last : null
        if (!bounds || nowMs < 10_000) return
        bounds.least = Math.min(bounds.least, behindMs)
        bounds.most = Math.max(bounds.most, behindMs)
      })
      expect(Math.abs(last.least - first.least)).toBeLessThan(CELL_MS + 1)
      expect(Math.abs(last.most - first.most)).toBeLessThan(CELL_MS + 1)
      expect(playout.jumps).toBe(0)
    },
  )

  test('a server that paused is followed again within two seconds, and never backwards', () => {
    const playout = new LeastCostDelay()
    playout.begin(50)
    let stampMs = 0
    let last = -Infinity
    let standingMs = 0
    for (let nowMs = 0; nowMs < 30_000; nowMs += 10) {
      if ((nowMs <= 10_000 || nowMs >= 15_000) && nowMs % 50 === 0)
        playout.arrived((stampMs += 50), nowMs)
      const shownMs = playout.advance(nowMs)
      expect(shownMs).toBeGreaterThanOrEqual(last)
      if (nowMs > 17_000 && shownMs === last) standingMs += 10
      last = shownMs
    }
    expect(Math.abs(stampMs - last - 44)).toBeLessThan(60)
    expect(standingMs).toBe(0)
  })
})

test('extrapolateMs below 0 or not finite is refused', () => {
  for (const extrapolateMs of [-1, Number.NaN, Infinity])
    expect(() => new LeastCostDelay({ extrapolateMs })).toThrow(GlissadeError)
})

test('rare gaps are not waited for, frequent ones are', () => {
  const delayMs = (everyMs: number) => {
    const playout = new LeastCostDelay({ extrapolateMs: 0 })
    const owdMs = (t: number) => (t % everyMs > everyMs - 100 ? Number.NaN : 50)
    play(playout, { owdMs, endMs: 60_000 }, () => {})
    return playout.delayMs
  }
  expect(delayMs(10_000)).toBe(52)
  expect(delayMs(500)).toBeGreaterThan(90)
})

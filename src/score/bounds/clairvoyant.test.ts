import { describe, expect, it } from 'vitest'
import { Random } from '../../base/random.ts'
import { Clairvoyant } from './clairvoyant.ts'
import { leastDelay } from './curve.ts'

/** At this rate a step of delay is 1 ms, a frame 40 ms, and 10 ms of change are free. */
const FRAME_HZ = 25

/** Returns the least sum of delays for every count of faults, by trying every course of whole delays up to `mostMs`. */
function exhausted(leastMs: Float64Array, frameSteps: Uint16Array, mostMs: number): number[] {
  const best = new Array<number>(leastMs.length).fill(Infinity)
  const go = (frame: number, delayMs: number, sumMs: number, faults: number): void => {
    if (frame === leastMs.length) {
      best[faults] = Math.min(best[faults]!, sumMs)
      return
    }
    const frameMs = 40 * frameSteps[frame]!
    for (let nextMs = leastMs[frame]!; nextMs <= mostMs; nextMs++) {
      const rate = frame === 0 ? 1 : 1 - (nextMs - delayMs) / frameMs
      if (rate < 0) break
      go(frame + 1, nextMs, sumMs + nextMs, faults + (rate < 0.75 || rate > 1.25 ? 1 : 0))
    }
  }
  go(0, 0, 0, 0)
  return best
}

/** Random cases of a few frames: flat ones and ones with stalls, even and uneven. */
function* cases(count: number) {
  const random = new Random(5)
  for (let at = 0; at < count; at++) {
    const mostMs = 50
    const leastMs = Float64Array.from({ length: 4 }, () => Math.floor(mostMs * random.next() ** 2))
    const frameSteps = Uint16Array.from({ length: 4 }, () => (random.next() < 0.3 ? 2 : 1))
    yield { leastMs, frameSteps, best: exhausted(leastMs, frameSteps, mostMs) }
  }
}

function sawtooth(frames: number, seed: number): Float64Array {
  const random = new Random(seed)
  let ageMs = 20
  return Float64Array.from({ length: frames }, () => {
    ageMs = random.next() < 0.3 ? 20 + 30 * random.next() : ageMs + 40
    return ageMs
  })
}

describe('Clairvoyant', () => {
  it('finds the same as an exhaustive search', () => {
    for (const { leastMs, frameSteps, best } of cases(8)) {
      const clairvoyant = new Clairvoyant(leastMs, frameSteps, FRAME_HZ)
      expect(clairvoyant.faultless().delaySumMs).toBeCloseTo(best[0]!, 6)
      for (const priceMs of [0.3, 3.3, 9.7, 20.3, 41.7, 1000]) {
        const found = clairvoyant.priced(priceMs)
        const least = Math.min(...best.map((sumMs, faults) => sumMs + priceMs * faults))
        expect(found.delaySumMs).toBeCloseTo(best[found.faults]!, 6)
        expect(found.delaySumMs + priceMs * found.faults).toBeCloseTo(least, 6)
      }
    }
  })

  it('never runs backwards: it prepares for a frame that will need much delay', () => {
    const even = Uint16Array.of(1, 1, 1)
    // From 0 to 100 ms takes a standstill of 40 ms in each of two frames, and 20 ms beforehand.
    const found = new Clairvoyant(Float64Array.of(0, 0, 100), even, FRAME_HZ).priced(1e-3)
    expect(found.delaySumMs).toBeCloseTo(20 + 60 + 100, 6)
    expect(found.faults).toBe(2)
  })

  it('needs the closed form, max of age - 0.25 x distance in time, without faults', () => {
    const ageMs = sawtooth(200, 3)
    const even = new Uint16Array(200).fill(1)
    let sumMs = 0
    for (let at = 0; at < 200; at++) {
      sumMs += ageMs.reduce(
        (most, age, other) => Math.max(most, age - 0.25 * 40 * Math.abs(at - other)),
        0,
      )
    }
    const clairvoyant = new Clairvoyant(ageMs, even, FRAME_HZ)
    const without = clairvoyant.faultless()
    expect(without.delaySumMs).toBeLessThanOrEqual(sumMs)
    expect(without.delaySumMs).toBeGreaterThan(sumMs - 200)
    const dear = clairvoyant.priced(1e9)
    expect(dear.faults).toBe(0)
    expect(dear.delaySumMs).toBeCloseTo(without.delaySumMs, 3)
  })

  it('has the least ages themselves when faults cost nothing', () => {
    const ageMs = sawtooth(200, 4).map(Math.floor)
    const clairvoyant = new Clairvoyant(ageMs, new Uint16Array(200).fill(1), FRAME_HZ)
    expect(clairvoyant.priced(0).delaySumMs).toBeCloseTo(
      ageMs.reduce((sum, age) => sum + age, 0),
      6,
    )
  })

  it('makes fewer faults and more delay, the more faults cost', () => {
    const clairvoyant = new Clairvoyant(sawtooth(500, 9), new Uint16Array(500).fill(1), FRAME_HZ)
    const found = [1, 5, 20, 50, 100, 200, 400, 1000, 5000].map((priceMs) =>
      clairvoyant.priced(priceMs),
    )
    for (let at = 1; at < found.length; at++) {
      expect(found[at]!.faults).toBeLessThanOrEqual(found[at - 1]!.faults)
      expect(found[at]!.delaySumMs).toBeGreaterThanOrEqual(found[at - 1]!.delaySumMs)
    }
    expect(found.at(-1)!.faults).toBeLessThan(found[0]!.faults / 4)
  })
})

describe('leastDelay', () => {
  it('lies on the lower hull of what an exhaustive search finds', () => {
    for (const { leastMs, frameSteps, best } of cases(8)) {
      const clairvoyant = new Clairvoyant(leastMs, frameSteps, FRAME_HZ)
      for (const faults of [0, 0.5, 1, 1.7, 2, 3, 4]) {
        expect(leastDelay(clairvoyant, 25 * faults)).toBeCloseTo(hull(best, faults) / 4, 6)
      }
    }
  })

  it('falls as more faults are allowed, and bends only one way', () => {
    const clairvoyant = new Clairvoyant(sawtooth(500, 9), new Uint16Array(500).fill(1), FRAME_HZ)
    const delays = [0, 5, 10, 15, 20, 25, 30].map((percent) => leastDelay(clairvoyant, percent))
    const falls = delays.slice(1).map((delayMs, at) => delays[at]! - delayMs)
    for (let at = 0; at < falls.length; at++) expect(falls[at]).toBeGreaterThanOrEqual(0)
    for (let at = 1; at < falls.length; at++)
      expect(falls[at]).toBeLessThanOrEqual(falls[at - 1]! + 1e-6)
    expect(falls[0]).toBeGreaterThan(0)
  })
})

/** Returns the least value of all lines between a point with at most `faults` faults and one with at least as many. */
function hull(best: readonly number[], faults: number): number {
  let least = Infinity
  for (let few = 0; few <= faults && few < best.length; few++) {
    least = Math.min(least, best[few]!)
    for (let many = Math.ceil(faults); many < best.length; many++) {
      if (many === few || best[many] === Infinity) continue
      least = Math.min(
        least,
        best[few]! + ((best[many]! - best[few]!) * (faults - few)) / (many - few),
      )
    }
  }
  return least
}

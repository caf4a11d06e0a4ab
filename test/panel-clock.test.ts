import { FixedDelay, Latest, LeastCostDelay, type Playout, TimeShift } from 'glissade/parts'
import { describe, expect, test } from 'vitest'
import { ArrivalClock } from '../games/panel/arrival-clock.ts'
import { RenderClocks } from '../games/panel/render-clocks.ts'
import { Random } from '../src/base/random.ts'
import { play, runPlayoutCases } from '../src/time/playout/playout.case.ts'

runPlayoutCases({ name: 'ArrivalClock', open: () => new ArrivalClock(), delayMs: 100 })

/** The rates of all frames after the first 5 s, of packets that take 50 to 90 ms. */
function ratesInJitter(playout: Playout): number[] {
  const random = new Random(7)
  const rates: number[] = []
  play(playout, { owdMs: () => random.between(50, 90), endMs: 25_000 }, (nowMs) => {
    if (nowMs > 5000) rates.push(playout.rate)
  })
  return rates
}

describe('the clock off, as it is in the panel', () => {
  test('E11 the jitter of arrivals is unevenness of its rate, and of no FixedDelay', () => {
    const uneven = ratesInJitter(new ArrivalClock())
    expect(Math.min(...uneven)).toBe(0)
    expect(uneven.filter((rate) => Math.abs(rate - 1) > 0.25).length).toBeGreaterThan(200)
    const even = ratesInJitter(new FixedDelay())
    expect(Math.min(...even)).toBeGreaterThan(0.99)
    expect(Math.max(...even)).toBeLessThan(1.01)
  })

  test('a snapshot is shown its delay after its own arrival, whatever came before', () => {
    const clock = new ArrivalClock()
    clock.begin(50)
    clock.arrived(1000, 5000)
    expect(clock.advance(5010)).toBe(910)
    clock.arrived(1050, 5030)
    expect(clock.advance(5040)).toBe(960)
    clock.arrived(1100, 5110)
    expect(clock.advance(5110)).toBe(1000)
    clock.arrived(1060, 5120)
    expect(clock.advance(5130)).toBe(1020)
  })
})

describe('the choice of the render clock', () => {
  test('begins with the one the session has, and comes back to it', () => {
    const given = new TimeShift()
    const session: { playout: Playout } = { playout: given }
    const clocks = new RenderClocks(session)
    expect(clocks.names).toContain(clocks.name)
    const name = clocks.name
    clocks.isOn = false
    expect(session.playout).toBeInstanceOf(ArrivalClock)
    clocks.isOn = true
    expect(session.playout).toBe(given)
    clocks.name = 'none, newest only'
    expect(session.playout).toBeInstanceOf(Latest)
    clocks.name = name
    expect(session.playout).toBe(given)
  })

  test('has the default of a session first, and knows it again', () => {
    const clocks = new RenderClocks({ playout: new LeastCostDelay() })
    expect(clocks.name).toBe('least cost')
    expect(clocks.names[0]).toBe('least cost')
    expect(clocks.names).not.toContain('as the game set it')
  })

  test('made while the clock is off counts once it is on', () => {
    const session: { playout: Playout } = { playout: new FixedDelay() }
    const clocks = new RenderClocks(session)
    clocks.isOn = false
    clocks.name = 'time shift'
    expect(session.playout).toBeInstanceOf(ArrivalClock)
    clocks.isOn = true
    expect(session.playout).toBeInstanceOf(TimeShift)
  })

  test('offers a playout of the game itself as such, and each of the engine with a sentence', () => {
    const own = new ArrivalClock()
    const session: { playout: Playout } = { playout: own }
    const clocks = new RenderClocks(session)
    expect(clocks.name).toBe('as the game set it')
    const kinds = new Set<unknown>()
    const sentences = new Set<string>()
    for (const name of clocks.names) {
      clocks.name = name
      kinds.add(session.playout.constructor)
      sentences.add(clocks.sentence)
    }
    expect(clocks.names).toHaveLength(7)
    expect(kinds.size).toBe(7)
    expect(sentences.size).toBe(7)
    clocks.name = 'as the game set it'
    expect(session.playout).toBe(own)
  })
})

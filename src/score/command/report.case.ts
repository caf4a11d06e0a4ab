import type { MotionScore, Score } from '../measures/score-types.ts'
import type { Report } from './report.ts'

/** A small made-up report: two players, two traces, two motions. `good` costs half as much as `bad`. */
export function madeUpReport(): Report {
  const traces = [
    { name: 'calm', kind: 'datagram' },
    { name: 'rough/tcp', kind: 'ordered' },
  ] as const
  const rates = [10, 20]
  const scores = rates.flatMap((sendHz) =>
    traces.flatMap(({ name }, i) => [
      madeUpScore('good', name, sendHz, 100 + 100 * i, i),
      madeUpScore('bad <b>', name, sendHz, 200 + 200 * i, 2 * i),
    ]),
  )
  return {
    version: 1,
    command: 'glissade score --traces "calm"',
    seconds: 60,
    warmupSeconds: 10,
    seed: 7,
    motions: [
      { name: 'walk', about: 'walks' },
      { name: 'fly', about: 'flies' },
    ],
    players: [
      { name: 'good', about: 'does well' },
      { name: 'bad <b>', about: 'does </script> not' },
    ],
    traces,
    rates,
    scores,
    bounds: rates.flatMap((sendHz) =>
      traces.map(({ name }, i) => ({
        trace: name,
        sendHz,
        freshnessMs: 60,
        constantMs: 150,
        delayMs: 80 + 80 * i,
        faultPercent: 0.1,
        priced: { delayMs: 85 + 80 * i, faultPercent: 0.05, costMs: 100 + 120 * i },
      })),
    ),
  }
}

/** `walk` has this delay and these faults, `fly` 20 ms less delay and the same faults. */
function madeUpScore(
  contender: string,
  trace: string,
  sendHz: number,
  delayMs: number,
  faultPercent: number,
): Score {
  const motion = (name: string, ms: number, errorP99: number): MotionScore => ({
    motion: name,
    delayMs: ms,
    delayP95Ms: ms + 10,
    rateP99: 0.3,
    frozenPercent: faultPercent / 2,
    faultPercent,
    stallsPerMinute: 1,
    longestStallMs: 50,
    teleportsPerMinute: 0,
    errorRms: 1,
    errorP99,
    nowErrorRms: 30,
    jerkRatio: 12.34,
    largestJump: 3,
    wrongPercent: faultPercent,
    stalenessMs: ms,
    errorCostMs: ms + 30 * faultPercent,
    costMs: ms + 20 * faultPercent,
    startCostMs: 1.5 * (ms + 20 * faultPercent),
  })
  return {
    contender,
    trace,
    sendHz,
    motions: [motion('walk', delayMs, 5.5), motion('fly', delayMs - 20, 0.25)],
  }
}

/** Reads a report that `formatReport` wrote, with NaN for null. */
export function readReport(text: string): Report {
  return JSON.parse(text, (_, value) => (value === null ? Number.NaN : value))
}

import { expect, test } from 'vitest'
import { checkGoals, formatGoals, type Goal, isMet } from '../bench/motion-goals.ts'
import type { Report } from '../src/score/command/report.ts'
import type { MotionScore } from '../src/score/measures/score-types.ts'

const TRACES = ['article200', 'gilbert', 'gilbert/tcp']

/** Of a player with this delay and faults on every trace, bounds being 100 ms; some motions may differ. */
function motionsOf(
  delayMs: number,
  faultPercent: number,
  more: Readonly<Record<string, Partial<MotionScore>>> = {},
): MotionScore[] {
  return ['platformer', 'boid', 'vehicle'].map((motion) => {
    const costMs = delayMs + 20 * faultPercent
    return {
      motion,
      delayMs,
      delayP95Ms: delayMs,
      rateP99: 0.1,
      frozenPercent: 0,
      faultPercent,
      stallsPerMinute: 0,
      longestStallMs: 0,
      teleportsPerMinute: 0,
      errorRms: 0.5,
      errorP99: 1,
      nowErrorRms: 20,
      jerkRatio: 10,
      largestJump: 3,
      wrongPercent: faultPercent,
      stalenessMs: delayMs,
      errorCostMs: costMs,
      costMs,
      startCostMs: costMs,
      ...more[motion],
    }
  })
}

function reportOf(players: Readonly<Record<string, readonly MotionScore[]>>): Report {
  const names = Object.keys(players)
  return {
    version: 1,
    command: 'npm run bench -- motion',
    seconds: 120,
    warmupSeconds: 10,
    seed: 1,
    motions: ['platformer', 'boid', 'vehicle'].map((name) => ({ name, about: '' })),
    players: names.map((name) => ({ name, about: '' })),
    traces: TRACES.map((name) => ({ name, kind: name.endsWith('/tcp') ? 'ordered' : 'datagram' })),
    rates: [20],
    scores: TRACES.flatMap((trace) =>
      names.map((contender) => ({
        contender,
        trace,
        sendHz: 20,
        motions: players[contender] ?? [],
      })),
    ),
    bounds: TRACES.map((trace) => ({
      trace,
      sendHz: 20,
      freshnessMs: 80,
      constantMs: 200,
      delayMs: 100,
      faultPercent: 0.1,
      priced: { delayMs: 95, faultPercent: 0.25, costMs: 100 },
    })),
  }
}

const good = {
  glissade: motionsOf(50, 0.05),
  'glissade-interpolation': motionsOf(120, 0),
  'quake3-like + hermite + 100 ms': motionsOf(120, 0.5),
  'fixed-3T': motionsOf(200, 0, { platformer: { errorP99: 7 } }),
}

const failing = (goals: readonly Goal[]): string[] =>
  goals.filter((goal) => !isMet(goal)).map(({ name }) => name)

test('who is better than all and close to the bound meets every goal', () => {
  const goals = checkGoals(reportOf(good))
  expect(failing(goals)).toEqual([])
  expect(goals.length).toBe(20)
  expect(formatGoals(goals)).toContain('20 of 20 met.')
})

test.each([
  ['slow', motionsOf(101, 0), ['cost / bound, 20 Hz', 'delay / bound, 20 Hz']],
  ['slow with smooth movers', motionsOf(60, 0), ['smooth movers, delay / bound, 20 Hz']],
  ['shaky', motionsOf(50, 0, { vehicle: { jerkRatio: 21 } }), ['jerk ratio, vehicle, 20 Hz']],
  [
    'far off',
    motionsOf(50, 0, { boid: { errorP99: 2.1 }, platformer: { errorP99: 5.1 } }),
    ['mean p99 error, boid, 20 Hz', 'mean p99 error, platformer, 20 Hz'],
  ],
  [
    'slow to start, and leaps',
    motionsOf(50, 0, {
      platformer: { startCostMs: 500, teleportsPerMinute: 0.1, largestJump: 9 },
    }),
    [
      'teleports per minute, 20 Hz',
      'first 10 s, cost / steady cost, 20 Hz',
      'largest jump, platformer alone, 20 Hz',
    ],
  ],
])('who is %s fails what is about that', (_, glissade, names) => {
  expect(failing(checkGoals(reportOf({ ...good, glissade })))).toEqual(
    expect.arrayContaining(names),
  )
})

test('a rival that is better on a trace is named with it', () => {
  const goals = checkGoals(reportOf({ ...good, rival: motionsOf(40, 0) }))
  const [lost] = goals.filter((goal) => !isMet(goal))
  expect(lost).toMatchObject({ name: 'traces won against rival, 20 Hz', value: 0 })
  expect(formatGoals(goals)).toMatch(
    /against rival, 20 Hz +0\.000 +>= 3 +NOT MET +worst 1\.\d\d on/,
  )
})

test('a platformer that is worse than the means shows in rows of its own', () => {
  const platformer = { delayMs: 83, costMs: 83, errorCostMs: 140 }
  const smooth = { delayMs: 30, costMs: 30 }
  const glissade = motionsOf(30, 0, { platformer, boid: smooth, vehicle: smooth })
  expect(failing(checkGoals(reportOf({ ...good, glissade })))).toEqual([
    'cost / bound, platformer alone, 20 Hz',
    'won against quake3-like + hermite + 100 ms by error cost, platformer alone, 20 Hz',
  ])
})

test('limits are those of the rate', () => {
  const report = reportOf({ ...good, glissade: motionsOf(60, 0, { boid: { delayMs: 50 } }) })
  const names = ['cost / bound, 20 Hz', 'cost / bound, 10 Hz']
  const at = (rate: number) => {
    const scores = report.scores.map((score) => ({ ...score, sendHz: rate }))
    const bounds = report.bounds.map((bound) => ({ ...bound, sendHz: rate }))
    return failing(checkGoals({ ...report, rates: [rate], scores, bounds }))
  }
  expect(at(20)).toContain(names[0])
  expect(at(10)).not.toContain(names[1])
})

test('faults count by network, over all motions, against the clairvoyant with 0.1 % more', () => {
  const name = 'datagram networks with too many faults, 20 Hz'
  const of = (faultPercent: number) =>
    checkGoals(
      reportOf({ ...good, glissade: motionsOf(50, 0, { vehicle: { faultPercent } }) }),
    ).find((goal) => goal.name === name)
  // The clairvoyant has 0.25 %; the mean of the three motions may be 0.35 %.
  expect(of(1)).toMatchObject({ value: 0, needed: { most: 0 } })
  expect(of(1.1)).toMatchObject({ value: 2, note: expect.stringContaining('of 2, 3 motions') })
})

test('a trace on which nothing is shown is a fault of its own, and the means are of the others', () => {
  const report = reportOf(good)
  const nothing = { costMs: Number.NaN, delayMs: Number.NaN }
  const scores = report.scores.map((score) =>
    score.contender === 'glissade' && score.trace === 'gilbert'
      ? { ...score, motions: score.motions.map((one) => ({ ...one, ...nothing })) }
      : score,
  )
  const goals = checkGoals({ ...report, scores })
  expect(failing(goals)).toContain('traces in no mean, 20 Hz')
  expect(failing(goals)).toContain('traces won against fixed-3T, 20 Hz')
  expect(failing(goals)).not.toContain('cost / bound, 20 Hz')
})

test('who was not played has no goals', () => {
  const { glissade } = good
  const names = checkGoals(reportOf({ glissade })).map(({ name }) => name)
  expect(names).not.toContain('pure interpolation, cost / bound, 20 Hz')
  expect(names).toContain('cost / bound, 20 Hz')
  expect(checkGoals(reportOf({ 'fixed-3T': motionsOf(200, 0) }))).toEqual([])
})

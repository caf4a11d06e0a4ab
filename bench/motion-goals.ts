import type { Report } from '../src/score/command/report.ts'
import { type Quantity, Results } from '../src/score/command/results.ts'
import { shown, tableText } from '../src/score/command/table.ts'
import { geometricMean, mean } from '../src/score/measures/quantile.ts'

/** Something to be reached: a number, and what it must be at most (or at least). */
export interface Goal {
  readonly name: string
  readonly value: number
  readonly needed: { readonly most: number } | { readonly least: number }
  /** Unit, or where the number is from; may be empty. */
  readonly note: string
}

const GLISSADE = 'glissade'
const PURE = 'glissade-interpolation'
const CONTROL = 'quake3-like + hermite + 100 ms'
const SMOOTH = ['boid', 'vehicle']
const HARDEST = 'platformer'
/** What means are taken over: the two that are extrapolated well and the one that is not. */
const MOTIONS = [HARDEST, ...SMOOTH]

/** What the platformer has to reach by itself, and all three together, by rate. */
const LIMITS: Readonly<Record<number, { hardest: number; together: number; error: number }>> = {
  10: { hardest: 0.92, together: 0.65, error: 8 },
  20: { hardest: 0.82, together: 0.52, error: 5 },
  30: { hardest: 0.8, together: 0.52, error: 5 },
}
const OTHER_RATES = { hardest: 1, together: 1, error: 8 }
/** The largest step from frame to frame beyond the largest true one, px. */
const MOST_JUMP = 8
/** Faults on a datagram network, %: so many, or so many more than the clairvoyant has at its least cost. */
const MOST_FAULTS = 0.2
const MORE_FAULTS = 0.1

/** Whether a goal is met; one that could not be measured is not. */
export function isMet({ value, needed }: Goal): boolean {
  return 'most' in needed ? value <= needed.most : value >= needed.least
}

/** The goals as a table, those that are not met marked. */
export function formatGoals(goals: readonly Goal[]): string {
  return tableText({
    title: 'What is to be reached',
    about: `${goals.filter(isMet).length} of ${goals.length} met.`,
    head: ['goal', 'is', 'needed', '', 'note'],
    rows: goals.map((goal) => [
      goal.name,
      shown(goal.value, 3),
      'most' in goal.needed ? `<= ${goal.needed.most}` : `>= ${goal.needed.least}`,
      isMet(goal) ? 'met' : 'NOT MET',
      goal.note,
    ]),
  })
}

/**
 * The goals that a report has the numbers for. The whole suite has 13 traces: the defaults and three captured ones; and
 * five motions, of which three are in the means.
 */
export function checkGoals(report: Report): Goal[] {
  const all = new Results(report)
  const results = all.ofMotions(MOTIONS)
  const goals: Goal[] = []
  const most = (name: string, value: number, limit: number, note = ''): void => {
    goals.push({ name, value, needed: { most: limit }, note })
  }
  for (const rate of report.rates) {
    const leftOut = results.leftOut(rate, GLISSADE)
    // Means are of the others alone, so that these must not pass unseen.
    if (leftOut.length > 0)
      most(`traces in no mean, ${rate} Hz`, leftOut.length, 0, leftOut.join(', '))
    const means = results.means(rate, GLISSADE)
    if (!means) continue
    const { together } = LIMITS[rate] ?? OTHER_RATES
    most(`cost / bound, ${rate} Hz`, means.costOverBound, together)
    addHardest(results, rate, goals)
    if (rate === 20) {
      most('delay / bound, 20 Hz', means.delayOverBound, 0.9)
      addFaults(all, most)
      const ordered = results.means(20, GLISSADE, 'ordered')?.faultPercent ?? Number.NaN
      most('faults, ordered traces, 20 Hz', ordered, 4, '%')
      if (report.players.some(({ name }) => name === PURE))
        most(
          'pure interpolation, cost / bound, 20 Hz',
          results.means(20, PURE)?.costOverBound ?? Number.NaN,
          1.45,
        )
      addSmooth(results, most)
      const vehicle = means.motions.find(({ motion }) => motion === 'vehicle')
      most('jerk ratio, vehicle, 20 Hz', vehicle?.jerkRatio ?? Number.NaN, 20)
      if (report.traces.some(({ name }) => name === 'article200')) {
        const of = (quantity: Quantity): number =>
          results.mean('article200', 20, GLISSADE, quantity)
        most('article200, delay, 20 Hz', of('delayMs'), 150, 'ms')
        most('article200, faults, 20 Hz', of('faultPercent'), 0.1, '%')
      }
    }
    most(`teleports per minute, ${rate} Hz`, means.teleportsPerMinute, 0)
    most(`first 10 s, cost / steady cost, ${rate} Hz`, means.startOverSteady, 1.5)
    addErrors(results, rate, most)
    addDuels(results, rate, goals)
  }
  return goals
}

/** The motion that can be extrapolated least, by itself: means over all motions hide how it comes off. */
function addHardest(results: Results, rate: number, goals: Goal[]): void {
  const alone = results.means(rate, GLISSADE)?.motions.find(({ motion }) => motion === HARDEST)
  if (!alone) return
  const text = (name: string): string => `${name}, ${HARDEST} alone, ${rate} Hz`
  const { hardest } = LIMITS[rate] ?? OTHER_RATES
  const cost = { name: text('cost / bound'), value: alone.costOverBound }
  goals.push({ ...cost, needed: { most: hardest }, note: '' })
  const [trace] = results
    .measured(rate, GLISSADE)
    .map(
      ({ trace }) => [trace, results.mean(trace, rate, GLISSADE, 'largestJump', HARDEST)] as const,
    )
    .reduce((a, b) => (b[1] > a[1] ? b : a))
  const jump = { name: text('largest jump'), value: alone.largestJump }
  goals.push({ ...jump, needed: { most: MOST_JUMP }, note: `px; on ${trace}` })
  const duel = results.duel(rate, GLISSADE, CONTROL, HARDEST, 'errorCostMs')
  if (duel.traces === 0) return
  const name = text(`won against ${CONTROL} by error cost`)
  const note = `worst ${shown(duel.worst.costRatio, 2)} on ${duel.worst.trace}`
  goals.push({ name, value: duel.won, needed: { least: duel.traces }, note })
}

/** Faults of all motions that were played, network by network: means would hide one that is bad. */
function addFaults(results: Results, most: Most): void {
  const datagram = results.measured(20, GLISSADE, 'datagram').map(({ trace }) => {
    const bound = results.bounds(trace, 20)?.priced.faultPercent ?? Number.NaN
    const faults = results.mean(trace, 20, GLISSADE, 'faultPercent')
    return { trace, faults, beyond: faults - Math.max(MOST_FAULTS, bound + MORE_FAULTS) }
  })
  if (datagram.length === 0) return
  const worst = datagram.reduce((a, b) => (b.beyond > a.beyond ? b : a))
  const over = datagram.filter(({ beyond }) => beyond > 0).length
  const note = `of ${datagram.length}, ${results.report.motions.length} motions; worst ${shown(worst.faults, 2)} % on ${worst.trace}`
  most('datagram networks with too many faults, 20 Hz', over, 0, note)
}

type Most = (name: string, value: number, limit: number, note?: string) => void

function addSmooth(results: Results, most: Most): void {
  const ratios = results
    .measured(20, GLISSADE)
    .flatMap(({ trace, motions }) =>
      motions
        .filter(({ motion }) => SMOOTH.includes(motion))
        .map(({ delayMs }) => delayMs / (results.bounds(trace, 20)?.delayMs ?? Number.NaN)),
    )
  most('smooth movers, delay / bound, 20 Hz', geometricMean(ratios), 0.55)
}

/** Mean errors over the traces: of smooth movers at most 2 px, of the platformer what `LIMITS` says. */
function addErrors(results: Results, rate: number, most: Most): void {
  for (const { name: motion } of results.report.motions) {
    const errors = results
      .measured(rate, GLISSADE)
      .map(({ trace }) => [trace, results.mean(trace, rate, GLISSADE, 'errorP99', motion)] as const)
    const limit = SMOOTH.includes(motion) ? 2 : (LIMITS[rate] ?? OTHER_RATES).error
    const [trace, worst] = errors.reduce((a, b) => (b[1] > a[1] ? b : a))
    const note = `px; worst ${shown(worst, 1)} on ${trace}`
    most(`mean p99 error, ${motion}, ${rate} Hz`, mean(errors.map(([, e]) => e)), limit, note)
  }
}

function addDuels(results: Results, rate: number, goals: Goal[]): void {
  for (const { name } of results.report.players) {
    if (name.startsWith(GLISSADE)) continue
    const { costRatio, won, traces, worst, ...duel } = results.duel(rate, GLISSADE, name)
    if (traces === 0) continue
    const against = `against ${name}, ${rate} Hz`
    const note = `worst ${shown(worst.costRatio, 2)} on ${worst.trace}; ${duel.wonPairs} of ${duel.pairs} with movements`
    if (name !== CONTROL) {
      goals.push({ name: `traces won ${against}`, value: won, needed: { least: traces }, note })
      continue
    }
    goals.push({ name: `cost ${against}`, value: costRatio, needed: { most: 0.85 }, note: '' })
    const need = { most: 1.03 }
    goals.push({ name: `worst trace ${against}`, value: worst.costRatio, needed: need, note })
  }
}

import type { Report, TraceName } from '../src/cli/report.ts'
import { type Quantity, Results } from '../src/cli/results.ts'
import { shown, tableText } from '../src/cli/table.ts'
import { geometricMean, mean } from '../src/testing/score/quantile.ts'

/** Something to be reached: a number, and what it must be at most (or at least). */
export interface Goal {
  readonly name: string
  readonly value: number
  readonly needed: { readonly most: number } | { readonly least: number }
  /** Unit, or where the number is from; may be empty. */
  readonly note: string
  /** Whether it stands there for information, and is not among what is to be reached. Default false. */
  readonly isAside?: boolean
}

const GLISSADE = 'glissade'
const PURE = 'glissade-interpolation'
const CONTROL = 'quake3-like + hermite + 100 ms'
const LINEAR = 'fixed-3T'
const SMOOTH = ['boid', 'vehicle']
const HARDEST = 'platformer'

/** Whether a goal is met; one that could not be measured is not. */
export function isMet({ value, needed }: Goal): boolean {
  return 'most' in needed ? value <= needed.most : value >= needed.least
}

/** The goals as a table, those that are not met marked. */
export function formatGoals(goals: readonly Goal[]): string {
  const isAside = (goal: Goal): boolean => goal.isAside ?? false
  const [asides, aims] = [goals.filter(isAside), goals.filter((goal) => !isAside(goal))]
  const inAll = `${aims.filter(isMet).length} of ${aims.length} met.`
  const aside = `Of ${asides.length} for information, marked (i): ${asides.filter(isMet).length}.`
  return tableText({
    title: 'What is to be reached',
    about: asides.length > 0 ? `${inAll} ${aside}` : inAll,
    head: ['goal', 'is', 'needed', '', 'note'],
    rows: goals.map((goal) => [
      isAside(goal) ? `(i) ${goal.name}` : goal.name,
      shown(goal.value, 3),
      'most' in goal.needed ? `<= ${goal.needed.most}` : `>= ${goal.needed.least}`,
      isMet(goal) ? 'met' : 'NOT MET',
      goal.note,
    ]),
  })
}

/** The goals that a report has the numbers for. The whole suite has 13 traces: the defaults and three captured ones. */
export function checkGoals(report: Report): Goal[] {
  const results = new Results(report)
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
    most(`cost / bound, ${rate} Hz`, means.costOverBound, 1)
    addHardest(results, rate, goals)
    if (rate === 20) {
      most('delay / bound, 20 Hz', means.delayOverBound, 0.9)
      const faults = (kind: TraceName['kind']): number =>
        results.means(20, GLISSADE, kind)?.faultPercent ?? Number.NaN
      most('faults, datagram traces, 20 Hz', faults('datagram'), 0.2, '%')
      most('faults, ordered traces, 20 Hz', faults('ordered'), 4, '%')
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

/** The motion that can be foretold least, by itself: means over all motions hide how it comes off. */
function addHardest(results: Results, rate: number, goals: Goal[]): void {
  const alone = results.means(rate, GLISSADE)?.motions.find(({ motion }) => motion === HARDEST)
  if (!alone) return
  const add = (name: string, value: number, limit: number, note = ''): void => {
    const text = `${name}, ${HARDEST} alone, ${rate} Hz`
    goals.push({ name: text, value, needed: { most: limit }, note, isAside: true })
  }
  add('cost / bound', alone.costOverBound, 1)
  if (rate === 20) add('delay / bound', alone.delayOverBound, 0.9)
  const { traces, worst } = results.duel(rate, GLISSADE, CONTROL, HARDEST)
  if (traces > 0) add(`worst trace against ${CONTROL}`, worst.costRatio, 1.03, `on ${worst.trace}`)
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

/** Mean errors over the traces: of a platformer at most 6 px or what straight lines at 3 intervals have, of others 2 px. */
function addErrors(results: Results, rate: number, most: Most): void {
  for (const { name: motion } of results.report.motions) {
    const errors = errorsOf(results, rate, GLISSADE, motion)
    const linear = mean(errorsOf(results, rate, LINEAR, motion).map(([, error]) => error))
    const limit = SMOOTH.includes(motion) ? 2 : Math.max(6, linear || 6)
    const [trace, worst] = errors.reduce((a, b) => (b[1] > a[1] ? b : a))
    const note = `px; worst ${shown(worst, 1)} on ${trace}`
    most(`mean p99 error, ${motion}, ${rate} Hz`, mean(errors.map(([, e]) => e)), limit, note)
  }
}

function errorsOf(
  results: Results,
  rate: number,
  player: string,
  motion: string,
): (readonly [trace: string, error: number])[] {
  return results.measured(rate, player).map(({ trace, motions }) => {
    const error = motions.find((one) => one.motion === motion)?.errorP99
    return [trace, error ?? Number.NaN] as const
  })
}

function addDuels(results: Results, rate: number, goals: Goal[]): void {
  for (const { name } of results.report.players) {
    if (name.startsWith(GLISSADE)) continue
    const { costRatio, won, traces, worst, ...duel } = results.duel(rate, GLISSADE, name)
    if (traces === 0) continue
    const against = `against ${name}, ${rate} Hz`
    const note = `worst ${shown(worst.costRatio, 2)} on ${worst.trace}; ${duel.wonPairs} of ${duel.pairs} with movements`
    const least = name === CONTROL ? traces - Math.floor(traces / 13) : traces
    goals.push({ name: `traces won ${against}`, value: won, needed: { least }, note })
    if (name !== CONTROL) continue
    goals.push({ name: `cost ${against}`, value: costRatio, needed: { most: 0.85 }, note: '' })
    const need = { most: 1.03 }
    goals.push({ name: `worst trace ${against}`, value: worst.costRatio, needed: need, note })
  }
}

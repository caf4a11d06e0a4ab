import { mean } from '../testing/score/quantile.ts'
import type { Bounds } from '../testing/score/score-types.ts'
import type { Quantity, Results } from './results.ts'
import { ms, percent, shown, type Table } from './table.ts'

const ratio = (value: number): string => shown(value, 2)
const distance = (value: number): string => shown(value, value < 10 ? 2 : 0)

/** Every table of the report, in the order of reading; the largest come last. */
export function scoreTables(results: Results): Table[] {
  const { rates } = results.report
  return [
    ...rates.map((sendHz) => summaryTable(results, sendHz)),
    ...rates.map((sendHz) => duelTable(results, sendHz)),
    ...rates.map((sendHz) => motionTable(results, sendHz)),
    ...rates.map((sendHz) => errorTable(results, sendHz)),
    ...rates.flatMap((sendHz) => traceTables(results, sendHz)),
  ]
}

/** One row per player: its means over all traces and motions at one rate. */
export function summaryTable(results: Results, sendHz: number): Table {
  const { motions, players, traces } = results.report
  const rows = players.map(({ name }) => {
    const all = results.means(sendHz, name)
    const faults = (kind: 'datagram' | 'ordered'): number =>
      results.means(sendHz, name, kind)?.faultPercent ?? Number.NaN
    if (!all) return [name]
    return [
      name,
      ratio(all.delayOverBound),
      ratio(all.costOverBound),
      percent(faults('datagram')),
      percent(faults('ordered')),
      percent(all.frozenPercent),
      ms(all.medianStallMs),
      ms(longestStall(results, sendHz, name)),
      shown(all.teleportsPerMinute, 1),
      ratio(all.rateP99),
      ms(mean(all.motions.map(({ nowErrorRms }) => nowErrorRms))),
      ratio(all.startOverSteady),
      ...all.motions.map(({ errorP99 }) => distance(errorP99)),
      ...all.motions.map(({ jerkRatio }) => shown(jerkRatio, jerkRatio < 10 ? 1 : 0)),
    ]
  })
  const over = traces.length === 1 ? 'one trace' : `${traces.length} traces`
  return {
    title: `Summary at ${sendHz} snapshots per second`,
    about:
      `Over ${over}; delay, cost and start/steady are geometric means, the others plain ones. Stalls in ms: median ` +
      `and maximum of the longest one of each trace and movement.${leftOutText(results, sendHz)}`,
    head: [
      'player',
      'delay/bound',
      'cost/bound',
      'faults %',
      'ordered %',
      'frozen %',
      'median stall',
      'longest stall',
      'teleports/min',
      'rate p99',
      'now error',
      'start/steady',
      ...motions.map(({ name }) => `p99 ${name}`),
      ...motions.map(({ name }) => `jerk ${name}`),
    ],
    rows,
  }
}

function longestStall(results: Results, sendHz: number, player: string): number {
  const rows = results.measured(sendHz, player).flatMap(({ motions }) => motions)
  return Math.max(...rows.map(({ longestStallMs }) => longestStallMs))
}

/** A sentence on the traces that are in no mean of their player; empty where there are none. */
function leftOutText(results: Results, sendHz: number): string {
  const parts = results.report.players.flatMap(({ name }) => {
    const traces = results.leftOut(sendHz, name)
    return traces.length > 0 ? [`${name} on ${traces.join(', ')}`] : []
  })
  return parts.length > 0 ? ` Left out, without a number above 0: ${parts.join('; ')}.` : ''
}

/** The first player of the report against every other at one rate. */
export function duelTable(results: Results, sendHz: number): Table {
  const [first, ...others] = results.report.players
  const rows = others.map(({ name }) => {
    const duel = results.duel(sendHz, first?.name ?? '', name)
    const { worst, worstPair } = duel
    return [
      name,
      ratio(duel.costRatio),
      ratio(duel.delayRatio),
      `${duel.won} of ${duel.traces}`,
      `${duel.wonPairs} of ${duel.pairs}`,
      `${ratio(worst.costRatio)} ${worst.trace}`,
      `${ratio(worstPair.costRatio)} ${worstPair.trace}, ${worstPair.motion}`,
    ]
  })
  return {
    title: `${first?.name ?? 'nobody'} against each, at ${sendHz} snapshots per second`,
    about:
      'Ratios of cost and delay, geometric means over the traces: below 1 is better. A trace is won by the mean cost ' +
      'of all movements, the others by the cost of each pair of a trace and a movement; who has no numbers has lost.',
    head: [
      'player',
      'cost',
      'delay',
      'traces won',
      'won',
      'worst trace',
      'worst with its movement',
    ],
    rows,
  }
}

/** How the first player of the report shows each sort of movement at one rate. */
export function motionTable(results: Results, sendHz: number): Table {
  const first = results.report.players[0]?.name ?? ''
  const of = (motion: string, quantity: Quantity): number =>
    mean(
      results
        .measured(sendHz, first)
        .flatMap(({ motions }) => motions.filter((one) => one.motion === motion))
        .map((one) => one[quantity]),
    )
  return {
    title: `${first} by sort of movement, at ${sendHz} snapshots per second`,
    about: 'Over all traces; those over the bound are geometric means, the others plain ones.',
    head: [
      'movement',
      'delay ms',
      'p95 ms',
      'delay/bound',
      'cost/bound',
      'faults %',
      'frozen %',
      'error rms',
      'error p99',
      'now error',
      'jerk',
    ],
    rows: (results.means(sendHz, first)?.motions ?? []).map((motion) => [
      motion.motion,
      ms(motion.delayMs),
      ms(of(motion.motion, 'delayP95Ms')),
      ratio(motion.delayOverBound),
      ratio(motion.costOverBound),
      percent(motion.faultPercent),
      percent(of(motion.motion, 'frozenPercent')),
      distance(motion.errorRms),
      distance(motion.errorP99),
      ms(motion.nowErrorRms),
      shown(motion.jerkRatio, 1),
    ]),
  }
}

/** The 99 % quantile of the first player's error, by trace and sort of movement, at one rate. */
export function errorTable(results: Results, sendHz: number): Table {
  const { motions, players, traces } = results.report
  const first = players[0]?.name ?? ''
  return {
    title: `Error p99 of ${first} at ${sendHz} snapshots per second`,
    about: 'Units of the game; one frame in a hundred is farther from where the entity truly was.',
    head: ['movement', ...traces.map(({ name }) => name)],
    rows: motions.map(({ name: motion }) => [
      motion,
      ...traces.map(({ name }) => {
        const score = results.score(name, sendHz, first)
        const row = score?.motions.find((one) => one.motion === motion)
        return distance(row?.errorP99 ?? Number.NaN)
      }),
    ]),
  }
}

/** Delay, faults and cost of every player on every trace at one rate, means over the motions, with the bound. */
export function traceTables(results: Results, sendHz: number): Table[] {
  return TRACE_TABLES.map(({ quantity, what, format, bound }) => {
    const { players, traces } = results.report
    const least = traces.map(({ name }) => {
      const bounds = results.bounds(name, sendHz)
      return format(bounds ? bound(bounds) : Number.NaN)
    })
    return {
      title: `${what} at ${sendHz} snapshots per second`,
      about: 'Means over the motions.',
      head: ['player', ...traces.map(({ name }) => name)],
      rows: [
        ['bound', ...least],
        ...players.map((player) => [
          player.name,
          ...traces.map(({ name }) => format(results.mean(name, sendHz, player.name, quantity))),
        ]),
      ],
    }
  })
}

const TRACE_TABLES: readonly {
  readonly quantity: Quantity
  readonly what: string
  readonly format: (value: number) => string
  readonly bound: (bounds: Bounds) => number
}[] = [
  { quantity: 'delayMs', what: 'Delay, ms,', format: ms, bound: ({ delayMs }) => delayMs },
  {
    quantity: 'faultPercent',
    what: 'Faults, %,',
    format: percent,
    bound: ({ faultPercent }) => faultPercent,
  },
  { quantity: 'costMs', what: 'Cost, ms,', format: ms, bound: ({ priced }) => priced.costMs },
]

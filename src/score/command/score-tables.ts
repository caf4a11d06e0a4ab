import type { Means, MotionMeans } from '../measures/means.ts'
import { mean } from '../measures/quantile.ts'
import type { Bounds } from '../measures/score-types.ts'
import type { CostName, Duel, Quantity, Results } from './results.ts'
import { ms, percent, shown, type Table } from './table.ts'

const ratio = (value: number): string => shown(value, 2)
const distance = (value: number): string => shown(value, value < 10 ? 2 : 0)

/** Every table of the report, the largest last. */
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

/** A column of a table: its head, and the text of its cell in a row. */
type Column<T> = readonly [head: string, cell: (row: T) => string]

/** Head and rows of a table. Each row has a name, and the data for its cells, if any. */
function filled<T>(
  corner: string,
  rows: readonly (readonly [name: string, row: T | undefined])[],
  columns: readonly Column<T>[],
): Pick<Table, 'head' | 'rows'> {
  return {
    head: [corner, ...columns.map(([head]) => head)],
    rows: rows.map(([name, row]) => [name, ...(row ? columns.map(([, cell]) => cell(row)) : [])]),
  }
}

/** One row per player: its means over all traces and motions at one rate. */
export function summaryTable(results: Results, sendHz: number): Table {
  const { motions, players, traces } = results.report
  const over = traces.length === 1 ? 'one trace' : `${traces.length} traces`
  const faults = (kind: 'datagram' | 'ordered', { contender }: Means): string =>
    percent(results.means(sendHz, contender, kind)?.faultPercent ?? Number.NaN)
  return {
    title: `Summary at ${sendHz} snapshots per second`,
    about:
      `The table covers ${over}. "Delay/bound", "cost/bound" and "start/steady" are geometric means, and all other means ` +
      'are arithmetic. The column "faults %" shows the percentage of faults on datagram traces, and "ordered %" shows the ' +
      'percentage on ordered traces. Each combination of a trace and a movement has a longest stall. The columns ' +
      `"median stall" and "longest stall" show the median and the maximum of these, in ms.${leftOutText(results, sendHz)}`,
    ...filled<Means>(
      'player',
      players.map(({ name }) => [name, results.means(sendHz, name)]),
      [
        ['delay/bound', (all) => ratio(all.delayOverBound)],
        ['cost/bound', (all) => ratio(all.costOverBound)],
        ['faults %', (all) => faults('datagram', all)],
        ['ordered %', (all) => faults('ordered', all)],
        ['frozen %', (all) => percent(all.frozenPercent)],
        ['median stall', (all) => ms(all.medianStallMs)],
        ['longest stall', (all) => ms(longestStall(results, sendHz, all.contender))],
        ['teleports/min', (all) => shown(all.teleportsPerMinute, 1)],
        ['rate p99', (all) => ratio(all.rateP99)],
        ['now error', (all) => ms(mean(all.motions.map(({ nowErrorRms }) => nowErrorRms)))],
        ['start/steady', (all) => ratio(all.startOverSteady)],
        ...motions.map(
          ({ name }, i): Column<Means> => [
            `p99 ${name}`,
            (all) => distance(all.motions[i]?.errorP99 ?? Number.NaN),
          ],
        ),
        ...motions.map(({ name }, i): Column<Means> => [`jerk ${name}`, (all) => jerk(all, i)]),
      ],
    ),
  }
}

function jerk({ motions }: Means, motion: number): string {
  const value = motions[motion]?.jerkRatio ?? Number.NaN
  return shown(value, value < 10 ? 1 : 0)
}

function longestStall(results: Results, sendHz: number, player: string): number {
  const rows = results.measured(sendHz, player).flatMap(({ motions }) => motions)
  return Math.max(...rows.map(({ longestStallMs }) => longestStallMs))
}

/** A sentence about the traces that the means of players leave out; empty if there are none. */
function leftOutText(results: Results, sendHz: number): string {
  const parts = results.report.players.flatMap(({ name }) => {
    const traces = results.leftOut(sendHz, name)
    return traces.length > 0 ? [`${name} on ${traces.join(', ')}`] : []
  })
  if (parts.length === 0) return ''
  return ` The means leave out traces on which the delay or cost of a contender is missing or not above 0: ${parts.join('; ')}.`
}

/** The first player of the report against every other at one rate. */
export function duelTable(results: Results, sendHz: number): Table {
  const [first, ...others] = results.report.players
  const name = first?.name ?? 'nobody'
  return {
    title: `${name} against each, at ${sendHz} snapshots per second`,
    about:
      `The columns "cost" and "delay" show the figures of ${name} divided by those of the other contender, as geometric means ` +
      `over the traces. A figure below 1 means that ${name} is better. The columns "traces won" and "worst trace" compare the ` +
      'mean cost over all movements on each trace. The columns "won" and "worst with its movement" compare the cost for each ' +
      'combination of a trace and a movement. A contender that shows nothing has no figures, so it loses. The last two ' +
      'columns compare the error cost instead of the cost.',
    ...filled<Duel & { readonly byError: Duel }>(
      'player',
      others.map(({ name }) => {
        const duel = (cost?: CostName) =>
          results.duel(sendHz, first?.name ?? '', name, undefined, cost)
        return [name, { ...duel(), byError: duel('errorCostMs') }]
      }),
      [
        ['cost', ({ costRatio }) => ratio(costRatio)],
        ['delay', ({ delayRatio }) => ratio(delayRatio)],
        ['traces won', ({ won, traces }) => `${won} of ${traces}`],
        ['won', ({ wonPairs, pairs }) => `${wonPairs} of ${pairs}`],
        ['worst trace', ({ worst }) => `${ratio(worst.costRatio)} ${worst.trace}`],
        [
          'worst with its movement',
          ({ worstPair: { costRatio, trace, motion } }) =>
            `${ratio(costRatio)} ${trace}, ${motion}`,
        ],
        ['error cost', ({ byError }) => ratio(byError.costRatio)],
        ['won by error cost', ({ byError }) => `${byError.wonPairs} of ${byError.pairs}`],
      ],
    ),
  }
}

/** How the first player of the report shows each sort of movement at one rate. */
export function motionTable(results: Results, sendHz: number): Table {
  const first = results.report.players[0]?.name ?? ''
  const of = ({ motion }: MotionMeans, quantity: Quantity): number =>
    mean(
      results
        .measured(sendHz, first)
        .flatMap(({ motions }) => motions.filter((one) => one.motion === motion))
        .map((one) => one[quantity]),
    )
  return {
    title: `${first} by sort of movement, at ${sendHz} snapshots per second`,
    about:
      '"Delay/bound" and "cost/bound" are geometric means over all traces, and "jump" is the largest jump on any trace. All ' +
      'other figures are arithmetic means over all traces.',
    ...filled<MotionMeans>(
      'movement',
      (results.means(sendHz, first)?.motions ?? []).map((row) => [row.motion, row]),
      [
        ['delay ms', ({ delayMs }) => ms(delayMs)],
        ['p95 ms', (row) => ms(of(row, 'delayP95Ms'))],
        ['delay/bound', ({ delayOverBound }) => ratio(delayOverBound)],
        ['cost/bound', ({ costOverBound }) => ratio(costOverBound)],
        ['faults %', ({ faultPercent }) => percent(faultPercent)],
        ['frozen %', (row) => percent(of(row, 'frozenPercent'))],
        ['error rms', ({ errorRms }) => distance(errorRms)],
        ['error p99', ({ errorP99 }) => distance(errorP99)],
        ['now error', ({ nowErrorRms }) => ms(nowErrorRms)],
        ['staleness', (row) => ms(row.stalenessMs)],
        ['wrong %', (row) => percent(row.wrongPercent)],
        ['error cost', (row) => ms(row.errorCostMs)],
        ['jump', (row) => distance(row.largestJump)],
        ['jerk', ({ jerkRatio }) => shown(jerkRatio, 1)],
      ],
    ),
  }
}

/** The 99 % quantile of the first player's error, by trace and sort of movement, at one rate. */
export function errorTable(results: Results, sendHz: number): Table {
  const { motions, players, traces } = results.report
  const first = players[0]?.name ?? ''
  return {
    title: `Error p99 of ${first} at ${sendHz} snapshots per second`,
    about: 'Each figure is the error, in units of the game, that one frame in a hundred exceeds.',
    head: ['movement', ...traces.map(({ name }) => name)],
    rows: motions.map(({ name: motion }) => [
      motion,
      ...traces.map(({ name }) => distance(results.mean(name, sendHz, first, 'errorP99', motion))),
    ]),
  }
}

/** Delay, faults and cost, by player and trace, at one rate: means over the motions, with the bound. */
export function traceTables(results: Results, sendHz: number): Table[] {
  return TRACE_TABLES.map(({ quantity, what, format, bound }) => {
    const { players, traces } = results.report
    const least = traces.map(({ name }) => {
      const bounds = results.bounds(name, sendHz)
      return format(bounds ? bound(bounds) : Number.NaN)
    })
    return {
      title: `${what} at ${sendHz} snapshots per second`,
      about: 'The figures are means over all movements.',
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

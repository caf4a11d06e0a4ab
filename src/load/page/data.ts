import type { Seconds } from '../../base/units.ts'
import type { Spread } from '../histogram.ts'
import type { LoadReport, LoadSecond } from '../report/report.ts'

/** The data of the page, as JSON; its script draws from nothing else. Values have five digits, and NaN is null. */
export interface LoadPageData {
  /** The end of each second, from the start of the run; and the end of the ramp. */
  readonly atSeconds: readonly Seconds[]
  readonly rampedSeconds: Seconds
  readonly charts: readonly LoadChart[]
}

/** A chart over time. */
export interface LoadChart {
  readonly id: string
  readonly title: string
  /** What its vertical axis shows. */
  readonly up: string
  readonly digits: number
  /** A value that the axis reaches at least. */
  readonly least: number
  readonly lines: readonly LoadLine[]
}

/** A line of a chart, with a value for each second. */
export interface LoadLine {
  readonly name: string
  /** Which of the colours of the style. */
  readonly colour: number
  readonly values: readonly (number | null)[]
}

/** The colour of what should be low: red. */
const BAD = 4

/** Everything that the page of a report draws. */
export function pageDataOf({
  perSecond,
  processes,
  rampedSeconds,
  sendMs,
}: LoadReport): LoadPageData {
  const line = (name: string, of: (second: LoadSecond) => number, colour = 0): LoadLine => ({
    name,
    colour,
    values: perSecond.map((second) => short(of(second))),
  })
  const spread = (of: (second: LoadSecond) => Spread): LoadLine[] => [
    line('p50', (second) => of(second).p50),
    line('p99', (second) => of(second).p99, 1),
    line('longest', (second) => of(second).max, BAD),
  ]
  const charts: LoadChart[] = [
    {
      id: 'clients',
      title: 'Clients',
      up: 'clients',
      digits: 0,
      least: 1,
      lines: [
        line('connected', ({ connected }) => connected),
        line('joined in this second', ({ joined }) => joined, 2),
        line('failed, dropped or broken', (one) => one.failed + one.dropped + one.broken, BAD),
      ],
    },
    {
      id: 'gaps',
      title: 'Snapshot gaps',
      up: 'ms',
      digits: 0,
      least: 2 * sendMs,
      lines: spread(({ gapMs }) => gapMs),
    },
    {
      id: 'answers',
      title: 'Input answers',
      up: 'ms',
      digits: 0,
      least: 2 * sendMs,
      lines: spread(({ answerMs }) => answerMs),
    },
    {
      id: 'joins',
      title: 'Join times',
      up: 'ms',
      digits: 0,
      least: 10,
      lines: spread(({ joinMs }) => joinMs),
    },
    {
      id: 'bytes',
      title: 'Bytes of a client per second',
      up: 'bytes',
      digits: 0,
      least: 100,
      lines: [
        line('to the client', ({ bytesIn }) => bytesIn),
        line('from the client', ({ bytesOut }) => bytesOut, 1),
      ],
    },
    {
      id: 'cpu',
      title: 'CPU',
      up: '% of a processor',
      digits: 0,
      least: 100,
      lines: [
        line('generator', ({ generatorCpu }) => 100 * generatorCpu),
        ...(processes > 1
          ? [line('its busiest process', ({ busiestCpu }) => 100 * busiestCpu, 5)]
          : []),
        line('server', ({ serverCpu }) => 100 * serverCpu, 1),
      ],
    },
    {
      id: 'loop',
      title: 'Timers of the generator late',
      up: 'ms',
      digits: 1,
      least: 10,
      lines: spread(({ loopDelayMs }) => loopDelayMs),
    },
  ]
  return {
    atSeconds: perSecond.map(({ atSeconds }) => short(atSeconds) ?? 0),
    rampedSeconds,
    charts: charts.map(withValues),
  }
}

/** Leaves out lines without any value. */
const withValues = (chart: LoadChart): LoadChart => ({
  ...chart,
  lines: chart.lines.filter(({ values }) => values.some((value) => value !== null)),
})

const short = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toPrecision(5)) : null

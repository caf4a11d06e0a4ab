import type { History } from './history.ts'
import { Plot, type PlotOptions } from './plot.ts'

/** Legends of events say how often they happened within the newest second of samples. */
const SECOND = 10

const PLOTS: readonly PlotOptions[] = [
  {
    style: 'lines',
    unit: 'ms',
    unitSize: 1,
    top: 100,
    lines: [
      {
        quantity: 'rttMs',
        label: 'round trip',
        title: 'From an input to the snapshot that answers it',
        colour: '#ffd27a',
        value: (history) => whole(history.newest('rttMs')),
      },
      {
        quantity: 'delayMs',
        label: 'delay',
        title:
          'How far behind the newest data the render clock aims to show other players, at most',
        colour: '#7cc8ff',
        value: (history) => whole(history.newest('delayMs')),
      },
      {
        quantity: 'bufferMs',
        label: 'buffer',
        title:
          'How much newer the newest data is than the moment on display. Below 0, other players are extrapolated.',
        colour: '#8ee6a8',
        value: (history) => whole(history.newest('bufferMs')),
      },
    ],
  },
  {
    style: 'columns',
    unit: 'players × frames /s',
    unitSize: 1,
    // The count of one player at all times, on most screens.
    top: 60,
    lines: [
      {
        quantity: 'extrapolated',
        label: 'extrapolated',
        title:
          'Frames a second in which a player is shown past the newest data, counted for each player',
        colour: '#ffb05c',
        value: (history) => whole(history.sum('extrapolated', SECOND) / SECOND),
      },
      {
        quantity: 'stoodStill',
        label: 'frozen',
        title:
          'Frames a second in which a player stands still because data is missing, counted for each player',
        colour: '#ff6f6f',
        value: (history) => whole(history.sum('stoodStill', SECOND) / SECOND),
      },
    ],
    strokes: {
      quantity: 'corrections',
      label: 'corrected',
      title: 'Corrections of the prediction in these 20 seconds, one stroke each',
      colour: '#c99bff',
      value: (history) => whole(history.sum('corrections', history.count)),
    },
  },
  {
    style: 'areas',
    unit: 'kB/s',
    unitSize: 1000,
    top: 1000,
    lines: [
      {
        quantity: 'bytesIn',
        label: 'in',
        title: 'Bytes received per second',
        colour: '#7cc8ff',
        value: (history) => kilobytes(history.newest('bytesIn')),
      },
      {
        quantity: 'bytesOut',
        label: 'out',
        title: 'Bytes sent per second',
        colour: '#ff9ecb',
        value: (history) => kilobytes(history.newest('bytesOut')),
      },
    ],
  },
]

/** The plots of a history, one below the other. */
export class Graph {
  readonly root: HTMLElement = document.createElement('div')
  readonly #plots: readonly Plot[]

  /** `width` in CSS pixels. */
  constructor(history: History, width: number) {
    this.root.className = 'graph'
    this.#plots = PLOTS.map((options) => new Plot(history, options, width))
    this.root.append(...this.#plots.map(({ root }) => root))
  }

  /** Draws what the history holds. */
  draw(): void {
    for (let i = 0; i < this.#plots.length; i++) this.#plots[i]!.draw()
  }
}

const whole = (value: number): string => (Number.isFinite(value) ? String(Math.round(value)) : '-')

const kilobytes = (bytes: number): string =>
  Number.isFinite(bytes) ? `${(bytes / 1000).toFixed(1)} kB/s` : '-'

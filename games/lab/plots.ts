import uPlot from 'uplot'
import { make } from '../page/make.ts'
import type { LaneChapter } from './chapters.ts'
import type { Film, Quantity } from './film.ts'
import { placeAt } from './playhead.ts'

/** One plot: a line for each lane. */
interface PlotDefinition {
  readonly quantity: Quantity
  readonly title: string
  /** What to see, in one sentence. */
  readonly see: string
  /** How much of the past it shows, in seconds. */
  readonly seconds: number
  /** The chapters that have it; default: all. */
  readonly chapters?: readonly LaneChapter[]
}

const PLOTS: readonly PlotDefinition[] = [
  {
    quantity: 'meanError',
    title: 'mean interpolation error, units',
    see: 'How far each picture was from the truth, over the last seconds. The self-adjusting lanes act on this.',
    seconds: 10,
    chapters: ['smooth'],
  },
  {
    quantity: 'factor',
    title: 'smoothing factor',
    see: 'The fixed factors are level lines. The self-adjusting ones settle after a few seconds.',
    seconds: 10,
    chapters: ['smooth'],
  },
  {
    quantity: 'delay',
    title: 'delay, ms',
    see: 'How far behind the truth each lane is. A saw-tooth stands still and jumps; a level line glides.',
    seconds: 8,
  },
  {
    quantity: 'buffer',
    title: 'buffer, ms',
    see: 'How much newer the newest state is than what is shown. Below 0, a lane has to extrapolate.',
    seconds: 8,
  },
  {
    quantity: 'shown',
    title: 'displayed time, s',
    see: 'Stairs jump from state to state. Straight lines run evenly, the lower ones further in the past.',
    seconds: 1.5,
  },
  {
    quantity: 'faults',
    title: 'faulty frames so far',
    see: 'Each step up is a freeze, a rush or a leap that the eye sees.',
    seconds: 8,
  },
  {
    quantity: 'error',
    title: 'error, units',
    see: 'How far each figure is from where it really was at the moment that it shows.',
    seconds: 8,
  },
]

/** The scales reach at least this far. */
const SMALLEST_TOP: { readonly [Q in Exclude<Quantity, 'shown'>]: number } = {
  delay: 100,
  buffer: 50,
  faults: 10,
  error: 5,
  meanError: 5,
  factor: 1,
}
const HEIGHT = 92
const INK = '#aebbe0'
const LINES = 'rgb(238 243 255 / 9%)'
const FONT = '13px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'

/** A plot on the page. */
interface Plot {
  readonly definition: PlotDefinition
  readonly figure: HTMLElement
  readonly chart: uPlot
  /** From where to where its scale reaches. */
  readonly range: [number, number]
}

/** The plots of a chapter's films, which follow the playhead. */
export class Plots {
  readonly #holder: HTMLElement
  #plots: readonly Plot[] = []
  #films: readonly Film[] = []
  #seconds = new Float64Array(0)
  #chapter: LaneChapter | null = null

  constructor(holder: HTMLElement) {
    this.#holder = holder
    new ResizeObserver(() => {
      for (const { chart, figure } of this.#plots)
        chart.setSize({ width: figure.clientWidth, height: HEIGHT })
    }).observe(holder)
  }

  /** Takes other films. Their lanes are those of `chapter`. */
  setFilms(chapter: LaneChapter, films: readonly Film[]): void {
    this.#films = films
    this.#seconds = films[0]!.recording.run.frameMs.map((timeMs) => timeMs / 1000)
    if (chapter === this.#chapter) return
    this.#chapter = chapter
    for (const { chart } of this.#plots) chart.destroy()
    this.#holder.replaceChildren()
    this.#plots = PLOTS.filter(({ chapters }) => chapters?.includes(chapter) ?? true).map(
      (definition) => this.#plot(definition),
    )
  }

  /** Draws what there is up to `timeMs`. */
  draw(timeMs: number): void {
    const end = placeAt(this.#seconds, timeMs / 1000) + 1
    for (let i = 0; i < this.#plots.length; i++) {
      const { definition, chart, range } = this.#plots[i]!
      const start = placeAt(this.#seconds, timeMs / 1000 - definition.seconds) + 1
      setRange(range, definition.quantity, this.#films, start, end)
      const data: Float64Array[] = [this.#seconds.subarray(start, end)]
      for (let lane = 0; lane < this.#films.length; lane++)
        data.push(this.#films[lane]!.series[definition.quantity].subarray(start, end))
      chart.setData(data as never)
    }
  }

  #plot(definition: PlotDefinition): Plot {
    const range: [number, number] = [0, 1]
    const figure = make('figure', 'plot')
    const caption = make('figcaption')
    const title = make('b')
    title.textContent = definition.title
    caption.append(title, ` ${definition.see}`)
    figure.dataset['plot'] = definition.quantity
    figure.append(caption)
    this.#holder.append(figure)
    const axis = {
      stroke: INK,
      font: FONT,
      grid: { stroke: LINES, width: 1 },
      ticks: { show: false },
    }
    const chart = new uPlot(
      {
        width: figure.clientWidth,
        height: HEIGHT,
        padding: [6, 4, 2, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y: { range: () => range } },
        axes: [{ show: false }, { ...axis, size: 48, space: 28 }],
        series: [
          {},
          ...this.#films.map(({ lane }) => ({
            stroke: lane.colour,
            width: 1.5,
            points: { show: false },
            auto: false,
          })),
        ],
      },
      [[], ...this.#films.map(() => [])] as never,
      figure,
    )
    return { definition, figure, chart, range }
  }
}

/** Makes a scale hold all values of the frames from `start` to before `end`, and 0 unless it is about moments. */
function setRange(
  range: [number, number],
  quantity: Quantity,
  films: readonly Film[],
  start: number,
  end: number,
): void {
  let least = quantity === 'shown' ? Number.POSITIVE_INFINITY : 0
  let most = quantity === 'shown' ? Number.NEGATIVE_INFINITY : SMALLEST_TOP[quantity]
  for (let lane = 0; lane < films.length; lane++) {
    const values = films[lane]!.series[quantity]
    for (let i = start; i < end; i++) {
      if (values[i]! < least) least = values[i]!
      if (values[i]! > most) most = values[i]!
    }
  }
  const isEmpty = !(most > least)
  range[0] = isEmpty ? 0 : least
  range[1] = isEmpty ? 1 : most
}

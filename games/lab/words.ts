import type { LaneChapter } from './chapters.ts'
import type { Film } from './film.ts'

/** A figure below each picture. */
interface Figure {
  readonly label: string
  readonly title: string
  readonly read: (film: Film) => string
}

const COST: Figure = {
  label: 'cost',
  title: 'The delay, plus 20 ms for each per cent of faulty frames',
  read: ({ score }) => inMs(score.costMs),
}

/** Smoothing pays for evenness with errors of position, so here these have a price too. */
const ERROR_COST: Figure = {
  label: 'cost with error',
  title:
    'The time by which the picture is behind the truth, plus 20 ms for each per cent of frames that are faulty or visibly wrong',
  read: ({ score }) => inMs(score.errorCostMs),
}

/** The figures of a chapter's pictures, in their order. */
export const figuresOf = (chapter: LaneChapter): readonly Figure[] => [
  ...FIGURES,
  chapter === 'smooth' ? ERROR_COST : COST,
]

const FIGURES: readonly Figure[] = [
  {
    label: 'delay',
    title: 'The mean time from when something happens to when the lane shows it, network included',
    read: ({ score }) => inMs(score.delayMs),
  },
  {
    label: 'faulty',
    title: 'Share of frames in which the picture freezes, drags, hurries or leaps',
    read: ({ score }) => `${score.faultPercent.toFixed(1)} %`,
  },
  {
    label: 'error',
    title: '99 % of frames are at most this far from the truth of the moment that they show',
    read: ({ score }) => inUnits(score.errorP99),
  },
]

/** One sentence on what the figures of a chapter say. */
export function verdictOf(chapter: LaneChapter, films: readonly Film[]): string {
  const arrived = films.filter(({ score }) => Number.isFinite(score.costMs))
  if (arrived.length === 0) return 'No packet arrives, so there is nothing to show.'
  const by = (name: string): Film => films.find(({ lane }) => lane.name === name)!
  if (chapter === 'when') {
    const best = arrived.reduce((a, b) => (b.score.costMs < a.score.costMs ? b : a))
    const { delayMs, faultPercent } = best.score
    return `On these packets, “${best.lane.title}” costs least: it is ${inMs(delayMs)} behind, with ${faultPercent.toFixed(1)} % faulty frames.`
  }
  if (chapter === 'where') {
    const [linear, sent] = [by('linear').score.errorP99, by('sent').score.errorP99]
    return `In 99 % of the frames, straight lines are at most ${units(linear)} wrong, and curves with sent velocities at most ${units(sent)}, at the same delay.`
  }
  const alone = by('auto-alone')
  const onTop = by('auto-on-top')
  return `Alone, the factor adjusts itself to ${last(alone).toFixed(2)} in this minute, and on top of interpolation to ${last(onTop).toFixed(2)}.`
}

const last = ({ series }: Film): number => series.factor[series.factor.length - 1] ?? Number.NaN

const inMs = (value: number): string => (Number.isFinite(value) ? `${Math.round(value)} ms` : '-')

const inUnits = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(1)} u` : '-')

const units = (value: number): string =>
  Number.isFinite(value) ? `${value.toFixed(1)} units` : 'an unknown distance'

import { type Conditions, type Impairment, presets } from 'glissade/client'

/** The name of a preset, the same one in the API and on every page. */
type PresetName = keyof typeof presets

/** All of them, in the order in which pages list them. */
export const PRESET_NAMES = Object.keys(presets) as readonly PresetName[]

/** The label of a preset, or of another network: its name, and the figures where the name says too little. */
export const labelOf = (name: string): string => (name === 'log' ? 'log (200 ms, 15 %)' : name)

/** The values of the sliders of one direction. */
export interface Sliders {
  latencyMs: number
  jitterMs: number
  lossPercent: number
}

/** The sliders' names. */
export type Slider = keyof Sliders

/** Everything that a preset may have and no slider shows, in the words of the panel. */
const EXTRAS: readonly (readonly [words: string, isIn: (impairment: Impairment) => boolean])[] = [
  ['bursts', ({ burst }) => burst !== undefined],
  ['freezes', ({ freeze }) => freeze !== undefined],
  ['duplicates', ({ duplicate = 0 }) => duplicate > 0],
  ['overtaking', ({ reorder = 0 }) => reorder > 0],
  ['limited bandwidth', ({ bytesPerSecond = 0 }) => bytesPerSecond > 0],
]

/** The slider values of a direction. Written into `sliders`. */
export function readSliders(impairment: Impairment, sliders: Sliders): void {
  sliders.latencyMs = impairment.latencyMs ?? 0
  sliders.jitterMs = impairment.jitterMs ?? 0
  sliders.lossPercent = Math.round((impairment.loss ?? 0) * 1000) / 10
}

/** The impairment with the value of one slider. All else stays as it is. */
export function withSlider(impairment: Impairment, slider: Slider, value: number): Impairment {
  if (slider === 'lossPercent') return { ...impairment, loss: value / 100 }
  return { ...impairment, [slider]: value }
}

/** `impairment` with the sliders of `from`. */
export function withSlidersOf(from: Impairment, impairment: Impairment): Impairment {
  const { latencyMs, jitterMs, loss } = from
  return { ...impairment, latencyMs, jitterMs, loss }
}

/** Whether the sliders of both directions have the same values. */
export function areAlike({ up, down }: Conditions): boolean {
  return (
    (up.latencyMs ?? 0) === (down.latencyMs ?? 0) &&
    (up.jitterMs ?? 0) === (down.jitterMs ?? 0) &&
    (up.loss ?? 0) === (down.loss ?? 0)
  )
}

/** The effects beyond the sliders, as '+ bursts, freezes', or '' for none. */
export function extrasOf({ up, down }: Conditions): string {
  const words = EXTRAS.filter(([, isIn]) => isIn(up) || isIn(down)).map(([name]) => name)
  return words.length === 0 ? '' : `+ ${words.join(', ')}`
}

/** Whether packets pass at once. */
export function isCalm(conditions: Conditions): boolean {
  const { up, down } = conditions
  const sum = [up, down].reduce(
    (all, { latencyMs = 0, jitterMs = 0, loss = 0 }) => all + latencyMs + jitterMs + loss,
    0,
  )
  return sum === 0 && extrasOf(conditions) === ''
}

import { allMotions } from 'glissade/score'
import { CHAPTERS, type ChapterName } from './chapters.ts'
import { type Impairments, NETWORKS, type NetworkName } from './networks.ts'

/** Everything that the page can be set to. The address holds it. */
export interface Settings extends Impairments {
  readonly chapter: ChapterName
  readonly network: NetworkName
  /** Snapshots per second. */
  readonly sendHz: number
  /** Frames per second of the display. */
  readonly refreshHz: number
  /** Steps per second of the server's simulation. A snapshot holds the state of the last step. */
  readonly stepHz: number
  /** The name of what moves, one of the scorer's motions. */
  readonly motion: string
  /** The delay of all lanes with a fixed delay, in ms behind the fastest packet. */
  readonly delayMs: number
  /** The fixed smoothing factor, the part of the way per frame at 60 Hz. */
  readonly factor: number
}

/** A setting with a slider. */
export interface NumberSetting {
  readonly key: KeyOf<number>
  /** Its name in the address. */
  readonly word: string
  readonly label: string
  readonly unit: string
  readonly least: number
  readonly most: number
  readonly step: number
}

type KeyOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings]

const slider = (
  key: KeyOf<number>,
  word: string,
  label: string,
  unit: string,
  [least, most, step]: readonly [number, number, number],
): NumberSetting => ({ key, word, label, unit, least, most, step })

export const NUMBERS: readonly NumberSetting[] = [
  slider('latencyMs', 'latency', 'latency', 'ms', [0, 400, 5]),
  slider('jitterMs', 'jitter', 'jitter', 'ms', [0, 150, 1]),
  slider('lossPercent', 'loss', 'loss', '%', [0, 50, 1]),
  slider('sendHz', 'send', 'send rate', 'Hz', [2, 60, 1]),
  slider('stepHz', 'step', 'step rate', 'Hz', [10, 120, 1]),
  slider('refreshHz', 'refresh', 'refresh rate', 'Hz', [20, 240, 1]),
  slider('delayMs', 'delay', 'fixed delay', 'ms', [0, 400, 5]),
  slider('factor', 'factor', 'smoothing factor', '', [0.02, 1, 0.01]),
]

/** The settings that the address does not name. */
export const DEFAULTS: Settings = {
  chapter: 'when',
  network: 'far',
  latencyMs: NETWORKS.far.latencyMs,
  jitterMs: NETWORKS.far.jitterMs,
  lossPercent: NETWORKS.far.lossPercent,
  link: 'datagram',
  sendHz: 20,
  stepHz: 60,
  refreshHz: 60,
  motion: 'platformer',
  delayMs: 100,
  factor: 0.2,
}

/** Where a network puts the sliders. */
export function slidersOf(
  network: NetworkName,
): Pick<Settings, 'latencyMs' | 'jitterMs' | 'lossPercent'> {
  if (network === 'file') return { latencyMs: 0, jitterMs: 0, lossPercent: 0 }
  const { latencyMs, jitterMs, lossPercent } = NETWORKS[network]
  return { latencyMs, jitterMs, lossPercent }
}

const WORDS = {
  chapter: CHAPTERS.map(({ name }) => name as string),
  network: [...Object.keys(NETWORKS), 'file'],
  link: ['datagram', 'ordered'],
  motion: allMotions.map(({ name }) => name),
}

/**
 * Reads the query of an address. A value that is not understood keeps its default, and `problems` says so, in one sentence for
 * each. Never throws.
 */
export function readSettings(query: URLSearchParams): { settings: Settings; problems: string[] } {
  const problems: string[] = []
  const settings: { -readonly [K in keyof Settings]: Settings[K] } = { ...DEFAULTS }
  for (const word of ['chapter', 'network', 'link', 'motion'] as const) {
    const text = query.get(word)
    if (text === null) continue
    if (WORDS[word].includes(text)) Object.assign(settings, { [word]: text })
    else
      problems.push(
        `${word} is "${shortened(text)}", but must be one of ${WORDS[word].join(', ')}.`,
      )
  }
  Object.assign(settings, slidersOf(settings.network))
  for (const { key, word, least, most } of NUMBERS) {
    const text = query.get(word)
    if (text === null) continue
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (value >= least && value <= most) settings[key] = value
    else
      problems.push(
        `${word} is "${shortened(text)}", but must be a number from ${least} to ${most}.`,
      )
  }
  return { settings, problems }
}

/** Writes settings into the query of an address, and leaves out what the page does by itself. Other words stay. */
export function writeSettings(settings: Settings, query: URLSearchParams): void {
  const usual = { ...DEFAULTS, ...slidersOf(settings.network) }
  const write = (word: string, key: keyof Settings): void => {
    if (settings[key] === usual[key]) query.delete(word)
    else query.set(word, String(settings[key]))
  }
  for (const word of ['chapter', 'network', 'link', 'motion'] as const) write(word, word)
  for (const { key, word } of NUMBERS) write(word, key)
}

/** A text from an address, as a message can quote it. */
function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text
}

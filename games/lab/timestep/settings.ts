/** What the bench of the four loops can be set to. */
export interface TimestepSettings {
  /** How often the simulated display shows a frame, in Hz: an integer from 10 to 240. */
  readonly refreshHz: number
  /** Whether frames differ in length, by up to 40 % of the usual length. */
  readonly isUneven: boolean
  /** Steps per second of the loops that have a step length, in Hz: an integer from 10 to 240. */
  readonly stepHz: number
  /** Stiffness of the spring in N/m: an integer from 100 to 4000. The weight is 1 kg. */
  readonly stiffness: number
  /** Simulated time per frame time, from 0.05 (slow motion) to 2. */
  readonly timeScale: number
  /** Whether a step takes longer to compute than the time that it simulates. */
  readonly isOverloaded: boolean
}

/** The fastest time scale. */
export const FASTEST = 2

/** A setting that has a number. */
export interface NumberSetting {
  readonly key: 'refreshHz' | 'stepHz' | 'stiffness' | 'timeScale'
  /** Its name in the query of an address. */
  readonly word: string
  readonly label: string
  readonly unit: string
  readonly from: number
  readonly to: number
  /** Distance of two neighbouring values. */
  readonly every: number
}

/** A setting that is on or off. */
export interface SwitchSetting {
  readonly key: 'isUneven' | 'isOverloaded'
  /** Its name in the query of an address. */
  readonly word: string
  readonly label: string
}

export const NUMBERS: readonly NumberSetting[] = [
  {
    key: 'refreshHz',
    word: 'loop-refresh',
    label: 'refresh rate',
    unit: 'Hz',
    from: 10,
    to: 240,
    every: 1,
  },
  { key: 'stepHz', word: 'loop-step', label: 'step rate', unit: 'Hz', from: 10, to: 240, every: 1 },
  {
    key: 'stiffness',
    word: 'loop-stiffness',
    label: 'stiffness',
    unit: 'N/m',
    from: 100,
    to: 4000,
    every: 50,
  },
  {
    key: 'timeScale',
    word: 'loop-scale',
    label: 'time scale',
    unit: 'x',
    from: 0.05,
    to: FASTEST,
    every: 0.05,
  },
]

export const SWITCHES: readonly SwitchSetting[] = [
  { key: 'isUneven', word: 'loop-uneven', label: 'uneven frames' },
  { key: 'isOverloaded', word: 'loop-overload', label: 'overload' },
]

/** The settings at first: a slow display, at which each of the four loops shows its own behaviour. */
export const DEFAULTS: TimestepSettings = {
  refreshHz: 24,
  isUneven: false,
  stepHz: 60,
  stiffness: 2500,
  timeScale: 1,
  isOverloaded: false,
}

/** A situation that is worth a look, and what it sets. */
export interface Situation {
  readonly name: string
  readonly settings: TimestepSettings
}

export const SITUATIONS: readonly Situation[] = [
  { name: 'Slow display', settings: DEFAULTS },
  { name: 'Fast display', settings: { ...DEFAULTS, refreshHz: 144 } },
  { name: 'Uneven frames', settings: { ...DEFAULTS, refreshHz: 60, isUneven: true } },
  { name: 'Slow motion', settings: { ...DEFAULTS, refreshHz: 60, timeScale: 0.1 } },
  { name: 'Overload', settings: { ...DEFAULTS, refreshHz: 60, isOverloaded: true } },
]

/** What `readTimestep` has found. */
export interface TimestepQuery {
  readonly settings: TimestepSettings
  /** One sentence for each entry that is not understood; its default is used instead. */
  readonly problems: readonly string[]
}

/** Reads the bench's part of the query of an address. Never throws. */
export function readTimestep(query: URLSearchParams): TimestepQuery {
  const settings = { ...DEFAULTS }
  const problems: string[] = []
  for (const { key, word, from, to } of NUMBERS) {
    const text = query.get(word)
    if (text === null) continue
    const value = Number(text)
    const isWhole = key === 'timeScale' || Number.isInteger(value)
    if (text.trim() !== '' && isWhole && value >= from && value <= to) settings[key] = value
    else
      problems.push(
        `${word} is '${text}', but must be ${key === 'timeScale' ? 'a number' : 'an integer'} from ${from} to ${to}.`,
      )
  }
  for (const { key, word } of SWITCHES) {
    const text = query.get(word)
    if (text === null) continue
    if (text === '0' || text === '1') settings[key] = text === '1'
    else problems.push(`${word} is '${text}', but must be 0 or 1.`)
  }
  return { settings, problems }
}

/** Writes the settings into the query of an address. Settings with their default value are left out. */
export function writeTimestep(settings: TimestepSettings, query: URLSearchParams): void {
  for (const { key, word } of NUMBERS)
    put(query, word, settings[key] === DEFAULTS[key] ? '' : String(settings[key]))
  for (const { key, word } of SWITCHES)
    put(query, word, settings[key] === DEFAULTS[key] ? '' : settings[key] ? '1' : '0')
}

function put(query: URLSearchParams, word: string, text: string): void {
  if (text === '') query.delete(word)
  else query.set(word, text)
}

import {
  fileOf,
  integer,
  list,
  numberWithin,
  optionalFile,
  parseWords,
  WrongArguments,
} from './words.ts'

export { WrongArguments } from './words.ts'

/** The arguments of `glissade score`. Names are not looked up yet. */
export interface ScoreRequest {
  /** Whether to print only the help. */
  readonly help: boolean
  /** Names of built-in traces, such as `gilbert` or `gilbert/tcp`; empty for none. */
  readonly traces: readonly string[]
  /** Files of captured traces. */
  readonly traceFiles: readonly string[]
  /** Snapshots per second. */
  readonly rates: readonly number[]
  /** Names of motions; undefined for the scorer's default. */
  readonly motions: readonly string[] | undefined
  /** Names of players; undefined for all. */
  readonly players: readonly string[] | undefined
  /** Length of every run, including 10 s of warm-up that do not count. */
  readonly seconds: number
  readonly seed: number
  /** Files to write; undefined for none. */
  readonly jsonFile: string | undefined
  readonly htmlFile: string | undefined
  readonly docsFile: string | undefined
}

/** The traces that are played unless the user names others. */
export const DEFAULT_TRACES: readonly string[] = [
  'const50',
  'article200',
  'gilbert',
  'wifi-spike',
  'route-step',
  'skew200',
  'bufferbloat',
  'lte-tail',
  'article200/tcp',
  'gilbert/tcp',
]

const DEFAULT_RATES = [10, 20, 30]
const DEFAULT_SECONDS = 120
/** Above the 10 s of warm-up that do not count. */
const LEAST_SECONDS = 12
const MOST_SECONDS = 3600

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  trace: { type: 'string', multiple: true },
  traces: { type: 'string' },
  rates: { type: 'string' },
  motions: { type: 'string' },
  players: { type: 'string' },
  seconds: { type: 'string' },
  seed: { type: 'string' },
  json: { type: 'string' },
  html: { type: 'string' },
  docs: { type: 'string' },
} as const

/** Reads the words after `glissade score`. Throws `WrongArguments`. */
export function readArguments(words: readonly string[]): ScoreRequest {
  const { values } = parseWords(words, OPTIONS)
  return {
    help: values.help ?? false,
    traces: values.traces === 'none' ? [] : (list(values.traces, '--traces') ?? DEFAULT_TRACES),
    traceFiles: (values.trace ?? []).map((file) => fileOf(file, '--trace')),
    rates: (list(values.rates, '--rates') ?? DEFAULT_RATES).map((rate) =>
      numberWithin(rate, '--rates', 1, 60),
    ),
    motions: list(values.motions, '--motions'),
    players: list(values.players, '--players'),
    seconds: numberWithin(
      values.seconds ?? DEFAULT_SECONDS,
      '--seconds',
      LEAST_SECONDS,
      MOST_SECONDS,
    ),
    seed: integer(values.seed ?? 1, '--seed'),
    jsonFile: optionalFile(values.json, '--json'),
    htmlFile: optionalFile(values.html, '--html'),
    docsFile: optionalFile(values.docs, '--docs'),
  }
}

/** Finds the `names` among `known`. Throws `WrongArguments`, which lists the known names. */
export function chosen<T extends { readonly name: string }>(
  names: readonly string[] | undefined,
  known: readonly T[],
  what: string,
): readonly T[] {
  return (names ?? known.map(({ name }) => name)).map((name) => {
    const found = known.find((one) => one.name === name)
    if (found) return found
    const all = known.map((one) => one.name).join(', ')
    throw new WrongArguments(`there is no ${what} '${name}', only ${all}`)
  })
}

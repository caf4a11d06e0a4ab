import { bitsOf, type Column, type Kind, levelsOf, placesOf, type State } from './columns.ts'

/** What docs/WIRE-DENSE.md needs to know of a column. */
export interface DenseColumn {
  /** Its place in a state. */
  readonly at: number
  readonly op: Column['op']
  readonly levels: number
  readonly bits: number
  /** How a number of up to 29 bits is foretold; '' for what is none. */
  readonly foretold: '' | 'held' | 'moved' | 'driven' | 'turned'
  /** Of a driven one: the place of its velocity, how far a unit of it goes in a subtick, and its number of standstill. */
  readonly velocity: number
  readonly gain: number
  readonly still: number
  /** The names of its own models, and of those of columns like it. */
  readonly own: string
  readonly shared: string
}

/** A kind of entity. */
export interface DenseKind {
  readonly index: number
  readonly hasTurns: boolean
  readonly isDriven: boolean
  /** In the order of coding. */
  readonly columns: readonly DenseColumn[]
  /** Which reference its columns are related to, and which columns they are; -1: none. */
  readonly relatedTo: number
  readonly nearBy: readonly DenseColumn[]
}

/** A kind whose columns may say what reference they are related to. */
export interface RelatedKind extends Kind {
  readonly columns: readonly (Column & { readonly relatedTo?: number })[]
}

/** The columns of a kind that travel to everybody. */
export function denseKind(kind: RelatedKind, index: number, stepHz: number): DenseKind {
  const { columns } = kind
  const isVelocity = (at: number) => columns.some((c) => c.velocity === at)
  const places = placesOf(kind, 'shared')
  const order = [...places.filter(isVelocity), ...places.filter((at) => !isVelocity(at))]
  const made = order.map((at) => denseColumn(kind, index, at, stepHz, isVelocity(at)))
  const nearBy = places.filter((at) => (columns[at]!.relatedTo ?? -1) >= 0)
  return {
    index,
    hasTurns: made.some((c) => c.foretold === 'turned'),
    isDriven: made.some((c) => c.foretold === 'driven'),
    columns: made,
    relatedTo: nearBy.length > 0 ? columns[nearBy[0]!]!.relatedTo! : -1,
    nearBy: nearBy.map((at) => made.find((c) => c.at === at)!),
  }
}

function denseColumn(
  { columns }: Kind,
  kind: number,
  at: number,
  stepHz: number,
  isVelocity: boolean,
): DenseColumn {
  const c = columns[at]!
  const levels = levelsOf(c, 'coarse')
  const bits = c.op === 'text' ? 0 : bitsOf(c, 'coarse')
  const v = columns[c.velocity]
  const velocityStep = v ? v.step * v.ratio : 0
  const isNumber = (c.op === 'grid' || c.op === 'angle' || c.op === 'third') && bits < 30
  const gain = velocityStep / (256 * stepHz * (c.step * c.ratio))
  const foretold = isNumber ? waysOf(c, isVelocity) : ''
  return {
    ...{ at, op: c.op, levels, bits, foretold, gain },
    velocity: c.velocity,
    still: v ? -v.min / velocityStep : 0,
    own: `${kind} column ${at}`,
    shared: `${kind} like ${foretold} ${c.op === 'angle'} ${levels} ${gain}`,
  }
}

function waysOf(c: Column, isVelocity: boolean): DenseColumn['foretold'] {
  if (c.velocity >= 0) return 'driven'
  if (c.op === 'third') return 'turned'
  const isShownOnCurve = c.op === 'angle' || c.curve !== 'step'
  return isShownOnCurve && !isVelocity ? 'moved' : 'held'
}

/** What a column's number is after something was added to it. */
export function within(c: DenseColumn, value: number): number {
  if (c.op !== 'angle') return Math.min(Math.max(value, 0), c.levels)
  const count = c.levels + 1
  return ((value % count) + count) % count
}

/** The difference of two numbers of a column. */
export function apart(c: DenseColumn, difference: number): number {
  if (c.op !== 'angle') return difference
  const ahead = within(c, difference)
  return ahead > (c.levels + 1) / 2 ? ahead - c.levels - 1 : ahead
}

/** What a record's state is told between. */
export interface Between {
  readonly base: State
  readonly before: State | undefined
  readonly elapsed: number
  readonly span: number
}

/** How far a driven number is foretold to go, a fraction. */
export function wayOf(c: DenseColumn, base: State, now: State, elapsed: number): number {
  const from = Number(base[c.velocity]) - c.still
  const to = Number(now[c.velocity]) - c.still
  return (elapsed * from + (to - from) * (elapsed + 256) * 0.5) * c.gain
}

/** What a number is foretold to be; the new velocities are in `now`. */
export function foretoldOf(c: DenseColumn, now: State, between: Between): number {
  const { base, before, elapsed, span } = between
  const was = Number(base[c.at])
  if (c.foretold === 'driven') return within(c, was + Math.round(wayOf(c, base, now, elapsed)))
  if (c.foretold !== 'moved' || !before) return was
  if (elapsed <= 0 || span <= 0 || elapsed > 8 * span) return was
  const went = apart(c, was - Number(before[c.at]))
  return within(c, was + Math.round((went * elapsed) / span))
}

/** How a column differed between before and base, as whole numbers; 0 for a text. */
export function changeOf(c: DenseColumn, { base, before }: Between): number {
  return before && c.op !== 'text' ? Number(base[c.at]) - Number(before[c.at]) : 0
}

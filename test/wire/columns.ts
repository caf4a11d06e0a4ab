import { type Bits, need } from './bits.ts'

type Op =
  | 'flag'
  | 'grid'
  | 'angle'
  | 'choice'
  | 'bits'
  | 'text'
  | 'ref'
  | 'largest'
  | 'third'
  | 'press'

/** What a golden says of a column. */
export interface Column {
  readonly name: string
  readonly part: string
  readonly op: Op
  readonly seen: 'all' | 'told' | 'own' | 'once' | 'hidden' | 'input'
  readonly curve: string
  /** Which column is its velocity; -1: none. */
  readonly velocity: number
  /** The grid that the owner gets; everybody else's has `ratio` times the step. For a text `levels` is its length. */
  readonly min: number
  readonly step: number
  readonly levels: number
  readonly ratio: number
  /** The number of the default. */
  readonly initial: number
  /** Whether it has a rest. */
  readonly isFine?: true
}

/** A kind of entity or event. */
export interface Kind {
  readonly name: string
  readonly columns: readonly Column[]
}

/** A state: what each column is, a text as itself. */
export type State = (number | string)[]

/** What grid a state is on: its owner's, or everybody's. */
export type Grid = 'fine' | 'coarse'

/** A column's greatest number. */
export function levelsOf(c: Column, grid: Grid): number {
  return grid === 'fine' ? c.levels : Math.round(c.levels / c.ratio)
}

/** The bits that its numbers need. */
export function bitsOf(c: Column, grid: Grid): number {
  return Math.ceil(Math.log2(levelsOf(c, grid) + 1))
}

/** Which columns travel: to everybody whenever they change, to everybody on entering, to the owner alone. */
export function placesOf(
  { columns }: Kind,
  which: 'shared' | 'entering' | 'private' | 'every',
): number[] {
  const isIn = ({ seen, ratio }: Column) => {
    const isShared = seen === 'all' || seen === 'told'
    if (which === 'every') return seen !== 'hidden'
    if (seen === 'input') return which === 'shared' || which === 'entering'
    if (which === 'private') return seen === 'own' || seen === 'once' || (isShared && ratio !== 1)
    return isShared || (which === 'entering' && seen === 'once')
  }
  return [...columns.keys()].filter((i) => isIn(columns[i]!))
}

/** One column as it is. */
export function readColumn(bits: Bits, c: Column, grid: Grid): number | string {
  if (c.op !== 'text') return bits.upTo(levelsOf(c, grid), bitsOf(c, grid))
  const text = bits.text(8)
  need(text.length <= c.levels, 'a text that is too long')
  return text
}

/** *Whole columns*. */
export function readWhole(
  bits: Bits,
  { columns }: Kind,
  places: readonly number[],
  grid: Grid,
  to: State,
): void {
  for (const i of places) to[i] = readColumn(bits, columns[i]!, grid)
}

/** *Changed columns*. */
export function readChanged(
  bits: Bits,
  { columns }: Kind,
  places: readonly number[],
  grid: Grid,
  to: State,
): void {
  for (const i of places) if (bits.flag()) to[i] = readColumn(bits, columns[i]!, grid)
}

/** The *rests*, which follow the columns in a state of its owner. */
export function readRests(bits: Bits, { columns }: Kind, isWhole: boolean, to: State): void {
  for (const i of restPlaces({ columns })) if (isWhole || bits.flag()) to[i] = bits.u(13) - 4096
}

/** Where the rests are in such a state. */
export function restPlaces({ columns }: Pick<Kind, 'columns'>): number[] {
  return columns.filter((c) => c.isFine).map((_, n) => columns.length + n)
}

/** A state before anything was told. */
export function emptyState({ columns }: Kind): State {
  return columns.map((c) => (c.op === 'text' ? '' : 0))
}

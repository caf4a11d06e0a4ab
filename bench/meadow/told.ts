import type { Kind } from '../../src/game/define-game.ts'
import * as OP from '../../src/game/op.ts'
import type { Column } from '../../src/game/schema.ts'
import type { AnyRoom } from '../../src/server/define-room.ts'
import type { RecordSource } from '../../src/wire/records/columns.ts'

/** A field that everybody is told: a text, or a number of a grid. */
export interface ToldField {
  readonly name: string
  /** Null for a number. */
  readonly textLength: number | null
  /** What the whole number 0 stands for, how far neighbours are apart, and the greatest of them. */
  readonly min: number
  readonly step: number
  readonly levels: number
}

/** A kind of which everybody is told something. */
export interface ToldKind {
  readonly name: string
  /** Whether a client is told only of those that it sees. */
  readonly isPlaced: boolean
  readonly fields: readonly ToldField[]
}

/** What everybody is told of an entity, by field: numbers on the grid that others get, choices by their place. */
export type Told = Readonly<Record<string, number | string>>

/** What a room tells everybody, kind by kind. */
export function toldKinds({ game, definition }: AnyRoom): ToldKind[] {
  return game.kinds.map((kind: Kind) => ({
    name: kind.name,
    isPlaced: definition.interest?.at[kind.name] !== undefined,
    fields: columnsOf(kind).map(([c]) => fieldOf(c)),
  }))
}

const numbers = new Float64Array(256)

/** What everybody is told of an entity with these numbers. */
export function toldOf(kind: Kind, { row, offset, texts }: RecordSource): Told {
  const { schema } = kind
  schema.coarseToNumbers(row, offset, numbers, 0)
  const told: Record<string, number | string> = {}
  for (const [c, i] of columnsOf(kind))
    told[String(c.name)] = c.op === OP.text ? texts[schema.textIndex[i]!]! : numbers[i]!
  return told
}

/** The columns of a game's own fields that everybody gets, each with its place. */
function columnsOf({ schema }: Kind): [Column, number][] {
  return [...schema.viewed]
    .map((i): [Column, number] => [schema.columns[i]!, i])
    .filter(([c]) => typeof c.name === 'string')
}

function fieldOf(c: Column): ToldField {
  return {
    name: String(c.name),
    textLength: c.op === OP.text ? c.levels : null,
    min: c.op === OP.grid ? c.min : 0,
    step: c.op === OP.grid ? c.step * c.ratio : 1,
    levels: c.coarseLevels,
  }
}

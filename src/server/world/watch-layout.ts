import { GROUP_FIELDS } from '../../game/code-copies.ts'
import type { Schema } from '../../game/schema.ts'
import {
  Group,
  NumberFields,
  OtherFields,
  TurnFields,
  type WatchedFields,
} from './watched-fields.ts'

/** The layout of a schema's objects: its vectors, its fields in groups, and how many numbers and others a row has. */
export interface Layout {
  readonly vectors: readonly (string | symbol)[]
  /** Numbers apart from rotations, and all other fields. */
  readonly numbers: readonly NumberFields[]
  readonly others: readonly WatchedFields[]
  readonly width: number
  readonly otherWidth: number
}

const layouts = /* @__PURE__ */ new WeakMap<Schema, Layout>()

/** Returns the layout of a schema, which is made once. */
export function layoutOf(schema: Schema): Layout {
  let layout = layouts.get(schema)
  if (!layout) layouts.set(schema, (layout = layOut(schema)))
  return layout
}

function layOut(schema: Schema): Layout {
  const { columns, every } = schema
  const partsOf = (name: string | symbol) =>
    every.filter((i) => columns[i]!.name === name && columns[i]!.part !== '')
  const vectors = [...new Set(columns.map((c) => c.name))].filter(
    (name) => partsOf(name).length > 0,
  )
  const numbers: NumberFields[] = []
  const others: WatchedFields[] = []
  const add = (which: Int32Array, holder: number, at: number): number => {
    let end = at
    for (let from = 0; from < which.length; from += GROUP_FIELDS, end += GROUP_FIELDS) {
      const group = new Group(schema, which.slice(from, from + GROUP_FIELDS), holder, end)
      const { code, access } = group.columns[0]!
      if (code) others.push(new TurnFields(group))
      else if (access) numbers.push(new NumberFields(group))
      else others.push(new OtherFields(group))
    }
    return end
  }
  const alone = every.filter((i) => columns[i]!.part === '')
  const isNumber = (i: number) => columns[i]!.access !== null
  let width = add(alone.filter(isNumber), 0, 0)
  for (const [v, name] of vectors.entries()) width = add(partsOf(name), v + 1, width)
  const rest = alone.filter((i) => !isNumber(i))
  return { vectors, numbers, others, width, otherWidth: add(rest, 0, 0) }
}

import { misuse, shown } from '../../base/settings.ts'
import * as OP from '../../game/op.ts'
import type { Column, Schema } from '../../game/schema.ts'

/** Whether a value is one that a column can have. A number may be any, because it is rounded at the end of a step. */
export function isValue(c: Column, value: unknown): boolean {
  switch (c.op) {
    case OP.flag:
      return typeof value === 'boolean'
    case OP.choice:
      return c.choices.includes(value as string)
    case OP.bits:
      return isWhole(value, 0, c.levels)
    case OP.ref:
      return value === null || isWhole(value, 1, c.levels)
    case OP.text:
      return c.list ? Array.isArray(value) : typeof value === 'string'
    default:
      return typeof value === 'number'
  }
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}

/**
 * Throws `misuse` unless the values are such as the fields of `schema` have. `name`: what they are called. `isWhole`: whether no
 * field may be missing. Unknown fields are left to whoever sets them.
 */
export function checkValues(schema: Schema, values: unknown, name: string, isWhole: boolean): void {
  if (!isObject(values)) misuse(name, shown(values), 'an object')
  for (const field of schema.names) {
    const columns = schema.columns.filter((c) => c.name === field)
    if (!Object.hasOwn(values, field)) {
      if (isWhole) misuse(`${name}.${field}`, 'missing', 'there')
      continue
    }
    const value = values[field]
    const [first] = columns
    if (first!.part === '') {
      if (!isValue(first!, value)) misuse(`${name}.${field}`, shown(value), needOf(first!))
      continue
    }
    const parts = columns.map(({ part }) => part as string)
    if (!isObject(value) || Object.keys(value).some((part) => !parts.includes(part)))
      misuse(`${name}.${field}`, shown(value), `an object with ${parts.join(', ')}`)
    for (const c of columns)
      if (c.part in value && !isValue(c, value[c.part]))
        misuse(`${name}.${field}.${c.part}`, shown(value[c.part]), needOf(c))
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function needOf({ op, levels, choices, list }: Column): string {
  switch (op) {
    case OP.flag:
      return 'true or false'
    case OP.choice:
      return `one of ${choices.join(', ')}`
    case OP.bits:
      return `a whole number from 0 to ${levels}`
    case OP.ref:
      return 'the id of an entity, or null'
    case OP.text:
      return list ? 'a list' : 'a text'
    default:
      return 'a number'
  }
}

import { GlissadeError } from '../../base/error.ts'
import type { Identity } from '../../game/infer.ts'
import { unknownField } from '../../game/misfits.ts'
import type { Column, Holder, Schema } from '../../game/schema.ts'

/*
 * What an entity's fields are is known, so a write to another name is a mistake, and so is a change within a list, which nobody
 * would be told of. Both are found at the place of the mistake, without a price for correct writes: an object's own fields are
 * written as before, and everything else asks its prototype.
 */

const prototypes = /* @__PURE__ */ new WeakMap<Schema, object>()
/** Whose a list is, for errors. */
const owners = /* @__PURE__ */ new WeakMap<
  object,
  { readonly object: Holder; readonly name: string }
>()

/** Creates an object of a schema. Writing a field that it does not have, or into one of its lists, throws `misuse`. */
export function guardedObject(schema: Schema): Holder {
  let prototype = prototypes.get(schema)
  if (!prototype) prototypes.set(schema, (prototype = makePrototype(schema)))
  const object = schema.create(prototype)
  for (let k = 0; k < schema.texts.length; k++) {
    const c = schema.columns[schema.texts[k]!]!
    if (c.list) object[c.name] = guardedList(object[c.name] as unknown[], object, c)
  }
  return object
}

function makePrototype(schema: Schema): object {
  return new Proxy(
    {},
    {
      set(_target, name, value, receiver: Holder & Partial<Identity>) {
        // A field that the game has deleted comes back. Symbols are no fields.
        if (typeof name === 'string' && !schema.names.includes(name)) {
          const { kind, id } = receiver
          throw unknownField(kind ? `${kind} ${id}` : 'world.room', name, schema)
        }
        return Reflect.defineProperty(receiver, name, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        })
      },
    },
  )
}

/** The names of an array's functions that would change it. */
const CHANGING = [
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
] as const

let listPrototype: object | undefined

function makeListPrototype(): object {
  const prototype: object = Object.create(Array.prototype)
  for (const change of CHANGING)
    Object.defineProperty(prototype, change, {
      value(this: object) {
        const { object, name } = owners.get(this)!
        const { kind, id } = object as Partial<Identity>
        const whose = kind ? `${kind} ${id}` : 'world.room'
        throw new GlissadeError(
          'misuse',
          `${whose}: '${name}' is readonly, so ${change} cannot change it: assign a new array, as in ${name} = [...${name}, one]`,
        )
      },
    })
  return prototype
}

/**
 * Returns a list of which `push` and its like say that it is readonly, and what to do. `object` has it in the field `c`. Copies
 * a list that was not made so for this object.
 */
export function guardedList(
  list: readonly unknown[],
  object: Holder,
  c: Column,
): readonly unknown[] {
  if (owners.get(list)?.object === object) return list
  const copy = [...list]
  listPrototype ??= makeListPrototype()
  owners.set(copy, { object, name: String(c.name) })
  return Object.freeze(Object.setPrototypeOf(copy, listPrototype))
}

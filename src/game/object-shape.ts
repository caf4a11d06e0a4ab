/** A plain object that holds the fields of a record. */
export type Holder = Record<string | symbol, unknown>

/**
 * An empty object of a shape that only holders of the same symbol share. V8 keeps one tree of shapes for all objects
 * that begin as `{}`: a field that is a number here and a text in anybody else's object gets its number boxed.
 */
export function ownShape(shape: symbol): Holder {
  return Object.defineProperty({}, shape, { value: true }) as Holder
}

/**
 * The property of a vector. What is set to it is copied: two entities that shared one object would be moved by each
 * other's game. One getter and one setter serve all objects, which so have one shape.
 */
export class VectorProperty {
  readonly #name: string | symbol
  readonly #property: PropertyDescriptor & ThisType<Holder>
  readonly #own = Symbol('vector')

  constructor(name: string | symbol, parts: readonly string[]) {
    const own = this.#own
    this.#name = name
    this.#property = {
      enumerable: true,
      configurable: true,
      get() {
        return this[own]
      },
      set(value: Holder) {
        const vector = this[own] as Holder
        for (let k = 0; k < parts.length; k++) vector[parts[k]!] = value[parts[k]!]
      },
    }
  }

  addTo(object: Holder, vector: Holder): void {
    Object.defineProperty(object, this.#own, { value: vector })
    Object.defineProperty(object, this.#name, this.#property)
  }
}

/** Adds a field. Set by a computed name instead, more than 16 of them would make the object a slow hash table. */
export function add(object: Holder, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}

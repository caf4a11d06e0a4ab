import { GlissadeError } from '../base/error.ts'

/** A plain object that holds the fields of a record. */
export type Holder = Record<string | symbol, unknown>

/**
 * Returns an empty object whose shape only objects made with the same symbol share. V8 keeps one tree of shapes for all objects
 * that begin as `{}`. `prototype`: default `Object.prototype`. A number is boxed if its field holds a text in any other object
 * of that tree.
 */
export function ownShape(shape: symbol, prototype?: object): Holder {
  // Not `Object.create`, whose objects box their numbers.
  const object = prototype ? { __proto__: prototype } : {}
  return Object.defineProperty(object, shape, { value: true }) as Holder
}

/**
 * The property of a vector. Setting it copies the parts, because two entities that shared one vector object would move each
 * other. One getter and one setter serve all objects, which therefore have one shape.
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
        if (parts.some((part) => typeof value?.[part] !== 'number')) {
          const whose = this['kind'] ? `${this['kind']} ${this['id']}: ` : ''
          const takes = `'${String(name)}' takes an object with numbers ${parts}`
          throw new GlissadeError('misuse', whose + takes)
        }
        for (let k = 0; k < parts.length; k++) vector[parts[k]!] = value[parts[k]!]
      },
    }
  }

  addTo(object: Holder, vector: Holder): void {
    Object.defineProperty(object, this.#own, { value: vector })
    Object.defineProperty(object, this.#name, this.#property)
  }
}

/** Adds a field. With assignments to more than 16 computed names, V8 would turn the object into a slow hash table. */
export function add(object: Holder, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}

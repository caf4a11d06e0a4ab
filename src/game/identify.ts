import type { Identity } from './infer.ts'
import type { Holder } from './schema.ts'

/** Names an entity in an object that shows it: for good, unless `mayChange`. */
export function identify(object: Holder, identity: Identity, mayChange = false): void {
  for (const [name, value] of Object.entries(identity))
    Object.defineProperty(object, name, { value, enumerable: true, configurable: mayChange })
}

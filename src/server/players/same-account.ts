/** Whether what `authenticate` returned `before` and what it returns `now` are the same account. */
export type SameAccount = (before: unknown, now: unknown) => boolean

/** Anything nested deeper counts as different, because an account may contain itself. */
const MOST_DEPTH = 16

/**
 * Whether two accounts are the same. Two objects that both have an `id` are compared by it. Other plain objects, arrays and
 * dates are compared by their contents. Anything else has to be the very same value, because an object of a class may hide
 * some of its state.
 */
export function isSameAccount(before: unknown, now: unknown): boolean {
  const [idBefore, idNow] = [idOf(before), idOf(now)]
  if (idBefore !== undefined && idNow !== undefined) return holdSame(idBefore, idNow, MOST_DEPTH)
  return holdSame(before, now, MOST_DEPTH)
}

function idOf(account: unknown): unknown {
  return (isObject(account) ? account['id'] : null) ?? undefined
}

function holdSame(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || depth === 0) return false
  const shape = Object.getPrototypeOf(a)
  if (Object.getPrototypeOf(b) !== shape) return false
  if (shape === Date.prototype) return Object.is(Number(a), Number(b))
  if (shape !== Object.prototype && shape !== Array.prototype && shape !== null) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && holdSame(a[name], b[name], depth - 1))
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Copies a vector. Other values need no copy. */
const copied = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? { ...value } : value

/** Copies what `move` passes on, because the game may change `data` (even the entity itself) in the same step. */
export function copyOf<T extends object>(data: T): T {
  const copy = { ...data } as Record<string, unknown>
  for (const name in copy) {
    const value = copy[name]
    if (Array.isArray(value)) copy[name] = value.map(copied)
    else copy[name] = copied(value)
  }
  return copy as T
}

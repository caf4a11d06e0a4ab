/** Where something was at a time. */
interface Sample {
  readonly timeMs: number
  readonly x: number
  readonly y: number
}

/** Keeps where each entity truly was, by its owner's time. */
export class RecordedPaths {
  readonly #paths = new Map<number, Sample[]>()

  /** Notes where an entity is. A time that was noted before counts again. */
  note({ id, x, y }: { id: number; x: number; y: number }, timeMs: number): void {
    let path = this.#paths.get(id)
    if (!path) this.#paths.set(id, (path = []))
    while (path.length > 0 && path.at(-1)!.timeMs >= timeMs) path.pop()
    path.push({ timeMs, x, y })
    if (path.length > 240) path.shift()
  }

  /** Returns where an entity was, between two places in a straight line; undefined: not known. */
  at(id: number, timeMs: number): { x: number; y: number } | undefined {
    const path = this.#paths.get(id) ?? []
    const after = path.findIndex((sample) => sample.timeMs >= timeMs)
    const to = path[after]
    const from = path[after - 1]
    if (!to || !from) return undefined
    const share = (timeMs - from.timeMs) / (to.timeMs - from.timeMs)
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  }
}

/** A task that waits for its turn. */
interface Waiting {
  readonly start: () => void
  readonly giveUp: () => void
}

/** The tasks of one key. */
interface Line {
  /** By who asks. Whoever has the next turn comes first. */
  readonly waiting: Map<string, Waiting[]>
  count: number
  isRunning: boolean
}

/**
 * Runs asynchronous tasks one after another, those of each key apart. Those who ask take turns, however many tasks each of them
 * has, so that nobody makes all others wait.
 */
export class Turns {
  readonly #most: number
  readonly #lines = new Map<string, Line>()

  /** `most`: how many tasks of a key may wait. */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Runs a task of `who` when its turn has come, and resolves to what it returns; null if too many wait. Whoever has most of
   * those loses the last one.
   */
  run<T>(key: string, who: string, task: () => Promise<T>): Promise<T | null> {
    const line = this.#lines.get(key) ?? { waiting: new Map(), count: 0, isRunning: false }
    this.#lines.set(key, line)
    return new Promise((resolve, reject) => {
      const start = (): void => {
        const ended = (): void => this.#next(key, line)
        task().then(resolve, reject).finally(ended)
      }
      const tasks = line.waiting.get(who)
      const one = { start, giveUp: () => resolve(null) }
      if (tasks) tasks.push(one)
      else line.waiting.set(who, [one])
      if (++line.count > this.#most) dropLast(line)
      if (!line.isRunning) this.#next(key, line)
    })
  }

  #next(key: string, line: Line): void {
    const [first] = line.waiting
    line.isRunning = first !== undefined
    if (!first) return void this.#lines.delete(key)
    const [who, tasks] = first
    line.waiting.delete(who)
    const one = tasks.shift()!
    if (tasks.length > 0) line.waiting.set(who, tasks)
    line.count--
    one.start()
  }
}

/** Gives up the last task of whoever has most; with as many each, of whoever came last. */
function dropLast(line: Line): void {
  let most: [string, Waiting[]] | undefined
  for (const one of line.waiting) if (one[1].length >= (most?.[1].length ?? 0)) most = one
  const [who, tasks] = most!
  tasks.pop()!.giveUp()
  if (tasks.length === 0) line.waiting.delete(who)
  line.count--
}

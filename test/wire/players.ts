/** A connected player's line, and how many whole steps it was behind. */
export interface Line {
  /** The network tick at which it came. */
  readonly since: number
  readonly part: number
  readonly usual: number
  readonly lagMs: number
}

/** *Players and their time*. */
export class Players {
  readonly #sendSubTicks: number
  #lines = new Map<number, Line>()
  /** By player, whether connected or not, its own time at network ticks in subticks. */
  readonly #times = new Map<number, Map<number, number>>()
  /** How far behind each is at the network tick at hand. */
  readonly #behind = new Map<Line, number>()
  #tick = 0

  constructor(sendSubTicks: number) {
    this.#sendSubTicks = sendSubTicks
  }

  begin(tick: number, isComplete: boolean): void {
    this.#tick = tick
    if (isComplete) this.#lines = new Map()
  }

  leave(player: number): void {
    this.#lines.delete(player)
  }

  line(player: number, line: Line): void {
    this.#lines.set(player, line)
  }

  /** By number. */
  connected(): { player: number; line: Line }[] {
    return [...this.#lines].sort(([a], [b]) => a - b).map(([player, line]) => ({ player, line }))
  }

  note(player: number, line: Line, behind: number): void {
    this.#behind.set(line, behind)
    const times = this.#times.get(player) ?? new Map<number, number>()
    times.set(this.#tick, this.#time(line, this.#tick))
    this.#times.set(player, times)
  }

  /** The time of what `player` owns at a network tick, in subticks. */
  stampAt(player: number, tick: number): number {
    const line = this.#lines.get(player)
    if (!line) return 256 * this.#wholeSteps(tick)
    const stamp = tick >= line.since ? this.#times.get(player)?.get(tick) : undefined
    return stamp ?? this.#time(line, tick)
  }

  #time(line: Line, tick: number): number {
    return 256 * (this.#wholeSteps(tick) - this.#behind.get(line)!) + line.part
  }

  #wholeSteps(tick: number): number {
    return Math.floor((tick * this.#sendSubTicks) / 256)
  }
}

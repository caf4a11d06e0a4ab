import { type Bits, need, unfolded } from './bits.ts'

/** A connected player's timeline, and how many whole steps it was behind. */
export interface Timeline {
  /** The network tick at which it came. */
  readonly since: number
  readonly part: number
  readonly usual: number
}

/** *Players and their time*. */
export class Players {
  readonly #sendSubTicks: number
  readonly #met: Set<string>
  #timelines = new Map<number, Timeline>()
  /** By player, whether connected or not, its own time at network ticks in subticks. */
  readonly #times = new Map<number, Map<number, number>>()
  /** How far behind each is at the network tick at hand. */
  readonly #behind = new Map<Timeline, number>()
  #tick = 0

  /** `met`: what was met on the way, for a test to see whether streams have it all. */
  constructor(sendSubTicks: number, met: Set<string>) {
    this.#sendSubTicks = sendSubTicks
    this.#met = met
  }

  begin(tick: number, isComplete: boolean): void {
    this.#tick = tick
    if (isComplete) this.#timelines = new Map()
  }

  leave(player: number): void {
    this.#timelines.delete(player)
  }

  /** Timelines that are new. */
  readTimelines(bits: Bits): void {
    if (!bits.flag()) return
    for (let n = bits.small(), player = 0; n > 0; n--) {
      player += bits.small() + 1
      need(player <= 0xffff, 'a player of too high a number')
      const came = bits.flag() ? { since: this.#tick - bits.u(7), part: bits.u(8) } : undefined
      const known = came ?? this.#timelines.get(player)
      need(known !== undefined, 'a timeline of somebody who is not connected')
      if (!came) this.#met.add('a timeline without its part')
      const { since, part } = known
      this.#timelines.set(player, { since, part, usual: bits.signed() })
    }
  }

  /**
   * Who is how far behind, in a body against `baseline`, which was coded against `before`; -1: none. `bits`: null where there
   * is no body.
   */
  readTimes(bits: Bits | null, baseline: number, before: number): void {
    const connected = this.connected()
    const isNear = before >= 0 && this.#tick - before <= 127
    const expected = connected.map(({ player, timeline }) =>
      isNear ? this.#expected(player, timeline, baseline, before) : timeline.usual,
    )
    const behind = [...expected]
    if (bits?.flag()) {
      const [g, k] = [bits.u(3), bits.u(2)]
      let i = bits.rice(g, 16)
      while (i < connected.length) {
        const { usual } = connected[i]!.timeline
        const isUsual = expected[i] === usual
        behind[i] = usual + unfolded(bits.rice(k, 16) + (isUsual ? 1 : 0))
        this.#met.add(isUsual ? 'an unusual time' : 'a time that goes on again')
        i++
        if (i < connected.length) i += bits.rice(g, 16)
      }
      need(i === connected.length, 'a time of nobody')
    }
    for (const [i, { player, timeline }] of connected.entries()) {
      if (expected[i] !== timeline.usual && behind[i] === expected[i])
        this.#met.add('a time that stands still')
      this.#note(player, timeline, behind[i]!)
    }
  }

  /** By number. */
  connected(): { player: number; timeline: Timeline }[] {
    return [...this.#timelines]
      .sort(([a], [b]) => a - b)
      .map(([player, timeline]) => ({ player, timeline }))
  }

  #note(player: number, timeline: Timeline, behind: number): void {
    this.#behind.set(timeline, behind)
    const times = this.#times.get(player) ?? new Map<number, number>()
    times.set(this.#tick, this.#time(timeline, this.#tick))
    this.#times.set(player, times)
  }

  /** How far behind a player is expected to be. */
  #expected(player: number, timeline: Timeline, baseline: number, before: number): number {
    if (!this.stood(player, baseline, before)) return timeline.usual
    const stood = this.#times.get(player)!.get(baseline)!
    const steps = this.#wholeSteps(this.#tick) + (timeline.part - stood) / 256
    const isExpected = Number.isInteger(steps) && steps >= timeline.usual + 3
    return isExpected ? Math.min(steps, timeline.usual + 32767) : timeline.usual
  }

  /** Whether a player's time is known to be the same at two network ticks, the later one first. */
  stood(player: number, tick: number, before: number): boolean {
    const timeline = this.#timelines.get(player)
    const times = this.#times.get(player)
    if (!timeline || before < timeline.since) return false
    const time = times?.get(before)
    return time !== undefined && times?.get(tick) === time
  }

  /** The time of what `player` owns at a network tick, in subticks. */
  stampAt(player: number, tick: number): number {
    const timeline = this.#timelines.get(player)
    if (!timeline) return 256 * this.#wholeSteps(tick)
    const stamp = tick >= timeline.since ? this.#times.get(player)?.get(tick) : undefined
    return stamp ?? this.#time(timeline, tick)
  }

  #time(timeline: Timeline, tick: number): number {
    return 256 * (this.#wholeSteps(tick) - this.#behind.get(timeline)!) + timeline.part
  }

  #wholeSteps(tick: number): number {
    return Math.floor((tick * this.#sendSubTicks) / 256)
  }
}

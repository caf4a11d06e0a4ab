import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import type { Between } from '../../wire/records/expected-value.ts'
import { wholeSteps } from '../../wire/records/player-timeline.ts'
import type { PlayersSink } from '../../wire/records/players.ts'
import { ShownTimeline } from './shown-timeline.ts'

/** The owner number of entities that the room owns. */
export const ROOM = 0

/**
 * Where the time of each connected player stands, and the time of the room, as snapshots tell them. Entities of players who are
 * not connected go by the time of the room. Free of allocation, except when players come.
 */
export class Players implements PlayersSink {
  readonly connected: ShownTimeline[] = []
  readonly #game: Pick<AnyGame, 'sendSubTicks' | 'stepMs'>
  readonly #byNumber = new Map<number, ShownTimeline>()
  /** All timelines: those of players, connected or not, and of the room. */
  readonly all: ShownTimeline[] = []
  readonly #isUsed: (shown: ShownTimeline) => boolean
  #tick = 0
  #baseline = -1
  #before = -1
  /** The `earlier` of the body, see `begin`; -1: none. */
  earlier = -1
  #previous = -1
  #held = -1

  /** `isUsed` returns whether an entity is still on a timeline. It is called now and then. */
  constructor(
    game: Pick<AnyGame, 'sendSubTicks' | 'stepMs'>,
    isUsed: (shown: ShownTimeline) => boolean = () => true,
  ) {
    this.#game = game
    this.#isUsed = isUsed
    this.of(ROOM)
  }

  /** Returns the timeline of a player, or of `ROOM`. Makes it at the first call. */
  of(player: number): ShownTimeline {
    let shown = this.#byNumber.get(player)
    if (shown) return shown
    this.#forgetUnused()
    shown = new ShownTimeline(player)
    this.#byNumber.set(player, shown)
    this.all.push(shown)
    this.#settle(shown)
    return shown
  }

  /**
   * Begins the body of network tick `tick`, which is coded against `baseline`. `before` is the baseline of `baseline`, and
   * `earlier` is that of `before`; -1: none.
   */
  begin(tick: number, baseline: number, before: number, earlier: number): void {
    this.#tick = tick
    this.#baseline = baseline
    this.#before = before
    this.earlier = earlier
    if (baseline >= 0) return
    for (const shown of this.connected) {
      shown.isConnected = false
      shown.leftTick = tick
    }
    this.connected.length = 0
  }

  left(player: number): void {
    const shown = this.of(player)
    if (shown.isConnected) this.connected.splice(this.connected.indexOf(shown), 1)
    shown.isConnected = false
    shown.leftTick = this.#tick
  }

  part(player: number, ticksAgo: number, part: number): void {
    const shown = this.of(player)
    const { timeline } = shown
    timeline.since = this.#tick - ticksAgo
    timeline.tell(part, timeline.usual)
    if (shown.isConnected) return
    shown.isConnected = true
    const { connected } = this
    let at = connected.push(shown) - 1
    for (; at > 0 && connected[at - 1]!.player > player; at--) connected[at] = connected[at - 1]!
    connected[at] = shown
  }

  usual(player: number, steps: number): boolean {
    const shown = this.#byNumber.get(player)
    if (!shown?.isConnected) return false
    shown.timeline.tell(shown.timeline.part, steps)
    return true
  }

  expected(n: number): number {
    const subTicks = this.#subTicks(this.#tick)
    return this.connected[n]!.timeline.expectedBehind(subTicks, this.#baseline, this.#before)
  }

  behind(n: number, steps: number): void {
    this.connected[n]!.timeline.note(this.#tick, this.#subTicks(this.#tick), steps)
  }

  /**
   * Computes everybody's time at three network ticks: this snapshot's, that of the snapshot received before (`previous`), and
   * `held`, until which that snapshot is known to have held; -1: none.
   */
  settle(previous: number, held: number = previous): void {
    this.#previous = previous
    this.#held = held
    for (let i = 0; i < this.all.length; i++) this.#settle(this.all[i]!)
  }

  /** Tells the clocks of all players that a snapshot came; see `Playout.arrived`. */
  arrived(arrivedAtMs: Ms, leftOut: number, isQuiet: boolean): void {
    for (let i = 0; i < this.all.length; i++) {
      const { clock, stampMs } = this.all[i]!
      clock?.arrived(stampMs, arrivedAtMs, leftOut, isQuiet)
    }
  }

  /** Moves the clocks of all players on. `jumps`: they jump to where they should be. */
  advance(nowMs: Ms, jumps: boolean): void {
    for (let i = 0; i < this.all.length; i++) {
      const { clock } = this.all[i]!
      if (jumps) clock?.jump(nowMs)
      clock?.advance(nowMs)
    }
  }

  forgetClocks(): void {
    for (const shown of this.all) {
      shown.clock = undefined
      shown.horizon = -1
    }
  }

  /** Forgets players who have left no entity behind, and left so long ago that no body is coded against their time. */
  #forgetUnused(): void {
    let kept = 0
    for (const shown of this.all) {
      const isOver = !shown.isConnected && this.#tick - shown.leftTick > HISTORY_TICKS
      if (isOver && shown.player !== ROOM && !this.#isUsed(shown))
        this.#byNumber.delete(shown.player)
      else this.all[kept++] = shown
    }
    this.all.length = kept
  }

  #settle(shown: ShownTimeline): void {
    const { stepMs } = this.#game
    const previous = this.#previous
    const now = this.#stampOf(shown, this.#tick)
    shown.stamp = now
    shown.stampMs = (now / SUBTICKS_PER_STEP) * stepMs
    const held = previous < 0 ? Number.NaN : this.#heldStampOf(shown)
    shown.beforeMs = (held / SUBTICKS_PER_STEP) * stepMs
    const stamp = this.#stampOf(shown, this.#baseline)
    shown.elapsed = now - stamp
    const hasStood = shown.isConnected && shown.timeline.stood(this.#baseline, this.#before)
    shown.before = hasStood && this.earlier >= 0 ? this.earlier : this.#before
    shown.span = shown.before < 0 ? 0 : stamp - this.#stampOf(shown, shown.before)
    if (!shown.isConnected || previous < 0 || now !== this.#stampOf(shown, previous)) return
    if (shown.stalledTick !== previous) shown.movedTick = previous
    shown.stalledTick = this.#tick
  }

  /** Sets the spans of the owner's time for a record whose baseline is not the body's, but `distance` network ticks back. */
  fill(between: Between, shown: ShownTimeline, distance: number): void {
    const stamp = this.#stampOf(shown, this.#tick - distance)
    between.elapsed = this.#stampOf(shown, this.#tick) - stamp
    between.span = this.#before < 0 ? 0 : stamp - this.#stampOf(shown, this.#before)
  }

  /**
   * Returns where time stood at the network tick until which everything held. If its snapshot was left out, time stood where it
   * was expected.
   */
  #heldStampOf(shown: ShownTimeline): SubTick {
    const isLeftOut = shown.isConnected && this.#held !== this.#previous
    if (!isLeftOut) return this.#stampOf(shown, this.#held)
    const subTicks = this.#subTicks(this.#held)
    return shown.timeline.at(
      subTicks,
      shown.timeline.expectedBehind(subTicks, this.#baseline, this.#before),
    )
  }

  #stampOf({ isConnected, timeline }: ShownTimeline, tick: number): SubTick {
    const subTicks = this.#subTicks(tick)
    return isConnected ? timeline.stampAt(tick, subTicks) : wholeSteps(subTicks)
  }

  #subTicks(tick: number): SubTick {
    return tick * this.#game.sendSubTicks
  }
}

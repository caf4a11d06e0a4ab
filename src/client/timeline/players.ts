import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import type { Between } from '../../wire/records/foretell.ts'
import { wholeSteps } from '../../wire/records/player-line.ts'
import type { PlayersSink } from '../../wire/records/players.ts'
import { PlayerTimeline } from './player-timeline.ts'

/** The server is told at which moment a player is shown when that is off by more, and anew after a while. */
const TELL_MS: Ms = 4
const TELL_AGAIN_MS: Ms = 4000

/** The owner number of what the room owns. */
export const ROOM = 0

/**
 * Whose time stands where, as snapshots say it: of the players who are connected, and of the room, whose time is that of
 * everybody else's entities. Free of allocation but for players who come.
 */
export class Players implements PlayersSink {
  readonly connected: PlayerTimeline[] = []
  readonly #game: Pick<AnyGame, 'sendSubTicks' | 'stepMs'>
  readonly #byNumber = new Map<number, PlayerTimeline>()
  readonly #all: PlayerTimeline[] = []
  readonly #isUsed: (timeline: PlayerTimeline) => boolean
  #tick = 0
  #baseline = -1
  #before = -1
  /** What the baseline of the body's baseline was coded against; -1: none. */
  earlier = -1
  #previous = -1
  #held = -1
  #toTell = 0

  /** `isUsed` says whether an entity is still on a timeline; asked now and then. */
  constructor(
    game: Pick<AnyGame, 'sendSubTicks' | 'stepMs'>,
    isUsed: (timeline: PlayerTimeline) => boolean = () => true,
  ) {
    this.#game = game
    this.#isUsed = isUsed
    this.of(ROOM)
  }

  /** The timeline of a player, or of `ROOM`. Made when it is first asked for. */
  of(player: number): PlayerTimeline {
    let timeline = this.#byNumber.get(player)
    if (timeline) return timeline
    this.#forgetUnused()
    timeline = new PlayerTimeline(player)
    this.#byNumber.set(player, timeline)
    this.#all.push(timeline)
    this.#settle(timeline)
    return timeline
  }

  /** A body begins: of network tick `tick`, against `baseline`, which was against `before`, and that `earlier`; -1: none. */
  begin(tick: number, baseline: number, before: number, earlier: number): void {
    this.#tick = tick
    this.#baseline = baseline
    this.#before = before
    this.earlier = earlier
    if (baseline >= 0) return
    for (const timeline of this.connected) {
      timeline.isConnected = false
      timeline.leftTick = tick
    }
    this.connected.length = 0
  }

  left(player: number): void {
    const timeline = this.of(player)
    if (timeline.isConnected) this.connected.splice(this.connected.indexOf(timeline), 1)
    timeline.isConnected = false
    timeline.leftTick = this.#tick
  }

  part(player: number, ticksAgo: number, part: number): void {
    const timeline = this.of(player)
    const { line } = timeline
    line.since = this.#tick - ticksAgo
    line.tell(part, line.usual)
    if (timeline.isConnected) return
    timeline.isConnected = true
    const { connected } = this
    let at = connected.push(timeline) - 1
    for (; at > 0 && connected[at - 1]!.player > player; at--) connected[at] = connected[at - 1]!
    connected[at] = timeline
  }

  line(player: number, usual: number): boolean {
    const timeline = this.#byNumber.get(player)
    if (!timeline?.isConnected) return false
    timeline.line.tell(timeline.line.part, usual)
    return true
  }

  predicted(n: number): number {
    const subTicks = this.#subTicks(this.#tick)
    return this.connected[n]!.line.predict(subTicks, this.#baseline, this.#before)
  }

  behind(n: number, steps: number): void {
    this.connected[n]!.line.note(this.#tick, this.#subTicks(this.#tick), steps)
  }

  /**
   * Everybody's time is known for three moments: this snapshot, the one received before (`previous`), and `held`, the
   * network tick until which that one is known to have held; -1: none.
   */
  settle(previous: number, held: number = previous): void {
    this.#previous = previous
    this.#held = held
    for (let i = 0; i < this.#all.length; i++) this.#settle(this.#all[i]!)
  }

  /** Tells the clocks of all players that the snapshot came; see `Playout.arrived`. */
  arrived(arrivedAtMs: Ms, leftOut: number, isQuiet: boolean): void {
    for (let i = 0; i < this.#all.length; i++) {
      const { clock, stampMs } = this.#all[i]!
      clock?.arrived(stampMs, arrivedAtMs, leftOut, isQuiet)
    }
  }

  /** Moves the clocks of all players on. `jumps`: to where they should be at once. */
  advance(nowMs: Ms, jumps: boolean): void {
    for (let i = 0; i < this.#all.length; i++) {
      const { clock } = this.#all[i]!
      if (jumps) clock?.jump(nowMs)
      clock?.advance(nowMs)
    }
  }

  /**
   * The next player of whom the server should be told again at which moment it is shown, with its `toldLeadMs` as it is now:
   * that has changed, or may have been lost.
   */
  toTell(renderTimeMs: Ms, nowMs: Ms): PlayerTimeline | undefined {
    const all = this.#all
    for (let i = 0; i < all.length; i++) {
      this.#toTell = this.#toTell + 1 < all.length ? this.#toTell + 1 : 0
      const timeline = all[this.#toTell]!
      const leadMs = timeline.clock ? timeline.clock.renderTimeMs - renderTimeMs : Number.NaN
      const isOff = Math.abs(leadMs - timeline.toldLeadMs) > TELL_MS
      if (!(isOff || nowMs - timeline.toldAtMs > TELL_AGAIN_MS) || Number.isNaN(leadMs)) continue
      timeline.toldLeadMs = leadMs
      timeline.toldAtMs = nowMs
      return timeline
    }
    return undefined
  }

  /** Forgets the clocks of all players. */
  forgetClocks(): void {
    for (const timeline of this.#all) {
      timeline.clock = undefined
      timeline.horizon = -1
    }
  }

  /** Lets go of who left so long ago that no body is coded against their time any more, and has left nothing behind. */
  #forgetUnused(): void {
    let kept = 0
    for (const timeline of this.#all) {
      const isOver = !timeline.isConnected && this.#tick - timeline.leftTick > HISTORY_TICKS
      if (isOver && timeline.player !== ROOM && !this.#isUsed(timeline))
        this.#byNumber.delete(timeline.player)
      else this.#all[kept++] = timeline
    }
    this.#all.length = kept
  }

  #settle(timeline: PlayerTimeline): void {
    const { stepMs } = this.#game
    const previous = this.#previous
    const now = this.#stampOf(timeline, this.#tick)
    timeline.goOn(now, (now / SUBTICKS_PER_STEP) * stepMs)
    const held = previous < 0 ? Number.NaN : this.#heldStampOf(timeline)
    timeline.beforeMs = (held / SUBTICKS_PER_STEP) * stepMs
    const stamp = this.#stampOf(timeline, this.#baseline)
    timeline.elapsed = now - stamp
    const hasStood = timeline.isConnected && timeline.line.stood(this.#baseline, this.#before)
    timeline.before = hasStood && this.earlier >= 0 ? this.earlier : this.#before
    timeline.span = timeline.before < 0 ? 0 : stamp - this.#stampOf(timeline, timeline.before)
    if (!timeline.isConnected || previous < 0 || now !== this.#stampOf(timeline, previous)) return
    if (timeline.stalledTick !== previous) timeline.movedTick = previous
    timeline.stalledTick = this.#tick
  }

  /** Sets how much of the owner's time is between what a record is coded between that is not against the body's baseline. */
  fill(between: Between, timeline: PlayerTimeline, distance: number): void {
    const stamp = this.#stampOf(timeline, this.#tick - distance)
    between.elapsed = this.#stampOf(timeline, this.#tick) - stamp
    between.span = this.#before < 0 ? 0 : stamp - this.#stampOf(timeline, this.#before)
  }

  /**
   * Where time stood at the network tick until which everything held. If that tick was left out, time stood where it was
   * expected.
   */
  #heldStampOf(timeline: PlayerTimeline): SubTick {
    const isLeftOut = timeline.isConnected && this.#held !== this.#previous
    if (!isLeftOut) return this.#stampOf(timeline, this.#held)
    const subTicks = this.#subTicks(this.#held)
    return timeline.line.at(subTicks, timeline.line.predict(subTicks, this.#baseline, this.#before))
  }

  #stampOf({ isConnected, line }: PlayerTimeline, tick: number): SubTick {
    const subTicks = this.#subTicks(tick)
    return isConnected ? line.stampAt(tick, subTicks) : wholeSteps(subTicks)
  }

  #subTicks(tick: number): SubTick {
    return tick * this.#game.sendSubTicks
  }
}

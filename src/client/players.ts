import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Between } from '../wire/foretell.ts'
import { HISTORY_TICKS } from '../wire/packets.ts'
import { wholeSteps } from '../wire/player-line.ts'
import type { PlayersSink } from '../wire/players.ts'
import { ShownLag } from './shown-lag.ts'

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
  readonly connected: ShownLag[] = []
  readonly #game: Pick<AnyGame, 'sendSubTicks' | 'stepMs'>
  readonly #byNumber = new Map<number, ShownLag>()
  readonly #all: ShownLag[] = []
  readonly #isUsed: (lag: ShownLag) => boolean
  #tick = 0
  #baseline = -1
  #before = -1
  /** What the baseline of the body's baseline was coded against; -1: none. */
  earlier = -1
  #previous = -1
  #held = -1
  #toTell = 0

  /** `isUsed` says whether an entity still goes by a lag; asked now and then. */
  constructor(
    game: Pick<AnyGame, 'sendSubTicks' | 'stepMs'>,
    isUsed: (lag: ShownLag) => boolean = () => true,
  ) {
    this.#game = game
    this.#isUsed = isUsed
    this.of(ROOM)
  }

  /** What belongs to a player; to the room too, which has no lag. */
  of(player: number): ShownLag {
    let lag = this.#byNumber.get(player)
    if (lag) return lag
    this.#forgetUnused()
    lag = new ShownLag(player)
    this.#byNumber.set(player, lag)
    this.#all.push(lag)
    this.#settle(lag)
    return lag
  }

  /** A body begins: of network tick `tick`, against `baseline`, which was against `before`, and that `earlier`; -1: none. */
  begin(tick: number, baseline: number, before: number, earlier: number): void {
    this.#tick = tick
    this.#baseline = baseline
    this.#before = before
    this.earlier = earlier
    if (baseline >= 0) return
    for (let i = 0; i < this.connected.length; i++) {
      this.connected[i]!.isConnected = false
      this.connected[i]!.leftTick = tick
    }
    this.connected.length = 0
  }

  left(player: number): void {
    const lag = this.of(player)
    if (lag.isConnected) this.connected.splice(this.connected.indexOf(lag), 1)
    lag.isConnected = false
    lag.leftTick = this.#tick
  }

  part(player: number, ticksAgo: number, part: number): void {
    const lag = this.of(player)
    const { line } = lag
    line.since = this.#tick - ticksAgo
    line.tell(part, line.usual)
    if (lag.isConnected) return
    lag.isConnected = true
    const { connected } = this
    let at = connected.push(lag) - 1
    for (; at > 0 && connected[at - 1]!.player > player; at--) connected[at] = connected[at - 1]!
    connected[at] = lag
  }

  line(player: number, usual: number): boolean {
    const lag = this.#byNumber.get(player)
    if (!lag?.isConnected) return false
    lag.line.tell(lag.line.part, usual)
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
  toTell(renderTimeMs: Ms, nowMs: Ms): ShownLag | undefined {
    const all = this.#all
    for (let i = 0; i < all.length; i++) {
      this.#toTell = this.#toTell + 1 < all.length ? this.#toTell + 1 : 0
      const time = all[this.#toTell]!
      const leadMs = time.clock ? time.clock.renderTimeMs - renderTimeMs : Number.NaN
      const isOff = Math.abs(leadMs - time.toldLeadMs) > TELL_MS
      if (!(isOff || nowMs - time.toldAtMs > TELL_AGAIN_MS) || Number.isNaN(leadMs)) continue
      time.toldLeadMs = leadMs
      time.toldAtMs = nowMs
      return time
    }
    return undefined
  }

  /** Forgets the clocks of all players. */
  forgetClocks(): void {
    for (let i = 0; i < this.#all.length; i++) {
      this.#all[i]!.clock = undefined
      this.#all[i]!.horizon = -1
    }
  }

  /** Lets go of who left so long ago that no body is coded against their time any more, and has left nothing behind. */
  #forgetUnused(): void {
    let kept = 0
    for (const lag of this.#all) {
      const isOver = !lag.isConnected && this.#tick - lag.leftTick > HISTORY_TICKS
      if (isOver && lag.player !== ROOM && !this.#isUsed(lag)) this.#byNumber.delete(lag.player)
      else this.#all[kept++] = lag
    }
    this.#all.length = kept
  }

  #settle(lag: ShownLag): void {
    const { stepMs } = this.#game
    const previous = this.#previous
    const now = this.#stampOf(lag, this.#tick)
    lag.stamp = now
    lag.stampMs = (now / SUBTICKS_PER_STEP) * stepMs
    const held = previous < 0 ? Number.NaN : this.#heldStampOf(lag)
    lag.beforeMs = (held / SUBTICKS_PER_STEP) * stepMs
    lag.goOn()
    const stamp = this.#stampOf(lag, this.#baseline)
    lag.elapsed = now - stamp
    const hasStood = lag.isConnected && lag.line.stood(this.#baseline, this.#before)
    lag.before = hasStood && this.earlier >= 0 ? this.earlier : this.#before
    lag.span = lag.before < 0 ? 0 : stamp - this.#stampOf(lag, lag.before)
    if (!lag.isConnected || previous < 0 || now !== this.#stampOf(lag, previous)) return
    if (lag.stalledTick !== previous) lag.movedTick = previous
    lag.stalledTick = this.#tick
  }

  /** Sets how much of the owner's time is between what a record is coded between that is not against the body's baseline. */
  fill(between: Between, lag: ShownLag, distance: number): void {
    const stamp = this.#stampOf(lag, this.#tick - distance)
    between.elapsed = this.#stampOf(lag, this.#tick) - stamp
    between.span = this.#before < 0 ? 0 : stamp - this.#stampOf(lag, this.#before)
  }

  /**
   * Where time stood at the network tick until which everything held. If that tick was left out, time stood where it was
   * expected.
   */
  #heldStampOf(lag: ShownLag): SubTick {
    const isLeftOut = lag.isConnected && this.#held !== this.#previous
    if (!isLeftOut) return this.#stampOf(lag, this.#held)
    const subTicks = this.#subTicks(this.#held)
    return lag.line.at(subTicks, lag.line.predict(subTicks, this.#baseline, this.#before))
  }

  #stampOf({ isConnected, line }: ShownLag, tick: number): SubTick {
    const subTicks = this.#subTicks(tick)
    return isConnected ? line.stampAt(tick, subTicks) : wholeSteps(subTicks)
  }

  #subTicks(tick: number): SubTick {
    return tick * this.#game.sendSubTicks
  }
}

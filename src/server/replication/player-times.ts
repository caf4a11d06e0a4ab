import { SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { BitWriter } from '../../wire/bits.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { writeCount } from '../../wire/records/body.ts'
import { type PlayerTimeline, wholeSteps } from '../../wire/records/player-timeline.ts'
import { haveNewTimelines, writeBehind, writeTimelines } from '../../wire/records/players.ts'

/** The weight of one network tick in how far behind a player usually is, and the most steps of a difference that count. */
const SHARE = 1 / 32
const MOST_COUNTED = 2
/** The usual value is told anew when it is off by more than this many steps. */
const OFF_STEPS = 0.75

interface Left {
  readonly player: number
  readonly tick: number
}

/** A connected player and its time. */
export interface TimedPlayer {
  readonly player: { readonly id: number }
  readonly isOpen: boolean
  /** The player's own time at the last network tick. */
  readonly toldStamp: SubTick
  /** What other clients are told of this time, and how many steps behind it usually is. */
  readonly timeline: PlayerTimeline
  usualSteps: number
}

/** A room whose players' times are told. Its list is in the order of joining. */
interface TimedRoom {
  readonly game: { readonly sendSubTicks: SubTick }
  readonly peerList: readonly TimedPlayer[]
}

/** What bodies tell of the players' own times: see WIRE.md. Allocates only for players who come and go. */
export class PlayerTimes {
  /** All connected players, in the order of their numbers. */
  readonly connected: TimedPlayer[] = []
  /** Their timelines by number; undefined for others. As of the last `take`, because links end while they are sent to. */
  readonly timelines: (PlayerTimeline | undefined)[] = []
  readonly #source: TimedRoom
  /** Players who have left in the last 127 network ticks. */
  readonly #left: Left[] = []

  constructor(source: TimedRoom) {
    this.#source = source
  }

  /** Takes the times of all players for network tick `tick`. `oldest`: see `PlayerTimeline.note`. */
  take(tick: number, oldest: number): void {
    const { peerList, game } = this.#source
    const { connected } = this
    while (this.#left.length > 0 && tick - this.#left[0]!.tick >= HISTORY_TICKS) this.#left.shift()
    const subTicks = tick * game.sendSubTicks
    let count = 0
    for (let i = 0; i < connected.length; i++) {
      const peer = connected[i]!
      if (peer.isOpen) connected[count++] = peer
      else this.#leave(peer.player.id, tick)
    }
    if (count < connected.length) connected.length = count
    // Players who have come since are the last in the order of joining.
    for (let i = count; i < peerList.length; i++) this.#add(peerList[i]!)
    for (let i = 0; i < peerList.length; i++) takeTimeline(peerList[i]!, tick, subTicks, oldest)
  }

  #leave(player: number, tick: number): void {
    this.timelines[player] = undefined
    this.#left.push({ player, tick })
  }

  #add(peer: TimedPlayer): void {
    const { connected, timelines } = this
    const { id } = peer.player
    while (timelines.length <= id) timelines.push(undefined)
    timelines[id] = peer.timeline
    let at = connected.push(peer) - 1
    for (; at > 0 && connected[at - 1]!.player.id > id; at--) connected[at] = connected[at - 1]!
    connected[at] = peer
  }

  /** Whether a body against `baseline` has to name players who have left. */
  hasLeft(baseline: number): boolean {
    for (let i = 0; i < this.#left.length; i++)
      if (this.#isNews(this.#left[i]!, baseline)) return true
    return false
  }

  /** Writes the players who have left since `baseline`. */
  writeLeft(writer: BitWriter, baseline: number): void {
    let count = 0
    for (let i = 0; i < this.#left.length; i++) if (this.#isNews(this.#left[i]!, baseline)) count++
    writeCount(writer, count)
    for (let i = 0; i < this.#left.length; i++)
      if (this.#isNews(this.#left[i]!, baseline)) writer.write(this.#left[i]!.player, 16)
  }

  /**
   * Writes the timelines that are new since `baseline`, and those of players who are not as far behind as expected. `before`:
   * the baseline's own baseline.
   */
  write(writer: BitWriter, tick: number, baseline: number, before: number): void {
    const { connected } = this
    writeTimelines(writer, connected, tick, baseline)
    writeBehind(writer, connected, tick * this.#source.game.sendSubTicks, baseline, before)
  }

  /** Whether a body against `baseline`, which was coded against `before`, would tell anything of players and their time. */
  hasNews(tick: number, baseline: number, before: number): boolean {
    const { connected } = this
    if (this.hasLeft(baseline) || haveNewTimelines(connected, baseline)) return true
    const subTicks = tick * this.#source.game.sendSubTicks
    for (let i = 0; i < connected.length; i++) {
      const { timeline } = connected[i]!
      if (timeline.behind !== timeline.expectedBehind(subTicks, baseline, before)) return true
    }
    return false
  }

  /** Whether a leave is news. It is not if the player is here again. */
  #isNews({ player, tick }: Left, baseline: number): boolean {
    return baseline >= 0 && tick > baseline && !this.timelines[player]
  }
}

function takeTimeline(peer: TimedPlayer, tick: number, subTicks: number, oldest: number): void {
  const { timeline, toldStamp: stamp } = peer
  // From the whole step before it, also for a time before the room's opening, where a remainder would be negative.
  const part = stamp & (SUBTICKS_PER_STEP - 1)
  const behind = (wholeSteps(subTicks) - stamp + part) / SUBTICKS_PER_STEP
  const isNew = timeline.toldTick < 0
  const off = behind - peer.usualSteps
  // A long standstill does not change what is usual.
  const stands = off > MOST_COUNTED && stamp === timeline.stampAt(tick - 1, subTicks)
  if (isNew) peer.usualSteps = behind
  else if (!stands) peer.usualSteps += Math.max(-MOST_COUNTED, Math.min(MOST_COUNTED, off)) * SHARE
  const isOff = Math.abs(peer.usualSteps - timeline.usual) > OFF_STEPS
  if (isNew) timeline.since = tick
  if (isNew || part !== timeline.part) timeline.partTick = tick
  if (timeline.partTick === tick || isOff) {
    timeline.tell(part, Math.round(peer.usualSteps))
    timeline.toldTick = tick
  }
  timeline.note(tick, subTicks, behind, oldest)
}

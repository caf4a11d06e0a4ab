import { BitWriter } from '../../wire/bits.ts'
import { HISTORY_TICKS, MAX_EVENTS } from '../../wire/limits.ts'
import { writeCount, writeLeave } from '../../wire/records/body.ts'
import { writeEvent } from '../../wire/records/event.ts'
import type { PeerView } from '../connection/peer-view.ts'
import { lowest, SlotSet } from '../interest/slot-set.ts'
import { isHeard, type RoomEvent } from '../world/events.ts'
import type { PlayerTimes } from './player-times.ts'
import type { SnapshotPlan } from './snapshot-plan.ts'
import type { ToldRoom } from './told-room.ts'

/** About how many bits a leave takes. */
const LEAVE_BITS = 20

/** Measures what events take. Shared by all rooms of the process: no room needs it from one packet to the next. */
const MEASURE = /* @__PURE__ */ new BitWriter(256)

/**
 * The lists in the body of one client's own view: events, entities that have left the view, and entities that wait for a
 * later packet. Creates no object in steady state.
 */
export class ViewLists {
  /** How many of the waiting entities the client may hold a state of. */
  waitingCount = 0
  readonly #source: ToldRoom
  readonly #times: PlayerTimes
  /** `#eventCount` of these are in use, because cutting an array short and filling it again allocates. */
  readonly #events: RoomEvent[] = []
  #eventCount = 0
  #leavesEventsOut = false
  #leaveCount = 0
  readonly #waiting = new SlotSet()

  constructor(source: ToldRoom, times: PlayerTimes) {
    this.#source = source
    this.#times = times
  }

  /**
   * Finds the events and leaves that the packet of network tick `tick` tells a player, up to `mostBits` of each: the oldest
   * events, and the leaves with the lowest slots. Returns whether these are all.
   */
  find(view: PeerView, player: number, tick: number, mostBits: number): boolean {
    this.#leavesEventsOut = this.#findEvents(view, player, tick, mostBits)
    let isCut = this.#leavesEventsOut
    this.#leaveCount = 0
    const { words } = view.leaving
    for (let w = 0; w < words.length; w++) {
      for (let bits = words[w]!; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        const isTold = (this.#leaveCount + 1) * LEAVE_BITS <= mostBits
        view.note(slot, tick, isTold)
        if (isTold) this.#leaveCount++
        else isCut = true
      }
    }
    return !isCut
  }

  /** Finds the events, at least one if there are any. Returns whether there are more. */
  #findEvents(view: PeerView, player: number, tick: number, mostBits: number): boolean {
    const { list, forgotten, decided } = this.#source.events
    const end = decided - forgotten
    MEASURE.reset()
    this.#eventCount = 0
    let at = Math.max(0, view.events - forgotten)
    for (; at < end; at++) {
      const event = list[at]!
      if (!isHeard(event, player)) continue
      if (this.#eventCount === MAX_EVENTS) break
      if (mostBits < Infinity) this.#writeEvent(MEASURE, event, tick)
      if (MEASURE.bitLength > mostBits && this.#eventCount > 0) break
      this.#events[this.#eventCount++] = event
    }
    view.noteEvents(tick, forgotten + at)
    return at < end
  }

  /** Empties the list of waiting entities. */
  clearWaiting(): void {
    this.#waiting.reach(this.#source.entities.slots.length)
    this.#waiting.clear()
    this.waitingCount = 0
  }

  /** Notes that the entity in a slot has to wait. */
  addWaiting(slot: number): void {
    this.#waiting.add(slot)
    this.waitingCount++
  }

  /** Writes the lists, and the players who have left the room. */
  write(writer: BitWriter, view: PeerView, { tick, baseline }: SnapshotPlan): void {
    const times = this.#times
    const count = this.#eventCount + this.#leaveCount + this.waitingCount
    const has = count > 0 || times.hasLeft(baseline)
    writer.flag(has)
    if (!has) return
    times.writeLeft(writer, baseline)
    writer.flag(this.#leavesEventsOut)
    writeCount(writer, this.#eventCount)
    for (let n = 0; n < this.#eventCount; n++) this.#writeEvent(writer, this.#events[n]!, tick)
    this.#writeLeaves(writer, view, tick)
    this.#writeWaiting(writer)
  }

  #writeEvent(writer: BitWriter, event: RoomEvent, tick: number): void {
    writeEvent(writer, event, tick * this.#source.game.sendSubTicks - event.stamp)
  }

  #writeLeaves(writer: BitWriter, view: PeerView, tick: number): void {
    writeCount(writer, this.#leaveCount)
    let left = this.#leaveCount
    const { words } = view.leaving
    for (let w = 0; w < words.length && left > 0; w++) {
      for (let bits = words[w]!; bits !== 0 && left > 0; bits &= bits - 1, left--) {
        const slot = (w << 5) + lowest(bits)
        writeLeave(writer, slot, Math.min(HISTORY_TICKS - 1, tick - view.leftAt[slot]!))
      }
    }
  }

  #writeWaiting(writer: BitWriter): void {
    writeCount(writer, this.waitingCount)
    let previous = -1
    const { words } = this.#waiting
    for (let w = 0; w < words.length && this.waitingCount > 0; w++) {
      for (let bits = words[w]!; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        writer.small(slot - previous - 1)
        previous = slot
      }
    }
  }
}

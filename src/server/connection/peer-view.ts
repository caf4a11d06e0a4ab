import type { AckSink } from '../../link/acks.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { lowest, SlotSet } from '../interest/slot-set.ts'

/**
 * What a room knows of one client's view: which entities are in it, and which of their states the client is known to hold.
 * Both ends have to agree on that to the row, or values go wrong silently. So a state that is not certain counts as not
 * held.
 *
 * A packet *tells* of an entity by a record, or by leaving it out when it has not changed since a state that the client
 * holds. Once the packet is acknowledged, the client's newest state at or before its network tick is the room's. A view
 * lasts as long as the connection. Allocates nothing once it has grown.
 */
export class PeerView implements AckSink {
  /** The network tick of the newest packet with a body of its own; -1 before the first. */
  tick = -1
  /** The network tick that `next` belongs to. */
  foundTick = -1
  /** Slots in view in that packet, and slots in view in the packet that is being made. */
  seen: SlotSet = new SlotSet()
  next: SlotSet = new SlotSet()
  /** Slots of entities that the client no longer sees and may still hold. */
  readonly leaving: SlotSet = new SlotSet()
  /** By slot in view: the network tick at which the entity came into view, and its id. */
  since: Int32Array = new Int32Array(0)
  ids: Int32Array = new Int32Array(0)
  /** By slot in view: the newest network tick of which the client is known to hold the room's state; -1: none. */
  held: Int32Array = new Int32Array(0)
  /** The oldest of these at the newest packet. No older state is needed again. */
  oldestHeld = 0
  /** By slot: whether the client may hold any state of the entity that is, or was last, in it. */
  mayHold: Uint8Array = new Uint8Array(0)
  /** By leaving slot: since when it is leaving. */
  leftAt: Int32Array = new Int32Array(0)
  /** By slot: the priority that the entity has gathered while it waited. */
  waited: Float64Array = new Float64Array(0)
  /** Whether any of `waited` is not 0. */
  hasWaited = false
  /** Packets in a row in which something waited, and only what must be sent was sent. */
  stuck = 0
  /** Whether the client may hold entities that the room does not know of. Bodies are complete until it acknowledges one. */
  forgets = false
  /** How many events of the room the client certainly has, of those that it is to hear. */
  events = 0
  /** Packets after the first and before the second of these network ticks told of everything. */
  #allAfter = -1
  #allBefore = -1
  /**
   * For each of the last 128 network ticks one bit by slot, in `#words` words: whether the packet told of the entity, or that
   * it left. A bit older than `since` or `leftAt` does not count.
   */
  #told = new Int32Array(0)
  #words = 0
  readonly #eventsTold = new Float64Array(HISTORY_TICKS)

  /** Makes room for slots below `count`. */
  reach(count: number): void {
    this.seen.reach(count)
    this.next.reach(count)
    this.leaving.reach(count)
    if (count <= this.since.length) return
    const length = Math.max(64, 2 ** Math.ceil(Math.log2(count)))
    this.since = grown(this.since, new Int32Array(length))
    this.ids = grown(this.ids, new Int32Array(length))
    this.held = grown(this.held, new Int32Array(length))
    this.mayHold = grown(this.mayHold, new Uint8Array(length))
    this.leftAt = grown(this.leftAt, new Int32Array(length))
    this.waited = grown(this.waited, new Float64Array(length))
    const told = this.#told
    const words = this.#words
    this.#words = length >> 5
    this.#told = new Int32Array(HISTORY_TICKS * this.#words)
    for (let n = 0; n < HISTORY_TICKS; n++)
      for (let w = 0; w < words; w++) this.#told[n * this.#words + w] = told[n * words + w]!
  }

  /** Begins the packet of network tick `tick`, which tells of nothing yet. */
  begin(tick: number): void {
    this.tick = tick
    const at = (tick % HISTORY_TICKS) * this.#words
    this.#told.fill(0, at, at + this.#words)
  }

  /** Notes a packet without a body. It tells of all in view by leaving it out, and of `events` events as before. */
  repeat(tick: number, events: number): void {
    this.begin(tick)
    const at = (tick % HISTORY_TICKS) * this.#words
    for (let w = 0; w < this.#words; w++) this.#told[at + w] = this.seen.words[w] ?? 0
    this.noteEvents(tick, events)
  }

  /**
   * Begins anew after packets that told of everything, each after network tick `allAfter` and before `tick`. Nothing is in
   * view then, and nothing is held.
   */
  restart(allAfter: number, tick: number): void {
    this.#allAfter = allAfter
    this.#allBefore = tick
    this.seen.clear()
    this.leaving.clear()
    this.mayHold.fill(0)
    this.waited.fill(0)
    this.hasWaited = false
    this.stuck = 0
    this.events = 0
  }

  /** Notes that an entity comes into view at network tick `tick`. The client holds its state of `held`, or none at -1. */
  enter(slot: number, id: number, tick: number, held: number): void {
    this.leaving.remove(slot)
    this.since[slot] = tick
    this.ids[slot] = id
    this.held[slot] = held
    this.waited[slot] = 0
  }

  /** Notes that the entity in a slot is no longer in view. */
  leave(slot: number, tick: number): void {
    if (this.mayHold[slot] === 0) return
    this.leaving.add(slot)
    this.leftAt[slot] = tick
  }

  /** Notes whether the packet of network tick `tick` tells of the entity that is, or was, in a slot. */
  note(slot: number, tick: number, tells: boolean): void {
    const at = (tick % HISTORY_TICKS) * this.#words + (slot >> 5)
    const bit = 1 << (slot & 31)
    if (tells) this.#told[at]! |= bit
    else this.#told[at]! &= ~bit
  }

  /** Whether the packet of network tick `tick`, one of the last 128, told of the entity that is in view in a slot. */
  told(slot: number, tick: number): boolean {
    if (tick < this.since[slot]!) return false
    return this.#isAll(tick) || this.#isTold(slot, tick)
  }

  /** Whether the packet of network tick `tick`, one of the last 128, told that the entity in a slot has left. */
  listed(slot: number, tick: number): boolean {
    return tick >= this.leftAt[slot]! && this.#isTold(slot, tick)
  }

  /** Notes how many events of the room the packets up to network tick `tick` have told. */
  noteEvents(tick: number, count: number): void {
    this.#eventsTold[tick % HISTORY_TICKS] = count
  }

  /** Notes that the client has received the packet of network tick `tick`. */
  acked(tick: number): void {
    // Older ticks have been overwritten.
    if (this.tick < 0 || tick < 0 || this.tick - tick >= HISTORY_TICKS) return
    const isAll = this.#isAll(tick)
    const { since, held } = this
    const told = this.#told
    const at = (tick % HISTORY_TICKS) * this.#words
    const seen = this.seen.words
    const count = Math.min(seen.length, this.#words)
    for (let w = 0; w < count; w++) {
      const known = isAll ? seen[w]! : seen[w]! & told[at + w]!
      for (let bits = known; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        if (held[slot]! < tick && since[slot]! <= tick) held[slot] = tick
      }
    }
    if (isAll) return
    this.forgets = false
    const leaving = this.leaving.words
    for (let w = 0; w < leaving.length; w++) {
      for (let bits = leaving[w]!; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        if (this.leftAt[slot]! > tick || !this.#isTold(slot, tick)) continue
        this.leaving.remove(slot)
        this.mayHold[slot] = 0
      }
    }
    const events = this.#eventsTold[tick % HISTORY_TICKS]!
    if (events > this.events) this.events = events
  }

  #isAll(tick: number): boolean {
    return tick > this.#allAfter && tick < this.#allBefore
  }

  #isTold(slot: number, tick: number): boolean {
    const word = this.#told[(tick % HISTORY_TICKS) * this.#words + (slot >> 5)]!
    return ((word >>> (slot & 31)) & 1) === 1
  }
}

function grown<T extends Int32Array | Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}

import { BitWriter } from '../../wire/bits.ts'
import type { ChangesWriter } from '../../wire/coding/coding.ts'
import { HISTORY_TICKS, MAX_EVENTS } from '../../wire/limits.ts'
import { writeCount, writeLeave } from '../../wire/records/body.ts'
import { ChangeList } from '../../wire/records/change-list.ts'
import { writeEvent } from '../../wire/records/event.ts'
import { wholeSteps } from '../../wire/records/player-line.ts'
import type { RoomHost } from '../host.ts'
import { lowest, SlotSet } from '../interest/slot-set.ts'
import { Visibility } from '../interest/visibility.ts'
import type { Peer } from '../peer.ts'
import type { Entity } from '../world/entities.ts'
import { isHeard, type RoomEvent } from '../world/events.ts'
import { Choice, WAITING_BITS } from './choice.ts'
import type { PeerView } from './peer-view.ts'
import type { PlayerTimes } from './player-times.ts'
import { hasViewNews } from './view-news.ts'
import { WholeRecords } from './whole-records.ts'

/** No limit, in bytes. */
export const NO_LIMIT = 0x3fff_ffff
/** Lists of events, and of leaves, take this share of a limited packet at most: what is left over comes in the next ones. */
const LIST_SHARE = 1 / 4
/** As much the list of what waits: what is not in it looks as if it rested. */
const WAITING_SHARE = 1 / 8
/** Numbers kept of each slot: see `#find`. */
const KEPT = 7
/** Bits of a leave, about. */
const LEAVE_BITS = 20

/**
 * Codes the bodies of clients with a view of their own: who does not see everything, or is not sent everything at once.
 * See WIRE.md and `PeerView`. Free of allocation in steady state.
 */
export class Views {
  readonly visibility: Visibility
  readonly coding: ChangesWriter
  /** Bytes that the newest body would have taken with everything. */
  wholeBytes = 0
  readonly #source: RoomHost
  readonly #times: PlayerTimes
  readonly #wholes = new WholeRecords()
  readonly #choice: Choice
  readonly #writer = new BitWriter(256)
  readonly #list = new ChangeList()
  // The first so many count: cutting an array short and filling it again allocates.
  readonly #entering: Entity[] = []
  #enteringCount = 0
  /** By slot: network tick, base, before, and what was found between these. */
  #kept = new Int32Array(16 * KEPT)
  /** What waits, and the client may hold a state of. */
  readonly #waiting = new SlotSet()
  #waitingCount = 0
  #mostWaiting = 0
  // Of the body that is being made.
  #tick = 0
  #baseline = -1
  #before = -1
  #version = 0
  readonly #events: RoomEvent[] = []
  #eventCount = 0
  #leavesEventsOut = false
  #leaveCount = 0
  #tellsAll = true

  constructor(source: RoomHost, times: PlayerTimes, coding: ChangesWriter) {
    this.#source = source
    this.#times = times
    this.coding = coding
    this.visibility = new Visibility(source)
    this.#choice = new Choice(source.game, coding, this.#wholes)
    this.#list.keeps = true
    this.#list.isOwnView = true
  }

  /** Network tick `tick` begins, or goes on. */
  begin(tick: number): void {
    if (tick === this.#tick) return
    this.#tick = tick
    this.#wholes.begin(tick)
  }

  /**
   * The body of this network tick for a client with `baseline`, coded against `before`; -1: none. The player was just
   * looked at, which said `seesAll`, and `peer.view` is there. It takes no more than `room` bytes if it can; `mostRoom`: the most that any
   * packet can have. Aligned.
   */
  of(
    peer: Peer,
    seesAll: boolean,
    baseline: number,
    before: number,
    room: number,
    mostRoom: number,
  ): BitWriter {
    const tick = this.#tick
    const view = peer.view!
    const { stats, entities } = this.#source
    const isLimited = room < NO_LIMIT
    this.#baseline = baseline
    this.#before = before
    this.#version = peer.tables?.version ?? 0
    view.reach(entities.slots.length)
    this.#waiting.reach(entities.slots.length)
    if (view.tick !== peer.lastSentTick || view.tick < 0) this.#resume(peer, view)
    else if (peer.link.kind === 'ordered') view.acked(baseline)
    view.begin(tick)
    this.visibility.find(tick, peer, view)
    this.#tellsAll = seesAll
    this.#turnOver(view)
    this.#findLists(view, peer.player.id, isLimited ? Math.max(0, room * 8 * LIST_SHARE) : NO_LIMIT)
    this.#waitingCount = 0
    this.#collect(view, null)
    this.#write(view)
    const writer = this.#writer
    const choice = this.#choice
    this.wholeBytes = writer.byteLength
    if (writer.byteLength > room) {
      choice.begin(view, peer.player, this.#entering, this.#enteringCount, this.#list)
      this.#mostWaiting = Math.floor((room * 8 * WAITING_SHARE) / WAITING_BITS)
      choice.choose(writer.bitLength, room, mostRoom, this.#mostWaiting)
      do {
        this.#waiting.clear()
        this.#waitingCount = 0
        this.#collect(view, choice.chosen)
        this.#write(view)
      } while (writer.byteLength > room && choice.drop((writer.byteLength - room) * 8))
      choice.end()
      stats.entitiesDeferred += choice.deferredCount
    } else if (view.hasWaited) this.#nothingWaits(view)
    this.#noteSent(view)
    if (!this.#tellsAll || this.#waitingCount > 0) peer.lastPartialTick = tick
    stats.viewsCoded++
    return writer
  }

  /** Whether anything in a client's own view is news for it. The room has just looked at the player. */
  hasNews(peer: Peer, baseline: number): boolean {
    return hasViewNews(this.#source, this.visibility, this.#tick, peer, baseline)
  }

  /** A client gets a packet without a body: what its view told last still holds. The room has just looked at the player. */
  repeat(peer: Peer): void {
    if (this.visibility.look(this.#tick, peer)) return
    peer.view!.repeat(this.#tick, this.#source.events.decided)
    peer.lastPartialTick = this.#tick
  }

  /** After packets that told of everything, or none: what they told of is in view, and held. */
  #resume(peer: Peer, view: PeerView): void {
    const baseline = this.#baseline
    const before = this.#before
    const { entities, events } = this.#source
    const { slots, leaves } = entities
    view.restart(peer.lastPartialTick, this.#tick)
    view.forgets = baseline < 0 && peer.lastSentTick >= 0
    if (baseline < 0) return
    view.events = events.forgotten + events.firstAfter(baseline)
    for (let slot = 0; slot < slots.length; slot++) {
      const entity = slots[slot]
      if (!entity || entity.changedTick < 0) continue
      view.mayHold[slot] = 1
      view.seen.add(slot)
      const isOld = before > peer.lastPartialTick && entity.history.find(before) >= 0
      // What came since may be held, and has to be told to leave if it is out of view now.
      if (entity.history.find(baseline) < 0) view.enter(slot, entity.id, this.#tick, -1)
      else view.enter(slot, entity.id, isOld ? before : baseline, baseline)
    }
    for (let i = leaves.length - 1; i >= 0 && leaves[i]!.tick > baseline; i--) {
      const { slot, tick } = leaves[i]!
      view.mayHold[slot] = 1
      view.leave(slot, tick)
    }
  }

  /** What comes into view, and what leaves it. */
  #turnOver(view: PeerView): void {
    const tick = this.#tick
    const { slots } = this.#source.entities
    const seen = view.seen.words
    const next = view.next.words
    for (let w = 0; w < next.length; w++) {
      const was = w < seen.length ? seen[w]! : 0
      const is = next[w]!
      for (let bits = was & ~is; bits !== 0; bits &= bits - 1)
        view.leave((w << 5) + lowest(bits), tick)
      for (let bits = is & ~was; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        const entity = slots[slot]
        if (entity) view.enter(slot, entity.id, tick, -1)
        else view.next.remove(slot)
      }
    }
    const before = view.seen
    view.seen = view.next
    view.next = before
  }

  /**
   * Finds the entities that enter, and those that have changed; `chosen`: of these, which do not have to wait. Notes
   * what this packet tells of.
   */
  #collect(view: PeerView, chosen: SlotSet | null): void {
    const tick = this.#tick
    const { slots } = this.#source.entities
    const { words } = view.seen
    const { ids, held } = view
    const { ids: idsNow, changedTicks } = this.visibility
    this.#list.clear()
    this.#enteringCount = 0
    let oldestHeld = tick
    for (let w = 0; w < words.length; w++) {
      for (let bits = words[w]!; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        const entity = slots[slot]
        if (entity === undefined) {
          // It went while others were sent to.
          view.note(slot, tick, false)
          this.#tellsAll = false
          continue
        }
        if (ids[slot] !== idsNow[slot]) view.enter(slot, idsNow[slot]!, tick, -1)
        if (held[slot]! >= 0 && held[slot]! < oldestHeld) oldestHeld = held[slot]!
        if (changedTicks[slot]! <= held[slot]!) view.note(slot, tick, true)
        else if (chosen === null || chosen.has(slot)) {
          view.note(slot, tick, true)
          this.#add(view, entity, slot)
        } else {
          view.note(slot, tick, false)
          this.#tellsAll = false
          if (view.mayHold[slot] === 0 || this.#waitingCount >= this.#mostWaiting) continue
          this.#waiting.add(slot)
          this.#waitingCount++
        }
      }
    }
    view.oldestHeld = oldestHeld
  }

  #add(view: PeerView, entity: Entity, slot: number): void {
    const tick = this.#tick
    const baseline = this.#baseline
    const before = this.#before
    const held = view.held[slot]!
    if (held < 0 || tick - held >= HISTORY_TICKS) {
      this.#entering[this.#enteringCount++] = entity
      return
    }
    // The client finds what is foretold from in its own history: it has to hold the same there, or nothing.
    const isShared = held === baseline && (before < 0 || view.told(slot, before))
    const earlier = isShared ? before : -1
    const at = slot * KEPT
    if (at >= this.#kept.length) this.#kept = new Int32Array(2 * at + KEPT)
    const kept = this.#kept
    if (kept[at] !== tick || kept[at + 1] !== held || kept[at + 2] !== earlier)
      this.#find(entity, held, earlier)
    const distance = isShared ? 0 : tick - held
    this.#list.add(entity, distance, kept[at + 3]!, kept[at + 4]!, kept[at + 5]!, kept[at + 6]!)
  }

  /** Finds what an entity is coded between, and keeps it for other clients: see `ChangeList.add`. */
  #find({ slot, history, owner }: Entity, held: number, before: number): void {
    const tick = this.#tick
    const { sendSubTicks } = this.#source.game
    const now = tick * sendSubTicks
    const then = held * sendSubTicks
    const earlier = before * sendSubTicks
    const line = owner > 0 ? this.#times.lines[owner] : undefined
    const stamp = line ? line.stampAt(held, then) : wholeSteps(then)
    const beforeAt = before < 0 ? -1 : history.find(before)
    const kept = this.#kept
    const at = slot * KEPT
    kept[at] = tick
    kept[at + 1] = held
    kept[at + 2] = before
    kept[at + 3] = history.find(held)
    kept[at + 4] = beforeAt
    kept[at + 5] = (line ? line.stampAt(tick, now) : wholeSteps(now)) - stamp
    kept[at + 6] =
      beforeAt < 0 ? 0 : stamp - (line ? line.stampAt(before, earlier) : wholeSteps(earlier))
  }

  /** Which events and leaves this packet tells a player of: the oldest, up to so many bits of each. */
  #findLists(view: PeerView, player: number, most: number): void {
    const tick = this.#tick
    this.#leavesEventsOut = this.#findEvents(view, player, most)
    let isCut = this.#leavesEventsOut
    this.#leaveCount = 0
    const { words } = view.leaving
    for (let w = 0; w < words.length; w++) {
      for (let bits = words[w]!; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        const isTold = (this.#leaveCount + 1) * LEAVE_BITS <= most
        view.note(slot, tick, isTold)
        if (isTold) this.#leaveCount++
        else isCut = true
      }
    }
    if (isCut) this.#tellsAll = false
  }

  /** Finds the events, one at least if there are any. Returns whether there are more. */
  #findEvents(view: PeerView, player: number, most: number): boolean {
    const { list, forgotten, decided } = this.#source.events
    const end = decided - forgotten
    const writer = this.#writer
    writer.reset()
    this.#eventCount = 0
    let at = Math.max(0, view.events - forgotten)
    for (; at < end; at++) {
      const event = list[at]!
      if (!isHeard(event, player)) continue
      if (this.#eventCount === MAX_EVENTS) break
      if (most < NO_LIMIT) this.#writeEvent(writer, event)
      if (writer.bitLength > most && this.#eventCount > 0) break
      this.#events[this.#eventCount++] = event
    }
    view.noteEvents(this.#tick, forgotten + at)
    return at < end
  }

  #writeEvent(writer: BitWriter, event: RoomEvent): void {
    writeEvent(writer, event, this.#tick * this.#source.game.sendSubTicks - event.stamp)
  }

  #write(view: PeerView): void {
    const writer = this.#writer
    writer.reset()
    writer.flag(true)
    this.#writeLists(writer, view)
    writer.flag(!view.forgets)
    this.#times.write(writer, this.#tick, this.#baseline, this.#before)
    writer.flag(this.#enteringCount > 0)
    if (this.#enteringCount > 0) writer.small(this.#enteringCount)
    let previous = -1
    for (let n = 0; n < this.#enteringCount; n++) {
      const entity = this.#entering[n]!
      this.#wholes.write(writer, entity, entity.slot - previous - 1)
      previous = entity.slot
    }
    this.coding.write(writer, this.#baseline, this.#list, this.#version)
    writer.align()
  }

  #writeLists(writer: BitWriter, view: PeerView): void {
    const tick = this.#tick
    const times = this.#times
    const count = this.#eventCount + this.#leaveCount + this.#waitingCount
    const has = count > 0 || times.hasLeft(this.#baseline)
    writer.flag(has)
    if (!has) return
    times.writeLeft(writer, this.#baseline)
    writer.flag(this.#leavesEventsOut)
    writeCount(writer, this.#eventCount)
    for (let n = 0; n < this.#eventCount; n++) this.#writeEvent(writer, this.#events[n]!)
    writeCount(writer, this.#leaveCount)
    let left = this.#leaveCount
    const leaving = view.leaving.words
    for (let w = 0; w < leaving.length && left > 0; w++) {
      for (let bits = leaving[w]!; bits !== 0 && left > 0; bits &= bits - 1, left--) {
        const slot = (w << 5) + lowest(bits)
        writeLeave(writer, slot, Math.min(HISTORY_TICKS - 1, tick - view.leftAt[slot]!))
      }
    }
    writeCount(writer, this.#waitingCount)
    let previous = -1
    const waiting = this.#waiting.words
    for (let w = 0; w < waiting.length && this.#waitingCount > 0; w++) {
      for (let bits = waiting[w]!; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        writer.small(slot - previous - 1)
        previous = slot
      }
    }
  }

  /** What was sent may be held from now on. */
  #noteSent(view: PeerView): void {
    for (let n = 0; n < this.#enteringCount; n++) view.mayHold[this.#entering[n]!.slot] = 1
  }

  #nothingWaits(view: PeerView): void {
    view.waited.fill(0)
    view.hasWaited = false
    view.stuck = 0
  }
}

import { BitWriter } from '../../wire/bits.ts'
import type { ChangesWriter } from '../../wire/coding/coding.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { ChangeList } from '../../wire/records/change-list.ts'
import type { Peer } from '../connection/peer.ts'
import type { PeerView } from '../connection/peer-view.ts'
import { lowest, type SlotSet } from '../interest/slot-set.ts'
import { Visibility } from '../interest/visibility.ts'
import type { Entity } from '../world/entity.ts'
import { HeldSpans } from './held-spans.ts'
import type { PlayerTimes } from './player-times.ts'
import { type Priority, RecordSelection, WAITING_BITS } from './record-selection.ts'
import type { CodedBody, SnapshotPlan } from './snapshot-plan.ts'
import type { ToldRoom } from './told-room.ts'
import { ViewLists } from './view-lists.ts'
import { hasViewNews } from './view-news.ts'
import { WholeRecords } from './whole-records.ts'

/** Most of a limited packet that events may take, and that leaves may take. The rest comes in the next packets. */
const LIST_SHARE = 1 / 4
/** The same for the list of waiting entities. An entity that is not in it looks as if it rested. */
const WAITING_SHARE = 1 / 8

/**
 * Codes the bodies of clients with a view of their own, which do not see everything, or are not sent everything at once.
 * See WIRE.md and `PeerView`. Creates no object in steady state.
 */
export class Views {
  readonly visibility: Visibility
  readonly coding: ChangesWriter
  readonly #source: ToldRoom
  readonly #times: PlayerTimes
  readonly #wholes = new WholeRecords()
  readonly #choice: RecordSelection
  readonly #lists: ViewLists
  readonly #spans: HeldSpans
  readonly #list = new ChangeList()
  /** `#enteringCount` of these are in use, because cutting an array short and filling it again allocates. */
  readonly #entering: Entity[] = []
  #enteringCount = 0
  #tick = 0
  /** The body that is being made, and whether it tells of all that there is to tell. */
  readonly #body = { writer: new BitWriter(256), wholeBytes: 0 }
  #tellsAll = true

  constructor(source: ToldRoom, times: PlayerTimes, coding: ChangesWriter) {
    this.#source = source
    this.#times = times
    this.coding = coding
    this.visibility = new Visibility(source)
    this.#choice = new RecordSelection(
      source.hooks,
      source.rules.budget?.priority as Priority | undefined,
      coding,
      this.#wholes,
    )
    this.#lists = new ViewLists(source, times)
    this.#spans = new HeldSpans(times, source.game.sendSubTicks)
    this.#list.keeps = true
  }

  /** Begins network tick `tick`, unless it has begun already. */
  begin(tick: number): void {
    if (tick === this.#tick) return
    this.#tick = tick
    this.#wholes.begin(tick)
  }

  /**
   * Returns the body for a client that has a `view`, for the network tick that has begun. It takes no more than `bytesLeft`
   * bytes if possible. `mostBodyBytes`: the most that the body of any packet can have.
   */
  of(peer: Peer, plan: SnapshotPlan, bytesLeft: number, mostBodyBytes: number): CodedBody {
    const { tick, baseline } = plan
    const view = peer.view!
    const body = this.#body
    const { writer } = body
    const version = peer.tables?.version ?? 0
    view.reach(this.#source.entities.slots.length)
    if (view.tick !== peer.baselines.lastSentTick || view.tick < 0) this.#resume(peer, view, plan)
    else if (peer.link.kind === 'ordered') view.acked(baseline)
    view.begin(tick)
    this.#tellsAll = this.visibility.look(tick, peer)
    this.visibility.find(tick, peer, view)
    this.#turnOver(view)
    const mostBits = Math.max(0, bytesLeft * 8 * LIST_SHARE)
    if (!this.#lists.find(view, peer.player.id, tick, mostBits)) this.#tellsAll = false
    this.#lists.clearWaiting()
    this.#collect(view, plan, null, 0)
    this.#write(view, plan, version)
    body.wholeBytes = writer.byteLength
    if (writer.byteLength > bytesLeft) this.#shorten(peer, plan, bytesLeft, mostBodyBytes)
    else if (view.hasWaited) nothingWaits(view)
    this.#noteSent(view)
    if (!this.#tellsAll || this.#lists.waitingCount > 0) peer.lastPartialTick = tick
    this.#source.stats.viewsCoded++
    return body
  }

  /** Makes the body anew with fewer and fewer entities, until it takes no more than `bytesLeft` bytes. */
  #shorten(peer: Peer, plan: SnapshotPlan, bytesLeft: number, mostBodyBytes: number): void {
    const view = peer.view!
    const choice = this.#choice
    const { writer } = this.#body
    choice.begin(view, peer.player, this.#entering, this.#enteringCount, this.#list)
    const mostWaiting = Math.floor((bytesLeft * 8 * WAITING_SHARE) / WAITING_BITS)
    choice.choose(writer.bitLength, bytesLeft, mostBodyBytes, mostWaiting)
    do {
      this.#lists.clearWaiting()
      this.#collect(view, plan, choice.chosen, mostWaiting)
      this.#write(view, plan, peer.tables?.version ?? 0)
    } while (writer.byteLength > bytesLeft && choice.drop((writer.byteLength - bytesLeft) * 8))
    choice.end()
    this.#source.stats.entitiesDeferred += choice.deferredCount
  }

  /** Whether a client's own view has news for it. `visibility.look` must have run for the player. */
  hasNews(peer: Peer, baseline: number): boolean {
    return hasViewNews(this.#source, this.visibility, this.#tick, peer, baseline)
  }

  /** Notes a packet without a body: what the view told last still holds. `visibility.look` must have run for the player. */
  repeat(peer: Peer): void {
    if (this.visibility.look(this.#tick, peer)) return
    peer.view!.repeat(this.#tick, this.#source.events.decided)
    peer.lastPartialTick = this.#tick
  }

  /** Begins a view anew after packets that told of everything, or after none. What they told of is in view, and held. */
  #resume(peer: Peer, view: PeerView, { tick, baseline, before }: SnapshotPlan): void {
    const { entities, events } = this.#source
    const { slots, leaves } = entities
    view.restart(peer.lastPartialTick, tick)
    view.forgets = baseline < 0 && peer.baselines.lastSentTick >= 0
    if (baseline < 0) return
    view.events = events.forgotten + events.firstAfter(baseline)
    for (let slot = 0; slot < slots.length; slot++) {
      const entity = slots[slot]
      if (!entity || entity.changedTick < 0) continue
      view.mayHold[slot] = 1
      view.seen.add(slot)
      const isOld = before > peer.lastPartialTick && entity.history.find(before) >= 0
      // The client may hold an entity that came since, and has to be told to drop it if it is out of view now.
      if (entity.history.find(baseline) < 0) view.enter(slot, entity.id, tick, -1)
      else view.enter(slot, entity.id, isOld ? before : baseline, baseline)
    }
    for (let i = leaves.length - 1; i >= 0 && leaves[i]!.tick > baseline; i--) {
      const { slot, tick: leftTick } = leaves[i]!
      view.mayHold[slot] = 1
      view.leave(slot, leftTick)
    }
  }

  /** Notes which entities come into view, and which leave it. */
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
   * Finds the entities that enter, and those that have changed. `chosen`: the slots that do not have to wait; null: all.
   * `mostWaiting`: for how many of the others the body says that they wait. Notes what this packet tells of.
   */
  #collect(view: PeerView, plan: SnapshotPlan, chosen: SlotSet | null, mostWaiting: number): void {
    const { tick } = plan
    const { slots } = this.#source.entities
    const { words } = view.seen
    const { ids, held } = view
    const { ids: idsNow, changedTicks } = this.visibility
    const lists = this.#lists
    this.#list.clear()
    this.#enteringCount = 0
    let oldestHeld = tick
    for (let w = 0; w < words.length; w++) {
      for (let bits = words[w]!; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        const entity = slots[slot]
        if (entity === undefined) {
          // It was removed while other clients were sent to.
          view.note(slot, tick, false)
          this.#tellsAll = false
          continue
        }
        if (ids[slot] !== idsNow[slot]) view.enter(slot, idsNow[slot]!, tick, -1)
        if (held[slot]! >= 0 && held[slot]! < oldestHeld) oldestHeld = held[slot]!
        if (changedTicks[slot]! <= held[slot]!) view.note(slot, tick, true)
        else if (chosen === null || chosen.has(slot)) {
          view.note(slot, tick, true)
          this.#add(view, plan, entity)
        } else {
          view.note(slot, tick, false)
          this.#tellsAll = false
          if (view.mayHold[slot] === 1 && lists.waitingCount < mostWaiting) lists.addWaiting(slot)
        }
      }
    }
    view.oldestHeld = oldestHeld
  }

  #add(view: PeerView, { tick, baseline, before }: SnapshotPlan, entity: Entity): void {
    const { slot } = entity
    const held = view.held[slot]!
    // It has another owner since then, so it is told of anew, as if it entered.
    const isGiven = held >= 0 && held < entity.givenTick
    if (isGiven) view.enter(slot, entity.id, tick, -1)
    if (isGiven || held < 0 || tick - held >= HISTORY_TICKS) {
      this.#entering[this.#enteringCount++] = entity
      return
    }
    // The client finds the states behind an expected value in its own history. It has to hold the same ones, or none.
    const isShared = held === baseline && (before < 0 || view.told(slot, before))
    const distance = isShared ? 0 : tick - held
    const at = this.#spans.find(entity, tick, held, isShared ? before : -1)
    const { values } = this.#spans
    this.#list.add(entity, distance, values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!)
  }

  #write(view: PeerView, plan: SnapshotPlan, version: number): void {
    const { writer } = this.#body
    writer.reset()
    writer.flag(true)
    this.#lists.write(writer, view, plan)
    this.#list.isOwnView = !view.forgets
    writer.flag(this.#list.isOwnView)
    this.#times.write(writer, plan.tick, plan.baseline, plan.before)
    writer.flag(this.#enteringCount > 0)
    if (this.#enteringCount > 0) writer.small(this.#enteringCount)
    let previous = -1
    for (let n = 0; n < this.#enteringCount; n++) {
      const entity = this.#entering[n]!
      this.#wholes.write(writer, entity, entity.slot - previous - 1)
      previous = entity.slot
    }
    this.coding.write(writer, plan.baseline, this.#list, version)
    writer.align()
  }

  /** Notes that the client may hold the entities that were sent. */
  #noteSent(view: PeerView): void {
    for (let n = 0; n < this.#enteringCount; n++) view.mayHold[this.#entering[n]!.slot] = 1
  }
}

function nothingWaits(view: PeerView): void {
  view.waited.fill(0)
  view.hasWaited = false
  view.stuck = 0
}

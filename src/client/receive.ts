import { difference16, unwrap16 } from '../base/sequence.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import { SPAWNED_BITS } from '../game/spawned.ts'
import type { StepDriver } from '../time/loop/step-driver.ts'
import type { BitReader } from '../wire/bits.ts'
import type { ChangesReader, Coding } from '../wire/coding/coding.ts'
import { PackedReader } from '../wire/coding/packed-reader.ts'
import { HISTORY_TICKS } from '../wire/limits.ts'
import {
  emptySnapshotHead,
  LONG_AGO,
  readSnapshotHead,
  type SnapshotHead,
} from '../wire/packets/snapshot-head.ts'
import { readBody } from '../wire/records/body.ts'
import { readChanged, readRests, readWhole } from '../wire/records/columns.ts'
import { planOf } from '../wire/records/plan.ts'
import type { Inside } from './inside.ts'
import type { SessionStats } from './page/stats.ts'
import type { OwnEntity } from './prediction/own-entity.ts'
import type { Prediction } from './prediction/predict.ts'
import type { SharedTick } from './prediction/shared-tick.ts'
import { sharedTickOf } from './prediction/shared-tick-of.ts'
import type { Timeline } from './timeline/timeline.ts'

/**
 * The result of reading a SNAPSHOT packet. `late`: a newer one came before it. `unread`: it could not be read, or nothing can
 * be read until a complete one comes. `broken`: that one could not be read either.
 */
export type SnapshotOutcome = 'taken' | 'late' | 'unread' | 'broken'

/** What a snapshot's head says about time. */
export interface SnapshotNews {
  /** The snapshot's network tick. */
  subTicks: SubTick
  /** The newest input that the server had received (not wrapped), or -1; and when it arrived. */
  timedInput: number
  timedArrival: SubTick
  /** How many inputs came since the previous snapshot, `timedInput` included: see `SnapshotHead.sooner`. */
  arrivals: number
  /** How many snapshots before this one were left out because they had nothing to tell. */
  leftOut: number
}

/** Reads SNAPSHOT packets into prediction and timeline. Free of allocation, except for events and entities that enter. */
export class SnapshotReceiver {
  declare readonly head: SnapshotHead
  readonly news: SnapshotNews = {
    subTicks: 0,
    timedInput: -1,
    timedArrival: 0,
    arrivals: 0,
    leftOut: 0,
  }
  readonly #game: AnyGame
  readonly #prediction: Prediction
  readonly #timeline: Timeline
  readonly #stats: SessionStats
  #isOrdered: boolean
  readonly #authority: SharedTick | undefined
  #changes: ChangesReader
  /** Rings of the newest snapshots: the network tick of each, and its baseline. */
  readonly #ticks = new Float64Array(HISTORY_TICKS).fill(-1)
  readonly #baselines = new Float64Array(HISTORY_TICKS)
  /** The sequence of the newest snapshot on a datagram link; -1: none. */
  #sequence = -1
  /** The network tick of the head that was read last. */
  #tick = 0
  /** Whether a snapshot could not be read and no complete one has come since. */
  #needsAll = false

  /** `now`: the time in WELCOME. `isOrdered`: whether the link delivers in order. */
  constructor(
    game: AnyGame,
    { prediction, timeline }: Inside,
    stats: SessionStats,
    { now, isOrdered }: { readonly now: SubTick; readonly isOrdered: boolean },
  ) {
    this.head = emptySnapshotHead(game.inputSchema.presses.length)
    this.#game = game
    this.#prediction = prediction
    this.#timeline = timeline
    this.#stats = stats
    this.#tick = Math.round(now / game.sendSubTicks)
    this.#isOrdered = isOrdered
    this.#authority = sharedTickOf(game)
    this.#changes = changesReader(game)
  }

  /** Goes on over another connection, which begins with a complete snapshot and without tables. */
  goOn(isOrdered: boolean): void {
    this.#isOrdered = isOrdered
    this.#changes = changesReader(this.#game)
    this.#sequence = -1
    this.#needsAll = true
  }

  /** Reads a SNAPSHOT packet after its type. `alpha`: the moment of the newest own step on display. */
  take(reader: BitReader, alpha: number): SnapshotOutcome {
    const { newestTick } = this.#timeline
    if (!this.#readHead(reader)) return this.#failed(newestTick)
    if (this.#needsAll && this.head.distance > 0) return 'unread'
    if (this.#tick <= newestTick) {
      // Newer snapshots repeat everything that a late one says.
      this.#stats.snapshots++
      this.#stats.lateSnapshots++
      return 'late'
    }
    if (!this.#read(reader, alpha)) return this.#failed(newestTick)
    this.#needsAll = false
    return 'taken'
  }

  /** Reads a TABLES packet after its sequence. Returns false if it is malformed or the game's coding has no tables. */
  takeTables(reader: BitReader): boolean {
    return this.#changes.tables?.take(reader) ?? false
  }

  #failed(newestTick: number): SnapshotOutcome {
    this.#timeline.newestTick = newestTick
    if (this.#needsAll) return 'broken'
    this.#needsAll = true
    this.#stats.resyncs++
    return 'unread'
  }

  #readHead(reader: BitReader): boolean {
    const { head } = this
    const hasTables = this.#changes.tables !== null
    const arrivals = this.#authority?.readArrivals
    if (!readSnapshotHead(reader, head, this.#isOrdered, arrivals, hasTables)) return false
    const { newestTick } = this.#timeline
    const reference = newestTick < 0 ? this.#tick : newestTick
    this.#tick = head.tick < 0 ? newestTick + head.distance : unwrap16(head.tick, reference)
    return this.#tick >= 0
  }

  /** Reads the rest of a packet. Returns false if it is malformed. */
  #read(reader: BitReader, alpha: number): boolean {
    const { head, news } = this
    const tick = this.#tick
    const subTicks = tick * this.#game.sendSubTicks
    const baseline = head.distance === 0 ? -1 : tick - head.distance
    if (baseline >= 0 && this.#ticks[baseline % HISTORY_TICKS] !== baseline) return false
    const before = this.#beforeOf(baseline)
    this.#stats.snapshots++
    news.subTicks = subTicks
    news.timedInput = -1
    news.arrivals = 0
    const held = this.#heldTick()
    const { newestTick } = this.#timeline
    news.leftOut = newestTick < 0 ? 0 : held - newestTick
    if (!this.#time(subTicks)) return false
    if (!this.#owned(reader, tick, baseline)) return false
    reader.align()
    const timeline = this.#timeline
    timeline.start(tick, baseline, before, this.#beforeOf(before), held)
    const { isQuiet } = head
    if (!readBody(reader, this.#game.kinds, timeline, isQuiet)) return false
    const place = Math.max(0, head.place)
    if (!isQuiet && !this.#changes.read(reader, baseline, timeline, place)) return false
    this.#ticks[tick % HISTORY_TICKS] = tick
    this.#baselines[tick % HISTORY_TICKS] = baseline
    timeline.finish()
    return this.#settleOwn(alpha)
  }

  /** Returns the baseline of the snapshot of network tick `told`; -1 if it had none, or an old one. */
  #beforeOf(told: number): number {
    const before = told < 0 ? -1 : this.#baselines[told % HISTORY_TICKS]!
    return this.#tick - before < HISTORY_TICKS ? before : -1
  }

  /**
   * Returns the network tick until which the previous state is known to have held. Snapshots that were left out had nothing to
   * tell, but lost ones had.
   */
  #heldTick(): number {
    const { head } = this
    const { newestTick } = this.#timeline
    const before = this.#sequence
    this.#sequence = head.sequence
    const lost = before < 0 ? 0 : difference16(head.sequence, before) - 1
    const isGapless = head.isGapless && head.distance > 0
    return isGapless ? Math.max(newestTick, this.#tick - 1 - lost) : newestTick
  }

  /** Tells `driver` when inputs reached the server, oldest first, and when the snapshot that says so arrived. */
  tellDriver(driver: StepDriver, arrivedAtMs: Ms): void {
    const { head, news } = this
    this.#authority?.tell(driver, head, news)
    const { newestMs } = this.#timeline
    const arrivalSteps = news.timedArrival / SUBTICKS_PER_STEP
    driver.snapshot(newestMs, arrivedAtMs, news.timedInput, arrivalSteps, news.leftOut)
  }

  #time(subTicks: SubTick): boolean {
    const { head, news } = this
    const prediction = this.#prediction
    if (head.epochFrom >= 0)
      prediction.rebase(head.epochFrom, subTicks + head.epochStamp, head.epochHeld)
    if (head.inputAck < 0) return true
    const acknowledged = unwrap16(head.inputAck, prediction.newest)
    // The head does not name an input that came long ago: the room may have gone on by more inputs than were ever made.
    if (head.waiting > -LONG_AGO) {
      const timed = acknowledged + head.waiting
      if (timed > prediction.newest) return false
      news.timedInput = timed
      prediction.receive(timed, acknowledged)
      news.timedArrival = subTicks - head.timedAge
      news.arrivals = head.arrivals
    }
    const hasCome = prediction.received >= acknowledged
    prediction.acknowledge(acknowledged, head.tellsTaken ? head.taken : null, hasCome)
    return true
  }

  /** Reads the private columns of own entities. */
  #owned(reader: BitReader, tick: number, baseline: number): boolean {
    const { own } = this.#prediction
    for (let n = 0; n < this.head.owned; n++) {
      const slot = reader.small(0xffff)
      const isWhole = reader.flag()
      const entity = isWhole ? this.#newOwn(reader, slot) : own.find(slot)
      if (!entity || reader.failed) return false
      own.order(entity, n)
      entity.isNew = entity.history.count === 0
      const which = entity.schema.privateColumns
      if (isWhole) {
        entity.beginWhole(tick)
        readWhole(reader, which, 'fine', entity)
      } else {
        if (!entity.begin(tick, baseline)) return false
        readChanged(reader, which, 'fine', entity)
      }
      readRests(reader, isWhole, entity)
      if (reader.failed) return false
    }
    return true
  }

  /**
   * Adds the columns from the body to own entities, and reconciles them. Removes those that the snapshot did not name. Returns
   * false if the body does not have one of them.
   */
  #settleOwn(alpha: number): boolean {
    const prediction = this.#prediction
    const { entities } = prediction
    for (let i = entities.length - 1; i >= 0; i--) {
      const entity = entities[i]!
      if (entity.isGhost) continue
      if (entity.history.newestTick !== this.#tick) {
        prediction.own.remove(entity)
        continue
      }
      const remote = this.#timeline.find(entity.slot)
      if (remote?.id !== entity.id || remote.kind !== entity.kind) return false
      entity.takeShared(remote)
      entity.told?.take(entity.isNew)
      if (!entity.isMoved) remote.own = entity
    }
    prediction.reconcile(alpha)
    return true
  }

  #newOwn(reader: BitReader, slot: number): OwnEntity | undefined {
    const generation = reader.read(8)
    const kind = this.#game.kinds[reader.read(8)]
    const seed = reader.flag() ? -1 - reader.read(SPAWNED_BITS) : 0
    if (!kind || generation === 0 || reader.failed) return undefined
    const { own, acknowledged } = this.#prediction
    return own.claim(slot, generation, kind, seed, acknowledged)
  }
}

function changesReader(game: AnyGame): ChangesReader {
  const coding = game.definition.coding as Coding | undefined
  const plans = game.kinds.map(({ schema }) => planOf(schema, game.stepHz))
  return coding?.reader(plans) ?? new PackedReader(plans)
}

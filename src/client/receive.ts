import { unwrap16 } from '../base/sequence.ts'
import type { SubTick } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { BitReader } from '../wire/bits.ts'
import { readChanged, readWhole } from '../wire/columns.ts'
import { readBody } from '../wire/delta.ts'
import { unwrapMoment } from '../wire/input-packet.ts'
import { emptySnapshotHead, readSnapshotHead, type SnapshotHead } from '../wire/snapshot-head.ts'
import type { OwnEntity } from './own-entity.ts'
import type { Prediction } from './predict.ts'
import type { SessionStats } from './stats.ts'
import type { Timeline } from './timeline.ts'

/** What a snapshot's head said, for whoever keeps time. */
export interface SnapshotNews {
  /** The snapshot's network tick. */
  subTicks: SubTick
  /** Newest input the server had received (not wrapped), or -1; and when that arrived. */
  timedInput: number
  timedArrival: SubTick
  /** Whether it is newer than all before. */
  isNewest: boolean
}

/** Reads SNAPSHOT packets into prediction and timeline. Free of allocation but for what enters and events. */
export class SnapshotReceiver {
  readonly head: SnapshotHead = emptySnapshotHead()
  readonly news: SnapshotNews = { subTicks: 0, timedInput: -1, timedArrival: 0, isNewest: false }
  readonly #game: AnyGame
  readonly #prediction: Prediction
  readonly #timeline: Timeline
  readonly #stats: SessionStats
  /** The first so many count: cutting an array short and filling it again allocates. */
  readonly #named: OwnEntity[] = []
  #namedCount = 0
  #newestSubTicks: SubTick

  constructor(
    game: AnyGame,
    prediction: Prediction,
    timeline: Timeline,
    stats: SessionStats,
    now: SubTick,
  ) {
    this.#game = game
    this.#prediction = prediction
    this.#timeline = timeline
    this.#stats = stats
    this.#newestSubTicks = now
  }

  /** Reads the head alone: its sequence says whether the rest is wanted. */
  readHead(reader: BitReader): boolean {
    return readSnapshotHead(reader, this.head)
  }

  /**
   * Reads the rest of the packet whose head was read; the prediction's `alpha` is the moment of the own step on
   * show. One that was overtaken is only counted: what it says, newer ones say too. False when it is malformed.
   */
  read(reader: BitReader): boolean {
    const { head, news } = this
    const subTicks = unwrapMoment(head.tickSubTicks, this.#newestSubTicks)
    const tick = Math.round(subTicks / this.#game.sendSubTicks)
    if (tick < 0) return false
    this.#stats.snapshots++
    news.subTicks = subTicks
    news.timedInput = -1
    news.isNewest = tick > this.#timeline.newestTick
    if (!news.isNewest) {
      this.#stats.lateSnapshots++
      return true
    }
    this.#newestSubTicks = subTicks
    if (!this.#time(subTicks)) return false
    if (!this.#owned(reader, tick)) return false
    reader.align()
    this.#timeline.start(tick)
    if (!readBody(reader, this.#game.kinds, this.#game.events, this.#timeline)) return false
    this.#timeline.finish()
    for (let n = 0; n < this.#namedCount; n++) {
      const entity = this.#named[n]!
      const remote = entity.isMoved ? undefined : this.#timeline.find(entity.slot)
      if (remote) remote.own = entity
    }
    return true
  }

  #time(subTicks: SubTick): boolean {
    const { head, news } = this
    const prediction = this.#prediction
    if (head.timedInput >= 0) {
      news.timedInput = unwrap16(head.timedInput, prediction.newest)
      news.timedArrival = subTicks - head.timedAge
    }
    if (head.epochFrom >= 0) prediction.rebase(head.epochFrom, subTicks + head.epochStamp)
    const acknowledged = unwrap16(head.inputAck, prediction.newest)
    if (acknowledged > prediction.newest) return false
    if (acknowledged > prediction.acknowledged) prediction.acknowledged = acknowledged
    return true
  }

  #owned(reader: BitReader, tick: number): boolean {
    const prediction = this.#prediction
    const { head } = this
    const named = this.#named
    this.#namedCount = 0
    for (let n = 0; n < head.owned; n++) {
      const slot = reader.read(16)
      const isWhole = reader.flag()
      const entity = isWhole ? this.#newOwn(reader, slot) : prediction.find(slot)
      if (!entity || reader.failed) return false
      const isNew = entity.history.count === 0
      if (isWhole) {
        entity.beginWhole(tick)
        readWhole(reader, entity.schema.fine, 'fine', entity)
      } else {
        if (!entity.begin(tick, tick - head.distance)) return false
        readChanged(reader, entity.schema.fine, 'fine', entity)
      }
      if (reader.failed) return false
      entity.tell()
      named[this.#namedCount++] = entity
      prediction.reconcile(entity, isNew)
    }
    for (let i = prediction.entities.length - 1; i >= 0; i--)
      if (!this.#isNamed(prediction.entities[i]!)) prediction.remove(prediction.entities[i]!)
    return true
  }

  #isNamed(entity: OwnEntity): boolean {
    for (let n = 0; n < this.#namedCount; n++) if (this.#named[n] === entity) return true
    return false
  }

  #newOwn(reader: BitReader, slot: number): OwnEntity | undefined {
    const generation = reader.read(8)
    const kind = this.#game.kinds[reader.read(8)]
    return kind && generation > 0 ? this.#prediction.entity(slot, generation, kind) : undefined
  }
}

import { BitWriter } from '../../wire/bits.ts'
import type { ChangesWriter, Coding } from '../../wire/coding/coding.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { writeCount, writeLeave, writeWholeRecord } from '../../wire/records/body.ts'
import { ChangeList } from '../../wire/records/change-list.ts'
import { writeEvent } from '../../wire/records/event.ts'
import { plansOf } from '../../wire/records/plan.ts'
import { wholeSteps } from '../../wire/records/player-timeline.ts'
import type { Entity } from '../world/entity.ts'
import type { PlayerTimes } from './player-times.ts'
import type { CodedBody, SnapshotPlan } from './snapshot-plan.ts'
import type { ToldRoom } from './told-room.ts'

/**
 * A body and what it was coded for: its baseline, that one's baseline, and the baseline of that, or -1; and the version of
 * the tables.
 */
interface Body extends CodedBody {
  wholeBytes: number
  baseline: number
  before: number
  earlier: number
  /** Whether `earlier` matters, because a player's time stood still between `before` and `baseline`. */
  goesByEarlier: boolean
  version: number
}

/**
 * Codes the bodies of a network tick for clients who see everything. Clients share a body if they have the same baseline and
 * it was coded against the same one. Creates no object in steady state.
 */
export class Bodies {
  readonly coding: ChangesWriter
  readonly #asksOfAll: boolean
  readonly #source: ToldRoom
  readonly #times: PlayerTimes
  readonly #list = new ChangeList()
  // The counts tell how much of these lists is in use, because cutting an array short and filling it again allocates.
  readonly #bodies: Body[] = []
  readonly #entering: Entity[] = []
  #bodyCount = 0
  #enteringCount = 0
  #eventCount = 0
  /** The first leave that this body tells of, as a place in the room's list. */
  #firstLeave = 0
  #hasLists = false

  constructor(source: ToldRoom, times: PlayerTimes, coding: Coding) {
    this.#source = source
    this.#times = times
    this.#asksOfAll = coding.asksOfAll
    this.coding = coding.writer(plansOf(source.game), source.game.sendHz)
  }

  /** Called when a network tick begins. */
  begin(tick: number): void {
    this.#bodyCount = 0
    this.coding.begin(tick)
  }

  /** Returns the body of a network tick for a client that has the plan's baselines. `version`: that of its tables. */
  of({ tick, baseline, before, earlier }: SnapshotPlan, version: number): CodedBody {
    const { stats } = this.#source
    for (let n = 0; n < this.#bodyCount; n++) {
      const body = this.#bodies[n]!
      if (body.baseline !== baseline || body.before !== before || body.version !== version) continue
      if (body.goesByEarlier && body.earlier !== earlier) continue
      stats.bodiesShared++
      return body
    }
    stats.bodiesCoded++
    const body = this.#next()
    body.baseline = baseline
    body.before = before
    body.earlier = earlier
    body.version = version
    this.#write(body, tick)
    return body
  }

  #next(): Body {
    const n = this.#bodyCount++
    return (this.#bodies[n] ??= {
      baseline: -1,
      before: -1,
      earlier: -1,
      goesByEarlier: false,
      version: 0,
      writer: new BitWriter(64),
      wholeBytes: 0,
    })
  }

  #write(body: Body, tick: number): void {
    const { writer, baseline, before } = body
    writer.reset()
    this.#collect(tick, body)
    this.#findLists(tick, baseline)
    const tellsMore =
      this.#hasLists || this.#enteringCount > 0 || this.#times.hasNews(tick, baseline, before)
    writer.flag(tellsMore)
    if (tellsMore) {
      this.#writeLists(writer, tick, baseline)
      writer.flag(false)
      this.#times.write(writer, tick, baseline, before)
      writer.flag(this.#enteringCount > 0)
      if (this.#enteringCount > 0) this.#writeEntering(writer)
    }
    this.coding.write(writer, baseline, this.#list, body.version)
    writer.align()
    body.wholeBytes = writer.byteLength
  }

  /** Finds the entities that enter, and those that have changed. */
  #collect(tick: number, body: Body): void {
    const { baseline, before, earlier } = body
    const { entities, game } = this.#source
    const { sendSubTicks } = game
    const list = this.#list
    list.clear()
    this.#enteringCount = 0
    body.goesByEarlier = false
    const now = tick * sendSubTicks
    const then = baseline * sendSubTicks
    const elapsed = wholeSteps(now) - wholeSteps(then)
    const span = before < 0 ? 0 : wholeSteps(then) - wholeSteps(before * sendSubTicks)
    const { slots, changedTicks } = entities
    for (let slot = 0; slot < slots.length; slot++) {
      const isChanged = changedTicks[slot]! > baseline ? 1 : 0
      if (isChanged === 0 && !this.#asksOfAll) continue
      const entity = slots[slot]
      if (!entity) continue
      if (changedTicks[slot]! <= before && entity.owner === 0) {
        list.addRested(entity)
        continue
      }
      const { history } = entity
      const baseAt = baseline < 0 ? -1 : history.find(baseline)
      if (baseAt < 0) {
        this.#entering[this.#enteringCount++] = entity
        continue
      }
      const timeline = entity.owner > 0 ? this.#times.timelines[entity.owner] : undefined
      const hasStood = timeline?.stood(baseline, before) ?? false
      if (hasStood) body.goesByEarlier = true
      const moved = hasStood && earlier >= 0 ? earlier : before
      const beforeAt = moved < 0 ? -1 : history.find(moved)
      if (timeline) {
        const stamp = timeline.stampAt(baseline, then)
        const own = timeline.stampAt(tick, now) - stamp
        const ownSpan = moved < 0 ? 0 : stamp - timeline.stampAt(moved, moved * sendSubTicks)
        list.add(entity, 0, baseAt, beforeAt, own, ownSpan, isChanged)
      } else list.add(entity, 0, baseAt, beforeAt, elapsed, span, isChanged)
    }
  }

  #writeEntering(writer: BitWriter): void {
    writer.small(this.#enteringCount)
    let previous = -1
    for (let n = 0; n < this.#enteringCount; n++) {
      const entity = this.#entering[n]!
      writeWholeRecord(writer, entity, entity.slot - previous - 1)
      previous = entity.slot
    }
  }

  #findLists(tick: number, baseline: number): void {
    const { events, stats, entities } = this.#source
    const { leaves } = entities
    this.#eventCount = events.findShared(baseline < 0 ? tick - HISTORY_TICKS + 1 : baseline)
    stats.eventsDropped += events.leftOut
    this.#firstLeave = leaves.length
    if (baseline >= 0)
      while (this.#firstLeave > 0 && leaves[this.#firstLeave - 1]!.tick > baseline)
        this.#firstLeave--
    const has = this.#eventCount > 0 || this.#firstLeave < leaves.length
    this.#hasLists = has || this.#times.hasLeft(baseline)
  }

  #writeLists(writer: BitWriter, tick: number, baseline: number): void {
    const { events, game, entities } = this.#source
    const { leaves } = entities
    writer.flag(this.#hasLists)
    if (!this.#hasLists) return
    this.#times.writeLeft(writer, baseline)
    writer.flag(events.leftOut > 0)
    writeCount(writer, this.#eventCount)
    for (let n = this.#eventCount - 1; n >= 0; n--) {
      const event = events.shared[n]!
      writeEvent(writer, event, tick * game.sendSubTicks - event.stamp)
    }
    writeCount(writer, leaves.length - this.#firstLeave)
    for (let i = this.#firstLeave; i < leaves.length; i++)
      // An entity that this network tick removes before the body is sent counts as gone by the next one.
      writeLeave(writer, leaves[i]!.slot, Math.max(0, tick - leaves[i]!.tick))
    writeCount(writer, 0)
  }
}

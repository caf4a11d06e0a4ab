import type { AnyGame, Kind } from '../game/define-game.ts'
import { coarsen } from '../game/quantize.ts'
import type { Schema } from '../game/schema.ts'
import type { BitReader } from './bits.ts'
import { type BodySink, type ChangedTarget, readBody } from './records/body.ts'
import { ChangeList, type KnownEntity } from './records/change-list.ts'
import { LooseRecord, objectOf, type RecordTarget } from './records/columns.ts'
import type { EntitySource, ExtraStates } from './records/entity-source.ts'
import { readEvent } from './records/event.ts'
import type { Between } from './records/expected-value.ts'
import { PlayerTimeline } from './records/player-timeline.ts'
import { RowHistory } from './records/row-history.ts'

/** Extra states of a record, each with its steps before the record's own time. */
export type Extras = readonly (readonly [stepsBack: number, state: LooseRecord])[]

/** A changed entity of a test: the states that both ends hold, and its new state. Records are on the coarse grid. */
export interface Change {
  readonly slot: number
  readonly kind: Kind
  readonly base: LooseRecord
  /** The state that the base was coded against. */
  readonly before?: LooseRecord
  readonly now: LooseRecord
  /** Subticks of the owner's time from the base to now, and from the state before to the base. */
  readonly elapsed?: number
  readonly span?: number
  /** Network ticks from the base to now; 0: as many as for the body. */
  readonly distance?: number
  readonly extras?: Extras
  /** How far its movement may be extrapolated, before and now. */
  readonly codes?: readonly [was: number, is: number]
}

/** Returns a record of the given fields on the coarse grid, with the other fields at their defaults. */
export function record(schema: Schema, fields: object, teleports = 0): LooseRecord {
  const made = fine(schema, fields, teleports)
  made.row.forEach((value, i) => {
    made.row[i] = coarsen(schema.columns[i]!, value)
  })
  return made
}

/** The same on the fine grid. */
export function fine(schema: Schema, fields: object, teleports = 0): LooseRecord {
  const made = new LooseRecord(schema).take({ ...schema.create(), ...fields })
  if (teleports > 0) made.row[schema.width - 1] = teleports
  return made
}

/** Returns an entity with its extrapolation code and extra states. */
export function entitySource(
  { schema, row, texts }: LooseRecord,
  who: { kind: Kind; slot: number; generation?: number; owner?: number },
  code = 0,
  extras: Extras = [],
): EntitySource {
  const states: ExtraStates = {
    count: extras.length,
    stepsBack: (n) => extras[n]![0],
    state: (n) => extras[n]![1],
  }
  return {
    generation: 1,
    owner: 0,
    row: Int32Array.of(...row.subarray(0, schema.width), code),
    offset: 0,
    texts,
    extras: extras.length > 0 ? states : null,
    ...who,
  }
}

/** Returns the list that a coding writes. Entries left behind its end do not count. */
export function changeList(
  changes: readonly Change[],
  list: ChangeList = new ChangeList(),
): ChangeList {
  list.clear()
  for (const change of changes) {
    const { width } = change.kind.schema
    const history = new RowHistory(width + 1)
    const put = (state: LooseRecord, tick: number, code: number) => {
      const at = history.push(tick)
      history.rows.set([...state.row.subarray(0, width), code], at)
      return at
    }
    const [was, is] = change.codes ?? [0, 0]
    const beforeAt = change.before ? put(change.before, 1, 0) : -1
    const baseAt = put(change.base, 2, was)
    const offset = put(change.now, 3, is)
    const source = entitySource(
      change.now,
      { kind: change.kind, slot: change.slot },
      is,
      change.extras,
    )
    const entity: KnownEntity = {
      ...source,
      row: history.rows,
      offset,
      history,
    }
    const { distance = 0, elapsed = 0, span = 0 } = change
    list.add(entity, distance, baseAt, beforeAt, elapsed, span)
  }
  return list
}

/** Writes the calls of reading a body down as words. `changed` is called with the changes that it is made with. */
export class Calls implements BodySink {
  readonly times: this = this
  readonly calls: string[] = []
  readonly connected: { player: number; timeline: PlayerTimeline }[] = []
  readonly slots: number = 0
  isOwnView = false
  readonly #changes: readonly Change[]
  readonly #events: readonly Kind[]
  #target: RecordTarget | null = null
  #texts: string[] = []

  constructor(
    changes: readonly Change[] = [],
    players: readonly number[] = [],
    events: readonly Kind[] = [],
  ) {
    this.#changes = changes
    this.#events = events
    for (const player of players)
      this.connected.push({ player, timeline: new PlayerTimeline(player) })
  }

  left(player: number): void {
    this.calls.push(`left ${player}`)
  }

  part(player: number, ago: number, part: number): void {
    this.calls.push(`player ${player}: ${ago} ago, part ${part}`)
    let known = this.connected.find((one) => one.player === player)
    if (!known) this.connected.push((known = { player, timeline: new PlayerTimeline(player) }))
    known.timeline.tell(part, known.timeline.usual)
    this.connected.sort((a, b) => a.player - b.player)
  }

  usual(player: number, steps: number): boolean {
    this.calls.push(`player ${player}: usually ${steps}`)
    const known = this.connected.find((one) => one.player === player)
    known?.timeline.tell(known.timeline.part, steps)
    return known !== undefined
  }

  expected(n: number): number {
    return this.connected[n]!.timeline.usual
  }

  eventsLeftOut(): void {
    this.calls.push('events left out')
  }

  event(reader: BitReader): boolean {
    return readEvent(reader, this.#events, ({ kind, id, record, player, input, index }, age) => {
      const data = JSON.stringify(objectOf(record))
      const by = `by ${player}, input ${input}, index ${index}`
      this.calls.push(`event ${kind.name} ${id}: age ${age}, ${by}, ${data}`)
    })
  }

  leave(slot: number, ticksAgo: number): void {
    this.calls.push(`leave ${slot}: ${ticksAgo} ago`)
  }

  deferred(slot: number): void {
    this.calls.push(`deferred ${slot}`)
  }

  lists(isOwnView: boolean): void {
    this.isOwnView = isOwnView
    this.calls.push(`lists: ${isOwnView ? 'own' : 'common'} view`)
  }

  behind(n: number, steps: number): void {
    this.calls.push(`behind ${this.connected[n]!.player}: ${steps}`)
  }

  players(): void {
    this.calls.push('players')
  }

  whole(slot: number, generation: number, kind: Kind, owner: number): RecordTarget | null {
    this.calls.push(`whole ${slot}: generation ${generation}, ${kind.name}, owner ${owner}`)
    return this.#begin(kind, new Int32Array(kind.schema.width + 1), 0)
  }

  changed(between: Between, slot: number, distance: number): ChangedTarget | null {
    const change = this.#changes.find((one) => one.slot === slot)
    this.calls.push(`changed ${slot}: distance ${distance}`)
    if (!change || distance !== (change.distance ?? 0)) return null
    const width = change.kind.schema.width + 1
    const rows = new Int32Array(3 * width)
    if (change.before) rows.set(change.before.row, 0)
    for (const at of [width, 2 * width]) {
      rows.set(change.base.row, at)
      rows[at + width - 1] = change.codes?.[0] ?? 0
    }
    between.row = rows
    between.at = 2 * width
    between.base = rows
    between.baseAt = width
    between.beforeAt = change.before ? 0 : -1
    between.elapsed = change.elapsed ?? 0
    between.span = change.span ?? 0
    return this.#begin(change.kind, rows, 2 * width)
  }

  known(): null {
    return null
  }

  filled(slot: number, back: number): void {
    const { schema, row, offset } = this.#target!
    const numbers = row.subarray(offset, offset + schema.width + 1)
    this.calls.push(`filled ${slot}, ${back} back: ${numbers} ${this.#texts}`)
  }

  #begin(kind: Kind, row: Int32Array, offset: number): ChangedTarget {
    const texts: string[] = []
    this.#texts = texts
    const putText = (index: number, value: string) => {
      texts[index] = value
      return 0
    }
    const target = { kind, schema: kind.schema, row, offset, putText }
    this.#target = target
    return target
  }
}

/** Returns the calls of reading the part of a body before the changed entities; null when it is malformed. */
export function bodyCalls(
  reader: BitReader,
  game: AnyGame,
  players: readonly number[] = [],
): string[] | null {
  const sink = new Calls([], players, game.events)
  return readBody(reader, game.kinds, sink) ? sink.calls : null
}

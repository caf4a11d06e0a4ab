import type { SubTick, Tick } from '../../base/units.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import type { EntityId, Vec2 } from '../../game/field.ts'
import { checkGiven } from '../../game/misfits.ts'
import { noEvent } from '../../game/raised-events.ts'
import { HISTORY_TICKS, MAX_EVENTS } from '../../wire/limits.ts'
import { LooseRecord } from '../../wire/records/columns.ts'
import type { EventSource } from '../../wire/records/entity-source.ts'
import {
  type Archive,
  archiveFinite,
  archiveList,
  archiveNetworkTick,
  archiveSubTicks,
  archiveWhole,
  check,
  MOST_TICK,
  unreadable,
} from '../save/archive.ts'
import { archiveRow } from '../save/rows.ts'
import { Entity } from './entity.ts'

/** The audience of an event: those who see an entity or look from near a place, or some players. Both null: everybody. */
export interface Audience {
  readonly near: Entity | Readonly<Vec2> | null
  readonly to: ReadonlySet<number> | null
}

/** The audience when the game names none. */
export const EVERYBODY: Audience = { near: null, to: null }

/** An event on its way to the players who hear it. */
export interface RoomEvent extends EventSource {
  /** When it happened. */
  readonly stamp: SubTick
  /** The first network tick that carries it. */
  readonly tick: number
  /** The entity or place that a player has to be near to hear it. */
  readonly near: Audience['near']
  /** The players who hear it; null: everybody. Who is near is decided at `tick`: see `decideHearers`. */
  readonly hearers: Set<number> | null
  /** Whether some of those who see everything do not hear it. If so, no body that clients share holds it. */
  readonly isPrivate: boolean
}

/** When an event happens, and who hears it. */
export interface Raising {
  readonly stamp: SubTick
  /** The first network tick that carries it. */
  readonly tick: number
  /** The player, input and index that raised it; default: the room did. */
  readonly from?:
    | { readonly player: number; readonly input: number; readonly index: number }
    | undefined
  readonly audience?: Audience | undefined
}

/** Whether a player hears an event, once that is decided. */
export function isHeard({ hearers }: RoomEvent, player: number): boolean {
  return hearers === null || hearers.has(player)
}

/** The events of the last 127 network ticks, oldest first. Each is sent until it is acknowledged. */
export class RoomEvents {
  readonly list: RoomEvent[] = []
  /** The newest network tick that is the first to carry an event; -1: none. */
  newsTick = -1
  /** How many events have been dropped from the front of the list. */
  forgotten = 0
  /** How many events have their audience decided, dropped ones included. */
  decided = 0
  /** The events that `findShared` found, newest first. Entries beyond its count are old. */
  readonly shared: RoomEvent[] = []
  /** How many events `findShared` left out, because a body has room for 255. */
  leftOut = 0
  readonly #game: AnyGame
  #nextId = 0

  constructor(game: AnyGame) {
    this.#game = game
  }

  /** `nextTick`: the next network tick, which is the latest that may carry an event. `entityOf`: finds a living entity. */
  archive(archive: Archive, nextTick: Tick, entityOf: (id: EntityId) => Entity | undefined): void {
    this.newsTick = archiveNetworkTick(archive, this.newsTick, nextTick)
    this.forgotten = archiveWhole(archive, this.forgotten, 0, MOST_TICK)
    this.decided = archiveWhole(archive, this.decided, this.forgotten, MOST_TICK)
    this.#nextId = archiveWhole(archive, this.#nextId, 0, 0xffff)
    const events = archiveList(archive, this.list, (event) =>
      this.#archive(archive, event, nextTick, entityOf),
    )
    check(archive, this.decided <= this.forgotten + events.length)
    for (let n = 1; n < events.length; n++) check(archive, events[n]!.tick >= events[n - 1]!.tick)
    if (archive.isRestoring) this.list.splice(0, this.list.length, ...events)
  }

  #archive(
    archive: Archive,
    event: RoomEvent | undefined,
    nextTick: Tick,
    entityOf: (id: EntityId) => Entity | undefined,
  ): RoomEvent {
    const number16 = (value = 0) => archiveWhole(archive, value, 0, 0xffff)
    const kind = this.#game.events[number16(event?.kind.index)]
    if (!kind) throw unreadable()
    const record = event?.record ?? new LooseRecord(kind.schema)
    const { columns, texts: which } = kind.schema
    archiveRow(archive, record.row as Int32Array, columns)
    const texts = record.texts as string[]
    for (let k = 0; k < which.length; k++) {
      texts[k] = archive.text(texts[k] ?? '')
      check(archive, texts[k]!.length <= columns[which[k]!]!.levels)
    }
    const restored = {
      kind,
      id: number16(event?.id),
      record,
      player: number16(event?.player),
      input: number16(event?.input),
      index: number16(event?.index),
      stamp: archiveSubTicks(archive, event?.stamp ?? 0),
      tick: archiveWhole(archive, event?.tick ?? 0, 0, nextTick),
      near: archiveNear(archive, event?.near ?? null, entityOf),
      hearers: archiveHearers(archive, event?.hearers ?? null),
      isPrivate: archive.flag(event?.isPrivate ?? false),
    }
    check(archive, restored.hearers !== null || !(restored.isPrivate || restored.near))
    return restored
  }

  /** Returns the kind of an event. Throws `misuse` for a name that the game does not define. */
  kind(name: string): Kind {
    const kind = this.#game.events.find((event) => event.name === name)
    return kind ?? noEvent(name, this.#game.events)
  }

  /** Adds an event. */
  add(kind: Kind, data: object, { stamp, tick, from, audience }: Raising): RoomEvent {
    const { near, to } = audience ?? EVERYBODY
    checkGiven(kind.schema, data, `emit('${kind.name}')`, true)
    const record = new LooseRecord(kind.schema).take(data)
    const { player, input, index } = from ?? { player: 0, input: 0, index: 0 }
    const event = {
      kind,
      id: this.#nextId,
      record,
      player,
      input: input & 0xffff,
      index,
      stamp,
      tick,
      near,
      // The player who raised it has heard it already, and has to learn that the room raised it too.
      hearers: to ? new Set(to) : near ? new Set([player]) : null,
      isPrivate: to !== null,
    }
    this.#nextId = (this.#nextId + 1) & 0xffff
    this.list.push(event)
    this.newsTick = tick
    return event
  }

  /** Drops the events that no body can carry any more. */
  prune(tick: number): void {
    while (this.list.length > 0 && tick - this.list[0]!.tick >= HISTORY_TICKS - 1) {
      this.list.shift()
      this.forgotten++
    }
  }

  /** Returns the place in the list of the first event after network tick `tick`. */
  firstAfter(tick: number): number {
    let first = this.list.length
    while (first > 0 && this.list[first - 1]!.tick > tick) first--
    return first
  }

  /** Finds the events in a body against `baseline` that clients share: the newest 255. Returns how many. */
  findShared(baseline: number): number {
    const { list, shared } = this
    let count = 0
    this.leftOut = 0
    for (let i = list.length - 1; i >= 0 && list[i]!.tick > baseline; i--) {
      if (list[i]!.isPrivate) continue
      if (count < MAX_EVENTS) shared[count++] = list[i]!
      else this.leftOut++
    }
    return count
  }
}

/** An entity that is gone by now is near nobody. */
function archiveNear(
  archive: Archive,
  near: RoomEvent['near'],
  entityOf: (id: EntityId) => Entity | undefined,
): RoomEvent['near'] {
  const isEntity = near instanceof Entity
  if (archive.flag(isEntity)) return entityOf(archive.number(isEntity ? near.id : 0)) ?? null
  if (!archive.flag(near !== null)) return null
  const { x, y } = (near ?? { x: 0, y: 0 }) as Vec2
  return { x: archiveFinite(archive, x), y: archiveFinite(archive, y) }
}

function archiveHearers(archive: Archive, hearers: RoomEvent['hearers']): RoomEvent['hearers'] {
  if (!archive.flag(hearers !== null)) return null
  const player = (id = 0) => archiveWhole(archive, id, 0, 0xffff)
  return new Set(archiveList(archive, [...(hearers ?? [])], player))
}

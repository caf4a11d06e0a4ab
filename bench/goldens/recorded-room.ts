import * as OP from '../../src/game/op.ts'
import type { Schema } from '../../src/game/schema.ts'
import type { Link, LinkKind } from '../../src/link/link.ts'
import { memoryPair } from '../../src/link/memory.ts'
import type { AnyRoom } from '../../src/server/define-room.ts'
import { coreOf, Room } from '../../src/server/room.ts'
import { Reception } from '../../src/server/rooms/reception.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'
import { objectOf } from '../../src/wire/records/columns.ts'
import { linkOver } from '../../test/support/link-over.ts'
import type { Change, Moment, RoomEvent, Row, Whole } from './golden.ts'

/** What a room is at a network tick; entities by slot. */
interface State {
  readonly entities: Map<number, Whole>
  readonly extras: (readonly [slot: number, stepsBack: number, row: Row])[]
  readonly times: (readonly [player: number, subTicks: number])[]
}

/** A room in virtual time that writes down what it was whenever it told somebody. */
export class RecordedRoom {
  readonly clock: VirtualClock = new VirtualClock()
  readonly room: Room
  readonly events: RoomEvent[] = []
  readonly #kind: LinkKind
  readonly #reception: Reception
  readonly #states = new Map<number, State>()

  constructor(definition: AnyRoom, kind: LinkKind) {
    this.#kind = kind
    // A golden holds the keys too, so they come from the seed.
    const newKey = () => {
      const { random } = coreOf(this.room)
      return [random.uint32(), random.uint32()] as const
    }
    this.room = new Room(definition, { nowMs: 0, seed: 7, newKey })
    this.#reception = new Reception({
      clock: this.clock,
      definition: () => definition,
      roomFor: () => this.room,
      count: () => {},
    })
    this.#drive()
  }

  /** A link to the room; the client's end. */
  open(): Link {
    const { client, server } = memoryPair(this.clock, this.#kind)
    this.#reception.accept(this.#watched(server))
    return client
  }

  /** What it was at these network ticks, each by what differs from the one before. */
  moments(ticks: readonly number[]): Moment[] {
    let before: State['entities'] = new Map()
    return ticks.map((tick) => {
      const { entities, times, extras } = this.#states.get(tick)!
      const changed: Record<string, Change> = {}
      for (const slot of before.keys()) if (!entities.has(slot)) changed[slot] = null
      for (const [slot, one] of entities) {
        const was = before.get(slot)
        const isSame = was?.[0] === one[0] && was[1] === one[1]
        if (!isSame) changed[slot] = one
        else if (one[3].some((value, i) => value !== was[3][i]))
          changed[slot] = Object.fromEntries(
            [...one[3].entries()].filter(([i, value]) => value !== was[3][i]),
          )
      }
      before = entities
      return { tick, entities: changed, times, ...(extras.length > 0 && { extras }) }
    })
  }

  #drive(): void {
    const { room, clock } = this
    const next = () => {
      room.advance(clock.nowMs())
      clock.after(Math.max(0.01, room.nextDueMs - clock.nowMs()), next)
    }
    next()
  }

  /** The room's end of a link; what a snapshot is of is written down before it goes. */
  #watched(link: Link): Link {
    return linkOver(link, {
      send: (bytes) => {
        if (bytes[0] === PACKET.snapshot) this.#note(coreOf(this.room).nextNetworkTick - 1)
        link.send(bytes)
      },
    })
  }

  #note(tick: number): void {
    if (this.#states.has(tick)) return
    const { entities, peerList, events } = coreOf(this.room)
    const now: State = { entities: new Map(), extras: [], times: [] }
    this.#states.set(tick, now)
    for (const one of entities.slots) {
      if (!one) continue
      const { slot, generation, kind, owner, object, extras } = one
      const { columns, width, ownWidth } = kind.schema
      // Rests, which only an owner is told.
      const rests = owner > 0 ? one.fine.row.slice(width, ownWidth) : []
      const row = rowOf(kind.schema, object).map((value, i) =>
        columns[i]!.seen === 'input' ? one.fine.row[i]! : value,
      )
      now.entities.set(slot, [generation, kind.index, owner, [...row, ...rests]])
      for (let n = 0; extras && n < extras.count; n++) {
        const state = columns.map((c, i) =>
          c.seen === 'all' || c.seen === 'input' ? extras.state(n).row[i]! : null,
        )
        now.extras.push([slot, extras.stepsBack(n), state])
      }
    }
    for (const { player, toldStamp } of peerList) now.times.push([player.id, toldStamp])
    now.times.sort(([a], [b]) => a - b)
    for (const event of events.list) {
      if (this.events.some(({ id }) => id === event.id)) continue
      const { id, kind, player, input, index, stamp, tick } = event
      const row = rowOf(kind.schema, objectOf(event.record))
      this.events.push({ id, kind: kind.index, player, input, index, stamp, tick, row })
    }
  }
}

/** An object's fields as its owner gets them: whole numbers, and texts. */
export function rowOf(schema: Schema, object: object): Row {
  const row = new Int32Array(schema.width)
  schema.gather(object as Record<string, unknown>, row, 0, null)
  return schema.columns.map((c, i) => {
    if (c.seen === 'hidden') return null
    return c.op === OP.text ? String((object as Record<string | symbol, unknown>)[c.name]) : row[i]!
  })
}

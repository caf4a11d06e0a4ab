import { GlissadeError } from '../base/error.ts'
import type { SubTick } from '../base/units.ts'
import type { AnyGame, Kind } from '../game/define-game.ts'
import { LooseRecord } from '../wire/columns.ts'
import { type EventSource, MAX_EVENTS } from '../wire/entity-source.ts'
import { HISTORY_TICKS } from '../wire/packets.ts'

/** An event on its way to everybody. */
export interface RoomEvent extends EventSource {
  /** When it happened. */
  readonly stamp: SubTick
  /** The first network tick that carries it. */
  readonly tick: number
}

/** The events of the last 127 network ticks, oldest first: each is sent until acknowledged. */
export class RoomEvents {
  readonly list: RoomEvent[] = []
  /** How many events the last `firstAfter` had to leave out: a body has room for 255. */
  leftOut = 0
  /** How many events have gone from the list, at its front. */
  forgotten = 0
  readonly #game: AnyGame
  #nextId = 0

  constructor(game: AnyGame) {
    this.#game = game
  }

  /** The kind of an event; throws `misuse` for a name the game does not define. */
  kind(name: string): Kind {
    const kind = this.#game.events.find((event) => event.name === name)
    if (!kind) throw new GlissadeError('misuse', `there is no event '${name}'`)
    return kind
  }

  /** Adds an event. `from`: the player, input and index that raised it, or null for the room. */
  add(
    kind: Kind,
    data: object,
    stamp: SubTick,
    tick: number,
    from: { player: number; input: number; index: number } | null,
  ): RoomEvent {
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
    }
    this.#nextId = (this.#nextId + 1) & 0xffff
    this.list.push(event)
    return event
  }

  /** Forgets what no body can carry any more. */
  prune(tick: number): void {
    while (this.list.length > 0 && tick - this.list[0]!.tick >= HISTORY_TICKS - 1) {
      this.list.shift()
      this.forgotten++
    }
  }

  /** The place in the list from which a body against `baseline` carries events. */
  firstAfter(baseline: number): number {
    let first = this.list.length
    while (first > 0 && this.list[first - 1]!.tick > baseline) first--
    this.leftOut = Math.max(0, this.list.length - first - MAX_EVENTS)
    return first + this.leftOut
  }
}

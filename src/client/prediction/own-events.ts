import { difference16 } from '../../base/sequence.ts'
import type { Kind } from '../../game/define-game.ts'
import type { EventSource } from '../../wire/records/entity-source.ts'

/** Most events that wait for the server's word. Beyond that the oldest stand, because a server may never say anything. */
const MOST_WAITING = 4096
/**
 * How many inputs later the server may raise an event that stands: a press that came too late waits at most this many
 * steps.
 */
const STANDS_INPUTS = 128

/** An event that prediction has raised. */
export interface OwnEvent {
  readonly kind: Kind
  /** The input that raised it, not wrapped, and the event's index among those of that input. */
  readonly input: number
  readonly index: number
  /** The number of the local player. */
  readonly by: number
  /** What the page was given. */
  readonly data: object
}

/**
 * The events that prediction has raised and the server has not confirmed yet. An event is confirmed when a snapshot tells
 * of the same kind of event with the same input and index, whatever its data. It is taken back when the input was applied
 * and every event since was told of, but not this one. An event that the page does not take back stands for one of its kind
 * that the server raises a little later, so that nobody hears the same shot twice.
 */
export class OwnEvents {
  readonly #stands: (kind: Kind) => boolean
  readonly #waiting: OwnEvent[] = []
  readonly #undone: OwnEvent[] = []
  /** Events of inputs up to this one may have happened without being told of: they stand. */
  #unsureTo = 0

  /** `stands`: whether the page does not take back events of a kind. */
  constructor(stands: (kind: Kind) => boolean) {
    this.#stands = stands
  }

  /** Prediction has raised an event; inputs come in order. */
  raised(event: OwnEvent): void {
    if (this.#waiting.length >= MOST_WAITING) this.#waiting.shift()
    this.#waiting.push(event)
  }

  /** A snapshot tells of an own event, in the order in which they happened. True if it was heard. */
  confirm({ kind, input, index }: EventSource): boolean {
    const waiting = this.#waiting
    let at = waiting.findIndex(
      (one) => one.kind === kind && one.index === index && (one.input & 0xffff) === input,
    )
    if (at < 0 && this.#stands(kind))
      at = waiting.findIndex(
        (one) => one.kind === kind && difference16(input, one.input & 0xffff) > 0,
      )
    if (at >= 0) waiting.splice(at, 1)
    return at >= 0
  }

  /** A snapshot was read: the server has applied inputs up to `applied`. `toldAll`: no event was left out. */
  settle(applied: number, toldAll: boolean): void {
    if (!toldAll) this.#unsureTo = applied
    else if (this.#waiting.length > 0) this.#judge(applied)
  }

  /** The connection has been replaced: nothing will be told of its inputs any more. */
  giveUp(): void {
    this.#undone.push(...this.#waiting)
    this.#waiting.length = 0
    this.#unsureTo = 0
  }

  /** Calls `undo` once for each event that is taken back, in the order in which they were raised. */
  release(undo: (event: OwnEvent) => void): void {
    for (let event = this.#undone.shift(); event; event = this.#undone.shift()) undo(event)
  }

  #judge(applied: number): void {
    let kept = 0
    for (const event of this.#waiting) {
      const stands = event.input > applied - STANDS_INPUTS && this.#stands(event.kind)
      if (event.input > applied || stands) this.#waiting[kept++] = event
      else if (event.input > this.#unsureTo) this.#undone.push(event)
    }
    this.#waiting.length = kept
  }
}

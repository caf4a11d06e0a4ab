import { difference16 } from '../../base/sequence.ts'
import type { Kind } from '../../game/define-game.ts'
import type { EventSource } from '../../wire/records/entity-source.ts'

/** Most events that wait for confirmation. Beyond that the oldest stand, because a server may never confirm any. */
const MOST_WAITING = 4096
/**
 * How many inputs later the server may raise an event that stands. A press that reaches the server too late waits at most this
 * many steps.
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
  /** The object that the page's listener got; null if the event was too old for the page to hear it. */
  readonly data: object | null
}

/**
 * The events that prediction has raised and the server has not confirmed yet. A snapshot confirms an event if it has one of
 * the same kind, input and index, whatever its data. An event is taken back when the server has applied its input and has sent
 * every event since, but not this one. If the page does not take back events of a kind, an event stands for the next of its
 * kind that the server raises a little later, so that the page does not hear the same shot twice.
 */
export class OwnEvents {
  readonly #stands: (kind: Kind) => boolean
  readonly #waiting: OwnEvent[] = []
  readonly #undone: OwnEvent[] = []
  /** Events of inputs up to this one stand, because snapshots may have left them out. */
  #unsureTo = 0

  /** `stands` returns whether the page never takes back events of a kind. */
  constructor(stands: (kind: Kind) => boolean) {
    this.#stands = stands
  }

  /** Adds an event that prediction has raised. Inputs come in order. */
  raised(event: OwnEvent): void {
    if (this.#waiting.length >= MOST_WAITING) this.#waiting.shift()
    this.#waiting.push(event)
  }

  /** Takes an own event from a snapshot, in the order in which events happened. Returns whether the page has heard it. */
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

  /** Judges the waiting events: the server has applied inputs up to `applied`. `toldAll`: snapshots left no event out. */
  settle(applied: number, toldAll: boolean): void {
    if (!toldAll) this.#unsureTo = applied
    else if (this.#waiting.length > 0) this.#judge(applied)
  }

  /** Takes back all waiting events: on another connection, no snapshot will confirm them. */
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

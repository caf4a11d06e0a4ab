import type { Told } from './changes.ts'
import type { Kind, State } from './columns.ts'

/** What both ends know of a game. */
export interface GameSchema {
  readonly stepHz: number
  /** Subticks between two network ticks. */
  readonly sendSubTicks: number
  /** Left out where each player's inputs are applied as they come. */
  readonly authority?: 'tick' | undefined
  readonly profile: Kind
  readonly input: Kind
  readonly kinds: readonly Kind[]
  readonly events: readonly Kind[]
}

/** An entity as everybody gets it, on everybody's grid. */
export interface Entity {
  readonly generation: number
  readonly kind: number
  readonly owner: number
  /** By network tick, the newest last. */
  readonly states: { tick: number; state: State; code: number }[]
  /** What its last record told, with the states before its own. */
  told: readonly Told[]
  toldTick: number
  /** The network tick at which it was told whole last. */
  readonly enteredTick: number
}

/** What only the owner gets of an entity, on its own grid. */
export interface Private {
  readonly generation: number
  readonly kind: number
  readonly states: { tick: number; state: State }[]
}

/** An event. */
export interface Event {
  readonly kind: number
  readonly id: number
  /** In subticks of the room. */
  readonly stamp: number
  readonly player: number
  readonly input: number
  readonly index: number
  readonly state: State
}

/** What a snapshot said of a player's inputs. */
export interface Applied {
  /** The newest input applied: its low 16 bits. */
  readonly applied: number
  /** How many newer have come, and how long ago the newest did. */
  readonly waiting: number
  readonly age: number
  /** How many arrivals are told. */
  readonly arrivals: number
  /** How many of each press have been taken; undefined: those that the newest input applied counts. */
  readonly taken: readonly number[] | undefined
}

/** What a body said. */
export interface SaidInBody {
  readonly events: readonly Event[]
  /** Slots of which there was no room to say anything. */
  readonly deferred: ReadonlySet<number>
  readonly isOwnView: boolean
}

/** What a snapshot said. */
export interface Snapshot extends SaidInBody {
  readonly tick: number
  /** -1: none. */
  readonly baseline: number
  readonly inputs: Applied | undefined
  readonly messageAck: number | undefined
  readonly epoch: { from: number; stamp: number; held: number } | undefined
  /** Whether every bit of it was read: not where a newer one came first. */
  readonly isTaken: boolean
}

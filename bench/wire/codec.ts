/**
 * Something that turns the states of a workload into bytes and back: both of its ends, in one process. A new one holds
 * the state of tick 0 at both ends, acknowledged; then ticks are encoded in order.
 */
export interface WireCodec {
  /** Whose, and how, as it stands in tables. */
  readonly name: string
  /** What an update is coded against: nothing, the update before it and no other, or any whose age is told. */
  readonly baseline: 'none' | 'previous' | 'any'
  /** Takes over the state of a tick, as a game's own writes do. Not timed. */
  stage?(tick: number): void
  /** Makes the update of that tick from the state that is `age` ticks older, at least 1; gives its bytes. Timed. */
  encode(tick: number, age: number): number
  /** Takes in at the other end what was encoded last. Timed. */
  decode(): void
  /** Writes what the other end now holds: every value of every entity, in the order of the workload. Not timed. */
  show(out: Float64Array): void
}

/** Makes one; called anew for each pass over the ticks. */
export type MakeCodec = () => WireCodec

/** Something that makes the updates of many clients, each of which sees some of the entities. */
export interface ViewsCodec {
  /** Whose, and how, as it stands in tables. */
  readonly name: string
  /** Takes over the state of a tick. Not timed. */
  stage(tick: number): void
  /** What is made once for all clients of a tick. Timed. */
  begin?(tick: number): void
  /** Makes the update of one client; gives its bytes. Timed. */
  encode(client: number): number
  /** What has to be put away after all clients had theirs. Timed. */
  end?(): void
  /** Takes in what was encoded last for that client, where it is to be checked; every client of a tick or none. */
  decode(client: number): void
  /** Writes what that client now holds of an entity that it sees. Not timed. */
  show(client: number, entity: number, out: Float64Array): void
}

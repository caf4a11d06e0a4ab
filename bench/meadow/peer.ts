import type { Told, ToldKind } from './told.ts'

/** Another package that brings the same states to the same clients: both of its ends. */
export interface MeadowPeer {
  /** Whose, and how, as it stands in tables. */
  readonly name: string
  /** An entity has come into a slot, or what is told of it has changed. */
  put(slot: number, kind: string, told: Told): void
  /** The entity in a slot has gone. */
  drop(slot: number): void
  /** What is made once for all clients of a network tick. */
  begin(): void
  /** Makes the update of a client that now sees these slots and takes it in at the other end; gives its bytes. */
  update(client: number, seen: readonly number[]): number
  /** All clients had theirs. */
  end(): void
  /** What a client holds of the entity in a slot; undefined when it holds none. */
  held(client: number, slot: number): Told | undefined
}

/** Makes one for so many clients, who hold nothing yet. */
export type MakeMeadowPeer = (kinds: readonly ToldKind[], clients: number) => MeadowPeer

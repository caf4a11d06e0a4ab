import type { EntityId, Field, Quat, Vec2, Vec3 } from './field.ts'

/** A record of fields for an entity, an event or a profile. */
export type StateFields = { readonly [name: string]: Field<unknown, 'both' | 'state' | 'hidden'> }

/** A record of fields for an input. */
export type InputFields = { readonly [name: string]: Field<unknown, 'both' | 'input'> }

/** A record without hidden fields: what an event, a profile or a room is made of. */
export type SharedFields = { readonly [name: string]: Field<unknown, 'both' | 'state'> }

type ValueOf<F> = F extends Field<infer T, infer _> ? T : never
type IsHidden<F> = F extends Field<unknown, 'hidden'> ? true : false

/** The object that a record of fields describes, as both sides know it: without `hidden` fields. */
export type Infer<F> = {
  -readonly [K in keyof F as IsHidden<F[K]> extends true ? never : K]: ValueOf<F[K]>
}

/** The object that a record of fields describes, as the server knows it: with `hidden` fields. */
export type InferServer<F> = { -readonly [K in keyof F]: ValueOf<F[K]> }

/** The position of a carrier, in the numbers and vectors among its rider's fields. All 0 when nothing carries the rider. */
export type Carrier<F> = {
  -readonly [K in keyof Infer<F> as Infer<F>[K] extends Quat
    ? never
    : Infer<F>[K] extends number | Vec2 | Vec3
      ? K
      : never]: Infer<F>[K]
}

/** The fields of a profile that are `visible`. */
export type InferVisible<F> = {
  [K in keyof F as F[K] extends { readonly rosterCode: object } ? K : never]: ValueOf<F[K]>
}

/** Names that every entity has beside its fields. The server refuses a field with such a name. */
export interface Identity<K extends string = string> {
  /** Unique in the room while the entity lives. */
  readonly id: EntityId
  /** The entity's kind, as named in `defineGame`. */
  readonly kind: K
  /** The id of the player who owns it, or null. */
  readonly owner: number | null
  /** Whether the local player owns it. Always false on the server. */
  readonly mine: boolean
}

/** Names a record of fields for use in `defineGame` and in `Infer`. Returns the record as it is. */
export const fields = <const F extends StateFields>(record: F): F => record

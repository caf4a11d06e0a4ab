import type { Ms, Seconds } from '../base/units.ts'
import type { Vec2 } from './field.ts'
import type { Infer, SharedFields, StateFields } from './infer.ts'

/** Kinds of entity by name. */
export type EntityKinds = { readonly [kind: string]: StateFields & Unreserved }

/** The names that every entity has already are no names of fields. */
interface Unreserved {
  readonly id?: never
  readonly kind?: never
  readonly owner?: never
  readonly mine?: never
}

/** Events by name. */
export type EventKinds = { readonly [event: string]: SharedFields }

/** Who hears an event that `move` raises, besides the player who raised it: exactly one of the two. */
export type MoveAudience =
  | {
      /** Under `interest`: those who look from within the radius plus the margin of this place. Copied. */
      readonly near: Readonly<Vec2>
      readonly to?: never
    }
  | {
      /** Everybody, including those who do not see the entity. */
      readonly to: 'all'
      readonly near?: never
    }

/** What `move` may know beside its entity and input; the same on server, client and replay. */
export interface MoveContext<
  V extends EventKinds = EventKinds,
  R extends SharedFields = SharedFields,
> {
  /**
   * The player's own time of this input. It never runs backwards, but may stand still or leap forward. At most 150 ms ahead of
   * the room's time, and 2 s behind.
   */
  readonly timeMs: Ms
  /** One step. */
  readonly dtSeconds: Seconds
  /**
   * The fields of the room. On the server they are as they stand; on a client, the newest values heard, so that a change may
   * cost one correction.
   */
  readonly room: Readonly<Infer<R>>
  /**
   * True while a step that was run before is run again after a correction, and while a copy of the entity is extrapolated
   * beyond what is known of it. For sounds and debugging only.
   */
  readonly replaying: boolean
  /** A number from 0 to 1, seeded by player, input and entity: the same on both sides. */
  random(): number
  /**
   * Raises an event: here once, on the server once, and at the others' when they see this moment. Under `interest` these
   * are those who see the entity, unless `audience` says who; without it, everybody. `data` is copied. At most 16 for an
   * input, further ones are dropped. An event that a step raises only after a correction is heard here when the server has
   * told of it; one that the server did not raise can be taken back, see `Session.on`. Throws `misuse` for an unknown event
   * and for an invalid audience.
   */
  emit<K extends keyof V & string>(event: K, data: Infer<V[K]>, audience?: MoveAudience): void
  /** Says that the entity was set somewhere else in this step: nobody sees it glide there. Write its fields too. */
  teleport(): void
}

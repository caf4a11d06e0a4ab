import type { Ms, Seconds } from '../base/units.ts'
import type { Vec2 } from './field.ts'
import type { Infer, InferServer, SharedFields, StateFields } from './infer.ts'

/** Kinds of entity by name. */
export type EntityKinds = { readonly [kind: string]: StateFields & Unreserved }

/** Names that every entity has already. A field must not have such a name. */
interface Unreserved {
  readonly id?: never
  readonly kind?: never
  readonly owner?: never
  readonly mine?: never
}

/** Events by name. */
export type EventKinds = { readonly [event: string]: SharedFields }

/** The players who hear an event that `move` raises, besides the one who raised it. Give exactly one of the two. */
export type MoveAudience =
  | {
      /** Under `interest`: players whose view is within the radius plus the margin of this place. Copied. */
      readonly near: Readonly<Vec2>
      readonly to?: never
    }
  | {
      /** Everybody, including players who do not see the entity. */
      readonly to: 'all'
      readonly near?: never
    }

/** What `move` may use besides its entity and input. It is the same on server, client and replay. */
export interface MoveContext<
  V extends EventKinds = EventKinds,
  R extends SharedFields = SharedFields,
  E extends EntityKinds = EntityKinds,
> {
  /**
   * The time of this input, in the player's own time. It never runs backwards, but may stand still or leap forward. It is at
   * most 150 ms ahead of the room's time and at most 2 s behind it.
   */
  readonly timeMs: Ms
  /** The length of a step. */
  readonly dtSeconds: Seconds
  /**
   * The fields of the room. The server has their current values, a client the newest received, so a change may cost one
   * correction.
   */
  readonly room: Readonly<Infer<R>>
  /**
   * True while a step is run again after a correction, and while a copy of the entity is extrapolated beyond its newest state.
   * For sounds and debugging only.
   */
  readonly replaying: boolean
  /** A number from 0 (included) to 1 (excluded), seeded by player, input and entity: the same on both sides. */
  random(): number
  /**
   * Raises an event: on this client once, on the server once, and at other players when they see this moment. Those are all
   * players, or under `interest` those who see the entity, unless `audience` says otherwise. `data` is copied. Events beyond 16
   * for an input are dropped. If a step raises an event only after a correction, it is heard here when the server's event
   * arrives. An event that the server did not raise can be taken back, see `Session.on`. Throws `misuse` for an unknown event
   * and for an invalid audience.
   */
  emit<K extends keyof V & string>(event: K, data: Infer<V[K]>, audience?: MoveAudience): void
  /**
   * Makes an entity of a kind that `move` moves, such as a ball that flies, for the player whose input this is. On that
   * player's page it appears at once. Its `id` is negative, and may change, until a snapshot confirms it: then the view gets
   * the server's id, and stays the same object. If the server did not spawn it, it leaves when a snapshot says that the
   * server has applied the input. `move` moves it from the next input on. `start` is copied; fields that it does not name
   * have their defaults. An input spawns at most 16 entities, and only as many as the room has space for; the rest are
   * dropped. Extrapolated copies spawn nothing. Under `World.drive` the entity belongs to the room, which must drive it as
   * well. Throws `misuse` for a kind without `move` and for an unknown field.
   */
  spawn<K extends keyof E & string>(kind: K, start?: Partial<InferServer<E[K]>>): void
  /** Marks the entity as set to another place in this step, so that nobody sees it glide there. Write its fields too. */
  teleport(): void
}

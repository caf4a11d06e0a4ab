import type { Ms, Seconds, Tick } from '../base/units.ts'
import type { EntityId, Vec2 } from './field.ts'
import type { Identity, Infer, InferServer, SharedFields, StateFields } from './infer.ts'

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

/** Somebody who is connected to a room. Lives from `join` to `leave`. */
export interface Player<P extends SharedFields = SharedFields> {
  /** From 1 upwards, unique in the room; after 65,535 joins the numbers go round. */
  readonly id: number
  /** What the client said of itself when it joined; checked against the game's `profile`. */
  readonly profile: Readonly<Infer<P>>
  /** What the server's `authenticate` returned for this player; undefined without one. */
  readonly account: unknown
}

/** An entity as the server's functions see it. Write its fields freely; they are rounded when sent. */
export type ServerEntity<E extends EntityKinds, K extends keyof E & string> = InferServer<E[K]> &
  Identity<K>

/** Who hears an event that the room raises: exactly one of the two. */
export type EventAudience<P extends SharedFields = SharedFields> =
  | {
      /**
       * Under `interest`: an entity, for those who see it, or a place in the units of `interest.at`, for those who look
       * from within the radius plus the margin, whatever `sees` says. A player who looks from everywhere hears what is near
       * any place. If the entity is removed afterwards, those who saw it last hear the event. Without `interest`:
       * everybody.
       */
      readonly near: Identity | Readonly<Vec2>
      readonly to?: never
    }
  | {
      /**
       * A player, players, or everybody. A player who has left hears nothing. Snapshots for each player named here are
       * coded separately until one that tells of the event is acknowledged; under `interest` they mostly are anyway.
       */
      readonly to: 'all' | Player<P> | readonly Player<P>[]
      readonly near?: never
    }

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

/**
 * What the server's functions do things with. Never handed to `move`. A call that names an entity or a player that is gone throws
 * `stale`. A game that does not catch it loses the rest of that call of its function, and nothing else: where the room has an
 * `onError`, as with `serve`, it is reported there and the room goes on with all that follows.
 */
export interface World<
  E extends EntityKinds = EntityKinds,
  V extends EventKinds = EventKinds,
  P extends SharedFields = SharedFields,
> {
  /** The room's name; '' where nobody asked for one. */
  readonly room: string
  /** Steps since the room opened. */
  readonly tick: Tick
  /** `tick` in milliseconds. */
  readonly timeMs: Ms
  /** Everybody in the room. */
  readonly players: readonly Player<P>[]

  /**
   * Makes an entity, owned by `player` or, with null, by the room. Fields not named in `start` get their
   * defaults. Throws `misuse` for an unknown kind or field, or when 65,535 entities live already, and `stale` for a player who
   * has left.
   */
  spawn<K extends keyof E & string>(
    kind: K,
    player: Player<P> | null,
    start?: Partial<InferServer<E[K]>>,
  ): ServerEntity<E, K>

  /** Removes an entity. Removing it twice does nothing. */
  despawn(entity: Identity): void

  /**
   * All entities of a kind that live now. Call it again each time: the array never changes, so a loop over it may spawn and
   * despawn. Entities spawned meanwhile are not in it. Those despawned meanwhile still are: `get(entity.id)` tells which,
   * and reading or writing their fields does no harm. Copies nothing unless that kind is spawned or despawned after the
   * call.
   */
  entities<K extends keyof E & string>(kind: K): readonly ServerEntity<E, K>[]

  /** A living entity by id. */
  get(id: EntityId | null): ServerEntity<E, keyof E & string> | undefined

  /**
   * Raises an event at this moment; a client hears it when its render clock reaches the moment. Everybody does, unless
   * `audience` says who. The audience is decided once, with the next snapshots, by what each player sees then. Throws
   * `misuse` for an unknown event and for an invalid audience.
   */
  emit<K extends keyof V & string>(event: K, data: Infer<V[K]>, audience?: EventAudience<P>): void

  /**
   * Says that an entity was placed somewhere else: nobody sees it glide there. Throws `stale` for one that is gone.
   */
  teleport(entity: Identity): void

  /** A number from 0 to 1, from the room's seed. */
  random(): number
}

/** What `move` may know beside its entity and input; the same on server, client and replay. */
export interface MoveContext<V extends EventKinds = EventKinds> {
  /**
   * The player's own time of this input. It never runs backwards, but may stand still or leap forward. At most 150 ms ahead of
   * the room's time, and 2 s behind.
   */
  readonly timeMs: Ms
  /** One step. */
  readonly dtSeconds: Seconds
  /**
   * True while a step that was run before is run again after a correction, and while a copy of the entity is carried on
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

/** What `update` may know beside the world. */
export interface StepContext {
  readonly tick: Tick
  readonly timeMs: Ms
  readonly dtSeconds: Seconds
}

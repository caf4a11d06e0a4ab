import type { Ms, Seconds, Tick } from '../../base/units.ts'
import type { About } from '../../directory/directory.ts'
import type { GameParts } from '../../game/define-game.ts'
import type { EntityId, Vec2 } from '../../game/field.ts'
import type { Identity, Infer, InferServer, SharedFields } from '../../game/infer.ts'
import type { EntityKinds } from '../../game/world.ts'

/** A player in a room, from `join` to `leave`. */
export interface Player<P extends SharedFields = SharedFields, A = unknown> {
  /** From 1 upwards, unique in the room. After 65,535 joins the numbers start again. */
  readonly id: number
  /** What the client said of itself when it joined, checked against the game's `profile`. */
  readonly profile: Readonly<Infer<P>>
  /**
   * What the server's `authenticate` returned for this player. Without one, what `account` of `defineRoom` makes, or
   * undefined.
   */
  readonly account: A
}

/** An entity as the server's functions see it. Write its fields freely. They are rounded when sent. */
export type ServerEntity<E extends EntityKinds, K extends keyof E & string> = K extends unknown
  ? InferServer<E[K]> & Identity<K>
  : never

/** The players that hear an event which the room raises: exactly one of `near` and `to`. */
export type EventAudience<P extends SharedFields = SharedFields> =
  | {
      /**
       * With `interest`: an entity, for those who see it, or a place in the units of `interest.at`, for those who look
       * from within the radius plus the margin, whatever `sees` says. A player who looks from everywhere hears an event near
       * any place. If the entity is removed afterwards, those who saw it last hear the event. Without `interest`:
       * everybody.
       */
      readonly near: Identity | Readonly<Vec2>
      readonly to?: never
    }
  | {
      /**
       * A player, players, or everybody. A player who has left hears nothing. Snapshots for each player named here are coded
       * separately until one that tells of the event is acknowledged. With `interest` they mostly are anyway.
       */
      readonly to: 'all' | Player<P> | readonly Player<P>[]
      readonly near?: never
    }

/** A message without a name: any JSON value, in a game with `jsonMessages`. */
export type JsonMessage<P extends GameParts> = null extends P['messages'] ? unknown : never

/** Options of a message. */
export interface SendOptions {
  /**
   * When the client hands the message over. `'display'`: when this step is on display there, together with everything else
   * that happened in it. Use it for a message that belongs to an event or a `told` field: see `Session.onMessage`. Default:
   * as soon as the message arrives.
   */
  at?: 'display' | undefined
}

/**
 * What the server's functions work with. `move` never gets it. A call that names an entity or a player that is gone throws
 * `stale`. A game that does not catch it loses the rest of that call of its function, and nothing else, if the room has an
 * `onError`, as with `serve`: the error is reported there, and the room goes on.
 */
export interface World<P extends GameParts = GameParts, S = unknown, A = unknown> {
  /** The room's name. Default ''. */
  readonly roomId: string
  /**
   * What players choose the room by. Yours to replace: `world.about = { map: 'dunes' }`. Within a second, players who look for
   * a room see it. Throws `misuse` for an object that is not as `About` says. Default: what the room was created with.
   */
  about: About
  /** Whether only those who know its id find the room. Yours to write. Default: true unless the room was created otherwise. */
  isPrivate: boolean
  /**
   * Whether the room takes no new players for now, as during a match. Yours to write. Players who come back, and those who
   * have a seat, are let in nevertheless. Default: false.
   */
  isLocked: boolean
  /** What the room's `state` returned when the room opened. Yours to write. */
  readonly state: S
  /** The fields of the room: `room` of `defineGame`. Yours to write. They are rounded when sent. */
  readonly room: Infer<P['room']>
  /** Steps since the room opened. */
  readonly tick: Tick
  /** `tick` in milliseconds. */
  readonly timeMs: Ms
  /** All players in the room. Read it again each time: the array never changes, so a loop over it may kick. */
  readonly players: readonly Player<P['profile'], A>[]

  /**
   * Makes an entity, owned by `player` or, with null, by the room. Fields that `start` does not name get their defaults. Throws
   * `misuse` for an unknown kind or field, and when 65,535 entities live already. Throws `stale` for a player who has left.
   */
  spawn<K extends keyof P['entities'] & string>(
    kind: K,
    player: Player<P['profile']> | null,
    start?: Partial<InferServer<P['entities'][K]>>,
  ): ServerEntity<P['entities'], K>

  /** Removes an entity. Removing it twice does nothing. */
  despawn(entity: Identity): void

  /**
   * Makes a player, or with null the room, the owner of an entity, such as a car that somebody gets into. It stays the same
   * entity, with the same id. From now on the inputs of the new owner move it, and the owner's page predicts it. Pages show
   * it at once where it is now, so give entities that stand, or move little. Its view is another object: `onLeave` and
   * `onEnter` are called. Throws `stale` for an entity or a player that is gone.
   */
  give(entity: Identity, player: Player<P['profile']> | null): void

  /**
   * Moves an entity of the room by one step of the game's own `move`, as a player with this input would move. Use it for
   * computer players and animals. Fields that are not named have their defaults. Call it once a step, in `update`. Events that
   * `move` raises reach `on` with `by` null. Throws `misuse` for a kind without `move`, an entity of a player, or an unknown
   * field.
   */
  drive(entity: Identity, input: Partial<Infer<P['input']>>): void

  /**
   * Returns the world as a player saw it when the input being applied was made, to judge a shot fairly. Call it in `on`, or
   * in `update` to judge projectiles. Each entity is where the player's page drew it: at the moment that was on display,
   * interpolated or extrapolated, and on its carrier. What the player owns is as it is now. Entities that the page did not
   * show are left out, and so are those that have left the player's view since. A moment older than the player's connection
   * explains, or older than 500 ms, counts as the oldest one allowed, and from shot to shot moments only go forward. With
   * null, and for an away player, the world is as it is now. Outside `on`, it is what the player saw with the last input
   * applied. The next call fills the result and its objects anew, so copy what you keep. The room keeps what it needs for this
   * from the first call on: call it once in `open`, with null, so that the first shot is judged exactly. Throws `stale` for a
   * player who has left. (Bernier, "Latency Compensating Methods in Client/Server In-game Protocol Design and Optimization",
   * 2001.)
   */
  seenBy(player: Player<P['profile']> | null): SeenWorld<P>

  /**
   * Returns the living entities of a kind. Call it again each time: the array never changes, so a loop over it may spawn and
   * despawn. Entities spawned meanwhile are not in it. Those despawned meanwhile still are: `get(entity.id)` tells which, and
   * reading or writing their fields does no harm. Copies nothing unless that kind is spawned or despawned after the call.
   */
  entities<K extends keyof P['entities'] & string>(
    kind: K,
  ): readonly ServerEntity<P['entities'], K>[]

  /** Returns a living entity by id, or undefined. */
  get(id: EntityId | null): ServerEntity<P['entities'], keyof P['entities'] & string> | undefined

  /**
   * Raises an event at this moment. A client hears it when its render clock reaches the moment. Everybody hears it, unless
   * `audience` says who does. The audience is decided once, with the next snapshots, by what each player sees then. Throws
   * `misuse` for an unknown event and for an invalid audience.
   */
  emit<K extends keyof P['events'] & string>(
    event: K,
    data: Infer<P['events'][K]>,
    audience?: EventAudience<P['profile']>,
  ): void

  /** Notes that an entity was set somewhere else, so that nobody sees it glide there. Throws `stale` for one that is gone. */
  teleport(entity: Identity): void

  /**
   * Sends a message to a player. Messages arrive once and in order. Those for a player whose connection broke wait, and arrive
   * when the player comes back. Throws `misuse` when the game has no `messages`, and for a message that holds what JSON would
   * change (see `Session.send`), is longer than 16,383 characters or nested more than 64 deep. A player who leaves 1024
   * messages, or 1,048,576 characters, unacknowledged is dropped as `too-slow`.
   */
  send<K extends keyof P['messages'] & string>(
    player: Player<P['profile']>,
    name: K,
    data: Infer<P['messages'][K]>,
    options?: SendOptions,
  ): void
  send(player: Player<P['profile']>, message: JsonMessage<P>, options?: SendOptions): void

  /** Sends a message to all players in the room. */
  broadcast<K extends keyof P['messages'] & string>(
    name: K,
    data: Infer<P['messages'][K]>,
    options?: SendOptions,
  ): void
  broadcast(message: JsonMessage<P>, options?: SendOptions): void

  /**
   * Ends a player's connection, or gives up the place of an away player. In `join`, refuses that player once `join` has returned.
   * `detail`, at most 255 characters, is shown to the player: `Session.onClose` gets it.
   */
  kick(player: Player<P['profile']>, detail?: string): void

  /** Returns a number from 0 (included) to 1 (excluded), from the room's seed. */
  random(): number
}

/** The step that raised an event, as `on` gets it. */
export interface EventContext {
  /** `ctx.timeMs` of the step: in the own time of the player who raised the event, or in the room's for `World.drive`. */
  readonly timeMs: Ms
  readonly dtSeconds: Seconds
}

/** The world as one player saw it: see `World.seenBy`. */
export interface SeenWorld<P extends GameParts = GameParts> {
  /**
   * Returns the entities of a kind that the player saw. Fields that only the owner gets have their defaults. Texts and lists
   * are as they are now.
   */
  entities<K extends keyof P['entities'] & string>(kind: K): readonly SeenEntity<P['entities'], K>[]
  /**
   * Returns the moment of an entity that was on display: in the own time of the player who owns it, or in the room's. Entities of
   * the player who looks, and everything with null, are at the present. It is never before the
   * room spawned the entity. NaN if the player did not see it.
   */
  timeOf(entity: Identity): Ms
  /** Returns an entity by id, or undefined if it is gone or the player did not see it. */
  get(id: EntityId | null): SeenEntity<P['entities'], keyof P['entities'] & string> | undefined
}

/** An entity as a player saw it. To change it, change `world.get(seen.id)`. */
export type SeenEntity<E extends EntityKinds, K extends keyof E & string> = K extends unknown
  ? Readonly<Infer<E[K]>> & Identity<K>
  : never

/** The moment of a step, as `update` gets it. */
export interface StepContext {
  readonly tick: Tick
  readonly timeMs: Ms
  readonly dtSeconds: Seconds
}

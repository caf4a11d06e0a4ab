import { Hash } from '../base/hash.ts'
import type { NoPromise } from '../base/no-promise.ts'
import type { Ms } from '../base/units.ts'
import { SUBTICKS_PER_STEP } from '../base/units.ts'
import { fail, type RosterCode } from './field.ts'
import type { Carrier, Infer, InputFields, SharedFields } from './infer.ts'
import { Schema } from './schema.ts'
import type { EntityKinds, EventKinds, MoveContext } from './world.ts'

/** The records of fields that a game is made of. The game's types follow from these. */
export interface GameParts {
  readonly input: InputFields
  readonly profile: SharedFields
  readonly entities: EntityKinds
  readonly events: EventKinds
  readonly room: SharedFields
  readonly messages: MessageKinds | null
}

/**
 * What `defineGame` takes: data, and the functions that server and pages both run. What only the server runs belongs in
 * `defineRoom`.
 */
export interface GameDefinition<
  I extends InputFields,
  P extends SharedFields,
  E extends EntityKinds,
  V extends EventKinds,
  R extends SharedFields,
  M extends MessageKinds | null,
> {
  /** The game's name; both sides must agree. 1 to 32 characters. */
  name: string
  /**
   * The version of the rules, such as `3` or the hash of a commit. A page with another version than the server's is refused with
   * `schema`, as one with other fields is, and the player reads `reload the page`. Raise it when `move` changes, which the engine
   * cannot see. With a `directory`, rooms of another version are other rooms. Saved rooms can be restored all the same. Default:
   * pages of all versions are let in if their fields, ranges and rates are the same.
   */
  version?: string | number | undefined
  /**
   * The owner of time. Default: each player's inputs are applied as they arrive, in that player's own time. With
   * `sharedTick()`, each tick is one step for everybody. Inputs wait for their tick, and clients send them to arrive just in
   * time.
   */
  authority?: Authority | undefined
  /** Steps per second, 1 to 128. Default 30. */
  stepHz?: number | undefined
  /** Snapshots per second, 1 to 128. Default 20. */
  sendHz?: number | undefined
  /** What a player can do in a step; `{}` where nobody moves, as in a lobby. */
  input: I
  /** What a client says about itself when it joins. Every page gets the fields in `visible(...)` of each player. */
  profile?: P | undefined
  /**
   * What belongs to the room itself, such as a map's number or the end of a round. The server writes `world.room`, and
   * everybody gets it. Clients read the newest value received as `ctx.room` in `move` and as `session.room`.
   */
  room?: R | undefined
  /** Kinds of entity; `{}` for none. */
  entities: E
  /** Things that happen at one moment and leave no state: `gameEvents({ ... })`. */
  events?: Events<V> | undefined
  /**
   * Both sides: runs one step of one entity with its player's input. Pure: no clock, no chance, no other entities. It also
   * extrapolates copies of the entity, on other pages and on the server, so it keeps nothing outside `entity`.
   */
  move?:
    | NoInfer<{
        [K in keyof E]?: (
          entity: Infer<E[K]>,
          input: Readonly<Infer<I>>,
          ctx: MoveContext<V, R, E>,
        ) => NoPromise
      }>
    | undefined
  /**
   * Both sides: sets the fields of `entity` for a moment, for kinds whose state is a pure function of time, such as a platform
   * that goes to and fro. Results are not rounded. A session shows them at `ownTimeMs`, where the local player stands on them
   * (its `move` calls the same function of `ctx.timeMs`). The server sets them before `update` in every step. Plain fields of
   * such a kind are not sent, and `spawn` does not take them. The path's parameters are `once` fields; `own` fields go to the
   * owner. Not with `move`.
   */
  path?: NoInfer<{ [K in keyof E]?: (entity: Infer<E[K]>, timeMs: Ms) => NoPromise }> | undefined
  /**
   * Both sides: keeps entities of a kind out of walls. A curve knows no walls, and entities that the room moves are
   * extrapolated along their curve past the newest state. Moves `entity` to a permitted place; changes nothing if it is at one.
   * Pure: no clock, no chance, no other entities. It reads fields that everybody gets, but no texts, and must not throw or
   * allocate: a session calls it in each frame for each entity shown, and the server calls it to measure how far an entity can
   * be extrapolated. Not with `move`, which knows its walls, nor with `path`.
   */
  clamp?: NoInfer<{ [K in keyof E]?: (entity: Infer<E[K]>) => NoPromise }> | undefined
  /**
   * Client: says what carries entities of a kind that other players or the room own. Writes the carrier's position at a moment
   * to `carrier`, as a pure function of the rider's fields (`rider.platform`). Leaves it at 0 when nothing carries the rider.
   * The rider is then drawn at carrier(own time) + (its position - carrier(its own moment)): on the platform where `path` shows
   * it. This is a function and no reference to an entity, because `move` sees no other one either. Only fields that are not
   * interpolated may decide whether something carries: while nothing does, this is called again only after one of them has
   * changed. Must not depend on the fields that it writes.
   */
  attachedTo?:
    | NoInfer<{
        [K in keyof E]?: (
          rider: Readonly<Infer<E[K]>>,
          timeMs: Ms,
          carrier: Carrier<E[K]>,
        ) => NoPromise
      }>
    | undefined
  /** Client: draws riders on their carriers. Must be `riders()` if there is an `attachedTo`. Default: none. */
  riders?: Riders | undefined
  /**
   * What can be sent besides states and events, in both directions: `gameMessages({ ... })`, with names and fields, or
   * `jsonMessages()`, any JSON values. Default: nothing.
   */
  messages?: GameMessages<M> | undefined
  /**
   * How snapshots become bytes: `tables()` takes fewer bytes and more time than the default. Both ends must use the same.
   * Default: the packed coding.
   */
  coding?: SnapshotCoding | undefined
}

/** The owner of time, if players do not each own theirs. Made by `sharedTick`. */
export interface Authority {
  readonly name: 'tick'
}

/** Messages by name, each with its fields. */
export type MessageKinds = { readonly [message: string]: SharedFields }

/** The messages of a game, as `gameMessages` and `jsonMessages` make them. `null` stands for any JSON values. */
export interface GameMessages<M extends MessageKinds | null = MessageKinds | null> {
  readonly kinds: M
  /** Converts messages with names. Null where JSON values are sent as they are. */
  readonly named: NamedMessages | null
}

export interface NamedMessage {
  readonly name: string
  readonly data: object
}

/** Converts messages with names to what is sent, and back. */
export interface NamedMessages {
  /** Throws `misuse` for an unknown name. */
  check(name: unknown): void
  /** Returns what is sent. Throws `misuse` for an unknown name or field. */
  pack(name: unknown, data: unknown): unknown
  /** Returns the message that was received, or undefined if the game has no such message. */
  unpack(message: unknown): NamedMessage | undefined
  /** Adds what both ends must agree on. */
  describe(hash: Hash): void
}

/** The events of a game, as `gameEvents` makes them. */
export interface Events<V extends EventKinds> {
  readonly kinds: V
}

/** Draws riders on their carriers. Made by `riders`. */
export interface Riders {
  readonly name: 'riders'
}

/** A coding of snapshots, as `tables` makes it. */
export interface SnapshotCoding {
  readonly name: string
  readonly asksOfAll: boolean
}

/** A game, ready to pass to `connect` and `defineRoom`. Made by `defineGame`; holds no state. */
export interface Game<P extends GameParts = GameParts> {
  readonly name: string
  /** The owner of time: with `'input'` each player has a time of their own, with `'tick'` there is one time for all. */
  readonly authority: 'input' | 'tick'
  readonly stepHz: number
  readonly sendHz: number
  /** The length of a step. */
  readonly stepMs: Ms
  /** Time between two snapshots in 1/256 steps. A whole number, so rates that do not divide evenly stay exact. */
  readonly sendSubTicks: number
  /** Time between two snapshots in ms. */
  readonly sendMs: Ms
  /** Hash of what both ends must agree on: field names, types, ranges, order, rates, and the version. */
  readonly hash: number
  /** The same without the version: what a room that was saved must agree on. */
  readonly schemaHash: number
  /** The definition as passed to `defineGame`. */
  readonly definition: GameDefinition<
    P['input'],
    P['profile'],
    P['entities'],
    P['events'],
    P['room'],
    P['messages']
  >
  readonly inputSchema: Schema
  readonly profileSchema: Schema
  /** Kinds in the order of their number on the wire. After those of the game come that of the room and that of the players. */
  readonly kinds: readonly Kind[]
  /** The kind of the one entity that holds the fields of the room, or null without such fields. */
  readonly roomKind: Kind | null
  /** The kind of the entities that tell every page who is there, or null unless a field of the profile is `visible`. */
  readonly playersKind: Kind | null
  /** The code of `visible`. Undefined unless a field of the profile is visible. */
  readonly roster: RosterCode | undefined
  /** Events in the order of their number on the wire. */
  readonly events: readonly Kind[]
}

/** A kind of entity or event: its name, its number on the wire, and its columns. */
export interface Kind {
  readonly name: string
  readonly index: number
  readonly schema: Schema
  /** Sets an entity's fields for a moment, if the kind has a `path`. */
  readonly path: PathFunction | undefined
  /** Keeps an entity out of walls. Undefined unless the kind has a `clamp`. */
  readonly clamp: ClampFunction | undefined
  /** Says where an entity's carrier is. Undefined unless the kind has an `attachedTo`. */
  readonly attachedTo: CarrierFunction | undefined
  /** Draws an entity on its carrier. */
  readonly riders: Riders | undefined
}

/** A game's `path` of one kind, its types erased. */
export type PathFunction = (entity: object, timeMs: Ms) => void

/** A game's `clamp` of one kind, its types erased. */
export type ClampFunction = (entity: object) => void

/** A game's `attachedTo` of one kind, its types erased. */
export type CarrierFunction = (rider: object, timeMs: Ms, carrier: object) => void

/** Any game, for code that does not depend on its types. */
// biome-ignore lint/suspicious/noExplicitAny: a game's functions take their own types; erased here, typed at the faces
export type AnyGame = Game<any>

/** The kind that holds the fields of the room. No game would use this name. */
export const ROOM_KIND = 'the room'

/** Functions that games of earlier versions had here. They would bring the server's code to every page. */
const ROOM_HOOKS = [
  'open',
  'join',
  'leave',
  'close',
  'on',
  'update',
  'interest',
  'budget',
  'state',
  'onMessage',
  'missingInput',
  'limits',
]

/**
 * Defines a game once for both sides. Throws `schema-definition` for a function that belongs in `defineRoom`. The server checks
 * the rest when it starts and says what is wrong, so pages need not bundle these checks: a rate out of range, a reserved field
 * name (`id kind owner mine`), a range without numbers, a `move` for a kind that does not exist.
 */
export function defineGame<
  const I extends InputFields,
  const E extends EntityKinds,
  // biome-ignore lint/complexity/noBannedTypes: no profile and no events are empty records
  const P extends SharedFields = {},
  // biome-ignore lint/complexity/noBannedTypes: as above
  const V extends EventKinds = {},
  // biome-ignore lint/complexity/noBannedTypes: as above
  const R extends SharedFields = {},
  // biome-ignore lint/complexity/noBannedTypes: as above
  const M extends MessageKinds | null = {},
>(
  definition: GameDefinition<I, P, E, V, R, M>,
): Game<{ input: I; profile: P; entities: E; events: V; room: R; messages: M }> {
  const hook = ROOM_HOOKS.find((name) => name in definition)
  if (hook) fail(`defineGame: '${hook}' belongs in defineRoom(game, { ${hook} })`)
  const { name, version, authority, stepHz = 30, sendHz = 20 } = definition
  const inputSchema = new Schema(definition.input)
  const { entities, room } = definition
  const { profile = {} } = definition as { profile?: SharedFields | undefined }
  const roster = Object.values(profile).find((field) => field.rosterCode)?.rosterCode
  const kinds = compile(
    { ...entities, ...(room && { [ROOM_KIND]: room }), ...roster?.kinds(profile) },
    inputSchema,
    definition,
  )
  const events = compile(definition.events?.kinds ?? {}, null, {})
  const profileSchema = new Schema(profile)
  const stepMs = 1000 / stepHz
  const sendSubTicks = Math.round((SUBTICKS_PER_STEP * stepHz) / sendHz)
  const hash = new Hash().text(name).number(stepHz).number(sendSubTicks)
  inputSchema.describe(hash.text('input'))
  profileSchema.describe(hash.text('profile'))
  for (const kind of kinds)
    kind.schema.describe(hash.text(`${kind.path ? 'path' : 'entity'} ${kind.name}`))
  for (const event of events) event.schema.describe(hash.text(`event ${event.name}`))
  definition.messages?.named?.describe(hash)
  if (authority) hash.text(`authority ${authority.name}`)
  if (definition.coding) hash.text(`coding ${definition.coding.name}`)
  const schemaHash = hash.value
  if (version !== undefined) hash.text(`version ${version}`)
  return {
    name,
    authority: authority?.name ?? 'input',
    stepHz,
    sendHz,
    stepMs,
    sendSubTicks,
    sendMs: (sendSubTicks / SUBTICKS_PER_STEP) * stepMs,
    hash: hash.value,
    schemaHash,
    definition,
    inputSchema,
    profileSchema,
    kinds,
    roomKind: room ? kinds.at(roster ? -2 : -1)! : null,
    playersKind: roster ? kinds.at(-1)! : null,
    roster,
    events,
  }
}

interface Placing {
  readonly move?: ByKind
  readonly path?: ByKind
  readonly clamp?: ByKind
  readonly attachedTo?: ByKind
  readonly riders?: Riders | undefined
}

type ByKind = { readonly [kind: string]: unknown } | undefined

function compile(
  records: EntityKinds,
  input: Schema | null,
  { move, path, clamp, attachedTo, riders }: Placing,
): Kind[] {
  return Object.entries(records).map(([name, record], index) => ({
    name,
    index,
    schema: new Schema(
      path?.[name] ? unsent(record) : record,
      input !== null,
      move?.[name] ? input : null,
      // What a path sets has no range, because it is not sent.
      path?.[name] ? '' : name,
    ),
    path: path?.[name] as PathFunction | undefined,
    clamp: clamp?.[name] as ClampFunction | undefined,
    attachedTo: attachedTo?.[name] as CarrierFunction | undefined,
    riders,
  }))
}

/** The record of a kind with a path. Fields that everybody can compute are sent to nobody. */
function unsent(record: EntityKinds[string]): EntityKinds[string] {
  return Object.fromEntries(
    Object.entries(record).map(([name, field]) => [
      name,
      field.seen === 'all' ? { ...field, seen: 'hidden' as const } : field,
    ]),
  )
}

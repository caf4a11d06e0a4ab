import { Hash } from '../base/hash.ts'
import type { Ms } from '../base/units.ts'
import { SUBTICKS_PER_STEP } from '../base/units.ts'
import { fail } from './field.ts'
import type { Carrier, Infer, InputFields, SharedFields } from './infer.ts'
import { Schema } from './schema.ts'
import type { EntityKinds, EventKinds, MoveContext } from './world.ts'

/** The records of fields that a game is made of. Its types follow from these. */
export interface GameParts {
  readonly input: InputFields
  readonly profile: SharedFields
  readonly entities: EntityKinds
  readonly events: EventKinds
  readonly room: SharedFields
  readonly messages: MessageKinds | null
}

/**
 * What `defineGame` takes: data, and the functions that server and pages both run. What only the server runs stands in
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
   * Who owns time. Default: each player's inputs are applied as they come, in that player's own time. `sharedTick()`: one
   * step for everybody per tick; inputs wait for theirs, and clients send them so that they just make it.
   */
  authority?: Authority | undefined
  /** Steps a second, 1 to 128. Default 30. */
  stepHz?: number | undefined
  /** Snapshots a second, 1 to 128. Default 20. */
  sendHz?: number | undefined
  /** What a player can do in a step. */
  input: I
  /** What a client says of itself when it joins. */
  profile?: P | undefined
  /**
   * What belongs to the room itself, such as a map's number or the end of a round. The server writes `world.room`; everybody
   * gets it, and reads it as `ctx.room` in `move` and as `session.room`, the newest value heard.
   */
  room?: R | undefined
  /** Kinds of entity. */
  entities: E
  /** Things that happen at a moment and leave no state: `gameEvents({ ... })`. */
  events?: Events<V> | undefined
  /**
   * Both sides: one step of one entity of a player with that player's input. Pure: no clock, no chance, no others. It also
   * extrapolates copies of the entity, on the pages of others and on the server: so it keeps nothing outside `entity`.
   */
  move?:
    | NoInfer<{
        [K in keyof E]?: (
          entity: Infer<E[K]>,
          input: Readonly<Infer<I>>,
          ctx: MoveContext<V, R>,
        ) => void
      }>
    | undefined
  /**
   * Both sides: entities of a kind whose state is a pure function of time, such as a platform that goes to and fro.
   * Sets the fields of `entity` for a moment; results are not rounded. A session shows them at `ownTimeMs`, where
   * the own player stands on them (its `move` calls the same function of `ctx.timeMs`); the server sets them before
   * `update` in every step. Of such a kind only `once` fields, its parameters, are sent (and `own` ones, to the owner); `spawn` takes no others.
   * Not with `move`.
   */
  path?: NoInfer<{ [K in keyof E]?: (entity: Infer<E[K]>, timeMs: Ms) => void }> | undefined
  /**
   * Both sides: keeps entities of a kind out of walls. A curve knows of none, and what the room moves is extrapolated
   * along its curve past the newest state. Moves `entity` to where it may be, and changes nothing of one that is
   * already there. Pure: no clock, no chance, no look at other entities; it reads fields that everybody gets, but no
   * texts, and must not throw. A session calls it in each frame for each entity it shows, the server where it measures
   * how far one can be extrapolated: so it allocates nothing. Not with `move`, which knows its walls, nor with `path`.
   */
  clamp?: NoInfer<{ [K in keyof E]?: (entity: Infer<E[K]>) => void }> | undefined
  /**
   * Client: what carries entities of a kind, for those that other players (or the room) own. Writes to `carrier`
   * where it is at a moment, as a pure function of what the rider says of it (`rider.platform`), and leaves it at 0
   * when nothing carries. The rider is then drawn at carrier(own time) + (its position - carrier(its own moment)):
   * on the platform, where `path` shows that. A function and no reference to an entity, as `move` sees no other one.
   * Only fields that do not glide may decide whether something carries: while nothing does, it is called again only after
   * one of those has changed. Must not depend on the fields that it writes.
   */
  attachedTo?:
    | NoInfer<{
        [K in keyof E]?: (rider: Readonly<Infer<E[K]>>, timeMs: Ms, carrier: Carrier<E[K]>) => void
      }>
    | undefined
  /** Client: draws what `attachedTo` carries. With `attachedTo` it has to be `riders()`. Default: none. */
  riders?: Riders | undefined
  /**
   * What can be sent beside states and events, both ways: `gameMessages({ ... })`, by name and with fields, or
   * `jsonMessages()`, any JSON values. Default: nothing.
   */
  messages?: GameMessages<M> | undefined
  /**
   * How snapshots become bytes: `tables()` takes fewer bytes and more time than the default. Both ends must have the same.
   * Default: the packed coding.
   */
  coding?: SnapshotCoding | undefined
}

/** Who owns time, if not each player its own: made by `sharedTick`. */
export interface Authority {
  readonly name: 'tick'
}

/** Messages by name, each with its fields. */
export type MessageKinds = { readonly [message: string]: SharedFields }

/** What messages a game has, as `gameMessages` and `jsonMessages` make it; `null`: any JSON values. */
export interface GameMessages<M extends MessageKinds | null = MessageKinds | null> {
  readonly kinds: M
  /** Their code; null where any JSON value is sent as it is. */
  readonly named: NamedMessages | null
}

/** A message with its name. */
export interface NamedMessage {
  readonly name: string
  readonly data: object
}

/** Turns messages with names into what is sent, and back. */
export interface NamedMessages {
  /** Throws `misuse` for a name that there is not. */
  check(name: unknown): void
  /** What is sent. Throws `misuse` for a name or a field that there is not. */
  pack(name: unknown, data: unknown): unknown
  /** What came; undefined when it is none of the game's messages. */
  unpack(message: unknown): NamedMessage | undefined
  /** Adds what both ends must agree on. */
  describe(hash: Hash): void
}

/** The events of a game, as `gameEvents` makes them. */
export interface Events<V extends EventKinds> {
  readonly kinds: V
}

/** What draws riders on their carriers, as `riders` makes it. */
export interface Riders {
  readonly name: 'riders'
}

/** A coding of snapshots, as `tables` makes it. */
export interface SnapshotCoding {
  readonly name: string
  readonly asksOfAll: boolean
}

/** A game, ready to hand to `connect` and `defineRoom`. Made by `defineGame`; holds no state. */
export interface Game<P extends GameParts = GameParts> {
  readonly name: string
  /** Who owns time: each player its own, or all one. */
  readonly authority: 'input' | 'tick'
  readonly stepHz: number
  readonly sendHz: number
  /** Length of a step. */
  readonly stepMs: Ms
  /** Time between two snapshots in 1/256 steps: a whole number, so that rates that do not divide stay exact. */
  readonly sendSubTicks: number
  /** The same in ms. */
  readonly sendMs: Ms
  /** Both ends must have the same: field names, types, ranges, order, rates. */
  readonly hash: number
  /** The definition as given. */
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
  /** Kinds in the order of their number on the wire; the last one holds the fields of the room, if it has any. */
  readonly kinds: readonly Kind[]
  /** The kind of the one entity that holds the fields of the room; null: it has none. */
  readonly roomKind: Kind | null
  /** Events in the order of their number on the wire. */
  readonly events: readonly Kind[]
}

/** A kind of entity or event: its name, its number on the wire, and its columns. */
export interface Kind {
  readonly name: string
  readonly index: number
  readonly schema: Schema
  /** Sets an entity's fields for a moment, if that is all they depend on. */
  readonly path: PathFunction | undefined
  /** Keeps an entity out of walls. */
  readonly clamp: ClampFunction | undefined
  /** Says where an entity's carrier is. */
  readonly attachedTo: CarrierFunction | undefined
  /** What draws it there. */
  readonly riders: Riders | undefined
}

/** A game's `path` of one kind, its types erased. */
export type PathFunction = (entity: object, timeMs: Ms) => void

/** A game's `clamp` of one kind, its types erased. */
export type ClampFunction = (entity: object) => void

/** A game's `attachedTo` of one kind, its types erased. */
export type CarrierFunction = (rider: object, timeMs: Ms, carrier: object) => void

/** Any game at all, for code that does not care which. */
// biome-ignore lint/suspicious/noExplicitAny: a game's functions take their own types; erased here, typed at the faces
export type AnyGame = Game<any>

/** The kind that holds the fields of the room: no name that a game would take. */
export const ROOM_KIND = 'the room'

/** What stood in games of earlier versions, and would bring the server's code to every page. */
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
 * Defines a game once for both sides. Throws `schema-definition` for what belongs in `defineRoom`. The server refuses a bad definition when it starts, and says why, so that pages need
 * not bundle these checks: a rate out of range, a reserved field name (`id kind owner mine`), a range without numbers, a
 * `move` for a kind that does not exist.
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
  const { name, authority, stepHz = 30, sendHz = 20 } = definition
  const inputSchema = new Schema(definition.input)
  const { entities, room } = definition
  const kinds = compile(
    room ? { ...entities, [ROOM_KIND]: room } : entities,
    inputSchema,
    definition,
  )
  const events = compile(definition.events?.kinds ?? {}, null, {})
  const profileSchema = new Schema(definition.profile ?? {})
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
  return {
    name,
    authority: authority?.name ?? 'input',
    stepHz,
    sendHz,
    stepMs,
    sendSubTicks,
    sendMs: (sendSubTicks / SUBTICKS_PER_STEP) * stepMs,
    hash: hash.value,
    definition,
    inputSchema,
    profileSchema,
    kinds,
    roomKind: room ? kinds[kinds.length - 1]! : null,
    events,
  }
}

/** What of a definition moves and places entities. */
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
    ),
    path: path?.[name] as PathFunction | undefined,
    clamp: clamp?.[name] as ClampFunction | undefined,
    attachedTo: attachedTo?.[name] as CarrierFunction | undefined,
    riders,
  }))
}

/** The record of a kind with a path: what everybody can compute is sent to nobody. */
function unsent(record: EntityKinds[string]): EntityKinds[string] {
  return Object.fromEntries(
    Object.entries(record).map(([name, field]) => [
      name,
      field.seen === 'all' ? { ...field, seen: 'hidden' as const } : field,
    ]),
  )
}

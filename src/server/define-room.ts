import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import { checkGame } from '../game/check-game.ts'
import type { AnyGame, Game, GameParts, MessageKinds } from '../game/define-game.ts'
import { fail } from '../game/field.ts'
import type { Infer } from '../game/infer.ts'
import type { MissingInput } from './authority/authority.ts'
import { type Budget, checkInterest, type Interest } from './interest/interest.ts'
import { maxPlayersOf, quietTicksOf, resumeMsOf } from './room-options.ts'
import type { Player, StepContext, World } from './world/world.ts'

/** What `defineRoom` takes: the rules of a room that only the server runs. No page bundles them. */
export interface RoomDefinition<P extends GameParts = GameParts, S = unknown> {
  /**
   * Makes what the room knows besides its entities, as `world.state`: once for each room, before `open`. Plain data, so
   * that a room can be saved. Takes no parameters: the other functions get their types from what it returns. Default: an
   * empty object.
   */
  state?: (() => S) | undefined
  /** The room opens. */
  open?: NoInfer<((world: World<P, S>) => unknown) | undefined>
  /** A player has joined. Usually spawns what the player owns. */
  join?: NoInfer<((world: World<P, S>, player: Player<P['profile']>) => unknown) | undefined>
  /** A player leaves. What the player owned is removed after this. */
  leave?: NoInfer<((world: World<P, S>, player: Player<P['profile']>) => unknown) | undefined>
  /** The room closes: the last call that it makes. Everybody has left by then. */
  close?: NoInfer<((world: World<P, S>) => unknown) | undefined>
  /** An event was raised in `move`. `by` raised it; null: an entity that `world.drive` moved. */
  on?: NoInfer<
    | (keyof P['events'] extends never
        ? { readonly [event: string]: never }
        : {
            [K in keyof P['events']]?: (
              world: World<P, S>,
              data: Readonly<Infer<P['events'][K]>>,
              by: Player<P['profile']> | null,
            ) => void
          })
    | undefined
  >
  /**
   * A message of a player came; in order, outside of steps. By name with `gameMessages`; one function for all with
   * `jsonMessages`.
   */
  onMessage?: NoInfer<MessageHandlers<P, S> | undefined>
  /** One step of the room, for everything that no player owns. */
  update?: NoInfer<((world: World<P, S>, ctx: StepContext) => void) | undefined>
  /** What each player sees. Default: everybody sees everything. */
  interest?: NoInfer<Interest<P, S> | undefined>
  /** How much each client is sent, and what goes first. Default: everything at once. */
  budget?: NoInfer<Budget<P> | undefined>
  /**
   * With `authority: sharedTick()`: what a tick does with a player whose input has not come. `'repeat'` (default): the one
   * before once more, without its presses, for 8 ticks at most, then `'idle'`; `'idle'`: an input at its defaults; `'skip'`:
   * what the player owns is not moved. A press whose input comes too late, or never, counts in a later step, one in each.
   */
  missingInput?: MissingInput | undefined
  /** Limits of each room of this game, where whoever opens the room does not set them. */
  limits?: RoomLimits | undefined
}

/** What a room does with messages: a function for each name, or one for all where they have none. */
export type MessageHandlers<P extends GameParts, S> = null extends P['messages']
  ? (world: World<P, S>, message: unknown, player: Player<P['profile']>) => void
  : {
      [K in keyof P['messages']]?: (
        world: World<P, S>,
        data: Readonly<Infer<P['messages'][K]>>,
        player: Player<P['profile']>,
      ) => void
    }

/** Limits of a room. */
export interface RoomLimits {
  /** Most players at once, 1 to 250. Default 64. */
  maxPlayers?: number | undefined
  /**
   * How long a player who lost the connection keeps the place: the entities stay, from 2 s on the room moves them with
   * inputs at their defaults, and the same page (or, reloaded, the one that has its key) comes back as the same player.
   * From 0 (the player leaves at once). Default 10,000.
   */
  resumeMs?: Ms | undefined
  /**
   * The least number of snapshots a second for a client while nothing is new. From 1 to the game's `sendHz`, and at most 64
   * network ticks apart. A lower value costs less. With a higher one the client notices a slower connection sooner.
   * Default 4.
   */
  quietHz?: number | undefined
}

/** The rooms of a game, ready to hand to `serve`, `Lobby`, `Room` and `Simulation`. Made by `defineRoom`; holds no state. */
export interface GameRoom<P extends GameParts = GameParts, S = unknown> {
  readonly game: Game<P>
  /** The definition as given. */
  readonly definition: RoomDefinition<P, S>
}

/** The rooms of any game at all, for code that does not care which. */
// biome-ignore lint/suspicious/noExplicitAny: a room's functions take their own types; erased here, typed at the faces
export type AnyRoom = GameRoom<any, any>

/** The game of a room. */
export type GameOf<R> = R extends GameRoom<infer P, infer _S> ? Game<P> : never

/** What the server's functions of a room, or of a game with a `State`, do things with. */
export type WorldOf<R, State = unknown> =
  R extends GameRoom<infer P, infer S>
    ? World<P, S>
    : R extends Game<infer P>
      ? World<P, State>
      : never

/** A player of a room, or of a game. */
export type PlayerOf<R> =
  R extends GameRoom<infer P, infer _S>
    ? Player<P['profile']>
    : R extends Game<infer P>
      ? Player<P['profile']>
      : never

/** The state of a room that defines none. */
export type NoState = Record<never, never>

/**
 * Defines what only the server has of a game: who owns what, what happens in a step, who sees what. Throws
 * `schema-definition` where the game or the room is not sound: a rate out of range, a reserved field name, a range without
 * numbers, a `move` or an `on` for what does not exist. For set-up only.
 */
export function defineRoom<P extends GameParts, S = NoState>(
  game: Game<P>,
  definition: RoomDefinition<NoInfer<P>, S> = {},
): GameRoom<P, S> {
  if (!game?.kinds) fail('defineRoom: the first argument needs to be a game: defineGame({ ... })')
  checkGame(game as AnyGame)
  const { on = {}, interest, budget, missingInput, state } = definition
  for (const event of Object.keys(on as object))
    if (!game.events.some((kind) => kind.name === event))
      fail(`defineRoom: on.${event}: there is no event '${event}'`)
  if (missingInput !== undefined && !['repeat', 'idle', 'skip'].includes(missingInput))
    fail(`defineRoom: missingInput: '${missingInput}' needs to be one of repeat, idle, skip`)
  if (missingInput !== undefined && game.authority !== 'tick')
    fail('defineRoom: missingInput needs a game with authority: sharedTick()')
  if (state !== undefined && typeof state !== 'function')
    fail(`defineRoom: state is ${state}, it must be a function that makes the state of a room`)
  if (definition.onMessage && !game.definition.messages)
    fail(
      'defineRoom: onMessage needs a game with messages: gameMessages({ ... }) or jsonMessages()',
    )
  checkHandlers(game.definition.messages?.kinds ?? null, definition.onMessage)
  const { limits = {} } = definition
  maxPlayersOf(limits)
  resumeMsOf(limits)
  quietTicksOf(limits, game.sendHz)
  const kinds = Object.keys(game.definition.entities)
  checkInterest(interest as Interest | undefined, budget as Budget | undefined, kinds, game.sendHz)
  return { game, definition }
}

function checkHandlers(kinds: MessageKinds | null, handlers: unknown): void {
  if (handlers === undefined) return
  if ((typeof handlers === 'function') !== (kinds === null))
    fail('defineRoom: onMessage: gameMessages takes functions by name, jsonMessages one function')
  for (const name of kinds ? Object.keys(handlers as object) : [])
    if (!(name in kinds!)) fail(`defineRoom: onMessage.${name}: there is no message '${name}'`)
}

/** The limits of a room: what is given, and where nothing is, what its definition says. */
export function limitsOf({ limits = {} }: AnyRoom['definition'], given: RoomLimits): RoomLimits {
  return {
    maxPlayers: given.maxPlayers ?? limits.maxPlayers,
    resumeMs: given.resumeMs ?? limits.resumeMs,
    quietHz: given.quietHz ?? limits.quietHz,
  }
}

/** Returns `room`; throws `misuse` where it is none, which is most often a game. `where`: who asks. */
export function aRoom<R extends AnyRoom>(room: R, where: string): R {
  if (room?.game?.definition && room.definition) return room
  throw new GlissadeError(
    'misuse',
    `${where} needs a room: defineRoom(game, { join, update, ... })`,
  )
}

import { GlissadeError } from '../base/error.ts'
import type { NoPromise } from '../base/no-promise.ts'
import { noSuch } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import { checkGame, checkSynchronous } from '../game/check-game.ts'
import type { AnyGame, Game, GameParts, MessageKinds } from '../game/define-game.ts'
import { fail } from '../game/field.ts'
import type { Infer } from '../game/infer.ts'
import type { MissingInput } from './authority/authority.ts'
import { type Budget, checkInterest, type Interest } from './interest/interest.ts'
import { failedUpdatesOf, maxPlayersOf, quietTicksOf, resumeMsOf } from './room-options.ts'
import type { EventContext, Player, ServerEntity, StepContext, World } from './world/world.ts'

/** The rules of a room, as `defineRoom` takes them. Only the server runs them, and no page bundles them. */
export interface RoomDefinition<P extends GameParts = GameParts, S = unknown, A = unknown> {
  /**
   * Makes `world.state`, which holds what the room knows besides its entities. Called once for each room, before `open`.
   * Return plain data, so that a room can be saved. It takes no parameters, because the other functions get their types from
   * its result. Default: an empty object.
   */
  state?: (() => S) | undefined
  /**
   * Makes an account, whose type is that of `player.account`: `authenticate` of `serve` has to return such a one. Where nobody
   * authenticates, as in a test, each player gets what it makes. It takes no parameters, for the same reason as `state`. Return
   * plain data, so that a room can be saved. Default: accounts are `unknown`, and undefined where nobody authenticates.
   */
  account?: (() => A) | undefined
  /**
   * Returns what is saved in place of `world.state`, for a state that is no plain data: a physics engine, an instance of a class.
   * Objects of entities and players in the result stay themselves. Default: the state itself.
   */
  save?: NoInfer<((state: S) => unknown) | undefined>
  /** Makes `world.state` of a restored room from what `save` returned. Needed together with `save`. */
  // biome-ignore lint/suspicious/noExplicitAny: it is what the room's own save has returned
  restore?: NoInfer<((saved: any) => S) | undefined>
  /**
   * Called when the room opens. May be async: nobody joins before its promise is kept, and the room's time begins then. If that
   * takes longer than 30 s, or the promise is rejected, the room closes, and those who wait are refused.
   */
  open?: NoInfer<((world: World<P, S, A>) => unknown) | undefined>
  /**
   * Called when a player joins, before the page is told. Usually spawns what the player owns. To refuse the player, throw
   * `new GlissadeError('refused', 'come back on Friday')`: `connect` rejects with these words. After any other error the player
   * reads `the server refused`, and the error goes to `onError`. Then what `join` has spawned is removed, `leave` is not called,
   * and `world.state` stays as `join` left it. Messages sent here leave once the page knows that it is in; the player, who is
   * among `world.players` already, gets those to everybody too.
   */
  join?: NoInfer<
    ((world: World<P, S, A>, player: Player<P['profile'], A>) => NoPromise) | undefined
  >
  /**
   * Called when a player leaves for good, also when the room or the server closes. The room then removes what the player
   * owned. Nothing waits for a promise here.
   */
  leave?: NoInfer<
    ((world: World<P, S, A>, player: Player<P['profile'], A>) => NoPromise) | undefined
  >
  /** Called when the room closes, as its last call. Everybody has left by then. */
  close?: NoInfer<((world: World<P, S, A>) => NoPromise) | undefined>
  /**
   * Called for an event that `move` raised. `by`: the player who raised it, or null for an entity moved by `world.drive`. `ctx`:
   * the time of that step. To judge a shot, ask `world.seenBy(by)` what the player saw.
   */
  on?: NoInfer<
    | (keyof P['events'] extends never
        ? { readonly [event: string]: never }
        : {
            [K in keyof P['events']]?: (
              world: World<P, S, A>,
              data: Readonly<Infer<P['events'][K]>>,
              by: Player<P['profile'], A> | null,
              ctx: EventContext,
            ) => NoPromise
          })
    | undefined
  >
  /**
   * Called for each message of a player, in order, outside of steps. With `gameMessages` it is one function for each name, and
   * with `jsonMessages` one function for all.
   */
  onMessage?: NoInfer<MessageHandlers<P, S, A> | undefined>
  /** Called once in each step of the room, for everything that no player owns. */
  update?: NoInfer<((world: World<P, S, A>, ctx: StepContext) => NoPromise) | undefined>
  /** What each player sees. Default: everybody sees everything. */
  interest?: NoInfer<Interest<P, S, A> | undefined>
  /** How much the room sends to each client, and what goes first. Default: everything at once. */
  budget?: NoInfer<Budget<P, A> | undefined>
  /**
   * With `authority: sharedTick()`: what a tick does for a player whose input has not come. `'repeat'` (default) repeats the
   * last input without its presses for at most 8 ticks, and then does as `'idle'`. `'idle'` applies an input at its defaults.
   * `'skip'` does not move what the player owns. A press whose input comes too late, or never, counts in a later step, one
   * press in each.
   */
  missingInput?: MissingInput | undefined
  /** Limits of each room of this game. The options of a room come before them. */
  limits?: RoomLimits | undefined
}

/** The functions for messages: one for each name, or one for all where messages have no names. */
export type MessageHandlers<P extends GameParts, S, A = unknown> = null extends P['messages']
  ? (world: World<P, S, A>, message: unknown, player: Player<P['profile'], A>) => NoPromise
  : {
      [K in keyof P['messages']]?: (
        world: World<P, S, A>,
        data: Readonly<Infer<P['messages'][K]>>,
        player: Player<P['profile'], A>,
      ) => NoPromise
    }

/** Limits of a room. */
export interface RoomLimits {
  /** Most players at once, 1 to 250. Default 64. */
  maxPlayers?: number | undefined
  /**
   * How long the room keeps the place of a player who lost the connection. The entities stay, and from 2 s on the room moves
   * them with inputs at their defaults. The same page, or after a reload the page with its key, comes back as the same
   * player. From 0, where the player leaves at once. Default 10,000.
   */
  resumeMs?: Ms | undefined
  /**
   * The least number of snapshots a second for a client while nothing is new. From 1 to the game's `sendHz`, and at most 64
   * network ticks apart. A lower value costs less. With a higher one the client notices a slower connection sooner.
   * Default 4.
   */
  quietHz?: number | undefined
  /**
   * How many errors of `update` the room bears in a minute, from 0. Each costs the rest of that `update`, goes to `onError`,
   * and is counted in `stats.failedUpdates`. One more closes the room. Default 0.
   */
  failedUpdates?: number | undefined
}

/** The rooms of a game, for `serve`, `Lobby`, `Room` and `Simulation`. `defineRoom` makes it. It holds no state. */
export interface GameRoom<P extends GameParts = GameParts, S = unknown, A = unknown> {
  readonly game: Game<P>
  /** The definition as given. */
  readonly definition: RoomDefinition<P, S, A>
}

/** The rooms of any game, for code that does not depend on which. */
// biome-ignore lint/suspicious/noExplicitAny: a room's functions take their own types, which this type erases
export type AnyRoom = GameRoom<any, any, any>

/** The game of a room. */
export type GameOf<R> = R extends GameRoom<infer P, infer _S, infer _A> ? Game<P> : never

/** The `World` of a room, or of a game whose rooms have a `State` and whose players have an `Account`. */
export type WorldOf<R, State = unknown, Account = unknown> =
  R extends GameRoom<infer P, infer S, infer A>
    ? World<P, S, A>
    : R extends Game<infer P>
      ? World<P, State, Account>
      : never

/** What a room's game, or a game, is made of. */
type PartsOf<R> =
  R extends GameRoom<infer P, infer _S, infer _A> ? P : R extends Game<infer P> ? P : never

/** An entity of a room, or of a game, as the server's functions see it. */
export type EntityOf<R, K extends string> = ServerEntity<
  PartsOf<R>['entities'],
  K & keyof PartsOf<R>['entities'] & string
>

/** A player of a room, or of a game whose players have an `Account`. */
export type PlayerOf<R, Account = unknown> = Player<PartsOf<R>['profile'], AccountOf<R, Account>>

/** The account of a player of a room: what its `account` makes. For a game, `Account`. */
export type AccountOf<R, Account = unknown> =
  R extends GameRoom<infer _P, infer _S, infer A> ? A : Account

/** The state of a room that defines none. */
export type NoState = Record<never, never>

/**
 * Defines the part of a game that only the server has: who owns what, what happens in a step, who sees what. Throws
 * `schema-definition` for an invalid game or room: a rate out of range, a reserved field name, a range without numbers, a
 * `move` or an `on` for something that does not exist. For set-up only.
 */
export function defineRoom<P extends GameParts, S extends NoPromise = NoState, A = unknown>(
  game: Game<P>,
  definition: RoomDefinition<NoInfer<P>, S, A> = {},
): GameRoom<P, S, A> {
  if (!game?.kinds) fail('defineRoom: the first argument must be a game: defineGame({ ... })')
  checkGame(game as AnyGame)
  const { on = {}, interest, budget, missingInput, state } = definition
  for (const event of Object.keys(on as object))
    if (!game.events.some((kind) => kind.name === event))
      fail(
        `defineRoom: on.${event}: ${noSuch(
          'event',
          event,
          game.events.map(({ name }) => name),
        )}`,
      )
  if (missingInput !== undefined && !['repeat', 'idle', 'skip'].includes(missingInput))
    fail(`defineRoom: missingInput is '${missingInput}', but must be one of repeat, idle, skip`)
  if (missingInput !== undefined && game.authority !== 'tick')
    fail('defineRoom: missingInput needs a game with authority: sharedTick()')
  if (state !== undefined && typeof state !== 'function')
    fail(`defineRoom: state is ${state}, but must be a function that returns the state of a room`)
  const { account } = definition
  if (account !== undefined && typeof account !== 'function')
    fail('defineRoom: account must be a function that returns the account of a player')
  if ((definition.save === undefined) !== (definition.restore === undefined))
    fail('defineRoom: save and restore go together')
  if (definition.onMessage && !game.definition.messages)
    fail(
      'defineRoom: onMessage needs a game with messages: gameMessages({ ... }) or jsonMessages()',
    )
  checkHandlers(game.definition.messages?.kinds ?? null, definition.onMessage)
  checkHooks(definition)
  const { limits = {} } = definition
  maxPlayersOf(limits)
  resumeMsOf(limits)
  quietTicksOf(limits, game.sendHz)
  failedUpdatesOf(limits)
  const kinds = Object.keys(game.definition.entities)
  checkInterest(interest as Interest | undefined, budget as Budget | undefined, kinds, game.sendHz)
  return { game, definition }
}

function checkHandlers(kinds: MessageKinds | null, handlers: unknown): void {
  if (handlers === undefined) return
  if ((typeof handlers === 'function') !== (kinds === null))
    fail(
      'defineRoom: onMessage must be an object of functions with gameMessages, and a function with jsonMessages',
    )
  for (const name of kinds ? Object.keys(handlers as object) : [])
    if (!(name in kinds!))
      fail(`defineRoom: onMessage.${name}: ${noSuch('message', name, Object.keys(kinds!))}`)
}

const FOR_PLAYER = 'load what a player brings in authenticate of serve, which may be async'
const FOR_ROOM = 'load what the room needs in open, which may be async'
const LATER =
  'load data in authenticate, or in open; start other work without waiting for it, and catch its errors'

/** Throws for a function that would return a promise, because nothing waits for it. */
function checkHooks(definition: AnyRoom['definition']): void {
  const { state, account, save, restore, join, leave, close, update, on, onMessage } = definition
  const { at, from, sees } = definition.interest ?? {}
  const { priority } = definition.budget ?? {}
  checkSynchronous('defineRoom: ', { join, account }, FOR_PLAYER)
  checkSynchronous('defineRoom: ', { state, restore, update }, FOR_ROOM)
  checkSynchronous('defineRoom: ', { save, leave, close, onMessage }, LATER)
  checkSynchronous('defineRoom: on.', on, LATER)
  if (typeof onMessage === 'object') checkSynchronous('defineRoom: onMessage.', onMessage, LATER)
  checkSynchronous('defineRoom: interest.', { from, sees }, FOR_PLAYER)
  checkSynchronous('defineRoom: interest.at.', at, FOR_ROOM)
  checkSynchronous('defineRoom: budget.', { priority }, FOR_PLAYER)
}

/** Returns the limits of a room: those given, and those of its definition where none are given. */
export function limitsOf({ limits = {} }: AnyRoom['definition'], given: RoomLimits): RoomLimits {
  return {
    maxPlayers: given.maxPlayers ?? limits.maxPlayers,
    resumeMs: given.resumeMs ?? limits.resumeMs,
    quietHz: given.quietHz ?? limits.quietHz,
    failedUpdates: given.failedUpdates ?? limits.failedUpdates,
  }
}

/** Returns `room`. Throws `misuse` if it is no room, but for example a game. `where`: the caller, for the error's text. */
export function aRoom<R extends AnyRoom>(room: R, where: string): R {
  if (room?.game?.definition && room.definition) return room
  throw new GlissadeError(
    'misuse',
    `${where} needs a room: defineRoom(game, { join, update, ... })`,
  )
}

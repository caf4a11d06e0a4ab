import { GlissadeError } from '../../base/error.ts'
import { TokenBucket } from '../../base/token-bucket.ts'
import type { Ms, Tick } from '../../base/units.ts'
import { type Misfit, misfitError, misfitField } from '../../game/misfits.ts'
import type { Player } from './world.ts'

/** Least time between two reports of an error that a game makes again in every step, or for every entity. */
const REPORT_EVERY_MS: Ms = 1000

/** Where an error of a game's own function came from. What does not apply is undefined. */
export interface ErrorPlace {
  /** The room's id. */
  readonly room: string | undefined
  /** The name of the game. */
  readonly game: string | undefined
  /** The id of the player for whom the function was called. */
  readonly player: number | undefined
  /** The function's name, such as `join`, `on` or `authenticate`. The functions of `interest` count as one. */
  readonly hook: string | undefined
  /** The step of the room. */
  readonly tick: Tick | undefined
}

/** Called with what a game's function threw, and where. */
export type OnError = (error: unknown, where: ErrorPlace) => void

/** Returns a place with what is known of it. */
export function errorPlace({
  room,
  game,
  player,
  hook,
  tick,
}: Partial<ErrorPlace> = {}): ErrorPlace {
  return { room, game, player, hook, tick }
}

/** What `Hooks.call` and `ask` return when the function has failed. */
export const FAILED: unique symbol = Symbol('failed')

/**
 * Calls a function that a program passed to its server. An error, also of a promise that it returns, goes to `onError`; then
 * the result is `FAILED`, or the promise. Without `onError`, an error is thrown on.
 */
export function ask<T>(
  onError: OnError | undefined,
  where: ErrorPlace,
  call: () => T,
): T | typeof FAILED {
  try {
    const result = call()
    if (isThenable(result))
      Promise.resolve(result)
        .catch((error) => onError?.(error, where))
        .catch(nothing)
    return result
  } catch (error) {
    if (!onError) throw error
    onError(error, where)
    return FAILED
  }
}

/** What `Hooks` need of their room. */
export interface HooksRoom {
  readonly id: string
  readonly game: { readonly name: string }
  readonly tick: Tick
  readonly nowMs: Ms
  readonly stats: { staleReferences: number; failedUpdates: number }
  /** Closes the room, because the game has failed. */
  closeFailed(): void
  /** Ends a player's connection, or gives up the place of an away player. */
  kick(player: Player, detail: string): void
}

/** Options of a room's hooks. */
export interface HooksOptions {
  readonly onError: OnError | undefined
  /** How many errors of `update` the room bears in a minute. */
  readonly failedUpdates: number
  /** The present. */
  readonly nowMs: Ms
}

/**
 * The one place that handles what a room's game throws. It decides what an error costs: that call, the player or the room.
 * While the room closes, errors wait, so that `onError` hears of them once everybody has left. Without `onError`, every error
 * is thrown on. Creates nothing unless something fails.
 */
export class Hooks {
  readonly #room: HooksRoom
  readonly #onError: OnError | undefined
  /** How many errors of `update` the room bears at present. */
  readonly #failedUpdates: TokenBucket
  /** Errors that wait until the room has closed. */
  readonly #waiting: { readonly error: unknown; readonly where: ErrorPlace }[] = []
  /** When each kind of repeated error was last reported. */
  readonly #reportedAtMs = new Map<string, Ms>()
  #isClosing = false

  constructor(room: HooksRoom, { onError, failedUpdates, nowMs }: HooksOptions) {
    this.#room = room
    this.#onError = onError
    const rate = { perSecond: failedUpdates / 60, most: failedUpdates, start: failedUpdates }
    this.#failedUpdates = new TokenBucket(rate, nowMs)
  }

  /** Calls a function of the game. An error costs that call alone, and `FAILED` is returned. */
  call<A extends unknown[]>(
    hook: string,
    player: Player | null,
    fn: ((...args: A) => unknown) | undefined,
    ...args: A
  ): unknown {
    try {
      const result = fn?.(...args)
      this.settle(hook, player, result)
      return result
    } catch (error) {
      this.inCall(hook, player, error)
      return FAILED
    }
  }

  /** Calls a function whose answer the room needs at once. See `ask`. */
  ask<T>(hook: string, player: Player | null, call: () => T): T | typeof FAILED {
    return ask(this.#onError, this.place(hook, player), call)
  }

  /**
   * Looks at what a function returned, because nothing waits for a promise. Its rejection goes to `onError`, and that it came
   * at all is reported once. Without `onError`, throws `misuse` for a promise.
   */
  settle(hook: string, player: Player | null, result: unknown): void {
    if (typeof result === 'object' && result !== null && isThenable(result))
      this.#settle(hook, player, result, false)
  }

  /** As `settle`, for functions that are called for many entities. At most one report a second for each hook. */
  settleInLoop(hook: string, player: Player | null, result: unknown): void {
    if (typeof result === 'object' && result !== null && isThenable(result))
      this.#settle(hook, player, result, true)
  }

  /** Handles an error that costs no more than the call. */
  inCall(hook: string, player: Player | null, error: unknown): void {
    if (this.isStale(error)) this.#reportStale(hook, player, error)
    else this.#report(error, this.place(hook, player))
  }

  /** As `inCall`, for functions that are called for many entities. At most one report a second for each hook. */
  inLoop(hook: string, player: Player | null, error: unknown): void {
    if (this.isStale(error)) this.#reportStale(hook, player, error)
    else if (!this.#onError || this.#isReportDue(hook))
      this.#report(error, this.place(hook, player))
  }

  /** Handles a value that a field cannot hold. The field keeps its last one. At most one report a second for each field. */
  ofValue(misfit: Misfit): void {
    if (!this.#onError || this.#isReportDue(misfitField(misfit)))
      this.#report(misfitError(misfit), this.place(undefined, null))
  }

  /** Handles an error of what a player did. It costs that player, unless it is `stale`. */
  ofPlayer(hook: string | undefined, player: Player, error: unknown): void {
    if (this.isStale(error)) return this.#reportStale(hook, player, error)
    const where = this.place(hook, player)
    if (this.#onError) this.#room.kick(player, 'the game has failed')
    this.#report(error, where)
  }

  /** Handles an error of `update`. It closes the room, unless it is `stale`, or one of those that the room bears. */
  ofUpdate(error: unknown): void {
    const { stats, nowMs } = this.#room
    if (this.isStale(error)) return this.#reportStale('update', null, error)
    if (!this.#onError || !this.#failedUpdates.take(1, nowMs))
      return this.breakDown('update', error)
    stats.failedUpdates++
    this.#report(error, this.place('update', null))
  }

  /** Closes the room, and then reports the error. Without `onError`, throws it on instead. */
  breakDown(hook: string | undefined, error: unknown): void {
    const where = this.place(hook, null)
    if (this.#isClosing || !this.#onError) return this.#report(error, where)
    this.#waiting.push({ error, where })
    this.whileClosing(() => this.#room.closeFailed())
  }

  /** Reports an error that keeps a room from opening. The caller throws it on. */
  beforeOpening(hook: string, error: unknown): void {
    if (this.#onError) this.#report(error, this.place(hook, null))
  }

  /** Runs `close`, and then reports the errors that it brought, in their order. */
  whileClosing(close: () => void): void {
    if (this.#isClosing) return close()
    this.#isClosing = true
    try {
      close()
    } finally {
      this.#isClosing = false
      this.#reportWaiting()
    }
  }

  /** Whether an error comes from a call that named something that is gone. Without `onError`, no error is special. */
  isStale(error: unknown): boolean {
    return !!this.#onError && error instanceof GlissadeError && error.code === 'stale'
  }

  place(hook: string | undefined, player: Player | null): ErrorPlace {
    const { id, game, tick } = this.#room
    return errorPlace({ room: id, game: game.name, player: player?.id, hook, tick })
  }

  #settle(hook: string, player: Player | null, result: object, isLoop: boolean): void {
    const where = this.place(hook, player)
    const kept = Promise.resolve(result)
    const onError = this.#onError
    if (!onError) {
      kept.catch(nothing)
      throw nobodyWaits(hook)
    }
    kept
      .then(
        () => this.#isFirst(`${hook} promise`) && onError(nobodyWaits(hook), where),
        (error) => (!isLoop || this.#isReportDue(hook)) && onError(error, where),
      )
      // An error of `onError` itself has nowhere to go from here.
      .catch(nothing)
  }

  #reportStale(hook: string | undefined, player: Player | null, error: unknown): void {
    this.#room.stats.staleReferences++
    if (this.#isReportDue('stale')) this.#report(error, this.place(hook, player))
  }

  #isFirst(kind: string): boolean {
    const isFirst = !this.#reportedAtMs.has(kind)
    this.#reportedAtMs.set(kind, this.#room.nowMs)
    return isFirst
  }

  #isReportDue(kind: string): boolean {
    const { nowMs } = this.#room
    const lastMs = this.#reportedAtMs.get(kind) ?? Number.NEGATIVE_INFINITY
    if (nowMs - lastMs < REPORT_EVERY_MS) return false
    this.#reportedAtMs.set(kind, nowMs)
    return true
  }

  #report(error: unknown, where: ErrorPlace): void {
    if (this.#isClosing) this.#waiting.push({ error, where })
    else if (this.#onError) this.#onError(error, where)
    else throw error
  }

  /** Reports each error that waits, even if `onError` throws. Without `onError`, throws them, as one if there are several. */
  #reportWaiting(): void {
    if (this.#waiting.length === 0) return
    if (!this.#onError && this.#waiting.length > 1)
      throw new AggregateError(
        this.#waiting.splice(0).map(({ error }) => error),
        'several functions failed while a room closed',
      )
    const { error, where } = this.#waiting.shift()!
    try {
      this.#report(error, where)
    } finally {
      this.#reportWaiting()
    }
  }
}

/** The hooks of entities without a room. */
export const THROWS_ON: Hooks = /* @__PURE__ */ new Hooks(
  {
    id: '',
    game: { name: '' },
    tick: 0,
    nowMs: 0,
    stats: { staleReferences: 0, failedUpdates: 0 },
    closeFailed: nothing,
    kick: nothing,
  },
  { onError: undefined, failedUpdates: 0, nowMs: 0 },
)

/** Returns what a function of the game returned. Throws `misuse` for a promise, where a value is needed at once. */
export function noPromise<T>(hook: string, result: T): T {
  if (!isThenable(result)) return result
  Promise.resolve(result).catch(nothing)
  throw nobodyWaits(hook)
}

/** Whether `await` would wait for a value. One whose `then` cannot be read is none. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  try {
    return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
  } catch {
    return false
  }
}

function nobodyWaits(hook: string): GlissadeError {
  const why = `${hook} returned a promise, and nothing waits for it`
  return new GlissadeError('misuse', `${why}: load data in authenticate, or in open`)
}

function nothing(): void {}

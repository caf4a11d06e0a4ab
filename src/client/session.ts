import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import type { Ms, Seconds } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type {
  EventData,
  EventOf,
  InputOf,
  JsonOf,
  KindOf,
  MessageData,
  MessageOf,
  PlayerView,
  RoomOf,
  View,
} from '../game/parts.ts'
import type { Roster } from '../game/roster.ts'
import type { Link } from '../link/link.ts'
import { Pace } from '../time/loop/pace.ts'
import { LeastCostDelay } from '../time/playout/least-cost-delay.ts'
import type { Playout } from '../time/playout/playout.ts'
import { keyToText, NOTHING_HELD, type Welcome } from '../wire/packets/handshake.ts'
import { Connection, type ConnectionListener } from './connection.ts'
import { Delivery } from './delivery.ts'
import { insides } from './inside.ts'
import { Emitter, type Listener } from './page/emitter.ts'
import { InputSampler } from './page/input.ts'
import { emptySessionStats, type SessionStats } from './page/stats.ts'
import { Views } from './page/view.ts'
import { Play } from './play.ts'
import { OwnSteps } from './prediction/own-steps.ts'
import { allTechniques, type Techniques } from './prediction/predict.ts'
import { sharedTickOf } from './prediction/shared-tick-of.ts'
import { refusalOf } from './refusal.ts'
import { BACK_MS, Reopening, withToken } from './reopening.ts'
import type { ListenOptions, SessionOptions, SessionState } from './session-options.ts'

/** After a connection that was broken for longer, taps made before are forgotten. */
const FORGOTTEN_MS: Ms = 1000
/** Reasons after which a session tries to come back. */
const BREAKS: readonly DisconnectReason[] = ['lost', 'timeout', 'restarting']
/** A frame that comes more than this after the previous one is a gap. Own steps catch up on as much, and no more. */
const GAP_MS: Ms = 1000
/** The most time that a frame reports to the page, and for how long frames go on without a connection. */
const PICTURE_MS: Ms = 250
const NOBODY: readonly object[] = []

/**
 * A client's session in a room. It sends inputs, predicts the local player, and shows everybody else. Call `frame` once per
 * display frame and draw what `entities` returns. `connect` makes a session and waits until it has joined. Use the class
 * itself for a clock of your own.
 */
export class Session<G extends AnyGame> {
  /**
   * The player's input: one object for the whole session. Write to it in place whenever keys move. A flag or press counts from
   * that step of the next frame in whose time you wrote it. In the listener of a key's event, its `timeStamp` is that time. What
   * you write in the frame itself, just before `frame`, counts from its first step on, or in its last one if older changes wait.
   * All other fields count in all steps of the frame.
   */
  declare readonly input: InputOf<G>
  /** The newest fields of the room, in one object for the whole session. */
  declare readonly room: RoomOf<G>
  /** Resolves when the server lets the client in. Rejects with a `GlissadeError` if the session ends before that. */
  declare readonly joined: Promise<Session<G>>
  readonly stats: SessionStats = emptySessionStats()
  /** Each technique can be switched off while running, to see its effect. Default: all on. */
  readonly techniques: Techniques = allTechniques()
  // For the whole session.
  readonly #game: G
  readonly #clock: Clock
  readonly #options: SessionOptions<G>
  readonly #listeners: Emitter
  readonly #delivery: Delivery
  readonly #sampler: InputSampler<G>
  readonly #ownSteps: OwnSteps
  readonly #views: Views
  readonly #roster: Roster | undefined
  readonly #reopening: Reopening | undefined
  #playout: Playout
  #state: SessionState = 'joining'
  #settle!: { resolve: (session: Session<G>) => void; reject: (error: unknown) => void }
  // For one connection.
  /** Set as soon as the link and the token are there. */
  #connection!: Connection
  #play: Play | null = null
  #resumeKey: string
  #lastFrameMs: Ms = Number.NaN
  #brokenAtMs: Ms = Number.NaN

  /** `link`: an open link, or what opens one once the token is there. A server waits only 5 s for the first packet of a link. */
  constructor(
    game: G,
    link: Link | (() => PromiseLike<Link>),
    clock: Clock,
    options: SessionOptions<G> = {},
  ) {
    this.#game = game
    this.#clock = clock
    this.#options = options
    this.#resumeKey = options.resume ?? ''
    this.#listeners = new Emitter(options.onError)
    this.#delivery = new Delivery(game, {
      clock,
      emitter: this.#listeners,
      stats: this.stats,
      isResumed: this.#resumeKey !== '',
    })
    this.#sampler = new InputSampler(game, () => clock.nowMs(), this.stats)
    this.input = this.#sampler.face
    this.room = (game.roomKind?.schema.create() ?? {}) as RoomOf<G>
    this.#ownSteps = new OwnSteps(game, {
      driver: options.driver ?? sharedTickOf(game)?.driver() ?? new Pace(),
      sampler: this.#sampler,
      events: this.#delivery.events,
      stats: this.stats,
    })
    this.#views = new Views(game)
    this.#roster = game.roster && new game.roster.Roster(game.playersKind!)
    this.#playout = options.playout ?? new LeastCostDelay()
    insides.set(this, () => this.#play)
    this.joined = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.joined.catch(() => {})
    const { reopen, token } = options
    const found = (another: Link, text: string) => this.#connect(another, text)
    if (reopen) this.#reopening = new Reopening(clock, { open: reopen, token, found })
    let first = link as Link
    withToken(
      token,
      (text) =>
        typeof link === 'function'
          ? link().then((one) => found((first = one), text))
          : found(link, text),
      (error) => {
        this.#settle.reject(error)
        first.close?.('left')
        this.close()
      },
    )
  }

  /**
   * Runs one display frame: runs the steps that are due, sends their inputs, and brings all views to the moment on display.
   * `nowMs` is on the clock that stamps arrivals: `performance.now()`, the time that `requestAnimationFrame` passes, or Pixi's
   * `ticker.lastTime`.
   */
  frame(nowMs: Ms): void {
    const play = this.#play
    if (!play || !this.#isShowing(nowMs)) return
    const sinceMs = Math.max(nowMs - this.#lastFrameMs, 0) || 0
    this.#lastFrameMs = nowMs
    const isGap = sinceMs > GAP_MS
    const frameMs = Math.min(sinceMs, GAP_MS)
    const dtSeconds = Math.min(sinceMs, PICTURE_MS) / 1000

    this.#ownSteps.run(play.prediction, nowMs, frameMs)
    if (this.#state === 'open') this.#connection.sendInputs(play, nowMs)
    play.advanceClocks(this.#playout, nowMs, isGap)
    play.show(this.#playout, frameMs, this.#ownSteps.alpha, dtSeconds)
    this.#views.tell(this.#listeners, dtSeconds)
    this.#delivery.release(play.timeline, sinceMs)
    this.#listeners.call('frame', dtSeconds)
  }

  /** Whether frames go on. For a moment they do without a connection, so that nothing is seen of a room that moves. */
  #isShowing(nowMs: Ms): boolean {
    if (this.#state === 'reconnecting') return nowMs - this.#brokenAtMs < PICTURE_MS
    return this.#state === 'open'
  }

  /** Reads a SNAPSHOT. Returns false if the connection must end. */
  #snapshotCame(arrivedAtMs: Ms): boolean {
    const play = this.#play
    if (!play) return false
    const outcome = play.receiver.take(this.#connection.reader, this.#ownSteps.alpha)
    if (outcome === 'unread') this.#connection.requestResync(arrivedAtMs)
    // A late snapshot is not acknowledged: the server must not code anything against a snapshot that was not read.
    if (outcome === 'taken') this.#snapshotTaken(play, arrivedAtMs)
    return outcome !== 'broken'
  }

  #snapshotTaken(play: Play, arrivedAtMs: Ms): void {
    this.#connection.noteSnapshot(play.receiver.head)
    this.#delivery.settle(play, arrivedAtMs - this.#lastFrameMs)
    play.tellClocks(this.#playout, arrivedAtMs)
    play.receiver.tellDriver(this.#ownSteps.driver, arrivedAtMs)
    this.#connection.answer(play, arrivedAtMs)
  }

  /** The state of the session. */
  get state(): SessionState {
    return this.#state
  }

  /** The number of the local player; 0 before it has joined. */
  get playerId(): number {
    return this.#play?.player ?? 0
  }

  /**
   * The key that makes a later session the same player, as its `resume` option; '' before this session has joined. Another key
   * after a reconnect means that the session is a new player. Keep it secret, in `sessionStorage`. Anybody who knows it can take
   * the player over, unless the server's `authenticate` tells them apart.
   */
  get resumeKey(): string {
    return this.#play ? this.#resumeKey : ''
  }

  /** The moment of the own player on display, in its own time; NaN before it has joined. */
  get ownTimeMs(): Ms {
    return this.#play?.prediction.ownTimeMs(this.#ownSteps.alpha) ?? Number.NaN
  }

  /** The moment of the server's time at which remote entities are shown; NaN before the first snapshot. */
  get renderTimeMs(): Ms {
    return this.#playout.renderTimeMs
  }

  /**
   * The step of the server that is on display, such as 1201.5; NaN before the first snapshot. It is `world.tick` there, and what
   * the local player owns is ahead of it.
   */
  get displayTick(): number {
    return this.renderTimeMs / this.#game.stepMs
  }

  /**
   * The seconds until the server's step `tick` is on display, below 0 once it was. Write the end of a round as a tick to a field
   * of the room, and count down to it with this. NaN before the first snapshot.
   */
  secondsUntil(tick: number): Seconds {
    return (tick - this.displayTick) / this.#game.stepHz
  }

  /**
   * The players in the room, spectators included, as the newest snapshot tells, also without a `frame`: one array for the whole
   * session, with one object for each player, changed in place. Empty unless a field of the game's `profile` is `visible(...)`.
   */
  get players(): readonly PlayerView<G>[] {
    return (this.#roster?.list ?? NOBODY) as unknown as readonly PlayerView<G>[]
  }

  /** The render clock. It may be replaced while running. */
  get playout(): Playout {
    return this.#playout
  }

  set playout(playout: Playout) {
    playout.begin(this.#game.sendMs)
    this.#playout = playout
    if (this.#play) this.#play.timeline.playout = playout
  }

  /**
   * Returns a kind's views: one array, one object per entity, both updated by `frame`. A view has its values from the moment it
   * is there. Throws `misuse` for an unknown kind.
   */
  entities<K extends KindOf<G>>(kind: K): readonly View<G, K>[] {
    return this.#views.of(kind) as unknown as readonly View<G, K>[]
  }

  /**
   * Calls `listener` for each event, inside `frame`: for an own event when it is predicted, or else when it comes, and for any
   * other event when it is on display. Events over 250 ms old, after the page stood still, are counted in `stats.eventsDropped`
   * instead. `undone` takes back a wrongly predicted event. Returns a function that removes both.
   */
  on<K extends EventOf<G>>(
    event: K,
    listener: (data: EventData<G, K>, by: number | null) => void,
    { undone }: ListenOptions<EventData<G, K>> = {},
  ): () => void {
    return this.#delivery.on(event, listener as Listener, undone as Listener | undefined)
  }

  /**
   * Calls `listener` with the view of each entity of a kind that appears, inside `frame`, and at once with those that are
   * already there. The view is one object for as long as the entity is shown. If a reconnect could not go on where the last
   * connection broke, all views are new objects: the old ones leave, and the new ones enter. Returns a function that removes the
   * listener.
   */
  onEnter<K extends KindOf<G>>(kind: K, listener: (view: View<G, K>) => void): () => void {
    for (const view of this.entities(kind))
      if (!this.#views.isNews(view)) this.#listeners.tell(listener as Listener, view)
    return this.#listeners.on(`enter ${kind}`, listener as Listener)
  }

  /** Calls `listener` with the view of each entity of a kind that leaves, inside `frame`. Returns a function to remove it. */
  onLeave<K extends KindOf<G>>(kind: K, listener: (view: View<G, K>) => void): () => void {
    this.#views.of(kind)
    return this.#listeners.on(`leave ${kind}`, listener as Listener)
  }

  /** Calls `listener` at the end of each `frame` with the seconds passed, at most 0.25. Returns a function that removes it. */
  onFrame(listener: (dtSeconds: Seconds) => void): () => void {
    return this.#listeners.on('frame', listener as (a: unknown) => void)
  }

  /**
   * Calls `listener` for each message of the server, in order, as it arrives. Messages of a name that the page has never
   * listened to wait, up to 256 messages and 262,144 characters of all names. They come in a task of their own after this call.
   * When more wait, the oldest is dropped and counted in `stats.messagesUnheard`. A message sent with `{ at: 'display' }` waits
   * until the moment at which it was sent is on display. It then comes inside `frame`, after the events of that moment, in
   * order with other such messages. It comes early if no frame came for a second (a hidden tab), if the connection breaks or
   * ends, and while more than 256 wait.
   */
  onMessage<K extends MessageOf<G>>(
    name: K,
    listener: (data: MessageData<G, K>) => void,
  ): () => void
  onMessage(listener: (message: JsonOf<G>) => void): () => void
  onMessage(a: unknown, b?: unknown): () => void {
    return this.#delivery.messagesFor('onMessage').on(a, b)
  }

  /** Calls `listener` with the state when it has changed. Returns a function that removes it. */
  onState(listener: (state: SessionState) => void): () => void {
    return this.#listeners.on('state', listener as (a: unknown) => void)
  }

  /** Calls `listener` when the session has ended, or at once if it already has. Returns a function that removes it. */
  onClose(listener: (reason: DisconnectReason, detail: string) => void): () => void {
    return this.#listeners.on('close', listener as (a: unknown, b: unknown) => void)
  }

  /**
   * Sends a message. Messages arrive once and in order, also if the connection breaks and the player comes back. If the server
   * makes it a new player instead, messages that were not acknowledged may be lost. Messages beyond 60 and 65,536 characters at
   * once, and 20 and 16,384 characters a second, wait here; `stats.messagesWaiting` counts them. A closed session drops them.
   * Throws `misuse`, with the path, if a message holds what JSON would change (NaN, a `Map`, a `Uint8Array`, a `Date`), is longer
   * than 16,383 characters or is nested more than 64 deep, and if 1024 messages, or 1,048,576 characters, already wait.
   */
  send<K extends MessageOf<G>>(name: K, data: MessageData<G, K>): void
  send(message: JsonOf<G>): void
  send(a: unknown, b?: unknown): void {
    const message = this.#delivery.messagesFor('send').pack(a, b)
    this.#delivery.link!.queue(message, this.#state === 'closed')
    this.#connection?.flush()
  }

  /** Releases everything held, and forgets taps since the last step. Call it on blur, and when the tab is hidden. */
  releaseInput(): void {
    this.#sampler.release()
  }

  /** Ends the session. The player leaves at once. */
  close(): void {
    this.#end('left', '')
  }

  #connect(link: Link, token: string): void {
    if (this.#state === 'closed') return link.close('left')
    const patienceMs = this.#play ? BACK_MS : undefined
    const held = {
      ...(this.#play?.held ?? NOTHING_HELD),
      messages: this.#delivery.link?.received ?? 0,
    }
    const wrapped = this.#options.network?.wrap(link, this.#clock) ?? link
    const listener: ConnectionListener = {
      welcome: (welcome, nowMs, isOrdered) => this.#open(welcome, nowMs, isOrdered),
      snapshot: (arrivedAtMs) => this.#snapshotCame(arrivedAtMs),
      tables: () => this.#play!.receiver.takeTables(this.#connection.reader),
      message: (message, step) => this.#delivery.messages!.take(message, step),
      sentHeldBack: (input, nowMs) => this.#ownSteps.driver.generated(input, nowMs),
      closed: (reason, detail) => this.#closed(reason, detail),
    }
    this.#connection = new Connection(this.#game, wrapped, this.#clock, {
      ...this.#options,
      token,
      resume: this.#resumeKey,
      held,
      patienceMs,
      messages: this.#delivery.link,
      stats: this.stats,
      listener,
    })
  }

  /** Begins to play: the server has let the client in, for the first time or on another link. */
  #open(welcome: Welcome, nowMs: Ms, isOrdered: boolean): void {
    const key = keyToText(welcome.resumeKey)
    const isSame = key === this.#resumeKey && welcome.player === this.playerId
    const kind = isOrdered ? 'ordered' : 'datagram'
    this.#reopening?.stop()
    if (this.#play) this.stats.reconnects++
    if (isSame || !this.#play) this.#delivery.link?.goOn(kind, welcome.messages)
    else this.#delivery.link?.restart(kind, nowMs)
    if (this.#play && isSame && welcome.received >= 0) {
      if (nowMs - this.#lastFrameMs > FORGOTTEN_MS) this.#sampler.forget()
      this.#play.goOn(isOrdered)
    } else this.#begin(welcome, nowMs, isOrdered, isSame)
    this.#resumeKey = key
    this.#setState('open')
  }

  /** Begins with input 1 and an empty picture. `isSame`: whether the player is that of the previous connection. */
  #begin(welcome: Welcome, nowMs: Ms, isOrdered: boolean, isSame: boolean): void {
    this.#roster?.clear()
    if (this.#play) {
      this.#views.hold(isSame)
      this.#sampler.forget()
      this.#delivery.events?.restart()
    }
    this.#play = new Play(this.#game, welcome, {
      views: this.#views,
      stats: this.stats,
      techniques: this.techniques,
      syncTest: this.#options.syncTest,
      room: this.room,
      events: this.#delivery.events,
      isOrdered,
      roster: this.#roster,
    })
    this.#playout.begin(this.#game.sendMs)
    this.#play.timeline.playout = this.#playout
    this.#ownSteps.driver.begin(this.#game.stepMs, this.#game.sendMs)
    this.#lastFrameMs = nowMs
    this.#settle.resolve(this)
  }

  #closed(reason: DisconnectReason, detail: string): void {
    const reopening = this.#reopening
    const movedTo = reason === 'moved' ? detail : undefined
    const isBroken = this.#play && BREAKS.includes(reason)
    if (!(isBroken || movedTo) || !reopening || this.#state === 'closed')
      return this.#end(reason, detail)
    if (reopening.isTrying) return reopening.tryAgain(movedTo)
    reopening.begin(() => this.#end(reason, detail), movedTo)
    if (this.#state !== 'open') return
    this.#brokenAtMs = this.#clock.nowMs()
    this.#setState('reconnecting')
  }

  #setState(state: SessionState): void {
    this.#state = state
    this.#delivery.state(state)
  }

  #end(reason: DisconnectReason, detail: string): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#reopening?.stop()
    this.#connection?.close('left', '')
    this.#settle.reject(refusalOf(reason, detail))
    this.#setState('closed')
    this.#listeners.close(reason, detail)
  }
}

import type { Clock } from '../base/clock.ts'
import type { DisconnectReason, GlissadeError } from '../base/error.ts'
import { type Ms, type Seconds, SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { EventData, EventOf, InputOf, KindOf, View } from '../game/parts.ts'
import type { Link } from '../link/link.ts'
import type { StepDriver } from '../time/loop/step-driver.ts'
import { WholeSteps } from '../time/loop/whole-steps.ts'
import { LeastCostDelay } from '../time/playout/least-cost-delay.ts'
import type { Playout } from '../time/playout/playout.ts'
import { keyToText, type Welcome } from '../wire/packets/handshake.ts'
import { Connection, type ConnectionListener } from './connection.ts'
import { Delivery } from './delivery.ts'
import { Emitter, type Listener } from './emitter.ts'
import { InputSampler } from './input.ts'
import { insides } from './inside.ts'
import { Play } from './play.ts'
import { defaultDriver } from './prediction/default-driver.ts'
import type { Prediction, Techniques } from './prediction/predict.ts'
import { refusalOf } from './refusal.ts'
import { Reopening } from './reopening.ts'
import type { ListenOptions, SessionOptions, SessionState } from './session-options.ts'
import { emptySessionStats, type SessionStats } from './stats.ts'
import { Views } from './view.ts'

/** A frame that comes later than this after the one before is a gap: nothing is fast-forwarded. */
const GAP_MS: Ms = 250
/** With a tick for each input, steps that were due meanwhile are run all the same: the server went without them. */
const MOST_DUE_MS: Ms = 1000
/** How long the server may take to answer who comes back, before another link is tried: `authenticate` may be slow. */
const BACK_MS: Ms = 8000

type Stage = (play: Play, nowMs: Ms) => void

/**
 * A client's part in a room: sends inputs, predicts the local player, shows everybody else. Call `frame` once per
 * display frame and draw what `entities` gives. `connect` makes one over a WebSocket; with a Link of your own use
 * the class itself.
 */
export class Session<G extends AnyGame> {
  /** One object for the whole session, written in place whenever keys move. */
  declare readonly input: InputOf<G>
  /** Resolves when the server has let the client in; rejects with a `GlissadeError` when it has not. */
  declare readonly joined: Promise<Session<G>>
  readonly stats: SessionStats = emptySessionStats()
  /** Each can be switched off while running, to see what it is for. All on by default. */
  readonly techniques: Techniques = {
    predict: true,
    reconcile: true,
    interpolate: true,
    foresee: true,
  }
  readonly #game: G
  readonly #sampler: InputSampler<G>
  readonly #steps: WholeSteps
  readonly #views: Views
  readonly #clock: Clock
  readonly #options: SessionOptions<G>
  readonly #listener: ConnectionListener
  readonly #reopening: Reopening | undefined
  /** Replaced when it broke and there is another link. */
  #connection!: Connection
  #resumeKey: string
  readonly #events = new Emitter()
  readonly #delivery: Delivery
  readonly #driver: StepDriver
  #playout: Playout
  #play: Play | null = null
  #state: SessionState = 'joining'
  /**
   * What a frame is made of, in order, and what follows a snapshot. Called through lists, V8 compiles each by
   * itself, with room to inline the small calls of clocks: what it does not inline gets its fractions boxed.
   */
  readonly #frameStages: readonly Stage[] = [
    (play, nowMs) => this.#setPace(play.prediction, nowMs),
    (play, nowMs) => this.#runSteps(play, nowMs),
    ({ prediction }, nowMs) => {
      this.#connection.nowMs = nowMs
      this.#connection.sendInputs(prediction)
    },
    (play, nowMs) => this.#advancePlayout(play, nowMs),
    (play) => this.#show(play),
    ({ timeline }) => this.#delivery.release(timeline, this.#isGap),
  ]
  readonly #snapshotStages: readonly Stage[] = [
    ({ timeline, receiver: { news, head } }, atMs) =>
      this.#playout.arrived(timeline.newestMs, atMs, news.leftOut, head.isQuiet),
    ({ timeline, receiver: { news, head } }, atMs) =>
      timeline.times.arrived(atMs, news.leftOut, head.isQuiet),
    ({ receiver }, arrivedAtMs) => receiver.tell(this.#driver, arrivedAtMs),
    (play, arrivedAtMs) => this.#answer(play, arrivedAtMs),
  ]
  /** The frame being worked on. */
  #frameMs: Ms = Number.NaN
  #dtSeconds: Seconds = 0
  #dueMs: Ms = Number.NaN
  #isGap = false
  #settle!: { resolve: (session: Session<G>) => void; reject: (error: GlissadeError) => void }

  constructor(game: G, link: Link, clock: Clock, options: SessionOptions<G> = {}) {
    this.#game = game
    this.#clock = clock
    this.#options = options
    this.#resumeKey = options.resume ?? ''
    this.#delivery = new Delivery(game, this.#events)
    this.#sampler = new InputSampler(game)
    this.input = this.#sampler.face
    insides.set(this, () => this.#play)
    this.#steps = new WholeSteps(game.stepMs)
    this.#views = new Views(game)
    this.#driver = options.driver ?? defaultDriver(game)
    this.#playout = options.playout ?? new LeastCostDelay()
    this.joined = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.joined.catch(() => {})
    this.#listener = {
      welcome: (welcome, nowMs, isOrdered) => this.#open(welcome, nowMs, isOrdered),
      snapshot: (arrivedAtMs) => this.#snapshot(arrivedAtMs),
      tables: () => this.#play!.receiver.takeTables(this.#connection.reader),
      message: (message, step) => this.#delivery.message(message, step),
      sentHeldBack: (input, nowMs) => this.#driver.generated(input, nowMs),
      closed: (reason, detail) => this.#closed(reason, detail),
    }
    if (options.reopen)
      this.#reopening = new Reopening(clock, options.reopen, (another) => this.#connect(another))
    this.#connect(link)
  }

  /** What the session is doing. */
  get state(): SessionState {
    return this.#state
  }

  /** The number of the local player; 0 before it has joined. */
  get playerId(): number {
    return this.#play?.player ?? 0
  }

  /**
   * What makes a later session the same player, as its `resume`; '' before it has joined. For the page alone: keep it
   * in `sessionStorage`, for whoever knows it can take the player over, unless the server's `authenticate` tells them apart.
   */
  get resumeKey(): string {
    return this.#play ? this.#resumeKey : ''
  }

  /** The moment of the own player on display, in its own time; NaN before it has joined. */
  get ownTimeMs(): Ms {
    return this.#play?.prediction.ownTimeMs(this.#steps.alpha) ?? Number.NaN
  }

  /** The moment of the server's time that remote entities are shown at; NaN before the first snapshot. */
  get renderTimeMs(): Ms {
    return this.#playout.renderTimeMs
  }

  /** The render clock; may be replaced while running. */
  get playout(): Playout {
    return this.#playout
  }

  set playout(playout: Playout) {
    playout.begin(this.#game.sendMs)
    this.#playout = playout
    if (this.#play) this.#play.timeline.playout = playout
  }

  /** The views of a kind: one array and one object for each entity, both kept up to date by `frame`. */
  entities<K extends KindOf<G>>(kind: K): readonly View<G, K>[] {
    return this.#views.of(kind) as unknown as readonly View<G, K>[]
  }

  /**
   * Calls `listener` for each event, inside `frame`: for the player's own when they are predicted, or else when they come;
   * for all others when they are on display. `undone` takes back what was predicted wrongly. Returns a function that
   * removes both.
   */
  on<K extends EventOf<G>>(
    event: K,
    listener: (data: EventData<G, K>, by: number | null) => void,
    { undone }: ListenOptions<EventData<G, K>> = {},
  ): () => void {
    return this.#delivery.on(event, listener as Listener, undone as Listener | undefined)
  }

  /** Calls `listener` at the end of each `frame` with the seconds since the last. Returns its undo. */
  onFrame(listener: (dtSeconds: Seconds) => void): () => void {
    return this.#events.on('frame', listener as (a: unknown) => void)
  }

  /**
   * Calls `listener` for each message of the server, in order, as it arrives. One that was sent with `{ at: 'display' }`
   * waits until the moment at which it was sent is on display. It comes inside `frame`, after the events of that moment, in
   * order among its like. It comes early without frames for a second (a hidden tab), when the connection breaks or ends,
   * and while over 256 wait.
   */
  onMessage(listener: (message: unknown) => void): () => void {
    return this.#events.on('message', listener)
  }

  /** Calls `listener` with the state when it has changed. Returns its undo. */
  onState(listener: (state: SessionState) => void): () => void {
    return this.#events.on('state', listener as (a: unknown) => void)
  }

  /** Calls `listener` when the session has ended; at once if it has already. Returns its undo. */
  onClose(listener: (reason: DisconnectReason, detail: string) => void): () => void {
    return this.#events.on('close', listener as (a: unknown, b: unknown) => void)
  }

  /**
   * Sends a message; in order, and reliable as long as the connection lasts: what was not acknowledged when it broke may have
   * come or not. While `reconnecting`, or closed, it is dropped unseen. Beyond 60 messages and 65,536 characters at once, 20 and
   * 16,384 a second, messages wait here. Throws `misuse` for what is no JSON value, is longer than 16,383 characters or nested
   * more than 64 deep, and when 1024 messages, or 1,048,576 characters, wait already.
   */
  send(message: unknown): void {
    if (this.#state !== 'reconnecting') this.#connection.sendMessage(message)
  }

  /** Lets go of everything held, and forgets what was tapped since the last step: on blur, and when the tab is hidden. */
  releaseInput(): void {
    this.#sampler.release()
  }

  /** Ends the session: the player leaves at once. */
  close(): void {
    this.#end('left', '')
  }

  /**
   * One display frame: runs the steps that are due, sends their inputs, and brings all views to the moment on
   * display. `nowMs` is on the clock that stamps arrivals: `performance.now()`, or what `requestAnimationFrame`
   * and Pixi's `ticker.lastTime` give.
   */
  frame(nowMs: Ms): void {
    const play = this.#play
    if (!play || this.#state !== 'open') return
    const sinceMs = nowMs > this.#frameMs ? nowMs - this.#frameMs : 0
    this.#isGap = sinceMs > GAP_MS
    this.#dtSeconds = Math.min(sinceMs, GAP_MS) / 1000
    this.#dueMs = Math.min(sinceMs, this.#game.authority === 'tick' ? MOST_DUE_MS : GAP_MS)
    this.#frameMs = nowMs
    for (let i = 0; i < this.#frameStages.length; i++) this.#frameStages[i]!(play, nowMs)
    if (this.#events.has('frame')) this.#events.call('frame', this.#dtSeconds)
  }

  #runSteps(play: Play, nowMs: Ms): void {
    const { prediction } = play
    let steps = this.#steps.cut() - prediction.skipped
    for (prediction.skipped = 0; steps > 0; steps--) {
      const id = prediction.newest + 1
      this.#sampler.sample(prediction.inputs, id, prediction.presses)
      const raised = prediction.step()
      if (raised.length > 0) this.#delivery.events?.raise(raised, id, play.player)
      // An input that is held back is sent later, and its way begins then.
      if (!prediction.isResting) this.#driver.generated(id, nowMs, prediction.inputs.isChanged(id))
    }
  }

  /** The driver is told where the steps stood before this frame: what a frame makes then does not come late by it. */
  #setPace(prediction: Prediction, nowMs: Ms): void {
    const { epochs, newest, skipped } = prediction
    const stamp = epochs.newestStampOf(newest - skipped) / SUBTICKS_PER_STEP
    this.stats.pace = this.#driver.rate(nowMs, stamp + this.#steps.alpha)
    this.#steps.frameMs = this.#dueMs * this.stats.pace
  }

  #advancePlayout(play: Play, nowMs: Ms): void {
    if (this.#isGap) {
      this.stats.gaps++
      this.#playout.jump(nowMs)
      play.prediction.settle()
    }
    const renderTimeMs = this.#playout.advance(nowMs)
    play.timeline.times.advance(nowMs, this.#isGap)
    this.#connection.renderTimeMs = renderTimeMs
    this.#connection.times = play.timeline.times
    this.stats.delayMs = this.#playout.delayMs
    this.stats.bufferMs = play.timeline.newestMs - renderTimeMs
  }

  #show(play: Play): void {
    const { prediction } = play
    prediction.alpha = this.#steps.alpha
    prediction.dtSeconds = this.#dtSeconds
    play.show(this.#playout.renderTimeMs, this.#dueMs, this.#playout.leadsMs)
  }

  #connect(link: Link): void {
    this.#connection = new Connection(
      this.#game,
      this.#options.network?.wrap(link, this.#clock) ?? link,
      this.#clock,
      { ...this.#options, resume: this.#resumeKey, patienceMs: this.#play ? BACK_MS : undefined },
      this.stats,
      this.#listener,
    )
  }

  #open(welcome: Welcome, nowMs: Ms, isOrdered: boolean): void {
    const { stats, techniques } = this
    const keyBefore = this.#resumeKey
    this.#resumeKey = keyToText(welcome.resumeKey)
    this.#reopening?.stop()
    if (this.#play) {
      stats.reconnects++
      const isSame = welcome.player === this.#play.player && this.#resumeKey === keyBefore
      this.#views.hold(isSame)
      this.#sampler.forget()
      this.#delivery.events?.restart()
    }
    this.#play = new Play(
      this.#game,
      welcome,
      this.#views,
      stats,
      techniques,
      this.#options.syncTest,
      isOrdered,
      this.#delivery.events,
    )
    this.#playout.begin(this.#game.sendMs)
    this.#play.timeline.playout = this.#playout
    this.#driver.begin(this.#game.stepMs, this.#game.sendMs)
    this.#frameMs = nowMs
    this.#settle.resolve(this)
    this.#setState('open')
  }

  #snapshot(arrivedAtMs: Ms): boolean {
    const play = this.#play
    if (!play) return false
    const { receiver, prediction } = play
    const connection = this.#connection
    prediction.alpha = this.#steps.alpha
    const outcome = receiver.take(connection.reader)
    if (outcome === 'broken') return false
    if (outcome === 'unread') connection.unread(arrivedAtMs)
    // One that was overtaken is not acknowledged: nothing is to be coded against what was not taken in.
    if (outcome !== 'taken') return true
    connection.heard(receiver.head)
    this.#delivery.snapshot(play, arrivedAtMs - this.#frameMs)
    play.arrived()
    for (let i = 0; i < this.#snapshotStages.length; i++)
      this.#snapshotStages[i]!(play, arrivedAtMs)
    return true
  }

  #answer(play: Play, arrivedAtMs: Ms): void {
    const { head, news } = play.receiver
    const { subTicks, timedInput, timedArrival } = news
    const connection = this.#connection
    connection.nowMs = arrivedAtMs
    if (timedInput >= 0) connection.timed(timedInput, subTicks - timedArrival)
    connection.acknowledge(play.prediction, head.isQuiet)
  }

  #closed(reason: DisconnectReason, detail: string): void {
    const reopening = this.#reopening
    const isBroken = reason === 'lost' || reason === 'timeout'
    if (!isBroken || !reopening || !this.#play || this.#state === 'closed')
      return this.#end(reason, detail)
    if (this.#state === 'reconnecting') return reopening.tryAgain()
    reopening.begin(() => this.#end(reason, detail))
    this.#setState('reconnecting')
  }

  #setState(state: SessionState): void {
    this.#state = state
    this.#delivery.state(state)
  }

  #end(reason: DisconnectReason, detail: string): void {
    if (this.#state === 'closed') return
    // Everything has ended before anybody is told: a listener may throw.
    this.#state = 'closed'
    this.#reopening?.stop()
    this.#connection?.close('left', '')
    this.#settle.reject(refusalOf(reason, detail))
    try {
      this.#setState('closed')
    } finally {
      this.#events.close(reason, detail)
    }
  }
}

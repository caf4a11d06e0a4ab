import type { Clock } from '../base/clock.ts'
import { type DisconnectReason, type ErrorCode, GlissadeError } from '../base/error.ts'
import type { Ms, Seconds } from '../base/units.ts'
import { SUBTICKS_PER_STEP } from '../base/units.ts'
import { FixedDelay } from '../clock/fixed-delay.ts'
import { FixedTimestep } from '../clock/fixed-timestep.ts'
import { Pace } from '../clock/pace.ts'
import type { Playout } from '../clock/playout.ts'
import type { AnyGame, Kind } from '../game/define-game.ts'
import type { EventData, EventOf, InputOf, KindOf, ProfileOf, View } from '../game/parts.ts'
import { type ConditionedLink, conditioned } from '../link/conditions.ts'
import type { Link } from '../link/link.ts'
import type { Conditions } from '../link/weather.ts'
import { LooseRecord } from '../wire/columns.ts'
import type { Welcome } from '../wire/handshake.ts'
import { Connection } from './connection.ts'
import { Emitter } from './emitter.ts'
import { InputSampler } from './input.ts'
import { Prediction, type Techniques } from './predict.ts'
import { SnapshotReceiver } from './receive.ts'
import { emptySessionStats, type SessionStats } from './stats.ts'
import { Timeline } from './timeline.ts'
import { Views } from './view.ts'

/** No weather at all. */
const CALM: Conditions = { up: {}, down: {} }
/** A frame that comes later than this after the one before is a gap: nothing is fast-forwarded. */
const GAP_MS: Ms = 250

/** How a session is made. */
export interface SessionOptions<G extends AnyGame> {
  /** Which room of the game. Default ''. At most 127 characters. */
  room?: string | undefined
  /** What the game's `profile` asks for. Fields left out get their defaults. */
  profile?: Partial<ProfileOf<G>> | undefined
  /** For the server's `authenticate`. At most 4095 characters. */
  token?: string | undefined
  /** The render clock. Default: `new FixedDelay()`, two send intervals. */
  playout?: Playout | undefined
  /** Worsens the network, for tests and the lag panel. Default: none. */
  conditions?: Conditions | undefined
  /** Seed of the chance in `conditions`. Default 1. */
  seed?: number | undefined
}

/** What a session is doing. */
export type SessionState = 'joining' | 'open' | 'closed'

/** Everything that begins with WELCOME and ends with the connection. */
interface Play {
  readonly player: number
  readonly prediction: Prediction
  readonly timeline: Timeline
  readonly receiver: SnapshotReceiver
  readonly pace: Pace
}

/**
 * A client's part in a room: sends inputs, predicts the local player, shows everybody else. Call `frame` once per
 * display frame and draw what `entities` gives. `connect` makes one over a WebSocket; with a Link of your own use
 * the class itself.
 */
export class Session<G extends AnyGame> {
  /** One object for the whole session, written in place whenever keys move. */
  readonly input: InputOf<G>
  /** Resolves when the server has let the client in; rejects with a `GlissadeError` when it has not. */
  readonly joined: Promise<Session<G>>
  readonly stats: SessionStats = emptySessionStats()
  /** Each can be switched off while running, to see what it is for. All on by default. */
  readonly techniques: Techniques = { predict: true, reconcile: true, interpolate: true }
  readonly #game: G
  readonly #link: ConditionedLink
  readonly #sampler: InputSampler<G>
  readonly #timestep: FixedTimestep
  readonly #views: Views
  readonly #connection: Connection
  readonly #events = new Emitter()
  #playout: Playout
  #play: Play | null = null
  #state: SessionState = 'joining'
  #frameMs: Ms = Number.NaN
  #settle!: { resolve: (session: Session<G>) => void; reject: (error: GlissadeError) => void }

  constructor(game: G, link: Link, clock: Clock, options: SessionOptions<G> = {}) {
    this.#game = game
    this.#link = conditioned(link, clock, options.conditions ?? CALM, options.seed ?? 1)
    this.#sampler = new InputSampler(game)
    this.input = this.#sampler.face
    this.#timestep = new FixedTimestep({ stepMs: game.stepMs })
    this.#views = new Views(game)
    this.#playout = options.playout ?? new FixedDelay()
    this.joined = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.joined.catch(() => {})
    this.#connection = new Connection(game, this.#link, clock, options, this.stats, {
      welcome: (welcome, nowMs) => this.#open(welcome, nowMs),
      snapshot: (arrivedAtMs) => this.#snapshot(arrivedAtMs),
      message: (message) => this.#events.call('message', message),
      closed: (reason, detail) => this.#closed(reason, detail),
    })
  }

  /** What the session is doing. */
  get state(): SessionState {
    return this.#state
  }

  /** The number of the local player; 0 before it has joined. */
  get playerId(): number {
    return this.#play?.player ?? 0
  }

  /** The moment of the own player on display, in its own time; NaN before it has joined. */
  get ownTimeMs(): Ms {
    return this.#play?.prediction.ownTimeMs(this.#timestep.alpha) ?? Number.NaN
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
    playout.begin(this.#intervalMs)
    this.#playout = playout
  }

  /** The network's weather, both ways; may be replaced while running. */
  get conditions(): Conditions {
    return this.#link.conditions
  }

  set conditions(conditions: Conditions) {
    this.#link.conditions = conditions
  }

  /** The views of a kind: one array and one object for each entity, both kept up to date by `frame`. */
  entities<K extends KindOf<G>>(kind: K): readonly View<G, K>[] {
    return this.#views.of(kind) as unknown as readonly View<G, K>[]
  }

  /** Calls `listener` for each event: own ones at once, others' when they are on display. Returns its undo. */
  on<K extends EventOf<G>>(
    event: K,
    listener: (data: EventData<G, K>, by: number | null) => void,
  ): () => void {
    if (!this.#game.events.some((kind) => kind.name === event))
      throw new GlissadeError('misuse', `there is no event '${event}'`)
    return this.#events.on(`event ${event}`, listener as (a: unknown, b: unknown) => void)
  }

  /** Calls `listener` at the end of each `frame` with the seconds since the last. Returns its undo. */
  onFrame(listener: (dtSeconds: Seconds) => void): () => void {
    return this.#events.on('frame', listener as (a: unknown) => void)
  }

  /** Calls `listener` for each message of the server, in order. Returns its undo. */
  onMessage(listener: (message: unknown) => void): () => void {
    return this.#events.on('message', listener)
  }

  /** Calls `listener` when the connection has ended; at once if it has already. Returns its undo. */
  onClose(listener: (reason: DisconnectReason, detail: string) => void): () => void {
    return this.#events.on('close', listener as (a: unknown, b: unknown) => void)
  }

  /** Sends a message to the server; reliable and in order. Throws `misuse` when it is no JSON value or too long. */
  send(message: unknown): void {
    this.#connection.sendMessage(message)
  }

  /** Lets go of everything held: on blur, and when the tab is hidden. */
  releaseInput(): void {
    this.#sampler.release()
  }

  /** Ends the session. */
  close(): void {
    this.#connection.close('left', '')
  }

  /**
   * One display frame: runs the steps that are due, sends their inputs, and brings all views to the moment on
   * display. `nowMs` is on the clock that stamps arrivals: `performance.now()`, or what `requestAnimationFrame`
   * and Pixi's `ticker.lastTime` give.
   */
  frame(nowMs: Ms): void {
    const play = this.#play
    if (!play || this.#state !== 'open') return
    const lastMs = this.#frameMs
    const isGap = nowMs - lastMs > GAP_MS
    const dtSeconds = lastMs < nowMs ? Math.min(nowMs - lastMs, GAP_MS) / 1000 : 0
    this.#frameMs = nowMs
    this.#runSteps(play, nowMs)
    this.#connection.sendInputs(play.prediction, this.#playout.renderTimeMs, nowMs)
    if (isGap) this.#afterGap(play, nowMs)
    const renderTimeMs = this.#playout.advance(nowMs)
    this.stats.delayMs = this.#playout.delayMs
    play.timeline.show(renderTimeMs)
    play.prediction.show(this.#timestep.alpha, dtSeconds)
    play.timeline.releaseEvents(renderTimeMs, isGap)
    this.#events.call('frame', dtSeconds)
  }

  get #intervalMs(): Ms {
    return (this.#game.sendSubTicks / SUBTICKS_PER_STEP) * this.#game.stepMs
  }

  #runSteps(play: Play, nowMs: Ms): void {
    const { prediction, pace } = play
    const stamp = prediction.epochs.newestStampOf(prediction.newest) / SUBTICKS_PER_STEP
    this.#timestep.scale = pace.rate(nowMs, stamp + this.#timestep.alpha)
    this.stats.pace = this.#timestep.scale
    for (let steps = this.#timestep.advance(nowMs); steps > 0; steps--) {
      const id = prediction.newest + 1
      this.#sampler.sample(prediction.inputs.row, prediction.inputs.offsetOf(id))
      for (const { kind, data } of prediction.step())
        this.#raise(kind, new LooseRecord(kind.schema).take(data), play.player)
      pace.generated(id, nowMs)
    }
  }

  /** Own events are rounded like everybody else's. */
  #raise(kind: Kind, record: LooseRecord, by: number): void {
    this.#events.call(`event ${kind.name}`, record.toObject(), by || null)
  }

  #afterGap(play: Play, nowMs: Ms): void {
    this.stats.gaps++
    this.#playout.jump(nowMs)
    play.prediction.settle()
  }

  #open(welcome: Welcome, nowMs: Ms): void {
    const { stats, techniques } = this
    const game = this.#game
    const { player, nowSubTicks } = welcome
    const prediction = new Prediction(game, player, nowSubTicks, this.#views, stats, techniques)
    // What `join` itself raised stands at the room's last whole step, which may be one behind.
    const joinedMs = (Math.floor(nowSubTicks / SUBTICKS_PER_STEP) - 1) * game.stepMs
    const timeline = new Timeline(game, player, this.#views, stats, techniques, joinedMs, (event) =>
      this.#raise(event.kind, event.record, event.player),
    )
    const receiver = new SnapshotReceiver(game, prediction, timeline, stats, nowSubTicks)
    const pace = new Pace({ stepMs: game.stepMs, targetSteps: 0 })
    this.#play = { player, prediction, timeline, receiver, pace }
    this.#playout.begin(this.#intervalMs)
    this.#timestep.advance(nowMs)
    this.#frameMs = nowMs
    this.#state = 'open'
    this.#settle.resolve(this)
  }

  #snapshot(arrivedAtMs: Ms): boolean {
    const play = this.#play
    if (!play) return false
    const { receiver, pace } = play
    const reader = this.#connection.reader
    if (!receiver.readHead(reader)) return false
    const { head, news } = receiver
    if (!this.#connection.isFresh(head.sequence, head.messageAck)) return true
    if (!receiver.read(reader, this.#timestep.alpha)) return false
    const stampMs = (news.subTicks / SUBTICKS_PER_STEP) * this.#game.stepMs
    this.#playout.arrived(stampMs, arrivedAtMs)
    if (news.timedInput >= 0) {
      pace.reported(news.timedInput, news.timedArrival / SUBTICKS_PER_STEP)
      const heldSteps = (news.subTicks - news.timedArrival) / SUBTICKS_PER_STEP
      this.#connection.timed(news.timedInput, arrivedAtMs, heldSteps * this.#game.stepMs)
    }
    this.#connection.acknowledge(play.prediction, this.#playout.renderTimeMs, stampMs, arrivedAtMs)
    return true
  }

  #closed(reason: DisconnectReason, detail: string): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    const codes: Partial<Record<DisconnectReason, ErrorCode>> = {
      version: 'version',
      schema: 'schema',
      full: 'full',
      refused: 'refused',
    }
    const said = detail === '' ? reason : `${reason}: ${detail}`
    this.#settle.reject(
      new GlissadeError(codes[reason] ?? 'unreachable', `could not join (${said})`),
    )
    this.#events.close(reason, detail)
  }
}

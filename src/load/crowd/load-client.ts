import type { Random } from '../../base/random.ts'
import type { Ms } from '../../base/units.ts'
import { Session } from '../../client/session.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Link, LinkKind } from '../../link/link.ts'
import { realClock } from '../../net/real-clock.ts'
import { FixedDelay } from '../../time/playout/fixed-delay.ts'
import type { LoadBot, LoadContext, LoadFrame } from '../bot.ts'
import { count } from '../histogram.ts'
import { Probe } from './probe.ts'
import { randomInputs } from './random-inputs.ts'
import { addReason, type Tally } from './tally.ts'
import { type Transport, transportTo } from './transport.ts'

/** Where a client is. `ended`: it could not join, or its session ended by itself. */
export type LoadClientState = 'waiting' | 'joining' | 'connected' | 'reconnecting' | 'ended'

/** What the clients of one process share. */
export interface Shared {
  readonly bot: LoadBot<AnyGame>
  /** The server's address, with a path. */
  readonly url: string
  readonly link: LinkKind
  /** Returns the tally to count into. */
  tally(): Tally
}

/** One client: it joins like a page, plays by its bot, and counts what happens to it. */
export class LoadClient {
  readonly #shared: Shared
  readonly #context: LoadContext
  readonly #random: Random
  #transport: Transport | undefined
  #session: Session<AnyGame> | undefined
  #probe: Probe | undefined
  #play: LoadFrame | undefined
  #state: LoadClientState = 'waiting'
  #joinedMs: Ms = Number.NaN
  /** Whether the run is over. What happens then does not count. */
  #isLeaving = false

  /** `random`: numbers for this client alone. */
  constructor(shared: Shared, client: number, room: string, random: Random) {
    this.#shared = shared
    this.#context = { client, room, random }
    this.#random = random
  }

  get state(): LoadClientState {
    return this.#state
  }

  get isOnDatagrams(): boolean {
    return this.#state === 'connected' && this.#transport?.isOnDatagrams === true
  }

  /** Opens a connection and joins. Resolves when the client is in its room, or has failed. */
  async join(): Promise<void> {
    this.#state = 'joining'
    const fromMs = realClock.nowMs()
    let link: Link | undefined
    try {
      const { bot, url, link: kind } = this.#shared
      const { game, join } = bot
      const transport = await transportTo(url, kind)
      const open = (): Promise<Link> => transport.open()
      this.#transport = transport
      const { room } = this.#context
      const network = new Probe(game, {
        tally: () => this.#shared.tally(),
        nowMs: realClock.nowMs,
      })
      this.#probe = network
      link = await open()
      if (this.#isLeaving) return link.close('left')
      // Nobody looks: a fixed delay shows the same packets for two thirds of the CPU of the default.
      const playout = new FixedDelay(2 * game.sendMs)
      const onError = (error: unknown): void => this.#threw(error)
      const options = { ...join?.(this.#context), room, network, playout, reopen: open, onError }
      this.#session = new Session(game, link, realClock, options)
      await this.#session.joined
    } catch (error) {
      link?.close('left')
      return this.#end('failed', (error as Error).message)
    }
    const nowMs = realClock.nowMs()
    count(this.#shared.tally().joinMs, nowMs - fromMs)
    this.#joined(this.#session, nowMs)
  }

  #joined(session: Session<AnyGame>, nowMs: Ms): void {
    this.#state = 'connected'
    this.#joinedMs = nowMs
    session.onState((state) => {
      if (state === 'reconnecting') this.#shared.tally().broken++
      if (state === 'open') this.#shared.tally().reconnected++
      if (state === 'reconnecting' || state === 'open')
        this.#state = state === 'open' ? 'connected' : state
    })
    session.onClose((reason, detail) =>
      this.#end('dropped', detail === '' ? reason : `${reason}: ${detail}`),
    )
    this.#guarded(() => {
      const { game, play } = this.#shared.bot
      if (play) this.#play = frameOf(play(session, this.#context))
      else this.#play = randomInputs(game, session.input, this.#random)
    })
  }

  /** Runs one display frame: the bot's inputs, then the session. */
  frame(nowMs: Ms): void {
    const session = this.#session
    if (this.#state !== 'connected' || !session) return
    this.#guarded(() => {
      this.#play?.(nowMs - this.#joinedMs)
      session.frame(nowMs)
    })
  }

  /** Counts the snapshots that have been missing since the newest one, at the end of a run. */
  countSilence(nowMs: Ms): void {
    if (this.#state === 'connected' || this.#state === 'reconnecting')
      this.#probe?.countSilence(nowMs)
  }

  /** Ends the client. Nothing more is counted. */
  leave(): void {
    this.#isLeaving = true
    this.#session?.close()
  }

  /** A bot that throws, or a listener of its session, ends its client. The report tells of it as of a drop. */
  #guarded(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#threw(error)
    }
  }

  #threw(error: unknown): void {
    this.#end('dropped', `the bot threw ${(error as Error).name}: ${(error as Error).message}`)
    this.leave()
  }

  #end(how: 'failed' | 'dropped', reason: string): void {
    if (this.#isLeaving || this.#state === 'ended') return
    this.#state = 'ended'
    addReason(this.#shared.tally()[how], reason)
  }
}

/** What `play` has returned, as the function to call before each frame. */
function frameOf(returned: unknown): LoadFrame | undefined {
  if (returned === undefined || typeof returned === 'function')
    return returned as LoadFrame | undefined
  throw new TypeError(`play returned ${returned}, but must return a function or nothing`)
}

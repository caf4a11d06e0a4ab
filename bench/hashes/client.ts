import type { AnyGame } from 'glissade'
import { type Conditions, Session, SyncTest, type Techniques } from 'glissade/client'
import type { Clock, Playout, StepDriver } from 'glissade/parts'
import type { Bot, Hands } from './bots.ts'
import { Connection, type Host } from './connection.ts'
import { sessionCounts } from './counts.ts'
import { MARK } from './recording.ts'

/** How a client is made. */
export interface ClientChoice {
  readonly bot: Bot
  readonly conditions: Conditions
  /** Of the network's chance. */
  readonly seed: number
  readonly profile: object
  readonly frameHz: number
  /** How much faster its clock runs, in parts per million, and what it shows when the room's shows 0. */
  readonly clockPpm: number
  readonly clockOffsetMs: number
  readonly playout?: Playout | undefined
  readonly driver?: StepDriver | undefined
  readonly syncTest?: boolean | undefined
  /** The key of the player that it comes back as. */
  readonly resume?: string | undefined
}

/** A client that plays in a simulation: a session, its frames, and the record of all that it says, hears and shows. */
export class Client {
  readonly connection: Connection
  readonly session: Session<AnyGame>
  /** Whether nobody touches its keys. */
  isResting = false
  readonly #number: number
  readonly #host: Host
  readonly #clock: Clock
  readonly #frameMs: number
  readonly #bot: Bot
  #hiddenUntilMs = Number.NEGATIVE_INFINITY

  constructor(number: number, game: AnyGame, host: Host, choice: ClientChoice) {
    const { conditions, seed, clockPpm, clockOffsetMs, profile, playout, driver, resume } = choice
    const rate = 1 + clockPpm / 1e6
    this.#number = number
    this.#host = host
    this.#clock = {
      nowMs: () => host.clock.nowMs() * rate + clockOffsetMs,
      after: (delayMs, run) => host.clock.after(delayMs / rate, run),
    }
    this.#frameMs = 1000 / choice.frameHz
    this.#bot = choice.bot
    this.connection = new Connection(number, host, this.#clock, conditions, seed)
    this.session = new Session(game, this.connection.open(), this.#clock, {
      profile,
      playout,
      driver,
      resume,
      syncTest: choice.syncTest ? new SyncTest() : undefined,
      network: this.connection,
      reopen: () => this.connection.reopen(),
    })
    this.#listen()
    this.#frame()
  }

  /** What makes another page the same player. */
  get resumeKey(): string {
    return this.session.resumeKey
  }

  /** Sends a message. */
  tell(message: unknown): void {
    this.session.send(message)
  }

  /** Leaves. */
  leave(): void {
    this.session.close()
  }

  /** Switches a part of the prediction or of the display on or off. */
  turn(technique: keyof Techniques, isOn: boolean): void {
    this.session.techniques[technique] = isOn
  }

  /** Goes on with another render clock. */
  replacePlayout(playout: Playout): void {
    this.session.playout = playout
  }

  /** Is gone without a word: shows nothing more, and never comes back. */
  vanish(): void {
    this.connection.cut(Number.POSITIVE_INFINITY)
    this.#hiddenUntilMs = Number.POSITIVE_INFINITY
  }

  /** Runs no frames for so long, as a page that is hidden. Packets still arrive. */
  hide(forMs: number): void {
    this.session.releaseInput()
    this.#hiddenUntilMs = this.#clock.nowMs() + forMs
  }

  /** Lets go of all keys, or plays on. */
  rest(isResting: boolean): void {
    this.isResting = isResting
    if (isResting) this.session.releaseInput()
  }

  /** Adds the session's statistics to the record. */
  recordStats(): void {
    const { digest } = this.#host.record
    digest.numbers(MARK.stats, this.#number, ...sessionCounts(this.session.stats))
  }

  #listen(): void {
    const { session } = this
    const { digest, events } = this.#host.record
    const mark = (mark: number) => digest.numbers(mark, this.#number, this.#clock.nowMs())
    for (const [event, fields] of events)
      session.on(event, (data, by) => mark(MARK.event).text(event).value(by).fields(fields, data), {
        undone: (data, by) => mark(MARK.undone).text(event).value(by).fields(fields, data),
      })
    session.onMessage((message) => mark(MARK.message).text(JSON.stringify(message)))
    session.onState((state) => mark(MARK.state).text(state))
    session.onClose((reason, detail) => mark(MARK.closed).text(reason).text(detail))
    session.onFrame((dtSeconds) => mark(MARK.frame).number(dtSeconds))
  }

  #frame(): void {
    const { session } = this
    if (session.state === 'closed') return
    const nowMs = this.#clock.nowMs()
    if (nowMs >= this.#hiddenUntilMs) {
      if (!this.isResting) this.#bot(session as Hands, nowMs)
      session.frame(nowMs)
      this.#recordFrame(nowMs)
    }
    this.#clock.after(this.#frameMs, () => this.#frame())
  }

  #recordFrame(nowMs: number): void {
    const { session } = this
    const { record } = this.#host
    const { delayMs, bufferMs, pace } = session.stats
    record.frames++
    record.digest
      .numbers(MARK.shown, this.#number, nowMs, session.playerId)
      .numbers(session.ownTimeMs, session.renderTimeMs, delayMs, bufferMs, pace)
    record.entities((kind) => session.entities(kind))
  }
}

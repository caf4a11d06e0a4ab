import { isDevelopment } from '#development'
import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import { atMost, misuse } from '../base/settings.ts'
import { type Ms, SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import { checkNumbers } from '../game/misfits.ts'
import { ReceivedPackets } from '../link/acks.ts'
import type { Link, LinkReceiver } from '../link/link.ts'
import { BitReader, BitWriter } from '../wire/bits.ts'
import { HISTORY_TICKS, MAX_INPUTS, MOST_MOMENTS } from '../wire/limits.ts'
import {
  type Held,
  keyOfText,
  readWelcome,
  type Welcome,
  writeHello,
} from '../wire/packets/handshake.ts'
import { emptyInputHead, writeInput } from '../wire/packets/input-packet.ts'
import * as PACKET from '../wire/packets/packet.ts'
import { readClose, writeClose, writeReport, writeResync } from '../wire/packets/packets.ts'
import type { SnapshotHead } from '../wire/packets/snapshot-head.ts'
import type { Inside } from './inside.ts'
import type { SessionStats } from './page/stats.ts'
import type { Play } from './play.ts'
import type { Prediction } from './prediction/predict.ts'
import type { SnapshotNews } from './receive.ts'
import type { ClientMessages } from './timeline/messages.ts'
import type { Timeline } from './timeline/timeline.ts'
import type { PageMessage } from './timeline/unheard-messages.ts'

/** On a datagram link, the client repeats HELLO this often until the server answers. */
const HELLO_AGAIN_MS: Ms = 250
/** How long the client waits for a complete snapshot before it asks again. */
const ASK_AGAIN_MS: Ms = 1000
/** How long the server may be silent before the connection times out. */
const TIMEOUT_MS: Ms = 10_000
/** The client acknowledges snapshots at least this often, even when no frames come (a hidden tab). */
const ACK_MS: Ms = 200
/** How often the client reports its delay and its corrections, for the metrics of the server. */
const REPORT_MS: Ms = 10_000
/** If no snapshots come, a client at rest sends its inputs this often. */
const RESTING_MS: Ms = 400

/** The functions of a session that its connection calls. */
export interface ConnectionListener {
  welcome(welcome: Welcome, nowMs: Ms, isOrdered: boolean): void
  /** Reads a SNAPSHOT; `reader` stands after its type. Returns false if the connection must end. */
  snapshot(arrivedAtMs: Ms): boolean
  /** Reads a TABLES packet; `reader` stands after its sequence. Returns false if it is malformed. */
  tables(): boolean
  /** Takes a message. `step`: low 16 bits of the whole step to which it is tied, or -1. */
  message(message: PageMessage, step: number): void
  /** Notes that the client has sent inputs that it had held back; `input` is the newest. */
  sentHeldBack(input: number, nowMs: Ms): void
  closed(reason: DisconnectReason, detail: string): void
}

/** The contents of a connection's HELLO. */
export interface Greeting {
  readonly room?: string | undefined
  readonly profile?: object | undefined
  readonly token: string
  /** The resume key as text; '' for none. */
  readonly resume: string
  /** What the session has of an earlier connection of that player. */
  readonly held: Held
  /** How long the server may be silent before it answers. Default 10 s. */
  readonly patienceMs?: Ms | undefined
}

export interface ConnectionOptions extends Greeting {
  /** The session's messages; undefined in a game without messages. */
  readonly messages: ClientMessages | undefined
  readonly stats: SessionStats
  readonly listener: ConnectionListener
}

/** The client's end of the wire: handshake, sequences, acknowledgements, and the choice of when to send what. */
export class Connection implements LinkReceiver {
  readonly reader: BitReader = new BitReader()
  readonly #game: AnyGame
  readonly #link: Link
  readonly #isDatagram: boolean
  readonly #clock: Clock
  readonly #stats: SessionStats
  readonly #listener: ConnectionListener
  readonly #writer = new BitWriter()
  readonly #head = emptyInputHead()
  readonly #received = new ReceivedPackets()
  readonly #messages: ClientMessages | undefined
  readonly #sentAtMs = new Float64Array(256)
  #sequence = 0
  #sentInput = 0
  #timedInput = 0
  /** The newest input before this frame, and the newest snapshot that was on display when the newest input was made; -1: none. */
  #madeBefore = 0
  #picturedTick = -1
  /** Whether the previous frame sent new inputs that had not been held back. */
  #mayRepeat = false
  #isOpen = false
  #isOver = false
  #lastSentMs: Ms = Number.NEGATIVE_INFINITY
  /** When the client last acknowledged a snapshot. */
  #ackedAtMs: Ms = Number.NEGATIVE_INFINITY
  /** Whether the last input packet says that the inputs after its newest are like that one. */
  #saidRest = false
  #askedAtMs: Ms = Number.NEGATIVE_INFINITY
  #heardAtMs: Ms
  /** When the client last reported, and how many corrections there had been. */
  #reportedAtMs: Ms = 0
  #reportedCorrections = 0
  #undoTimer: () => void = () => {}

  /** Opens the link and sends HELLO. */
  constructor(game: AnyGame, link: Link, clock: Clock, options: ConnectionOptions) {
    const { messages, stats, listener, room = '', token, profile = {}, resume, held } = options
    this.#game = game
    this.#link = link
    this.#isDatagram = link.kind === 'datagram'
    this.#clock = clock
    this.#stats = stats
    this.#listener = listener
    this.#heardAtMs = clock.nowMs()
    atMost(127, room, 'room')
    const writer = new BitWriter(256)
    const whole = game.profileSchema.create()
    game.profileSchema.assign(whole, profile)
    if (isDevelopment) checkNumbers('profile', game.profileSchema, whole)
    const resumeKey = keyOfText(resume) ?? misuse('resume', `'${resume}'`, 'a resumeKey')
    const hello = { hash: game.hash, game: game.name, room, token, resumeKey, held }
    writeHello(writer, game, hello, whole)
    this.#messages = messages
    link.open(this)
    this.#greet(writer.view(), options.patienceMs ?? TIMEOUT_MS)
  }

  /** Sends the inputs and acknowledgements that are due at `nowMs`. Called once a frame. */
  sendInputs(inside: Inside, nowMs: Ms): void {
    const { prediction } = inside
    if (nowMs - this.#heardAtMs > TIMEOUT_MS)
      return this.close('timeout', 'the server sent nothing for 10 s')
    this.#flushMessages(nowMs)
    if (nowMs - this.#reportedAtMs >= REPORT_MS) this.#report(nowMs)
    const isHeldBack = this.#saidRest && prediction.isResting
    const isDue = !isHeldBack || nowMs - this.#lastSentMs >= RESTING_MS
    const hasNew = isDue && prediction.made > this.#sentInput
    const isSpaced = nowMs - this.#lastSentMs >= (this.#link.uplink?.spacingMs ?? 0)
    if (isSpaced && (hasNew || this.#shallRepeat(prediction))) this.#sendInput(inside, nowMs)
    if (isSpaced) this.#mayRepeat = hasNew && !isHeldBack
    this.#madeBefore = prediction.made
  }

  /**
   * Answers a snapshot that came at `nowMs` and could be read: updates the round-trip time, and acknowledges if the client has
   * sent no inputs for 200 ms. A client at rest acknowledges if it has not done so for 200 ms or if the snapshot has news. If
   * it waited for its next packet instead, it would seem to have a slow connection.
   */
  answer(play: Play, nowMs: Ms): void {
    const { news, head } = play.receiver
    this.#noteRoundTrip(news, nowMs)
    const isHeldBack = this.#saidRest && play.prediction.isResting
    const sinceMs = nowMs - (isHeldBack ? this.#ackedAtMs : this.#lastSentMs)
    if (sinceMs < ACK_MS && !(isHeldBack && !head.isQuiet)) return
    this.#flushMessages(nowMs)
    this.#sendInput(play, nowMs)
  }

  /** Notes the sequence and the message acknowledgement of a snapshot that is newer than all before. */
  noteSnapshot({ sequence, messageAck }: SnapshotHead): void {
    const isGood = messageAck < 0 || (this.#messages?.acknowledge(messageAck) ?? messageAck === 0)
    if (!isGood) this.close('forged-ack', '')
    this.#received.note(sequence < 0 ? (this.#received.newest + 1) & 0xffff : sequence)
  }

  /** Asks for a complete snapshot, at most once a second, because the one that came at `nowMs` could not be read. */
  requestResync(nowMs: Ms): void {
    if (!this.#isDatagram) this.#received.note((this.#received.newest + 1) & 0xffff)
    if (nowMs - this.#askedAtMs < ASK_AGAIN_MS) return
    this.#askedAtMs = nowMs
    writeResync(this.#writer)
    this.#write()
  }

  /** Sends what can be sent now of the messages that wait. */
  flush(): void {
    if (this.#isOpen && !this.#isOver) this.#flushMessages(this.#clock.nowMs())
  }

  close(reason: DisconnectReason, detail: string): void {
    if (this.#isOver) return
    writeClose(this.#writer, reason, detail)
    this.#write()
    this.#link.close(reason, detail)
    this.#end(reason, detail)
  }

  packet(bytes: Uint8Array, arrivedAtMs: Ms): void {
    if (this.#isOver) return
    this.#heardAtMs = arrivedAtMs
    this.#stats.packetsIn++
    this.#stats.bytesIn += bytes.length
    const reader = this.reader.start(bytes)
    if (!this.#take(reader.read(8), arrivedAtMs))
      this.close('bad-packet', 'the server sent a bad packet')
  }

  closed(reason: DisconnectReason, detail: string): void {
    this.#end(reason, detail)
  }

  #take(type: number, arrivedAtMs: Ms): boolean {
    const { reader } = this
    switch (type) {
      case PACKET.wait:
        return !this.#isOpen || this.#isDatagram
      case PACKET.welcome:
        return this.#welcome(arrivedAtMs)
      case PACKET.snapshot:
        return !this.#isOpen ? this.#isDatagram : this.#listener.snapshot(arrivedAtMs)
      case PACKET.message:
        return this.#message()
      case PACKET.tables:
        return this.#isOpen ? this.#tables() : this.#isDatagram
      case PACKET.close: {
        const closing = readClose(reader)
        if (!closing) return false
        this.#link.close('left')
        this.#end(closing.reason, closing.detail)
        return true
      }
      default:
        return false
    }
  }

  #greet(hello: Uint8Array, patienceMs: Ms): void {
    this.#send(hello)
    const again = () => {
      if (this.#clock.nowMs() - this.#heardAtMs >= patienceMs)
        return this.close('timeout', 'the server did not answer')
      if (this.#isDatagram) this.#send(hello)
      this.#undoTimer = this.#clock.after(HELLO_AGAIN_MS, again)
    }
    this.#undoTimer = this.#clock.after(HELLO_AGAIN_MS, again)
  }

  #welcome(arrivedAtMs: Ms): boolean {
    const welcome = readWelcome(this.reader)
    if (!welcome) return false
    if (this.#isOpen) return this.#isDatagram
    this.#undoTimer()
    this.#isOpen = true
    this.#reportedAtMs = arrivedAtMs
    this.#reportedCorrections = this.#stats.corrections
    this.#sentInput = this.#timedInput = Math.max(0, welcome.received)
    this.#listener.welcome(welcome, arrivedAtMs, !this.#isDatagram)
    return true
  }

  #message(): boolean {
    const { reader } = this
    // A listener may end the connection before the next message is handed over.
    const hear = (message: PageMessage, step: number) => {
      if (!this.#isOver) this.#listener.message(message, step)
    }
    return this.#messages?.take(reader, this.#received, hear) ?? false
  }

  #tables(): boolean {
    const sequence = this.reader.read(16)
    if (this.reader.failed) return false
    return !this.#received.note(sequence) || this.#listener.tables()
  }

  /**
   * Whether a frame without new inputs repeats those of the previous frame. If the first packet is lost, the server would
   * otherwise get them a step later. That is worth a packet only where one of the last 33 of the server was lost.
   */
  #shallRepeat({ made, acknowledged }: Prediction): boolean {
    return this.#mayRepeat && this.#isDatagram && made > acknowledged && ~this.#received.mask !== 0
  }

  /** Measures the round trip of an input that a snapshot answered at `nowMs`, less the time for which the server held it. */
  #noteRoundTrip({ timedInput, timedArrival, subTicks }: SnapshotNews, nowMs: Ms): void {
    if (timedInput <= this.#timedInput) return
    this.#timedInput = timedInput
    // A later input has taken its place in the list.
    if (this.#sentInput - timedInput > 255) return
    const subTickMs = this.#game.stepMs / SUBTICKS_PER_STEP
    const sentAtMs = this.#sentAtMs[timedInput & 255]!
    this.#link.uplink?.note(timedArrival * subTickMs - sentAtMs, nowMs)
    const rttMs = nowMs - sentAtMs - (subTicks - timedArrival) * subTickMs
    this.#link.noteRoundTrip?.(rttMs, nowMs)
    const { rttMs: before } = this.#stats
    this.#stats.rttMs = Number.isNaN(before) ? rttMs : before + (rttMs - before) / 8
  }

  #sendInput({ prediction, timeline }: Inside, nowMs: Ms): void {
    const head = this.#head
    const { made: newest, skippedTo } = prediction
    const isOrdered = !this.#isDatagram
    // Each datagram has all that came after the newest input received, so with that one all before it have come.
    const first = isOrdered ? Math.max(this.#sentInput, skippedTo) : this.#timedInput
    const hasNew = newest > this.#sentInput
    for (let id = Math.max(this.#sentInput, newest - MAX_INPUTS) + 1; id <= newest; id++)
      this.#sentAtMs[id & 255] = nowMs
    if (this.#received.newest !== head.ack) this.#ackedAtMs = nowMs
    head.sequence = this.#sequence++ & 0xffff
    head.ack = this.#received.newest
    head.ackMask = this.#received.mask
    head.messageAck = (this.#messages?.received ?? 0) & 0xffff
    head.count = Math.max(0, Math.min(MAX_INPUTS, newest - first))
    head.newest = newest & 0xffff
    head.isResting = prediction.isResting
    this.#setView(timeline, newest, nowMs)
    writeInput(this.#writer, this.#game.inputSchema, head, prediction.inputs, isOrdered)
    this.#sentInput = newest
    this.#lastSentMs = nowMs
    this.#saidRest = head.isResting
    this.#write()
    if (!head.isResting) return
    prediction.tellRest()
    if (hasNew) this.#listener.sentHeldBack(newest, nowMs)
  }

  /**
   * Writes what was on display when the newest input was made, in the last frame, into the head of the next packet. A packet
   * that repeats inputs repeats what was on display with them.
   */
  #setView(timeline: Timeline, newest: number, nowMs: Ms): void {
    const head = this.#head
    const made = newest - this.#sentInput
    head.momentCount = 0
    if (made > 0) {
      this.#picturedTick = timeline.shownNewestTick
      head.isOneFrame = made <= newest - this.#madeBefore
      head.ownAge = Math.max(0, Math.min(Math.round(32 * (newest - timeline.shownInput)), 255))
    }
    const age = Math.min(timeline.newestTick - this.#picturedTick, HISTORY_TICKS - 1)
    head.viewAge = this.#picturedTick < 0 ? -1 : age
    const mayGetLost = this.#isDatagram && ~this.#received.mask !== 0
    if (made > 0 && head.viewAge >= 0)
      timeline.tellMoments(head, nowMs, mayGetLost, this.#isDatagram ? MOST_MOMENTS : 1)
  }

  #report(nowMs: Ms): void {
    const { delayMs, corrections } = this.#stats
    writeReport(this.#writer, delayMs, corrections - this.#reportedCorrections)
    this.#write()
    this.#reportedAtMs = nowMs
    this.#reportedCorrections = corrections
  }

  #flushMessages(nowMs: Ms): void {
    if (this.#messages && this.#messages.waiting > 0) this.#flushWaiting(this.#messages, nowMs)
  }

  /** Apart, because a function with closures allocates when it begins. */
  #flushWaiting(messages: ClientMessages, nowMs: Ms): void {
    const next = () => this.#sequence++ & 0xffff
    messages.flush(nowMs, this.#writer, next, () => this.#write())
  }

  #write(): void {
    this.#send(this.#writer.view())
  }

  #send(bytes: Uint8Array): void {
    this.#stats.packetsOut++
    this.#stats.bytesOut += bytes.length
    this.#link.send(bytes)
  }

  #end(reason: DisconnectReason, detail: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#undoTimer()
    this.#listener.closed(reason, detail)
  }
}

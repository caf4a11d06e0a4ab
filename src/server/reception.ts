import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Link, LinkReceiver } from '../link/link.ts'
import { BitReader, BitWriter } from '../wire/bits.ts'
import { type Hello, readHello, readProfile } from '../wire/handshake.ts'
import { FORMAT_VERSION, PACKET, readClose, writeClose } from '../wire/packets.ts'
import { endOf, GOES_ON, type Seat } from './peer.ts'
import type { Room } from './room.ts'

/** How long a connection may take to say HELLO. */
const HELLO_MS: Ms = 10_000

/** What `authenticate` is told of somebody who wants in. */
export interface Applicant {
  readonly game: string
  readonly room: string
  readonly token: string
  readonly profile: object
  /** What the transport knows of the connection: with `serve`, the `http.IncomingMessage` of its upgrade. */
  readonly request: unknown
}

/** What a reception needs to know. */
export interface ReceptionOptions {
  readonly clock: Clock
  /** The game of a name, or undefined. */
  game(name: string): AnyGame | undefined
  /** The room of a game by id, made if need be; undefined when no more rooms are to be had. */
  room(game: AnyGame, id: string): Room | undefined
  /**
   * Decides who may enter: returns (or promises) what becomes `player.account`; throws to refuse, and the
   * error's message is what the client reads. Who comes back is asked for as well, and may be refused, but is the
   * player of before: its resume key gives it the profile and the `account` of then. Default: everybody.
   */
  readonly authenticate?: ((applicant: Applicant) => unknown) | undefined
  /** Takes what the game throws while a room opens; the client is refused. Default: it is thrown on. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Counts connections that ended before they reached a room. */
  count(reason: DisconnectReason): void
}

/**
 * Receives connections: reads each one's HELLO, checks version, game and schema, asks `authenticate`, and hands
 * the connection to its room, or refuses it with a reason that a person can read.
 */
export class Reception {
  readonly #options: ReceptionOptions
  #accepted = 0

  constructor(options: ReceptionOptions) {
    this.#options = options
  }

  /** Takes a new connection. `request` goes to `authenticate`. */
  accept(link: Link, request?: unknown): void {
    link.open(new Doorway(link, this.#options, request, ++this.#accepted))
  }
}

/** One connection: before its HELLO was accepted all of it, afterwards what stands between link and room. */
class Doorway implements LinkReceiver {
  readonly #link: Link
  readonly #options: ReceptionOptions
  readonly #request: unknown
  readonly #order: number
  readonly #undoTimer: () => void
  #hello: Uint8Array | null = null
  #inside: Seat | null = null
  #isOver = false

  constructor(link: Link, options: ReceptionOptions, request: unknown, order: number) {
    this.#link = link
    this.#options = options
    this.#request = request
    this.#order = order
    this.#undoTimer = options.clock.after(HELLO_MS, () => this.#refuse('timeout', 'no HELLO came'))
  }

  packet(bytes: Uint8Array, arrivedAtMs: Ms): void {
    if (this.#isOver) return
    const isHello = bytes[0] === PACKET.hello
    if (isHello && this.#hello && this.#link.kind === 'datagram' && same(bytes, this.#hello))
      this.#inside?.welcome(arrivedAtMs)
    else if (this.#inside) this.#inside.packet(bytes, arrivedAtMs)
    else if (this.#hello)
      this.#refuse(isHello ? 'second-hello' : 'bad-packet', 'spoke before WELCOME')
    else if (isHello) this.#greet(bytes, arrivedAtMs)
    else if (bytes[0] === PACKET.close && readClose(new BitReader().start(bytes.subarray(1))))
      this.#refuse('left', '')
    else this.#refuse('bad-packet', 'the first packet has to be HELLO')
  }

  closed(reason: DisconnectReason, detail: string): void {
    this.#undoTimer()
    if (this.#inside) this.#inside.closed(reason, detail)
    else if (!this.#isOver) this.#options.count(endOf(reason))
    this.#isOver = true
  }

  #greet(bytes: Uint8Array, arrivedAtMs: Ms): void {
    this.#hello = bytes.slice()
    const reader = new BitReader().start(this.#hello)
    reader.read(8)
    const hello = readHello(reader)
    if (hello === 'bad-packet') return this.#refuse('bad-packet', 'malformed HELLO')
    if (hello === 'version')
      return this.#refuse(
        'version',
        `this server speaks format version ${FORMAT_VERSION}, the client does not`,
      )
    const game = this.#options.game(hello.game)
    if (!game) return this.#refuse('refused', `there is no game '${hello.game}' here`)
    if (game.hash !== hello.hash)
      return this.#refuse(
        'schema',
        `the client has another version of '${game.name}': reload the page`,
      )
    const profile = readProfile(reader, game)
    if (!profile) return this.#refuse('bad-packet', 'malformed profile')
    this.#authenticate(game, hello, profile, arrivedAtMs)
  }

  #authenticate(game: AnyGame, hello: Hello, profile: object, arrivedAtMs: Ms): void {
    const { authenticate, clock } = this.#options
    const enter = (account: unknown, nowMs: Ms) => this.#enter(game, hello, profile, account, nowMs)
    if (!authenticate) return enter(undefined, arrivedAtMs)
    const refuse = (error: unknown) =>
      this.#refuse('refused', error instanceof Error ? error.message : String(error))
    const { room, token } = hello
    let account: unknown
    try {
      account = authenticate({ game: game.name, room, token, profile, request: this.#request })
    } catch (error) {
      return refuse(error)
    }
    if (!isPromise(account)) return enter(account, arrivedAtMs)
    account.then((value) => enter(value, clock.nowMs()), refuse)
  }

  #enter(game: AnyGame, hello: Hello, profile: object, account: unknown, nowMs: Ms): void {
    if (this.#isOver) return
    const { room: roomId, resumeKey } = hello
    const { room: open, onError } = this.#options
    try {
      const room = open(game, roomId)
      if (!room) return this.#refuse('full', 'this server has no place for another room')
      if (room.isOvertaken(resumeKey, this.#order)) return this.#refuse('replaced', GOES_ON)
      this.#inside = room.join(this.#link, profile, account, nowMs, resumeKey, this.#order)
    } catch (error) {
      this.#refuse('refused', 'the room could not be opened')
      if (!onError) throw error
      return onError(error)
    }
    if (this.#inside) this.#undoTimer()
    else this.#refuse('full', `room '${roomId}' is full`)
  }

  #refuse(reason: DisconnectReason, detail: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#undoTimer()
    this.#options.count(reason)
    const writer = new BitWriter(64)
    writeClose(writer, reason, detail)
    this.#link.send(writer.toBytes())
    this.#link.close(reason, detail)
  }
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null)?.then === 'function'
}

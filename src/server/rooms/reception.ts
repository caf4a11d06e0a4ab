import { cutText } from '../../base/characters.ts'
import type { Clock } from '../../base/clock.ts'
import { type DisconnectReason, GlissadeError } from '../../base/error.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Link, LinkReceiver } from '../../link/link.ts'
import { BitReader, BitWriter } from '../../wire/bits.ts'
import { type Hello, readHello, readProfile } from '../../wire/packets/handshake.ts'
import * as PACKET from '../../wire/packets/packet.ts'
import { FORMAT_VERSION, readClose, writeClose } from '../../wire/packets/packets.ts'
import { GOES_ON } from '../connection/peer.ts'
import type { RoomCore } from '../core.ts'
import type { AnyRoom } from '../define-room.ts'
import type { Claim } from '../players/claims.ts'
import { endOf, type PlayerReceiver, type Refusal } from '../players/player-receiver.ts'
import { coreOf, type Room } from '../room.ts'
import { ask, errorPlace, FAILED, isThenable, type OnError } from '../world/hooks.ts'
import type { Player } from '../world/world.ts'
import { AddressLimits } from './address-limits.ts'
import type { SlowRooms } from './slow-rooms.ts'

/** How long a connection may take to send HELLO. */
const HELLO_MS: Ms = 5000
/**
 * How long `authenticate` may take. A client waits 10 s for its answer, 8 s when it comes back, and has to learn why it is
 * refused.
 */
const AUTHENTICATE_MS: Ms = 7000
/** How often a client hears that its room is still opening. It gives up after 8 s of silence. */
const WAIT_EVERY_MS: Ms = 2000
/** The whole packet WAIT. */
const WAIT = /* @__PURE__ */ Uint8Array.of(PACKET.wait)
/** What a player reads whom the server refuses without words for players. */
const REFUSED = 'the server refused'

/** What `authenticate` is told of a client that wants to join. */
export interface Applicant {
  readonly game: string
  readonly room: string
  readonly token: string
  readonly profile: object
  /** What the transport knows of the connection: with `serve`, the `http.IncomingMessage` of its upgrade. */
  readonly request: unknown
}

/** What is known of a client that wants to join a room. Its `resumeKey` works only with the right `account`. */
export interface Visitor extends Claim {
  /** What the transport knows of the connection. */
  readonly request: unknown
  /** The address of the connection; '' if it is not known. */
  readonly address: string
}

/** A player who has a connection in a room. */
export interface Arrival {
  readonly room: Room
  readonly player: Player
  /** The address of the connection; '' if it is not known. */
  readonly address: string
  /** Whether the player had a place in the room already. */
  readonly isBack: boolean
}

/** Options of a reception. */
export interface ReceptionOptions {
  readonly clock: Clock
  /** Returns the room definition of the game with that name, or undefined. */
  definition(name: string): AnyRoom | undefined
  /**
   * Decides whether a client may enter a room of this process: null, or why not. Rooms may also be in other processes. Default:
   * all rooms are here.
   */
  readonly placeOf?:
    | ((game: AnyGame, id: string, visitor: Visitor) => Refusal | null | Promise<Refusal | null>)
    | undefined
  /** Returns where a room of another version of a game is, whose schema has this hash; null: nowhere. Default: null. */
  readonly elsewhere?:
    | ((game: string, hash: number, id: string) => Promise<Refusal | null> | null)
    | undefined
  /** Returns a room by its id, opened if necessary, or why not; undefined when no more rooms can be opened. */
  roomFor(definition: AnyRoom, id: string, visitor: Visitor): Room | Refusal | undefined
  /** Limits connections and joins by address. Default: `AddressLimits` without options. */
  readonly addresses?: AddressLimits | undefined
  /** Called with each player who has joined, or come back, and the address. */
  readonly joined?: ((arrival: Arrival) => void) | undefined
  /** Called when the connection of a player has ended, with what its end leaves: a kept place, or none. */
  readonly ended?:
    | ((arrival: Omit<Arrival, 'isBack'>, reason: DisconnectReason) => void)
    | undefined
  /**
   * Decides who may join. What it returns or promises becomes `player.account`. To refuse a client, it throws: the player
   * reads the message of a `GlissadeError` with the code `refused`. Any other error goes to `onError`, and the player reads
   * `the server refused`. It is called for clients that come back too: with the same account, a resume key gives such a client
   * its earlier profile and `account`. A promise that takes longer than 7 s refuses with `timeout`. Default: everybody.
   */
  readonly authenticate?: ((applicant: Applicant) => unknown) | undefined
  /**
   * Called with the errors of `authenticate`, even when its client has gone, and with those of the game while a room opens.
   * The client is refused. Also called when `authenticate` takes too long. Default: errors are thrown on.
   */
  readonly onError?: OnError | undefined
  /** Notes how long each packet takes in its room: `move` runs there unless the game has shared ticks. Default: none. */
  readonly slow?: SlowRooms | undefined
  /** Counts connections that ended before they reached a room. `detail` is text for people. */
  count(reason: DisconnectReason, detail: string, address: string): void
}

/**
 * Receives connections. It reads the HELLO of each, checks version, game and schema, asks `authenticate`, and hands the
 * connection to its room, or refuses it with a reason that a person can read.
 */
export class Reception {
  readonly #options: ReceptionOptions
  readonly #addresses: AddressLimits
  #accepted = 0

  constructor(options: ReceptionOptions) {
    this.#options = options
    this.#addresses = options.addresses ?? new AddressLimits()
  }

  /**
   * Accepts a new connection. `request` goes to `authenticate`. `address`: where the connection comes from, for
   * `AddressLimits`. Default '', which has no limits.
   */
  accept(link: Link, request?: unknown, address = ''): void {
    this.#addresses.connected(address)
    const order = ++this.#accepted
    const incoming = { address, request, order }
    link.open(new PendingConnection(link, this.#options, this.#addresses, incoming))
  }
}

/** A connection that was accepted. */
interface Incoming {
  readonly address: string
  /** The request that opened it, for `authenticate` and the like. */
  readonly request: unknown
  /** Its place among the connections that were accepted. */
  readonly order: number
}

/** One connection. Handles all packets until its HELLO is accepted, and then stands between link and room. */
class PendingConnection implements LinkReceiver {
  readonly #link: Link
  readonly #options: ReceptionOptions
  readonly #addresses: AddressLimits
  readonly #address: string
  readonly #order: number
  /** Dropped once the connection is in a room, which has no use for it. */
  #request: unknown
  #undoTimer: () => void
  #hello: Uint8Array | null = null
  #inside: PlayerReceiver | null = null
  #room: Room | null = null
  #isOver = false

  constructor(link: Link, options: ReceptionOptions, addresses: AddressLimits, incoming: Incoming) {
    this.#link = link
    this.#options = options
    this.#addresses = addresses
    this.#request = incoming.request
    this.#address = incoming.address
    this.#order = incoming.order
    this.#undoTimer = options.clock.after(HELLO_MS, () => this.#refuse('timeout', 'no HELLO came'))
  }

  packet(bytes: Uint8Array, arrivedAtMs: Ms): void {
    if (this.#isOver) return
    const isHello = bytes[0] === PACKET.hello
    if (isHello && this.#hello && this.#link.kind === 'datagram' && same(bytes, this.#hello))
      this.#inside?.welcome(arrivedAtMs)
    else if (this.#inside) this.#pass(this.#inside, bytes, arrivedAtMs)
    else if (this.#hello)
      this.#refuse(
        isHello ? 'second-hello' : 'bad-packet',
        'the client sent a packet before WELCOME',
      )
    else if (isHello) this.#greet(bytes, arrivedAtMs)
    else if (bytes[0] === PACKET.close && readClose(new BitReader().start(bytes.subarray(1))))
      this.#refuse('left', '')
    else this.#refuse('bad-packet', 'the first packet must be HELLO')
  }

  #pass(player: PlayerReceiver, bytes: Uint8Array, arrivedAtMs: Ms): void {
    const { slow, clock } = this.#options
    if (!slow || !this.#room) return player.packet(bytes, arrivedAtMs)
    const startMs = clock.nowMs()
    player.packet(bytes, arrivedAtMs)
    slow.note(coreOf(this.#room), startMs, clock.nowMs(), 0)
  }

  closed(reason: DisconnectReason, detail: string): void {
    this.#undoTimer()
    this.#addresses.disconnected(this.#address)
    if (this.#inside && this.#room) this.#leave(this.#inside, this.#room, reason, detail)
    else if (!this.#isOver) this.#options.count(endOf(reason), detail, this.#address)
    this.#isOver = true
  }

  #leave(inside: PlayerReceiver, room: Room, reason: DisconnectReason, detail: string): void {
    const { player } = inside
    // The room has no such peer any more if it has ended the connection itself.
    const isByClient = coreOf(room).peers.get(player.id)?.link === this.#link
    inside.closed(reason, detail)
    const address = this.#address
    this.#addresses.placeGiven(address)
    this.#options.ended?.({ room, player, address }, isByClient ? endOf(reason) : reason)
  }

  #greet(bytes: Uint8Array, arrivedAtMs: Ms): void {
    this.#hello = bytes.slice()
    const mayJoin = this.#addresses.mayJoin(this.#address, arrivedAtMs)
    const reader = new BitReader().start(this.#hello)
    reader.read(8)
    const hello = readHello(reader)
    if (!mayJoin) {
      // A client that comes back tries again: many do at once when a room has moved.
      const comesBack = typeof hello === 'object' && hello.held.tick >= 0
      const reason = comesBack ? 'timeout' : 'refused'
      return this.#refuse(reason, 'too many joins from this address: try again in a moment')
    }
    if (hello === 'bad-packet') return this.#refuse('bad-packet', 'malformed HELLO')
    if (hello === 'version')
      return this.#refuse(
        'version',
        `this server speaks format version ${FORMAT_VERSION}, the client does not`,
      )
    const definition = this.#options.definition(hello.game)
    const game = definition?.game
    if (!game) return this.#refuse('refused', `there is no game '${hello.game}' here`)
    if (game.hash !== hello.hash) return this.#refuseVersion(hello)
    const profile = readProfile(reader, game)
    if (!profile) return this.#refuse('bad-packet', 'malformed profile')
    this.#authenticate(definition, hello, profile, arrivedAtMs)
  }

  /** Sends a client with another version of the game to the process that has its room. Refuses it if there is none. */
  #refuseVersion({ game, hash, room }: Hello): void {
    const refusal: Refusal = {
      reason: 'schema',
      detail: `the client has another version of '${game}': reload the page`,
    }
    const place = this.#options.elsewhere?.(game, hash, room) ?? null
    this.#whenKnown(game, room, place, (found) => {
      const { reason, detail } = found ?? refusal
      this.#refuse(reason, detail)
    })
  }

  /** Calls `then` at once, or when a promise has been kept. */
  #whenKnown<T>(
    game: string,
    room: string,
    value: T | PromiseLike<T>,
    then: (value: T) => void,
  ): void {
    if (isThenable(value))
      this.#settle(game, room, Promise.resolve(value as PromiseLike<T>).then(then))
    else then(value as T)
  }

  /** Handles a rejection: refuses the client. */
  #settle(game: string, room: string, promise: Promise<unknown>): void {
    promise.catch((error) => {
      this.#refuse('refused', REFUSED)
      if (this.#options.onError) this.#report(error, game, room, undefined)
      // The clock throws it on. Thrown inside a promise, it would be an unhandled rejection.
      else
        this.#options.clock.after(0, () => {
          throw error
        })
    })
  }

  #authenticate(definition: AnyRoom, hello: Hello, profile: object, arrivedAtMs: Ms): void {
    const { game } = definition
    const { authenticate, clock } = this.#options
    const enter = (account: unknown, nowMs: Ms) =>
      this.#locate(definition, hello, profile, account, nowMs)
    const { room, token } = hello
    if (!authenticate) return enter(this.#made(definition, room), arrivedAtMs)
    const request = this.#request
    let account: unknown
    try {
      account = authenticate({ game: game.name, room, token, profile, request })
    } catch (error) {
      return this.#turnAway(error, game.name, room)
    }
    if (!isThenable(account)) return enter(account, arrivedAtMs)
    this.#undoTimer()
    this.#undoTimer = clock.after(AUTHENTICATE_MS, () => this.#turnAwayLate(game.name, room))
    const entering = Promise.resolve(account).then(
      (value) => enter(value, clock.nowMs()),
      (error) => this.#turnAway(error, game.name, room),
    )
    this.#settle(game.name, room, entering)
  }

  /** Returns the account of a client whom nobody authenticates. */
  #made({ game, definition }: AnyRoom, room: string): unknown {
    const where = errorPlace({ game: game.name, room, hook: 'account' })
    const account = ask(this.#options.onError, where, () => definition.account?.())
    return account === FAILED || isThenable(account) ? undefined : account
  }

  /** Refuses after an error of `authenticate`. A message for the player goes to the player, all else to the operator alone. */
  #turnAway(error: unknown, game: string, room: string): void {
    const isForPlayer = error instanceof GlissadeError && error.code === 'refused'
    this.#refuse('refused', isForPlayer ? error.message : REFUSED)
    if (!isForPlayer) this.#report(error, game, room, 'authenticate')
  }

  /** Refuses because `authenticate` took too long. Strangers choose the room's name, so it is quoted. */
  #turnAwayLate(game: string, room: string): void {
    this.#refuse('timeout', 'the server took too long to decide')
    const said = `authenticate took longer than ${AUTHENTICATE_MS / 1000} s`
    const where = `game '${game}', room ${JSON.stringify(room)}`
    const place = errorPlace({ game, room, hook: 'authenticate' })
    this.#options.onError?.(new GlissadeError('timeout', `${said}: ${where}`), place)
  }

  /** Lets the client enter if its room is here. */
  #locate(definition: AnyRoom, hello: Hello, profile: object, account: unknown, nowMs: Ms): void {
    const { placeOf, clock } = this.#options
    if (!placeOf) return this.#enter(definition, hello, profile, account, nowMs)
    const { resumeKey, room } = hello
    const visitor = { request: this.#request, address: this.#address, resumeKey, account }
    const place = placeOf(definition.game, room, visitor)
    const isKnown = !isThenable(place)
    this.#whenKnown(definition.game.name, room, place, (refusal) => {
      // A client that comes back tries again, because its room may be on the way from one process to another.
      const comesBack = refusal && refusal.reason !== 'moved' && hello.held.tick >= 0
      if (comesBack) this.#refuse('timeout', refusal.detail)
      else if (refusal) this.#refuse(refusal.reason, refusal.detail)
      else this.#enter(definition, hello, profile, account, isKnown ? nowMs : clock.nowMs())
    })
  }

  #enter(definition: AnyRoom, hello: Hello, profile: object, account: unknown, nowMs: Ms): void {
    if (this.#isOver) return
    const { room: roomId, resumeKey, held } = hello
    const { joined } = this.#options
    try {
      const address = this.#address
      const visitor = { request: this.#request, address, resumeKey, account }
      const room = this.#options.roomFor(definition, roomId, visitor)
      if (!room) return this.#refuse('full', 'this server has no place for another room')
      if ('reason' in room) return this.#refuse(room.reason, room.detail)
      if (coreOf(room).isOpening(nowMs))
        return this.#waitFor(coreOf(room), () =>
          this.#enter(definition, hello, profile, account, this.#options.clock.nowMs()),
        )
      if (coreOf(room).isOvertaken(visitor, this.#order)) return this.#refuse('replaced', GOES_ON)
      const { resumes } = room.stats
      const newcomer = { profile, account, resumeKey, held, order: this.#order }
      const inside = room.join(this.#link, newcomer, nowMs)
      if (!inside) return this.#refuse('full', whyFull(room))
      if ('reason' in inside) return this.#refuse(inside.reason, inside.detail)
      this.#inside = inside
      this.#room = room
      this.#addresses.placeTaken(address)
      const isBack = room.stats.resumes > resumes
      joined?.({ room, player: inside.player, address, isBack })
    } catch (error) {
      this.#refuse('refused', 'the room could not be opened')
      return this.#report(error, definition.game.name, roomId, undefined)
    }
    this.#undoTimer()
    this.#undoTimer = nothing
    this.#request = undefined
    // On a datagram link the same HELLO may come again.
    if (this.#link.kind === 'ordered') this.#hello = null
  }

  /** Tells the client to wait until the game has opened the room, and then lets it in by `enter`. */
  #waitFor(room: RoomCore, enter: () => void): void {
    const { clock } = this.#options
    let isOver = false
    const look = (): void => {
      this.#undoTimer()
      if (this.#isOver || isOver) return
      if (room.isOpening(clock.nowMs())) {
        this.#link.send(WAIT)
        this.#undoTimer = clock.after(WAIT_EVERY_MS, look)
        return
      }
      isOver = true
      const { failedToOpen } = room
      if (failedToOpen) this.#refuse(failedToOpen.reason, failedToOpen.detail)
      else enter()
    }
    look()
    if (room.opening) this.#settle(room.game.name, room.id, room.opening.settled.then(look))
  }

  #report(error: unknown, game: string, room: string, hook: string | undefined): void {
    const { onError } = this.#options
    if (!onError) throw error
    onError(error, errorPlace({ game, room, hook }))
  }

  #refuse(reason: DisconnectReason, detail: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#undoTimer()
    this.#options.count(reason, detail, this.#address)
    const writer = new BitWriter(64)
    writeClose(writer, reason, cutText(detail, 255))
    this.#link.send(writer.toBytes())
    this.#link.close(reason, detail)
  }
}

function whyFull({ id, isLocked }: Room): string {
  const room = id === '' ? 'the room' : `room '${id}'`
  return `${room} ${isLocked ? 'takes no new players for now' : 'is full'}`
}

function nothing(): void {}

function same(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

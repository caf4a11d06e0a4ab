import { type DisconnectReason, GlissadeError } from '../base/error.ts'
import { Random } from '../base/random.ts'
import { from0 } from '../base/settings.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick, type Tick } from '../base/units.ts'
import { checkGame } from '../game/check-game.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { ProfileOf, WorldOf } from '../game/parts.ts'
import type { EventAudience, Player, StepContext, World } from '../game/world.ts'
import { toJson } from '../link/json.ts'
import type { Link } from '../link/link.ts'
import { MAX_MESSAGE } from '../wire/limits.ts'
import type { ResumeKey } from '../wire/packets/handshake.ts'
import { inputsOf } from './authority/authority.ts'
import { Budget } from './authority/budget.ts'
import type { InputAuthority } from './authority/input-steps.ts'
import { Faults } from './faults.ts'
import type { RoomHost } from './host.ts'
import { Outbox } from './outbox.ts'
import { PacketReader } from './packet-reader.ts'
import { Pauses, TIMEOUT_MS } from './pauses.ts'
import { GOES_ON, Peer } from './peer.ts'
import { Absences, type Place } from './players/absences.ts'
import { type Claim, Claims } from './players/claims.ts'
import { FloodGuard } from './players/flood-guard.ts'
import { PlayerIds } from './players/player-ids.ts'
import { PeerSeat, type Seat, type SeatHost } from './players/seat.ts'
import { Snapshots } from './replication/snapshots.ts'
import { RoomClock } from './room-clock.ts'
import type { RoomOptions, SendOptions } from './room-options.ts'
import { maxPlayersOf, quietTicksOf, tiedStepOf } from './room-options.ts'
import { emptyRoomStats, type RoomStats } from './stats.ts'
import { roomAudience } from './world/audience.ts'
import { Entities } from './world/entities.ts'
import { RoomEvents } from './world/events.ts'
import { RoomWorld } from './world/world.ts'

/** How long a place is kept: a reload with time to spare, and not much longer than a closed tab should stand about. */
const RESUME_MS: Ms = 10_000

/**
 * One running game: the authority over its world. Pure: it gets time by `advance` and packets by its links, so it
 * runs in Node, in a worker and in a test alike. `serve` makes and drives rooms; use this class to do it yourself.
 */
export class Room<G extends AnyGame = AnyGame> implements RoomHost, SeatHost {
  readonly game: G
  readonly id: string
  readonly maxPlayers: number
  readonly stats: RoomStats = emptyRoomStats()
  /** Everybody in the room, in the order of joining; also those whose connection broke a moment ago. */
  readonly players: Player[] = []
  /** What the game's server functions get. For tests, bots and admin pages. */
  readonly world: WorldOf<G>
  readonly gameWorld: World
  readonly entities: Entities
  readonly events: RoomEvents
  readonly random: Random
  readonly peers: Map<number, Peer> = new Map()
  readonly peerList: Peer[] = []
  /** Steps run so far. */
  tick: Tick = 0
  /** The present, as `advance` was told last. */
  nowMs: Ms
  /** Whether `close` was called. */
  isClosed = false
  readonly #context: { -readonly [K in keyof StepContext]: StepContext[K] }
  readonly #inputs: InputAuthority
  readonly #snapshots: Snapshots
  readonly #reader: PacketReader
  readonly #outbox: Outbox
  readonly #onError: RoomOptions['onError']
  readonly #faults: Faults
  readonly #guard: NonNullable<RoomOptions['guard']>
  readonly #claims: Claims
  readonly #resumeMs: Ms
  readonly #absences: Absences
  readonly #playerIds = new PlayerIds()
  readonly #listeners = new Set<(player: Player<never>, message: unknown) => void>()
  readonly #clock: RoomClock
  readonly #pauses: Pauses
  #networkTick = 0
  /** Whose inputs have their turn: a place in `peerList`. */
  #turn = 0

  constructor(game: G, options: RoomOptions) {
    const { id = '', seed = 1, nowMs } = options
    checkGame(game)
    this.game = game
    this.id = id
    this.maxPlayers = maxPlayersOf(options)
    this.#outbox = new Outbox(this.stats, id)
    this.#guard = options.guard ?? ((now, stepMs) => new Budget(now, stepMs))
    this.#resumeMs = from0(options.resumeMs ?? RESUME_MS, 'resumeMs')
    this.random = new Random(seed)
    this.#claims = new Claims(options.newKey, options.sameAccount)
    this.entities = new Entities(game)
    this.events = new RoomEvents(game)
    this.#context = { tick: 0, timeMs: 0, dtSeconds: 1 / game.stepHz }
    this.#snapshots = new Snapshots(this, quietTicksOf(options, game.sendHz))
    this.#inputs = inputsOf(this)
    this.#reader = new PacketReader(this, this.#inputs)
    this.#onError = options.onError
    this.#faults = new Faults(options.onError, this.stats)
    this.#absences = new Absences(this.#claims, options.onAway)
    this.#clock = new RoomClock(game.stepMs, nowMs)
    this.#pauses = new Pauses(this, this.#clock, this.#inputs, this.#absences)
    this.nowMs = nowMs
    this.gameWorld = new RoomWorld(this)
    this.world = this.gameWorld as WorldOf<G>
    try {
      game.definition.open?.(this.gameWorld)
    } catch (error) {
      this.pardon(error)
    }
  }

  /** The room's time at a moment of the clock. */
  subTicksAt(nowMs: Ms): SubTick {
    return this.#clock.subTicksAt(nowMs)
  }

  /** The network tick to come. */
  get nextNetworkTick(): number {
    return this.#networkTick + 1
  }

  /** What the room has learned by `coding: tables()`, for `tables` as its frozen ones; empty before, and without it. */
  get tables(): Uint8Array {
    return this.#snapshots.learned
  }

  /** When `advance` has something to do next. */
  get nextDueMs(): Ms {
    return this.#clock.msAt(this.#nextDue)
  }

  get #nextDue(): SubTick {
    const step = (this.tick + 1) * SUBTICKS_PER_STEP
    return Math.min(step, this.nextNetworkTick * this.game.sendSubTicks)
  }

  /** Runs all steps and network ticks that are due at `nowMs`. */
  advance(nowMs: Ms): void {
    if (this.isClosed) return
    this.#pauses.leaveOut(nowMs, this.#nextDue)
    this.nowMs = nowMs
    try {
      this.#runDue(this.subTicksAt(nowMs))
    } catch (error) {
      // Functions of a step are pardoned where they are called. A rule of `interest` leaves snapshots half sent.
      this.#breakDown(error)
    }
  }

  #runDue(now: SubTick): void {
    for (let due = this.#nextDue; due <= now; due = this.#nextDue) {
      if (due === (this.tick + 1) * SUBTICKS_PER_STEP) this.#step(due)
      else this.#send()
      if (this.isClosed) return
    }
  }

  /**
   * Lets a player in, whose HELLO was good. `Reception` calls it. Returns what the link's packets go to, or null when the
   * room is full. `account` is what `authenticate` returned. A client that shows the `resumeKey` of a player who is here,
   * or was a moment ago, and has the same account, is that player again, with its earlier profile and account: the game's
   * `join` is not called. `order` is the place of the link among those accepted.
   */
  join(
    link: Link,
    profile: object,
    account: unknown,
    nowMs: Ms,
    resumeKey: ResumeKey = [0, 0],
    order = 0,
  ): Seat | null {
    if (this.isClosed) return null
    this.#pauses.leaveOut(nowMs, this.#nextDue)
    const before = this.#resumed({ resumeKey, account })
    if (!before && this.players.length >= this.maxPlayers) return null
    const now = Math.max(before?.moveTime ?? 0, this.subTicksAt(nowMs))
    const place = before ?? {
      player: { id: this.#playerIds.next(this.players), profile, account } as never,
      resumeKey: this.#claims.newKey(),
      guard: this.#guard(now, this.game.stepMs),
      flood: new FloodGuard(nowMs),
      moveTime: now,
    }
    const { player } = place
    const owner = this.entities.ownerOf(player.id)
    const peer = new Peer(this.game, place, link, owner, now, nowMs, order)
    this.peers.set(player.id, peer)
    this.peerList.push(peer)
    if (!before) this.players.push(player)
    this.#outbox.welcome(peer, now, nowMs)
    try {
      if (!before) this.game.definition.join?.(this.gameWorld, player)
    } catch (error) {
      this.#fail(error)
    }
    return new PeerSeat(this, peer, now)
  }

  /** Whether the player that this claim belongs to has a place here, connected or kept: coming back takes no other. */
  hasPlaceOf(claim: Claim): boolean {
    return this.#absences.hasPlaceOf(claim) || this.isOvertaken(claim, Number.NEGATIVE_INFINITY)
  }

  /** Whether the claim's player is now at a link accepted after `order`: what an older link says then comes too late. */
  isOvertaken(claim: Claim, order: number): boolean {
    return this.peerList.some((peer) => peer.order > order && this.#claims.isFor(peer, claim))
  }

  /**
   * Sends a message to a player; in order, and reliable as long as the connection lasts: who has lost it misses what
   * is sent meanwhile, and what was under way. Throws `misuse` when the game has no `messages`, when it is no JSON value, longer than 16,383 characters or
   * nested more than 64 deep. A player who leaves 1024 messages, or 1,048,576 characters, unacknowledged is dropped as
   * `too-slow`.
   */
  send(player: Player, message: unknown, options: SendOptions = {}): void {
    if (!this.game.definition.messages)
      throw new GlissadeError('misuse', 'send: the game needs messages: jsonMessages()')
    const peer = this.peers.get(player.id)
    const step = tiedStepOf(options, this.tick)
    if (!peer) return
    if (peer.messages.queue(toJson(message, MAX_MESSAGE), step))
      this.#outbox.flush(peer, this.nowMs)
    else this.drop(peer, 'too-slow', 'too many messages wait')
  }

  /** Sends a message to everybody. */
  broadcast(message: unknown, options: SendOptions = {}): void {
    for (const player of [...this.players]) this.send(player, message, options)
  }

  /** Calls `listener` for each message of a player. Returns its undo. */
  onMessage(
    listener: (player: Player<never> & { profile: ProfileOf<G> }, message: unknown) => void,
  ): () => void {
    const added = listener as (player: Player<never>, message: unknown) => void
    this.#listeners.add(added)
    return () => this.#listeners.delete(added)
  }

  /** Ends a player's connection, or gives up the place of one who lost it; `detail` is shown to them. */
  kick(player: Player, detail = ''): void {
    const peer = this.peers.get(player.id)
    if (peer) this.drop(peer, 'kicked', detail)
    else if (this.#absences.takePlayer(player)) this.#forget(player)
  }

  /** Ends everybody's connection. The room does nothing after that. */
  close(): void {
    for (const peer of [...this.peers.values()]) this.drop(peer, 'server-closed', '')
    this.#forgetDue(Infinity)
    this.isClosed = true
  }

  /** Ends a connection with a reason that the client is told and a counter that moves. */
  drop(peer: Peer, reason: DisconnectReason, detail: string): void {
    if (!peer.isOpen) return
    this.#outbox.close(peer, reason, detail)
    try {
      this.left(peer, reason)
    } finally {
      peer.link.close(reason, detail)
    }
  }

  packet(peer: Peer, bytes: Uint8Array, arrivedAtMs: Ms): void {
    if (!peer.isOpen) return
    this.#pauses.leaveOut(arrivedAtMs, this.#nextDue)
    this.stats.packetsIn++
    this.stats.bytesIn += bytes.length
    try {
      const offence = this.#reader.read(peer, bytes, arrivedAtMs)
      if (offence) this.drop(peer, offence, '')
    } catch (error) {
      this.#fail(error)
    }
  }

  welcomeAgain(peer: Peer, now: SubTick, arrivedAtMs: Ms): void {
    peer.heardAtMs = arrivedAtMs
    const isTaken = peer.flood.takeHello(arrivedAtMs)
    if (isTaken) this.#outbox.welcomeAgain(peer, now, arrivedAtMs)
    else this.drop(peer, 'flood', '')
  }

  left(peer: Peer, reason: DisconnectReason): void {
    if (!peer.isOpen) return
    peer.isOpen = false
    this.stats.closed[reason]++
    this.peers.delete(peer.player.id)
    const place = this.peerList.indexOf(peer)
    this.peerList.splice(place, 1)
    if (place <= this.#turn) this.#turn--
    if (reason === 'replaced') return
    const isLost = reason === 'lost' || reason === 'timeout'
    if (isLost && this.#resumeMs > 0) this.#absences.add(peer, this.nowMs + this.#resumeMs)
    else this.#forget(peer.player)
  }

  raise(event: string, data: object, audience?: EventAudience): void {
    const kind = this.events.kind(event)
    const stamp = this.tick * SUBTICKS_PER_STEP
    const heardBy = roomAudience(this, event, audience)
    this.events.add(kind, data, stamp, this.nextNetworkTick, null, heardBy)
  }

  /** Hands a player's message to the listeners, unless one of them has just ended the connection. */
  deliver(peer: Peer, message: unknown): void {
    if (!peer.isOpen) return
    try {
      for (const listener of this.#listeners) listener(peer.player as Player<never>, message)
    } catch (error) {
      if (this.#faults.goesOn(error, this.nowMs)) return
      if (!this.#onError) throw error
      this.#onError(error)
    }
  }

  pardon(error: unknown): void {
    if (!this.#faults.goesOn(error, this.nowMs)) throw error
  }

  #step(at: SubTick): void {
    this.tick++
    for (this.#turn = 0; this.#turn < this.peerList.length; this.#turn++)
      this.#inputs.step(this.peerList[this.#turn]!, at)
    this.#absences.step(this.#inputs, at, this.nowMs)
    this.entities.follow(this.tick)
    this.#context.tick = this.tick
    this.#context.timeMs = this.tick * this.game.stepMs
    try {
      this.game.definition.update?.(this.gameWorld, this.#context)
    } catch (error) {
      this.pardon(error)
    }
    this.entities.note(this)
  }

  #send(): void {
    const tick = ++this.#networkTick
    // Backwards, for a dropped peer leaves the list, and the game's `leave` may send others after it.
    for (let i = this.peerList.length - 1; i >= 0; i--) {
      const peer = this.peerList[i]
      if (!peer) continue
      if (this.nowMs - peer.heardAtMs > TIMEOUT_MS) this.drop(peer, 'timeout', '')
      else if (peer.isTooSlow(this.nowMs)) this.drop(peer, 'too-slow', 'the line takes nothing')
      else {
        if (peer.keepTime(tick, this.nowMs)) this.stats.rebases++
        this.#outbox.flush(peer, this.nowMs)
      }
    }
    this.#forgetDue(this.nowMs)
    this.#snapshots.nowMs = this.nowMs
    this.#snapshots.send(tick)
  }

  #fail(error: unknown): void {
    if (!this.#faults.goesOn(error, this.nowMs)) this.#breakDown(error)
  }

  #breakDown(error: unknown): void {
    if (!this.#onError) throw error
    if (this.isClosed) return
    this.isClosed = true
    for (const peer of [...this.peers.values()])
      this.drop(peer, 'server-closed', 'the room has failed')
    this.#forgetDue(Infinity)
    this.#onError(error)
  }

  /** Takes out the player that this claim belongs to and ends its connection, whose own end may come later than this. */
  #resumed(claim: Claim): Place | undefined {
    const peer = this.peerList.find((one) => this.#claims.isFor(one, claim))
    if (peer) this.drop(peer, 'replaced', GOES_ON)
    const before = peer ?? this.#absences.takeClaimed(claim)
    if (before) this.stats.resumes++
    return before
  }

  #forgetDue(nowMs: Ms): void {
    for (let away = this.#absences.takeDue(nowMs); away; away = this.#absences.takeDue(nowMs))
      this.#forget(away.player)
  }

  #forget(player: Player): void {
    this.players.splice(this.players.indexOf(player), 1)
    try {
      this.game.definition.leave?.(this.gameWorld, player)
    } catch (error) {
      this.#fail(error)
    } finally {
      this.entities.forget(player.id, this.nextNetworkTick)
    }
  }
}

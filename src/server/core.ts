import { type DisconnectReason, GlissadeError } from '../base/error.ts'
import { Random } from '../base/random.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick, type Tick } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Link } from '../link/link.ts'
import { NOTHING_HELD } from '../wire/packets/handshake.ts'
import { AsyncOpen, type Opened } from './async-open.ts'
import type { Authority } from './authority/authority.ts'
import { authorityOf } from './authority/authority-of.ts'
import { GOES_ON, Peer } from './connection/peer.ts'
import { type AnyRoom, aRoom, limitsOf } from './define-room.ts'
import { HeldPackets } from './held-packets.ts'
import type { RoomHost } from './host.ts'
import { Joining } from './joining.ts'
import { RoomMessages } from './messages.ts'
import { Outbox } from './outbox.ts'
import { PacketReader } from './packet-reader.ts'
import { Pauses, TIMEOUT_MS } from './pauses.ts'
import { type Claim, type Newcomer, NO_RESUME_KEY } from './players/claims.ts'
import { OpenSeats } from './players/open-seats.ts'
import type { Place } from './players/place.ts'
import {
  PeerReceiver,
  type PlayerReceiver,
  type ReceiverHost,
  type Refusal,
} from './players/player-receiver.ts'
import { Seats } from './players/seats.ts'
import { Snapshots } from './replication/snapshots.ts'
import { restoreRoom } from './restore-room.ts'
import { RoomClock } from './room-clock.ts'
import {
  failedUpdatesOf,
  maxPlayersOf,
  quietTicksOf,
  type RoomOptions,
  resumeMsOf,
} from './room-options.ts'
import { RoomWorld } from './room-world.ts'
import { type Archive, archiveNetworkTick, check } from './save/archive.ts'
import { archiveRandom } from './save/shared-parts.ts'
import type { Saved } from './saved/migrate.ts'
import { openSave, saveRoom } from './saved/save-room.ts'
import { archiveStats, emptyRoomStats, type RoomStats } from './stats.ts'
import { Entities } from './world/entities.ts'
import { RoomEvents } from './world/events.ts'
import { Hooks, isThenable, noPromise } from './world/hooks.ts'
import { Listing } from './world/listing.ts'
import { Roster } from './world/roster.ts'
import type { Player, StepContext, World } from './world/world.ts'

/** What those read who wait for a room that opens, if they have to wait too long. */
const NOT_OPENED: Refusal = { reason: 'refused', detail: 'the room could not be opened' }
const OPENS_TOO_SLOWLY: Refusal = { reason: 'refused', detail: 'the room took too long to open' }
const STILL_OPENING: Refusal = { reason: 'timeout', detail: 'the room is still opening' }
/** How often a room looks whether it has opened. */
const OPENING_EVERY_MS: Ms = 50

/** The parts of a `Room`: its members, its world, and the loops that run steps and send snapshots. */
export class RoomCore implements RoomHost, ReceiverHost<Peer> {
  readonly game: AnyGame
  readonly rules: AnyRoom['definition']
  readonly id: string
  readonly maxPlayers: number
  readonly stats: RoomStats = emptyRoomStats()
  readonly listing: Listing
  readonly openSeats: OpenSeats = new OpenSeats()
  readonly seats: Seats
  readonly world: World
  readonly entities: Entities
  readonly events: RoomEvents
  readonly random: Random
  readonly authority: Authority
  readonly peers: Map<number, Peer> = new Map()
  readonly peerList: Peer[] = []
  readonly messages: RoomMessages
  /** Calls the game's functions, and handles what they throw. */
  readonly hooks: Hooks
  /** Steps run so far. */
  tick: Tick = 0
  /** The present, as of the last `advance`. */
  nowMs: Ms
  isClosed = false
  /** What the room waits for before anybody may join; null: nothing. */
  opening: AsyncOpen | null = null
  /** Why the room has never opened; null: it has, or may still do. */
  failedToOpen: Refusal | null = null
  readonly #context: { -readonly [K in keyof StepContext]: StepContext[K] }
  readonly #snapshots: Snapshots
  readonly #roster = new Roster(this)
  readonly #reader: PacketReader
  readonly #outbox: Outbox
  readonly resumeMs: Ms
  readonly clock: RoomClock
  readonly #pauses: Pauses
  readonly #held = new HeldPackets()
  /** Network ticks sent so far. */
  networkTick = 0
  #hasEnded = false
  readonly #joining: Joining
  /** The place in `peerList` of the player whose inputs are being applied. */
  #turn = 0

  /** `saved`: what to go on from; otherwise the room opens. */
  constructor(room: AnyRoom, given: RoomOptions, saved?: Saved) {
    const { game, definition } = aRoom(room, 'new Room')
    const options = { ...given, ...limitsOf(definition, given) }
    this.listing = new Listing(given.details)
    const opened = saved && openSave(game, saved.bytes, given.nowMs, this)
    const { id = opened?.id ?? '', seed = 1, nowMs } = options
    this.game = game
    this.rules = definition
    this.id = id
    this.maxPlayers = this.listing.mostPlayers(maxPlayersOf(options))
    const { onError } = options
    this.hooks = new Hooks(this, { onError, failedUpdates: failedUpdatesOf(options), nowMs })
    this.#outbox = new Outbox(this.stats, id)
    this.resumeMs = resumeMsOf(options)
    this.random = new Random(seed)
    this.messages = new RoomMessages(this, this.#outbox)
    this.entities = new Entities(game, this.hooks)
    this.seats = new Seats(this, options)
    this.#joining = new Joining(this)
    this.events = new RoomEvents(game)
    this.#context = { tick: 0, timeMs: 0, dtSeconds: 1 / game.stepHz }
    this.#snapshots = new Snapshots(this, quietTicksOf(options, game.sendHz))
    this.authority = authorityOf(this)
    this.#reader = new PacketReader(this)
    this.clock = new RoomClock(game.stepMs, nowMs)
    this.#pauses = new Pauses(this, this.clock, this.seats.away)
    this.nowMs = nowMs
    const state = opened
      ? restoreRoom(this, opened, saved.migrate)
      : (this.#opening('state', definition.state) ?? {})
    this.world = new RoomWorld(this, state)
    if (!opened) this.#opening('open', definition.open, this.world)
  }

  /**
   * Whether the game's `open` is still waiting for something at `nowMs`. Once it is not, the room's time begins, or the room
   * closes and `failedToOpen` says why.
   */
  isOpening(nowMs: Ms): boolean {
    const { opening } = this
    if (!opening || this.isClosed) return false
    this.nowMs = nowMs
    const opened = opening.at(nowMs)
    if (!opened) return true
    this.opening = null
    if (opened === 'open') this.clock.begin(this.tick, nowMs)
    else {
      const isLate = nowMs >= opening.untilMs
      this.failedToOpen = isLate ? OPENS_TOO_SLOWLY : NOT_OPENED
      this.#hasEnded = true
      this.hooks.breakDown('open', opened.error)
    }
    return false
  }

  /** Waits for `open` no longer. `refusal`: for those who wait for the room. */
  #stopOpening(refusal: Refusal): void {
    this.opening?.giveUp()
    this.opening = null
    this.failedToOpen = refusal
  }

  /** Handles the end of an `open` for which the room does not wait any longer. A game closes what it has opened. */
  #openedLate(opened: Opened): void {
    if (opened === 'open') this.hooks.call('close', null, this.rules.close, this.world)
    else this.hooks.inCall('open', null, opened.error)
  }

  /** Calls what makes the room. Reports an error and throws it on, unless it is `stale`. */
  #opening(hook: string, fn: ((world: World) => unknown) | undefined, world?: World): unknown {
    try {
      const result = fn?.(world!)
      if (hook === 'open' && isThenable(result))
        this.opening = new AsyncOpen(result, this.nowMs, (late) => this.#openedLate(late))
      else noPromise(hook, result)
      return result
    } catch (error) {
      if (this.hooks.isStale(error)) return this.hooks.inCall(hook, null, error)
      this.hooks.beforeOpening(hook, error)
      throw error
    }
  }

  /** See `Room.save`. */
  save(): Uint8Array {
    if (this.opening) throw new GlissadeError('misuse', 'save: the room is still opening')
    const { state } = this.world
    return saveRoom(this, this.rules.save ? noPromise('save', this.rules.save(state)) : state)
  }

  /** What is neither an entity's nor a player's own. */
  archive(archive: Archive): void {
    this.networkTick = archiveNetworkTick(archive, this.networkTick)
    archiveRandom(archive, this.random)
    this.clock.archive(archive, this.tick, this.nowMs)
    const { sendSubTicks } = this.game
    // Neither is far ahead of the other, because the room would have to catch up.
    const apart = this.tick * SUBTICKS_PER_STEP - this.networkTick * sendSubTicks
    check(archive, Math.abs(apart) <= SUBTICKS_PER_STEP + sendSubTicks)
    this.#pauses.archive(archive)
    this.entities.archive(archive, this.nextNetworkTick)
    check(archive, this.entities.gatheredTick <= this.networkTick)
    this.events.archive(archive, this.nextNetworkTick, (id) => this.entities.get(id))
    archiveStats(archive, this.stats)
    this.seats.archive(archive, this.peerList)
  }

  /** All players in the order of joining, away players included. */
  get players(): readonly Player[] {
    return this.seats.players
  }

  get places(): ReadonlyMap<number, Place> {
    return this.seats.places
  }

  isAway({ id }: Player): boolean {
    return !this.peers.has(id)
  }

  subTicksAt(nowMs: Ms): SubTick {
    return this.clock.subTicksAt(nowMs)
  }

  /** The number of the next network tick. */
  get nextNetworkTick(): number {
    return this.networkTick + 1
  }

  get tables(): Uint8Array {
    return this.#snapshots.learned
  }

  get nextDueMs(): Ms {
    if (this.opening) return Math.min(this.opening.untilMs, this.nowMs + OPENING_EVERY_MS)
    return this.clock.msAt(this.#nextDue)
  }

  get #nextDue(): SubTick {
    const step = (this.tick + 1) * SUBTICKS_PER_STEP
    return Math.min(step, this.nextNetworkTick * this.game.sendSubTicks)
  }

  /** Runs all steps and network ticks that are due at `nowMs`. */
  advance(nowMs: Ms): void {
    if (this.isClosed || this.#held.isHolding || this.isOpening(nowMs)) return
    if (this.isClosed) return
    this.#pauses.leaveOut(nowMs, this.#nextDue)
    this.nowMs = nowMs
    try {
      this.#runDue(this.subTicksAt(nowMs))
    } catch (error) {
      // No error of the game's functions comes here, unless there is no `onError`.
      this.hooks.breakDown(undefined, error)
    }
  }

  #runDue(now: SubTick): void {
    for (let due = this.#nextDue; due <= now; due = this.#nextDue) {
      if (due === (this.tick + 1) * SUBTICKS_PER_STEP) this.#step(due)
      else this.#send()
      if (this.isClosed) return
    }
  }

  #step(at: SubTick): void {
    this.tick++
    for (this.#turn = 0; this.#turn < this.peerList.length; this.#turn++)
      this.peerList[this.#turn]!.inputs.step(at, this.nowMs)
    this.seats.away.step(at, this.nowMs)
    if (this.isClosed) return
    this.entities.follow(this.tick)
    this.#context.tick = this.tick
    this.#context.timeMs = this.tick * this.game.stepMs
    try {
      this.hooks.settle('update', null, this.rules.update?.(this.world, this.#context))
    } catch (error) {
      this.hooks.ofUpdate(error)
      if (this.isClosed) return
    }
    this.entities.note(this)
    this.#snapshots.repeat(this.nowMs)
  }

  #send(): void {
    const tick = ++this.networkTick
    // Backwards, because `drop` takes a peer out of the list, and the game's `leave` may drop others too.
    for (let i = this.peerList.length - 1; i >= 0; i--) {
      const peer = this.peerList[i]
      if (!peer) continue
      if (this.nowMs - peer.place.heardAtMs > TIMEOUT_MS) this.drop(peer, 'timeout', '')
      else if (peer.isTooSlow(this.nowMs))
        this.drop(peer, 'too-slow', 'the connection accepts no data')
      else {
        if (peer.keepTime(tick, this.nowMs)) this.stats.rebases++
        this.#outbox.flush(peer, this.nowMs)
      }
    }
    this.#forgetDue(this.nowMs)
    if (this.isClosed) return
    this.#roster.update()
    this.#snapshots.send(tick, this.nowMs)
    const { misfits } = this.entities
    while (misfits.length > 0) this.hooks.ofValue(misfits.shift()!)
  }

  /** See `Room.join`. */
  join(link: Link, newcomer: Newcomer, nowMs: Ms): PlayerReceiver | Refusal | null {
    if (this.isOpening(nowMs)) return STILL_OPENING
    if (this.isClosed || this.#held.isHolding) return this.failedToOpen
    this.#pauses.leaveOut(nowMs, this.#nextDue)
    const earlier = this.#takeOver(newcomer)
    if (!earlier && !this.seats.mayAdd(newcomer, nowMs)) return null
    const place = earlier ?? this.seats.add(newcomer, link.kind, nowMs)
    const { player } = place
    const refusal = earlier ? null : this.#joining.letIn(player)
    if (refusal) return refusal
    const { held = NOTHING_HELD, order = 0 } = newcomer
    const goesOn = earlier?.connect(link.kind, held, this.subTicksAt(nowMs), nowMs)
    const start = {
      // The time of an earlier player never runs backwards, so it may be ahead of the room's.
      now: Math.max(place.moveTime, this.subTicksAt(nowMs)),
      messages: place.messages.received,
      received: goesOn ? place.inputBuffer.received : -1,
    }
    const peer = new Peer(this, place, { link, nowMs, order, start })
    if (place.inputs.epochs.count > 0) peer.epochTick = this.nextNetworkTick
    this.peers.set(player.id, peer)
    this.peerList.push(peer)
    this.#outbox.welcome(peer, nowMs)
    this.#outbox.flush(peer, nowMs)
    return new PeerReceiver(this, peer)
  }

  /** Whether the claimed player has a place in this room, connected or away, or an open seat. Nobody needs a second place. */
  hasPlaceOf(claim: Claim): boolean {
    return this.seats.hasPlaceOf(claim) || this.isOvertaken(claim, Number.NEGATIVE_INFINITY)
  }

  /** Whether the claimed player has a link accepted after `order`. A claim by an older link then comes too late. */
  isOvertaken(claim: Claim, order: number): boolean {
    return this.peerList.some((peer) => peer.order > order && this.seats.claims.isFor(peer, claim))
  }

  kick(player: Player, detail = ''): void {
    this.dismiss(player, 'kicked', detail)
  }

  dismiss(player: Player, reason: DisconnectReason, detail: string): void {
    if (this.#joining.refuse(player, detail)) return
    const peer = this.peers.get(player.id)
    if (peer) this.drop(peer, reason, detail)
    else if (this.seats.away.takePlayer(player)) this.#forget(player)
  }

  /** Ends every connection and calls the game's `close`. The room does nothing after that. */
  close(reason: 'server-closed' | 'restarting' = 'server-closed'): void {
    if (!this.isClosed) this.hooks.whileClosing(() => this.#end('', reason))
  }

  /** Stops until `goOn` or `endHere`: no step runs, and packets wait. */
  hold(): void {
    this.#held.hold()
  }

  /** Goes on after `hold`, with the packets that came meanwhile. */
  goOn(): void {
    for (const { peer, bytes, arrivedAtMs } of this.#held.release())
      this.packet(peer, bytes, arrivedAtMs)
  }

  /** Ends without `leave` and `close`, because the room goes on at the address `detail` or, with 'restarting', later. */
  endHere(reason: 'moved' | 'restarting', detail: string): void {
    this.#held.hold()
    this.isClosed = this.#hasEnded = true
    if (this.opening) this.#stopOpening({ reason, detail })
    const peers = this.peerList.splice(0)
    this.peers.clear()
    this.stats.closed[reason] += peers.length
    for (const peer of peers) this.#outbox.end(peer, reason, detail)
    while (this.seats.away.takeDue(Number.POSITIVE_INFINITY)) {}
    this.openSeats.expire(Number.POSITIVE_INFINITY)
  }

  /** Ends a connection, tells the client the reason and counts it. */
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
    if (!peer.isOpen || this.#held.add(peer, bytes, arrivedAtMs)) return
    this.#pauses.leaveOut(arrivedAtMs, this.#nextDue)
    this.stats.packetsIn++
    this.stats.bytesIn += bytes.length
    try {
      const offence = this.#reader.read(peer, bytes, arrivedAtMs)
      if (offence) this.drop(peer, offence, '')
    } catch (error) {
      this.hooks.ofPlayer(undefined, peer.player, error)
    }
  }

  welcomeAgain(peer: Peer, arrivedAtMs: Ms): void {
    peer.place.heardAtMs = arrivedAtMs
    const isTaken = peer.flood.takeHello(arrivedAtMs)
    if (isTaken) this.#outbox.welcomeAgain(peer, arrivedAtMs)
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
    peer.place.disconnect(this.networkTick, this.nowMs + this.resumeMs)
    if (reason === 'replaced') return
    const isLost = reason === 'lost' || reason === 'timeout'
    if (isLost && this.resumeMs > 0) this.seats.away.add(peer.place)
    else this.#forget(peer.player)
  }

  closeFailed(): void {
    this.isClosed = true
    this.#end('the room has failed')
  }

  /** Drops everybody, then calls the game's `close`, which can disturb no player any more. */
  #end(detail: string, reason: DisconnectReason = 'server-closed'): void {
    for (const peer of [...this.peers.values()]) this.drop(peer, reason, detail)
    this.#forgetDue(Infinity)
    this.isClosed = true
    // A `leave` that closed the room has called `close` already, and a room that has not opened has nothing to close.
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (this.opening) return this.#stopOpening({ reason, detail })
    this.hooks.call('close', null, this.rules.close, this.world)
  }

  /**
   * Returns the place of the player that a newcomer claims to be, or undefined. Ends that player's connection, which may not
   * have broken off yet.
   */
  #takeOver({ resumeKey = NO_RESUME_KEY, account }: Newcomer): Place | undefined {
    const claim = { resumeKey, account }
    const peer = this.peerList.find((one) => this.seats.claims.isFor(one, claim))
    if (peer) this.drop(peer, 'replaced', GOES_ON)
    const place = peer?.place ?? this.seats.away.takeClaimed(claim)
    if (place) this.stats.resumes++
    return place
  }

  #forgetDue(nowMs: Ms): void {
    this.openSeats.expire(nowMs)
    for (let away = this.seats.away.takeDue(nowMs); away; away = this.seats.away.takeDue(nowMs))
      this.#forget(away.player)
  }

  #forget(player: Player): void {
    this.seats.remove(player)
    for (const { shown } of this.peerList) shown.forget(player.id)
    try {
      this.hooks.call('leave', player, this.rules.leave, this.world, player)
    } finally {
      this.entities.forget(player.id, this.nextNetworkTick)
    }
  }
}

import type { Clock } from '../base/clock.ts'
import { Hash } from '../base/hash.ts'
import type { Random } from '../base/random.ts'
import type { Ms } from '../base/units.ts'
import { Session } from '../client/session.ts'
import type { SessionOptions } from '../client/session-options.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Conditions } from '../link/impairment.ts'
import type { Link, LinkKind } from '../link/link.ts'
import { memoryPair } from '../link/memory.ts'
import { SimulatedNetwork } from '../link/simulated-network.ts'
import { type AnyRoom, aRoom, type GameOf } from '../server/define-room.ts'
import { coreOf, Room } from '../server/room.ts'
import type { RoomOptions } from '../server/room-options.ts'
import { Reception } from '../server/rooms/reception.ts'
import { emptyReasons } from '../server/stats.ts'
import { type AfterPause, HaltingProcess, packetsComeFirst } from './halting-process.ts'
import { SkewedClock, VirtualClock } from './virtual-clock.ts'
import { WrappedLink } from './wrapped-link.ts'

/** The options of a simulation and its room. */
export interface SimulationOptions
  extends Pick<RoomOptions, 'seed' | 'maxPlayers' | 'guard' | 'resumeMs' | 'quietHz' | 'onError'> {
  /** The kind of all links. Default `ordered`. */
  kind?: LinkKind | undefined
}

/** The options of a simulated client, besides those of its session. */
export interface ClientOptions<G extends AnyGame>
  extends Omit<SessionOptions<G>, 'network' | 'reopen'> {
  /** Whether the client opens another link when its own breaks, as `connect` does. Default false: the session ends. */
  reopens?: boolean | undefined
  /** The first conditions of the client's network; `SimulatedClient.network` changes them. Default: no delay or loss. */
  conditions?: Conditions | undefined
  /** The seed of the network's random numbers. Default: the client's number, from 1. */
  seed?: number | undefined
  /** Frames per second. Default 60. */
  frameHz?: number | undefined
  /** How much faster (below 0: slower) this client's clock runs, in parts per million. Default 0. */
  clockPpm?: number | undefined
  /** The time on the client's clock when the room's clock shows 0. Default 0. */
  clockOffsetMs?: Ms | undefined
  /** Called before each frame with the client's time, to press keys. */
  script?: ((session: Session<G>, timeMs: Ms) => void) | undefined
}

/**
 * One room and any number of clients in one process, on one virtual clock. The packets are real, the links have pretended
 * conditions, and no real time passes. The same calls give the same results, and the same hash.
 */
export class Simulation<R extends AnyRoom> {
  readonly clock: VirtualClock = new VirtualClock()
  #room: Room<R>
  readonly clients: SimulatedClient<GameOf<R>>[] = []
  /** Connections that ended before they reached the room, by reason. */
  readonly refused: ReturnType<typeof emptyReasons> = emptyReasons()
  readonly #definition: R
  readonly #limits: Omit<RoomOptions, 'nowMs'>
  readonly #game: GameOf<R>
  readonly #kind: LinkKind
  readonly #reception: Reception
  readonly #process = new HaltingProcess(this.clock)
  readonly #hash = new Hash()
  readonly #kinds: readonly { name: string; fields: readonly string[] }[]

  constructor(room: R, options: SimulationOptions = {}) {
    const { game } = aRoom(room, 'Simulation')
    const { kind = 'ordered', ...limits } = options
    this.#definition = room
    this.#game = game as GameOf<R>
    this.#kinds = (game as AnyGame).kinds
      .filter((kind) => kind !== game.roomKind && kind !== game.playersKind)
      .map(({ name, schema }) => ({
        name,
        fields: schema.names,
      }))
    this.#kind = kind
    // The key comes from the room's seed, so that a run repeats to the bit.
    const newKey = () => [this.#random.uint32(), this.#random.uint32()] as const
    this.#limits = { ...limits, newKey }
    this.#room = new Room(room, { ...this.#limits, nowMs: 0 })
    this.#reception = new Reception({
      clock: this.#process,
      definition: (name) => (name === game.name ? room : undefined),
      onError: limits.onError,
      roomFor: () => (this.room.isClosed ? undefined : (this.room as unknown as Room)),
      count: (reason) => this.refused[reason]++,
    })
    this.#drive()
  }

  /** The room. After `moveRoom` it is another one. */
  get room(): Room<R> {
    return this.#room
  }

  /**
   * Saves the room, cuts all connections, and goes on with a restored room, as if the room had moved to another process. Clients
   * that `reopen` come back to it. Returns the new room, to which no listener has been added. Throws what `Room.save` throws.
   * `saved`: what `Room.save` returned earlier, as if the room went on from a checkpoint. Default: the present.
   */
  moveRoom(saved: Uint8Array = this.#room.save()): Room<R> {
    const { nowMs } = coreOf(this.#room as unknown as Room)
    this.#room = Room.restore(this.#definition, saved, { ...this.#limits, nowMs })
    for (const client of this.clients) client.cut()
    return this.#room
  }

  /** Connects a client. It joins when its link delivers. */
  join(options: ClientOptions<GameOf<R>> = {}): SimulatedClient<GameOf<R>> {
    const client = new SimulatedClient(this, this.#game, options, (session) => this.#note(session))
    this.clients.push(client)
    return client
  }

  /** Returns the raw client end of a link to the room, for packets that no honest client sends. */
  rawLink(): ReturnType<typeof memoryPair>['client'] {
    const { client, server } = memoryPair(this.clock, this.#kind)
    const accepted = this.#process.linkOf(server)
    this.#process.arrive(() => this.#reception.accept(accepted))
    return client
  }

  /** Lets `ms` of virtual time pass. */
  run(ms: Ms): this {
    this.clock.advance(ms)
    return this
  }

  /**
   * Stops the server's process for `forMs` from now: the room does not advance, its timers do not run, and packets, ends of
   * links and new connections wait. All of them arrive at once when the process goes on, and are stamped with that moment.
   * `order` says whether they arrive before the room's next `advance` or after it; the default is `packets first`, as in Node
   * after a long callback. Packets already on their way to clients still arrive. Throws `misuse` unless `forMs` is a finite
   * number from 0.
   */
  pauseServer(forMs: Ms, order: AfterPause<'advance'> = 'packets first'): void {
    this.#process.pause(forMs, packetsComeFirst(order, 'advance'))
  }

  /** A hash of everything that every client has shown so far. */
  get hash(): number {
    return this.#hash.value
  }

  #drive(): void {
    const server = this.#process
    const next = () => {
      const { room } = this
      room.advance(server.nowMs())
      if (!room.isClosed) server.after(Math.max(0.01, room.nextDueMs - server.nowMs()), next)
    }
    next()
  }

  get #random(): Random {
    return coreOf(this.room as unknown as Room).random
  }

  #note(session: Session<GameOf<R>>): void {
    for (const { name, fields } of this.#kinds)
      for (const view of session.entities(name as never)) hashView(this.#hash, fields, view)
  }
}

/** One client of a simulation: a session and the frames that drive it. */
export class SimulatedClient<G extends AnyGame> {
  readonly session: Session<G>
  /** The client's network. `network.conditions` may be replaced while the simulation runs. */
  readonly network: SimulatedNetwork
  /** The client's own clock. */
  readonly clock: Clock
  /** Its main thread. */
  readonly #thread: HaltingProcess
  /** The client's clock for what goes on while the main thread is blocked. */
  readonly #outside: Clock
  readonly #frameMs: Ms
  readonly #script: ClientOptions<G>['script']
  readonly #newLink: () => Link
  readonly #noted: (session: Session<G>) => void
  #resumeAtMs: Ms = Number.NEGATIVE_INFINITY
  #link: Link | undefined
  #cutUntilMs: Ms = Number.NEGATIVE_INFINITY

  /** `noted` is called after each frame. */
  constructor(
    sim: { readonly clock: Clock; readonly clients: readonly unknown[]; rawLink(): Link },
    game: G,
    options: ClientOptions<G>,
    noted: (session: Session<G>) => void,
  ) {
    const { clockPpm = 0, clockOffsetMs = 0, reopens = false } = options
    const { conditions, seed = sim.clients.length + 1 } = options
    const rate = 1 + clockPpm / 1e6
    this.#thread = new HaltingProcess(sim.clock)
    this.clock = new SkewedClock(this.#thread, rate, clockOffsetMs)
    this.#outside = new SkewedClock(sim.clock, rate, clockOffsetMs)
    this.network = new SimulatedNetwork(conditions, { seed })
    this.#newLink = () => sim.rawLink()
    const reopen = reopens ? () => this.#reopened() : undefined
    const own = { ...options, network: undefined, reopen }
    this.session = new Session(game, this.#open(), this.clock, own)
    this.#frameMs = 1000 / (options.frameHz ?? 60)
    this.#script = options.script
    this.#noted = noted
    this.#frame()
  }

  /** The client shows no frames for `ms`, as a hidden tab. Packets still arrive, and are acknowledged. */
  stall(ms: Ms): void {
    this.#resumeAtMs = this.clock.nowMs() + ms
  }

  /**
   * Blocks the client's main thread for `ms`, as a long task of a page or a debugger does: frames, timers and packets wait. All
   * of them come at once when the thread goes on, the packets stamped with that moment. `order` says whether the frame or the
   * packets come first; browsers may do either. Default `frame first`. Throws `misuse` unless `ms` is a finite number from 0.
   */
  block(ms: Ms, order: AfterPause<'frame'> = 'frame first'): void {
    this.#thread.pause(ms, packetsComeFirst(order, 'frame'))
  }

  /**
   * Breaks the connection; both ends see it as `lost`. For `forMs` on the client's clock no other link can be made. After
   * that a client that `reopens` comes back. Default 0.
   */
  cut(forMs: Ms = 0): void {
    this.#cutUntilMs = this.clock.nowMs() + forMs
    this.#link?.close('lost')
  }

  /** Opens a link whose arrivals are stamped by the client's own clock. */
  #open(): Link {
    const { clock } = this
    this.#link = this.#newLink()
    const arriving = this.#thread.linkOf(this.network.wrap(this.#link, this.#outside))
    return new WrappedLink(arriving, (receiver) => ({
      packet: (bytes) => receiver.packet(bytes, clock.nowMs()),
      closed: (reason, detail) => receiver.closed(reason, detail),
    }))
  }

  /** Reopens the link, or fails while the connection is cut. */
  #reopened(): PromiseLike<Link> {
    const isCut = this.clock.nowMs() < this.#cutUntilMs
    const answer = (opened: (link: Link) => unknown, failed: (error: Error) => unknown) =>
      isCut ? failed(new Error('the connection is cut')) : opened(this.#open())
    // biome-ignore lint/suspicious/noThenProperty: the answer has to come in virtual time, and a promise waits for real time
    return { then: answer as PromiseLike<Link>['then'] }
  }

  #frame(): void {
    const nowMs = this.clock.nowMs()
    if (this.session.state === 'closed') return
    if (nowMs >= this.#resumeAtMs) {
      this.#script?.(this.session, nowMs)
      this.session.frame(nowMs)
      this.#noted(this.session)
    }
    this.clock.after(this.#frameMs, () => this.#frame())
  }
}

function hashView(hash: Hash, names: readonly string[], view: object): void {
  const fields = view as Record<string, unknown>
  hash.number(fields['id'] as number)
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'number') hash.number(value)
    else if (typeof value === 'object') hash.text(JSON.stringify(value))
    else hash.text(String(value))
  }
}

import type { Clock } from '../base/clock.ts'
import { Hash } from '../base/hash.ts'
import type { Ms } from '../base/units.ts'
import { Session, type SessionOptions } from '../client/session.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Link, LinkKind } from '../link/link.ts'
import { memoryPair } from '../link/memory.ts'
import { SimulatedNetwork } from '../link/simulated-network.ts'
import type { Conditions } from '../link/weather.ts'
import { Reception } from '../server/reception.ts'
import { Room, type RoomOptions } from '../server/room.ts'
import { emptyReasons } from '../server/stats.ts'
import { VirtualClock } from './virtual-clock.ts'

/** How a simulation is made. */
export interface SimulationOptions {
  /** Default `ordered`. */
  kind?: LinkKind | undefined
  /** Seed of the room. Default 1. */
  seed?: number | undefined
  /** See `Room`. */
  maxPlayers?: number | undefined
  /** See `Room`. */
  guard?: RoomOptions['guard']
}

/** How a client of a simulation is made, beside what a session takes. */
export interface ClientOptions<G extends AnyGame> extends Omit<SessionOptions<G>, 'network'> {
  /** The client's network at first; change it by `SimulatedClient.network`. Default: packets pass at once. */
  conditions?: Conditions | undefined
  /** Seed of the network's chance. Default: the client's number, from 1. */
  seed?: number | undefined
  /** Frames a second. Default 60. */
  frameHz?: number | undefined
  /** How much faster (or slower, below 0) this client's clock runs, in parts per million. Default 0. */
  clockPpm?: number | undefined
  /** What the client's clock shows when the room's shows 0. Default 0. */
  clockOffsetMs?: Ms | undefined
  /** Called before each frame with the client's time; presses the keys. */
  script?: ((session: Session<G>, timeMs: Ms) => void) | undefined
}

/**
 * One room and any number of clients in one process, on one hand-turned clock: real packets over conditioned
 * links, no real time. The same calls give the same results, to the hash.
 */
export class Simulation<G extends AnyGame> {
  readonly clock: VirtualClock = new VirtualClock()
  readonly room: Room<G>
  readonly clients: SimulatedClient<G>[] = []
  /** Connections that ended before they reached the room, by reason. */
  readonly refused: ReturnType<typeof emptyReasons> = emptyReasons()
  readonly #game: G
  readonly #kind: LinkKind
  readonly #reception: Reception
  readonly #hash = new Hash()
  readonly #kinds: readonly { name: string; fields: readonly string[] }[]

  constructor(game: G, options: SimulationOptions = {}) {
    const { kind = 'ordered', seed, maxPlayers, guard } = options
    this.#game = game
    this.#kinds = game.kinds.map(({ name, schema }) => ({ name, fields: schema.names() }))
    this.#kind = kind
    this.room = new Room(game, { nowMs: 0, seed, maxPlayers, guard })
    this.#reception = new Reception({
      clock: this.clock,
      game: (name) => (name === game.name ? game : undefined),
      room: () => this.room as Room,
      count: (reason) => this.refused[reason]++,
    })
    this.#drive()
  }

  /** Connects a client; it joins as its link delivers. */
  join(options: ClientOptions<G> = {}): SimulatedClient<G> {
    const { client, server } = memoryPair(this.clock, this.#kind)
    this.#reception.accept(server)
    const { clockPpm = 0, clockOffsetMs = 0 } = options
    const clock = new SkewedClock(this.clock, 1 + clockPpm / 1e6, clockOffsetMs)
    const { conditions, seed = this.clients.length + 1 } = options
    const network = new SimulatedNetwork(conditions, { seed })
    const link = restamped(client, clock)
    const session = new Session(this.#game, link, clock, { ...options, network })
    const noted = () => this.#note(session)
    const simulated = new SimulatedClient(session, network, clock, options, noted)
    this.clients.push(simulated)
    return simulated
  }

  /** A raw end of a link to the room, for what no honest client sends. */
  rawLink(): ReturnType<typeof memoryPair>['client'] {
    const { client, server } = memoryPair(this.clock, this.#kind)
    this.#reception.accept(server)
    return client
  }

  /** Lets `ms` of virtual time pass. */
  run(ms: Ms): this {
    this.clock.advance(ms)
    return this
  }

  /** A hash of everything that every client has shown so far. */
  get hash(): number {
    return this.#hash.value
  }

  #drive(): void {
    const { room, clock } = this
    const next = () => {
      room.advance(clock.nowMs())
      if (!room.isClosed) clock.after(Math.max(0.01, room.nextDueMs - clock.nowMs()), next)
    }
    next()
  }

  #note(session: Session<G>): void {
    for (const { name, fields } of this.#kinds)
      for (const view of session.entities(name as never)) hashView(this.#hash, fields, view)
  }
}

/** One client of a simulation: a session and the frames that drive it. */
export class SimulatedClient<G extends AnyGame> {
  readonly session: Session<G>
  /** Its network; `network.conditions` may be replaced while running. */
  readonly network: SimulatedNetwork
  /** The client's own clock. */
  readonly clock: Clock
  readonly #frameMs: Ms
  readonly #script: ClientOptions<G>['script']
  readonly #noted: () => void
  #resumeAtMs: Ms = Number.NEGATIVE_INFINITY

  constructor(
    session: Session<G>,
    network: SimulatedNetwork,
    clock: Clock,
    options: ClientOptions<G>,
    noted: () => void,
  ) {
    this.session = session
    this.network = network
    this.clock = clock
    this.#frameMs = 1000 / (options.frameHz ?? 60)
    this.#script = options.script
    this.#noted = noted
    this.#frame()
  }

  /** The client does nothing for `ms`: a slow page, a hidden tab. Packets still arrive. */
  stall(ms: Ms): void {
    this.#resumeAtMs = this.clock.nowMs() + ms
  }

  #frame(): void {
    const nowMs = this.clock.nowMs()
    if (this.session.state === 'closed') return
    if (nowMs >= this.#resumeAtMs) {
      this.#script?.(this.session, nowMs)
      this.session.frame(nowMs)
      this.#noted()
    }
    this.clock.after(this.#frameMs, () => this.#frame())
  }
}

/** A link whose arrivals are stamped by its receiver's own clock. */
function restamped(link: Link, clock: Clock): Link {
  return {
    kind: link.kind,
    get isOpen() {
      return link.isOpen
    },
    get bufferedBytes() {
      return link.bufferedBytes
    },
    open: (receiver) =>
      link.open({
        packet: (bytes) => receiver.packet(bytes, clock.nowMs()),
        closed: (reason, detail) => receiver.closed(reason, detail),
      }),
    send: (bytes) => link.send(bytes),
    close: (reason, detail) => link.close(reason, detail),
  }
}

/** Adds everything a view holds to a hash. */
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

/** A clock that runs at another rate than the room's. */
class SkewedClock implements Clock {
  readonly #clock: Clock
  readonly #rate: number
  readonly #offsetMs: Ms

  constructor(clock: Clock, rate: number, offsetMs: Ms) {
    this.#clock = clock
    this.#rate = rate
    this.#offsetMs = offsetMs
  }

  nowMs(): Ms {
    return this.#clock.nowMs() * this.#rate + this.#offsetMs
  }

  after(delayMs: Ms, run: () => void): () => void {
    return this.#clock.after(delayMs / this.#rate, run)
  }
}

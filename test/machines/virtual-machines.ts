import type { Link } from 'glissade/parts'
import { type Directory, DirectoryStore, Lobby, memoryDirectory } from 'glissade/server'
import { memoryPair, VirtualClock } from 'glissade/testing'
import { CourierClient } from '../../bench/machines/courier-client.ts'
import { courier } from '../../bench/machines/game.ts'
import { GlissadeError } from '../../src/base/error.ts'
import type { Random } from '../../src/base/random.ts'
import { AddressLimits } from '../../src/server/rooms/address-limits.ts'
import { drive } from '../../src/server/rooms/drive.ts'
import type { SharedRooms } from '../../src/server/rooms/shared-rooms.ts'
import { HaltingProcess } from '../../src/testing/halting-process.ts'

const STEP_MS = 5
const FRAME_MS = 50
const FOREVER_MS = 1e9

/** A process that serves rooms, in virtual time. */
class VirtualMachine {
  readonly url: string
  isUp = false
  lobby!: Lobby
  isCut = false
  readonly errors: unknown[] = []
  /** Called before each question to the directory, with its name. */
  onAsk: (name: string) => void = () => {}
  readonly #clock: VirtualClock
  readonly #store: DirectoryStore
  #process!: HaltingProcess
  #shared!: SharedRooms
  #stop: () => void = () => {}
  /** The clients' ends of the connections. */
  readonly #links = new Set<Link>()
  #boots = 0

  constructor(url: string, clock: VirtualClock, store: DirectoryStore) {
    this.url = url
    this.#clock = clock
    this.#store = store
  }

  async boot(): Promise<void> {
    const clock = new HaltingProcess(this.#clock)
    this.#process = clock
    const onError = (error: unknown) => this.errors.push(error)
    const none = Number.POSITIVE_INFINITY
    const addresses = new AddressLimits({ roomsPerSecond: none, joinsPerSecond: none })
    this.lobby = new Lobby({ rooms: [courier], clock, seed: () => 1, onError, addresses })
    this.#shared = await this.lobby.share({
      directory: this.#directory(memoryDirectory(this.#store)),
      processId: `${this.url}#${this.#boots++}`,
      url: this.url,
      capacity: 100,
      checkpointMs: 1000,
    })
    this.#stop = drive(this.lobby, clock)
    this.isUp = true
  }

  /** Opens a connection; rejects if the process is dead. */
  async open(): Promise<Link> {
    if (!this.isUp) throw new Error('connection refused')
    const { client, server } = memoryPair(this.#clock)
    const accepted = this.#process.linkOf(server)
    const { lobby } = this
    this.#process.arrive(() => lobby.accept(accepted))
    this.#links.add(client)
    return client
  }

  /** Breaks all connections. */
  breakLinks(): void {
    for (const link of this.#links) link.close('lost')
    this.#links.clear()
  }

  /** Ends as in a crash. */
  kill(): void {
    this.isUp = false
    this.#process.pause(FOREVER_MS, true)
    this.breakLinks()
  }

  /** Hands over its rooms. Resolves to how many stay. */
  drain(): Promise<number> {
    return this.#shared.drain()
  }

  /** Ends as SIGTERM ends it. */
  async stop(): Promise<void> {
    await this.drain()
    await this.close()
  }

  /** Ends as `server.close` ends it. */
  async close(): Promise<void> {
    await this.#shared.stop()
    this.#stop()
    this.lobby.close()
    await this.#shared.leave()
    this.kill()
  }

  pause(ms: number): void {
    this.#process.pause(ms, true)
  }

  /** A directory that can be cut off, whose answers take 2 ms, and no longer come when the process is paused or dead. */
  #directory(directory: Directory): Directory {
    const process = this.#process
    const way = () =>
      new Promise<void>((arrive, lose) => {
        process.after(1, () =>
          this.isCut ? lose(new GlissadeError('unreachable', 'cut off')) : arrive(),
        )
      })
    return new Proxy(directory, {
      get:
        (target, name) =>
        async (...args: unknown[]) => {
          this.onAsk(name as string)
          await way()
          const answer = await (target[name as 'claim'] as (...args: unknown[]) => unknown)(...args)
          await way()
          return answer
        },
    })
  }
}

/** Several processes that share their rooms, and clients that play in them, in virtual time. */
export class VirtualMachines {
  readonly clock = new VirtualClock()
  readonly machines: readonly VirtualMachine[]
  readonly clients: CourierClient[] = []
  #framedAtMs = 0
  #isPlaying = true

  constructor(count: number) {
    const store = new DirectoryStore(this.clock)
    this.machines = Array.from(
      { length: count },
      (_, n) => new VirtualMachine(`ws://machine-${n}/glissade`, this.clock, store),
    )
  }

  /** Starts all processes, and lets clients join rooms in turns. */
  async start(clients: number, rooms: number): Promise<void> {
    await this.during(Promise.all(this.machines.map((machine) => machine.boot())))
    for (let n = 0; n < clients; n++)
      this.clients.push(await this.during(this.join(`c${n}`, `r${n % rooms}`, n)))
  }

  /** Lets a client join a room. `turn`: the process that it asks first. */
  join(name: string, room: string, turn: number): Promise<CourierClient> {
    const addresses = this.machines.map(({ url }) => url)
    const open = (url: string) => this.machines.find((machine) => machine.url === url)!.open()
    return CourierClient.join(name, room, addresses, turn, { clock: this.clock, open })
  }

  /** Lets time pass until a promise is kept. */
  async during<T>(promise: Promise<T>): Promise<T> {
    let isOver = false
    const end = () => {
      isOver = true
    }
    promise.then(end, end)
    while (!isOver) await this.run(STEP_MS)
    return promise
  }

  /** Lets time pass, in steps between which all promises go on. */
  async run(ms: number): Promise<void> {
    for (const untilMs = this.clock.nowMs() + ms; this.clock.nowMs() < untilMs; ) {
      this.clock.advance(STEP_MS)
      const nowMs = this.clock.nowMs()
      if (nowMs - this.#framedAtMs >= FRAME_MS) {
        this.#framedAtMs = nowMs
        for (const client of this.clients) client.frame(nowMs, this.#isPlaying)
      }
      await new Promise((go) => setImmediate(go))
    }
  }

  /** Kills, drains, pauses and cuts off processes at random, one after another, while everybody plays. */
  async playFaults(random: Random, count: number): Promise<void> {
    for (let left = count; left > 0; left--) {
      const machine = this.machines[random.uint32() % this.machines.length]!
      await this.#faults[random.uint32() % this.#faults.length]!(machine)
      await this.run(random.between(100, 1500))
    }
  }

  /** Each leaves the process as it found it, up and in contact. */
  readonly #faults: readonly ((machine: VirtualMachine) => Promise<void>)[] = [
    async (machine) => {
      machine.kill()
      await this.run(1500)
      await this.during(machine.boot())
    },
    async (machine) => {
      await this.during(machine.stop())
      await this.run(500)
      await this.during(machine.boot())
    },
    async (machine) => {
      machine.pause(5000)
      await this.run(5000)
    },
    async (machine) => {
      machine.isCut = true
      await this.run(5000)
      machine.isCut = false
    },
  ]

  /** Lets the clients fall silent, and time pass, until `isGood`, at most for `mostMs`. */
  async settle(isGood: () => boolean, mostMs: number): Promise<void> {
    this.#isPlaying = false
    const untilMs = this.clock.nowMs() + mostMs
    while (!isGood() && this.clock.nowMs() < untilMs) await this.run(100)
    this.#isPlaying = true
  }

  /** The rooms of all processes that are up. */
  get rooms() {
    return this.machines.filter(({ isUp }) => isUp).flatMap(({ lobby }) => [...lobby.rooms])
  }

  /** What was lost or doubled: taps, and messages to and fro. */
  get lost(): string[] {
    const { rooms, clients } = this
    const taps = new Map<string, number>()
    const lost: string[] = []
    for (const [, { world, players }] of rooms) {
      lost.push(...(world.state as { faults: string[] }).faults)
      for (const runner of world.entities('runner')) {
        const { owner, taps: counted } = runner as unknown as { owner: number; taps: number }
        taps.set(players.find(({ id }) => id === owner)?.profile['name'] as string, counted)
      }
    }
    for (const { name, taps: made, sent, heard, faults } of clients) {
      lost.push(...faults)
      if (taps.get(name) !== made) lost.push(`${name} made ${made} taps, not ${taps.get(name)}`)
      if (heard !== sent) lost.push(`${name} sent ${sent} messages and heard ${heard}`)
    }
    return lost
  }

  /** What is wrong with rooms and places: nothing, if every room has one owner and every player one place. */
  get wrong(): string[] {
    const { rooms, clients } = this
    const names = rooms.flatMap(([, { players }]) => players.map(({ profile }) => profile['name']))
    const wrong: string[] = []
    for (const { name, room, session, ended } of clients) {
      const places = names.filter((one) => one === name).length
      const owners = rooms.filter(([key]) => key === `courier/${room}`).length
      if (session.state !== 'open') wrong.push(`${name} is ${session.state} ${ended}`)
      if (places !== 1) wrong.push(`${name} has ${places} places`)
      if (owners !== 1) wrong.push(`${room} has ${owners} owners`)
    }
    return wrong
  }
}

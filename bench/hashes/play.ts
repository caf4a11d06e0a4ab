import type { Conditions } from 'glissade/client'
import { botOf } from './bots.ts'
import type { Client } from './client.ts'
import { build, type GameChoice } from './games.ts'
import {
  DRIVERS,
  type DriverName,
  NETWORKS,
  type NetworkName,
  PLAYOUTS,
  type PlayoutName,
} from './parts.ts'
import { PLOTS, type PlotName } from './plots.ts'
import { type RoomChoice, Stage } from './stage.ts'

/** A simulation: who plays what, where, and what happens meanwhile. */
export interface Scene {
  readonly name: string
  readonly game: GameChoice
  readonly network: NetworkName
  readonly room: Omit<RoomChoice, 'seed'>
  readonly seed: number
  readonly seconds: number
  /** Clients from the beginning. */
  readonly players: number
  readonly plots: readonly PlotName[]
  /** Of all clients. Default: what a session has. */
  readonly playout?: PlayoutName | undefined
  readonly driver?: DriverName | undefined
  readonly syncTest?: boolean | undefined
  /** How much faster the clock of each client runs than that of the one before, in parts per million. Default 40. */
  readonly hurryPpm?: number | undefined
}

/** What came of it. */
export interface Outcome {
  readonly hash: string
  readonly packets: number
  readonly bytes: number
  readonly frames: number
}

/** How far apart clients join: no whole number of steps, frames or network ticks. */
const JOIN_MS = 137
const FRAMES_HZ = [60, 59.94, 75, 30] as const
/** How long a room learns the tables that are then frozen. */
const LEARNING_SECONDS = 4

/** Plays a scene. `onSecond`: called after each second with the hash of all until then. */
export function playScene(
  scene: Scene,
  onSecond?: (second: number, hash: string) => void,
): Outcome {
  const play = new Play(scene, learnedFor(scene))
  for (let second = 1; second <= scene.seconds; second++) {
    play.second()
    onSecond?.(second, play.stage.record.digest.hex)
  }
  return play.end()
}

/** The tables that a room of the same game learns in a few seconds; none but for the frozen coding. */
function learnedFor(scene: Scene): Uint8Array | undefined {
  if (scene.game.coding !== 'frozen') return undefined
  const game: GameChoice = { ...scene.game, coding: 'tables' }
  const play = new Play({ ...scene, game, plots: [] })
  for (let second = 0; second < LEARNING_SECONDS; second++) play.second()
  return play.stage.tables
}

/** A scene while it is played: what plots do things with. */
export class Play {
  readonly stage: Stage
  readonly seconds: number
  readonly #scene: Scene

  constructor(scene: Scene, learned?: Uint8Array) {
    this.#scene = scene
    this.seconds = scene.seconds
    this.stage = new Stage(build(scene.game, learned), { ...scene.room, seed: scene.seed })
    for (let n = 0; n < scene.players; n++) this.at(JOIN_MS * n, () => this.join())
    for (const name of scene.plots) PLOTS[name](this)
  }

  /** Lets a second pass. */
  second(): void {
    this.stage.run(1000)
    this.stage.recordWorld()
  }

  /** Adds all statistics, and says what came of it all. */
  end(): Outcome {
    this.stage.recordStats()
    const { digest, packets, bytes, frames } = this.stage.record
    return { hash: digest.hex, packets, bytes, frames }
  }

  at(atMs: number, run: () => void): void {
    this.stage.at(atMs, run)
  }

  client(n: number): Client | undefined {
    return this.stage.clients[n]
  }

  /** Another client joins, as nobody or as a player who was there before. */
  join(resume?: string): void {
    const { game, network, seed, playout, driver, syncTest, hurryPpm = 40 } = this.#scene
    const n = this.stage.clients.length
    this.stage.join({
      bot: botOf(game.of, 100 * seed + n),
      conditions: NETWORKS[network],
      seed: 100 * seed + n,
      profile: profileOf(game.of, n),
      frameHz: FRAMES_HZ[n % FRAMES_HZ.length]!,
      clockPpm: hurryPpm * (n - 1.5),
      clockOffsetMs: 333 * n,
      playout: playout && PLAYOUTS[playout](),
      driver: driver && DRIVERS[driver](),
      syncTest,
      resume,
    })
  }

  /** The page of a client is loaded anew: the connection breaks, and another page comes back as the same player. */
  reload(n: number): void {
    const key = this.client(n)?.resumeKey
    this.client(n)?.vanish()
    if (key) this.join(key)
  }

  /** Another page comes as the player of a client that is still there. */
  takeOver(n: number): void {
    const key = this.client(n)?.resumeKey
    if (key) this.join(key)
  }

  /** A client's network is another one from now on. */
  network(n: number, conditions: Conditions): void {
    const client = this.client(n)
    if (client) client.connection.conditions = conditions
  }

  /** The next snapshots to a client, so many of them, come broken. */
  spoil(n: number, count: number): void {
    const client = this.client(n)
    if (client) client.connection.toSpoil = count
  }

  /** Everybody lets go of all keys, or plays on. */
  rest(isResting: boolean): void {
    for (const client of this.stage.clients) client.rest(isResting)
  }
}

function profileOf(of: GameChoice['of'], n: number): object {
  const name = `Plây ${n}`
  if (of === 'fields') return { name, level: n % 10, hue: n - 2, isRed: n % 3 === 1 }
  if (of === 'platformer') return { name, hue: (n * 67) % 361 }
  // The last of four only watches.
  return { name, hue: (n * 67) % 361, watches: n % 4 === 3 }
}

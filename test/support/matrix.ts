import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { expect } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { LinkKind } from '../../src/link/link.ts'
import { Letters } from './letters.ts'
import { everyEnd, runner } from './runner.ts'

/** A row of the table: bytes per second, and what happens to packets, in both directions. */
interface Network {
  readonly rate: number
  /** Lost packets, in percent. */
  readonly loss: number
  /** One-way delay, in ms. */
  readonly lag: number
  /** Packets held back so that others overtake them, in percent. */
  readonly reorder: number
  /** Packets that come twice, in percent. */
  readonly twice: number
}

/** A network, and how much the ends write: a few letters a second, or as many as the connection carries. */
export interface Condition extends Network {
  readonly name: string
  readonly load: 'a game' | 'a flood'
}

/** How long it is loud, how often, and how long it is quiet in between. */
export interface Phases {
  readonly times: number
  readonly loudMs: number
  readonly quietMs: number
}

/** What one condition came to. */
export interface Figures {
  letters: number
  kilocharacters: number
  presses: number
  /** The longest that letters took to come after the last one was written. */
  drainMs: number
  /** The longest that the picture of a player stood still. */
  stillMs: number
}

/**
 * The networks of tests/test_connection.cpp of Valve's GameNetworkingSockets: the 15 of its long test, then the 2 of its quick
 * one. Theirs hold a packet back for 1 to 50 ms so that others overtake it, ours for 50 to 100 ms. In theirs the sender keeps
 * to the rate, in ours the network does, and drops datagrams that would wait for more than half a second. The last network is
 * not theirs: it has a share of packets that come twice.
 */
const NETWORKS: readonly Network[] = (
  [
    [64_000, 20, 100, 4],
    [1_000_000, 20, 100, 4],
    [1_000_000, 2, 5, 2],
    [2_000_000, 0, 0, 0],
    [128_000, 20, 100, 4],
    [500_000, 20, 100, 4],
    [64_000, 0, 0, 0],
    [128_000, 0, 0, 0],
    [256_000, 0, 0, 0],
    [500_000, 0, 0, 0],
    [1_000_000, 0, 0, 0],
    [64_000, 1, 25, 1],
    [1_000_000, 1, 25, 1],
    [64_000, 5, 50, 2],
    [1_000_000, 5, 50, 2],
    [128_000, 10, 50, 2],
    [1_000_000, 5, 10, 1],
    [256_000, 10, 75, 5, 25],
  ] as const
).map(([rate, loss, lag, reorder, twice = 0]) => ({ rate, loss, lag, reorder, twice }))

/** Every network with each load. */
export const CONDITIONS: readonly Condition[] = NETWORKS.flatMap((network) =>
  (['a game', 'a flood'] as const).map((load) => {
    const { rate, loss, lag, reorder, twice } = network
    const shares = `${loss} % lost, ${reorder} % late, ${twice} % twice`
    return { ...network, load, name: `${load} at ${rate} B/s and ${lag} ms, ${shares}` }
  }),
)

const PLAYERS = 3
const FRAME_MS = 1000 / 60
/** How often each end writes, and the longest letter. */
const LOADS = {
  'a game': { everyFrames: 15, most: 4000 },
  'a flood': { everyFrames: 1, most: 10_000 },
} as const
/** How many letters may be under way from one end to the other. */
const MOST_UNDER_WAY = 48
/** How long letters may take to come after the last one was written. */
const MOST_DRAIN_MS = 60_000
const CALM_MS = 6000

type Client = SimulatedClient<(typeof runner)['game']>

/** A player of a condition, and what goes between it and the room. */
class Player {
  readonly client: Client
  readonly toServer: Letters
  readonly toClient: Letters
  presses = 0
  /** The ticks of the bells that it heard. */
  readonly bells: number[] = []
  /** The longest that the room's clock stood still in its picture, in frames. */
  stillFrames = 0

  constructor(sim: Simulation<typeof runner>, condition: Condition, random: Random) {
    const { most } = LOADS[condition.load]
    const path = {
      bytesPerSecond: condition.rate,
      loss: condition.loss / 100,
      latencyMs: condition.lag,
      reorder: condition.reorder / 100,
      duplicate: condition.twice / 100,
    }
    this.toServer = new Letters(most)
    this.toClient = new Letters(most)
    this.client = sim.join({ conditions: { up: path, down: path }, seed: random.uint32() })
    this.client.session.onMessage((message) => this.toClient.hear(message))
    this.client.session.on('rang', ({ ticks }) => this.bells.push(ticks))
    this.#watchClock()
  }

  /** Presses keys now and then. */
  play(random: Random): void {
    const { input } = this.client.session
    if (random.next() < 0.1) {
      input.right = random.next() < 0.6
      input.left = random.next() < 0.3
    }
    if (random.next() < 0.02) {
      input.fire = true
      this.presses++
    }
  }

  rest(): void {
    this.client.session.input.right = this.client.session.input.left = false
  }

  #watchClock(): void {
    const { session } = this.client
    let shown = 0
    let frames = 0
    session.onFrame(() => {
      const [clock] = session.entities('clock')
      if (clock?.ticks !== shown) frames = 0
      else this.stillFrames = Math.max(this.stillFrames, ++frames)
      shown = clock?.ticks ?? 0
    })
  }
}

/**
 * Players walk, fire and exchange letters with their room on a bad network, and now and then are quiet. Each letter has to
 * come once and in order, and each press and each room event has to count once. Once the network is calm, all ends have to
 * agree to the last bit.
 */
export function endure(
  condition: Condition,
  kind: LinkKind,
  { times, loudMs, quietMs }: Phases,
  seed = 1,
): Figures {
  const random = new Random(seed)
  let fired = 0
  const { definition } = runner
  const room = defineRoom(runner.game, {
    ...definition,
    on: {
      fired(world, event, by, ctx) {
        fired++
        definition.on?.fired?.(world, event, by, ctx)
      },
    },
  })
  const sim = new Simulation(room, { kind, seed })
  const players = Array.from({ length: PLAYERS }, () => new Player(sim, condition, random))
  const { everyFrames } = LOADS[condition.load]
  const of = (id: number) => players.find(({ client }) => client.session.playerId === id)!
  sim.room.onMessage((player, message) => of(player.id).toServer.hear(message))
  sim.run(3000)
  const figures = { letters: 0, kilocharacters: 0, presses: 0, drainMs: 0, stillMs: 0 }
  const underWay = () =>
    players.some(({ toServer, toClient }) => toServer.underWay + toClient.underWay > 0)
  for (let time = 0; time < times; time++) {
    for (let frame = 0; frame * FRAME_MS < loudMs; frame++) {
      for (const player of players) player.play(random)
      if (frame % everyFrames === 0) write(sim, players)
      sim.run(FRAME_MS)
    }
    for (const player of players) player.rest()
    let drainMs = 0
    for (; underWay() && drainMs < MOST_DRAIN_MS; drainMs += 100) sim.run(100)
    figures.drainMs = Math.max(figures.drainMs, drainMs)
    sim.run(quietMs)
  }
  for (const { client } of players) client.network.conditions = presets.wifi
  sim.run(CALM_MS)
  // A bell of the last second may not be on display yet.
  const [clock] = sim.room.world.entities('clock')
  const lastBell = Math.floor((clock!.ticks - 30) / 60) * 60
  for (const { client, toServer, toClient, bells, presses, stillFrames } of players) {
    expect(client.session.state).toBe('open')
    expect(client.session.stats.reconnects).toBe(0)
    for (const { faults, underWay, sent, characters } of [toServer, toClient]) {
      expect(faults).toEqual([])
      expect(underWay).toBe(0)
      figures.letters += sent
      figures.kilocharacters += Math.round(characters / 1000)
    }
    expect(bells).toEqual(bells.map((_, i) => bells[0]! + 60 * i))
    expect(bells.at(-1)).toBeGreaterThanOrEqual(lastBell)
    figures.presses += presses
    figures.stillMs = Math.max(figures.stillMs, Math.round(stillFrames * FRAME_MS))
  }
  expect(fired).toBe(figures.presses)
  expect(sim.room.players.length).toBe(PLAYERS)
  for (const what of ['body', 'ball'] as const) {
    const [server, ...clients] = everyEnd(sim, what)
    for (const client of clients) expect(client).toBe(server)
  }
  return figures
}

function write(sim: Simulation<typeof runner>, players: readonly Player[]): void {
  for (const player of sim.room.players) {
    const { client, toServer, toClient } = players.find(
      ({ client }) => client.session.playerId === player.id,
    )!
    if (toServer.underWay < MOST_UNDER_WAY) client.session.send(toServer.next())
    if (toClient.underWay < MOST_UNDER_WAY) sim.room.world.send(player, toClient.next())
  }
}

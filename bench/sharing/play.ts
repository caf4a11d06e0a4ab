import { defineGame, flag, number } from 'glissade'
import type { LinkKind } from 'glissade/parts'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import type { Coding } from '../../src/wire/coding/coding.ts'

/** How far apart clients join: not a whole number of steps, frames or network ticks. */
const JOIN_MS = 137
const LATENCY_MS = 50

/** How clients of a room are connected. */
export interface SharingScene {
  readonly kind: LinkKind
  /** Share of packets lost, either way. */
  readonly loss: number
  readonly seed: number
  readonly seconds: number
  /** How many. */
  readonly clients: number
  readonly coding?: Coding | undefined
}

/** What a network tick took, on average. */
export interface SharingTaken {
  readonly bodiesPerTick: number
  /** Bytes that all clients were sent in it, divided by their number. */
  readonly bytesPerClient: number
}

/** Runners to and fro: what each does changes about once in a second. */
function runners(coding: Coding | undefined) {
  return defineRoom(
    defineGame({
      name: 'runners',
      stepHz: 30,
      sendHz: 20,
      input: { right: flag(), up: flag() },
      entities: {
        runner: { x: number({ max: 4096 }), y: number({ max: 4096 }) },
      },
      move: {
        runner(runner, input, ctx) {
          runner.x += (input.right ? 40 : -40) * ctx.dtSeconds
          runner.y += (input.up ? 30 : -30) * ctx.dtSeconds
        },
      },
      ...(coding && { coding }),
    }),
    {
      join: (world, player) => world.spawn('runner', player, { x: 2048, y: 60 * player.id }),
    },
  )
}

/** Plays with clients who joined at different moments, over equal paths of 50 ms; counts what was coded after that. */
export function playSharing({
  kind,
  loss,
  seed,
  seconds,
  clients,
  coding,
}: SharingScene): SharingTaken {
  const sim = new Simulation(runners(coding), { kind, seed, maxPlayers: clients })
  const impairment = { latencyMs: LATENCY_MS, loss }
  for (let n = 0; n < clients; n++) {
    let frames = 0
    sim.join({
      seed: seed * 1000 + n,
      conditions: { up: impairment, down: impairment },
      script: ({ input }) => {
        frames++
        input.right = ((frames * 7 + n * 31) >> 6) % 2 === 0
        input.up = ((frames * 5 + n * 17) >> 6) % 2 === 0
      },
    })
    sim.run(JOIN_MS)
  }
  sim.run(5000)
  const { stats } = sim.room
  const before = { coded: stats.bodiesCoded, views: stats.viewsCoded, bytes: stats.bytesOut }
  sim.run(seconds * 1000)
  const ticks = seconds * 20
  return {
    bodiesPerTick: (stats.bodiesCoded + stats.viewsCoded - before.coded - before.views) / ticks,
    bytesPerClient: (stats.bytesOut - before.bytes) / ticks / clients,
  }
}

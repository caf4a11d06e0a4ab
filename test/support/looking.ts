import {
  defineGame,
  flag,
  gameEvents,
  int,
  number,
  once,
  own,
  press,
  riders,
  text,
  vec2,
} from 'glissade'
import { defineRoom, type PlayerOf, type WorldOf } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect } from 'vitest'

/** The platform goes to and fro, at 157 px/s at most. A runner on it, at 150 px/s, may stand still in the world for a while. */
const platformX = (timeMs: number) => 500 + 100 * Math.sin((timeMs * Math.PI) / 2000)

const x = number({ max: 8000, step: 1 / 16 })
const game = defineGame({
  name: 'seen-by',
  stepHz: 60,
  sendHz: 20,
  input: { run: flag(), look: press() },
  entities: {
    runner: { x, isRiding: flag(), feet: own(x), secret: own(int()), name: text(8) },
    coin: { at: vec2({ max: 8000 }) },
    platform: { n: once(int()), x },
  },
  events: gameEvents({ looked: {} }),
  path: {
    platform: (platform, timeMs) => {
      platform.x = platformX(timeMs)
    },
  },
  riders: riders(),
  attachedTo: {
    runner: (runner, timeMs, carrier) => {
      if (runner.isRiding) carrier.x = platformX(timeMs)
    },
  },
  move: {
    runner: (runner, input, ctx) => {
      if (input.look) ctx.emit('looked', {})
      const by = input.run ? 150 * ctx.dtSeconds : 0
      runner.feet += by
      if (runner.isRiding) runner.x = platformX(ctx.timeMs) + runner.feet
      else runner.x += by
    },
  },
})

export type World = WorldOf<typeof game>
type Player = PlayerOf<typeof game>

/**
 * A room with a target (player 1) at 100 and a player 2 who watches from 200, both with a round trip of 100 ms. `look` lets the
 * latter press a key, and returns what the page showed then and what `judge` found when the room took the press. `radius`: how
 * far players see; default: everywhere.
 */
export function stage<T>(judge: (world: World, by: Player) => T, radius?: number) {
  const found: T[] = []
  const place = ({ x }: { readonly x: number }) => ({ x, y: 0 })
  const room = defineRoom(game, {
    open: (world) => void world.spawn('platform', null, { n: 1 }),
    join: (world, player) => {
      world.spawn('runner', player, { x: 100 * player.id, secret: 7, name: `no ${player.id}` })
    },
    on: { looked: (world, _, by) => void found.push(judge(world, by!)) },
    ...(radius && {
      interest: {
        at: { runner: place, coin: ({ at }: { at: { x: number; y: number } }) => at },
        from: (world: World, { id }: Player) => place(runnerOf(world.entities('runner'), id)),
        radius,
      },
    }),
  })
  const sim = new Simulation(room, { kind: 'datagram', seed: 5 })
  const conditions = { up: { latencyMs: 50 }, down: { latencyMs: 50 } }
  const target = sim.join({ conditions })
  sim.run(500)
  const watcher = sim.join({ conditions })
  sim.run(4000)
  const { session } = watcher
  function look() {
    const picture = {
      x: runnerOf(session.entities('runner'), 1).x,
      coins: session.entities('coin').map(({ id }) => id),
    }
    const before = found.length
    session.input.look = true
    for (let ms = 0; ms < 1000 && found.length === before; ms += 5) sim.run(5)
    expect(found.length).toBe(before + 1)
    return { picture, found: found.at(-1)! }
  }
  return { sim, world: sim.room.world, target, watcher, look }
}

/** Returns the entity that a player owns. */
export function runnerOf<T extends { readonly owner: number | null }>(
  all: readonly T[],
  id: number,
): T {
  return all.find(({ owner }) => owner === id)!
}

import {
  type AnyGame,
  defineGame,
  flag,
  gameEvents,
  int,
  number,
  press,
  sharedTick,
} from 'glissade'
import { defineRoom } from 'glissade/server'

/** A game whose shots are judged by what the shooter saw. Its state adds up every place that anybody saw, to the bit. */
function duel(authority?: ReturnType<typeof sharedTick>) {
  const game = defineGame({
    name: 'duel',
    authority,
    stepHz: 60,
    sendHz: 20,
    input: { left: flag(), right: flag(), shoot: press() },
    entities: {
      pip: {
        x: number({ max: 900 }),
        vx: number({ min: -300, max: 300 }),
        health: int({ max: 99 }),
      },
      drone: { x: number({ max: 900 }) },
    },
    events: gameEvents({ shot: { at: number({ max: 900 }) } }),
    move: {
      pip(pip, input, ctx) {
        pip.vx += (+input.right - +input.left) * 600 * ctx.dtSeconds - pip.vx * 2 * ctx.dtSeconds
        pip.x += pip.vx * ctx.dtSeconds
        if (pip.x < 0 || pip.x > 900) pip.vx = -pip.vx
        if (input.shoot) ctx.emit('shot', { at: pip.x })
      },
    },
  })
  return defineRoom(game, {
    state: () => ({ seen: 0, hits: new Map<number, number>(), last: null as object | null }),
    open(world) {
      world.seenBy(null)
      for (let n = 0; n < 4; n++) world.spawn('drone', null, { x: 200 * n })
    },
    join: (world, player) => world.spawn('pip', player, { x: 100 + 90 * player.id, health: 99 }),
    on: {
      shot(world, { at }, by) {
        const { state } = world
        for (const kind of ['pip', 'drone'] as const)
          for (const one of world.seenBy(by).entities(kind)) {
            state.seen += one.x * (1 + (one.id & 7)) + Number(world.seenBy(by).timeOf(one))
            if (one.owner === by?.id || Math.abs(one.x - at) > 60) continue
            state.hits.set(one.id, (state.hits.get(one.id) ?? 0) + 1)
            state.last = world.get(one.id) ?? null
          }
      },
    },
    update(world, { timeMs, dtSeconds }) {
      for (const [n, drone] of world.entities('drone').entries())
        drone.x = Math.min(900, Math.max(0, drone.x + Math.sin(timeMs / 300 + n) * 200 * dtSeconds))
    },
  })
}

export const duels = [duel(), duel(sharedTick())]
export const namesOf = (game: AnyGame): readonly string[] => game.kinds.map(({ name }) => name)

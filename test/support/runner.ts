import {
  defineGame,
  flag,
  gameEvents,
  hidden,
  int,
  jsonMessages,
  number,
  once,
  oneOf,
  own,
  press,
  text,
} from 'glissade'
import { defineRoom } from 'glissade/server'
import type { Simulation } from 'glissade/testing'

/** A game for tests with one of everything: continuous, discrete and private state, events, room entities. */
export const runner = defineRoom(
  defineGame({
    name: 'runner',
    messages: jsonMessages(),
    profile: { name: text(16) },
    input: { right: flag(), left: flag(), fire: press() },
    entities: {
      body: {
        x: number({ max: 1_000_000 }),
        facing: oneOf('right', 'left'),
        steps: own(int({ max: 1_000_000 })),
        name: once(text(16)),
      },
      ball: {
        x: number({ max: 1_000_000 }),
        by: int({ max: 1000 }),
        flown: hidden(int({ max: 1000 })),
      },
      clock: { ticks: int({ max: 1_000_000 }) },
    },
    events: gameEvents({
      fired: { x: number({ max: 1_000_000 }) },
      rang: { ticks: int({ max: 1_000_000 }) },
    }),
    move: {
      body(body, input, ctx) {
        const direction = +input.right - +input.left
        body.x += direction * UNITS_PER_STEP
        if (direction !== 0) body.facing = direction > 0 ? 'right' : 'left'
        body.steps++
        if (input.fire) ctx.emit('fired', { x: body.x })
      },
    },
  }),
  {
    open: (world) => world.spawn('clock', null),
    join: (world, player) =>
      world.spawn('body', player, { x: 1000, name: player.profile.name || `P${player.id}` }),
    on: { fired: (world, { x }, by) => world.spawn('ball', null, { x, by: by?.id ?? 0 }) },
    update(world) {
      for (const clock of world.entities('clock')) {
        clock.ticks++
        if (clock.ticks % 60 === 0) world.emit('rang', { ticks: clock.ticks })
      }
      for (const ball of [...world.entities('ball')]) {
        if (ball.flown++ < 90) ball.x += 2
        else if (ball.id % 2 === 0) world.despawn(ball)
      }
    },
  },
)

/** How far a runner gets in a step. */
export const UNITS_PER_STEP = 4

/**
 * What every end says of a kind, as texts that are equal when the ends agree to the last bit: who each entity is and
 * all that everybody gets. What only its owner gets, or nobody, is not in it.
 */
export function everyEnd(sim: Simulation<typeof runner>, kind: 'body' | 'ball'): string[] {
  const { schema } = runner.game.kinds.find(({ name }) => name === kind)!
  const columns = [...schema.viewed].map((i) => schema.columns[i]!.name)
  const names = ['id', 'kind', 'owner', ...columns.filter((name) => typeof name === 'string')]
  const describe = (list: readonly object[]) =>
    JSON.stringify(
      [...(list as Record<string, never>[])]
        .sort((a, b) => a['id']! - b['id']!)
        .map((entity) => names.map((name) => [name, entity[name]])),
    )
  return [
    describe(sim.room.world.entities(kind)),
    ...sim.clients.map(({ session }) => describe(session.entities(kind))),
  ]
}

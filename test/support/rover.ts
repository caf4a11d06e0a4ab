import {
  defineGame,
  flag,
  gameEvents,
  hidden,
  int,
  number,
  once,
  oneOf,
  own,
  press,
  text,
} from 'glissade'
import { defineRoom } from 'glissade/server'
import { authorityOf } from './authority.ts'

const WIDTH = 10_000
const STEP_HZ = 30
/** How long a step is. */
export const STEP_MS = 1000 / STEP_HZ

/** A game that can go on for days: nothing in it only grows. Rovers turn round at the walls, and what they fire goes. */
export const rover = (authority: 'input' | 'tick') =>
  defineRoom(
    defineGame({
      name: 'rover',
      authority: authorityOf(authority),
      stepHz: STEP_HZ,
      sendHz: 10,
      profile: { name: text(8) },
      input: { right: flag(), left: flag(), fire: press() },
      entities: {
        rover: {
          x: number({ max: WIDTH }),
          facing: oneOf('right', 'left'),
          fuel: own(int({ max: 1000 })),
          name: once(text(8)),
        },
        shot: { x: number({ max: WIDTH }), flown: hidden(int({ max: 1000 })) },
      },
      events: gameEvents({ fired: { x: number({ max: WIDTH }) } }),
      move: {
        rover(rover, input, ctx) {
          const way = +input.right - +input.left
          rover.x = Math.min(WIDTH, Math.max(0, rover.x + 4 * way))
          if (way !== 0) rover.facing = way > 0 ? 'right' : 'left'
          rover.fuel = (rover.fuel + 1) % 1000
          if (input.fire) ctx.emit('fired', { x: rover.x })
        },
      },
    }),
    {
      join: (world, player) =>
        world.spawn('rover', player, {
          x: WIDTH / 2,
          name: player.profile.name || `P${player.id}`,
        }),
      on: { fired: (world, { x }) => world.spawn('shot', null, { x }) },
      update(world) {
        for (const shot of [...world.entities('shot')]) {
          if (shot.flown++ < 2 * STEP_HZ) shot.x = Math.min(WIDTH, shot.x + 2)
          else world.despawn(shot)
        }
      },
    },
  )

export type Rover = ReturnType<typeof rover>

/** What an end says of a kind, as a text: equal where ends agree to the last bit on what everybody gets. */
export function told(end: { entities(kind: Kind): Iterable<object> }, kind: Kind): string {
  const list = [...end.entities(kind)] as Record<string, unknown>[]
  const names = ['id', 'owner', ...TOLD[kind]]
  const rows = list.map((entity) => names.map((name) => entity[name]))
  return JSON.stringify(rows.sort((a, b) => Number(a[0]) - Number(b[0])))
}

type Kind = 'rover' | 'shot'
const TOLD: Readonly<Record<Kind, readonly string[]>> = {
  rover: ['x', 'facing', 'name'],
  shot: ['x'],
}

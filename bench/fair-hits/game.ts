import { platformer } from '../../games/platformer/game.ts'
import { BODY_HEIGHT, HALF_WIDTH } from '../../games/platformer/rules/body.ts'
import { HEIGHT, WIDTH } from '../../games/platformer/rules/level.ts'
import { movePip } from '../../games/platformer/rules/physics.ts'
import { defineGame, fields, gameEvents, int, number, press, sharedTick } from '../../src/index.ts'
import type { WorldOf } from '../../src/server.ts'

const x = number({ max: WIDTH, step: 1 / 16 })
const y = number({ min: -256, max: HEIGHT + 128, step: 1 / 16 })
const { definition } = platformer

/** A ray that hits at once, aimed at a place where a target was seen in a frame. */
const shot = fields({ x, y, target: int({ max: 0xffffff }), frame: int({ max: 0xffff }) })

/** The platformer with a gun: its input also says where the player aims. */
export const shooting = defineGame({
  ...definition,
  name: 'shooting',
  input: { ...definition.input, ...shot, shoot: press() },
  events: gameEvents({ ...definition.events!.kinds, shot }),
  move: {
    ...definition.move,
    pip: (pip, input, ctx) => {
      movePip(pip, input, ctx)
      const { x, y, target, frame } = input
      if (input.shoot) ctx.emit('shot', { x, y, target, frame })
    },
  },
})

/** The same game with one tick for everybody. */
export const shootingTogether: typeof shooting = defineGame({
  ...shooting.definition,
  authority: sharedTick(),
})

export type Shooting = WorldOf<typeof shooting>

interface Place {
  readonly x: number
  readonly y: number
}

/** The middle of a body. */
export const middleOf = (pip: Place): Place => ({ x: pip.x, y: pip.y - BODY_HEIGHT / 2 })

/** Whether a ray to a place hits a body. */
export function hits(aim: Place, pip: Place): boolean {
  const middle = middleOf(pip)
  return Math.abs(middle.x - aim.x) <= HALF_WIDTH && Math.abs(middle.y - aim.y) <= BODY_HEIGHT / 2
}

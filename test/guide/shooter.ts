import { angle, cos, defineGame, flag, gameEvents, int, number, press, sin, told } from 'glissade'

export const RADIUS = 14
export const SPEED = 180
const RELOAD_STEPS = 15

/** Both sides know the wall in the middle. */
export const WALL = { left: 380, top: 180, width: 40, height: 240 }

export const isWall = (x: number, y: number): boolean =>
  Math.abs(x - WALL.left - WALL.width / 2) < WALL.width / 2 &&
  Math.abs(y - WALL.top - WALL.height / 2) < WALL.height / 2

/** How far a ray gets, in steps of 4 px. It is the same on both sides. */
export function reachOf(x: number, y: number, aim: number): number {
  let reach = 0
  while (reach < 900 && !isWall(x + reach * cos(aim), y + reach * sin(aim))) reach += 4
  return reach
}

const place = { x: number({ max: 800 }), y: number({ max: 600 }) }

export const game = defineGame({
  name: 'shooter',
  stepHz: 60,
  input: { left: flag(), right: flag(), up: flag(), down: flag(), aim: angle(), shoot: press() },
  entities: {
    fighter: {
      ...place,
      aim: angle(),
      reload: int({ max: RELOAD_STEPS }),
      health: told(int({ max: 100 })),
      hits: told(int({ max: 999 })),
    },
  },
  events: gameEvents({ shot: { ...place, aim: angle() }, hit: place }),
  move: {
    fighter(fighter, input, ctx) {
      const step = SPEED * ctx.dtSeconds
      const x = fighter.x + (+input.right - +input.left) * step
      const y = fighter.y + (+input.down - +input.up) * step
      if (!isWall(x, fighter.y)) fighter.x = x
      if (!isWall(fighter.x, y)) fighter.y = y
      fighter.aim = input.aim
      fighter.reload = Math.max(fighter.reload - 1, 0)
      if (!input.shoot || fighter.reload > 0) return
      fighter.reload = RELOAD_STEPS
      ctx.emit('shot', { x: fighter.x, y: fighter.y, aim: input.aim })
    },
  },
})

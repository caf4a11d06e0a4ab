import {
  angle,
  cos,
  defineGame,
  flag,
  gameEvents,
  gameMessages,
  hidden,
  int,
  number,
  once,
  press,
  sin,
  text,
  told,
} from 'glissade'

export const RADIUS = 14
export const BULLET_RADIUS = 4
export const SPEED = 180
const BULLET_SPEED = 420

/** The middle of each wall, and half its width and height. Both sides know them. */
export const WALLS = [
  [400, 300, 16, 100],
  [220, 130, 60, 14],
  [580, 470, 60, 14],
] as const

/** Whether a circle around this place touches a wall or leaves the arena. */
export const isBlocked = (x: number, y: number, radius: number): boolean =>
  Math.min(x, 800 - x, y, 600 - y) < radius ||
  WALLS.some(([cx, cy, w, h]) => Math.abs(x - cx) < w + radius && Math.abs(y - cy) < h + radius)

export type Place = { x: number; y: number }
/** Where a beam ends. */
export function endOf({ x, y }: Place, aim: number): Place {
  if (isBlocked(x, y, 0)) return { x, y }
  return endOf({ x: x + 4 * cos(aim), y: y + 4 * sin(aim) }, aim)
}

const place = { x: number({ max: 800 }), y: number({ max: 600 }) }
const from = { fromX: hidden(place.x), fromY: hidden(place.y) }
const keys = { left: flag(), right: flag(), up: flag(), down: flag() }

export const game = defineGame({
  name: 'arena',
  stepHz: 60,
  profile: { name: text(12) },
  input: { ...keys, aim: angle(), fire: flag(), beam: press() },
  entities: {
    fighter: {
      ...place,
      aim: angle(),
      name: once(text(12)),
      health: told(int({ max: 100 })),
      score: told(int({ max: 999 })),
      /** Steps until the next shot, and until a fighter who was shot down plays again. */
      reload: int({ max: 45 }),
      out: int({ max: 120 }),
    },
    bullet: { ...place, ...from, aim: once(angle()), isOver: flag() },
  },
  events: gameEvents({ beam: { ...place, aim: angle() }, hit: place }),
  messages: gameMessages({ say: { text: text(80) }, said: { name: text(12), text: text(80) } }),
  move: {
    fighter(fighter, input, ctx) {
      fighter.aim = input.aim
      fighter.reload = Math.max(fighter.reload - 1, 0)
      fighter.out = Math.max(fighter.out - 1, 0)
      if (fighter.out > 0) return
      const [dx, dy] = [+input.right - +input.left, +input.down - +input.up]
      const step = SPEED * ctx.dtSeconds * (dx && dy ? Math.SQRT1_2 : 1)
      if (!isBlocked(fighter.x + dx * step, fighter.y, RADIUS)) fighter.x += dx * step
      if (!isBlocked(fighter.x, fighter.y + dy * step, RADIUS)) fighter.y += dy * step
      if (fighter.reload > 0 || !(input.beam || input.fire)) return
      fighter.reload = input.beam ? 45 : 10
      const { x, y, aim } = fighter
      if (input.beam) ctx.emit('beam', { x, y, aim })
      else ctx.spawn('bullet', { x, y, fromX: x, fromY: y, aim })
    },
    bullet(bullet, _input, ctx) {
      if (bullet.isOver) return
      bullet.x += BULLET_SPEED * ctx.dtSeconds * cos(bullet.aim)
      bullet.y += BULLET_SPEED * ctx.dtSeconds * sin(bullet.aim)
      bullet.isOver = isBlocked(bullet.x, bullet.y, 0)
    },
  },
})

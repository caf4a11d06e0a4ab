import { defineGame, flag, number } from 'glissade'

const FLOOR = 0
const GRAVITY = 900

/** Players who jump, and who fall when nobody holds their keys. */
export const game = defineGame({
  name: 'jumpers',
  stepHz: 60,
  input: { jump: flag() },
  entities: { jumper: { y: number({ max: 400 }), vy: number({ min: -2000, max: 2000 }) } },
  move: {
    jumper(jumper, { jump }, { dtSeconds }) {
      if (jump && jumper.y === FLOOR) jumper.vy = 420
      jumper.vy -= GRAVITY * dtSeconds
      jumper.y = Math.max(FLOOR, jumper.y + jumper.vy * dtSeconds)
      if (jumper.y === FLOOR) jumper.vy = 0
    },
  },
})

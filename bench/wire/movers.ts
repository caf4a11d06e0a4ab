import { angle, defineGame, flag, int, number, oneOf } from 'glissade'
import { AT, MOST_SPEED, QUANTA, SEND_HZ, TURN, WORLD } from './workload.ts'

/** What a workload's state is called in the game, by its number. */
export const STATES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
/** The value of each column: they stand in another order than the values, and the id is the slot. */
export const COLUMNS: readonly number[] = [AT.x, AT.y, AT.angle, AT.vx, AT.vy, AT.hp, AT.state]

/** The entities of the workloads as a game has them; angles in as many steps as have no more than the step allowed. */
export const MOVERS = defineGame({
  name: 'movers',
  stepHz: SEND_HZ,
  sendHz: SEND_HZ,
  input: { go: flag() },
  entities: {
    mover: {
      x: number({ max: WORLD, step: QUANTA[AT.x]!, velocity: 'vx' }),
      y: number({ max: WORLD, step: QUANTA[AT.y]!, velocity: 'vy' }),
      angle: angle({ count: Math.ceil(TURN / QUANTA[AT.angle]!) }),
      vx: number({ min: -MOST_SPEED, max: MOST_SPEED, step: QUANTA[AT.vx]!, curve: 'step' }),
      vy: number({ min: -MOST_SPEED, max: MOST_SPEED, step: QUANTA[AT.vy]!, curve: 'step' }),
      hp: int({ max: 255 }),
      state: oneOf(...STATES),
    },
  },
})

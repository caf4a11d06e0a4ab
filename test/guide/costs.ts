import { defineGame, flag, number } from 'glissade'

/** Players who walk to and fro. */
export const game = defineGame({
  name: 'walkers',
  input: { left: flag(), right: flag() },
  entities: { walker: { x: number({ max: 800 }) } },
  move: {
    walker(walker, { left, right }) {
      walker.x += 4 * (+right - +left)
    },
  },
})

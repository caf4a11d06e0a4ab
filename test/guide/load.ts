import { defineGame, flag, number, text } from 'glissade'

/** Players who walk to and fro. */
export const game = defineGame({
  name: 'walkers',
  input: { left: flag(), right: flag() },
  profile: { name: text(12) },
  entities: { walker: { x: number({ max: 800 }) } },
  move: {
    walker(walker, { left, right }) {
      walker.x += 4 * (+right - +left)
    },
  },
})

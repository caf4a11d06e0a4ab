import { defineGame, flag, quat, vec3 } from 'glissade'

/** Crates in space. A place is in metres, on a grid of 1 mm. */
export const game = defineGame({
  name: 'crates',
  input: { push: flag() },
  entities: {
    crate: {
      place: vec3({ min: -16, max: 16, step: 1 / 1024 }),
      turn: quat({ bits: 10 }),
    },
  },
  move: {},
})

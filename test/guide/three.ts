import { defineGame, flag, quat, vec3 } from 'glissade'

/** Crates in space. A place is in centimetres, on a grid of about 1 mm. */
export const game = defineGame({
  name: 'crates',
  input: { push: flag() },
  entities: {
    crate: {
      place: vec3({ min: -1600, max: 1600, step: 1 / 8 }),
      turn: quat({ bits: 10 }),
    },
  },
  move: {},
})

import { angle, defineGame } from 'glissade'

/** A room for looking at: one hand turns, and nobody can do anything. Each network tick has news, so each gap is the link's. */
export const link = defineGame({
  name: 'link',
  stepHz: 30,
  sendHz: 30,
  input: {},
  entities: { hand: { turn: angle() } },
})

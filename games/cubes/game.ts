import { defineGame, sharedTick, tables } from 'glissade'
import { input, kinds, profile } from './rules/kinds.ts'
import { rollBall } from './rules/rolling.ts'

/** Cubes, which both sides import. The server alone moves the cubes; `move` rolls the snowballs. */
export const cubes = defineGame({
  name: 'cubes',
  authority: sharedTick(),
  stepHz: 60,
  sendHz: 20,
  coding: tables(),
  input,
  profile,
  entities: kinds,
  move: { ball: rollBall },
})

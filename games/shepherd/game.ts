import { defineGame, gameEvents, sharedTick } from 'glissade'
import { moveDog } from './rules/dogs.ts'
import { events, input, kinds, profile } from './rules/kinds.ts'
import { moveEye } from './rules/spectators.ts'
import { moveShepherd } from './rules/walking.ts'

/**
 * Shepherd's World, which both sides import. There is one step for everybody per tick, and the server alone moves the
 * sheep.
 */
export const shepherd = defineGame({
  name: 'shepherd',
  authority: sharedTick(),
  stepHz: 30,
  sendHz: 20,
  input,
  profile,
  entities: kinds,
  events: gameEvents(events),
  move: { shepherd: moveShepherd, dog: moveDog, eye: moveEye },
})

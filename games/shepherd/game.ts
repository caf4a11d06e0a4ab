import { defineGame, gameEvents, sharedTick } from 'glissade'
import { moveDog } from './rules/dogs.ts'
import { events, input, kinds, profile } from './rules/kinds.ts'
import { moveEye } from './rules/spectators.ts'
import { moveShepherd } from './rules/walking.ts'

/** Shepherd's World: both sides import this. One step for everybody per tick; the sheep are the server's own. */
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

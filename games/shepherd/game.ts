import { defineGame, gameEvents, sharedTick } from 'glissade'
import { events, input, kinds, profile } from './kinds.ts'
import {
  hearBark,
  joinRound,
  leaveRound,
  lookFrom,
  moveDog,
  moveEye,
  moveShepherd,
  openRound,
  updateRound,
} from './rules.ts'

/** How far a client sees from where its shepherd stands, and by how much further it has to go to be lost from sight. */
export const SIGHT = 640
export const SIGHT_MARGIN = 80

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
  open: openRound,
  join: joinRound,
  leave: leaveRound,
  move: { shepherd: moveShepherd, dog: moveDog, eye: moveEye },
  interest: {
    at: { sheep: (sheep) => sheep, wolf: (wolf) => wolf },
    from: lookFrom,
    radius: SIGHT,
    margin: SIGHT_MARGIN,
  },
  on: { barked: hearBark },
  update: updateRound,
})

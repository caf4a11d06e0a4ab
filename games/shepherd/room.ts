import { defineRoom } from 'glissade/server'
import { shepherd } from './game.ts'
import type { PastureState } from './rules/herd.ts'
import { joinRound, leaveRound, lookFrom } from './rules/joining.ts'
import { openRound, updateRound } from './rules/rules.ts'
import { restoreHerd, saveHerd } from './rules/saving.ts'
import { hearBark } from './rules/scaring.ts'

/** How far a client sees from its shepherd's place, and how much further something has to go to get out of sight. */
export const SIGHT = 640
export const SIGHT_MARGIN = 80

/** What only the server has of Shepherd's World: the flock, the wolves, the rounds, and who sees what. */
export const shepherdRoom = defineRoom(shepherd, {
  state: (): PastureState => ({ herd: null }),
  save: saveHerd,
  restore: restoreHerd,
  open: openRound,
  join: joinRound,
  leave: leaveRound,
  interest: {
    at: { sheep: (sheep) => sheep, wolf: (wolf) => wolf },
    from: lookFrom,
    radius: SIGHT,
    margin: SIGHT_MARGIN,
  },
  on: { barked: hearBark },
  update: updateRound,
})

import { defineRoom } from 'glissade/server'
import { platformer } from './game.ts'
import { joinRound, openRound, updateRound } from './rules/rules.ts'

/** What only the server has of the platformer: coins, rounds, and whom snowballs hit. */
export const platformerRoom = defineRoom(platformer, {
  open: openRound,
  join: joinRound,
  update: updateRound,
})

import { defineRoom } from 'glissade/server'
import {
  joinCompany,
  leaveCompany,
  newCompany,
  restoreCompany,
  saveCompany,
  updateCompany,
} from './bots/company.ts'
import { platformer } from './game.ts'
import { openRound } from './rules/rules.ts'

/** `platformerRoom` with bots, which make up the number while fewer than four players are there, and leave as more come. */
export const platformerWithBots = defineRoom(platformer, {
  state: newCompany,
  save: saveCompany,
  restore: restoreCompany,
  open: openRound,
  join: joinCompany,
  leave: leaveCompany,
  update: updateCompany,
})

import { defineRoom } from 'glissade/server'
import { platformer } from './game.ts'
import { type Flight, startFlight } from './rules/flights.ts'
import { joinRound, openRound, updateRound } from './rules/rules.ts'

/** What only the server has of the platformer: coins, rounds, and the snowballs in the air. */
export const platformerRoom = defineRoom(platformer, {
  state: () => ({ flights: [] as Flight[] }),
  open: openRound,
  join: joinRound,
  on: { thrown: startFlight },
  update: updateRound,
})

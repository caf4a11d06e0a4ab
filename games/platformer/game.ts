import { defineGame, flag, gameEvents, press, riders } from 'glissade'
import { startFlight } from './flights.ts'
import { events, kinds, profile } from './kinds.ts'
import { movePip } from './physics.ts'
import { placePlatform } from './platforms.ts'
import { joinRound, openRound, updateRound } from './rules.ts'

/** The platformer: both sides import this. Inputs are applied as they come, in each player's own time. */
export const platformer = defineGame({
  name: 'platformer',
  stepHz: 60,
  sendHz: 20,
  input: { left: flag(), right: flag(), down: flag(), jump: flag(), throw: press() },
  profile,
  entities: kinds,
  events: gameEvents(events),
  open: openRound,
  join: joinRound,
  move: { pip: movePip },
  path: { platform: (platform, timeMs) => placePlatform(platform.index, timeMs, platform) },
  riders: riders(),
  attachedTo: {
    pip: (pip, timeMs, carrier) => {
      if (pip.platform > 0) placePlatform(pip.platform - 1, timeMs, carrier)
    },
  },
  on: { thrown: startFlight },
  update: updateRound,
})

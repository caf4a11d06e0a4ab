import { defineGame, flag, gameEvents, press, riders } from 'glissade'
import { moveBall } from './rules/balls.ts'
import { events, kinds, profile } from './rules/kinds.ts'
import { movePip } from './rules/physics.ts'
import { placePlatform } from './rules/platforms.ts'

/** The platformer, which both sides import. The server applies inputs as they come, in each player's own time. */
export const platformer = defineGame({
  name: 'platformer',
  stepHz: 60,
  sendHz: 20,
  input: { left: flag(), right: flag(), down: flag(), jump: flag(), throw: press() },
  profile,
  entities: kinds,
  events: gameEvents(events),
  move: { pip: movePip, ball: moveBall },
  path: { platform: (platform, timeMs) => placePlatform(platform.index, timeMs, platform) },
  riders: riders(),
  attachedTo: {
    pip: (pip, timeMs, carrier) => {
      if (pip.platform > 0) placePlatform(pip.platform - 1, timeMs, carrier)
    },
  },
})

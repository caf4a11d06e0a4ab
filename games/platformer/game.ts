import { defineGame, flag, text } from 'glissade'
import { START } from './level.ts'
import { movePip } from './physics.ts'
import { pip, puff } from './pip.ts'

/** The platformer: both sides import this. Inputs are applied as they come, in each player's own time. */
export const platformer = defineGame({
  name: 'platformer',
  authority: 'input',
  stepHz: 60,
  sendHz: 20,
  input: { left: flag(), right: flag(), jump: flag() },
  profile: { name: text(16) },
  entities: { pip },
  events: { puff },
  join(world, player) {
    world.spawn('pip', player, {
      x: START.x + ((player.id * 3) % 8) * 12,
      y: START.y,
      name: player.profile.name.trim() || `Pip ${player.id}`,
      // Turns by the golden angle, so that no two players who come one after the other look alike.
      hue: (player.id * 137 + 60) % 360,
    })
  },
  move: { pip: movePip },
})

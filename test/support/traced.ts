import { defineGame, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { platformer } from '../../games/platformer/game.ts'
import { platformerRoom } from '../../games/platformer/room.ts'
import { movePip } from '../../games/platformer/rules/physics.ts'
import { pip } from '../../games/platformer/rules/pip.ts'

const { definition } = platformer

/**
 * The platformer, whose players carry the time of their state as a coordinate, in seconds: whatever the engine does to
 * a player's place on the way to the screen it does to this number, so the picture tells which moment it shows.
 */
export const traced = defineRoom(
  defineGame({
    ...definition,
    entities: {
      ...definition.entities,
      pip: { ...pip, shownSeconds: number({ max: 8192, step: 1 / 16_384 }) },
    },
    move: {
      ...definition.move,
      pip(pip, input, ctx) {
        movePip(pip, input, ctx)
        pip.shownSeconds = ctx.timeMs / 1000
      },
    },
  }),
  // These rules know nothing of the further field and need not.
  platformerRoom.definition,
)

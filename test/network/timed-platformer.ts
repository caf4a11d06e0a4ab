import { defineGame, jsonMessages, number } from 'glissade'
import { platformer } from '../../games/platformer/game.ts'
import type { Pip } from '../../games/platformer/rules/pip.ts'

/** A pip that carries the moment its state is of: what the engine does to places, it does to this. */
export type TimedPip = Pip & { seconds: number }

const { definition } = platformer
const seconds = number({ max: 8192, step: 1 / 16_384 })

/** The platformer, whose pips carry the moments their states are of, and with messages, which a server sends back. */
export const timedPlatformer = defineGame({
  ...definition,
  messages: jsonMessages(),
  entities: { ...definition.entities, pip: { ...definition.entities.pip, seconds } },
  move: {
    ...definition.move,
    pip(pip, input, ctx) {
      definition.move?.pip?.(pip as never, input, ctx)
      pip.seconds = ctx.timeMs / 1000
    },
  },
})

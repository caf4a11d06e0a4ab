import { defineGame, flag, gameEvents, int, jsonMessages, ref, told } from 'glissade'

const RELOAD_STEPS = 12

/** Gunners who shoot at one another. A gunner who is hit cannot shoot for half a second. */
export const game = defineGame({
  name: 'gunners',
  messages: jsonMessages(),
  stepHz: 60,
  input: { fire: flag() },
  entities: {
    gunner: {
      stunned: int({ max: 30 }),
      reload: int({ max: RELOAD_STEPS }),
      health: told(int({ max: 100 })),
    },
  },
  events: gameEvents({ shot: { gun: int({ max: 9 }) }, hit: { whom: ref() } }),
  move: {
    gunner(gunner, { fire }, ctx) {
      gunner.stunned = Math.max(gunner.stunned - 1, 0)
      gunner.reload = Math.max(gunner.reload - 1, 0)
      if (!fire || gunner.stunned > 0 || gunner.reload > 0) return
      gunner.reload = RELOAD_STEPS
      ctx.emit('shot', { gun: 1 })
    },
  },
})

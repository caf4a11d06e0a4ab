import { defineGame, flag, gameMessages, int, list, number, oneOf, text } from 'glissade'

/** Runners on an island that the room chooses. Both sides import this file. */
export const island = defineGame({
  name: 'island',
  input: { right: flag() },
  profile: { name: text(16) },
  room: { ground: oneOf('grass', 'ice'), endsAt: int({ max: 2 ** 31 - 2 }) },
  entities: { runner: { x: number({ max: 8000 }), cards: list(int({ max: 51 }), 5) } },
  messages: gameMessages({ chat: { text: text(80) } }),
  move: {
    runner(runner, { right }, { room, dtSeconds }) {
      const speed = room.ground === 'ice' ? 300 : 200
      if (right) runner.x += speed * dtSeconds
    },
  },
})

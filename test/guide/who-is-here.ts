import { defineGame, flag, gameMessages, int, number, oneOf, text, visible } from 'glissade'

/** A race with people who only watch. Both sides import this file. */
export const race = defineGame({
  name: 'race',
  input: { right: flag() },
  profile: {
    name: visible(text(16)),
    role: visible(oneOf('runner', 'spectator')),
    // Everything else stays between the player and the server.
    ticket: text(32),
  },
  room: { endsAt: int({ max: 2 ** 31 - 2 }) },
  entities: { runner: { x: number({ max: 8000 }) } },
  messages: gameMessages({ chat: { line: text(100) }, play: {} }),
  move: {
    runner(runner, { right }, { dtSeconds }) {
      if (right) runner.x += 200 * dtSeconds
    },
  },
})

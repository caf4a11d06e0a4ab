import { defineGame, flag, gameMessages, int, list, number, oneOf, text, visible } from 'glissade'

export const ROUND_SECONDS = 60

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
  messages: gameMessages({
    chat: { line: text(100) },
    play: {},
    results: { players: list(int({ max: 65_535 }), 64), metres: list(int({ max: 800 }), 64) },
  }),
  move: {
    runner(runner, { right }, { dtSeconds }) {
      if (right) runner.x += 200 * dtSeconds
    },
  },
})

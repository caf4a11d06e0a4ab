import { defineGame, flag, int, jsonMessages, number, press, text } from 'glissade'
import { defineRoom } from 'glissade/server'

/** What a client says: its name, and how many messages it has sent. */
interface Said {
  readonly name: string
  readonly n: number
}

const game = defineGame({
  name: 'courier',
  stepHz: 40,
  sendHz: 20,
  messages: jsonMessages(),
  profile: { name: text(16) },
  input: { right: flag(), tap: press() },
  entities: { runner: { x: number({ max: 1_000_000 }), taps: int({ max: 1_000_000 }) } },
  move: {
    runner(runner, input) {
      if (input.right) runner.x += 2
      if (input.tap) runner.taps++
    },
  },
})

/** A game that notices each tap, and each message that is lost, doubled or out of order. */
export const courier = defineRoom(game, {
  state: () => ({ heard: new Map<string, number>(), faults: [] as string[] }),
  join: (world, player) => world.spawn('runner', player, { x: 10 * player.id }),
  onMessage(world, message, player) {
    const { name, n } = message as Said
    const { heard, faults } = world.state
    const before = heard.get(name) ?? 0
    if (n !== before + 1) faults.push(`${name} said ${n} after ${before}`)
    heard.set(name, n)
    world.send(player, n)
  },
})

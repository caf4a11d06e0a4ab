import { defineGame, flag, gameEvents, gameMessages, int, text } from 'glissade'
import { defineRoom } from 'glissade/server'

/** A room that says much to those who come, and raises an event. */
export const greeter = defineRoom(
  defineGame({
    name: 'greeter',
    input: { right: flag() },
    entities: { dot: { x: int({ max: 800 }) } },
    messages: gameMessages({ said: { text: text(40) } }),
    events: gameEvents({ joined: { who: int({ max: 999 }) } }),
  }),
  {
    join(world, player) {
      world.spawn('dot', player)
      world.send(player, 'said', { text: `hello ${player.id}` })
      world.broadcast('said', { text: `${player.id} is here` })
      world.send(player, 'said', { text: 'and that is all' }, { at: 'display' })
      world.emit('joined', { who: player.id })
    },
  },
)

import { defineGame, flag, gameEvents, int, jsonMessages, told } from 'glissade'
import type { Session } from 'glissade/client'
import { defineRoom, type Player, type Room } from 'glissade/server'

const RELOAD_STEPS = 12

/** Gunners who shoot at one another; whoever is hit cannot shoot for half a second. */
export const game = defineRoom(
  defineGame({
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
    events: gameEvents({ shot: { gun: int({ max: 9 }) }, hit: { whom: int({ max: 65_535 }) } }),
    move: {
      gunner(gunner, { fire }, ctx) {
        gunner.stunned = Math.max(gunner.stunned - 1, 0)
        gunner.reload = Math.max(gunner.reload - 1, 0)
        if (!fire || gunner.stunned > 0 || gunner.reload > 0) return
        gunner.reload = RELOAD_STEPS
        ctx.emit('shot', { gun: 1 })
      },
    },
  }),
  {
    join: (world, player) => world.spawn('gunner', player, { health: 100 }),
  },
)

/** The room's side: somebody is hit. The three that tell of it are shown together. */
export function hit(room: Room<typeof game>, player: Player): void {
  const { world } = room
  const gunner = world.entities('gunner').find(({ owner }) => owner === player.id)
  if (!gunner) return
  gunner.stunned = 30
  gunner.health -= 10
  world.emit('hit', { whom: player.id })
  room.world.send(player, 'You were hit.', { at: 'display' })
}

/** What goes on after the event, until it stops by itself. */
export interface Sound {
  stop(): void
}

/** The page's side: the own shot is heard at once, and stopped if there was none. */
export function listen(
  session: Session<(typeof game)['game']>,
  play: (name: string) => Sound,
): () => void {
  const playing = new WeakMap<object, Sound>()
  return session.on('shot', (shot) => void playing.set(shot, play('shot')), {
    undone: (shot) => playing.get(shot)?.stop(),
  })
}

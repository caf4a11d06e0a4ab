import type { Clock } from '../../src/base/clock.ts'
import type { AnyGame } from '../../src/game/define-game.ts'
import type { Room } from '../../src/server/room.ts'
import { Reception } from '../../src/server/rooms/reception.ts'

/** Takes links into one room, whose every packet must be right: it throws for the first one that is not. */
export function strictReception<G extends AnyGame>(
  game: G,
  room: Room<G>,
  clock: Clock,
): Reception {
  return new Reception({
    clock,
    game: () => game,
    room: () => room as never,
    count: (reason) => {
      throw new Error(reason)
    },
  })
}

import type { AnyRoom } from 'glissade/server'
import type { Clock } from '../../src/base/clock.ts'
import type { Room } from '../../src/server/room.ts'
import { Reception } from '../../src/server/rooms/reception.ts'

/** Takes links into one room, whose every packet must be right: it throws for the first one that is not. */
export function strictReception<R extends AnyRoom>(
  definition: R,
  room: Room<R>,
  clock: Clock,
): Reception {
  return new Reception({
    clock,
    definition: () => definition,
    roomFor: () => room,
    count: (reason) => {
      throw new Error(reason)
    },
  })
}

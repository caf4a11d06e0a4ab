import { Session } from '../../src/client/session.ts'
import type { LinkKind } from '../../src/link/link.ts'
import { Room } from '../../src/server/room.ts'
import { boxed } from '../bytes-per-call.ts'
import { crowd, Direct, ToldClock } from './crowd.ts'
import { strictReception } from './reception.ts'

/** A room and a session side by side, as their links deliver: three frames and a snapshot for each call of `run`. */
export function sideBySide(kind: LinkKind, definition: typeof crowd = crowd) {
  const clock = new ToldClock(0)
  const room = new Room(definition, { nowMs: 0 })
  const client = new Direct(kind, clock)
  const server = new Direct(kind, clock)
  client.other = server
  server.other = client
  strictReception(definition, room, clock).accept(server)
  const session = new Session(definition.game, client, clock)
  const times = boxed((n) => ((n + 1) * 50) / 3)
  const dueTimes = boxed((n) => (n * 50) / 3 + 0.01)
  let n = 0
  const run = () => {
    for (let frame = 0; frame < 3; frame++) {
      const nowMs = times[n++]!
      clock.now = nowMs
      session.input.right = n % 200 < 100
      if (n % 5 === 0) session.input.hop = true
      session.frame(nowMs)
      // No later than the frame: what came counts as having come when the room's clock showed the same.
      if (frame === 2) room.advance(dueTimes[n]!)
    }
  }
  return { room, session, run }
}

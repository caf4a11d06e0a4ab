import { defineGame, flag, int, number, oneOf, own, press, vec2 } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Session } from '../../src/client/session.ts'
import type { LinkReceiver } from '../../src/link/link.ts'
import { Room } from '../../src/server/room.ts'
import { boxed } from '../bytes-per-call.ts'
import { Direct, ToldClock } from './crowd.ts'
import { strictReception } from './reception.ts'

const FLOOR_Y = 500

/** A game of bouncing players: no curve foresees a bounce, `move` does. */
export const parade = defineRoom(
  defineGame({
    name: 'parade',
    stepHz: 60,
    sendHz: 20,
    input: {
      right: flag(),
      mood: oneOf('calm', 'hasty'),
      lean: vec2({ min: -1, max: 1, step: 1 / 16 }),
      hop: press(),
    },
    entities: {
      marcher: {
        x: number({ max: 800 }),
        y: number({ max: 600 }),
        vy: number({ min: -900, max: 900, curve: 'step' }),
        left: flag(),
        tired: own(int({ max: 40 })),
      },
    },
    move: {
      marcher(marcher, input, ctx) {
        const pace = input.mood === 'hasty' ? 90 : 60
        if (input.right) marcher.x += (marcher.left ? -pace : pace) * ctx.dtSeconds
        if (marcher.x >= 780) marcher.left = true
        if (marcher.x <= 20) marcher.left = false
        marcher.tired = marcher.tired >= 40 ? 0 : marcher.tired + 1
        marcher.vy += 1200 * ctx.dtSeconds + input.lean.y
        marcher.y += marcher.vy * ctx.dtSeconds
        if (marcher.y < FLOOR_Y) return
        marcher.y = FLOOR_Y
        marcher.vy = input.hop ? -500 : -420
      },
    },
  }),
  {
    join: (world, player) =>
      world.spawn('marcher', player, { x: 20 + player.id * 30, y: 100 + player.id * 15 }),
    // Only the first player sees the others. What all of them would show takes most of the time.
    interest: {
      at: {},
      from: () => null,
      radius: 1,
      sees: (_world, { id }, { owner }) => id === 1 || owner === id,
    },
  },
)

/**
 * A session that watches `others` players, played at most `runs` times 50 ms long: three frames and a snapshot each. What it
 * got is then given to another session, which makes of it what the first one made: so `run` is that session's work and nothing
 * else. Yet another one plays all of it before, so that V8 has compiled what it will.
 */
export function watching(others: number, runs: number) {
  const times = boxed((n) => ((n + 1) * 50) / 3)
  const packets = record(others, runs, times)
  const { run } = replay(packets, times)
  for (let n = 0; n < runs; n++) run()
  return replay(packets, times)
}

function replay(packets: readonly Recorded[], times: readonly number[]) {
  const clock = new ToldClock(0)
  const link = new Replayed('datagram', clock)
  const session = new Session(parade.game, link, clock)
  let n = 0
  let next = 0
  const run = () => {
    if (next === packets.length) throw new Error('the recording has ended')
    for (let frame = 0; frame < 3; frame++) {
      for (; next < packets.length && packets[next]!.frame === n; next++) {
        link.receiver!.packet(packets[next]!.bytes, n > 0 ? times[n - 1]! : 0)
      }
      const nowMs = times[n++]!
      clock.now = nowMs
      session.input.right = n % 200 < 100
      session.frame(nowMs)
    }
  }
  return { session, run }
}

/** A packet, and how many frames there had been when it came. */
interface Recorded {
  readonly bytes: Uint8Array
  readonly frame: number
}

/** What a room of `others` players sends to one more, whose frames come at `times`. */
function record(others: number, runs: number, times: readonly number[]): readonly Recorded[] {
  const clock = new ToldClock(0)
  const room = new Room(parade, { nowMs: 0 })
  const reception = strictReception(parade, room, clock)
  const packets: Recorded[] = []
  let n = 0
  const join = (client: Direct) => {
    const server = new Direct('datagram', clock)
    client.other = server
    server.other = client
    reception.accept(server)
    return new Session(parade.game, client, clock)
  }
  const session = join(
    new Recording(clock, (bytes) => packets.push({ bytes: bytes.slice(), frame: n })),
  )
  const players = Array.from({ length: others }, () => join(new Direct('datagram', clock)))
  while (n < 3 * runs) {
    const nowMs = times[n++]!
    clock.now = nowMs
    session.input.right = n % 200 < 100
    session.frame(nowMs)
    for (let p = 0; p < players.length; p++) {
      const { input } = players[p]!
      input.right = (n + p * 31) % 600 < 400
      input.mood = (n + p * 17) % 900 < 300 ? 'hasty' : 'calm'
      input.lean.y = (n + p * 13) % 1200 < 600 ? 0.5 : -0.5
      players[p]!.frame(nowMs)
    }
    // No later than the frame: what came counts as having come when the room's clock showed the same.
    if (n % 3 === 0) room.advance((n * 50) / 3 + 0.01)
  }
  return packets
}

/** A link that hands on what came. */
class Recording extends Direct {
  readonly #take: (bytes: Uint8Array) => void

  constructor(clock: ToldClock, take: (bytes: Uint8Array) => void) {
    super('datagram', clock)
    this.#take = take
  }

  override open(receiver: LinkReceiver): void {
    super.open({
      packet: (bytes, arrivedAtMs) => {
        this.#take(bytes)
        receiver.packet(bytes, arrivedAtMs)
      },
      closed: (reason, detail) => receiver.closed(reason, detail),
    })
  }
}

/** A link that takes everything; its packets come from elsewhere. */
class Replayed extends Direct {
  override send(): void {
    this.sent++
  }
}

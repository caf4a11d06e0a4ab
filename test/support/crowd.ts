import { defineGame, flag, number, press } from 'glissade'
import { defineRoom } from 'glissade/server'
import type { Clock } from '../../src/base/clock.ts'
import type { Link, LinkKind, LinkReceiver } from '../../src/link/link.ts'
import type { Room } from '../../src/server/room.ts'
import { coreOf } from '../../src/server/room.ts'

/** A game with a player's dot and 100 sheep that walk, written in place. */
export const crowd = defineRoom(
  defineGame({
    name: 'crowd',
    stepHz: 60,
    sendHz: 20,
    input: { right: flag(), hop: press() },
    entities: {
      dot: { x: number({ max: 800 }), y: number({ max: 600 }) },
      sheep: { x: number({ max: 800 }), y: number({ max: 600 }) },
    },
    move: {
      dot(dot, input, ctx) {
        dot.x += +input.right * 100 * ctx.dtSeconds
        if (input.hop) dot.y = dot.y < 300 ? 400 : 200
      },
    },
    clamp: { sheep: (one) => void (one.x = Math.min(Math.max(one.x, -1), 801)) },
  }),
  {
    join: (world, player) => world.spawn('dot', player, { x: 400, y: 300 }),
    open(world) {
      for (let n = 0; n < 100; n++) world.spawn('sheep', null, { x: n * 8, y: 300 })
    },
    update(world, ctx) {
      const sheep = world.entities('sheep')
      for (let n = 0; n < sheep.length; n++) {
        const one = sheep[n]!
        one.x += n % 2 === 0 ? 30 * ctx.dtSeconds : -30 * ctx.dtSeconds
        if (one.x > 0 && one.x < 800) continue
        one.x = one.x <= 0 ? 800 : 0
        world.teleport(one)
      }
    },
  },
)

/** Takes everything, says nothing. */
export class Sink implements Link {
  readonly kind = 'ordered'
  readonly isOpen = true
  readonly bufferedBytes = 0
  bytes = 0
  open(): void {}
  close(): void {}
  send(bytes: Uint8Array): void {
    this.bytes += bytes.length
  }
}

/** Acknowledges everything that a room has sent: what a `Sink`, which says nothing, would have said. */
export function acknowledgeAll(room: Room, nowMs: number): void {
  for (let i = 0; i < coreOf(room).peerList.length; i++) {
    const peer = coreOf(room).peerList[i]!
    const { sent, congestion } = peer
    peer.place.heardAtMs = nowMs
    congestion.heard(sent.next - 1, nowMs, Number.NaN)
  }
}

/** One end of a pair that hands over at once, within `send`: nothing lies in between that could allocate. */
export class Direct implements Link {
  readonly kind: LinkKind
  readonly isOpen = true
  readonly bufferedBytes = 0
  other: Direct | null = null
  receiver: LinkReceiver | null = null
  sent = 0
  readonly #clock: Clock

  constructor(kind: LinkKind, clock: Clock) {
    this.kind = kind
    this.#clock = clock
  }

  open(receiver: LinkReceiver): void {
    this.receiver = receiver
  }

  close(): void {}

  send(bytes: Uint8Array): void {
    this.sent++
    this.other!.receiver!.packet(bytes, this.#clock.nowMs())
  }
}

/** A clock that shows what it is told, without timers: its list of times holds them boxed already. */
export class ToldClock implements Clock {
  now: number
  constructor(startMs: number) {
    this.now = startMs
  }
  nowMs(): number {
    return this.now
  }
  after(): () => void {
    return () => {}
  }
}

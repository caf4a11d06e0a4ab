import { defineRoom } from 'glissade/server'
import { insides } from '../../src/client/inside.ts'
import { Session } from '../../src/client/session.ts'
import type { Link, LinkReceiver } from '../../src/link/link.ts'
import { readSample } from '../../src/motion/track-intake.ts'
import { Room } from '../../src/server/room.ts'
import { Direct, Sink, ToldClock } from '../../test/support/crowd.ts'
import { COLUMNS, MOVERS, STATES } from '../wire/movers.ts'
import { AT, SEND_HZ, WIDTH, type Workload } from '../wire/workload.ts'
import { sideBySide } from './side-by-side.ts'
import type { MakeReceiver } from './updates.ts'

const SEND_MS = 1000 / SEND_HZ
const FRAMES = 3
/** Network ticks before those that are measured: a room does not tell a newcomer of everything at once. */
const OPENING = 60

/** Keeps what one end sends. */
class Recorder extends Direct {
  readonly packets: Uint8Array[] = []

  override send(bytes: Uint8Array): void {
    this.packets.push(bytes.slice())
    super.send(bytes)
  }
}

/** A link whose packets come when they are played. */
class Played extends Sink implements Link {
  receiver: LinkReceiver | null = null

  override open(receiver?: LinkReceiver): void {
    this.receiver = receiver ?? null
  }
}

/** Makes sessions that take in the updates of a real room. What the room says is recorded once. */
export function sessionReceiver(workload: Workload): MakeReceiver {
  const packets = record(workload)
  return () => {
    const clock = new ToldClock(0)
    const link = new Played()
    const session = new Session(MOVERS, link, clock)
    link.receiver!.packet(packets[0]!, 0)
    const take = (tick: number): void =>
      link.receiver!.packet(packets[OPENING + tick + 1]!, clock.now)
    const frames = (tick: number): void => playFrames(session, clock, tick)
    for (let tick = -OPENING; tick <= 0; tick++) {
      frames(tick - 1)
      take(tick)
    }
    frames(0)
    const { timeline } = insides.get(session)!()!
    const shown = new Float64Array(COLUMNS.length + 1)
    return {
      name: 'Glissade, a session: decoded, kept as baselines, in tracks',
      take,
      frames,
      show: (out) => {
        for (const { slot, track } of timeline.remotes) {
          readSample(track, track.samples.count - 1, shown)
          out[slot * WIDTH] = workload.values[slot * WIDTH]!
          COLUMNS.forEach((at, column) => {
            out[slot * WIDTH + at] = shown[column]!
          })
        }
      },
    }
  }
}

/** The WELCOME, and a snapshot for each tick, as a room sends them. */
function record(workload: Workload): Uint8Array[] {
  const { ticks } = workload
  const clock = new ToldClock(0)
  const room = new Room(roomOf(workload), { nowMs: 0 })
  const server = new Recorder('ordered', clock)
  const session = sideBySide(room, server, clock)
  for (let tick = -OPENING; tick <= ticks; tick++) {
    playFrames(session, clock, tick - 1)
    room.advance(clock.now)
  }
  const { packets } = server
  if (packets.length !== OPENING + ticks + 2) throw new Error(`${packets.length} packets`)
  return packets
}

/** The frames between the update of `tick` and the next one. */
function playFrames(session: { frame(nowMs: number): void }, clock: ToldClock, tick: number): void {
  for (let frame = 1; frame <= FRAMES; frame++) {
    clock.now = (OPENING + tick + 1 + frame / FRAMES) * SEND_MS
    session.frame(clock.now)
  }
}

/** A room whose entities do what the workload says. */
function roomOf({ entities, values }: Workload) {
  let tick = -OPENING
  return defineRoom(MOVERS, {
    open(world) {
      for (let i = 0; i < entities; i++) world.spawn('mover', null, {})
    },
    update(world) {
      const movers = world.entities('mover')
      for (let i = 0; i < movers.length; i++) {
        const mover = movers[i]!
        // Before the first tick they come from where they go afterwards.
        const from = (Math.abs(tick) * entities + i) * WIDTH
        mover.x = values[from + AT.x]!
        mover.y = values[from + AT.y]!
        mover.angle = values[from + AT.angle]!
        mover.vx = values[from + AT.vx]!
        mover.vy = values[from + AT.vy]!
        mover.hp = values[from + AT.hp]!
        mover.state = STATES[values[from + AT.state]!]!
      }
      tick++
    },
  })
}

import { angle, defineGame, flag, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Tracks } from '../../src/motion/tracks.ts'
import { Room } from '../../src/server/room.ts'
import { Direct, ToldClock } from '../../test/support/crowd.ts'
import { angleOf, SEND_MS, xOf, yOf } from '../peers/crowd.ts'
import { SNAPSHOTS, snapshot } from './frames.ts'
import type { Staged } from './rounds.ts'
import { sideBySide } from './side-by-side.ts'

/** A link that takes the time of what its other end does with a packet. */
class Timed extends Direct {
  /** Of the last packet, in ns. */
  ns = 0
  bytes = 0

  override send(bytes: Uint8Array): void {
    const started = process.hrtime.bigint()
    super.send(bytes)
    this.ns = Number(process.hrtime.bigint() - started)
    this.bytes = bytes.length
  }
}

/** Takes in a snapshot of `count` entities that have all moved; what it costs, and the frames in between. */
export interface Intake {
  /** Plays one send interval: three frames and a snapshot. */
  run(): void
  /** What the session did with the last snapshot, and in its last frame, in ns. */
  readonly snapshotNs: number
  readonly frameNs: number
  readonly bytes: number
}

/** A room and a session side by side in one process: the session reads the snapshot and puts it into its tracks. */
export function sessionIntake(count: number): Intake {
  const movers = defineRoom(
    defineGame({
      name: 'cpu',
      stepHz: 20,
      sendHz: 20,
      input: { right: flag() },
      entities: {
        mover: {
          x: number({ max: 8000, step: 1 / 8 }),
          y: number({ max: 600, step: 1 / 8 }),
          angle: angle(),
        },
      },
    }),
    {
      open(world) {
        for (let i = 0; i < count; i++) world.spawn('mover', null, {})
      },
      update(world) {
        const movers = world.entities('mover')
        const k = step++
        for (let i = 0; i < movers.length; i++) {
          const mover = movers[i]!
          mover.x = xOf(i, k) % 8000
          mover.y = 20 + yOf(i, k)
          mover.angle = angleOf(i, k)
        }
      },
    },
  )
  let step = 0
  const clock = new ToldClock(0)
  const room = new Room(movers, { nowMs: 0 })
  const server = new Timed('ordered', clock)
  const session = sideBySide(room, server, clock)
  let n = 0
  let frameNs = 0
  const intake = {
    run: () => {
      for (let frame = 0; frame < 3; frame++) {
        clock.now = (++n * 50) / 3
        if (frame === 2) room.advance(clock.now)
        const started = process.hrtime.bigint()
        session.frame(clock.now)
        frameNs = Number(process.hrtime.bigint() - started)
      }
    },
    get snapshotNs() {
      return server.ns
    },
    get frameNs() {
      return frameNs
    },
    get bytes() {
      return server.bytes
    },
  }
  for (let i = 0; i < 40; i++) intake.run()
  const shown = session.entities('mover').length
  if (shown !== count) throw new Error(`${shown} of ${count} entities are on show`)
  return intake
}

/** An already decoded snapshot of `count` entities, columns in an array, pushed into `Tracks`; frames come in between. */
export function tracksIntake(count: number): Staged {
  const tracks = new Tracks({ count, curves: ['linear', 'linear', 'angle'] })
  const snapshots = Array.from({ length: SNAPSHOTS }, (_, k) => snapshot(count, k))
  const out = new Float64Array(3 * count)
  let pushed = 0
  return {
    name: 'Glissade, a decoded snapshot into Tracks',
    prepare: () => {
      tracks.sample((pushed - 2) * SEND_MS, out)
    },
    run: () => {
      const values = snapshots[pushed % SNAPSHOTS]!
      const stampMs = pushed++ * SEND_MS
      for (let i = 0; i < count; i++) tracks.push(i, stampMs, values, 3 * i)
    },
  }
}

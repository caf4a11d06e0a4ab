import { defineGame, flag, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { HORIZONS_MS } from '../../src/base/horizons.ts'
import { insides } from '../../src/client/inside.ts'
import { Room } from '../../src/server/room.ts'
import { Direct, ToldClock } from '../../test/support/crowd.ts'
import { FRAME_MS, SEND_MS, xOf, yOf } from '../peers/crowd.ts'
import { SNAPSHOTS } from './frames.ts'
import type { Staged } from './rounds.ts'
import { sideBySide } from './side-by-side.ts'

/** Frames of a reading: three snapshots of time. */
const FRAMES = 9
/** A session holds little more than it is about to show; what a reading shows is taken in before it. */
const AHEAD_MS = FRAMES * FRAME_MS + 2 * SEND_MS

/** What a game keeps of an entity that it draws: a class, for V8 boxes a field that is no number in a like object. */
class Shown {
  x = 0.5
  y = 0.5
}

/** The least that a frame could do: two states that are known, no search, x and y in a line, into plain objects. */
export function bareViews(count: number): Staged {
  const snapshots = Array.from({ length: SNAPSHOTS }, (_, k) => {
    return Float64Array.from({ length: 2 * count }, (_, n) =>
      n % 2 === 0 ? xOf(n >> 1, k) : yOf(n >> 1, k),
    )
  })
  const views = Array.from({ length: count }, () => new Shown())
  let frame = 0
  return {
    name: 'the bare loop, x and y into plain objects',
    mostRuns: FRAMES,
    prepare: () => {
      frame = 0
    },
    run: () => {
      const k = Math.floor(frame / 3)
      blend(snapshots[k]!, snapshots[k + 1]!, 0.1 + (frame++ % 3) / 3, views)
    },
  }
}

/** A function of its own: what calls it is compiled for several cases, and this for none but one. */
function blend(from: Float64Array, to: Float64Array, alpha: number, views: Shown[]): void {
  for (let i = 0, at = 0; i < views.length; i++, at += 2) {
    const view = views[i]!
    view.x = from[at]! + (to[at]! - from[at]!) * alpha
    view.y = from[at + 1]! + (to[at + 1]! - from[at + 1]!) * alpha
  }
}

/**
 * What a frame of a session does to show `count` entities of the room, all of which move. What a real room sends of a
 * reading's time is taken in before it, at no cost of this.
 */
export function sessionFrame(count: number): Staged {
  const movers = defineRoom(
    defineGame({
      name: 'frames',
      stepHz: 20,
      sendHz: 20,
      input: { right: flag() },
      entities: {
        mover: { x: number({ max: 8000, step: 1 / 8 }), y: number({ max: 600, step: 1 / 8 }) },
      },
    }),
    {
      open(world) {
        for (let i = 0; i < count; i++) world.spawn('mover', null, {})
      },
      update(world) {
        const k = step++
        world.entities('mover').forEach((mover, i) => {
          mover.x = xOf(i, k) % 8000
          mover.y = 20 + yOf(i, k)
        })
      },
    },
  )
  let step = 0
  const clock = new ToldClock(0)
  const room = new Room(movers, { nowMs: 0 })
  const session = sideBySide(room, new Direct('ordered', clock), clock)
  const { timeline } = insides.get(session)!()!
  const leadsMs = Float64Array.from(HORIZONS_MS, (_, code) => 3 * code)
  let frame = 0
  const begin = (): void => {
    while (timeline.newestMs < frame * FRAME_MS + AHEAD_MS) {
      clock.now += SEND_MS
      room.advance(clock.now)
    }
  }
  const show = (): void => {
    timeline.show(frame++ * FRAME_MS, FRAME_MS, Number.NaN, leadsMs)
  }
  // A room does not tell a newcomer of everything at once.
  for (let i = 0; i < 300; i++) {
    begin()
    show()
  }
  const shown = session.entities('mover').length
  if (shown !== count) throw new Error(`${shown} of ${count} entities are on show`)
  return { name: 'a session, x and y into its views', prepare: begin, run: show, mostRuns: FRAMES }
}

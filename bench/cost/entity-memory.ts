import { type AnyGame, defineGame, int, number } from 'glissade'
import { RemoteEntity } from '../../src/client/timeline/remote-entity.ts'
import { ShownTimeline } from '../../src/client/timeline/shown-timeline.ts'
import type { Holder } from '../../src/game/schema.ts'
import type { Entities } from '../../src/server/world/entities.ts'
import type { Entity } from '../../src/server/world/entity.ts'

const STEP_HZ = 60
const SEND_HZ = 20
const STEPS_PER_TICK = STEP_HZ / SEND_HZ
/** What a session gives an entity at this rate, but for pages: so its numbers can be counted. */
const OPTIONS = { trackSamples: 64 }
/** Of a state and half a step before it, and on display; made once, so that they do not count. */
const stamp = new Float64Array(2)
const moment = new Float64Array(2)
const TIMELINE = new ShownTimeline()

/** A game of things with x, y and whole numbers: so many fields. */
export function thingsWith(fields: number): AnyGame {
  const counts = Array.from({ length: fields - 2 }, (_, n) => [`count${n}`, int({ max: 255 })])
  return defineGame({
    name: 'things',
    stepHz: STEP_HZ,
    sendHz: SEND_HZ,
    input: {},
    entities: {
      thing: { x: number({ max: 1000 }), y: number({ max: 1000 }), ...Object.fromEntries(counts) },
    },
  })
}

/** So many things on their server, alone, after so many seconds: at rest all the time, or moving in every step. The last. */
export function onServer(entities: Entities, seconds: number, moves: boolean, count = 1): Entity {
  const things = Array.from({ length: count }, () => entities.spawn('thing', 0, {}))
  const times = { peers: new Map(), tick: 0 }
  for (let step = 0; step < seconds * STEP_HZ; step++) {
    if (moves) for (const { object } of things) move(object, step)
    times.tick = step
    entities.note(times)
    if (step % STEPS_PER_TICK === 0) entities.gather(step / STEPS_PER_TICK, times)
  }
  return things.at(-1)!
}

/** The same thing on a client that gets each update, and shows it. */
export function onClient({ kinds }: AnyGame, seconds: number, moves: boolean): RemoteEntity {
  const kind = kinds[0]!
  const remote = new RemoteEntity(
    { slot: 1, generation: 1, kind, owner: 0, isMine: false, isPredicted: false },
    OPTIONS,
    TIMELINE,
  )
  const object = kind.schema.create()
  for (let tick = 0; tick < seconds * SEND_HZ; tick++) {
    if (moves) move(object, tick * STEPS_PER_TICK)
    // As a session whose updates are each coded against the one before.
    const oldest = tick - 3
    moment[0] = stamp[0] = (tick * 1000) / SEND_HZ
    stamp[1] = stamp[0] - 500 / STEP_HZ
    if (tick === 0) remote.beginWhole(tick, oldest)
    else if (moves) remote.begin(tick, tick - 1, oldest)
    if (moves || tick === 0) {
      kind.schema.gather(object, remote.row, remote.offset, null)
      remote.filled(tick, stamp, false)
    }
    remote.show(moment, Number.NaN, !moves)
  }
  return remote
}

function move(object: Holder, step: number): void {
  object['x'] = 500 + 400 * Math.sin(step / 40)
  object['y'] = 500 + 400 * Math.cos(step / 40)
}

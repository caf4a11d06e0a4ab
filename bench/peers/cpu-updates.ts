import { Callbacks, Predict } from '@colyseus/sdk'
import type { MakeReceiver, Receiver } from '../cpu/updates.ts'
import { SEND_HZ, WIDTH, type Workload } from '../wire/workload.ts'
import { keep } from './case.ts'
import { StagedRoom, stamp } from './colyseus-room.ts'
import { atTime } from './simulated-clock.ts'
import { type Entity, Plain, Quantized, read, write } from './wire-colyseus.ts'

/** The room has been open for a while. */
const OPENED_MS = 60_000
const SEND_MS = 1000 / SEND_HZ

/** What is done with what has changed: nothing but to decode it, or, in this order, the two things below. */
const USES = ['with Predict', 'with onChange', 'decoding alone'] as const
type Use = (typeof USES)[number]

/** What a game's own object of an entity notes. */
interface Noted {
  x: number
  y: number
  angle: number
}

/**
 * The real client of Colyseus takes in the patches of its real encoder. With `Predict` it keeps x, y and the angle for
 * frames to lie between, as we do; with `onChange` each entity has a listener that notes where the entity is now.
 */
export function colyseusReceivers(
  workload: Workload,
  isQuantized: boolean,
): readonly MakeReceiver[] {
  const grid = isQuantized ? 'quantized' : 'float32'
  return USES.map((use) => () => {
    return { name: `Colyseus 0.18, ${grid}, ${use}`, ...client(workload, isQuantized, use) }
  })
}

function client(workload: Workload, isQuantized: boolean, use: Use): Omit<Receiver, 'name'> {
  const { entities: count, ticks, values } = workload
  const Mover = (isQuantized ? Quantized : Plain) as unknown as new () => Entity
  const staged = new StagedRoom<Entity>(Mover, count, SEND_MS)
  const predict = Predict.get(staged.room, { mode: 'lerp' })
  if (use === 'with Predict') predict.attachAll('entities', FIELDS as never)
  const stage = (tick: number): void => {
    staged.entities.forEach((entity, i) => {
      write(entity, values, (tick * count + i) * WIDTH)
    })
  }
  stage(0)
  const first = staged.state(OPENED_MS, 0)
  atTime(OPENED_MS, () => staged.receive(first))
  const { received } = staged
  const noted = received.map(() => ({ x: 0.5, y: 0.5, angle: 0.5 }))
  if (use === 'with onChange') hear(staged, noted)
  const patches = Array.from({ length: ticks }, (_, k) => {
    stage(k + 1)
    return staged.patch(0, 0).slice()
  })
  let patch = patches[0]!
  const receive = (): void => staged.receive(patch)
  const show = (): void => {
    predict.tick(performance.now())
    for (const entity of received)
      keep(predict.value(entity, 'x') + predict.value(entity, 'y') + predict.value(entity, 'angle'))
  }
  return {
    take: (tick) => {
      const roomMs = OPENED_MS + tick * SEND_MS
      patch = patches[tick - 1]!
      stamp(patch, roomMs, 0)
      atTime(roomMs, receive)
    },
    frames: (tick) => {
      if (use === 'with Predict') atTime(OPENED_MS + (tick + 0.5) * SEND_MS, show)
      else if (use === 'with onChange') for (const { x, y, angle } of noted) keep(x + y + angle)
      else for (const { x, y, angle } of received) keep(x + y + angle)
    },
    show: (out) => {
      for (let i = 0; i < count; i++) read(received[i]!, out, i * WIDTH)
    },
  }
}

const FIELDS = { x: {}, y: {}, angle: { angle: true } }

function hear({ room, received }: StagedRoom<Entity>, noted: readonly Noted[]): void {
  const callbacks = Callbacks.get(room as never) as unknown as {
    onChange(entity: Entity, listener: () => void): void
  }
  received.forEach((entity, i) => {
    const one = noted[i]!
    callbacks.onChange(entity, () => {
      one.x = entity.x
      one.y = entity.y
      one.angle = entity.angle
    })
  })
}

import { schema, t } from '@colyseus/schema'
import { Predict } from '@colyseus/sdk'
import { type Case, keep } from './case.ts'
import { StagedRoom, stamp } from './colyseus-room.ts'
import { angleOf, FRAME_MS, SEND_MS, xOf, yOf } from './crowd.ts'
import { atTime } from './simulated-clock.ts'

const Mover = schema({ x: t.float32(), y: t.float32(), angle: t.float32() }, 'Mover')
type Mover = Record<'x' | 'y' | 'angle', number>

/** The room has been open for a while. */
const OPENED_MS = 60_000
/** More than its ring holds. */
const SNAPSHOTS = 24
/** Frames until time begins anew; its ring reaches 16 snapshots back. */
const FRAMES = 30
/** Patches that the intake goes through again and again. */
const PATCHES = 32

/** `Predict` in lerp mode: a frame of x, y and an angle of `count` entities, the results read. */
export function colyseusFrame(count: number): Case {
  const { staged, predict, newestMs } = filled(count)
  const entities = staged.received
  // Everything on the way takes no time, so that the newest snapshot would be shown its delay of 100 ms later.
  const fromMs = newestMs + 100 - FRAMES * FRAME_MS
  let frame = 0
  let nowMs = 0
  const show = (): void => {
    predict.tick(nowMs)
    for (let i = 0; i < entities.length; i++) {
      const entity = entities[i]!
      keep(predict.value(entity, 'x') + predict.value(entity, 'y') + predict.value(entity, 'angle'))
    }
  }
  return {
    name: 'Colyseus 0.18, a frame',
    run: () => {
      frame = (frame + 1) % FRAMES
      nowMs = fromMs + frame * FRAME_MS
      atTime(nowMs, show)
    },
  }
}

/**
 * One patch in which x, y and angle of `count` entities have changed, from the bytes of the socket to the samples of
 * `Predict`; `predicted: false`: without `Predict`, so that what is left is the decoding.
 */
export function colyseusIntake(count: number, { predicted = true } = {}): Case {
  const { staged, newestMs } = filled(count, predicted)
  const patches = Array.from({ length: PATCHES }, (_, k) => {
    write(staged.entities, SNAPSHOTS + k)
    return staged.patch(0, 0).slice()
  })
  let next = 0
  let patch = patches[0]!
  const receive = (): void => staged.receive(patch)
  return {
    name: `Colyseus 0.18, a patch${predicted ? '' : ', decoding alone'}`,
    run: () => {
      const roomMs = newestMs + ++next * SEND_MS
      patch = patches[next % PATCHES]!
      stamp(patch, roomMs, 0)
      atTime(roomMs, receive)
    },
  }
}

function filled(count: number, predicted = true) {
  const staged = new StagedRoom<Mover>(Mover, count, SEND_MS)
  const predict = Predict.get(staged.room, { mode: 'lerp' })
  if (predicted) {
    predict.attachAll('entities', { x: {}, y: {} } as never)
    predict.attachAll('entities', { angle: { angle: true } } as never)
  }
  let newestMs = 0
  for (let k = 0; k < SNAPSHOTS; k++) {
    newestMs = OPENED_MS + k * SEND_MS
    write(staged.entities, k)
    const bytes = k === 0 ? staged.state(newestMs, 0) : staged.patch(newestMs, 0)
    atTime(newestMs, () => staged.receive(bytes))
  }
  return { staged, predict, newestMs }
}

function write(entities: readonly Mover[], k: number): void {
  for (let i = 0; i < entities.length; i++) {
    entities[i]!.x = xOf(i, k)
    entities[i]!.y = yOf(i, k)
    entities[i]!.angle = angleOf(i, k)
  }
}

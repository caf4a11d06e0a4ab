import { SnapshotInterpolation } from '@geckos.io/snapshot-interpolation'
import { type Case, keep } from './case.ts'
import { angleOf, FRAME_MS, SEND_MS, xOf, yOf } from './crowd.ts'
import { atTime } from './simulated-clock.ts'

const EPOCH_MS = 1_700_000_000_000
/** The angle is called r because only names of one letter take a method here. */
const FIELDS = 'x y r(rad)'
/** Frames until time begins anew. */
const FRAMES = 30
/** As much history as the others have. */
const SNAPSHOTS = 24

type Entity = Readonly<Record<'x' | 'y' | 'r', number>>

/** @geckos.io/snapshot-interpolation: a frame of x, y and an angle of `count` entities, the results read. */
export function geckosFrame(count: number): Case {
  const { buffer, newestMs } = filled(count)
  const interpolate = (): readonly Entity[] =>
    buffer.calcInterpolation(FIELDS)!.state as unknown as readonly Entity[]
  let frame = 0
  return {
    name: 'geckos 1.1.1, a frame',
    run: () => {
      frame = (frame + 1) % FRAMES
      const nowMs = newestMs + 150 - FRAME_MS * (FRAMES - frame)
      for (const { x, y, r } of atTime(nowMs, interpolate)) keep(x + y + r)
    },
  }
}

/** @geckos.io/snapshot-interpolation: one snapshot of `count` entities, from JSON, as its users send it. */
export function geckosIntake(count: number): Case {
  const { buffer } = filled(count)
  const texts = [1, 2, 3].map((k) => JSON.stringify(snapshot(SNAPSHOTS + k, count)))
  let next = SNAPSHOTS
  return {
    name: 'geckos 1.1.1, a snapshot from JSON',
    run: () => {
      const received = JSON.parse(texts[++next % texts.length]!)
      received.time = EPOCH_MS + next * SEND_MS
      atTime(received.time, () => buffer.snapshot.add(received))
    },
  }
}

function filled(count: number): {
  readonly buffer: SnapshotInterpolation
  readonly newestMs: number
} {
  const buffer = new SnapshotInterpolation(1000 / SEND_MS)
  for (let k = 0; k < SNAPSHOTS; k++) {
    const made = snapshot(k, count)
    atTime(made.time, () => buffer.snapshot.add(made))
  }
  return { buffer, newestMs: EPOCH_MS + (SNAPSHOTS - 1) * SEND_MS }
}

function snapshot(k: number, count: number) {
  const state = Array.from({ length: count }, (_, i) => {
    return { id: `e${i}`, x: xOf(i, k), y: yOf(i, k), r: angleOf(i, k) }
  })
  return { id: String(k), time: EPOCH_MS + k * SEND_MS, state }
}

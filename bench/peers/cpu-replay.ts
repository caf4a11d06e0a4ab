import { schema, t } from '@colyseus/schema'
import { Predict, type Reconciler } from '@colyseus/sdk'
import { type Case, keep } from './case.ts'
import { type InputData, StagedRoom } from './colyseus-room.ts'
import { atTime } from './simulated-clock.ts'
import {
  FIRST_REPLAYED,
  type Hopper,
  inputOf,
  newHopper,
  REPLAYED,
  STEP_SECONDS,
  stepHopper,
} from './small-platformer.ts'

const HopperState = schema(
  { x: t.float64(), y: t.float64(), vx: t.float64(), vy: t.float64(), grounded: t.boolean() },
  'Hopper',
)

/** The last input that the server has used. */
const ACKED = FIRST_REPLAYED - 1
const FRAME_MS = 1000 / 60
const PATCH_MS = 50

/** What the replay of inputs is measured with. */
export interface ReplayOptions {
  /** Whether the server's state is what had been predicted; otherwise all inputs are replayed. */
  readonly matched: boolean
  /** The step of the simulation. Default: that of the small platformer. */
  readonly step?: typeof stepHopper | undefined
}

/** What `tick` of a reconciler goes by, which a new acknowledgement would have raised; private in its types only. */
interface Progress {
  lastAcked: number
}

/**
 * Colyseus' reconciler in a frame in which an acknowledgement has come, with 30 inputs not acknowledged: its `tick`, and
 * one number read. Sending the inputs and decoding the server's state are not in it.
 */
export function colyseusReplay({ matched, step = stepHopper }: ReplayOptions): Case {
  const { staged, own, reconciler } = predicting(step)
  atTime(0, () => {
    for (let n = 1; n <= ACKED + REPLAYED; n++) {
      Object.assign(staged.input.data, inputOf(n))
      staged.input.send()
    }
  })
  // The server has taken the same steps up to the last that it acknowledges, or has been pushed a little.
  const truth = newHopper()
  for (let n = 1; n <= ACKED; n++) stepHopper(truth, inputOf(n), STEP_SECONDS)
  if (!matched) truth.x += 3
  Object.assign(own, truth)
  atTime(100, () => staged.receive(staged.patch(1100, ACKED)))
  const progress = reconciler as unknown as Progress
  let nowMs = 100
  const tick = (): void => reconciler.tick(nowMs)
  return {
    name: `Colyseus 0.18, ${matched ? 'a correct prediction' : `${REPLAYED} inputs replayed`}`,
    run: () => {
      progress.lastAcked = ACKED - 1
      nowMs += FRAME_MS
      atTime(nowMs, tick)
      keep(reconciler.value('x'))
    },
  }
}

function predicting(step: typeof stepHopper) {
  const staged = new StagedRoom<Hopper>(HopperState, 1, PATCH_MS)
  const own = staged.entities[0]!
  Object.assign(own, newHopper())
  const predict = Predict.get(staged.room)
  atTime(0, () => staged.receive(staged.state(1000, 0)))
  const reconciler: Reconciler<Hopper, InputData> = predict.reconciler(staged.received[0]!, {
    input: staged.input,
    step: (context, hopper, input) => step(hopper, input, context.dt),
  })
  return { staged, own, reconciler }
}

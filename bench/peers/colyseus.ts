import { schema, t } from '@colyseus/schema'
import { Predict } from '@colyseus/sdk'
import type { Ms } from '../../src/base/units.ts'
import {
  type MotionContender,
  type MotionPlayer,
  type MotionScene,
  type MotionSnapshot,
  SHOWN,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
} from '../../src/score/measures/player.ts'
import { StagedRoom } from './colyseus-room.ts'
import { atTime } from './simulated-clock.ts'

/*
 * Colyseus 0.18 (@colyseus/sdk 0.18.4, @colyseus/schema 5.0.34) shows remote entities with its `Predict`: here the real
 * one, on the real `Room`, which decodes real patches (see colyseus-room.ts). How it is driven:
 *
 * - Clock: `performance.now` is simulated while the package's calls run. All reads of a frame see one time; in a
 *   browser the clock moves on between the reads of x and y.
 * - Mode: 'lerp', its default and what its documentation names for remote players, attached by `attachAll`. Its mode
 *   'reckon' is left out: it forecasts with a step function that the game has to write.
 * - Delay: 100 ms, its default, or two intervals, the upper end of what its documentation advises.
 * - The room has called `defineInput()`, so that the patches are stamped with the room's time and `Predict` works on
 *   that axis: without, it stamps them on arrival, and what the network does to them is seen. The stamps are whole
 *   ms, as in the protocol.
 * - Its clock lives on round trips of inputs: the client sends 60 a second. A snapshot says nothing of the way up, so
 *   it is taken to be even and to lose nothing, and as fast as the way down at its best; the two together are
 *   2 * `LEAST_MS`. The sum itself cancels out of the picture; it has a say in which samples count as quiet ones
 *   (10 or 100 ms in place of 30: less than 3 ms of delay).
 * - Datagrams: Colyseus' own patches come in order. Where the trace loses packets each patch holds what has changed
 *   since the last one that arrived, as if the server knew, and overtaken ones are dropped, as the package does with
 *   its own unreliable frames. Its client is not told the interval of the patches: told, it takes every lost one for
 *   a rest and stands still ('article200', 20 Hz: 27 % faults in place of 3 %); where none are lost it shows the same.
 *   All this is kind to it.
 */

/** How it is set. */
export interface ColyseusOptions {
  /** As it stands in tables. Default 'colyseus'. */
  readonly name?: string | undefined
  /** Its `delay`, as a number of send intervals. Default: its own default, 100 ms. */
  readonly intervals?: number | undefined
}

/** Colyseus' `Predict` in the mode for remote entities. */
export function colyseusLerp({
  name = 'colyseus',
  intervals,
}: ColyseusOptions = {}): MotionContender {
  const delay =
    intervals === undefined ? 'its default delay of 100 ms' : `a delay of ${intervals} intervals`
  const about = `uses Predict from the package @colyseus/sdk 0.18.4 in lerp mode, with ${delay}, interpolates linearly, and freezes when data runs out`
  return { name, about, create: (scene) => new ColyseusPlayer(scene, intervals) }
}

/** As it comes: a delay of 100 ms. */
export const colyseus: MotionContender = colyseusLerp()
/** With its delay set to two send intervals. */
export const colyseus2T: MotionContender = colyseusLerp({ name: 'colyseus-2T', intervals: 2 })

const RemoteEntity = schema({ x: t.float64(), y: t.float64(), tracer: t.float64() }, 'RemoteEntity')
type RemoteEntity = Record<'x' | 'y' | 'tracer', number>

/** The least way down, and the whole way up. */
const LEAST_MS = 30
/** A room that has been open for a while: a time of 0 would mean to the package that there is no clock. */
const ROOM_AGE_MS = 60_000
const INPUT_MS = 1000 / 60
/** As the package does: what is due after a hitch is not all made up for. */
const MOST_INPUTS = 5

class ColyseusPlayer implements MotionPlayer {
  readonly #staged: StagedRoom<RemoteEntity>
  readonly #predict: Predict
  #entities: readonly RemoteEntity[] = []
  #newest = -1
  #openedMs: Ms = 0
  /** The least of arrival - stamp so far. */
  #leastMs: Ms = Number.POSITIVE_INFINITY
  /** When inputs were sent, by their numbers; the first is 1. */
  readonly #sentMs: Ms[] = [Number.NEGATIVE_INFINITY]
  #acked = 0
  #inputDueMs: Ms = Number.NaN

  constructor({ sendHz, entities }: MotionScene, intervals: number | undefined) {
    this.#staged = new StagedRoom<RemoteEntity>(RemoteEntity, entities)
    const delay = intervals === undefined ? {} : { delay: (intervals * 1000) / sendHz }
    this.#predict = Predict.get(this.#staged.room, { mode: 'lerp', ...delay })
    this.#predict.attachAll('entities', { x: {}, y: {}, tracer: {} } as never)
  }

  arrived({ index, stampMs, arrivedAtMs, states }: MotionSnapshot): void {
    const staged = this.#staged
    if (index <= this.#newest) return
    const isFirst = this.#newest < 0
    this.#newest = index
    if (isFirst) this.#openedMs = stampMs - ROOM_AGE_MS
    this.#leastMs = Math.min(this.#leastMs, arrivedAtMs - stampMs)
    for (let i = 0; i < staged.entities.length; i++) {
      const entity = staged.entities[i]!
      entity.x = states[i * STATE_WIDTH + STATE.x]!
      entity.y = states[i * STATE_WIDTH + STATE.y]!
      entity.tracer = states[i * STATE_WIDTH + STATE.tracer]!
    }
    const roomMs = stampMs - this.#openedMs
    // The server has used the inputs that had arrived when it wrote the snapshot.
    const ackedUpToMs = stampMs + this.#leastMs - 2 * LEAST_MS
    while (this.#acked + 1 < this.#sentMs.length && this.#sentMs[this.#acked + 1]! <= ackedUpToMs) {
      this.#acked++
    }
    const bytes = isFirst ? staged.state(roomMs, this.#acked) : staged.patch(roomMs, this.#acked)
    atTime(arrivedAtMs, () => staged.receive(bytes))
    if (isFirst) this.#entities = staged.received
  }

  frame(nowMs: Ms, shown: Float64Array): void {
    atTime(nowMs, () => this.#show(nowMs, shown))
  }

  #show(nowMs: Ms, shown: Float64Array): void {
    const predict = this.#predict
    predict.tick(nowMs)
    this.#send(nowMs)
    for (let i = 0; i < this.#entities.length; i++) {
      const entity = this.#entities[i]!
      const at = i * SHOWN_WIDTH
      shown[at + SHOWN.x] = predict.value(entity, 'x')
      shown[at + SHOWN.y] = predict.value(entity, 'y')
      shown[at + SHOWN.tracer] = predict.value(entity, 'tracer')
    }
  }

  #send(nowMs: Ms): void {
    if (Number.isNaN(this.#inputDueMs)) this.#inputDueMs = nowMs
    for (let n = 0; n < MOST_INPUTS && this.#inputDueMs <= nowMs; n++) {
      this.#inputDueMs += INPUT_MS
      this.#sentMs[this.#staged.input.send()] = nowMs
    }
    if (this.#inputDueMs <= nowMs) this.#inputDueMs = nowMs + INPUT_MS
  }
}

import { DeadReckoning, ErrorOffset, FixedDelay } from 'glissade/parts'
import {
  type MotionContender,
  type MotionPlayer,
  type MotionServer,
  type MotionSnapshot,
  STATE_WIDTH,
  TOLD_WIDTH,
} from 'glissade/score'
import { ROW_WIDTH, readRow, SENT_CURVES, showRow } from './rows.ts'

/** How far the truth may be from the estimate before the server sends the state, in units. */
const THRESHOLD_UNITS = 6
/** Velocities change all the time. `step` would send each change. */
const CURVES = SENT_CURVES.map((curve) => (curve === 'step' ? 'linear' : curve))

/** Makes a contender that estimates places from the last velocity, and whose server sends only what that gets wrong (D9). */
export function reckonedContender(name: string): MotionContender {
  return {
    name,
    about: `dead reckoning, within ${THRESHOLD_UNITS} units`,
    create: ({ entities, sendHz }) => new ReckonedPlayer(entities, sendHz),
  }
}

/** The player of dead reckoning. */
class ReckonedPlayer implements MotionPlayer {
  readonly server: MotionServer
  readonly #receivers: readonly DeadReckoning[]
  /** The time of the fastest packets: what the estimate is for. */
  readonly #clock = new FixedDelay(0)
  readonly #row = new Float64Array(ROW_WIDTH)

  constructor(entities: number, sendHz: number) {
    this.#clock.begin(1000 / sendHz)
    const options = { curves: CURVES, thresholdUnits: THRESHOLD_UNITS }
    const senders = Array.from({ length: entities }, () => new DeadReckoning(options))
    this.#receivers = senders.map(
      () => new DeadReckoning({ ...options, offset: new ErrorOffset(SENT_CURVES) }),
    )
    const row = new Float64Array(ROW_WIDTH)
    this.server = {
      send(stampMs, states, told) {
        for (let i = 0; i < entities; i++) {
          readRow({ states }, i, row)
          told[i * TOLD_WIDTH] = senders[i]!.shouldSend(stampMs, row) ? 1 : 0
        }
      },
    }
  }

  arrived(snapshot: MotionSnapshot): void {
    this.#clock.arrived(snapshot.stampMs, snapshot.arrivedAtMs)
    for (let i = 0; i * STATE_WIDTH < snapshot.states.length; i++) {
      if (snapshot.told[i * TOLD_WIDTH] === 0) continue
      readRow(snapshot, i, this.#row)
      this.#receivers[i]!.received(snapshot.stampMs, this.#row)
    }
  }

  frame(nowMs: number, shown: Float64Array): void {
    const timeMs = this.#clock.advance(nowMs)
    for (let i = 0; i < this.#receivers.length; i++) {
      const isKnown = !Number.isNaN(timeMs) && this.#receivers[i]!.estimate(timeMs, this.#row)
      showRow(isKnown ? this.#row : null, i, shown)
    }
  }
}

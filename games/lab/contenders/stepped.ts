import {
  type MotionContender,
  type MotionPlayer,
  type MotionScene,
  type MotionServer,
  type MotionSnapshot,
  STATE,
  STATE_WIDTH,
} from 'glissade/score'

/** How many snapshots may be under way at once: over a minute at 60 Hz. */
const UNDER_WAY = 4096
/** A stamp may fall short of its step by a rounding error, in ms and in steps. */
const ROUNDING = 1e-6

/** The moment of the last step of a server that makes `stepHz` steps per second. */
export function stepBefore(timeMs: number, stepHz: number): number {
  const stepMs = 1000 / stepHz
  const beforeMs = Math.floor(timeMs / stepMs + ROUNDING) * stepMs
  return timeMs - beforeMs < ROUNDING ? timeMs : beforeMs
}

/**
 * Gives a contender a server that moves the world in steps: a snapshot holds the states of the last step, stamped with the time
 * of that step. Where the step rate is a multiple of the send rate, this changes nothing.
 */
export function stepped(contender: MotionContender, stepHz: number): MotionContender {
  return {
    ...contender,
    create: (scene) => new SteppedPlayer(contender.create(scene), stepHz, scene),
  }
}

/** A player whose server moves in steps. */
class SteppedPlayer implements MotionPlayer {
  readonly server: MotionServer
  readonly #inner: MotionPlayer
  /** The states that the inner player borrows. */
  readonly #states: Float64Array
  /** The states of the snapshots under way, in turn. */
  readonly #sent: Float64Array[] = []
  #count = 0

  constructor(inner: MotionPlayer, stepHz: number, { entities }: MotionScene) {
    this.#inner = inner
    this.#states = new Float64Array(entities * STATE_WIDTH)
    this.server = {
      send: (stampMs, _states, told, inputs, truth) => {
        const states = new Float64Array(entities * STATE_WIDTH)
        const stepMs = stepBefore(stampMs, stepHz)
        truth(stepMs, states)
        this.#sent[this.#count++ % UNDER_WAY] = states
        this.#states.set(states)
        inner.server?.send(stepMs, this.#states, told, inputs, truth)
      },
    }
  }

  arrived(snapshot: MotionSnapshot): void {
    const sent = this.#sent[snapshot.index % UNDER_WAY]
    if (!sent) return
    this.#states.set(sent)
    const stampMs = sent[STATE.tracer]!
    this.#inner.arrived({ ...snapshot, stampMs, states: this.#states })
  }

  frame(nowMs: number, shown: Float64Array): void {
    this.#inner.frame(nowMs, shown)
  }
}

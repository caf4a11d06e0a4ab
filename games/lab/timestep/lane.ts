import { FixedTimestep, type FixedTimestepOptions, lerp } from 'glissade/parts'
import { Ball, SPEED_M_PER_S } from './ball.ts'
import { UNEVEN } from './refreshes.ts'
import { FASTEST, type TimestepSettings } from './settings.ts'
import { Spring } from './spring.ts'
import { Trail } from './trail.ts'

/** The four loops, in the order of "Fix Your Timestep!". `newest` and `blended` run the same steps. */
export const LANES = ['variable', 'semi-fixed', 'newest', 'blended'] as const
export type LaneName = (typeof LANES)[number]

/** Computing an overloaded step takes this many times `stepMs`. */
export const OVERLOAD = 1.25
/** A change of the time scale takes this long, in ms of frame time. */
export const RAMP_MS = 400
/** In effect no limit on the length of a frame. */
export const UNLIMITED_MS = 1e9
/** A movement that differs by this fraction from even movement can be seen. */
const VISIBLE = 0.1

/** The most steps in a frame of the lane `blended`: as many as the longest frame needs at the fastest time scale. */
export const mostSteps = ({ refreshHz, stepHz }: TimestepSettings): number =>
  Math.ceil((stepHz / refreshHz) * FASTEST * (1 + UNEVEN))

function clockOf(name: LaneName, settings: TimestepSettings): FixedTimestep {
  const stepMs = 1000 / settings.stepHz
  const options: { readonly [L in LaneName]: FixedTimestepOptions } = {
    variable: { stepMs, mode: 'variable' },
    'semi-fixed': { stepMs, mode: 'semi-fixed' },
    // Without limits, to show why the others have them.
    newest: { stepMs, maxFrameMs: UNLIMITED_MS },
    blended: { stepMs, maxStepsPerFrame: mostSteps(settings) },
  }
  return new FixedTimestep(options[name])
}

/** One loop with a spring and a ball of its own, and what can be seen of it. */
export class Lane {
  readonly name: LaneName
  readonly spring: Spring
  readonly ball = new Ball()
  readonly trail = new Trail()
  /** Where the spring's weight and the ball are shown now, in m. */
  shownSpringM: number
  shownBallM: number
  /** How far the ball moved on the display in the last frame, in m; NaN if it turned meanwhile. */
  movedM = Number.NaN
  /** Frames in which a movement could be judged, and those of them in which it was uneven. */
  frames = 0
  unevenFrames = 0
  /** The largest movement in a frame, per the movement that would have been even. */
  largestJump = 0
  readonly #clock: FixedTimestep
  #costMs = 0
  /** The processor computes until then, and frames meanwhile show nothing new. */
  #busyUntilMs = Number.NEGATIVE_INFINITY
  /** How long all frames should have simulated. */
  #dueMs = 0
  #hasTurned = true

  constructor(name: LaneName, settings: TimestepSettings) {
    this.name = name
    this.spring = new Spring(settings.stiffness)
    this.shownSpringM = this.spring.x
    this.shownBallM = this.ball.x
    this.#clock = clockOf(name, settings)
    this.#clock.scale = settings.timeScale
  }

  /** How far the simulation is behind the display, in ms of simulated time, without the time that is lost. */
  get behindMs(): number {
    return Math.max(0, this.#dueMs - this.#clock.timeMs - this.#clock.droppedMs)
  }

  /** Simulated time that the loop has given up, in ms. */
  get lostMs(): number {
    return this.#clock.droppedMs
  }

  /** How many steps have run. */
  get steps(): number {
    return this.#clock.stepCount
  }

  /** Reaches another time scale gradually. */
  rampTo(timeScale: number): void {
    this.#clock.rampTo(timeScale, RAMP_MS)
  }

  /** From now on, computing a step takes `costMs`. What was being computed at `nowMs` is done. */
  setCost(costMs: number, nowMs: number): void {
    this.#costMs = costMs
    this.#busyUntilMs = Math.min(this.#busyUntilMs, nowMs)
  }

  /** The display refreshes at `nowMs`. Since the last time, `dueMs` of simulated time should have passed. */
  frame(nowMs: number, dueMs: number): void {
    this.#dueMs += dueMs
    let turns = this.ball.hasTurned
    if (nowMs >= this.#busyUntilMs) turns = this.#run(nowMs) || turns
    const before = this.shownBallM
    this.#show()
    this.movedM = turns || this.#hasTurned ? Number.NaN : Math.abs(this.shownBallM - before)
    this.#hasTurned = turns
    if (dueMs > 0 && !Number.isNaN(this.movedM)) this.#judge((SPEED_M_PER_S * dueMs) / 1000)
    this.trail.add(this.shownBallM, this.spring.isBroken ? Number.NaN : this.shownSpringM, dueMs)
  }

  /** Returns whether the ball turned. */
  #run(nowMs: number): boolean {
    let turns = false
    const steps = this.#clock.advance(nowMs)
    for (let i = 0; i < steps; i++) {
      const dtSeconds = this.#clock.stepLengthMs(i) / 1000
      this.spring.step(dtSeconds)
      this.ball.step(dtSeconds)
      if (this.ball.hasTurned) turns = true
    }
    this.#busyUntilMs = nowMs + steps * this.#costMs
    return turns
  }

  #show(): void {
    const { spring, ball } = this
    const alpha = this.name === 'blended' ? this.#clock.alpha : 1
    this.shownSpringM = lerp(spring.before, spring.x, alpha)
    this.shownBallM = lerp(ball.before, ball.x, alpha)
  }

  #judge(evenM: number): void {
    this.frames++
    const share = this.movedM / evenM
    if (Math.abs(share - 1) > VISIBLE) this.unevenFrames++
    this.largestJump = Math.max(this.largestJump, share)
  }
}

import { GlissadeError } from '../base/error.ts'
import { misuse } from '../base/settings.ts'
import type { Seconds } from '../base/units.ts'
import { angleDifference, type Curve, checkCurves } from './curves.ts'
import { PredictedStates } from './predicted-states.ts'

/** Settings of a `Predictor`. */
export interface PredictorOptions<S, I> {
  /** The state that `move` works on, as it is before the first input. It is changed in place from then on. */
  state: S
  /**
   * One fixed step: changes `state` by `input`, and nothing else. The server runs the same function. `replaying` is true when a
   * step is run again; then play no sounds.
   */
  move: (state: S, input: I, replaying: boolean) => void
  /** How each number of a state moves between two steps: one curve per column, at least 1. */
  curves: readonly Curve[]
  /** Writes as numbers, one per column, everything of a state that `move` reads or changes. */
  write: (state: Readonly<S>, out: Float64Array) => void
  /** Sets a state from the numbers that `write` wrote. What `write` leaves out is not rolled back. */
  read: (state: S, from: Float64Array) => void
  /** How many inputs and states are kept, at least 2. Default 256: 8.5 s at 30 steps per second. */
  capacity?: number | undefined
  /** Numbers that move count as equal if they differ by at most this, for servers that send rounded numbers. Default 0. */
  tolerance?: number | undefined
  /** A column that counts teleports. A change of it is shown at once, without blending or easing. Default: none. */
  teleportColumn?: number | undefined
  /**
   * Keeps an input: writes `input` to `kept` (undefined at first) and returns it. Default: plain values as they are, and copies
   * of plain objects and arrays one level deep. For other objects (typed arrays, class instances) `step` then throws `misuse`.
   */
  keepInput?: ((kept: I | undefined, input: I) => I) | undefined
}

/**
 * Prediction and reconciliation for a game on any other server. It applies each input at once, numbers it and keeps it. When
 * the server says what the state was after input n, it compares that state with the one predicted for n. If they differ, the
 * simulation snaps, the inputs since are replayed, and the picture eases over (Multiplayer Platformer Log #3; Source; Quake
 * III's cg_predict). Use one for each thing that the local player moves.
 *
 * When more than `capacity` inputs are unanswered, the oldest are lost. Answers to those are counted and ignored, and the
 * prediction stands until answers to newer inputs come. `step`, `show` and a `reconcile` without a correction allocate nothing.
 */
export class Predictor<S, I> {
  /** The newest predicted state, which `move` works on. */
  readonly state: S
  /** The newest input, from 1; 0 before the first. */
  newest = 0
  /** The newest input that the server has answered; 0 before the first answer. */
  acknowledged = 0
  /** How many answers differed from the prediction. */
  corrections = 0
  /** How many steps were run again because of corrections. */
  replayedSteps = 0
  /** The sum of how far the picture was off after each correction, in units: see `ErrorOffset.units`. */
  correctionDistance = 0
  /** How many answers came too late, or to inputs that were never given. */
  ignoredAnswers = 0
  readonly #curves: readonly Curve[]
  readonly #states: PredictedStates
  readonly #inputs: (I | undefined)[]
  readonly #tolerance: number
  readonly #move: PredictorOptions<S, I>['move']
  readonly #write: PredictorOptions<S, I>['write']
  readonly #read: PredictorOptions<S, I>['read']
  readonly #keepInput: (kept: I | undefined, input: I) => I
  /** The moment on display between the last two steps. 0 until the newest step has been shown. */
  #alpha = 1

  /** Throws `misuse` when a setting is out of range. */
  constructor(options: PredictorOptions<S, I>) {
    const { state, curves, capacity = 256, tolerance = 0, teleportColumn = -1 } = options
    if (!(Number.isInteger(capacity) && capacity >= 2))
      misuse('capacity', capacity, 'a whole number, at least 2')
    if (!(tolerance >= 0)) misuse('tolerance', tolerance, 'at least 0')
    if (curves.length === 0)
      throw new GlissadeError('misuse', 'curves is empty, but must be a list of at least one curve')
    if (
      !(Number.isInteger(teleportColumn) && teleportColumn >= -1 && teleportColumn < curves.length)
    )
      misuse('teleportColumn', teleportColumn, `a column from 0 to ${curves.length - 1}`)
    this.state = state
    this.#curves = checkCurves(curves)
    this.#states = new PredictedStates({ curves, capacity, teleportColumn })
    this.#inputs = new Array<I | undefined>(capacity).fill(undefined)
    this.#tolerance = tolerance
    this.#move = options.move
    this.#write = options.write
    this.#read = options.read
    this.#keepInput = options.keepInput ?? copyOf
    this.#write(state, this.#states.next)
    this.#states.restart(0)
  }

  /** Applies an input as the next step, and keeps it. Returns its number: send it with the input. */
  step(input: I): number {
    const id = this.newest + 1
    const slot = id % this.#inputs.length
    const kept = this.#keepInput(this.#inputs[slot], input)
    this.newest = id
    this.#inputs[slot] = kept
    const states = this.#states
    this.#alpha = 0
    this.#move(this.state, kept, false)
    this.#write(this.state, states.next)
    states.stepped(id)
    return id
  }

  /**
   * Compares the server's state after input `id` with the prediction; 0 is the state before the first input. Returns true after
   * a correction. Returns false if the state is as predicted, or if the answer is ignored (counted in `ignoredAnswers`): it is
   * older than one before, unknown, or its input is lost. A repeated answer to the same input is compared again.
   */
  reconcile(id: number, authoritative: Readonly<S>): boolean {
    const states = this.#states
    const isKnown = Number.isInteger(id) && id >= this.acknowledged && id <= this.newest
    if (!isKnown || !states.holds(id)) {
      this.ignoredAnswers++
      return false
    }
    this.acknowledged = id
    this.#write(authoritative, states.next)
    if (states.agrees(id) || (this.#tolerance > 0 && this.#isNear(id))) return false
    states.beginCorrection(this.#alpha)
    this.#read(this.state, states.next)
    states.restart(id)
    this.#replay(id)
    this.corrections++
    this.replayedSteps += this.newest - id
    this.correctionDistance += states.endCorrection()
    return true
  }

  /**
   * Writes what to draw to `out`: the moment `alpha` between the last two steps (0 to 1, the remainder of a fixed timestep),
   * plus past corrections, which decay for the `dtSeconds` since the last frame. Call once per frame.
   */
  show(alpha: number, dtSeconds: Seconds, out: Float64Array): void {
    this.#alpha = alpha
    this.#states.draw(out, alpha, dtSeconds)
  }

  /** How far the picture is off now: see `ErrorOffset.units`. */
  get offsetUnits(): number {
    return this.#states.offsetUnits
  }

  /** Forgets the rest of past corrections, after a gap in the frames. */
  settle(): void {
    this.#states.settle()
  }

  /** Whether `next` is within `tolerance` of the prediction in every column that moves, and equal in the others. */
  #isNear(id: number): boolean {
    const { next } = this.#states
    const state = this.#states.of(id)
    for (let i = 0; i < next.length; i++) {
      const predicted = state[i]!
      const actual = next[i]!
      if (predicted === actual) continue
      const curve = this.#curves[i]
      const off = curve === 'angle' ? angleDifference(predicted, actual) : actual - predicted
      if (curve === 'step' || !(Math.abs(off) <= this.#tolerance)) return false
    }
    return true
  }

  #replay(id: number): void {
    const { state, newest } = this
    const { states } = this.#states
    const inputs = this.#inputs
    const move = this.#move
    const write = this.#write
    let slot = id % inputs.length
    for (let n = id; n < newest; n++) {
      // A division would take as long as a step.
      if (++slot === inputs.length) slot = 0
      move(state, inputs[slot] as I, true)
      write(state, states[slot]!)
    }
    if (id < newest) this.#states.replayed(newest)
  }
}

function copyOf<I>(kept: I | undefined, input: I): I {
  if (typeof input !== 'object' || input === null) return input
  const copy = (kept ?? emptyLike(input)) as Record<string, unknown>
  // Removes names that only the previous input in this slot had.
  for (const name in copy) if (!Object.hasOwn(input, name)) delete copy[name]
  if (Array.isArray(copy)) copy.length = (input as unknown[]).length
  for (const name in input) copy[name] = (input as Record<string, unknown>)[name]
  return copy as I
}

function emptyLike(input: object): object {
  if (Array.isArray(input)) return []
  const prototype: unknown = Object.getPrototypeOf(input)
  if (prototype === Object.prototype || prototype === null) return {}
  const need = 'a plain value, object or array, unless you give a keepInput'
  misuse('input', `a ${input.constructor.name}`, need)
}

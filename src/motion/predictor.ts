import { GlissadeError } from '../base/error.ts'
import { misuse } from '../base/settings.ts'
import type { Seconds } from '../base/units.ts'
import { angleDifference, type Curve, checkCurves } from './curves.ts'
import { PredictedStates } from './predicted-states.ts'

/** How a `Predictor` is made. */
export interface PredictorOptions<S, I> {
  /** The state that `move` works on, as it is before the first input; changed in place from then on. */
  state: S
  /**
   * One fixed step: changes `state` by `input`, and nothing else. The server runs the same function. `replaying` is
   * true when a step that was run before is run again: no sounds then.
   */
  move: (state: S, input: I, replaying: boolean) => void
  /** How each number of a state moves between two steps; their number is the number of columns, at least 1. */
  curves: readonly Curve[]
  /** Writes all of a state that `move` reads or changes as numbers, one per column. */
  write: (state: Readonly<S>, out: Float64Array) => void
  /** Sets a state from what `write` wrote: whatever it leaves out is not rolled back. */
  read: (state: S, from: Float64Array) => void
  /** How many inputs and states are kept, at least 2. Default 256: 8.5 s at 30 steps a second. */
  capacity?: number | undefined
  /** A difference up to this in a column that moves counts as equal: for servers that send rounded numbers. Default 0. */
  tolerance?: number | undefined
  /** A column that counts teleports: a change of it is shown at once, without blending or easing. Default: none. */
  teleportColumn?: number | undefined
  /**
   * Keeps an input: writes `input` onto `kept` (undefined at first) and returns it. Default: plain values as they
   * are, of plain objects and arrays a copy one level deep; `step` throws `misuse` for other objects (typed arrays,
   * instances of classes).
   */
  keepInput?: ((kept: I | undefined, input: I) => I) | undefined
}

/**
 * Prediction and reconciliation for a game on any other server: applies each input at once, numbers and keeps it,
 * and when the server says what the state was after input n, compares that with what was predicted for n. Equal:
 * done. Otherwise the simulation snaps, the inputs since are replayed, and the picture eases over (Multiplayer
 * Platformer Log #3; Source; Quake III's cg_predict). One for each thing that the local player moves; nobody else
 * is touched.
 *
 * When more than `capacity` inputs are unanswered, the oldest are lost; answers to those are counted and ignored,
 * and the prediction stands until answers to newer inputs come. `step`, `show` and a `reconcile` that finds
 * nothing to correct allocate nothing.
 */
export class Predictor<S, I> {
  /** What `move` works on: the newest predicted state. */
  readonly state: S
  /** The newest input, from 1; 0 before the first. */
  newest = 0
  /** The newest input that the server has answered; 0 before the first answer. */
  acknowledged = 0
  /** Answers that differed from the prediction. */
  corrections = 0
  /** Steps run again because of that. */
  replayedSteps = 0
  /** How far the picture was off after each correction, in units of the largest column, in all. */
  correctionDistance = 0
  /** Answers that came too late, or to inputs that were never given. */
  ignoredAnswers = 0
  readonly #curves: readonly Curve[]
  readonly #states: PredictedStates
  readonly #inputs: (I | undefined)[]
  readonly #tolerance: number
  readonly #move: PredictorOptions<S, I>['move']
  readonly #write: PredictorOptions<S, I>['write']
  readonly #read: PredictorOptions<S, I>['read']
  readonly #keepInput: (kept: I | undefined, input: I) => I
  /** The moment on display between the last two steps; 0 as long as the newest has not been shown. */
  #alpha = 1

  /** Throws `misuse` when a setting is out of range. */
  constructor(options: PredictorOptions<S, I>) {
    const { state, curves, capacity = 256, tolerance = 0, teleportColumn = -1 } = options
    if (!(Number.isInteger(capacity) && capacity >= 2))
      misuse('capacity', capacity, 'a whole number from 2')
    if (!(tolerance >= 0)) misuse('tolerance', tolerance, 'at least 0')
    if (curves.length === 0)
      throw new GlissadeError('misuse', 'curves is empty, it must name at least one column')
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

  /** Applies an input as the next step, and keeps it. Returns its number: send that along. */
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
   * Takes the server's state after input `id`; 0 is the state before the first. False when there was nothing to do:
   * it is what was predicted, or the answer is older than one before, or unknown, or its input is lost (counted in
   * `ignoredAnswers`). True after a correction. An answer to the same input again is compared again.
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
   * Writes what to draw into `out`: the moment `alpha` between the last two steps (0 to 1, what is left over of a
   * fixed timestep), plus what `dtSeconds` since the last frame leave of past corrections. Call once per frame.
   */
  show(alpha: number, dtSeconds: Seconds, out: Float64Array): void {
    this.#alpha = alpha
    this.#states.draw(out, alpha, dtSeconds)
  }

  /** How far the picture is from the truth now: see `ErrorOffset.units`. */
  get offsetUnits(): number {
    return this.#states.offsetUnits
  }

  /** Forgets what is left of past corrections: after a gap in the frames. */
  settle(): void {
    this.#states.settle()
  }

  /** Whether `next` is within `tolerance` of what was predicted, in every column that moves; others must be equal. */
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
  // What the input kept here before had and this one has not.
  for (const name in copy) if (!Object.hasOwn(input, name)) delete copy[name]
  if (Array.isArray(copy)) copy.length = (input as unknown[]).length
  for (const name in input) copy[name] = (input as Record<string, unknown>)[name]
  return copy as I
}

function emptyLike(input: object): object {
  if (Array.isArray(input)) return []
  const prototype: unknown = Object.getPrototypeOf(input)
  if (prototype === Object.prototype || prototype === null) return {}
  const need = 'a plain value, object or array without a keepInput'
  misuse('input', `a ${input.constructor.name}`, need)
}

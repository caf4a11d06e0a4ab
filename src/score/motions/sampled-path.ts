import { mixSeed, Random } from '../../base/random.ts'
import type { Ms, Seconds } from '../../base/units.ts'
import { INPUT_WIDTH, type Motion, type Move, type Path } from './motion.ts'

/** Samples per second of a motion that is simulated in advance; a multiple of 10, 20, 30 and 60. */
export const SAMPLE_HZ = 240

/** How long a path goes on after the end of the scene, for players that run ahead of it. */
const SPARE_MS = 1000
const SAMPLES_PER_MS = SAMPLE_HZ / 1000
/** Times such as 3 * 50 ms are not exact. Without this, a position may fall just short of a sample. */
const ROUNDING = 1e-7

/** A simulated body: its place and velocity now, and a function that moves it on. */
export interface Body {
  /** Place, in units. */
  readonly x: number
  readonly y: number
  /** Velocity, in units per second. */
  readonly vx: number
  readonly vy: number
  /** How often it was teleported. Default 0. */
  teleports?: number
  /** The input of the last step and the level around it, up to `INPUT_WIDTH` numbers. Default: no player steers it. */
  readonly input?: ArrayLike<number> | undefined
  /** Moves on by `dtSeconds`. */
  advance(dtSeconds: Seconds): void
}

/** Turns a body to `heading`, and moves it on at the mean of the velocities before and after. */
export function drive(
  body: { -readonly [K in 'x' | 'y' | 'vx' | 'vy']: Body[K] },
  heading: number,
  speed: number,
  dtSeconds: Seconds,
): void {
  const { vx, vy } = body
  body.vx = speed * Math.cos(heading)
  body.vy = speed * Math.sin(heading)
  body.x += ((vx + body.vx) / 2) * dtSeconds
  body.y += ((vy + body.vy) / 2) * dtSeconds
}

/** Options of `sampledMotion`. */
export interface SampledMotionOptions {
  /** See `Motion`. */
  name: string
  /** See `Motion`. */
  about: string
  /**
   * The path between two samples: `straight` for sharp turns, `cubic` for smooth motions, so that third differences are those
   * of the motion and not of its samples. Default `straight`.
   */
  between?: 'straight' | 'cubic' | undefined
  /** See `Motion`. */
  visibleError?: number | undefined
  /** See `Motion`; needs bodies with an `input`. */
  move?: Move | undefined
  /** Makes a body at its start. All its chance must come from `random`. */
  start(random: Random): Body
}

/** Makes a motion whose paths are simulated in advance at 240 steps a second. Equal arguments give equal paths. */
export function sampledMotion(options: SampledMotionOptions): Motion {
  const { name, about, visibleError, move, between = 'straight', start } = options
  let salt = 0
  for (let i = 0; i < name.length; i++) salt = mixSeed(salt, name.charCodeAt(i))
  return {
    name,
    about,
    visibleError,
    move,
    create(seed, count, lengthMs) {
      const samples = Math.ceil((lengthMs + SPARE_MS) * SAMPLES_PER_MS) + 2
      return Array.from({ length: count }, (_, index) => {
        const body = start(new Random(mixSeed(mixSeed(salt, seed), index)))
        return new SampledPath(body, samples, between === 'cubic')
      })
    },
  }
}

/** A path read from samples. The entity stands still before the first and after the last. */
class SampledPath implements Path {
  readonly #states: Float64Array
  readonly #teleports: Uint16Array
  readonly #last: number
  readonly #isCubic: boolean
  readonly #inputs: Float64Array | undefined

  constructor(body: Body, samples: number, isCubic: boolean) {
    const states = new Float64Array(samples * 4)
    const teleports = new Uint16Array(samples)
    const inputs = body.input && new Float64Array(samples * INPUT_WIDTH)
    for (let i = 0; i < samples; i++) {
      if (i > 0) body.advance(1 / SAMPLE_HZ)
      states[i * 4] = body.x
      states[i * 4 + 1] = body.y
      states[i * 4 + 2] = body.vx
      states[i * 4 + 3] = body.vy
      teleports[i] = body.teleports ?? 0
      if (body.input) inputs?.set(body.input, i * INPUT_WIDTH)
    }
    this.#states = states
    this.#teleports = teleports
    this.#last = samples - 1
    this.#isCubic = isCubic
    this.#inputs = inputs
  }

  state(timeMs: Ms, out: Float64Array, at: number): void {
    const position = this.#position(timeMs)
    const i = Math.min(Math.floor(position), this.#last - 1)
    // An entity that teleports at a sample stays where it was until then.
    const isHeld = this.#teleports[i] !== this.#teleports[i + 1]
    const alpha = isHeld && position < i + 1 ? 0 : position - i
    const from = i * 4
    for (let axis = 0; axis < 2; axis++) {
      out[at + axis] = this.#place(from + axis, alpha)
      const v = this.#states[from + axis + 2]!
      out[at + axis + 2] = v + (this.#states[from + axis + 6]! - v) * alpha
    }
  }

  teleports(timeMs: Ms): number {
    return this.#teleports[Math.floor(this.#position(timeMs))]!
  }

  input(timeMs: Ms, out: Float64Array, at: number): void {
    if (!this.#inputs) return
    const from = Math.floor(this.#position(timeMs)) * INPUT_WIDTH
    for (let i = 0; i < INPUT_WIDTH; i++) out[at + i] = this.#inputs[from + i]!
  }

  #position(timeMs: Ms): number {
    const position = timeMs * SAMPLES_PER_MS + ROUNDING
    return position > 0 ? Math.min(position, this.#last) : 0
  }

  #place(from: number, alpha: number): number {
    const a = this.#states[from]!
    const step = this.#states[from + 4]! - a
    if (!this.#isCubic) return a + step * alpha
    const m0 = this.#states[from + 2]! / SAMPLE_HZ
    const m1 = this.#states[from + 6]! / SAMPLE_HZ
    return (
      a + alpha * (m0 + alpha * (3 * step - 2 * m0 - m1) + alpha * alpha * (m0 + m1 - 2 * step))
    )
  }
}

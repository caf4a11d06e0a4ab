import { from0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { hermite, lerp } from '../../motion/curves.ts'
import { type MotionSnapshot, SHOWN_WIDTH, STATE, STATE_WIDTH } from '../measures/player.ts'
import { type HeldSnapshots, hold, placeAt } from './held-snapshots.ts'

/** Options of `InterpolationBuffer`: how entities move between snapshots and past the newest. */
export interface InterpolationOptions {
  /** Straight lines, or cubics that use the sent velocities. Default `linear`. */
  readonly curve?: 'linear' | 'hermite' | undefined
  /** How far past the newest snapshot entities move on at their sent velocity before they stand. From 0, default 0. */
  readonly extrapolateMs?: Ms | undefined
  /**
   * The time constant with which the difference dies away when newer data shows that the last picture was wrong. From 0,
   * default 0: the picture snaps.
   */
  readonly easeMs?: Ms | undefined
}

/** How much `tracer`, the server's time in ms, grows in a second. */
const TRACER_PER_SECOND = 1000
const TELEPORTS = SHOWN_WIDTH
/** How many numbers an entity has in a picture: those that are shown, and its count of teleports at that moment. */
const WIDTH = SHOWN_WIDTH + 1
/** The columns of a state that a picture shows. */
const COLUMNS = [STATE.x, STATE.y, STATE.tracer] as const

/**
 * The snapshots of a scene and the curve through them, which show the moment that an opponent's `RenderRule` chooses. Before
 * the first snapshot it shows the first. Between two snapshots with a teleport between them it shows the older one. Late
 * snapshots take part from their arrival on.
 */
export class InterpolationBuffer {
  readonly #entities: number
  readonly #isCubic: boolean
  readonly #extrapolateMs: Ms
  readonly #easeMs: Ms
  readonly #held: HeldSnapshots = []
  readonly #picture: Float64Array
  /** The picture shown last, its time, and the time of its frame. */
  readonly #last: Float64Array
  #lastTimeMs: Ms = Number.NaN
  #lastNowMs: Ms = Number.NaN
  /** The remaining differences, laid out as a picture. */
  readonly #offsets: Float64Array
  #hasNews = false

  /** `entities`: how many there are. Throws `misuse` for lengths of time below 0. */
  constructor(entities: number, options: InterpolationOptions = {}) {
    this.#entities = entities
    this.#isCubic = options.curve === 'hermite'
    this.#extrapolateMs = from0(options.extrapolateMs ?? 0, 'extrapolateMs')
    this.#easeMs = from0(options.easeMs ?? 0, 'easeMs')
    this.#picture = new Float64Array(entities * WIDTH)
    this.#last = new Float64Array(entities * WIDTH)
    this.#offsets = new Float64Array(entities * WIDTH)
  }

  /** Adds a snapshot, in any order. */
  insert(snapshot: MotionSnapshot): void {
    if (hold(this.#held, snapshot) >= 0) this.#hasNews = true
  }

  /**
   * Writes how all entities looked at `timeMs` of the server's clock to `shown`, `SHOWN_WIDTH` numbers each, for the frame at
   * `nowMs` of the client's clock. Writes NaN if there is no snapshot or `timeMs` is NaN.
   */
  show(timeMs: Ms, nowMs: Ms, shown: Float64Array): void {
    if (this.#held.length === 0 || Number.isNaN(timeMs)) {
      shown.fill(Number.NaN)
      return
    }
    if (this.#easeMs > 0 && this.#hasNews && !Number.isNaN(this.#lastTimeMs)) this.#keepPicture()
    this.#hasNews = false
    this.#draw(timeMs)
    if (this.#easeMs > 0) this.#ease(nowMs)
    this.#last.set(this.#picture)
    this.#lastTimeMs = timeMs
    this.#lastNowMs = nowMs
    for (let i = 0; i < this.#entities; i++)
      for (let j = 0; j < SHOWN_WIDTH; j++) shown[i * SHOWN_WIDTH + j] = this.#last[i * WIDTH + j]!
  }

  /** Makes the difference between the last picture and how that moment looks now the offset. */
  #keepPicture(): void {
    this.#draw(this.#lastTimeMs)
    for (let i = 0; i < this.#offsets.length; i++)
      this.#offsets[i] = this.#last[i]! - this.#picture[i]!
  }

  #ease(nowMs: Ms): void {
    const frameMs = nowMs - this.#lastNowMs
    const kept = frameMs > 0 ? Math.exp(-frameMs / this.#easeMs) : 1
    for (let i = 0; i < this.#entities; i++) {
      const at = i * WIDTH
      const hasLeapt = this.#picture[at + TELEPORTS] !== this.#last[at + TELEPORTS]
      for (let j = at; j < at + SHOWN_WIDTH; j++) {
        this.#offsets[j] = hasLeapt ? 0 : this.#offsets[j]! * kept
        this.#picture[j]! += this.#offsets[j]!
      }
    }
  }

  /** Draws the picture of `timeMs`, without offsets. */
  #draw(timeMs: Ms): void {
    const held = this.#held
    const place = placeAt(held, timeMs)
    const older = held[Math.max(place, 0)]!
    const newer = held[Math.min(place + 1, held.length - 1)]!
    const spanMs = newer.stampMs - older.stampMs
    const sinceMs = timeMs - older.stampMs
    const pastMs = place === held.length - 1 ? Math.min(sinceMs, this.#extrapolateMs) : 0
    for (let i = 0; i < this.#entities; i++) {
      const from = i * STATE_WIDTH
      const at = i * WIDTH
      const teleports = older.states[from + STATE.teleports]!
      this.#picture[at + TELEPORTS] = teleports
      const isBetween = spanMs > 0 && newer.states[from + STATE.teleports] === teleports
      for (let j = 0; j < SHOWN_WIDTH; j++) {
        const column = from + COLUMNS[j]!
        const start = older.states[column]!
        const velocity = velocityOf(older.states, from, j)
        if (!isBetween) this.#picture[at + j] = start + velocity * (pastMs / 1000)
        else {
          const end = newer.states[column]!
          const alpha = sinceMs / spanMs
          const spanSeconds = spanMs / 1000
          const endVelocity = velocityOf(newer.states, from, j)
          this.#picture[at + j] = this.#isCubic
            ? hermite(start, velocity * spanSeconds, end, endVelocity * spanSeconds, alpha)
            : lerp(start, end, alpha)
        }
      }
    }
  }
}

/** How fast a number of a picture changes in a state, per second. */
function velocityOf(states: Float64Array, from: number, column: number): number {
  return column < 2 ? states[from + STATE.vx + column]! : TRACER_PER_SECOND
}

import { isDevelopment, warnOnce } from '#development'
import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { checkNumbers } from '../../game/misfits.ts'
import type { InputOf } from '../../game/parts.ts'
import type { PredictedPresses } from '../../game/predicted-presses.ts'
import type { Holder } from '../../game/schema.ts'
import type { InputRows } from '../../wire/packets/input-packet.ts'
import type { SessionStats } from './stats.ts'

/** Most presses of a field that wait for a step. With more, the game would react long after the key was released. */
const MOST_WAITING = 4
/** Most changes that wait for the step of their time. Before the next one, the oldest counts at once. */
const MOST_CHANGES = 64

/** A flag was set or released, or a press was made. */
interface Change {
  readonly name: string
  readonly down: boolean
  readonly atMs: Ms
}

/**
 * The input object of a session, which each step samples: see `Session.input`. A tap counts for as long as the key was held, also
 * within one long frame. A `flag` counts as held in at least one step. Each step takes one `press`, and the others wait for the
 * next step.
 */
export class InputSampler<G extends AnyGame> {
  /** The object that the game writes to. Never replaced. */
  declare readonly face: InputOf<G>
  readonly #schema: AnyGame['inputSchema']
  /** The columns of flags. */
  readonly #flags: number[] = []
  /** What `release` sets: flags, numbers and vectors at their defaults. */
  readonly #rest: Holder = {}
  /** What the page has set. */
  readonly #held: Record<string, boolean> = {}
  /** Which flags are held in the step at hand. */
  readonly #down: Record<string, boolean> = {}
  /** By field: how many presses wait for a step, or how often a flag was set since the last step, up to `MOST_WAITING`. */
  readonly #waiting: Record<string, number> = {}
  /** The changes that no step has seen yet, oldest first. */
  readonly #changes: Change[] = []
  readonly #nowMs: () => Ms
  readonly #stats: Pick<SessionStats, 'pressesDropped'>
  /** The frame at hand: when it is, how much of it each step has, and how many steps are left. */
  #frameMs: Ms = 0
  #ofStepMs: Ms = 0
  #left = 0

  /** `nowMs`: the present, on the clock of the frames. `stats` counts the presses for which there is no room. */
  constructor(game: G, nowMs: () => Ms, stats: Pick<SessionStats, 'pressesDropped'>) {
    const schema = game.inputSchema
    const defaults = schema.create()
    const face = schema.create()
    for (const name of schema.names) {
      const type = game.definition.input[name].type as string
      if (['flag', 'number', 'vec2'].includes(type)) this.#rest[name] = defaults[name]
      const isFlag = type === 'flag'
      if (isFlag) this.#flags.push(schema.columns.findIndex((c) => c.name === name))
      else if (type !== 'press') continue
      this.#held[name] = this.#down[name] = false
      this.#waiting[name] = 0
      Object.defineProperty(face, name, {
        enumerable: true,
        get: () => (isFlag ? this.#held[name] : this.#isWaiting(name)),
        set: (down: boolean) => {
          if (isFlag ? this.#held[name] !== !!down : down) this.#change(name, !!down)
        },
      })
    }
    this.#nowMs = nowMs
    this.#stats = stats
    this.#schema = schema
    this.face = face as InputOf<G>
  }

  /** Begins a frame at `nowMs`, in which `steps` share `frameMs`. Without it, all changes count at the next step. */
  begin(nowMs: Ms, frameMs: Ms, steps: number): void {
    this.#frameMs = nowMs
    this.#ofStepMs = frameMs / steps
    // What a page writes just before its frame has happened some time since the previous one.
    this.#left = this.#changes.length > 0 && this.#changes[0]!.atMs < nowMs ? steps : 0
  }

  /** Writes input `id` to `to` as numbers, with one more of each press that waits and may be counted. Free of allocation. */
  sample(to: InputRows, id: number, presses: PredictedPresses | undefined): void {
    const schema = this.#schema
    if (isDevelopment) {
      warnOfUnknown(this.face as Holder, schema)
      checkNumbers('session.input', schema, this.face as Holder)
    }
    const offset = to.offsetOf(id)
    const left = --this.#left
    while (
      this.#changes.length > 0 &&
      (left <= 0 || this.#changes[0]!.atMs < this.#frameMs - left * this.#ofStepMs)
    )
      this.#takeChange()
    schema.gather(this.face, to.row, offset, null)
    for (const i of this.#flags) {
      const name = schema.columns[i]!.name as string
      to.row[offset + i] = +(this.#down[name]! || this.#waiting[name]! > 0)
      this.#waiting[name] = 0
    }
    presses?.count(id, this.#waiting)
  }

  #change(name: string, down: boolean): void {
    // While the page is busy, events wait. What they tell of happened before.
    const { event } = globalThis as { event?: { timeStamp?: Ms } }
    this.#held[name] = down
    if (this.#changes.push({ name, down, atMs: event?.timeStamp ?? this.#nowMs() }) > MOST_CHANGES)
      this.#takeChange()
  }

  #takeChange(): void {
    const { name, down } = this.#changes.shift()!
    this.#down[name] = down
    if (!down) return
    if (this.#waiting[name]! < MOST_WAITING) this.#waiting[name]!++
    else if (!(name in this.#rest)) this.#stats.pressesDropped++
  }

  #isWaiting(press: string): boolean {
    for (let i = 0; i < this.#changes.length; i++) if (this.#changes[i]!.name === press) return true
    return this.#waiting[press]! > 0
  }

  /** Forgets presses, and flags that were set and released, since the last step. Held keys stay held. */
  forget(): void {
    this.#changes.length = 0
    Object.assign(this.#down, this.#held)
    for (const name in this.#waiting) this.#waiting[name] = 0
  }

  /** Releases keys and sticks: flags, presses, numbers and vectors. Fields that are chosen, not held, keep their values. */
  release(): void {
    this.#schema.assign(this.face, this.#rest)
    this.forget()
  }
}

/** Warns of fields that the page writes to its input, and that the game does not have. */
function warnOfUnknown(face: Holder, { names }: AnyGame['inputSchema']): void {
  for (const name in face)
    if (!names.includes(name))
      warnOnce(
        `input ${name}`,
        `session.input has no field '${name}', so nothing becomes of it: the fields are ${names.join(', ')}`,
      )
}

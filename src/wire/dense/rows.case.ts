import type { Random } from '../../base/random.ts'
import { angle, flag, int, number, oneOf, ref, text, vec2, vec3 } from '../../game/field.ts'
import { Schema } from '../../game/schema.ts'
import { quat } from '../../motion/quat.ts'
import { Between } from '../foretell.ts'
import { planOf, type RowPlan, TELL } from '../plan.ts'
import { DenseLayout, DenseModels } from './models.ts'
import { DenseRows } from './rows.ts'

/** A kind whose position a velocity drives, and one with a rotation: the two ways of coding numbers. */
export const PLANS: readonly RowPlan[] = [
  planOf(
    new Schema(
      {
        at: vec2({ max: 4096, step: 0.01, velocity: 'speed' }),
        speed: vec2({ min: -200, max: 200, step: 0.1 }),
        free: number({ max: 1000, step: 1 / 8 }),
        heading: angle(),
        pose: oneOf('run', 'jump', 'fall'),
        lit: flag(),
        lives: int({ max: 255 }),
        target: ref(),
        name: text(9),
      },
      { teleports: true },
    ),
    20,
  ),
  planOf(
    new Schema({
      turn: quat({ bits: 9 }),
      place: vec3({ min: -32, max: 32, step: 1 / 512 }),
      held: flag(),
      face: oneOf('a', 'b', 'c', 'd'),
    }),
    60,
  ),
]

/** Sets a row to any numbers in range. */
export function scramble(random: Random, { columns }: RowPlan, row: Int32Array, at: number): void {
  for (const c of columns) row[at + c.at] = Math.floor(random.next() * (c.levels + 1))
}

/** Changes a row as a game might: some columns a little, a few by a lot. */
export function stir(random: Random, { columns }: RowPlan, row: Int32Array, at: number): void {
  for (const c of columns) {
    if (random.next() < 0.4) continue
    const size = random.next() < 0.1 ? c.levels + 1 : Math.min(c.levels + 1, 40)
    const moved = row[at + c.at]! + Math.floor((random.next() - 0.5) * size)
    row[at + c.at] = Math.min(c.levels, Math.max(0, moved))
  }
}

/** One end: it codes a world of `count` entities of kind `n % kinds`, all in one array with the two states before. */
export class End {
  readonly rows: DenseRows
  readonly models: DenseModels
  readonly between: Between = new Between()
  readonly #count: number

  constructor(count: number) {
    const layout = new DenseLayout(PLANS)
    this.rows = new DenseRows(layout)
    this.models = new DenseModels(layout)
    this.#count = count
  }

  /** Writes which entities differ from `base`, and how. The length in bytes. */
  write(now: Int32Array, states: Int32Array, steps: number): number {
    this.rows.startWriting(this.models)
    this.#code(now, states, steps)
    return this.rows.coder.finish()
  }

  /** Reads that into `now`. */
  read(
    bytes: Uint8Array,
    length: number,
    now: Int32Array,
    states: Int32Array,
    steps: number,
  ): void {
    this.rows.startReading(this.models, bytes, 0, length)
    this.#code(now, states, steps)
  }

  /** `states`: the base of every entity, then what was before it. */
  #code(now: Int32Array, states: Int32Array, steps: number): void {
    const { rows, between } = this
    between.row = now
    between.base = states
    between.elapsed = 256 * steps
    between.span = 256
    let follows = 0
    for (let n = 0; n < this.#count; n++) {
      const kind = n % PLANS.length
      const at = n * WIDTH
      between.at = at
      between.baseAt = at
      between.beforeAt = n % 5 === 4 ? -1 : this.#count * WIDTH + at
      let present = 0
      if (rows.coder.reading === 0)
        for (let i = at; i < at + WIDTH; i++) if (now[i] !== states[i]) present = 1
      const context = rows.context(kind, between, n & 7, follows)
      follows = rows.presence(kind, context, present)
      if (follows === 1) rows.row(kind, between, context, NO_TEXTS, null)
      else for (let i = at; i < at + WIDTH; i++) now[i] = states[i]!
    }
  }
}

/** Numbers in a row of a test: the widest kind's. */
export const WIDTH: number = Math.max(...PLANS.map((plan) => plan.width))
/** Whether all numbers of a row are in range. */
export function isInRange({ columns }: RowPlan, row: Int32Array, at: number): boolean {
  return columns.every((c) => {
    const value = row[at + c.at]!
    return c.tell === TELL.text || (value >= 0 && value <= c.levels)
  })
}

const NO_TEXTS: readonly string[] = []

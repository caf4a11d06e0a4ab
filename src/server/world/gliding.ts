import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import * as OP from '../../game/op.ts'
import { coarsen, refine, toNumber } from '../../game/quantize.ts'
import type { Column, Schema } from '../../game/schema.ts'
import { type Curve, isSmooth, velocityOf } from '../../motion/curves.ts'
import { placesOf } from '../../motion/extrapolation-horizon.ts'
import { ENOUGH_MS, LEAST_GAP_MS, MOST_BACK } from '../../motion/extrapolation-shares.ts'
import { COLUMNS } from '../../motion/samples.ts'
import { MAX_STEPS_BACK } from '../../wire/limits.ts'
import { KEPT_STAMPS } from './tick-stamps.ts'

/** How far a curve may miss an entity's path, in the units of its fields. The grid that others get may be coarser. */
const MISS_UNITS = 2
/** How far it may miss a rotation, in radians: a degree and a half. */
const MISS_RADIANS = Math.PI / 120
/** Least states that are kept. A player who was cut off may catch up on so many steps at once. */
const LEAST_STATES = 16
/**
 * States that a `ToldHorizons` looks at: the newest, those compared with it, and two earlier ones for their velocity and
 * acceleration.
 */
export const LOOKED_AT: number = 1 + MOST_BACK + 2

/** How long a copy that `move` extrapolates follows the states that were sent, before it is compared with them. */
const WARM_MS: Ms = 200

/** Scratch of `isStopped`. */
const SPEEDS = /* @__PURE__ */ new Float64Array(256)

/** What the movements of all entities of a kind share, in all rooms. */
export class Gliding {
  readonly schema: Schema
  readonly curves: readonly Curve[]
  /** Milliseconds in a subtick. */
  readonly perSubTick: number
  /** The columns of numbers and angles that everybody is told of. */
  readonly told: Int32Array
  /** Those of them that are positions, their columns of sent velocities or -1, and for each column the units of a step. */
  readonly positions: Int32Array
  readonly velocities: Int32Array
  readonly scales: Float64Array
  /** How many network ticks a `ToldHorizons` looks back, for states `LEAST_GAP_MS` apart. */
  readonly lookBackTicks: number
  /** For how many network ticks a copy first follows the sent states: 0 if everybody is told of all its fields. */
  readonly warmTicks: number
  /** How many network ticks back states are kept, even if no client needs them. */
  readonly keptTicks: number
  /** The told columns that a curve must not miss, by how much it may at most, and where their slopes are in a sample, or -1. */
  readonly checked: Int32Array
  readonly limits: Float64Array
  readonly slopes: Int32Array
  /** The first of the four columns of each rotation that everybody is told of, and by how many radians a curve may miss it. */
  readonly turns: Int32Array
  readonly turnLimits: Float64Array
  /** Whether some column is smooth. */
  readonly hasSlopes: boolean
  /**
   * The columns of velocities that curves are drawn with. An entity with a sent velocity may have slopes where it does not
   * move.
   */
  readonly drawn: Int32Array
  /** Whether there are steps between network ticks, whose states may have to be told. */
  readonly hasSteps: boolean
  /** Numbers in a sample. */
  readonly width: number
  /** Most states kept, a power of two. */
  readonly states: number
  /** Columns that an extra state takes from its network tick: texts, and the input. */
  readonly kept: Int32Array

  constructor(kind: Kind, game: Pick<AnyGame, 'stepMs' | 'sendSubTicks'>) {
    const { columns } = kind.schema
    this.schema = kind.schema
    this.curves = kind.schema.curves
    this.perSubTick = game.stepMs / SUBTICKS_PER_STEP
    this.told = Int32Array.from(columns.keys()).filter((i) => isNumber(columns[i]!))
    const isVelocity = (i: number) => this.curves.some((curve) => velocityOf(curve) === i)
    this.drawn = this.told.filter(isVelocity)
    this.hasSteps = game.sendSubTicks > SUBTICKS_PER_STEP
    const { positions, velocities } = placesOf(this.curves)
    this.positions = this.told.filter((i) => positions.includes(i))
    this.velocities = this.positions.map((i) => velocities[positions.indexOf(i)]!)
    this.scales = Float64Array.from(columns, ({ ratio, step }) => ratio * step)
    const ticksOf = (ms: Ms) => Math.ceil(ms / (game.sendSubTicks * this.perSubTick))
    this.lookBackTicks = Math.min((LOOKED_AT - 1) * ticksOf(LEAST_GAP_MS), KEPT_STAMPS - 1)
    const { every, viewed, input } = kind.schema
    this.warmTicks = viewed.length < every.length ? ticksOf(WARM_MS) : 0
    const foreseen = input ? ticksOf(ENOUGH_MS) + this.warmTicks : 0
    this.keptTicks = Math.min(Math.max(this.lookBackTicks, foreseen), KEPT_STAMPS - 1)
    this.checked = this.told.filter((i) => moves(columns[i]!) && !isVelocity(i))
    this.limits = Float64Array.from(this.checked, (i) => {
      const { ratio, step } = columns[i]!
      return Math.max(MISS_UNITS, ratio * step)
    })
    const smooth = [...columns.keys()].filter((i) => isSmooth(columns[i]!.curve))
    const behind = COLUMNS + columns.length
    this.slopes = Int32Array.from(this.checked, (i) =>
      smooth.includes(i) ? behind + 2 * smooth.indexOf(i) : -1,
    )
    this.turns = Int32Array.from(columns.keys()).filter(
      (i) => columns[i]!.seen === 'all' && columns[i]!.op === OP.largest,
    )
    // One step of a part turns by about twice as much.
    this.turnLimits = Float64Array.from(this.turns, (i) =>
      Math.max(MISS_RADIANS, 2 * columns[i + 1]!.step),
    )
    this.hasSlopes = smooth.length > 0
    this.width = behind + 2 * smooth.length
    const perTick = Math.ceil(game.sendSubTicks / SUBTICKS_PER_STEP)
    const states = Math.min(Math.max(LEAST_STATES, 2 * perTick), MAX_STEPS_BACK + 1)
    this.states = 2 ** Math.ceil(Math.log2(states))
    const { textIndex, inputAt, toldInput } = kind.schema
    this.kept = Int32Array.from([
      ...Int32Array.from(columns.keys()).filter((i) => textIndex[i]! >= 0),
      ...toldInput.map((i) => inputAt + i),
    ])
  }

  /** Whether the velocities of a row that curves are drawn with are all 0. */
  isStopped(row: Int32Array): boolean {
    const { drawn } = this
    this.tell(drawn, row, 0, SPEEDS, 0)
    for (let k = 0; k < drawn.length; k++) if (SPEEDS[drawn[k]!] !== 0) return false
    return true
  }

  /** Writes the columns `which` of a row, as others get them, to `to`, whose first column is at `at`. */
  tell(which: Int32Array, row: Int32Array, offset: number, to: Float64Array, at: number): void {
    const { columns } = this.schema
    for (let k = 0; k < which.length; k++) {
      const i = which[k]!
      const c = columns[i]!
      to[at + i] = toNumber(c, refine(c, coarsen(c, row[offset + i]!)))
    }
  }

  /** Writes the rotations of a row, x y z w, to `to` likewise. */
  tellTurns(row: Int32Array, offset: number, to: Float64Array, at: number): void {
    const { columns } = this.schema
    for (let k = 0; k < this.turns.length; k++) {
      const i = this.turns[k]!
      columns[i]!.code!.toNumbers(columns, i, row, offset + i, to, at + i)
    }
  }
}

const GLIDING = /* @__PURE__ */ new WeakMap<Kind, Gliding | null>()

/** Returns what the movements of a kind share, one for all rooms of its game; null for a kind that does not glide. */
export function glidingOf(
  kind: Kind,
  game: Pick<AnyGame, 'stepMs' | 'sendSubTicks'>,
): Gliding | null {
  let made = GLIDING.get(kind)
  if (made !== undefined) return made
  made = glides(kind) ? new Gliding(kind, game) : null
  GLIDING.set(kind, made)
  return made
}

/** Whether entities of a kind move in a way that can be extrapolated: any number or angle of theirs glides. */
function glides({ schema }: Kind): boolean {
  return schema.columns.some((c) => isNumber(c) && (moves(c) || c.curve === 'angle'))
}

function isNumber(c: Column): boolean {
  return c.seen === 'all' && (c.op === OP.grid || c.op === OP.angle)
}

function moves(c: Column): boolean {
  return c.curve === 'linear' || isSmooth(c.curve)
}

import { SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame, Kind } from '../game/define-game.ts'
import { type RowTaker, takerOf } from '../game/row-taker.ts'
import { type Column, OP, type Schema } from '../game/schema.ts'
import { type Curve, isSmooth, velocityOf } from '../motion/curves.ts'
import { COLUMNS } from '../motion/samples.ts'
import { MAX_STEPS_BACK } from '../wire/entity-source.ts'

/** By how much a curve may miss an entity's way, in the units of its fields; the grid others get may be coarser. */
const MISS_UNITS = 2
/** States that are kept at least: so many steps a player who was cut off may catch up on at once. */
const LEAST_STATES = 16

/** What the movements of all entities of a kind share, in all rooms: beside constants what nobody holds from call to call. */
export class Gliding {
  readonly schema: Schema
  readonly taker: RowTaker
  readonly curves: readonly Curve[]
  /** Milliseconds in a subtick. */
  readonly perSubTick: number
  /** The columns that a `Carry` is told of. */
  readonly told: Int32Array
  /** Those of them that a curve must not miss, by how much at most, and where their slopes stand in a sample, or -1. */
  readonly checked: Int32Array
  readonly limits: Float64Array
  readonly slopes: Int32Array
  /** Whether some column is smooth. */
  readonly hasSlopes: boolean
  /** Whether what does not move has no slopes: what is sent a velocity may have some. */
  readonly canRest: boolean
  /** Numbers in a sample. */
  readonly width: number
  /** Most states kept, a power of two. */
  readonly states: number
  /** A state that is looked at, in whole numbers and as others would get it. */
  readonly row: Int32Array
  readonly is: Float64Array

  constructor(kind: Kind, game: Pick<AnyGame, 'stepMs' | 'sendSubTicks'>) {
    const { columns } = kind.schema
    this.schema = kind.schema
    this.taker = takerOf(kind.schema)
    this.curves = kind.schema.curves
    this.perSubTick = game.stepMs / SUBTICKS_PER_STEP
    this.told = Int32Array.from(columns.keys()).filter((i) => isNumber(columns[i]!))
    const isVelocity = (i: number) => this.curves.some((curve) => velocityOf(curve) === i)
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
    this.hasSlopes = smooth.length > 0
    this.canRest = this.curves.every((curve) => velocityOf(curve) < 0)
    this.width = behind + 2 * smooth.length
    const perTick = Math.ceil(game.sendSubTicks / SUBTICKS_PER_STEP)
    const states = Math.min(Math.max(LEAST_STATES, 2 * perTick), MAX_STEPS_BACK + 1)
    this.states = 2 ** Math.ceil(Math.log2(states))
    this.row = new Int32Array(columns.length)
    this.is = new Float64Array(columns.length)
  }
}

const GLIDING = /* @__PURE__ */ new WeakMap<Kind, Gliding | null>()

/** What the movements of a kind share, one for all rooms of its game; null for what does not glide. */
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

/** Whether entities of a kind move in a way that can be carried on: some number or angle of theirs glides. */
function glides({ schema }: Kind): boolean {
  return schema.columns.some((c) => isNumber(c) && (moves(c) || c.curve === 'angle'))
}

function isNumber(c: Column): boolean {
  return c.seen === 'all' && (c.op === OP.grid || c.op === OP.angle)
}

function moves(c: Column): boolean {
  return c.curve === 'linear' || isSmooth(c.curve)
}

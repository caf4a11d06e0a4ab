import type { AnyGame } from '../../game/define-game.ts'
import * as OP from '../../game/op.ts'
import type { Column, Schema } from '../../game/schema.ts'
import * as EXPECTATION from './expectation.ts'

/** Numbers of a row beyond its columns: how far the movement may be extrapolated. */
export const BEHIND = 1

/** One column of a record on the wire, on the grid that everybody gets. */
export interface PlannedColumn {
  /** Its place in a row. */
  readonly at: number
  /** What its whole numbers are: one of `OP`. */
  readonly op: number
  /** Whether it is told as a difference. */
  readonly isNumber: boolean
  /** One of `EXPECTATION`. */
  readonly expectation: number
  /** Greatest whole number. */
  readonly levels: number
  readonly bits: number
  /** Its place among the texts; -1 for what is none. */
  readonly text: number
  /** `driven`: the place of the velocity's column, else -1. */
  readonly velocity: number
  /** `driven`: how far one unit of the velocity's column takes this one in a subtick, and the velocity's number of standstill. */
  readonly gain: number
  readonly still: number
}

/**
 * What of an entity travels to everybody, and in which order: a velocity comes before what it drives, the greatest part
 * of a rotation before the others. Built once per kind; everything that codes records runs on it.
 */
export interface RowPlan {
  readonly schema: Schema
  /** What is sent whenever it changes, in the order of coding. */
  readonly columns: readonly PlannedColumn[]
  /** Numbers in a row: the columns, and what is behind them. */
  readonly width: number
}

/** Whether everybody but the owner gets some column on a coarser grid. */
export function isCoarse({ columns }: Schema): boolean {
  return columns.some((c) => c.ratio !== 1)
}

/** Compiles what of a kind travels. `stepHz`: steps in a second, which velocities are turned into. */
export function planOf(schema: Schema, stepHz: number): RowPlan {
  const drives = new Set(schema.columns.map((c) => c.velocity))
  const made = (at: number) => planned(schema, at, drives, stepHz)
  const shared = [...schema.shared].map(made)
  const isFirst = (c: PlannedColumn) => drives.has(c.at)
  return {
    schema,
    columns: [...shared.filter(isFirst), ...shared.filter((c) => !isFirst(c))],
    width: schema.width + BEHIND,
  }
}

const PLANS = /* @__PURE__ */ new WeakMap<object, readonly RowPlan[]>()

/** The plans of a game's kinds, by number. Compiled once for a game. */
export function plansOf(game: Pick<AnyGame, 'kinds' | 'stepHz'>): readonly RowPlan[] {
  return PLANS.get(game) ?? compilePlans(game)
}

function compilePlans(game: Pick<AnyGame, 'kinds' | 'stepHz'>): readonly RowPlan[] {
  const plans = game.kinds.map(({ schema }) => planOf(schema, game.stepHz))
  PLANS.set(game, plans)
  return plans
}

function planned(
  schema: Schema,
  at: number,
  drives: ReadonlySet<number>,
  stepHz: number,
): PlannedColumn {
  const c = schema.columns[at]!
  const velocity = c.velocity >= 0 ? schema.columns[c.velocity]! : null
  const velocityStep = velocity ? velocity.step * velocity.ratio : 0
  const { op } = c
  return {
    at,
    op,
    isNumber: op === OP.grid || op === OP.angle || op === OP.third,
    expectation: velocity ? EXPECTATION.driven : expectationOf(c, drives.has(at)),
    levels: c.coarseLevels,
    bits: c.coarseBits,
    text: schema.textIndex[at]!,
    velocity: c.velocity,
    gain: velocityStep / (256 * stepHz * (c.step * c.ratio)),
    still: velocity ? -velocity.min / velocityStep : 0,
  }
}

function expectationOf(c: Column, isVelocity: boolean): number {
  if (c.op === OP.third) return EXPECTATION.turned
  const moves = c.op === OP.grid ? c.curve !== 'step' : c.op === OP.angle
  return moves && !isVelocity ? EXPECTATION.moved : EXPECTATION.held
}

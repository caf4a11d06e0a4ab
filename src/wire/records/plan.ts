import type { AnyGame } from '../../game/define-game.ts'
import * as OP from '../../game/op.ts'
import type { Column, Schema } from '../../game/schema.ts'
import * as EXPECTATION from './expectation.ts'

/** The numbers behind the columns of a row: the extrapolation code. */
export const BEHIND = 1

/** One column of a record on the wire, on the coarse grid. */
export interface PlannedColumn {
  /** Its index in a row. */
  readonly at: number
  /** The meaning of its whole numbers: one of `OP`. */
  readonly op: number
  /** Whether it is written as a difference. */
  readonly isNumber: boolean
  /** One of `EXPECTATION`. */
  readonly expectation: number
  /** The greatest whole number. */
  readonly levels: number
  readonly bits: number
  /** Its index among the texts; -1 if it is not a text. */
  readonly text: number
  /** If `driven`: the index of the velocity's column, otherwise -1. */
  readonly velocity: number
  /** If `driven`: how far one unit of the velocity moves this column in a subtick, and the velocity's number of standstill. */
  readonly gain: number
  readonly still: number
}

/**
 * The columns of an entity that everybody gets, in the order of coding: a velocity before the column it drives, the greatest
 * part of a rotation before the others. Built once per kind. All coding of records uses it.
 */
export interface RowPlan {
  readonly schema: Schema
  /** The columns that are sent when they change, in the order of coding. */
  readonly columns: readonly PlannedColumn[]
  /** The length of a row: the columns, and `BEHIND`. */
  readonly width: number
}

/** Whether any column has a coarser grid for players other than the owner. */
export function isCoarse({ columns }: Schema): boolean {
  return columns.some((c) => c.ratio !== 1)
}

/** Compiles the plan of a kind. `stepHz`: steps per second, to which velocities are converted. */
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

/** Returns the plans of a game's kinds, by number. Compiled once for each game. */
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

import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import { apart, type Between } from '../foretell.ts'
import { FORETOLD, type PlannedColumn } from '../plan.ts'
import { classOf } from './lone-number.ts'
import type { DenseKind } from './models.ts'
import type { RangeCoder } from './range-coder.ts'

// Known when this is compiled, as what is imported is not.
const STEP = SUBTICKS_PER_STEP
const DRIVEN = FORETOLD.driven

/** Past so many steps it is not asked for how many of them an entity rested. */
const MOST_STEPS = 16

/** How many steps of the game there are in a time, the last one maybe not whole. */
export function stepsOf(subticks: number): number {
  return (subticks + STEP - 1) >> 8
}

/**
 * How far a driven column is foretold to go in `moving` subticks, in its own units, a fraction: see `foretell`. V8 inlines
 * it, so that the fraction is not boxed.
 */
export function wayOf(c: PlannedColumn, from: number, to: number, moving: number): number {
  return (moving * from + (to - from) * (moving + STEP) * 0.5) * c.gain
}

/** How many steps an entity moved between two states: 0 to 3, 3 for more; 0 where that can't be told. */
export function stepsMoved(
  kind: DenseKind,
  row: Int32Array,
  at: number,
  base: Int32Array,
  baseAt: number,
  elapsed: number,
): number {
  const steps = stepsOf(elapsed)
  if (!kind.isDriven || steps <= 1 || steps > MOST_STEPS) return 0
  return Math.min(3, steps - stepsRested(kind, row, at, base, baseAt, elapsed))
}

/**
 * Codes for how many of several steps an entity rested, which its velocities don't tell: what starts or stops between two
 * snapshots moves for some of their steps only. `context`: how many it moved before.
 */
export function codeRested(
  coder: RangeCoder,
  kind: DenseKind,
  { row, at, base, baseAt, elapsed }: Between,
  context: number,
): number {
  const steps = stepsOf(elapsed)
  if (!kind.isDriven || steps <= 1 || steps > MOST_STEPS) return 0
  const rested = coder.reading !== 0 ? 0 : stepsRested(kind, row, at, base, baseAt, elapsed)
  const models = kind.rest + context * MOST_STEPS
  let known = 0
  while (known < steps && coder.bit(models + known, rested > known ? 1 : 0) === 1) known++
  return known
}

/** For how many steps it rested, as far as can be seen: for all, or for those that leave the least to tell. */
function stepsRested(
  kind: DenseKind,
  row: Int32Array,
  at: number,
  base: Int32Array,
  baseAt: number,
  elapsed: number,
): number {
  const { columns } = kind
  const steps = stepsOf(elapsed)
  let hasMoved = false
  let best = 0
  let least = 0
  for (let rest = 0; rest < steps; rest++) {
    const moving = elapsed - rest * STEP
    let cost = rest > 0 ? 2 : 0
    for (let i = 0; i < columns.length; i++) {
      const c = columns[i]!.of
      if (c.foretold !== DRIVEN) continue
      const from = base[baseAt + c.velocity]! - c.still
      const to = row[at + c.velocity]! - c.still
      const way = apart(c, row[at + c.at]! - base[baseAt + c.at]!)
      if (way !== 0 || from !== to) hasMoved = true
      cost += classOf(apart(c, way - Math.round(wayOf(c, from, to, moving))))
    }
    if (rest === 0 || cost < least) {
      least = cost
      best = rest
    }
  }
  return hasMoved ? best : steps
}

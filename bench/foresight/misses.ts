import type { Ms } from '../../src/base/units.ts'
import type { AnyGame } from '../../src/game/define-game.ts'
import { Body } from './body.ts'
import type { Path, Played, Step } from './paths.ts'
import { WAYS } from './ways.ts'

/** How far each way extrapolates an entity: whole steps of a game that has 30 or 60 a second, or about that. */
export const HORIZONS_MS: readonly Ms[] = [16, 33, 50, 67, 100, 150]
/** Further off than this is counted. */
export const LIMITS_PX = [6, 2] as const
/** Bots answer to what snapshots tell them, so what they do keeps to a phase of the network ticks: all of them count. */
const PHASES = 3

/** How often one way was far off at one horizon. */
export interface Misses {
  /** States extrapolated. */
  states: number
  /** Those that came out further off than each of `LIMITS_PX`. */
  readonly off: number[]
  /** Those further off than the first limit before which the player had pressed or let go other keys than were told. */
  afterInput: number
}

/** By kind, way and horizon; horizons that are no whole steps of the game are undefined. */
export type Table = Map<string, (Misses | undefined)[][]>

/** Adds what each way makes of a game that was played. */
export function countMisses({ game, paths }: Played, table: Table): void {
  const steps = HORIZONS_MS.map((ms) => stepsOf(game, ms))
  const most = Math.max(...steps)
  const out = new Float64Array(2 * most)
  for (const { kind, path } of paths) {
    const rows = table.get(kind.name) ?? WAYS.map(() => steps.map(newMisses))
    table.set(kind.name, rows)
    const body = new Body(game, kind)
    const { inputAt, toldInput } = kind.schema
    const isOther = (a: Step, b: Step): boolean =>
      toldInput.some((i) => a.coarse[inputAt + i] !== b.coarse[inputAt + i])
    for (const [k, [, make]] of WAYS.entries()) {
      for (let phase = 0; phase < PHASES; phase++) {
        const way = make(game, kind)
        const told: Step[] = []
        for (const [i, step] of path.slice(0, -most).entries()) {
          if (!isTold(game, path, i, phase)) continue
          told.push(step)
          way(told, most, out)
          for (const [h, count] of steps.entries()) {
            const misses = rows[k]![h]
            if (!misses) continue
            const truth = path[i + count]!
            const x = out[2 * count - 2]! - body.place(truth, 0)
            const y = out[2 * count - 1]! - body.place(truth, 1)
            const isOff = LIMITS_PX.map((px) => Math.hypot(x, y) > px)
            for (const [n, is] of isOff.entries()) misses.off[n]! += +is
            misses.states++
            const since = path.slice(i + 1, i + count + 1)
            if (isOff[0] && since.some((later) => isOther(later, step))) misses.afterInput++
          }
        }
      }
    }
  }
}

function newMisses(steps: number): Misses | undefined {
  return steps > 0 ? { states: 0, off: LIMITS_PX.map(() => 0), afterInput: 0 } : undefined
}

/** 0 where a horizon is no whole number of steps. */
function stepsOf({ stepMs }: AnyGame, ms: Ms): number {
  const steps = Math.round(ms / stepMs)
  return Math.abs(steps * stepMs - ms) < 1 ? steps : 0
}

/** Whether a step is the first one at a network tick, or after it, if those began `phase` parts later. */
function isTold({ sendSubTicks }: AnyGame, path: Path, i: number, phase: number): boolean {
  const tickOf = (step: Step): number => Math.floor(step.stamp / sendSubTicks - phase / PHASES)
  return i === 0 || tickOf(path[i]!) > tickOf(path[i - 1]!)
}

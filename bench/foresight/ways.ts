import { hermiteCurve } from 'glissade'
import { Track } from 'glissade/parts'
import { SUBTICKS_PER_STEP } from '../../src/base/units.ts'
import type { AnyGame, Kind } from '../../src/game/define-game.ts'
import { MovedCopy } from '../../src/game/moved-copy.ts'
import { Mover } from '../../src/game/mover.ts'
import type { Holder } from '../../src/game/schema.ts'
import { Body } from './body.ts'
import type { Path } from './paths.ts'

/** States that a curve goes by. */
const SAMPLES = 4

/**
 * Extrapolates one entity. `told`: the states that others were told so far, the newest last; called with each
 * of them. Writes x and y after each of the steps that follow to `out`.
 */
export type Way = (told: Path, steps: number, out: Float64Array) => void

/** Each way to extrapolate an entity, as it is made anew for each entity. */
export const WAYS: readonly [name: string, make: (game: AnyGame, kind: Kind) => Way][] = [
  ['at rest', (game, kind) => along(game, kind, () => 0)],
  ['straight line', (game, kind) => along(game, kind, (speed, seconds) => speed * seconds)],
  ['curve', curve],
  ['move from defaults', (game, kind) => byMove(game, kind, true)],
  ['move', (game, kind) => byMove(game, kind, false)],
  ['move knowing all', byMoveKnowingAll],
]

/** From the newest state on, `way` for each axis; and along with what carries the entity. */
function along(game: AnyGame, kind: Kind, way: (speed: number, seconds: number) => number): Way {
  const body = new Body(game, kind)
  return (told, steps, out) => {
    const newest = told.at(-1)!
    const fromMs = body.timeMs(newest)
    for (let axis = 0; axis < 2; axis++) {
      const speed = body.toldSpeed(told, axis)
      const from = body.toldPlace(newest, axis) - body.carrier(newest, fromMs, axis)
      for (let n = 1; n <= steps; n++) {
        const ms = n * game.stepMs
        const carrier = body.carrier(newest, fromMs + ms, axis)
        out[2 * (n - 1) + axis] = from + way(speed, ms / 1000) + carrier
      }
    }
  }
}

/** As tracks extrapolate what has a smooth curve: by its velocity, and by its acceleration if that is steady. */
function curve(game: AnyGame, kind: Kind): Way {
  const body = new Body(game, kind)
  const at = (i: number) => hermiteCurve(body.hasSpeed ? i : -1)
  const curves = [at(2), at(3), 'step', 'step'] as const
  const track = new Track({ curves, extrapolateMs: 400, easeReturn: false })
  const values = new Float64Array(4)
  return (told, steps, out) => {
    const newest = told.at(-1)!
    const fromMs = body.timeMs(newest)
    track.clear()
    for (let k = Math.max(told.length - SAMPLES, 0); k < told.length; k++) {
      const timeMs = body.timeMs(told[k]!)
      for (let axis = 0; axis < 2; axis++) {
        values[axis] = body.toldPlace(told[k]!, axis) - body.carrier(newest, timeMs, axis)
        values[2 + axis] = body.toldSpeed(told.slice(0, k + 1), axis)
      }
      track.push(timeMs, values)
    }
    for (let n = 1; n <= steps; n++) {
      const timeMs = fromMs + n * game.stepMs
      track.sample(timeMs, values)
      for (let axis = 0; axis < 2; axis++)
        out[2 * (n - 1) + axis] = values[axis]! + body.carrier(newest, timeMs, axis)
    }
  }
}

/**
 * By the game's own `move`, as clients do it: what others are not told stays as the copy's own run has left it, or, with
 * `forgets`, begins at its default with each state.
 */
function byMove(game: AnyGame, kind: Kind, forgets: boolean): Way {
  const mover = new Mover(game)
  const blank = new MovedCopy(kind, mover)
  const known = new MovedCopy(kind, mover)
  const ahead = new MovedCopy(kind, mover)
  const row = new Int32Array(kind.schema.width)
  const object = kind.schema.create()
  return (told, steps, out) => {
    const newest = told.at(-1)!
    if (forgets || told.length === 1) known.takeOver(blank.row, 0, blank.stamp)
    else
      while (known.stamp < newest.stamp && !known.isOver) {
        if (newest.stamp - known.stamp === SUBTICKS_PER_STEP) known.hear(newest.coarse, 0)
        known.step()
      }
    known.take(newest.coarse, 0, newest.stamp)
    ahead.takeOver(known.row, 0, known.stamp)
    ahead.hear(newest.coarse, 0)
    row.set(ahead.row)
    for (let n = 0; n < steps; n++) {
      ahead.step()
      if (!ahead.isOver) row.set(ahead.row)
      note(kind, row, object, out, n)
    }
  }
}

/** By `move` with every field as the room has it, which no client knows: what is left are inputs and hits to come. */
function byMoveKnowingAll(game: AnyGame, kind: Kind): Way {
  const { schema } = kind
  const mover = new Mover(game)
  const object = schema.create()
  const input = schema.input!.create()
  const row = new Int32Array(schema.width)
  return (told, steps, out) => {
    const { fine, stamp } = told.at(-1)!
    schema.scatter(fine, 0, object)
    schema.input!.scatter(fine, schema.inputAt, input)
    for (let n = 0; n < steps; n++) {
      mover.begin(0, 0, stamp + (n + 1) * SUBTICKS_PER_STEP, true)
      mover.move(kind, schema, object, 0, input)
      schema.gather(object, row, 0, null)
      note(kind, row, object, out, n)
    }
  }
}

function note({ schema }: Kind, row: Int32Array, object: Holder, out: Float64Array, n: number) {
  schema.scatter(row, 0, object)
  out[2 * n] = object['x'] as number
  out[2 * n + 1] = object['y'] as number
}

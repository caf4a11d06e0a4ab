import { flag, int, number, own, text } from 'glissade'
import { expect, test } from 'vitest'
import { SUBTICKS_PER_STEP } from '../base/units.ts'
import { defineGame, type Kind } from '../game/define-game.ts'
import { Mover } from '../game/mover.ts'
import { MoveExtrapolation } from './move-extrapolation.ts'

/** Jumps once for each time that a key is held, and runs all the time. Only its owner gets what it remembers. */
const game = defineGame({
  name: 'hops',
  stepHz: 60,
  sendHz: 20,
  input: { jump: flag(), secret: own(flag()) },
  entities: {
    hopper: {
      x: number({ max: 1000 }),
      hops: int({ max: 100 }),
      name: text(8),
      wasHeld: own(flag()),
      steps: own(int({ max: 1000 })),
    },
  },
  move: {
    hopper(hopper, input, ctx) {
      hopper.x += 1
      hopper.steps++
      if (input.jump && !hopper.wasHeld) hopper.hops++
      if (input.secret) hopper.x = 0
      if (hopper.x > 500) ctx.teleport()
      hopper.wasHeld = input.jump
    },
  },
})
const kind = game.kinds[0] as Kind
const { schema } = kind
const X = 0
const HOPS = 1
const NAME = 2

/** Returns a row as other players get it. */
function told(x: number, hops: number, jump: boolean): Int32Array {
  const row = new Int32Array(schema.width)
  const { min, step } = schema.columns[X]!
  row[X] = Math.round((x - min) / step)
  row[HOPS] = hops
  row[NAME] = 3
  row[schema.inputAt] = Number(jump)
  return row
}

class Stand {
  readonly foreseen = new MoveExtrapolation(kind, new Mover(game), game.stepMs, false)
  readonly #numbers = new Float64Array(schema.width)
  #row = told(0, 0, false)

  tell(step: number, row: Int32Array): this {
    this.#row = row
    this.foreseen.take(row, 0, step * SUBTICKS_PER_STEP)
    return this
  }

  /** Returns what is shown that many steps past the newest state. */
  at(steps: number): { x: number; hops: number; name: number } {
    schema.coarseToNumbers(this.#row, 0, this.#numbers, 0)
    this.foreseen.write(this.#numbers, Float64Array.of(steps * game.stepMs))
    return { x: this.#numbers[X]!, hops: this.#numbers[HOPS]!, name: this.#numbers[NAME]! }
  }
}

test('D6 an entity goes on by move, also between two steps', () => {
  const stand = new Stand().tell(10, told(100, 0, false))
  expect(stand.at(0.5).x).toBeCloseTo(100.5, 3)
  expect(stand.at(1).x).toBeCloseTo(101, 3)
  expect(stand.at(4.25).x).toBeCloseTo(104.25, 3)
})

test('a newer state begins anew', () => {
  const stand = new Stand().tell(10, told(100, 0, false))
  expect(stand.at(3).x).toBeCloseTo(103, 3)
  stand.tell(13, told(200, 0, false))
  expect(stand.at(1).x).toBeCloseTo(201, 3)
})

test('a key that was pressed before the newest state is not pressed again after it', () => {
  const stand = new Stand().tell(10, told(100, 0, false)).tell(13, told(103, 1, true))
  expect(stand.at(3).hops).toBe(1)
  stand.tell(16, told(106, 1, true))
  expect(stand.at(3).hops).toBe(1)
  stand.tell(19, told(109, 1, false)).tell(22, told(112, 2, true))
  expect(stand.at(3).hops).toBe(2)
})

test('texts stay as they were told', () => {
  const stand = new Stand().tell(10, told(100, 0, false))
  expect([0.5, 1, 3].map((steps) => stand.at(steps).name)).toEqual([3, 3, 3])
})

test('an entity that a step takes elsewhere stays where it was', () => {
  const stand = new Stand().tell(10, told(499, 0, false))
  expect(stand.at(1).x).toBeCloseTo(500, 3)
  expect(stand.at(5).x).toBeCloseTo(500, 3)
})

import { describe, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { defineGame } from '../game/define-game.ts'
import { flag, int, number, oneOf, own } from '../game/field.ts'
import { Mover } from '../game/mover.ts'
import { MoveExtrapolation } from './move-extrapolation.ts'

const STEP = 256
const STEP_MS = 20
let calls = 0

const game = defineGame({
  name: 'foreseen',
  stepHz: 50,
  input: { right: flag(), stops: flag() },
  entities: {
    hare: {
      x: number({ max: 1000, step: 0.25 }),
      leg: oneOf('left', 'right'),
      pause: own(int({ max: 9 })),
    },
    mole: { x: number({ max: 1000, step: 0.25 }) },
  },
  move: {
    hare(hare, input) {
      calls++
      if (input.stops && hare.x >= 20) throw new Error('stopped')
      if (!input.right) return
      // It hops in each fourth step.
      hare.pause = (hare.pause + 1) % 4
      if (hare.pause === 0) hare.x += 8
      hare.leg = hare.leg === 'left' ? 'right' : 'left'
    },
    mole(mole, input) {
      calls++
      if (input.stops && mole.x >= 20) throw new Error('stopped')
      if (input.right) mole.x += 3
    },
  },
})
const mover = new Mover(game)
const [hare, mole] = game.kinds

/** Returns an extrapolation, and a function that tells it a state. */
function foreseen(kind: typeof hare, hasMoment = false) {
  const { schema } = kind!
  const foresight = new MoveExtrapolation(kind!, mover, STEP_MS, hasMoment)
  const newest = new Float64Array(schema.width + 1)
  const out = new Float64Array(schema.width + 1)
  return {
    tell(x: number, step: number, { right = true, stops = false } = {}) {
      const row = new Int32Array(schema.width + 1)
      const state = schema.create()
      schema.assign(state, { x })
      schema.gather(state, row, 0, null)
      row[schema.inputAt] = +right
      row[schema.inputAt + 1] = +stops
      schema.toNumbers(schema.viewed, row, 0, newest, 0)
      newest[schema.width] = (step * STEP_MS) / 1000
      foresight.take(row, 0, step * STEP)
    },
    at(reachMs: number) {
      out.set(newest)
      foresight.write(out, Float64Array.of(reachMs))
      return [...out]
    },
  }
}

describe('D6 an extrapolation by `move`', () => {
  test('lies between two steps where the moment does', () => {
    const { tell, at } = foreseen(mole)
    tell(100, 3)
    expect([5, 20, 30, 50, 60].map((reachMs) => at(reachMs)[0])).toEqual([
      100.75, 103, 104.5, 107.5, 109,
    ])
  })

  test('keeps values that do not blend until the step is reached', () => {
    const { tell, at } = foreseen(hare)
    tell(100, 0)
    expect([19, 20, 39, 40].map((reachMs) => at(reachMs)[1])).toEqual([0, 1, 1, 0])
  })

  test('goes back by a step at most for an earlier moment', () => {
    const { tell, at } = foreseen(mole)
    tell(100, 0)
    expect([50, 45, 5].map((reachMs) => at(reachMs)[0])).toEqual([107.5, 106.75, 106])
  })

  test('begins anew with a newer state, and with its input', () => {
    const { tell, at } = foreseen(mole)
    tell(100, 0)
    at(60)
    tell(50, 2)
    expect(at(20)[0]).toBe(53)
    tell(50, 3, { right: false })
    expect(at(50)[0]).toBe(50)
  })

  test('begins anew too when the time has been set back', () => {
    const { tell, at } = foreseen(hare)
    tell(100, 50)
    at(20)
    tell(60, 20)
    expect(at(80)[0]).toBe(68)
  })

  test('carries untold columns on from state to state', () => {
    const { tell, at } = foreseen(hare)
    tell(100, 0)
    // Three steps later its own count stands at 3: the next one is the hop.
    tell(100, 3)
    expect([at(20)[0], at(80)[0], at(100)[0]]).toEqual([108, 108, 116])
    // Looking ahead has not changed that.
    tell(100, 5)
    expect([at(40)[0], at(60)[0]]).toEqual([100, 108])
  })

  test('takes each step once, and none to reach a state that is told whole', () => {
    const { tell, at } = foreseen(mole)
    tell(100, 0)
    calls = 0
    for (const reachMs of [1, 20, 21, 60]) at(reachMs)
    expect(calls).toBe(3)
    tell(110, 30)
    expect(calls).toBe(3)
  })

  test('repeats no step that was shown, unless the input was another', () => {
    const { tell, at } = foreseen(hare)
    tell(100, 0)
    at(100)
    calls = 0
    tell(100, 3)
    expect(calls).toBe(0)
    expect([at(20)[0], calls]).toEqual([108, 1])
    tell(100, 6, { right: false })
    expect(calls).toBe(3)
  })

  test('is the same whatever was shown meanwhile', () => {
    const random = new Random(1)
    for (let run = 0; run < 200; run++) {
      const shown = foreseen(hare)
      const unseen = foreseen(hare)
      let step = 0
      for (let n = 0; n < 8; n++) {
        const input = { right: random.next() < 0.8, stops: random.next() < 0.1 }
        const x = Math.floor(random.between(0, 40))
        shown.tell(x, step, input)
        unseen.tell(x, step, input)
        let reachMs = 0
        while (random.next() < 0.7) shown.at((reachMs += random.between(0, 60)))
        step += Math.floor(random.between(1, 10))
      }
      shown.tell(0, step)
      unseen.tell(0, step)
      expect(shown.at(70)).toEqual(unseen.at(70))
    }
  })

  test('catches up on nothing after a gap of more than 64 steps', () => {
    const { tell } = foreseen(hare)
    tell(100, 0)
    calls = 0
    tell(100, 64)
    expect(calls).toBe(64)
    tell(100, 129)
    expect(calls).toBe(64)
  })

  test('stays where it was if `move` throws', () => {
    const { tell, at } = foreseen(mole)
    tell(14, 0, { stops: true })
    expect([40, 60, 90, 400].map((reachMs) => at(reachMs)[0])).toEqual([20, 20, 20, 20])
  })

  test('writes its time to the column behind all others', () => {
    const { tell, at } = foreseen(mole, true)
    const { width } = mole!.schema
    tell(100, 5)
    expect(at(30)[width]).toBeCloseTo(0.13, 12)
    const { tell: tellOther, at: atOther } = foreseen(mole)
    tellOther(100, 5)
    expect(atOther(30)[width]).toBe(0.1)
  })
})

import { Predictor } from 'glissade/parts'
import { type Case, keep } from '../peers/case.ts'
import {
  FIRST_REPLAYED,
  type Hopper,
  type HopperInput,
  inputOf,
  newHopper,
  REPLAYED,
  STEP_SECONDS,
  stepHopper,
} from '../peers/small-platformer.ts'

/**
 * What `Predictor` does with the server's answer to an input when 30 have been given since: `isWrong`, it was another
 * state than predicted, by a part of a unit, and all 30 are replayed.
 */
export function glissadeAnswer(isWrong: boolean): Case {
  const own = new Predictor<Hopper, HopperInput>({
    state: newHopper(),
    move: (hopper, input) => stepHopper(hopper, input, STEP_SECONDS),
    curves: ['linear', 'linear', 'linear', 'linear', 'step'],
    write: (hopper, out) => {
      out[0] = hopper.x
      out[1] = hopper.y
      out[2] = hopper.vx
      out[3] = hopper.vy
      out[4] = hopper.grounded ? 1 : 0
    },
    read: (hopper, from) => {
      hopper.x = from[0]!
      hopper.y = from[1]!
      hopper.vx = from[2]!
      hopper.vy = from[3]!
      hopper.grounded = from[4]! > 0
    },
  })
  const answers: Hopper[] = []
  for (let n = 0; n < FIRST_REPLAYED - 1; n++) own.step(inputOf(n))
  const acked = own.newest
  for (const shift of isWrong ? [0.25, 0.5] : [0])
    answers.push({ ...own.state, x: own.state.x + shift })
  for (let n = 0; n < REPLAYED; n++) own.step(inputOf(FIRST_REPLAYED + n))
  let next = 0
  return {
    name: isWrong ? 'Glissade, 30 inputs replayed' : 'Glissade, a correct prediction',
    run: () => {
      const answer = answers[next++ % answers.length]!
      if (own.reconcile(acked, answer) !== isWrong) throw new Error('that was not the case')
      keep(own.state.x)
    },
  }
}

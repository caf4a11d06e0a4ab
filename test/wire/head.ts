import { type Bits, need } from './bits.ts'
import type { GameSchema, Snapshot } from './said.ts'

/** What the head of a SNAPSHOT says of inputs, after the flag. Adds what it met to `met`. */
export function readInputs(
  bits: Bits,
  game: GameSchema,
  met: Set<string>,
): NonNullable<Snapshot['inputs']> {
  const applied = bits.u(16)
  const waiting = bits.signed()
  const age = bits.signed()
  const arrivals = game.authority === 'tick' ? readArrivals(bits, met) : 0
  const presses = game.input.columns.filter(({ op }) => op === 'press')
  const isTold = presses.length > 0 && bits.flag()
  if (isTold) met.add('presses that were taken')
  const taken = isTold ? presses.map(() => bits.u(5)) : undefined
  return { applied, waiting, age, arrivals, taken }
}

function readArrivals(bits: Bits, met: Set<string>): number {
  const arrivals = bits.small()
  need(arrivals <= 64, 'too many arrivals')
  for (let n = 1; n < arrivals; n++) {
    const sooner = bits.signed() + 16
    need(sooner >= 0, 'an input that came after the one after it')
    met.add(sooner === 0 ? 'inputs that came at once' : 'inputs that came one by one')
  }
  return arrivals
}

/** What it says of an epoch, after the flag. */
export function readEpoch(bits: Bits): NonNullable<Snapshot['epoch']> {
  const epoch = { from: bits.u(16), stamp: bits.s(32), held: bits.small() }
  need(epoch.held <= 1_048_575, 'time that is held for too long')
  return epoch
}

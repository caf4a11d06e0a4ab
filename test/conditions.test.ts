import { describe, test } from 'vitest'
import { CONDITIONS, type Condition, endure } from './support/matrix.ts'

const PHASES = { times: 2, loudMs: 5000, quietMs: 1000 }
const named = CONDITIONS.map((condition): [string, Condition] => [condition.name, condition])

/** The long form of this, also on ordered links, is `npm run soak -- conditions`. */
describe('A1 A4 A7 letters, presses and events each count once, and all ends agree in the end', () => {
  test.each(named)('%s', (_name, condition) => {
    endure(condition, 'datagram', PHASES)
  })
})

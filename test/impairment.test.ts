import { defineGame, tables } from 'glissade'
import { defineRoom } from 'glissade/server'
import { describe, test } from 'vitest'
import { playThroughImpairment } from './support/impairment.ts'
import { runner } from './support/runner.ts'

/** The long form of this is `npm run soak -- impairment`. */
describe.each(['ordered', 'datagram'] as const)(
  'A1 A4 A7 three minutes of comings, goings, stalls and impairment, %s',
  (kind) => {
    test.each([1, 2])('A4 A7 all ends agree in the end (seed %d)', (seed) =>
      playThroughImpairment(seed, kind, 3),
    )

    test('A4 A7 all ends agree in the end, with tables', () => {
      const game = defineGame({ ...runner.game.definition, coding: tables() })
      playThroughImpairment(4, kind, 2, defineRoom(game, runner.definition))
    })
  },
)

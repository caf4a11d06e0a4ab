import { describe, expect, test } from 'vitest'
import { talk } from './support/long-talk.ts'

/** The long form of this, 20,000 seconds, is `npm run soak -- messages`. */
describe('messages over a datagram link of 1 s each way that loses 25 % and doubles 25 %', () => {
  test.each([1, 2])(
    'all arrive once and in order, both ways, in five minutes (seed %d)',
    (seed) => {
      for (const { heard } of Object.values(talk(seed, 300))) expect(heard).toBeGreaterThan(1000)
    },
  )
})

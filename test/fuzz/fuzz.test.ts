import { expect, test } from 'vitest'
import { Fuzz } from './fuzz.ts'

test('mutated and random packets never throw, and are refused with a reason', () => {
  const fuzz = new Fuzz(1)
  fuzz.run(40_000)
  const { tally } = fuzz
  // Every reader has had some of each: what could be taken, and what could not.
  for (const name of ['HELLO', 'server, type 4', 'server, type 5', 'client, type 2'])
    expect(tally[name], name).toMatchObject({
      taken: expect.any(Number),
      refused: expect.any(Number),
    })
  for (const name of ['server, type 5', 'client, type 6', 'client, type 4', 'client, type 3']) {
    expect(tally[name]!.taken, name).toBeGreaterThan(20)
    expect(tally[name]!.refused, name).toBeGreaterThan(20)
  }
  for (const name of ['server, type unknown', 'client, type unknown'])
    expect(tally[name]).toMatchObject({ taken: 0 })
})

/**
 * Careless authors: 20,000 short games whose functions throw, reject, return promises, throw texts, name what is gone and write
 * nonsense at random, while players join, leave and lose their connection. No process ends, no honest player leaves, no snapshot
 * is half sent, and `onError` hears of every fault with its place. GAMES=n plays another number, SEED=n begins with another seed;
 * default 1. Takes 20 minutes.
 */
import { expect, test } from 'vitest'
import { playAuthors } from './contained/authors.ts'

const { GAMES = '20000', SEED = '1' } = process.env

test(`${GAMES} games (SEED=${SEED})`, async () => {
  const uncaught: unknown[] = []
  process.on('unhandledRejection', (error) => uncaught.push(error))
  let faults = 0
  let closed = 0
  for (let seed = Number(SEED); seed < Number(SEED) + Number(GAMES); seed++) {
    const played = await playAuthors(seed)
    expect(played.wrong, `seed ${seed}`).toEqual([])
    expect(uncaught, `seed ${seed}`).toEqual([])
    faults += played.faults
    closed += Number(played.closed)
  }
  console.log(`${faults} faults, ${closed} rooms closed by their update`)
  expect(faults).toBeGreaterThan(Number(GAMES))
})

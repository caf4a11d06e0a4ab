import { expect, test } from 'vitest'
import { playAuthors } from './authors.ts'

const GAMES = 200

test(`${GAMES} games whose authors make mistakes end no process and no session of others, and tell of each`, async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('unhandledRejection', note)
  let faults = 0
  for (let seed = 1; seed <= GAMES; seed++) {
    const played = await playAuthors(seed)
    expect(played.wrong, `seed ${seed}`).toEqual([])
    expect(uncaught, `seed ${seed}`).toEqual([])
    faults += played.faults
  }
  process.off('unhandledRejection', note)
  expect(faults).toBeGreaterThan(GAMES)
})

/**
 * Mutated and random packets through every reader of both ends, which are in the midst of a game: nothing is thrown, and what
 * is refused is refused with a reason. SEED=n begins with another seed, PACKETS=n sends that many; default 10 million. Takes
 * about 40 minutes.
 */
import { expect, test } from 'vitest'
import { Fuzz } from './fuzz.ts'

const seed = Number(process.env['SEED'] ?? 1)
const packets = Number(process.env['PACKETS'] ?? 10_000_000)

test(`${packets} mutated and random packets through every reader (SEED=${seed})`, () => {
  const fuzz = new Fuzz(seed)
  for (let done = 0; done < packets; done += 100_000) {
    fuzz.run(Math.min(100_000, packets - done))
    // What is taken is given back: nothing grows with the packets.
    expect(process.memoryUsage().heapUsed).toBeLessThan(500e6)
  }
  console.table(fuzz.tally)
}, 3_600_000)

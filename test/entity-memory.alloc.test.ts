import { expect, test } from 'vitest'
import { onClient, onServer, thingsWith } from '../bench/cost/entity-memory.ts'
import { heldBytes } from '../bench/cost/held.ts'
import { Entities } from '../src/server/world/entities.ts'

const KB = 1024

/** The least of three: what else is collected or compiled meanwhile is counted too. */
const held = (make: () => unknown): number =>
  Math.min(...Array.from({ length: 3 }, () => heldBytes(2000, make)))

test('an entity with 8 fields at rest holds 2.5 kB on its server and 4 kB on a client at most, objects and all', () => {
  const game = thingsWith(8)
  const entities = new Entities(game)
  // A step is enough: at rest it needs no more numbers ever after, as entity-memory.test.ts counts.
  expect(held(() => onServer(entities, 1 / 60, false))).toBeLessThan(2.5 * KB)
  expect(held(() => onClient(game, 1, false))).toBeLessThan(4 * KB)
})

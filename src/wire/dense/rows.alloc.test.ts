import { expect, test } from 'vitest'
import { bytesPerCall } from '../../../test/bytes-per-call.ts'
import { Random } from '../../base/random.ts'
import { End, PLANS, scramble, stir, WIDTH } from './rows.case.ts'

const ENTITIES = 4

test('writing changed entities of any kind and reading them allocates nothing', () => {
  const random = new Random(5)
  const states = new Int32Array(2 * ENTITIES * WIDTH)
  const worlds = Array.from({ length: 8 }, () => new Int32Array(ENTITIES * WIDTH))
  for (let n = 0; n < 2 * ENTITIES; n++)
    scramble(random, PLANS[(n % ENTITIES) % PLANS.length]!, states, n * WIDTH)
  for (const world of worlds) {
    world.set(states.subarray(0, world.length))
    // Texts are left as they are: a text that is read is a new string.
    for (let n = 0; n < ENTITIES; n++) {
      const name = PLANS[0]!.columns.find((c) => c.text >= 0)!
      const was = world[n * WIDTH + name.at]!
      stir(random, PLANS[n % PLANS.length]!, world, n * WIDTH)
      if (n % PLANS.length === 0) world[n * WIDTH + name.at] = was
    }
  }
  const [one, other] = [new End(ENTITIES), new End(ENTITIES)]
  const got = new Int32Array(ENTITIES * WIDTH)
  let call = 0
  const bytes = bytesPerCall(() => {
    call++
    const steps = 1 + (call & 3)
    const length = one.write(worlds[call & 7]!, states, steps)
    other.read(one.rows.coder.bytes, length, got, states, steps)
  }, 400)
  expect(got).toEqual(worlds[call & 7])
  // One boxed number in a call shows as 16.
  expect(bytes).toBeLessThan(8)
}, 30_000)

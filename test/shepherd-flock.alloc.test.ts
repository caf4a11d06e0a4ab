import { Random } from 'glissade'
import { expect, test } from 'vitest'
import { Flock, Scares } from '../games/shepherd/rules/flock.ts'
import { bytesPerCall } from './bytes-per-call.ts'

test('E8: a step of 1000 sheep with people and dogs among them allocates nothing', () => {
  const flock = new Flock(1000)
  const random = new Random(3)
  flock.scatter(() => random.next())
  const scares = new Scares(16)
  scares.count = 16
  scares.radius.fill(150)
  scares.strength.fill(2)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    for (let k = 0; k < 16; k++) {
      scares.x[k] = 1800 + 1700 * Math.sin(n * 0.002 * (1 + k * 0.1))
      scares.y[k] = 1200 + 1100 * Math.cos(n * 0.003 + k)
    }
    flock.step(scares)
  }, 1000)
  expect(flock.fear.filter((fear) => fear > 0.2).length).toBeGreaterThan(20)
  expect(bytes).toBeLessThan(1)
})

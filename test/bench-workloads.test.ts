import { tables } from 'glissade'
import { expect, test } from 'vitest'
import { Comparison } from '../bench/wire/workloads/comparison.ts'
import { SCENES } from '../bench/wire/workloads/index.ts'
import { playScene } from '../bench/wire/workloads/play.ts'
import { REFERENCE } from '../bench/wire/workloads/reference.ts'

const named = SCENES.map((scene) => [scene.name, scene] as const)
const OPTIONS = { seed: 3, seconds: 3, coding: null, loss: 0 }

test.each(named)('%s: equal seeds give equal bytes, others do not', (_name, scene) => {
  const { bytes, compared } = playScene(scene, OPTIONS)
  expect(playScene(scene, OPTIONS).bytes).toBe(bytes)
  expect(playScene(scene, { ...OPTIONS, seed: 4 }).bytes).not.toBe(bytes)
  expect(compared).toBeGreaterThan(5000)
})

test.each(named)(
  '%s: every value is right where a fifth of the packets is lost',
  (_name, scene) => {
    const { comparedTicks, updates } = playScene(scene, {
      ...OPTIONS,
      seconds: 8,
      coding: tables(),
      loss: 0.2,
    })
    expect(comparedTicks).toBeGreaterThan(updates / 2)
    expect(comparedTicks).toBeLessThan(updates)
  },
)

test('a wrong value is found', () => {
  const compare = Comparison.prototype.compare
  let calls = 0
  Comparison.prototype.compare = function (timeline) {
    const [remote] = timeline.remotes
    if (remote && ++calls === 10) remote.history.rows[remote.history.newestOffset]! += 1
    compare.call(this, timeline)
  }
  try {
    expect(() => playScene(SCENES[0]!, OPTIONS)).toThrow(/slot 0, x: is .*, not /)
  } finally {
    Comparison.prototype.compare = compare
  }
})

test('the packed coding takes what it took at the reference, but a byte less before the changed entities', () => {
  const scene = SCENES.find(({ name }) => name === 'turning')!
  const { bytes } = playScene(scene, { ...OPTIONS, seed: 1, seconds: 60 })
  expect(bytes / REFERENCE[1]!['turning']!).toBeCloseTo(0.99, 2)
})

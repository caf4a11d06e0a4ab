import { describe, expect, test } from 'vitest'
import { Predictor } from '../../motion/predictor.ts'
import { OwnScorer } from './own-score.ts'

/** A predictor of a walker at 100 units/s, 50 steps a second, answered four steps later, once wrongly. */
function walk(wrongAt: number, wrongBy: number) {
  const predictor = new Predictor<{ x: number }, number>({
    state: { x: 0 },
    move: (state, input) => {
      state.x += input
    },
    curves: ['linear'],
    write: (state, out) => {
      out[0] = state.x
    },
    read: (state, from) => {
      state.x = from[0]!
    },
  })
  const scorer = new OwnScorer(predictor)
  const shown = new Float64Array(1)
  let truth = 0
  for (let step = 1; step <= 250; step++) {
    predictor.step(2)
    if (step > 4) {
      const answered = step - 4
      truth += answered === wrongAt ? 2 + wrongBy : 2
      predictor.reconcile(answered, { x: truth })
    }
    predictor.show(1, 0.02, shown)
    scorer.frame(step * 20, shown[0]!, 0, 100)
  }
  return scorer.result()
}

describe('OwnScorer', () => {
  test('finds nothing if the prediction was right', () => {
    const result = walk(0, 0)
    expect(result).toMatchObject({
      frames: 250,
      correctionsPerSecond: 0,
      replayedStepsPerSecond: 0,
    })
    expect(result.seconds).toBeCloseTo(4.98, 9)
    expect(result.largestStepBeyond).toBeCloseTo(0, 9)
  })

  test('counts a correction, the replayed steps, and the largest step in one frame', () => {
    const result = walk(100, 10)
    expect(result.correctionsPerSecond).toBeCloseTo(1 / 4.98, 9)
    expect(result.replayedStepsPerSecond).toBeCloseTo(4 / 4.98, 9)
    expect(result.correctionUnitsPerSecond).toBeCloseTo(10 / 4.98, 6)
    expect(result.largestStepBeyond).toBeGreaterThan(0.5)
    expect(result.largestStepBeyond).toBeLessThan(10)
  })

  test('starts to count at its first frame, and leaves teleports out', () => {
    const counts = { corrections: 5, correctionDistance: 50, replayedSteps: 20 }
    const scorer = new OwnScorer(counts)
    scorer.frame(1000, 0, 0, 0)
    scorer.frame(1500, 300, 0, 0, true)
    scorer.frame(2000, 304, 3, 0)
    Object.assign(counts, { corrections: 6, correctionDistance: 52, replayedSteps: 23 })
    expect(scorer.result()).toMatchObject({
      correctionsPerSecond: 1,
      correctionUnitsPerSecond: 2,
      replayedStepsPerSecond: 3,
      largestStepBeyond: 5,
    })
    expect(() => scorer.frame(2100, 0, 0, Number.NaN)).toThrow('speed is NaN')
  })
})

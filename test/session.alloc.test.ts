import { test } from 'vitest'
import { crowd } from './support/crowd.ts'
import { expectQuietFrames } from './support/quiet-frames.ts'

test('frames of a session that predicts its player and shows 100 moving entities allocate nothing', () => {
  expectQuietFrames(crowd)
}, 240_000)

import { test } from 'vitest'
import { crowd } from './support/crowd.ts'
import { expectQuietFrames } from './support/quiet-frames.ts'

test('frames of a session that predicts its player and shows 100 moving entities create no object, and at most 48 boxed numbers for 3 frames and a snapshot', () => {
  expectQuietFrames(crowd, 48)
})

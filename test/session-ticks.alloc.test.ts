import { defineGame, sharedTick } from 'glissade'
import { test } from 'vitest'
import { crowd } from './support/crowd.ts'
import { expectQuietFrames } from './support/quiet-frames.ts'

test('frames of a session with a tick for each input create no object, and at most 9 boxed numbers for 3 frames and a snapshot', () => {
  expectQuietFrames(defineGame({ ...crowd.definition, authority: sharedTick() }), 9)
}, 240_000)

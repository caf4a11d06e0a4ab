import { defineGame, sharedTick } from 'glissade'
import { test } from 'vitest'
import { crowd } from './support/crowd.ts'
import { expectQuietFrames } from './support/quiet-frames.ts'

test('frames of a session with a tick for each input allocate nothing', () => {
  expectQuietFrames(defineGame({ ...crowd.definition, authority: sharedTick() }))
}, 240_000)

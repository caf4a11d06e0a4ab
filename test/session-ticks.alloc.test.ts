import { defineGame, sharedTick } from 'glissade'
import { defineRoom } from 'glissade/server'
import { test } from 'vitest'
import { crowd } from './support/crowd.ts'
import { expectQuietFrames } from './support/quiet-frames.ts'

test('frames of a session with a tick for each input create no object, and at most 66 boxed numbers for 3 frames and a snapshot', () => {
  const game = defineGame({ ...crowd.game.definition, authority: sharedTick() })
  expectQuietFrames(defineRoom(game, crowd.definition), 66)
})

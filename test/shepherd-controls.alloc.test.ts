import { expect, test } from 'vitest'
import { noArrows } from '../games/page/arrows.ts'
import type { PadState } from '../games/page/gamepads.ts'
import { DogGuide } from '../games/shepherd/input/dog-guide.ts'
import { holdTowards } from '../games/shepherd/input/following.ts'
import { PadHands } from '../games/shepherd/input/gamepad.ts'
import { bytesPerCall } from './bytes-per-call.ts'

test('what the controls do in each frame allocates nothing', () => {
  const guide = new DogGuide()
  const input = { ...noArrows(), bark: false }
  const hands = new PadHands({ input, releaseInput: () => {} }, guide)
  const pad: PadState = {
    mapping: 'standard',
    axes: [0.71, -0.4, 0.52, 0.61],
    buttons: Array.from({ length: 17 }, () => ({ pressed: false })),
  }
  const shepherd = { x: 1000.5, y: 800.5 }
  const dog = { x: 1030.25, y: 800.75 }
  const eye = { x: 900.5, y: 700.5 }
  const goal = noArrows()
  const out = { dogX: 0.5, dogY: 0.5 }
  let frames = 0
  const bytes = bytesPerCall(() => {
    frames++
    shepherd.x = 1000.5 + (frames % 500)
    hands.begin()
    hands.read(pad)
    hands.end()
    if (frames % 600 < 300) guide.steer(hands.push, 0.016, dog, shepherd)
    else if (guide.order !== 'heel') guide.heel()
    guide.walk(dog, shepherd)
    holdTowards(eye, shepherd, goal)
    guide.tell(out)
  })
  expect(bytes).toBeLessThan(1)
  expect(out.dogX).toBeGreaterThan(0)
})

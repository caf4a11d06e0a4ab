import type { Container } from 'pixi.js'
import { expect, test } from 'vitest'
import { bytesPerCall } from '../../test/bytes-per-call.ts'
import type { Session } from '../client/session.ts'
import { defineGame } from '../game/define-game.ts'
import { angle, number } from '../game/field.ts'
import { sprites } from './sprites.ts'

const game = defineGame({
  name: 'crowd',
  input: {},
  entities: { dot: { x: number({ max: 800 }), y: number({ max: 600 }), angle: angle() } },
})

test('moving the sprites of a hundred entities allocates nothing', () => {
  const views = Array.from({ length: 100 }, (_, id) => ({ id, kind: 'dot', x: id, y: 5, angle: 1 }))
  let frame: (dtSeconds: number) => void = () => {}
  const session = {
    entities: () => views,
    onFrame: (run: (dtSeconds: number) => void) => {
      frame = run
      return () => {}
    },
  } as unknown as Session<typeof game>
  const position = { x: 0, set: (x: number) => (position.x = x) }
  const sprite = { position, rotation: 0 } as unknown as Container
  const container = { addChild: () => {} } as unknown as Container
  let updates = 0
  sprites(
    container,
    session,
    'dot',
    () => sprite,
    () => updates++,
  )
  const bytes = bytesPerCall(() => frame(0.016))
  expect(updates).toBeGreaterThan(1000)
  expect(position.x).toBe(99)
  expect(bytes).toBeLessThan(1)
})

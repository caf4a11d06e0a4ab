import { expect, test, vi } from 'vitest'
import { Sight } from '../games/page/sight.ts'
import type { Scene } from '../games/shepherd/picture/scene.ts'
import { bytesPerCall } from './bytes-per-call.ts'

// PixiJS asks what browser it is in when it is loaded.
vi.stubGlobal('navigator', { userAgent: 'test' })

test('showing 60 sheep, 4 shepherds with dogs and 2 wolves that move and rest allocates nothing', async () => {
  const { Container } = await import('pixi.js')
  const { bakedFigures, bakeSteps } = await import('../games/shepherd/picture/figures/bake.ts')
  const { Cast } = await import('../games/shepherd/picture/figures/cast.ts')
  const placed = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: from + i,
      owner: i + 1,
      x: 100.5 + i * 5,
      y: 100.5 + i * 4,
      vx: (i % 4) * 40.5,
      hue: 10,
      look: i % 16,
      mood: ['calm', 'wary', 'panic', 'home'][i % 4],
      name: 'A',
      mine: i === 0,
    }))
  const lists = {
    sheep: placed(60, 1),
    shepherd: placed(4, 100),
    dog: placed(4, 200),
    wolf: placed(2, 300),
    round: [{ night: 128 }],
  }
  const scene = {
    entities: (kind: keyof typeof lists) => lists[kind],
    on: () => () => {},
  } as unknown as Scene
  for (const step of bakeSteps().rest) step()
  const cast = new Cast(scene, bakedFigures(), new Container(), new Sight(800, 450))
  const movers = [...lists.sheep, ...lists.shepherd, ...lists.dog, ...lists.wolf]
  let frames = 0
  const frame = (): void => {
    frames++
    const way = frames % 400 < 200 ? 1 / 60 : -1 / 60
    for (let i = 0; i < movers.length; i++) movers[i]!.x += movers[i]!.vx * way
    cast.show(1 / 60)
  }
  const bytes = bytesPerCall(frame, 4000)
  expect(frames).toBeGreaterThan(3000)
  expect(bytes).toBeLessThan(1)
})

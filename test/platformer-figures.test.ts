import type { Container } from 'pixi.js'
import { expect, test, vi } from 'vitest'
import type { Picture } from '../games/platformer/picture/picture.ts'
import { START } from '../games/platformer/rules/level.ts'
import { Stage } from './support/stage.ts'

// PixiJS asks what browser it is in when it is loaded.
vi.stubGlobal('navigator', { userAgent: 'test' })

const SIZE = { width: 640, height: 360 }

const world = (picture: Picture): Container => picture.root.getChildByLabel('world') as Container
const layer = (picture: Picture, label: string): Container =>
  world(picture).getChildByLabel(label) as Container

test('E14 a figure wears its pose, with its soles at the place of the player', async () => {
  const stage = new Stage()
  const { buildPicture } = await import('../games/platformer/picture/picture.ts')
  const picture = await buildPicture(stage.scene, SIZE)
  const pip = stage.join(1, START.x, START.y, { mine: true })
  const figure = () =>
    layer(picture, 'players').children[0] as Container & { pose: { left: { x: number } } }
  stage.frames(60)
  expect(
    Math.abs(figure().children[0]!.children[0]!.getBounds().maxY - START.y - world(picture).y),
  ).toBeLessThan(1.5)
  Object.assign(pip, { vx: 150 })
  const xs = new Set<number>()
  for (let i = 0; i < 30; i++) {
    stage.frames()
    const [body] = figure().children
    expect(body!.children[0]!.x).toBe(figure().pose.left.x)
    expect(body!.rotation).toBeGreaterThan(0)
    xs.add(body!.children[0]!.x)
  }
  expect(xs.size).toBeGreaterThan(10)
  pip.facing = 'left'
  stage.frames(30)
  expect(figure().children[0]!.scale.x).toBeLessThan(0)
})

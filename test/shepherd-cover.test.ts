import { beforeAll, expect, test, vi } from 'vitest'
import type { SheepView } from '../games/shepherd/picture/scene.ts'
import { HEDGES } from '../games/shepherd/rules/meadow.ts'

vi.stubGlobal('navigator', { userAgent: 'test' })

let bake: typeof import('../games/shepherd/picture/figures/bake.ts')
let pixi: typeof import('pixi.js')
let Cast: typeof import('../games/shepherd/picture/figures/cast.ts')['Cast']
let Cover: typeof import('../games/shepherd/picture/cover.ts')['Cover']
let hedges: typeof import('../games/shepherd/picture/hedges.ts')['hedges']

beforeAll(async () => {
  bake = await import('../games/shepherd/picture/figures/bake.ts')
  pixi = await import('pixi.js')
  ;({ Cast } = await import('../games/shepherd/picture/figures/cast.ts'))
  ;({ Cover } = await import('../games/shepherd/picture/cover.ts'))
  ;({ hedges } = await import('../games/shepherd/picture/hedges.ts'))
})

const across = HEDGES.find(({ width, height }) => width > height)!
const behind = { x: across.x + across.width / 2, y: across.y - 12 }
const before = { x: behind.x, y: across.y + across.height + 30 }

test('somebody behind a hedge is hidden, but not somebody before it or far off', () => {
  const cover = new Cover(hedges())
  for (const { x, y, width } of HEDGES.filter(({ width, height }) => width > height))
    for (let at = x + 30; at < x + width - 30; at += 10) {
      expect(cover.hides({ x: at, y: y - 6 }, 20), `a dog at ${at}, ${y - 6}`).toBe(true)
      expect(cover.hides({ x: at, y: y + 70 }, 40)).toBe(false)
      expect(cover.hides({ x: at, y: y - 200 }, 40)).toBe(false)
    }
  expect(new Cover([]).hides(behind, 40)).toBe(false)
})

/** Ada, whose page it is, and Bo, each at a place, in a picture that is shown for a second. */
function outlined(at: { x: number; y: number }) {
  const person = (name: string, mine: boolean) => {
    return { id: 1 + Number(mine), kind: 'shepherd', name, mine, hue: 210, ...at }
  }
  const lists = {
    sheep: [] as SheepView[],
    shepherd: [person('Ada', true), person('Bo', false)],
    dog: [],
    wolf: [],
    round: [{ night: 0 }],
  }
  const scene = { entities: (kind: keyof typeof lists) => lists[kind], on: () => () => {} }
  const sight = { sees: () => true, holds: () => true }
  const cast = new Cast(
    scene as never,
    bake.bakedFigures(),
    new pixi.Container(),
    sight as never,
    new Cover(hedges()),
  )
  const shown = () => cast.outlines.children.filter(({ visible }) => visible)
  const show = (): void => {
    for (let n = 0; n < 60; n++) cast.show(1 / 60)
  }
  show()
  return { lists, shown, show }
}

test('a page outlines its own shepherd behind a hedge, and nobody else', () => {
  const { lists, shown, show } = outlined(behind)
  const [outline] = shown()
  expect(shown()).toHaveLength(1)
  expect(outline).toMatchObject({
    alpha: 0.55,
    x: behind.x,
    y: behind.y,
    anchor: { x: 0.5, y: 0.5 },
  })
  Object.assign(lists.shepherd[0]!, before)
  show()
  expect(shown()).toEqual([])
})

test('nobody is outlined in the open', () => {
  expect(outlined(before).shown()).toEqual([])
})

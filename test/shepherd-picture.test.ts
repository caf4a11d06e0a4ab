import type { Container, Sprite } from 'pixi.js'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { pathShare } from '../games/shepherd/picture/paths.ts'
import type { Picture, PictureOptions } from '../games/shepherd/picture/picture.ts'
import { lampLight, SKY_TINTS } from '../games/shepherd/picture/sky-tint.ts'
import { soilAt } from '../games/shepherd/picture/soil.ts'
import { BORDER, TILES } from '../games/shepherd/picture/tiles.ts'
import {
  FENCES,
  HEDGES,
  HEIGHT,
  PENS,
  PONDS,
  START,
  WIDTH,
} from '../games/shepherd/rules/meadow.ts'
import { expectPieces } from './support/building.ts'
import { Pasture } from './support/pasture.ts'

// PixiJS asks what browser it is in when it is loaded.
vi.stubGlobal('navigator', { userAgent: 'test' })

let build: typeof import('../games/shepherd/picture/picture.ts')['buildPicture']
let spots: readonly import('../games/shepherd/picture/drawing.ts').Spot[]

beforeAll(async () => {
  ;({ buildPicture: build } = await import('../games/shepherd/picture/picture.ts'))
  spots = (await import('../games/shepherd/picture/standing.ts')).standingSpots()
})

afterEach(() => {
  vi.stubGlobal('matchMedia', undefined)
})

const SIZE: PictureOptions = { width: 800, height: 450 }

const world = (picture: Picture): Container => picture.root.getChildByLabel('world') as Container
const over = (picture: Picture): Container => picture.root.getChildByLabel('over') as Container
const layer = (picture: Picture, label: string): Container =>
  world(picture).getChildByLabel(label) as Container
const shown = (container: Container): Container[] =>
  container.children.filter(({ visible }) => visible)

/** A picture with the own shepherd at a place. */
async function open(x: number = START.x, y: number = START.y) {
  const pasture = new Pasture()
  const round = pasture.begin()
  const me = pasture.join(x, y)
  const picture = await build(pasture.scene, SIZE)
  pasture.frames()
  return { pasture, picture, me, round }
}

test('E9 a picture is built in many pieces, and says how far it is: from 0 to 1, never back', async () => {
  await expectPieces(30, (progress) => build(new Pasture().scene, SIZE, progress))
})

test('E9 the first frame has all the ground in sight, wherever it is, and the rest follows by itself', async () => {
  const { picture } = await open(400, 2000)
  const ground = layer(picture, 'ground')
  const isPainted = (tile: Container): boolean => (tile as Sprite).texture.label !== 'EMPTY'
  expect(shown(ground).length).toBeGreaterThan(1)
  expect(shown(ground).every(isPainted)).toBe(true)
  expect(shown(layer(picture, 'turf')).some(({ children }) => children.length > 0)).toBe(true)
})

test('E4 each part of a picture is a layer of its own, in order', async () => {
  const { picture } = await open()
  expect(world(picture).children.map(({ label }) => label)).toEqual([
    'ground',
    'turf',
    'ponds',
    'rings',
    'shadows',
    'depth',
    'outlines',
    'bits',
  ])
})

test('E4 the end of a picture leaves nothing behind in the scene', async () => {
  const { pasture, picture } = await open()
  expect(pasture.runs.size).toBeGreaterThan(0)
  picture.close()
  expect(pasture.runs.size).toBe(0)
  for (const listeners of pasture.listeners.values()) expect(listeners.size).toBe(0)
})

test('E4 marks stay when a picture takes the place of another', async () => {
  const pasture = new Pasture()
  const { Container } = await import('pixi.js')
  const marks = new Container()
  const one = await build(pasture.scene, { ...SIZE, marks })
  const two = await build(pasture.scene, { width: 420, height: 640, marks })
  one.close()
  // Not by `toBe`: printing what hangs together so would take minutes.
  expect(marks.parent === over(two)).toBe(true)
  two.close()
  expect([marks.parent, marks.destroyed]).toEqual([null, false])
})

test('D12 what is out of the picture is not drawn', async () => {
  const { pasture, picture } = await open()
  pasture.frames(TILES)
  const ground = layer(picture, 'ground')
  expect(ground.children.length).toBe(TILES)
  expect(shown(ground).length).toBeLessThanOrEqual(9)
  const depth = layer(picture, 'depth')
  expect(depth.children.length).toBeGreaterThan(1000)
  expect(shown(depth).length).toBeLessThan(200)
  expect(shown(layer(picture, 'turf')).length).toBeLessThanOrEqual(20)
})

test('E6 a fence hides who stands behind it, and not who stands before it', async () => {
  const [pen] = PENS
  if (!pen) return expect.fail('no pen')
  const south = pen.y + pen.height
  const { pasture, picture } = await open(pen.x + 60, south + 60)
  const inside = pasture.graze(pen.x + 60, south - 13)
  const outside = pasture.graze(pen.x + 60, south + 13)
  pasture.frames(3)
  const depth = layer(picture, 'depth')
  const footOf = ({ x, y }: { x: number; y: number }): number =>
    depth.children.find((child) => child.x === x && child.y === y)?.zIndex ?? Number.NaN
  const rails = spots.filter(({ piece, y }) => piece.startsWith('rail') && Math.abs(y - south) < 9)
  expect(rails.length).toBeGreaterThan(6)
  for (const rail of rails) {
    const sprite = depth.children.find((child) => child.x === rail.x && child.y === rail.y)
    expect(sprite?.zIndex).toBeGreaterThan(footOf(inside))
    expect(sprite?.zIndex).toBeLessThan(footOf(outside))
  }
})

test('nothing stands where somebody may walk but bales, signs and wings of gates', () => {
  const near = 16
  const isOff = (x: number, y: number): boolean =>
    x < 0 ||
    y < 0 ||
    x > WIDTH ||
    y > HEIGHT ||
    [...HEDGES, ...FENCES].some(
      (box) =>
        x > box.x - near &&
        y > box.y - near &&
        x < box.x + box.width + near &&
        y < box.y + box.height + near,
    ) ||
    PONDS.some((pond) => ((x - pond.x) / pond.rx) ** 2 + ((y - pond.y) / pond.ry) ** 2 < 1.05)
  const inTheWay = spots.filter(({ piece, x, y }) => piece !== 'bale' && !isOff(x, y))
  expect(spots.length).toBeGreaterThan(1000)
  expect(inTheWay).toEqual([])
})

test('paths lead from the start to every gate, and through no hedge, fence or pond', () => {
  expect(pathShare(START.x, START.y)).toBe(1)
  for (const { x, y, width, height, gate } of PENS) {
    const atX = gate === 'west' ? x : x + width / 2
    const atY = gate === 'west' ? y + height / 2 : gate === 'north' ? y : y + height
    expect(pathShare(atX, atY)).toBeGreaterThan(0.9)
  }
  for (const box of [...HEDGES, ...FENCES])
    for (let x = box.x; x <= box.x + box.width; x += 6)
      for (let y = box.y; y <= box.y + box.height; y += 6) expect(pathShare(x, y)).toBeLessThan(0.5)
  for (const { x, y } of PONDS) expect(pathShare(x, y)).toBe(0)
})

test('the ground of a pen is strewn with straw, of a pond wet, and beyond the meadow there is wood', () => {
  const soil = { path: 0, clover: 0, mud: 0, straw: 0, wet: 0, wood: 0 }
  for (const { x, y, width, height } of PENS) {
    soilAt(x + width / 3, y + height / 2, soil)
    expect(soil.straw).toBeGreaterThan(0.8)
  }
  for (const { x, y } of PONDS) {
    soilAt(x, y, soil)
    expect(soil).toMatchObject({ wet: 1, straw: 0, wood: 0 })
  }
  soilAt(-BORDER, 900, soil)
  expect(soil).toMatchObject({ wood: 1, wet: 0, mud: 0 })
})

test('E13 the camera follows the own shepherd, whom it need not look for, or a point', async () => {
  const { pasture, picture, me } = await open(900, 1300)
  pasture.join(1400, 1300)
  expect(-world(picture).x).toBeCloseTo(900 - 400, 6)
  me.x = 1200
  pasture.frames(6)
  expect(-world(picture).x).toBeLessThan(1200 - 400 - 50)
  pasture.frames(240)
  expect(Math.abs(-world(picture).x + 400 - 1200)).toBeLessThan(50)
  picture.follow(2000, 900)
  pasture.frames(240)
  expect(Math.abs(-world(picture).x + 400 - 2000)).toBeLessThan(50)
  picture.follow(Number.NaN, Number.NaN)
  pasture.frames(240)
  expect(Math.abs(-world(picture).x + 400 - 1200)).toBeLessThan(50)
})

test('E13 in the dead zone the own shepherd moves and the picture does not', async () => {
  const { pasture, picture, me } = await open(900, 1300)
  pasture.frames(240)
  me.x += 60
  pasture.frames(240)
  const { x } = world(picture)
  me.x -= 50
  pasture.frames(60)
  expect(world(picture).x).toBeCloseTo(x, 6)
})

test('E13 a spectator sees where the own eye is', async () => {
  const pasture = new Pasture()
  pasture.watch(2400, 1000)
  const picture = await build(pasture.scene, SIZE)
  pasture.frames()
  expect(-world(picture).x).toBeCloseTo(2000, 6)
})

test('E13 the picture ends with the wood around the meadow', async () => {
  const { pasture, picture, me } = await open(5, 5)
  expect([world(picture).x, world(picture).y]).toEqual([BORDER, BORDER])
  me.x = WIDTH - 5
  me.y = HEIGHT - 5
  pasture.frames(2)
  const { x, y } = world(picture)
  expect([x, y]).toEqual([SIZE.width - WIDTH - BORDER, SIZE.height - HEIGHT - BORDER])
})

test('a sign at each gate says how many sheep are in the pen', async () => {
  const pasture = new Pasture()
  pasture.begin([7, 128, 1040])
  const picture = await build(pasture.scene, SIZE)
  pasture.frames()
  const { piece } = await import('../games/shepherd/picture/sheet.ts')
  const digits = new Map(Array.from({ length: 10 }, (_, n) => [piece(`digit${n}`), n]))
  const signs = layer(picture, 'depth').children.filter(({ children }) => children.length === 5)
  const said = (sign: Container): string =>
    shown(sign)
      .filter((child) => digits.has((child as Sprite).texture))
      .sort((a, b) => a.x - b.x)
      .map((child) => digits.get((child as Sprite).texture))
      .join('')
  expect(signs.map(said)).toEqual(['7', '128', '1040'])
  pasture.pens[0]!.count = 10
  pasture.frames()
  expect(signs.map(said)).toEqual(['10', '128', '1040'])
})

test('C13 a bark spreads in rings per frame, as far as it is felt, and is gone', async () => {
  const { pasture, picture } = await open()
  const rings = layer(picture, 'rings')
  expect(shown(rings)).toEqual([])
  pasture.emit('barked', { x: START.x + 50, y: START.y }, 1)
  const sizes: number[] = []
  for (let i = 0; i < 70; i++) {
    pasture.frames()
    const [ring] = shown(rings)
    if (ring) sizes.push(ring.getLocalBounds().width * ring.scale.x)
  }
  expect(sizes.length).toBeGreaterThan(40)
  expect(shown(rings)).toEqual([])
  const { RING_RADIUS } = await import('../games/shepherd/picture/sparks.ts')
  expect(rings.children[0]!.scale.x * RING_RADIUS).toBeCloseTo(260, -1)
})

test('C13 who brings a sheep home sees more of it than others; out of sight there is nothing', async () => {
  const { pasture, picture } = await open()
  const bits = layer(picture, 'bits')
  pasture.emit('homed', { x: START.x + 1500, y: START.y, by: 1 })
  pasture.frames()
  expect(shown(bits)).toEqual([])
  pasture.emit('homed', { x: START.x + 50, y: START.y, by: 2 })
  pasture.frames()
  const others = shown(bits).length
  expect(others).toBeGreaterThan(3)
  pasture.frames(120)
  expect(shown(bits)).toEqual([])
  pasture.emit('homed', { x: START.x + 50, y: START.y, by: 1 })
  pasture.frames()
  expect(shown(bits).length).toBeGreaterThan(others)
})

test('a sheep that a wolf has caught leaves wool and a grey puff', async () => {
  const { pasture, picture } = await open()
  pasture.emit('caught', { x: START.x + 50, y: START.y })
  pasture.frames()
  expect(shown(layer(picture, 'bits')).length).toBeGreaterThan(8)
  pasture.frames(150)
  expect(shown(layer(picture, 'bits'))).toEqual([])
})

/** How much is in the air after a second in which 60 sheep move at so many units a second. */
async function dustAt(speed: number): Promise<number> {
  const { pasture, picture } = await open()
  for (let i = 0; i < 60; i++) pasture.graze(START.x - 250 + i * 4, START.y - 100 + i * 3)
  for (let i = 0; i < 60; i++) {
    for (const sheep of pasture.sheep) sheep.x += speed / 60
    pasture.frames()
  }
  return shown(layer(picture, 'bits')).length
}

test('running sheep raise dust; walking ones do not', async () => {
  expect(await dustAt(50)).toBe(0)
  expect(await dustAt(180)).toBeGreaterThan(10)
})

test('a sheep that is put somewhere else at once raises no dust', async () => {
  const { pasture, picture } = await open()
  for (let i = 0; i < 300; i++) pasture.graze(START.x - 250 + i, START.y)
  pasture.frames()
  for (const sheep of pasture.sheep) sheep.y += 90
  pasture.frames()
  expect(shown(layer(picture, 'bits'))).toEqual([])
})

test('where moving decoration is not wanted, there is no dust and nothing flutters', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(await dustAt(180)).toBe(0)
  const { pasture, picture } = await open()
  const places = (): number[] =>
    [1, 3].flatMap((i) => picture.root.children[i]!.children.map(({ x }) => x))
  const before = places()
  pasture.frames(30)
  expect(places()).toEqual(before)
})

test('daylight leaves colours as they are, and each later hour is no brighter until it is night', () => {
  const bright = SKY_TINTS.map((tint) =>
    (tint.match(/\d+/g) ?? []).map(Number).reduce((a, b) => a + b, 0),
  )
  expect(SKY_TINTS[0]).toBe('rgb(255, 255, 255)')
  expect(bright.length).toBe(256)
  for (let night = 1; night < 256; night++)
    expect(bright[night]).toBeLessThanOrEqual(bright[night - 1]!)
  expect(bright[255]).toBeGreaterThan(255)
  expect([lampLight(0), lampLight(255)]).toEqual([0, 1])
})

test('lanterns and fireflies shine at night only', async () => {
  const { pasture, picture, round } = await open()
  const lamps = over(picture).children[0]!
  const [, day, , night] = picture.root.children
  const isShown = (): boolean[] => [lamps.visible, day!.visible, night!.visible]
  expect(isShown()).toEqual([false, true, false])
  round.night = 255
  pasture.frames(240)
  expect(isShown()).toEqual([true, false, true])
})

test('the small map shows what the picture shows, everybody who herds, and the sheep in sight', async () => {
  const { pasture, picture, me } = await open()
  pasture.join(700, 700)
  for (let i = 0; i < 40; i++) pasture.graze(1700 + i, 1400)
  pasture.frames(10)
  const [, meadow] = picture.map.children
  const [, specks, dots, window] = meadow!.children
  expect(shown(specks!).length).toBe(40)
  expect(dots!.children.map(({ x, y }) => [x, y])).toEqual([
    [me.x, me.y],
    [700, 700],
  ])
  expect([window!.x, window!.y]).toEqual([-world(picture).x, -world(picture).y])
})

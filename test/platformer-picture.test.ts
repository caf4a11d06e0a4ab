import type { Container } from 'pixi.js'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Sight } from '../games/page/sight.ts'
import type { Picture, PictureOptions } from '../games/platformer/picture/picture.ts'
import { HEIGHT, START } from '../games/platformer/rules/level.ts'
import { expectPieces } from './support/building.ts'
import { Stage } from './support/stage.ts'

// PixiJS asks what browser it is in when it is loaded.
vi.stubGlobal('navigator', { userAgent: 'test' })

let build: typeof import('../games/platformer/picture/picture.ts')['buildPicture']
let balls: typeof import('../games/platformer/picture/snowballs.ts')
let bits: typeof import('../games/platformer/picture/bits.ts')
let sight: Sight

beforeAll(async () => {
  ;({ buildPicture: build } = await import('../games/platformer/picture/picture.ts'))
  balls = await import('../games/platformer/picture/snowballs.ts')
  bits = await import('../games/platformer/picture/bits.ts')
  const { Sight } = await import('../games/page/sight.ts')
  sight = new Sight(640, 360)
})

const SIZE: PictureOptions = { width: 640, height: 360 }

const world = (picture: Picture): Container => picture.root.getChildByLabel('world') as Container
const layer = (picture: Picture, label: string): Container =>
  world(picture).getChildByLabel(label) as Container
const shown = (container: Container): number =>
  container.children.filter(({ visible }) => visible).length

test('E9 a picture is built in many pieces, and says how far it is: from 0 to 1, never back', async () => {
  await expectPieces(20, (progress) => build(new Stage().scene, SIZE, progress))
})

test('E4 each part of a picture is a layer of its own and shows its own things, in order', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  const pip = stage.join(1, START.x, START.y, { mine: true })
  stage.coins.push({ id: 50, x: START.x + 60, y: START.y - 20 })
  stage.platforms.push({ id: 60, index: 0, x: START.x + 90, y: START.y - 40 })
  stage.frames()
  expect(world(picture).children.map(({ label }) => label)).toEqual([
    'ways',
    'ground',
    'decor',
    'platforms',
    'coins',
    'players',
    'balls',
    'bits',
    'arrow',
  ])
  for (const label of ['platforms', 'coins', 'players'])
    expect(layer(picture, label).children.length).toBe(1)
  pip.x += 10
  stage.frames()
  expect(layer(picture, 'players').children[0]?.x).toBe(START.x + 10)
  stage.pips.length = 0
  stage.coins.length = 0
  stage.frames()
  for (const label of ['coins', 'players']) expect(layer(picture, label).children.length).toBe(0)
})

test('E4 the end of a picture leaves nothing behind in the scene', async () => {
  const stage = new Stage()
  const { Container } = await import('pixi.js')
  const marks = new Container()
  const picture = await build(stage.scene, { ...SIZE, marks })
  expect(stage.runs.size).toBeGreaterThan(0)
  picture.close()
  expect(stage.runs.size).toBe(0)
  for (const listeners of stage.listeners.values()) expect(listeners.size).toBe(0)
  // What was handed in is not destroyed: it is put into the next picture.
  expect(marks.destroyed).toBe(false)
})

test('E4 marks stay when a picture takes the place of another', async () => {
  const stage = new Stage()
  const { Container } = await import('pixi.js')
  const marks = new Container()
  const one = await build(stage.scene, { ...SIZE, marks })
  const two = await build(stage.scene, { width: 336, height: 600, marks })
  one.close()
  // Not by `toBe`: printing what hangs together so would take minutes.
  expect(marks.parent === world(two)).toBe(true)
  two.close()
  expect(marks.parent).toBe(null)
})

test('D12 what is out of the picture is not drawn', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  stage.join(1, START.x, START.y, { mine: true })
  stage.join(2, START.x + 200, START.y)
  stage.join(3, START.x + 1500, START.y)
  stage.coins.push({ id: 50, x: START.x + 60, y: START.y - 20 }, { id: 51, x: 2000, y: 100 })
  stage.frames(30)
  expect(shown(layer(picture, 'players'))).toBe(2)
  expect(shown(layer(picture, 'coins'))).toBe(1)
  expect(shown(layer(picture, 'ground'))).toBeLessThan(6)
})

test('E13 a picture higher than the level shows sky above it, and the level at its foot', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, { width: 360, height: HEIGHT + 100 })
  stage.join(1, START.x, START.y, { mine: true })
  stage.frames(60)
  expect(world(picture).y).toBe(100)
})

test('E13 the camera follows the own player, whom it need not look for, or a point', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  stage.frames(10)
  const pip = stage.join(1, 900, START.y, { mine: true })
  stage.join(2, 1400, START.y)
  stage.frames()
  expect(-world(picture).x).toBeCloseTo(900 - 320, 6)
  pip.x = 1200
  stage.frames(6)
  expect(-world(picture).x).toBeLessThan(1200 - 320 - 50)
  stage.frames(240)
  expect(Math.abs(-world(picture).x + 320 - 1200)).toBeLessThan(50)
  picture.snap(700, 300)
  stage.frames()
  expect(-world(picture).x).toBeCloseTo(380, 6)
})

test('a coin that the own player touches is gone at once, and back when the server does not agree', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  stage.rounds.push({ id: 70, phase: 'run', winnerId: 0, winnerHue: 0 })
  const pip = stage.join(1, START.x, START.y, { mine: true })
  stage.join(2, START.x + 100, START.y)
  stage.coins.push({ id: 50, x: START.x + 40, y: START.y - 10 })
  stage.coins.push({ id: 51, x: START.x + 100, y: START.y - 10 })
  stage.frames(2)
  const visible = (): boolean[] => layer(picture, 'coins').children.map((coin) => coin.visible)
  // Others' touches are the server's to judge.
  expect(visible()).toEqual([true, true])
  pip.x += 40
  stage.frames()
  expect(visible()).toEqual([false, true])
  const sparks = shown(layer(picture, 'bits'))
  expect(sparks).toBeGreaterThan(5)
  // The server's word on it makes no second shower.
  stage.emit('collected', { x: START.x + 40, y: START.y - 10, by: 1 })
  expect(shown(layer(picture, 'bits'))).toBe(sparks)
  stage.frames(89)
  expect(visible()).toEqual([false, true])
  stage.frames(3)
  expect(visible()).toEqual([true, true])
})

test('a coin touched after the end of a round stays, for the server gives none', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  const round = { id: 70, phase: 'won', winnerId: 0, winnerHue: 0 }
  stage.rounds.push(round)
  stage.join(1, START.x, START.y, { mine: true })
  stage.coins.push({ id: 50, x: START.x, y: START.y - 8 })
  stage.frames(2)
  expect([shown(layer(picture, 'bits')), shown(layer(picture, 'coins'))]).toEqual([0, 1])
  round.phase = 'run'
  stage.frames()
  expect(shown(layer(picture, 'coins'))).toBe(0)
})

test('confetti flies over the winner while the round is won, and only then', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  // Another one of the same name and colour has won nothing.
  const twin = { name: 'Ada', hue: 90 }
  stage.join(1, START.x + 200, START.y, twin)
  stage.join(2, START.x, START.y, { ...twin, mine: true })
  const round = { id: 70, phase: 'run', winnerId: 0, winnerHue: 0 }
  stage.rounds.push(round)
  stage.frames(30)
  expect(shown(layer(picture, 'bits'))).toBe(0)
  Object.assign(round, { phase: 'won', winnerId: 2, winnerHue: 90 })
  stage.frames()
  const bits = layer(picture, 'bits').children.filter(({ visible }) => visible)
  for (const { x } of bits) expect(Math.abs(x - START.x)).toBeLessThan(20)
  stage.frames(29)
  expect(shown(layer(picture, 'bits'))).toBeGreaterThan(20)
  round.phase = 'run'
  stage.frames(240)
  expect(shown(layer(picture, 'bits'))).toBe(0)
})

/** Snowballs in a scene with two players who stand 120 pixels apart. The page's own player is the first. */
function snowballs() {
  const stage = new Stage()
  const root = new bits.Bits()
  stage.join(1, START.x, START.y, { mine: true })
  const other = stage.join(2, START.x + 120, START.y - 50)
  const all = new balls.Snowballs(stage.scene, sight, root)
  const flying = () => all.root.children.filter(({ visible }) => visible).length
  const pieces = () => root.root.children.filter(({ visible }) => visible).length
  return { stage, other, all, flying, pieces }
}

test('C13 a snowball is drawn where its view is, and bursts where it leaves', () => {
  const { stage, all, flying, pieces } = snowballs()
  const ball = stage.throw(7, START.x, START.y - 60)
  stage.throw(8, START.x + 30, START.y - 60)
  stage.frames()
  expect(flying()).toBe(2)
  ball.x += 20
  stage.frames()
  expect(all.root.children[0]).toMatchObject({ x: ball.x, y: ball.y })
  const before = pieces()
  stage.balls.length = 0
  stage.frames()
  expect(all.root.children.length).toBe(0)
  expect(pieces()).toBeGreaterThan(before)
})

test('a snowball that the server has never thrown is gone without a trace', () => {
  const { stage, all, pieces } = snowballs()
  stage.throw(-17, START.x, START.y - 60, { mine: true })
  stage.frames()
  const before = pieces()
  stage.balls.length = 0
  stage.frames()
  expect(all.root.children.length).toBe(0)
  expect(pieces()).toBe(before)
})

test('an own snowball bursts once where it meets rock or somebody, before the server says so', () => {
  const { stage, other, flying, pieces } = snowballs()
  const ball = stage.throw(7, START.x, START.y - 60, { mine: true })
  const another = stage.throw(8, START.x + 50, START.y - 60, { mine: true })
  const theirs = stage.throw(9, other.x, other.y - 10)
  stage.frames()
  expect(flying()).toBe(3)
  const before = pieces()
  ball.isOver = true
  another.x = other.x - 5
  stage.frames()
  expect(flying()).toBe(1)
  expect(pieces()).toBeGreaterThan(before + 5)
  stage.frames(200)
  const settled = pieces()
  stage.balls.splice(0, 3, theirs)
  stage.frames()
  expect(pieces()).toBe(settled)
})

test('C13 what is thrown, hit and hurt is shown from its event on, at whom it concerns', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  stage.join(1, START.x, START.y, { mine: true })
  stage.join(2, START.x + 120, START.y)
  stage.join(3, START.x - 60, START.y)
  stage.frames(20)
  stage.emit('thrown', { x: START.x, y: START.y }, 1)
  const pieces = () => layer(picture, 'bits').children.filter(({ visible }) => visible)
  const near = () => pieces().filter(({ x }) => Math.abs(x - START.x - 120) < 20).length
  // The page's own ball has burst already.
  stage.emit('splat', { x: 0, y: 0, vx: 200, thrower: 1, victim: 2 })
  stage.frames()
  expect(near()).toBe(0)
  stage.emit('splat', { x: 0, y: 0, vx: 200, thrower: 3, victim: 2 })
  stage.frames()
  // It bursts at the victim as it is on display, wherever the server had it.
  expect(near()).toBeGreaterThan(10)
  const isDizzy = (): boolean[] =>
    layer(picture, 'players').children.map((figure) => figure.children[1]?.visible ?? false)
  expect(isDizzy()).toEqual([false, true, false])
  stage.frames(90)
  expect(isDizzy()).toEqual([false, false, false])
})

test('who was hit, or thrown back, out of the picture long ago does not show it', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  stage.join(1, START.x, START.y, { mine: true })
  const other = stage.join(2, START.x + 1500, START.y)
  stage.frames(5)
  stage.emit('splat', { x: other.x, y: other.y, vx: 9, thrower: 1, victim: 2 })
  stage.emit('ouch', { x: other.x, y: other.y }, 2)
  stage.frames(60 * 30)
  other.x = START.x + 50
  stage.frames()
  const [body, stars] = layer(picture, 'players').children[1]?.children ?? []
  expect([body?.visible, body?.scale.y, stars?.visible]).toEqual([true, expect.any(Number), false])
  expect(body?.scale.y).toBeCloseTo(1, 1)
})

test('running kicks up snow, step by step; walking and standing do not', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  const pip = stage.join(1, START.x, START.y, { mine: true })
  const bits = (): number => shown(layer(picture, 'bits'))
  stage.frames(60)
  pip.vx = 50
  stage.frames(60)
  expect(bits()).toBe(0)
  pip.vx = 150
  stage.frames(40)
  expect(bits()).toBeGreaterThan(1)
})

test('E13 in the dead zone the own player moves and the picture does not', async () => {
  const stage = new Stage()
  const picture = await build(stage.scene, SIZE)
  const pip = stage.join(1, 900, START.y, { mine: true })
  stage.frames(240)
  pip.x += 60
  stage.frames(240)
  const { x } = world(picture)
  pip.x -= 50
  stage.frames(60)
  expect(world(picture).x).toBeCloseTo(x, 6)
})

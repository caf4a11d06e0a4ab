import type { Container, Sprite, Text } from 'pixi.js'
import { beforeAll, expect, test, vi } from 'vitest'
import { Sight } from '../games/page/sight.ts'
import { Bearing } from '../games/shepherd/picture/figures/bearing.ts'
import { Beat } from '../games/shepherd/picture/figures/beat.ts'
import { frameOf } from '../games/shepherd/picture/figures/brush.ts'
import { TURNS } from '../games/shepherd/picture/figures/clay.ts'
import { dogClay } from '../games/shepherd/picture/figures/dog-clay.ts'
import { LOOKS } from '../games/shepherd/picture/figures/looks.ts'
import { FLEECES, SHEEP_DRAWINGS, sheepClay } from '../games/shepherd/picture/figures/sheep-clay.ts'
import { SheepLife } from '../games/shepherd/picture/figures/sheep-life.ts'
import { footAt } from '../games/shepherd/picture/figures/strides.ts'
import { wolfClay } from '../games/shepherd/picture/figures/wolf-clay.ts'
import type { Scene, SheepView } from '../games/shepherd/picture/scene.ts'

// PixiJS asks what browser it is in when it is loaded.
vi.stubGlobal('navigator', { userAgent: 'test' })

let bake: typeof import('../games/shepherd/picture/figures/bake.ts')
let cast: typeof import('../games/shepherd/picture/figures/cast.ts')
let pixi: typeof import('pixi.js')

beforeAll(async () => {
  bake = await import('../games/shepherd/picture/figures/bake.ts')
  cast = await import('../games/shepherd/picture/figures/cast.ts')
  pixi = await import('pixi.js')
  for (const step of bake.bakeSteps().rest) step()
})

const FRAME = { dtSeconds: 1 / 60 }

type Writable<T> = { -readonly [K in keyof T]: T[K] }
const sheep = (id: number, more: Partial<SheepView> = {}): Writable<SheepView> =>
  ({ id, kind: 'sheep', x: 100, y: 100, mood: 'calm', look: 0, ...more }) as Writable<SheepView>

/** A scene turned by hand, with a cast that plays it. */
class Meadow {
  readonly lists = {
    sheep: [] as Writable<SheepView>[],
    shepherd: [] as unknown[],
    dog: [] as unknown[],
    wolf: [] as unknown[],
    round: [{ night: 0 }],
  }
  readonly listeners = new Map<string, (data: unknown, by: number | null) => void>()
  readonly layer: Container = new pixi.Container()
  readonly sight: Sight = new Sight(800, 450)
  readonly cast = new cast.Cast(this.scene, bake.bakedFigures(), this.layer, this.sight)

  get scene(): Scene {
    return {
      entities: (kind: keyof Meadow['lists']) => this.lists[kind],
      on: (event: string, listener: () => void) => {
        this.listeners.set(event, listener)
        return () => this.listeners.delete(event)
      },
    } as unknown as Scene
  }

  frames(count = 1, move: () => void = () => {}): void {
    for (let i = 0; i < count; i++) {
      move()
      this.cast.show(1 / 60)
    }
  }

  /** What is drawn now: the labels of the textures of all that can be seen. */
  drawn(): string[] {
    const label = (it: Container): string => (it as Sprite).texture.label ?? ''
    return this.layer.children
      .filter(({ visible }) => visible)
      .map((it) => label(it.children[0] ?? it))
  }
}

/** The life of a sheep, lived for some seconds: each thing it did, once. */
function live(life: SheepLife, view: Writable<SheepView>, seconds: number, speed = 0): string[] {
  const beat = new Beat()
  const seen = new Set<string>()
  for (let i = 0; i < seconds * 60; i++) {
    beat.next(1 / 60)
    view.x += speed / 60
    life.update(view, view, beat)
    seen.add(life.doing)
  }
  return [...seen]
}

function born(view: SheepView): SheepLife {
  const life = new SheepLife()
  life.begin(view, view)
  return life
}

test('E7 a figure looks where it goes, in eight headings, the left ones mirrored', () => {
  const bearing = new Bearing()
  const place = { x: 0, y: 0 }
  bearing.place(place, 0)
  const looks: [number, number][] = []
  for (let octant = 0; octant < 8; octant++) {
    for (let i = 0; i < 20; i++) {
      place.x += Math.cos((octant * Math.PI) / 4)
      place.y += Math.sin((octant * Math.PI) / 4)
      bearing.update(place, FRAME)
    }
    looks.push([bearing.turn, bearing.side])
  }
  expect(looks.map(([turn]) => turn)).toEqual([0, 1, 2, 1, 0, 3, 4, 3])
  expect(looks[0]?.[1]).toBe(1)
  for (const octant of [3, 4, 5]) expect(looks[octant]?.[1]).toBe(-1)
  expect(looks[7]?.[1]).toBe(1)
})

test('E7 trembling by half a unit turns nobody, however long; a teleport neither', () => {
  const bearing = new Bearing()
  const place = { x: 50, y: 50 }
  bearing.place(place, 0)
  for (let i = 0; i < 400; i++) {
    place.x = 50 + (i % 2) * 0.5
    place.y = 50 + ((i >> 1) % 2) * 0.5
    bearing.update(place, FRAME)
    expect([bearing.turn, bearing.side]).toEqual([0, 1])
  }
  bearing.update({ x: -400, y: -900 }, FRAME)
  expect([bearing.turn, bearing.side, bearing.speed]).toEqual([0, 1, 0])
})

test('E14 the faster a sheep, the larger its steps: it stands, ambles, walks, runs, and is calm again at once', () => {
  const view = sheep(7, { mood: 'wary' })
  const life = born(view)
  live(life, view, 2)
  const does = [0, 9, 22, 60, 150, 22, 9, 0].map((speed) => {
    live(life, view, 1, speed)
    return life.doing
  })
  expect(does).toEqual(['wary', 'amble', 'walk', 'walk', 'run', 'walk', 'amble', 'wary'])
})

test('E14 steps follow the way covered: none without way, and as many on it at half the frames', () => {
  const steps = (hz: number, way: number): number => {
    const view = sheep(7)
    const life = born(view)
    const beat = new Beat()
    let count = 0
    for (let i = 0; i < hz * 2; i++) {
      const before = life.index
      beat.next(1 / hz)
      view.x += way / (hz * 2)
      life.update(view, view, beat)
      if (life.doing === 'walk' && life.index !== before) count++
    }
    return count
  }
  expect(steps(60, 0)).toBe(0)
  expect(steps(120, 100)).toBeGreaterThan(20)
  expect(Math.abs(steps(120, 100) - steps(60, 100))).toBeLessThanOrEqual(3)
})

test('a speed that wavers about that of running does not make a sheep change its gait to and fro', () => {
  const view = sheep(7)
  const life = born(view)
  live(life, view, 1, 110)
  expect(live(life, view, 1, 80)).toEqual(['run'])
  live(life, view, 1, 40)
  expect(live(life, view, 1, 80)).toEqual(['walk'])
})

test('calm sheep graze, stand, glance and lie, each at times of its own', () => {
  const lives = Array.from({ length: 12 }, (_, i) => {
    const view = sheep(i * 5 + 1)
    return live(born(view), view, 120)
  })
  const all = new Set(lives.flat())
  expect([...all].sort()).toEqual(['glance', 'graze', 'lie', 'stand', 'wary'])
  const now = Array.from({ length: 40 }, (_, i) => {
    const view = sheep(i + 1)
    const life = born(view)
    live(life, view, 8)
    return life.doing
  })
  expect(new Set(now).size).toBeGreaterThan(3)
  expect(now.filter((doing) => doing === 'graze').length).toBeGreaterThan(10)
})

test('a sheep shows its mood at rest: wary ones look up, those in panic stare', () => {
  for (const [mood, doing] of [
    ['wary', 'wary'],
    ['panic', 'alarm'],
  ] as const) {
    const view = sheep(9, { mood })
    const life = born(view)
    live(life, view, 2)
    expect(life.doing).toBe(doing)
  }
})

test('a sheep that grazes lifts its head before it does anything else at rest', () => {
  const view = sheep(3)
  const life = born(view)
  const beat = new Beat()
  for (let i = 0; life.doing !== 'graze' || life.index === 0; i++) {
    expect(i).toBeLessThan(6000)
    beat.next(1 / 60)
    life.update(view, view, beat)
  }
  view.mood = 'wary'
  beat.next(1 / 60)
  life.update(view, view, beat)
  expect([life.doing, life.index]).toEqual(['graze', 0])
  live(life, view, 0.5)
  expect(life.doing).toBe('wary')
})

test('a foot on the ground goes back evenly, so that it stays where it is while the body goes on', () => {
  const reaches = [0, 0.1, 0.2, 0.3, 0.4, 0.5].map((moment) => footAt(moment, 0.6).reach)
  for (let i = 1; i < reaches.length; i++)
    expect(reaches[i]! - reaches[i - 1]!).toBeCloseTo(-1 / 3, 9)
  expect(footAt(0.3, 0.6).lift).toBe(0)
  expect(footAt(0.8, 0.6).lift).toBeGreaterThan(0.9)
  expect(footAt(0.999, 0.6).reach).toBeCloseTo(footAt(0, 0.6).reach, 1)
})

test('figures have the sizes that the meadow is made for, and stand on the ground', () => {
  const size = (clay: ReturnType<typeof dogClay>) => {
    const { left, right, top, bottom } = frameOf(clay, TURNS[0]!, false)!
    return { long: right - left, high: -top, below: bottom }
  }
  const ewe = size(sheepClay(FLEECES[0]!, 'stand', 0))
  expect(ewe.long).toBeGreaterThan(25)
  expect(ewe.long).toBeLessThan(34)
  expect(ewe.high).toBeLessThan(26)
  expect(ewe.below).toBeLessThan(5)
  expect(size(wolfClay('stand', 0)).long).toBeGreaterThan(size(dogClay('stand', 0)).long * 1.25)
})

test('each of the sixteen looks has a fleece that there is, and a size near that of the others', () => {
  expect(LOOKS).toHaveLength(16)
  for (const { fleece, size } of LOOKS) {
    expect(FLEECES[fleece]).toBeDefined()
    expect(Math.abs(size - 1)).toBeLessThan(0.125)
  }
  expect(new Set(LOOKS.map(({ fleece, tint, size }) => `${fleece} ${tint} ${size}`)).size).toBe(16)
})

test('E9 people are there before sheep, which appear gradually once they are painted', () => {
  let isPainted = false
  const textures = {
    ...bake.bakedFigures(),
    get hasAnimals() {
      return isPainted
    },
  }
  const meadow = new Meadow()
  const early = new cast.Cast(meadow.scene, textures, new pixi.Container(), meadow.sight)
  meadow.lists.sheep.push(sheep(1))
  early.show(FRAME.dtSeconds)
  const { shadows } = early
  expect(shadows.children.map(({ visible }) => visible)).toEqual([false])
  isPainted = true
  early.show(FRAME.dtSeconds)
  expect(shadows.children[0]).toMatchObject({ visible: true, alpha: 0.05 })
  for (let n = 0; n < 60; n++) early.show(FRAME.dtSeconds)
  expect(shadows.children[0]!.alpha).toBe(1)
})

test('E9 figures are baked in many pieces, once for all pictures', () => {
  expect([...bake.bakeSteps().first, ...bake.bakeSteps().rest].length).toBeGreaterThan(40)
  expect(bake.bakedFigures()).toBe(bake.bakedFigures())
  const { sheep: reels } = bake.bakedFigures()
  const labels = new Set<string | undefined>()
  for (const reel of reels)
    for (let turn = 0; turn < TURNS.length; turn++)
      for (const doing of Object.keys(SHEEP_DRAWINGS) as (keyof typeof SHEEP_DRAWINGS)[])
        for (let i = 0; i < SHEEP_DRAWINGS[doing]; i++)
          labels.add(reel.at(turn, doing, i).texture.label)
  const perHeading = Object.values<number>(SHEEP_DRAWINGS).reduce((a, b) => a + b)
  expect(labels.size).toBe(reels.length * TURNS.length * perHeading)
})

test('E6 a figure stands at the place of its entity, and nothing it does lifts its origin from there', () => {
  const meadow = new Meadow()
  const view = sheep(4, { look: 11 })
  meadow.lists.sheep.push(view)
  meadow.frames(60, () => {
    view.x += 2.5
    view.y += 1
  })
  const [sprite] = meadow.layer.children
  expect([sprite?.position.x, sprite?.position.y]).toEqual([view.x, view.y])
  expect(meadow.drawn()[0]).toMatch(/^sheep 1 run \d 0$/)
  expect(sprite?.scale.x).toBeCloseTo(1.12, 9)
  meadow.frames(20, () => {
    view.x -= 2.5
  })
  expect(sprite?.scale.x).toBeCloseTo(-1.12, 9)
})

test('D12 who is out of sight has no sprite in the picture, and sprites are used again', () => {
  const meadow = new Meadow()
  for (let i = 0; i < 30; i++) meadow.lists.sheep.push(sheep(i, { x: i * 100, y: 200 }))
  meadow.frames(2)
  expect(meadow.drawn()).toHaveLength(9)
  const made = meadow.layer.children.length
  for (let left = 0; left < 2000; left += 50) {
    meadow.sight.left = left
    meadow.frames()
  }
  expect(meadow.drawn()).toHaveLength(8)
  expect(meadow.layer.children.length).toBe(made)
  meadow.lists.sheep.length = 0
  meadow.frames()
  expect(meadow.drawn()).toEqual([])
  expect(meadow.cast.shadows.children.every(({ visible }) => !visible)).toBe(true)
})

const dog = (owner: number, x: number) => ({ id: 40 + owner, owner, x, y: 100, hue: 200 })

test('a dog sits when it has been at rest, and barks for a quarter of a second when its owner lets it', () => {
  const meadow = new Meadow()
  meadow.lists.dog.push(dog(1, 100), dog(2, 200))
  meadow.frames(10)
  expect(meadow.drawn().map((label) => label.split(' ')[1])).toEqual(['sit', 'sit'])
  meadow.listeners.get('barked')?.({ x: 200, y: 100 }, 2)
  meadow.frames(8)
  expect(meadow.drawn().map((label) => label.split(' ')[1])).toEqual(['sit', 'bark'])
  meadow.frames(8)
  expect(meadow.drawn().map((label) => label.split(' ')[1])).toEqual(['sit', 'sit'])
})

test('the eyes of a wolf shine at night only, and not through the back of its head', () => {
  const meadow = new Meadow()
  const wolf = { id: 70, x: 100, y: 100, mood: 'prowl' }
  meadow.lists.wolf.push(wolf)
  const eyes = (vx: number, vy: number): number => {
    meadow.frames(30, () => {
      wolf.x += vx
      wolf.y += vy
    })
    const { lights } = meadow.cast
    const [both] = lights.children
    return lights.visible ? both!.children.filter(({ visible }) => visible).length : 0
  }
  expect(eyes(0, 1)).toBe(0)
  meadow.lists.round[0]!.night = 255
  expect(eyes(0, 1)).toBe(2)
  expect(eyes(1, 0)).toBe(1)
  expect(eyes(0, -1)).toBe(0)
})

test('a shepherd has its name over it and its lantern lit at night', () => {
  const meadow = new Meadow()
  meadow.lists.shepherd.push({ id: 5, owner: 1, x: 90, y: 120, hue: 10, name: 'Ada', mine: true })
  meadow.frames()
  const [name] = meadow.cast.names.children as Text[]
  expect(name?.text).toBe('Ada')
  expect(name!.y - name!.pivot.y).toBeLessThan(120 - 40)
  const [lantern] = meadow.cast.lights.children
  expect(meadow.cast.lights.visible).toBe(false)
  meadow.lists.round[0]!.night = 204
  meadow.frames()
  expect(meadow.cast.lights.visible).toBe(true)
  expect(meadow.cast.lights.alpha).toBeCloseTo(0.8, 9)
  expect([lantern!.x, lantern!.y]).toEqual([90, 120])
  expect(Math.abs(lantern!.children[0]!.y + 12)).toBeLessThan(8)
})

test('E4 the end of a cast takes all it has put into the layers along, and no listener stays', () => {
  const meadow = new Meadow()
  meadow.lists.sheep.push(sheep(1))
  meadow.lists.dog.push(dog(1, 100))
  meadow.frames(2)
  expect(meadow.layer.children).toHaveLength(2)
  meadow.cast.close()
  expect(meadow.layer.children).toHaveLength(0)
  expect(meadow.listeners.size).toBe(0)
})

import type { Container } from 'pixi.js'
import { expect, expectTypeOf, test } from 'vitest'
import type { Session } from '../client/session.ts'
import { defineGame } from '../game/define-game.ts'
import { angle, int, number } from '../game/field.ts'
import type { KindOf, View } from '../game/parts.ts'
import { vec2 } from '../game/vectors.ts'
import { sprites } from './sprites.ts'

const game = defineGame({
  name: 'shapes',
  input: {},
  entities: {
    dot: { x: number({ max: 800 }), y: number({ max: 600 }), hue: int({ max: 359 }) },
    ship: { position: vec2({ max: 800 }), angle: angle() },
  },
})
type Dot = { -readonly [F in keyof View<typeof game, 'dot'>]: View<typeof game, 'dot'>[F] }
type Ship = View<typeof game, 'ship'>

/** The part of a session that `sprites` uses; the test calls its frames. */
class Stage {
  readonly dots: Dot[] = []
  readonly ships: Ship[] = []
  readonly runs = new Set<(dtSeconds: number) => void>()
  entities<K extends KindOf<typeof game>>(kind: K): readonly View<typeof game, K>[] {
    return (kind === 'dot' ? this.dots : this.ships) as unknown as View<typeof game, K>[]
  }
  onFrame(run: (dtSeconds: number) => void): () => void {
    this.runs.add(run)
    return () => this.runs.delete(run)
  }
  get session(): Session<typeof game> {
    return this as unknown as Session<typeof game>
  }
  frame(dtSeconds = 1 / 60): void {
    for (const run of this.runs) run(dtSeconds)
  }
}

/** The part of a container that `sprites` uses. A real container needs a renderer's globals. */
class Box {
  readonly children: Box[] = []
  readonly position = {
    x: 0,
    y: 0,
    set(x: number, y: number) {
      this.x = x
      this.y = y
    },
  }
  rotation = 0
  destroyed = false
  readonly label: string
  constructor(label = '') {
    this.label = label
  }
  addChild(child: Box): void {
    this.children.push(child)
  }
  destroy(): void {
    this.destroyed = true
  }
}
const box = (label?: string): Container & Box => new Box(label) as unknown as Container & Box
const dot = (id: number, x = 0, y = 0): Dot => ({
  id,
  kind: 'dot',
  owner: 1,
  mine: false,
  x,
  y,
  hue: 7,
})

test('an entity that enters gets a sprite that follows it', () => {
  const stage = new Stage()
  const root = box()
  sprites(root, stage.session, 'dot', (view) => box(`dot ${view.hue}`))
  stage.dots.push(dot(1, 3, 4))
  stage.frame()
  expect(root.children.map((child) => child.label)).toEqual(['dot 7'])
  const [first] = stage.dots
  if (first) first.x = 30
  stage.frame()
  expect(root.children[0]?.position).toMatchObject({ x: 30, y: 4 })
})

test('an entity that leaves takes its sprite with it, and the others keep theirs', () => {
  const stage = new Stage()
  const root = box()
  sprites(root, stage.session, 'dot', () => box())
  stage.dots.push(dot(1), dot(2), dot(3))
  stage.frame()
  stage.dots.splice(1, 1)
  stage.frame()
  expect(root.children.map((child) => child.destroyed)).toEqual([false, true, false])
})

test('a new entity with the id of one that left gets a sprite of its own', () => {
  const stage = new Stage()
  const root = box()
  sprites(root, stage.session, 'dot', () => box())
  stage.dots.push(dot(1))
  stage.frame()
  stage.dots[0] = dot(1, 5, 5)
  stage.frame()
  expect(root.children.map((child) => child.destroyed)).toEqual([true, false])
  stage.dots[0].x = 6
  stage.frame()
  expect(root.children[1]?.position.x).toBe(6)
  expect(root.children).toHaveLength(2)
})

test('a vec2 position and an angle place and turn the sprite', () => {
  const stage = new Stage()
  const root = box()
  const entity = { id: 1, kind: 'ship', owner: null, mine: false } as const
  stage.ships.push({ ...entity, position: { x: 8, y: 9 }, angle: 0.5 })
  sprites(root, stage.session, 'ship', () => box())
  stage.frame()
  expect(root.children[0]?.position).toMatchObject({ x: 8, y: 9 })
  expect(root.children[0]?.rotation).toBe(0.5)
})

test('update runs once per sprite and frame, after the sprite was placed', () => {
  const stage = new Stage()
  const seen: number[] = []
  sprites(
    box(),
    stage.session,
    'dot',
    () => box(),
    (sprite, view, dtSeconds) => {
      seen.push(sprite.position.x, view.x, dtSeconds)
    },
  )
  stage.dots.push(dot(1, 3, 4))
  stage.frame(0.5)
  expect(seen).toEqual([3, 3, 0.5])
})

test('the undo removes every sprite and stops following', () => {
  const stage = new Stage()
  const root = box()
  const undo = sprites(root, stage.session, 'dot', () => box())
  stage.dots.push(dot(1), dot(2))
  stage.frame()
  undo()
  expect(root.children.every((child) => child.destroyed)).toBe(true)
  expect(stage.runs.size).toBe(0)
})

test('views and kinds are typed by the game', () => {
  const stage = new Stage()
  sprites(box(), stage.session, 'dot', (view) => {
    expectTypeOf(view.hue).toEqualTypeOf<number>()
    // @ts-expect-error a dot has no angle
    void view.angle
    return box()
  })
  // @ts-expect-error there is no such kind
  sprites(box(), stage.session, 'boat', () => box())
})

test('`leave` is called with the sprite of an entity that has left, before it is destroyed, but not by the undo', () => {
  const stage = new Stage()
  const box = new Box()
  const [first, second] = [1, 2].map((id) => ({ id, x: 10 * id, y: 0, hue: 0 }) as Dot)
  stage.dots.push(first!, second!)
  const left: [object, boolean][] = []
  const undo = sprites(
    box as never,
    stage.session,
    'dot',
    () => new Box() as never,
    undefined,
    (sprite, dot) => left.push([dot, (sprite as unknown as Box).destroyed]),
  )
  stage.frame()
  stage.dots.shift()
  stage.frame()
  expect(left).toEqual([[first, false]])
  undo()
  expect(left.length).toBe(1)
})

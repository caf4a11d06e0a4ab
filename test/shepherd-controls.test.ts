import { beforeEach, describe, expect, test } from 'vitest'
import { holdArrows, noArrows, WAYS } from '../games/page/arrows.ts'
import { Controls } from '../games/page/controls.ts'
import type { PadState } from '../games/page/gamepads.ts'
import { DogGuide } from '../games/shepherd/input/dog-guide.ts'
import { holdTowards, nextAfter } from '../games/shepherd/input/following.ts'
import { PadHands } from '../games/shepherd/input/gamepad.ts'
import type { Held } from '../games/shepherd/input/held.ts'
import { KeyHands } from '../games/shepherd/input/key-hands.ts'
import { Pointer } from '../games/shepherd/input/pointer.ts'
import { HEIGHT, WIDTH } from '../games/shepherd/rules/meadow.ts'

const nothing = (): Held => ({ ...noArrows(), bark: false })
const heldOf = (input: object): string[] =>
  Object.entries(input).flatMap(([name, isHeld]) => (isHeld === true ? [name] : []))
const far = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y)

/** What a session's input takes, with every write in order. */
class Target {
  readonly input: Held = nothing()
  releases = 0
  releaseInput(): void {
    this.releases++
  }
}

describe('where the dog shall be', () => {
  const shepherd = { x: 1000, y: 800 }
  const dog = { x: 1030, y: 800 }
  let guide: DogGuide
  beforeEach(() => {
    guide = new DogGuide()
  })

  test('a dog that has been told nothing is at heel, and one that is near stays where it is', () => {
    guide.walk(dog, shepherd)
    expect(guide.order).toBe('heel')
    expect([guide.x, guide.y]).toEqual([dog.x, dog.y])
  })

  test('a dog at heel follows in strides, so that most steps have the same input', () => {
    const walker = { ...shepherd }
    let changes = 0
    let before = ''
    for (let step = 0; step < 90; step++) {
      walker.x += 4
      guide.walk(dog, walker)
      expect(far(guide, walker)).toBeLessThan(75)
      const said = `${guide.x} ${guide.y}`
      if (said !== before) changes++
      before = said
    }
    expect(changes).toBeGreaterThan(5)
    expect(changes).toBeLessThanOrEqual(90 / 5)
    expect(guide.x, 'behind who walks to the right').toBeLessThan(walker.x - 30)
  })

  test('one that is called from afar comes to its shepherd', () => {
    guide.go(3000, 2000)
    guide.heel()
    guide.walk({ x: 3000, y: 2000 }, shepherd)
    expect(far(guide, shepherd)).toBeLessThan(60)
  })

  test('one that was sent stays there while its shepherd walks on', () => {
    guide.go(1300, 700)
    guide.walk(dog, { x: 400, y: 400 })
    expect([guide.x, guide.y]).toEqual([1300, 700])
  })

  test('one that shall stay has no goal, and going somewhere ends that', () => {
    guide.go(1300, 700)
    guide.stay()
    guide.walk(dog, shepherd)
    const input = { dogX: 1, dogY: 1 }
    guide.tell(input)
    expect(input).toEqual({ dogX: 0, dogY: 0 })
    guide.go(900, 900)
    guide.tell(input)
    expect(input).toEqual({ dogX: 900, dogY: 900 })
  })

  test('a goal is on the meadow, and never the one that means to stay', () => {
    guide.go(-500, -500)
    expect(Math.min(guide.x, guide.y)).toBeGreaterThan(4)
    guide.go(99_999, 99_999)
    expect(guide.x).toBeLessThan(WIDTH)
    expect(guide.y).toBeLessThan(HEIGHT)
  })

  test('keys move the goal from where the dog is, no further than can be seen, the diagonal no faster', () => {
    guide.steer({ x: 0, y: 0 }, 0.1, dog, shepherd)
    expect(guide.order, 'no key, no order').toBe('heel')
    guide.steer({ x: 1, y: 0 }, 0.1, dog, shepherd)
    const straight = guide.x - dog.x
    expect(straight).toBeGreaterThan(30)
    expect(guide.y).toBe(dog.y)
    guide.heel()
    guide.steer({ x: 1, y: 1 }, 0.1, dog, shepherd)
    expect(far(guide, dog)).toBeCloseTo(straight)
    for (let i = 0; i < 100; i++) guide.steer({ x: 1, y: -1 }, 0.1, dog, shepherd)
    expect(guide.x - shepherd.x).toBeLessThanOrEqual(400)
    expect(shepherd.y - guide.y).toBeLessThanOrEqual(225)
  })

  test.each([
    ['half to the right', 0.5, 0, 0.5],
    ['all the way on a diagonal', Math.SQRT1_2, -Math.SQRT1_2, 1],
    ['a little on a diagonal', 0.36, 0.48, 0.6],
    ['right with two sticks', 2, 0, 1],
    ['on a diagonal with two sticks', -1.6, 1.2, 1],
  ])(
    'a stick pushed %s moves the goal as fast as it is pushed, at most at full speed',
    (_, x, y, share) => {
      guide.steer({ x: 1, y: 0 }, 0.1, dog, shepherd)
      const straight = guide.x - dog.x
      guide.heel()
      guide.steer({ x, y }, 0.1, dog, shepherd)
      expect(far(guide, dog)).toBeCloseTo(straight * share)
    },
  )

  test('new orders are counted once, however often a pointer repeats them', () => {
    guide.go(500, 500)
    guide.go(501, 500)
    guide.go(502, 500)
    expect(guide.orders).toBe(1)
    guide.stay()
    expect(guide.orders).toBe(2)
  })
})

describe('a pointer', () => {
  const MOUSE = { pointerId: 1, pointerType: 'mouse', button: 0, movementX: 1, movementY: 1 }
  const FINGER = { ...MOUSE, pointerId: 2, pointerType: 'touch' }
  let stage: EventTarget
  let goals: string[]
  let barks: number
  let pointer: Pointer
  const tell = (type: string, event: object, clientX = 0, clientY = 0): boolean =>
    stage.dispatchEvent(Object.assign(new Event(type), event, { clientX, clientY }))
  beforeEach(() => {
    stage = Object.assign(new EventTarget(), { setPointerCapture: () => {} })
    goals = []
    barks = 0
    const aim = (x: number, y: number, out: { x: number; y: number }) =>
      Object.assign(out, { x, y })
    const guide = { go: (x: number, y: number) => goals.push(`${x} ${y}`) }
    pointer = new Pointer(stage as HTMLElement, guide, aim, () => barks++)
  })

  test('that is a mouse sends the dog by moving, and barks by a click', () => {
    tell('pointermove', MOUSE, 30, 40)
    pointer.frame()
    expect([goals, barks]).toEqual([['30 40'], 0])
    tell('pointerdown', MOUSE, 50, 60)
    expect([goals.at(-1), barks]).toEqual(['50 60', 1])
  })

  test('that is a finger sends the dog while it is down', () => {
    tell('pointermove', FINGER, 30, 40)
    tell('pointerdown', FINGER, 50, 60)
    tell('pointermove', FINGER, 70, 80)
    tell('lostpointercapture', FINGER)
    tell('pointermove', FINGER, 90, 90)
    pointer.frame()
    expect([goals, barks]).toEqual([['50 60', '70 80'], 0])
  })

  test('that is held is the only one: a mouse that moves meanwhile sends nobody', () => {
    tell('pointerdown', FINGER, 50, 60)
    tell('pointermove', MOUSE, 300, 300)
    tell('pointerdown', MOUSE, 300, 300)
    pointer.frame()
    expect([goals, barks]).toEqual([['50 60', '50 60'], 0])
    tell('lostpointercapture', FINGER)
    tell('pointermove', MOUSE, 300, 300)
    expect(goals.at(-1)).toBe('300 300')
  })
})

describe('keys for the shepherd and for the dog', () => {
  test('arrows walk, and while Shift is held they move the goal of the dog', () => {
    const target = new Target()
    const hands = new KeyHands(new Controls<Held>(target).source())
    hands.input.right = true
    expect(heldOf(target.input)).toEqual(['right'])
    hands.steers = true
    expect(heldOf(target.input)).toEqual([])
    expect(heldOf(hands.goal)).toEqual(['right'])
    hands.input.up = true
    hands.input.right = false
    expect(heldOf(hands.goal)).toEqual(['up'])
    hands.steers = false
    expect(heldOf(hands.goal)).toEqual([])
    expect(heldOf(target.input), 'what is still held walks').toEqual(['up'])
  })

  test('a bark is a bark with Shift or without, and losing focus lets go of both sides', () => {
    const target = new Target()
    const hands = new KeyHands(new Controls<Held>(target).source())
    hands.steers = true
    hands.input.left = true
    hands.input.bark = true
    expect(heldOf(target.input)).toEqual(['bark'])
    hands.releaseInput()
    expect([...heldOf(target.input), ...heldOf(hands.goal)]).toEqual([])
    expect(target.releases).toBe(1)
  })
})

describe('a gamepad', () => {
  const pad = (
    pressed: readonly number[],
    axes = [0, 0, 0, 0],
    mapping = 'standard',
  ): PadState => ({
    mapping,
    axes,
    buttons: Array.from({ length: 17 }, (_, place) => ({ pressed: pressed.includes(place) })),
  })
  let target: Target
  let said: string[]
  let hands: PadHands
  const read = (state: PadState): void => {
    hands.begin()
    hands.read(state)
    hands.end()
  }
  beforeEach(() => {
    target = new Target()
    said = []
    hands = new PadHands(new Controls<Held>(target).source(), {
      heel: () => said.push('heel'),
      stay: () => said.push('stay'),
    })
  })

  test.each<[string, PadState, string[]]>([
    ['the cross up and left', pad([12, 14]), ['left', 'up']],
    ['the left stick down to the right', pad([], [0.7, 0.7, 0, 0]), ['right', 'down']],
    ['a stick at rest', pad([], [0.2, -0.25, 0, 0]), []],
    ['A', pad([0]), ['bark']],
    ['another mapping, whose places mean something else', pad([12, 14], [0, 0], ''), []],
  ])('%s', (_, state, held) => {
    read(state)
    expect(heldOf(target.input)).toEqual(held)
  })

  test('the right stick moves the goal of the dog, beyond its dead zone', () => {
    read(pad([], [0, 0, 0.2, -0.9]))
    expect([hands.push.x, hands.push.y]).toEqual([0, -0.9])
    read(pad([]))
    expect([hands.push.x, hands.push.y]).toEqual([0, 0])
  })

  test('B calls the dog and X makes it stay, once for each press', () => {
    read(pad([1]))
    read(pad([1]))
    read(pad([]))
    read(pad([1]))
    read(pad([2]))
    expect(said).toEqual(['heel', 'heel', 'stay'])
  })
})

test.each<[string, number, number, string[]]>([
  ['in the middle', 0.52, 0.47, []],
  ['on the left', 0.1, 0.5, ['left']],
  ['up', 0.55, 0.1, ['up']],
  ['down to the right', 0.9, 0.85, ['right', 'down']],
  ['off the pad, up to the left', -0.4, -0.3, ['left', 'up']],
  ['mostly right and a little down', 1, 0.6, ['right']],
])('a thumb %s of the pad', (_, x, y, held) => {
  const input = noArrows()
  // What it held before does not stay.
  holdArrows(0.9, 0.1, input)
  holdArrows(x, y, input)
  expect(heldOf(input)).toEqual(held)
})

describe('who watches', () => {
  test('follows one shepherd after the other, around', () => {
    const walkers = [{ id: 7 }, { id: 3 }, { id: 9 }]
    const seen: (number | undefined)[] = []
    let current: number | null = null
    for (let i = 0; i < 4; i++) {
      current = nextAfter(walkers, current)?.id ?? null
      seen.push(current ?? undefined)
    }
    expect(seen).toEqual([7, 3, 9, 7])
    expect(nextAfter(walkers, 1234)?.id, 'after one that has left').toBe(7)
    expect(nextAfter([], 7)).toBeUndefined()
  })

  test('an eye goes to whom it follows and rests there, in steps of 20 units', () => {
    const eye = { x: 300, y: 2000 }
    const goal = { x: 1707, y: 433 }
    const held = noArrows()
    let moves = 0
    for (let step = 0; step < 200; step++) {
      holdTowards(eye, goal, held)
      eye.x += 20 * (Number(held.right) - Number(held.left))
      eye.y += 20 * (Number(held.down) - Number(held.up))
      if (WAYS.some((way) => held[way])) moves = step
    }
    expect(Math.abs(eye.x - goal.x)).toBeLessThanOrEqual(20)
    expect(Math.abs(eye.y - goal.y)).toBeLessThanOrEqual(20)
    expect(moves, 'it came to rest').toBeLessThan(100)
  })

  test('an eye does not tremble behind a shepherd that walks', () => {
    const eye = { x: 1000, y: 1000 }
    const goal = { x: 1000, y: 1000 }
    const held = noArrows()
    let turns = 0
    let was = ''
    for (let step = 0; step < 300; step++) {
      goal.x += 4
      holdTowards(eye, goal, held)
      eye.x += 20 * (Number(held.right) - Number(held.left))
      expect(held.left).toBe(false)
      const now = heldOf(held).join()
      if (now !== was) turns++
      was = now
      expect(Math.abs(goal.x - eye.x)).toBeLessThan(100)
    }
    expect(turns).toBeLessThan(60)
  })
})

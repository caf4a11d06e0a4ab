import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Controls, type Source } from '../games/page/controls.ts'
import { DEAD_ZONE, Gamepads, type PadState } from '../games/page/gamepads.ts'
import { PadButtons, readPad } from '../games/platformer/input/gamepad.ts'
import { holdRun } from '../games/platformer/input/touch.ts'
import type { Buttons } from '../games/platformer/rules/buttons.ts'
import { keys } from '../src/pixi/keys.ts'

const nothing = (): Buttons => ({
  left: false,
  right: false,
  down: false,
  jump: false,
  throw: false,
})

/** A session's input as far as sources write it, with each write in order. */
class Target {
  readonly writes: string[] = []
  releases = 0
  readonly #held: Record<string, boolean> = { ...nothing() }
  readonly input: Buttons = Object.defineProperties({} as Buttons, {
    ...Object.fromEntries(
      Object.keys(nothing()).map((name) => [
        name,
        {
          enumerable: true,
          get: () => this.#held[name],
          set: (down: boolean) => {
            this.#held[name] = down
            this.writes.push(`${name} ${down ? 'down' : 'up'}`)
          },
        },
      ]),
    ),
  })
  releaseInput(): void {
    this.releases++
  }
}

describe('several sources of one input', () => {
  let target: Target
  let one: Source<Buttons>
  let two: Source<Buttons>
  beforeEach(() => {
    target = new Target()
    const controls = new Controls<Buttons>(target)
    one = controls.source()
    two = controls.source()
  })

  test('a control is held while any of them holds it', () => {
    one.input.left = true
    two.input.left = true
    one.input.left = false
    expect(target.input.left).toBe(true)
    two.input.left = false
    expect(target.input.left).toBe(false)
    expect(one.input.left).toBe(false)
  })

  test('each source that presses counts, and letting go presses nothing again', () => {
    one.input.throw = true
    two.input.throw = true
    one.input.throw = true
    one.input.throw = false
    two.input.throw = false
    expect(target.writes).toEqual(['throw down', 'throw down', 'throw up'])
  })

  test('a tap that is over before the next frame is written', () => {
    one.input.jump = true
    one.input.jump = false
    expect(target.writes).toEqual(['jump down', 'jump up'])
  })

  test('releasing one source leaves what another holds', () => {
    one.input.right = true
    two.input.right = true
    two.input.jump = true
    one.releaseInput()
    expect(target.input).toMatchObject({ right: true, jump: true })
    expect(target.releases).toBe(0)
    two.releaseInput()
    expect(target.input).toMatchObject({ right: false, jump: false })
    expect(target.releases).toBe(1)
  })
})

describe('keys as one source of several', () => {
  beforeEach(() => {
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('document', new EventTarget())
  })
  afterEach(() => vi.unstubAllGlobals())

  test('keys write through the source, and losing focus lets go of theirs only', () => {
    const target = new Target()
    const controls = new Controls<Buttons>(target)
    const pad = controls.source()
    keys(controls.source(), { throw: ['KeyF'] })
    const key = Object.assign(new Event('keydown'), { code: 'KeyF' })
    pad.input.right = true
    window.dispatchEvent(key)
    expect(target.input).toMatchObject({ throw: true, right: true })
    window.dispatchEvent(new Event('blur'))
    expect(target.input).toMatchObject({ throw: false, right: true })
  })
})

/** A gamepad with these buttons pressed. */
const pad = (pressed: readonly number[], axes = [0, 0], mapping = 'standard'): PadState => ({
  mapping,
  axes,
  buttons: Array.from({ length: 17 }, (_, place) => ({ pressed: pressed.includes(place) })),
})

const readOf = (state: PadState, before = nothing()): Buttons => {
  const out = nothing()
  readPad(state, before, out)
  return out
}

describe('a gamepad', () => {
  test.each<[string, PadState, Partial<Buttons>]>([
    ['the cross to the left', pad([14]), { left: true }],
    ['the cross to the right', pad([15]), { right: true }],
    ['the cross down', pad([13]), { down: true }],
    ['A', pad([0]), { jump: true }],
    ['X', pad([2]), { throw: true }],
    ['B', pad([1]), { throw: true }],
    ['the stick to the left', pad([], [-0.6, 0]), { left: true }],
    ['the stick down to the right', pad([], [0.7, 0.7]), { right: true, down: true }],
    ['a stick at rest', pad([], [0.2, -0.25]), {}],
    ['the stick up', pad([], [0, -1]), {}],
    ['nothing at all', { mapping: '', axes: [], buttons: [] }, {}],
    ['another mapping, whose places mean something else', pad([13, 14, 15], [0, 0], ''), {}],
  ])('%s', (_, state, held) => {
    expect(readOf(state)).toEqual({ ...nothing(), ...held })
  })

  test('a stick at the edge of its dead zone does not stutter', () => {
    const out = pad([], [DEAD_ZONE + 0.01, 0])
    const edge = pad([], [DEAD_ZONE - 0.02, 0])
    expect(readOf(edge).right).toBe(false)
    expect(readOf(edge, readOf(out)).right).toBe(true)
    expect(readOf(pad([], [DEAD_ZONE - 0.1, 0]), readOf(out)).right).toBe(false)
  })

  describe('on a page', () => {
    let pads: (PadState & { connected: boolean })[]
    let asked: number
    let hasFocus: boolean
    beforeEach(() => {
      pads = [{ ...pad([0, 15]), connected: true }]
      asked = 0
      hasFocus = true
      vi.stubGlobal('window', new EventTarget())
      vi.stubGlobal('document', { hasFocus: () => hasFocus })
      vi.stubGlobal('navigator', {
        getGamepads: () => {
          asked++
          return pads
        },
      })
    })
    afterEach(() => vi.unstubAllGlobals())

    test('is asked while there is one, and lets go when it is taken away', () => {
      const target = new Target()
      const [first] = pads.splice(0)
      const gamepads = new Gamepads(new PadButtons(new Controls<Buttons>(target).source()))
      asked = 0
      gamepads.poll()
      expect(asked).toBe(0)
      pads.push(first!)
      window.dispatchEvent(new Event('gamepadconnected'))
      gamepads.poll()
      expect(target.input).toMatchObject({ right: true, jump: true })
      pads = []
      window.dispatchEvent(new Event('gamepaddisconnected'))
      expect(target.input).toMatchObject({ right: false, jump: false })
      asked = 0
      gamepads.poll()
      expect(asked).toBe(0)
    })

    test('is read when it was there before anybody listened, and nothing fails where there are none', () => {
      const target = new Target()
      new Gamepads(new PadButtons(new Controls<Buttons>(target).source())).poll()
      expect(target.input).toMatchObject({ right: true, jump: true })
      vi.stubGlobal('navigator', {})
      new Gamepads(new PadButtons(new Controls<Buttons>(new Target()).source())).poll()
    })

    test('leaves a page alone that is not in front', () => {
      const target = new Target()
      const gamepads = new Gamepads(new PadButtons(new Controls<Buttons>(target).source()))
      gamepads.poll()
      hasFocus = false
      gamepads.poll()
      expect(target.input).toMatchObject({ right: false, jump: false })
    })
  })
})

test.each<[string, number, number, Partial<Buttons>]>([
  ['on the left half', 0.2, 0.5, { left: true }],
  ['on the right half', 0.8, 0.3, { right: true }],
  ['just left of the middle', 0.49, 0.5, { left: true }],
  ['low in the middle', 0.5, 0.9, { down: true }],
  ['in the lower left corner', 0.1, 0.9, { left: true, down: true }],
  ['in the lower right corner', 0.95, 0.8, { right: true, down: true }],
  ['beyond the right edge', 1.6, 0.4, { right: true }],
  ['beyond the lower edge', 0.5, 1.5, { down: true }],
])('a thumb %s of the pad', (_, x, y, held) => {
  const input = nothing()
  // What it held before does not stay.
  holdRun(0.05, 0.1, input)
  holdRun(x, y, input)
  expect(input).toEqual({ ...nothing(), ...held })
})

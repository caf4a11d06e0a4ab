import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import type { Curve } from './curves.ts'
import { Predictor, type PredictorOptions } from './predictor.ts'

interface Body {
  x: number
  speed: number
  turns: number
}
interface Keys {
  right: boolean
}

const curves: readonly Curve[] = ['linear', 'linear', 'step']
const birth = (): Body => ({ x: 0, speed: 0, turns: 0 })

/** Gains a unit of speed per step while the key is down and loses half of the speed otherwise. */
function move(body: Body, keys: Keys): void {
  body.speed = keys.right ? body.speed + 1 : body.speed / 2
  body.x += body.speed
}

function predictor(changes: Partial<PredictorOptions<Body, Keys>> = {}): Predictor<Body, Keys> {
  return new Predictor({
    state: birth(),
    move,
    curves,
    write: (body, out) => {
      out[0] = body.x
      out[1] = body.speed
      out[2] = body.turns
    },
    read: (body, from) => {
      body.x = from[0]!
      body.speed = from[1]!
      body.turns = from[2]!
    },
    ...changes,
  })
}

/** The server's copy: the same steps, without prediction. */
function server(count: number, keys: (n: number) => Keys): Body {
  const body = birth()
  for (let n = 1; n <= count; n++) move(body, keys(n))
  return body
}

const out = new Float64Array(3)
const shown = (own: Predictor<Body, Keys>, alpha: number, dtSeconds = 0): number => {
  own.show(alpha, dtSeconds, out)
  return out[0]!
}

describe('Predictor', () => {
  test('A5 an input changes the state at once, whatever the server says later', () => {
    const own = predictor()
    expect(own.step({ right: true })).toBe(1)
    expect(own.state.x).toBe(1)
    expect(shown(own, 1)).toBe(1)
    expect(shown(own, 0.5)).toBe(0.5)
  })

  test('A6 inputs are numbered from 1 and kept as they were, though the caller writes one object', () => {
    const own = predictor()
    const keys = { right: true }
    for (let n = 1; n <= 4; n++) {
      keys.right = n % 2 === 1
      expect(own.step(keys)).toBe(n)
    }
    own.reconcile(0, { x: 100, speed: 0, turns: 0 })
    expect(own.state.x - 100).toBe(server(4, (n) => ({ right: n % 2 === 1 })).x)
    expect(own.replayedSteps).toBe(4)
  })

  test('A6 plain inputs are kept as they are, nested ones by a function of the game', () => {
    const plain = new Predictor<{ x: number }, number>({
      state: { x: 0 },
      move: (body, by) => {
        body.x += by
      },
      curves: ['linear'],
      write: (body, row) => {
        row[0] = body.x
      },
      read: (body, row) => {
        body.x = row[0]!
      },
    })
    for (const by of [1, 10, 100]) plain.step(by)
    plain.reconcile(1, { x: 5 })
    expect(plain.state.x).toBe(115)
    const kept: (Keys | undefined)[] = []
    const own = predictor({
      keepInput: (old, input) => {
        kept.push(old)
        return { ...input }
      },
      capacity: 2,
    })
    for (let n = 0; n < 3; n++) own.step({ right: n === 0 })
    expect(kept).toEqual([undefined, undefined, { right: true }])
  })

  test('A6 a field that an input leaves out is left out, even if the input kept there before had it', () => {
    const seen: object[] = []
    const own = new Predictor<Body, { jump?: boolean; right?: boolean }>({
      state: birth(),
      move: (_body, input) => void seen.push(structuredClone(input)),
      curves,
      write: () => {},
      read: () => {},
      capacity: 2,
    })
    own.step({ jump: true })
    own.step({})
    own.step({ right: true })
    expect(seen).toEqual([{ jump: true }, {}, { right: true }])
  })

  test('A6 arrays are copied, and objects that cannot be copied by their fields are refused', () => {
    const sums: number[] = []
    const options = {
      move: (_body: Body, input: readonly number[]) => void sums.push(Math.max(...input)),
      curves,
      write: () => {},
      read: () => {},
      capacity: 2,
    }
    const own = new Predictor<Body, readonly number[]>({ ...options, state: birth() })
    for (const input of [[1, 9], [2, 3], [4]]) own.step(input)
    expect(sums).toEqual([9, 3, 4])
    const fresh = new Predictor<Body, readonly number[]>({ ...options, state: birth() })
    expect(() => fresh.step(new Float64Array(2) as unknown as number[])).toThrow(
      'input is a Float64Array, but must be a plain value, object or array, unless you give a keepInput',
    )
    expect(fresh.newest).toBe(0)
  })

  test('A6 at most `capacity` inputs are kept: answers to lost ones are ignored until newer ones come', () => {
    const own = predictor({ capacity: 8 })
    for (let n = 0; n < 20; n++) own.step({ right: true })
    const { x } = own.state
    expect(own.reconcile(12, { x: 500, speed: 0, turns: 0 })).toBe(false)
    expect([own.state.x, own.ignoredAnswers]).toEqual([x, 1])
    const held = server(13, () => ({ right: true }))
    expect(own.reconcile(13, { ...held, x: held.x + 500 })).toBe(true)
    expect([own.state.x, own.replayedSteps]).toEqual([x + 500, 7])
  })

  test('A7 an answer equal to the prediction replays nothing and touches nothing', () => {
    let steps = 0
    const own = predictor({
      move: (body, keys) => {
        steps++
        move(body, keys)
      },
    })
    for (let n = 1; n <= 30; n++) own.step({ right: n % 3 > 0 })
    for (let n = 1; n <= 30; n++)
      expect(
        own.reconcile(
          n,
          server(n, (m) => ({ right: m % 3 > 0 })),
        ),
      ).toBe(false)
    expect([steps, own.corrections, own.acknowledged]).toEqual([30, 0, 30])
  })

  test('A7 another answer resets the state and replays the inputs after it, marked as replays', () => {
    const replays: boolean[] = []
    const own = predictor({
      move: (body, keys, replaying) => {
        replays.push(replaying)
        move(body, keys)
      },
    })
    for (let n = 1; n <= 6; n++) own.step({ right: true })
    expect(own.reconcile(4, { x: 50, speed: 2, turns: 0 })).toBe(true)
    expect(own.state).toEqual({ x: 50 + 3 + 4, speed: 4, turns: 0 })
    expect(replays).toEqual([...new Array(6).fill(false), true, true])
    expect([own.corrections, own.replayedSteps]).toEqual([1, 2])
  })

  test('A7 the step before the newest is rewritten too: once the offset is gone, both ends are right', () => {
    const own = predictor()
    for (let n = 1; n <= 6; n++) own.step({ right: true })
    own.reconcile(4, { x: 50, speed: 2, turns: 0 })
    own.settle()
    expect(shown(own, 0)).toBe(53)
    expect(shown(own, 1)).toBe(57)
    expect(shown(own, 0.25)).toBe(54)
  })

  test('A7 after a correction the predictions that follow from it are the ones compared', () => {
    const own = predictor()
    for (let n = 1; n <= 6; n++) own.step({ right: true })
    own.reconcile(4, { x: 50, speed: 2, turns: 0 })
    expect(own.reconcile(5, { x: 53, speed: 3, turns: 0 })).toBe(false)
    expect(own.reconcile(6, { x: 57, speed: 4, turns: 0 })).toBe(false)
    expect(own.corrections).toBe(1)
  })

  test('A7 old and unknown answers are ignored and counted, the same one again is compared again', () => {
    const own = predictor()
    for (let n = 1; n <= 5; n++) own.step({ right: true })
    const truth = server(3, () => ({ right: true }))
    expect(own.reconcile(3, truth)).toBe(false)
    for (const id of [2, 6, -1, 1.5, Number.NaN]) expect(own.reconcile(id, birth())).toBe(false)
    expect([own.ignoredAnswers, own.state.x]).toEqual([5, 15])
    expect(own.reconcile(3, { ...truth, x: truth.x + 9 })).toBe(true)
    expect(own.state.x).toBe(24)
  })

  test('A7 only that player: another predictor with the same functions stays as it was', () => {
    const [ada, bo] = [predictor(), predictor()]
    for (let n = 0; n < 3; n++) for (const own of [ada, bo]) own.step({ right: true })
    ada.reconcile(1, { x: 9, speed: 0, turns: 0 })
    expect([bo.state.x, bo.corrections, shown(bo, 0.5)]).toEqual([6, 0, 4.5])
  })

  test('A9 E12 a correction never moves the picture at the moment it happens, and none of it stays', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer(), (alpha, seed) => {
        const random = new Random(seed)
        const own = predictor()
        for (let n = 0; n < 12; n++) own.step({ right: random.next() < 0.5 })
        const before = shown(own, alpha)
        const id = 1 + Math.floor(random.next() * 12)
        own.reconcile(id, { x: random.between(-20, 20), speed: random.between(0, 2), turns: 0 })
        const after = shown(own, alpha)
        if (own.offsetUnits > 0) expect(after).toBeCloseTo(before, 9)
        for (let frame = 0; frame < 120; frame++) shown(own, alpha, 1 / 60)
        const settled = shown(own, alpha)
        own.settle()
        expect(settled).toBe(shown(own, alpha))
      }),
      { numRuns: 200, seed: 5 },
    )
  })

  test('A9 a step after the last frame and before the correction makes no jump either', () => {
    const own = predictor()
    for (let n = 1; n <= 4; n++) own.step({ right: false })
    expect(shown(own, 0.9)).toBe(0)
    own.step({ right: false })
    own.reconcile(4, { x: 32, speed: 0, turns: 0 })
    expect(shown(own, 0.05)).toBeCloseTo(0, 9)
    // The half-life is 80 ms, and shorter while the offset is large: at 32 units it falls well below half.
    const after = shown(own, 0.05, 0.08)
    expect(after).toBeGreaterThan(16)
    expect(after).toBeLessThan(32)
    expect(own.correctionDistance).toBeCloseTo(32)
  })

  test('A9 such a step counts from its beginning, where the last frame came from', () => {
    const own = predictor()
    for (let n = 1; n <= 4; n++) own.step({ right: true })
    expect(shown(own, 0.9)).toBeCloseTo(9.6)
    own.step({ right: true })
    own.reconcile(5, { x: 30, speed: 0, turns: 0 })
    expect(shown(own, 0.05)).toBeCloseTo(10)
  })

  test('A9 an entity set to another place is shown there at once, which ends any easing', () => {
    const own = predictor({ teleportColumn: 2 })
    for (let n = 1; n <= 3; n++) own.step({ right: false })
    own.reconcile(2, { x: 40, speed: 0, turns: 1 })
    expect(shown(own, 0.5)).toBe(40)
    own.reconcile(3, { x: 50, speed: 0, turns: 1 })
    expect(shown(own, 1)).toBeCloseTo(40)
    own.state.x = 7
    own.state.turns = 2
    own.step({ right: false })
    expect(shown(own, 0.1)).toBe(7)
  })

  test('A9 discrete columns show the newest step at once', () => {
    const own = predictor()
    own.state.turns = 5
    own.step({ right: true })
    own.show(0, 0, out)
    expect([...out]).toEqual([0, 0, 5])
  })

  test('A7 within the tolerance an answer counts as equal, discrete columns excepted', () => {
    const own = predictor({ tolerance: 0.01 })
    own.step({ right: true })
    expect(own.reconcile(1, { x: 1.005, speed: 0.995, turns: 0 })).toBe(false)
    expect(own.reconcile(1, { x: 1, speed: 1, turns: 0.001 })).toBe(true)
    expect(own.reconcile(1, { x: 1.02, speed: 1, turns: 0 })).toBe(true)
    expect(own.reconcile(1, { x: Number.NaN, speed: 1, turns: 0 })).toBe(true)
  })

  test.each([
    [{ capacity: 1 }, 'capacity is 1, but must be a whole number, at least 2'],
    [{ capacity: 2.5 }, 'capacity is 2.5'],
    [{ tolerance: -1 }, 'tolerance is -1, but must be at least 0'],
    [{ curves: [] }, 'curves is empty'],
    [{ teleportColumn: 3 }, 'teleportColumn is 3, but must be a column from 0 to 2'],
  ])('refuses %o', (changes, message) => {
    expect(() => predictor(changes)).toThrow(message)
  })
})

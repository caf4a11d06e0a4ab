import { describe, expect, test, vi } from 'vitest'
import { forgetWarnings } from '#development'
import { defineGame } from '../../game/define-game.ts'
import { flag, number, press } from '../../game/field.ts'
import { PredictedPresses } from '../../game/predicted-presses.ts'
import { vec2 } from '../../game/vectors.ts'
import { InputRows } from '../../wire/packets/input-packet.ts'
import { InputSampler } from './input.ts'
import { emptySessionStats } from './stats.ts'

const game = defineGame({
  name: 'sampled',
  input: { left: flag(), hit: press(), x: number({ min: -1, max: 1, step: 0.5 }), duck: press() },
  entities: {},
})

/** A sampler whose steps return what `move` sees. */
function sampled() {
  let nowMs = 0
  const sampler = new InputSampler(game, () => nowMs, emptySessionStats())
  const inputs = new InputRows(game.inputSchema, 256)
  const presses = new PredictedPresses(game.inputSchema, inputs, 256)
  const seen = game.inputSchema.create()
  let id = 0
  return {
    sampler,
    input: sampler.face,
    presses,
    step: () => {
      sampler.sample(inputs, ++id, presses)
      presses.step(id)
      game.inputSchema.scatter(inputs.row, inputs.offsetOf(id), seen)
      presses.press(id, seen)
      return { ...seen }
    },
    /** Lets the time until `ms` pass. */
    until: (ms: number) => {
      nowMs = ms
    },
    /** The server has taken all presses. */
    acknowledge: () => presses.acknowledge(id, id, null, true, true),
  }
}

describe('a press', () => {
  test('is true in one step, also if the key was released before it', () => {
    const { input, step } = sampled()
    expect(step()).toMatchObject({ hit: false })
    input.hit = true
    input.hit = false
    expect(step()).toMatchObject({ hit: true, duck: false })
    expect(step()).toMatchObject({ hit: false })
  })

  test('counts once each time it is set, for one step; reading it says whether one waits', () => {
    const { input, step } = sampled()
    for (let n = 0; n < 3; n++) input.hit = true
    input.duck = true
    expect([input.hit, input.duck]).toEqual([true, true])
    expect(step()).toMatchObject({ hit: true, duck: true })
    expect([input.hit, input.duck]).toEqual([true, false])
    expect([1, 2, 3].map(() => step()['hit'])).toEqual([true, true, false])
    expect(input.hit).toBe(false)
  })

  test('waits with three others at most', () => {
    const { input, step } = sampled()
    for (let n = 0; n < 9; n++) input.hit = true
    expect([1, 2, 3, 4, 5].map(() => step()['hit'])).toEqual([true, true, true, true, false])
  })

  test('waits while 31 presses are under way', () => {
    const { input, step, acknowledge } = sampled()
    for (let n = 0; n < 31; n++) {
      input.hit = true
      expect(step()).toMatchObject({ hit: true })
    }
    input.hit = true
    expect(step()).toMatchObject({ hit: false })
    expect(input.hit).toBe(true)
    acknowledge()
    expect(step()).toMatchObject({ hit: true })
    expect(input.hit).toBe(false)
  })
})

describe('a press that no step has taken', () => {
  test.each(['forget', 'release'] as const)('is forgotten by %s', (how) => {
    const { sampler, input, step } = sampled()
    input.hit = true
    input.hit = true
    sampler[how]()
    expect(input.hit).toBe(false)
    expect(step()).toMatchObject({ hit: false })
    input.hit = true
    expect(step()).toMatchObject({ hit: true })
  })
})

test('a flag counts for a step if it was down at any time, and a held one stays until it is released', () => {
  const { sampler, input, step } = sampled()
  input.left = true
  input.x = 0.5
  input.left = false
  expect(step()).toMatchObject({ left: true, x: 0.5 })
  expect(step()).toMatchObject({ left: false, x: 0.5 })
  input.left = true
  sampler.forget()
  expect(step()).toMatchObject({ left: true, x: 0.5 })
  sampler.release()
  expect(step()).toMatchObject({ left: false, x: 0 })
})

test('release also forgets a flag that was tapped since the last step', () => {
  const { sampler, input, step } = sampled()
  input.left = true
  input.left = false
  sampler.release()
  expect(step()).toMatchObject({ left: false })
})

test('a vector that is set is copied', () => {
  const aiming = defineGame({
    name: 'aiming',
    input: { aim: vec2({ min: -1, max: 1, step: 0.25 }) },
    entities: {},
  })
  const { face } = new InputSampler(aiming, () => 0, emptySessionStats())
  const stick = { x: 0.5, y: 0 }
  face.aim = stick
  stick.x = 0.25
  expect(face.aim).toEqual({ x: 0.5, y: 0 })
})

describe('a frame with several steps', () => {
  /** In 100 ms: six steps of which each has a sixth. */
  const frame = ({ sampler, step, until }: ReturnType<typeof sampled>, nowMs: number) => {
    until(nowMs)
    sampler.begin(nowMs, 100, 6)
    return [1, 2, 3, 4, 5, 6].map(() => step())
  }

  test('holds a flag in the steps in which its key was held', () => {
    const page = sampled()
    page.until(1020)
    page.input.left = true
    page.until(1070)
    page.input.left = false
    expect(page.input.left).toBe(false)
    expect(frame(page, 1100).map(({ left }) => left)).toEqual([
      ...[false, true, true, true],
      false,
      false,
    ])
    page.until(1160)
    page.input.left = true
    expect(frame(page, 1200).map(({ left }) => +left!)).toEqual([0, 0, 0, 1, 1, 1])
    page.until(1230)
    page.input.left = false
    expect(page.input.left).toBe(false)
    expect(frame(page, 1300).map(({ left }) => +left!)).toEqual([1, 0, 0, 0, 0, 0])
  })

  test('takes each press in the step of its time', () => {
    const page = sampled()
    for (const ms of [1010, 1020, 1030, 1090]) {
      page.until(ms)
      page.input.hit = true
    }
    expect(page.input.hit).toBe(true)
    expect(frame(page, 1100).map(({ hit }) => +hit!)).toEqual([1, 1, 1, 0, 0, 1])
    expect(page.input.hit).toBe(false)
  })

  test('takes what the page writes just before it from its first step on, as pages do that look at keys once a frame', () => {
    const page = sampled()
    page.until(1100)
    page.input.left = true
    page.input.hit = true
    const seen = frame(page, 1100)
    expect(seen.map(({ left }) => +left!)).toEqual([1, 1, 1, 1, 1, 1])
    expect(seen.map(({ hit }) => +hit!)).toEqual([1, 0, 0, 0, 0, 0])
  })

  test('takes what the page writes just before it in its last step, if an older change waits', () => {
    const page = sampled()
    page.until(1050)
    page.input.left = true
    page.until(1100)
    page.input.hit = true
    page.input.x = 1
    const seen = frame(page, 1100)
    expect(seen.map(({ left }) => +left!)).toEqual([0, 0, 0, 1, 1, 1])
    expect(seen.map(({ hit }) => +hit!)).toEqual([0, 0, 0, 0, 0, 1])
    expect(seen.map(({ x }) => x)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('knows from the event when a key moved while the page was busy', () => {
    const page = sampled()
    page.until(1099)
    for (const [timeStamp, down] of [
      [1030, true],
      [1080, false],
    ] as const) {
      vi.stubGlobal('event', { timeStamp })
      page.input.left = down
    }
    vi.unstubAllGlobals()
    expect(frame(page, 1100).map(({ left }) => +left!)).toEqual([0, 1, 1, 1, 0, 0])
  })

  test('takes what came before it, in a pause, in its first step, and keeps 64 changes at most', () => {
    const page = sampled()
    for (let ms = 0; ms < 900; ms++) {
      page.until(ms)
      page.input.left = ms % 2 === 0
      page.input.hit = true
    }
    const seen = frame(page, 1100)
    expect(seen.map(({ left }) => +left!)).toEqual([1, 0, 0, 0, 0, 0])
    expect(seen.map(({ hit }) => +hit!)).toEqual([1, 1, 1, 1, 0, 0])
  })

  test('forgets changes that no step has seen', () => {
    const page = sampled()
    for (const [ms, down] of [
      [1010, true],
      [1020, false],
      [1030, true],
    ] as const) {
      page.until(ms)
      page.input.left = down
      page.input.hit = true
    }
    page.sampler.forget()
    expect(page.input).toMatchObject({ left: true, hit: false })
    expect(frame(page, 1100).map(({ left, hit }) => [left, hit])).toEqual(
      Array(6).fill([true, false]),
    )
    page.until(1150)
    page.input.hit = true
    page.sampler.release()
    expect(frame(page, 1200).map(({ left, hit }) => [left, hit])).toEqual(
      Array(6).fill([false, false]),
    )
  })
})

test('in development, a field that the game does not have is named once', () => {
  forgetWarnings()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { input, step } = sampled()
  step()
  expect(warn).not.toHaveBeenCalled()
  Object.assign(input, { lfet: true })
  step()
  step()
  expect(warn.mock.calls).toEqual([
    [
      "glissade: session.input has no field 'lfet', so nothing becomes of it: the fields are left, hit, x, duck",
    ],
  ])
  warn.mockRestore()
})

import { describe, expect, test } from 'vitest'
import { INPUT_WIDTH } from '../motions/motion.ts'
import { motions } from '../motions/motions.ts'
import { platformer } from '../motions/platformer.ts'
import type { Trace } from '../traces/trace.ts'
import { even50, line } from './oracle.case.ts'
import { play } from './play.ts'
import {
  type MotionContender,
  type MotionPlayer,
  type MotionScene,
  STATE,
  STATE_WIDTH,
  TOLD_WIDTH,
} from './player.ts'
import type { ScoreOptions } from './score-types.ts'

const options: ScoreOptions = { motions: [line], perMotion: 2, seconds: 3, warmupSeconds: 1 }

const contender = (player: Partial<MotionPlayer>): MotionContender => ({
  name: 'spy',
  about: 'looks on',
  create: () => ({ arrived() {}, frame() {}, ...player }),
})

describe('play', () => {
  test('hands over what arrives before the frame that follows, in the order of arrival', () => {
    const events: string[] = []
    // Odd snapshots take 120 ms and are overtaken. Every tenth is lost.
    const network: Trace = {
      ...even50,
      arrivals: (sentMs) =>
        Float64Array.from(sentMs, (ms, k) => (k % 10 === 9 ? NaN : ms + (k % 2 ? 120 : 50))),
    }
    const spy = contender({
      arrived: ({ index, stampMs, arrivedAtMs }) => {
        expect(stampMs).toBe(index * 50)
        events.push(`${index}`)
        times.push(arrivedAtMs)
      },
      frame: (nowMs) => times.push(nowMs),
    })
    const times: number[] = []
    play(spy, network, options)
    expect(events.slice(0, 9)).toEqual(['0', '2', '1', '4', '3', '6', '5', '8', '7'])
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  test('tells time by the client’s clock, which shows another time and runs at another rate', () => {
    const arrivals: number[] = []
    const skewed = { ...even50, clockPpm: 200 }
    play(contender({ arrived: ({ arrivedAtMs }) => arrivals.push(arrivedAtMs) }), skewed, options)
    expect(arrivals[0]).toBeGreaterThan(1_000_000)
    const spanMs = arrivals.at(-1)! - arrivals[0]!
    expect(Math.abs(spanMs / ((arrivals.length - 1) * 50) - 1.0002)).toBeLessThan(0.0008)
  })

  test('carries states as of the stamp, and what the server half tells of them', () => {
    const told: number[] = []
    const spy = contender({
      server: {
        send(stampMs, states, out) {
          expect(states[STATE.tracer]).toBe(stampMs)
          expect(out.every((value) => value === 0)).toBe(true)
          out[TOLD_WIDTH] = stampMs + states[STATE_WIDTH + STATE.x]!
        },
      },
      arrived({ stampMs, states, told: heard }) {
        expect(states[STATE.x]).toBeCloseTo(stampMs / 10, 9)
        expect(states[STATE.tracer]).toBe(stampMs)
        expect(heard[0]).toBe(0)
        told.push(heard[TOLD_WIDTH]! - stampMs * 1.1)
      },
    })
    play(spy, even50, options)
    expect(told.length).toBeGreaterThan(50)
    for (const difference of told) expect(difference).toBeCloseTo(0, 6)
  })

  test('carries inputs as they were at the stamp, and names the rules that take them', () => {
    const scenes: MotionScene[] = []
    const heard: number[] = []
    let sent = new Float64Array(0)
    const create: MotionContender['create'] = (scene) => {
      scenes.push(scene)
      return {
        server: { send: (_, __, ___, inputs) => void (sent = inputs.slice()) },
        arrived: ({ inputs }) => void heard.push(inputs[0]!),
        frame() {},
      }
    }
    const spy = { ...contender({}), create }
    play(spy, even50, { ...options, motions: [platformer, line] })
    expect(scenes[0]?.moves).toEqual([platformer.move, platformer.move, undefined, undefined])
    expect(new Set(heard.map(Math.abs))).toEqual(new Set([0, 320]))
    expect(sent.slice(2 * INPUT_WIDTH).every((value) => value === 0)).toBe(true)
    expect(sent.slice(0, 2 * INPUT_WIDTH).some((value) => value !== 0)).toBe(true)
  })

  test('keeps the server from running ahead of the frames', () => {
    let latestMs = 0
    const ahead: number[] = []
    const spy = contender({
      server: {
        send: (stampMs) => {
          latestMs = stampMs
        },
      },
      frame: (nowMs) => ahead.push(latestMs - nowMs),
    })
    play(spy, even50, options)
    expect(Math.max(...ahead) - Math.min(...ahead)).toBeLessThan(50 + 1000 / 59)
  })

  test('lends its arrays, so that a player that keeps them shows wrong pictures', () => {
    const kept: Float64Array[] = []
    play(contender({ arrived: ({ states }) => kept.push(states) }), even50, options)
    expect(new Set(kept.map((states) => states[STATE.tracer])).size).toBe(1)
  })

  test('keeps what was shown in each frame, and passes it to the player again', () => {
    let frames = 0
    const spy = contender({
      frame(_, shown) {
        if (frames === 0) expect(shown[0]).toBeNaN()
        else expect(shown[0]).toBe(frames - 1)
        shown[0] = frames++
      },
    })
    const { shown, paths, run } = play(spy, even50, options)
    expect(paths).toHaveLength(2)
    expect(shown).toHaveLength(run.frameMs.length * 2 * 3)
    expect(shown[0]).toBe(0)
    expect(shown[6 * 100]).toBe(100)
    expect(shown[6 * 100 + 1]).toBeNaN()
  })

  test('is the same again with the same seed, and another with another', () => {
    const spy = contender({
      arrived: ({ states, arrivedAtMs }) => {
        for (const value of states) sum += value * arrivedAtMs * 1e-6
      },
    })
    let sum = 0
    const sumOf = (seed: number) => {
      sum = 0
      play(spy, even50, { ...options, motions, seed })
      return sum
    }
    const first = sumOf(1)
    expect(sumOf(2)).not.toBe(first)
    expect(sumOf(1)).toBe(first)
  })

  test('refuses options out of their range, by name', () => {
    const none = contender({})
    expect(() => play(none, even50, { ...options, perMotion: 0 })).toThrow('perMotion is 0')
    expect(() => play(none, even50, { ...options, motions: [] })).toThrow('motions is []')
    expect(() => play(none, even50, { ...options, sendHz: 0 })).toThrow('sendHz is 0')
  })
})

import { describe, expect, test } from 'vitest'
import { EARSHOT } from '../games/page/hearing.ts'
import type { Scene } from '../games/shepherd/picture/scene.ts'
import { Sound } from '../games/shepherd/picture/sound.ts'
import { BARK, BELL, CAUGHT, HOWL, OVER, OWN_BELL } from '../games/shepherd/picture/voices.ts'
import { FakeAudio } from './support/fake-audio.ts'

/** A meadow with one own shepherd, told by hand, and what is heard of it. */
class Heard {
  readonly audio = new FakeAudio()
  readonly round = { phase: 'herd' }
  readonly sheep: { x: number; y: number; mood: string }[] = []
  readonly #listeners = new Map<string, ((data: unknown) => void)[]>()
  #before = 0

  constructor() {
    const scene = {
      entities: (kind: string) => {
        if (kind === 'round') return [this.round]
        if (kind === 'sheep') return this.sheep
        return kind === 'shepherd' ? [{ owner: 1, mine: true, x: 1000, y: 1000 }] : []
      },
      on: (event: string, listener: (data: unknown) => void) => this.#add(event, listener),
      onFrame: (listener: (data: unknown) => void) => this.#add('frame', listener),
    } as unknown as Scene
    new Sound(scene, () => this.audio as unknown as AudioContext).turn(true)
    this.pass(1)
    this.#before = this.#tones()
  }

  tell(event: string, x: number, y: number, by = 0): void {
    for (const listener of this.#listeners.get(event) ?? []) listener({ x, y, by })
  }

  /** Lets time pass, in one frame. */
  pass(dtSeconds: number): void {
    for (const listener of this.#listeners.get('frame') ?? []) listener(dtSeconds)
  }

  /** How many tones have begun since the last call; one that quivers has a wave more, which is not heard itself. */
  count(): number {
    const before = this.#before
    this.#before = this.#tones()
    return this.#before - before
  }

  #tones(): number {
    return this.audio.gains.filter((curve) => curve[0]?.[0] === 'set').length
  }

  #add(event: string, listener: (data: unknown) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }
}

describe('the sounds of the meadow', () => {
  test('a dog barks and a wolf catches, near the own shepherd', () => {
    const heard = new Heard()
    heard.tell('barked', 1100, 1000)
    expect(heard.count()).toBe(BARK.length)
    heard.tell('caught', 1000, 1100)
    expect(heard.count()).toBe(CAUGHT.length)
    heard.tell('barked', 1000 + EARSHOT, 1000)
    expect(heard.count(), 'out of earshot').toBe(0)
  })

  test('a flock that bleats all at once is heard now and then', () => {
    const heard = new Heard()
    for (let i = 0; i < 60; i++) {
      for (let k = 0; k < 5; k++) heard.tell('bleat', 1000 + k * 9, 1000)
      heard.pass(1 / 60)
    }
    const count = heard.count()
    expect(count).toBeGreaterThan(2)
    expect(count).toBeLessThan(6)
  })

  test('sheep at peace bleat now and then, by themselves; those far away or in fear do not', () => {
    const heard = new Heard()
    const told = (x: number, mood: string): number => {
      heard.sheep.splice(0, 1, { x, y: 1000, mood })
      for (let i = 0; i < 3600; i++) {
        heard.pass(1 / 60)
        for (const { onended } of heard.audio.sources) onended?.()
      }
      return heard.count()
    }
    const calm = told(1100, 'calm')
    expect(calm, 'in a minute').toBeGreaterThan(8)
    expect(calm, 'in a minute').toBeLessThan(45)
    expect(told(1100, 'wary')).toBe(0)
    expect(told(1100 + EARSHOT, 'calm')).toBe(0)
  })

  test('sheep do not all have one voice', () => {
    const heard = new Heard()
    const pitches = new Set<number | undefined>()
    for (let i = 0; i < 12; i++) {
      const before = heard.audio.sources.length
      heard.tell('bleat', 1000 + i * 11, 1000 - i * 5)
      heard.pass(0.5)
      for (const { frequency } of heard.audio.sources.slice(before))
        if (frequency[0]) pitches.add(frequency[0][1])
      for (const { onended } of heard.audio.sources) onended?.()
    }
    expect(pitches.size).toBeGreaterThan(3)
  })

  test('the bell of an own sheep is heard from anywhere, that of others where they are', () => {
    const heard = new Heard()
    heard.tell('homed', 3500, 2300, 2)
    expect(heard.count()).toBe(0)
    heard.tell('homed', 3500, 2300, 1)
    expect(heard.count()).toBe(OWN_BELL.length)
    heard.pass(1)
    heard.tell('homed', 1000, 1050, 2)
    expect(heard.count()).toBe(BELL.length)
    heard.tell('homed', 1000, 1050, 2)
    expect(heard.count(), 'two in one moment are one').toBe(0)
  })

  test('a howl carries further than a bark', () => {
    const heard = new Heard()
    heard.tell('howl', 1000, 1000 + EARSHOT * 2)
    expect(heard.count()).toBe(HOWL.length)
  })

  test('the end of a round is heard once', () => {
    const heard = new Heard()
    heard.round.phase = 'over'
    heard.pass(0.02)
    heard.pass(0.02)
    expect(heard.count()).toBe(OVER.length)
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EARSHOT, hear } from '../games/page/hearing.ts'
import { MOST_VOICES } from '../games/page/synth.ts'
import type { Scene } from '../games/platformer/picture/scene.ts'
import { Sound } from '../games/platformer/picture/sound.ts'
import { FakeAudio } from './support/fake-audio.ts'

/** A scene with one own player and one other, told by hand. */
class Told {
  readonly pips = [
    { id: 1, owner: 1, mine: true, x: 100, y: 100, vy: 0 },
    { id: 2, owner: 2, mine: false, x: 200, y: 100, vy: 0 },
  ]
  readonly rounds = [{ phase: 'run' }]
  readonly #listeners = new Map<string, ((data: object, by: number | null) => void)[]>()
  readonly scene = {
    entities: (kind: string) => (kind === 'pip' ? this.pips : this.rounds),
    on: (event: string, listener: (data: object, by: number | null) => void) => {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    },
    onFrame: (listener: () => void) => {
      this.#listeners.set('frame', [...(this.#listeners.get('frame') ?? []), listener])
    },
  } as unknown as Scene

  tell(event: string, data: object = {}, by: number | null = null): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(data, by)
  }
}

describe('where something is heard', () => {
  const ear = { gain: 0, pan: 0 }

  test('it is softer further away and silent out of earshot', () => {
    const gains = [0, 100, 300, 600, EARSHOT, 5000].map((far) => hear(far, 0, ear).gain)
    expect(gains).toEqual([...gains].sort((a, b) => b - a))
    expect(gains[0]).toBe(1)
    expect(gains.slice(4)).toEqual([0, 0])
    expect(hear(0, 300, ear).gain).toBe(hear(300, 0, { gain: 0, pan: 0 }).gain)
  })

  test('it comes from its side, never from one ear alone', () => {
    expect(hear(0, 200, ear).pan).toBe(0)
    expect(hear(150, 0, ear).pan).toBeGreaterThan(0.2)
    expect(hear(-9999, 0, ear).pan).toBe(-0.8)
  })
})

describe('the sounds of a scene', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const open = (): { told: Told; audio: FakeAudio; sound: Sound; opened: () => number } => {
    const told = new Told()
    const audio = new FakeAudio()
    let count = 0
    const sound = new Sound(told.scene, () => {
      count++
      return audio as unknown as AudioContext
    })
    return { told, audio, sound, opened: () => count }
  }
  const splat = { x: 120, y: 100 }

  test('there are none before they are switched on, nor a way to the loudspeakers', () => {
    const { told, sound, opened } = open()
    told.tell('splat', splat)
    told.tell('frame')
    expect(opened()).toBe(0)
    sound.turn(true)
    sound.turn(false)
    sound.turn(true)
    expect(opened()).toBe(1)
  })

  test('switched off or hidden they fade and stop, and hidden stays what it was', () => {
    const { audio, sound } = open()
    const stateLater = (): string => {
      vi.advanceTimersByTime(1000)
      return audio.state
    }
    sound.turn(true)
    const volume = audio.gains[0]!
    expect(volume.at(-1)![1]).toBeGreaterThan(0)
    sound.pause(true)
    expect(audio.state, 'not before it has faded').toBe('running')
    expect(volume.at(-1)!.slice(0, 2)).toEqual(['target', 0])
    expect(stateLater()).toBe('suspended')
    sound.pause(false)
    expect(stateLater()).toBe('running')
    sound.turn(false)
    sound.turn(true)
    expect(stateLater(), 'on again before it was off').toBe('running')
    sound.turn(false)
    sound.pause(false)
    expect(stateLater()).toBe('suspended')
  })

  test('each begins and ends at silence', () => {
    const { told, audio, sound } = open()
    sound.turn(true)
    const before = audio.gains.length
    for (const event of ['thrown', 'splat', 'collected', 'ouch']) told.tell(event, splat, 2)
    const envelopes = audio.gains.slice(before)
    expect(envelopes.length).toBeGreaterThan(5)
    for (const curve of envelopes) {
      expect(curve[0]!.slice(0, 2)).toEqual(['set', 0])
      expect(curve.at(-1)!.slice(0, 2)).toEqual(['linear', 0])
      const times = curve.map(([, , at]) => at)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }
  })

  test('there are never more than so many at once, and others come when some have ended', () => {
    const { told, audio, sound } = open()
    sound.turn(true)
    const wind = audio.sources.length
    for (let i = 0; i < 50; i++) told.tell('thrown', splat)
    expect(audio.sources.length - wind).toBe(MOST_VOICES)
    for (const { until, onended } of audio.sources) if (until < Infinity) onended?.()
    told.tell('thrown', splat)
    expect(audio.sources.length - wind).toBe(MOST_VOICES + 1)
  })

  test('what is out of earshot takes no voice', () => {
    const { told, audio, sound } = open()
    sound.turn(true)
    const wind = audio.sources.length
    told.tell('splat', { x: 100 + EARSHOT, y: 100 })
    expect(audio.sources.length).toBe(wind)
  })

  test('feet that rise jump, and others land, as seen at the end of the frame', () => {
    const { told, audio, sound } = open()
    sound.turn(true)
    const wind = audio.sources.length
    told.tell('puff', { ...splat, strength: 3 }, 1)
    told.pips[0]!.vy = -300
    told.tell('frame')
    told.tell('puff', { ...splat, strength: 3 }, 2)
    told.tell('frame')
    expect(audio.sources.slice(wind).map(({ kind }) => kind)).toEqual(['wave', 'noise'])
  })

  test('a round that is won is heard once, and not by who comes when it is over', () => {
    const { told, audio, sound } = open()
    told.rounds[0]!.phase = 'won'
    told.tell('frame')
    sound.turn(true)
    const wind = audio.sources.length
    told.tell('frame')
    expect(audio.sources.length).toBe(wind)
    told.rounds[0]!.phase = 'run'
    told.tell('frame')
    told.rounds[0]!.phase = 'won'
    told.tell('frame')
    told.tell('frame')
    expect(audio.sources.length - wind).toBe(4)
  })
})

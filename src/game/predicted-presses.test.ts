import { describe, expect, test } from 'vitest'
import { InputRows } from '../wire/packets/input-packet.ts'
import { defineGame } from './define-game.ts'
import { flag, press } from './field.ts'
import { PredictedPresses } from './predicted-presses.ts'
import { afterPress, MOST_PRESSES } from './presses.ts'

const CAPACITY = 256
const { inputSchema } = defineGame({
  name: 'two presses',
  input: { go: flag(), hit: press(), duck: press() },
  entities: {},
})
const [HIT, DUCK] = inputSchema.presses as unknown as [number, number]

/** A player's inputs, and the presses that they take. */
class Player {
  readonly inputs = new InputRows(inputSchema, CAPACITY)
  readonly presses = new PredictedPresses(inputSchema, this.inputs, CAPACITY)
  newest = 0

  /** Makes inputs, each with or without a press of `hit`. */
  make(...hits: readonly boolean[]): this {
    for (const isHit of hits) {
      const at = this.inputs.offsetOf(++this.newest)
      const { counted } = this.presses
      this.inputs.row[at + HIT] = isHit ? afterPress(counted[0]!) : counted[0]!
      this.inputs.row[at + DUCK] = counted[1]!
      this.presses.step(this.newest)
    }
    return this
  }

  /** The server's report after input `id`. True if a replay has to follow. */
  hear(id: number, hits: number | null, hasCome: boolean): boolean {
    const taken = hits === null ? null : Int32Array.of(hits, 0)
    return this.presses.acknowledge(id, this.newest, taken, hasCome, true)
  }

  /** Which inputs after `id` take a press of `hit`. */
  hitsAfter(id: number): number[] {
    const into = inputSchema.create()
    const hits: number[] = []
    for (let one = id + 1; one <= this.newest; one++) {
      this.presses.press(one, into)
      expect(into['duck']).toBe(false)
      if (into['hit']) hits.push(one)
    }
    return hits
  }
}

describe('the presses that local inputs take', () => {
  test('are the presses made in each of them', () => {
    const player = new Player().make(true, false, true, true, false)
    expect(player.hitsAfter(0)).toEqual([1, 3, 4])
    expect(player.hear(2, null, true)).toBe(false)
    expect(player.hear(4, null, true)).toBe(false)
    expect(player.hitsAfter(4)).toEqual([])
  })

  test('are one per input, of those that the server has and no step has taken', () => {
    const player = new Player().make(true, true, true, false, true, false, false, false)
    // Inputs up to 4 have arrived, the first two of them too late. One of three presses was taken.
    expect(player.hear(4, 1, true)).toBe(true)
    expect(player.hitsAfter(4)).toEqual([5, 6, 7])
    expect(player.hear(5, 2, true)).toBe(false)
    expect(player.hitsAfter(5)).toEqual([6, 7])
  })

  test('are not guessed for presses that have not arrived', () => {
    const player = new Player().make(true, false, false, true, false)
    expect(player.hear(2, 0, false)).toBe(true)
    expect(player.hitsAfter(2)).toEqual([4])
    // The same report once more changes nothing.
    expect(player.hear(3, 0, false)).toBe(false)
    player.make(true)
    expect(player.hitsAfter(3)).toEqual([4, 6])
    // The inputs have arrived by now. The first press was taken, two are left.
    expect(player.hear(4, 1, true)).toBe(true)
    expect(player.hitsAfter(4)).toEqual([5, 6])
    expect(player.hear(6, null, true)).toBe(false)
  })

  test('go on past the end of the count, and over inputs that nobody has made', () => {
    const player = new Player()
    for (let n = 1; n < 100; n++) {
      expect(player.make(true).hear(n, null, true)).toBe(false)
      expect(player.hitsAfter(n - 1)).toEqual([n])
    }
    const { inputs, presses } = player
    for (let id = 100; id < 400; id++) {
      inputs.row.set(inputs.defaults, inputs.offsetOf(id))
      presses.skip(id)
    }
    player.newest = 399
    expect(player.hear(399, 99 & MOST_PRESSES, false)).toBe(false)
    player.make(false, true)
    expect(player.hitsAfter(399)).toEqual([401])
  })
})

describe('another press may be counted', () => {
  test('until 31 are under way, and again as they are taken', () => {
    const player = new Player()
    const isFull = () => !player.presses.mayCount(0)
    for (let n = 1; n <= MOST_PRESSES; n++) {
      expect(isFull()).toBe(false)
      player.make(true)
    }
    expect(isFull()).toBe(true)
    expect(player.presses.mayCount(1)).toBe(true)
    player.hear(1, null, true)
    expect(isFull()).toBe(false)
    player.make(true)
    expect(isFull()).toBe(true)
  })

  test('only as far as is known, which excludes inputs that are no longer kept', () => {
    const player = new Player()
    for (let n = 1; n <= MOST_PRESSES; n++) player.make(true)
    for (let n = 0; n < CAPACITY; n++) player.make(false)
    expect(player.hear(20, 15, true)).toBe(false)
    expect(player.presses.mayCount(0)).toBe(false)
    expect(player.hear(100, 20, true)).toBe(true)
    expect(player.presses.mayCount(0)).toBe(true)
  })
})

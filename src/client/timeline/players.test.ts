import { describe, expect, test } from 'vitest'
import { Players, ROOM } from './players.ts'
import type { ShownTimeline } from './shown-timeline.ts'

/** Players of a room with network ticks of a step and a half. `used`: the players whose entities are still there. */
function room(used: Set<ShownTimeline> = new Set()) {
  const players = new Players({ sendSubTicks: 384, stepMs: 20 }, (timeline) => used.has(timeline))
  let tick = 0
  /** Reads the body of the next network tick, in which some players came and some left. */
  const body = (came: readonly number[], left: readonly number[] = [], isComplete = false) => {
    tick++
    players.begin(tick, isComplete ? -1 : tick - 1, -1, -1)
    for (const player of left) players.left(player)
    for (const player of came) players.part(player, 0, 0)
    for (let n = 0; n < players.connected.length; n++) players.behind(n, 0)
    players.settle(tick - 1)
  }
  const pass = (ticks: number) => {
    for (let n = 0; n < ticks; n++) body([])
  }
  return { players, body, pass }
}

describe('a state that held until a network tick that was left out', () => {
  /**
   * A player whose time stood at these multiples of 20 ms at network ticks 30 ms apart, and is usually 4 steps behind.
   * `leftOut` network ticks were left out before the last one.
   */
  function heldMs(stamps: readonly number[], leftOut: number): number {
    const { players } = room()
    stamps.forEach((stamp, n) => {
      const tick = 20 + 2 * n + (n === stamps.length - 1 ? leftOut : 0)
      const baseline = n > 0 ? 18 + 2 * n : -1
      players.begin(tick, baseline, n > 1 ? baseline - 2 : -1, -1)
      if (n === 0) players.part(1, 0, 0)
      players.usual(1, 4)
      players.behind(0, Math.floor(1.5 * tick) - stamp)
      players.settle(baseline, leftOut > 0 ? tick - 1 : baseline)
    })
    return players.of(1).beforeMs
  }

  test('held until where its owner usually is, also if the owner started late', () => {
    // At network tick 24, 36 steps after the opening, and at 33, 49 steps after it.
    expect(heldMs([26, 29, 32, 33], 0)).toBe(20 * 32)
    expect(heldMs([26, 29, 32, 40], 8)).toBe(20 * (49 - 4))
    expect(heldMs([26, 29, 32, 33], 8)).toBe(20 * (49 - 4))
  })

  test('held until where its owner stood, if the owner’s time stood still', () => {
    expect(heldMs([26, 26, 26, 27], 8)).toBe(20 * 26)
  })
})

describe('a player who has left', () => {
  test('is known while a body may be coded against their time, and forgotten when others come', () => {
    const { players, body, pass } = room()
    body([1, 2])
    const [one, two] = [players.of(1), players.of(2)]
    body([], [1])
    pass(100)
    body([3])
    expect(players.of(1)).toBe(one)
    pass(40)
    body([4])
    expect(players.of(1)).not.toBe(one)
    expect(players.of(2)).toBe(two)
    expect(players.connected.map(({ player }) => player)).toEqual([2, 3, 4])
  })

  test('is known as long as an entity of theirs is there', () => {
    const used = new Set<ShownTimeline>()
    const { players, body, pass } = room(used)
    body([1])
    const one = players.of(1)
    used.add(one)
    body([], [1])
    pass(200)
    body([2])
    expect(players.of(1)).toBe(one)
    used.clear()
    body([3])
    expect(players.of(1)).not.toBe(one)
  })

  test('is forgotten too if only a complete body shows it; the room never is', () => {
    const { players, body, pass } = room()
    const of = players.of(ROOM)
    body([1])
    const one = players.of(1)
    body([2], [], true)
    pass(200)
    body([3])
    expect(players.of(1)).not.toBe(one)
    expect(players.of(ROOM)).toBe(of)
  })

  test('is the same player after coming back', () => {
    const { players, body, pass } = room()
    body([1])
    const one = players.of(1)
    body([], [1])
    pass(100)
    body([1])
    pass(200)
    body([2])
    expect(players.of(1)).toBe(one)
  })
})

import { describe, expect, test } from 'vitest'
import { Players, ROOM } from './players.ts'
import type { ShownLag } from './shown-lag.ts'

/** Players of a room with network ticks of a step and a half. `used`: whose entities are still there. */
function room(used: Set<ShownLag> = new Set()) {
  const players = new Players({ sendSubTicks: 384, stepMs: 20 }, (lag) => used.has(lag))
  let tick = 0
  /** The body of the next network tick, in which some came, and some have left. */
  const body = (came: readonly number[], left: readonly number[] = [], isComplete = false) => {
    tick++
    players.begin(tick, isComplete ? -1 : tick - 1, -1, -1)
    for (const player of left) players.left(player)
    for (const player of came) players.part(player, tick, 0)
    for (let n = 0; n < players.connected.length; n++) players.behind(n, 0)
    players.settle(tick - 1)
  }
  const pass = (ticks: number) => {
    for (let n = 0; n < ticks; n++) body([])
  }
  return { players, body, pass }
}

describe('who has left', () => {
  test('is known as long as a body may be coded against their time, and forgotten when others come', () => {
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

  test('and has left an entity behind, is known as long as that is there', () => {
    const used = new Set<ShownLag>()
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

  test('without a word, as a complete body tells it, is forgotten as well; the room never is', () => {
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

  test('and comes back, is who they were', () => {
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

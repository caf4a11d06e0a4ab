import { describe, expect, test } from 'vitest'
import { KeyBindings } from '../games/page/key-bindings.ts'
import { ACTIONS } from '../games/platformer/input/actions.ts'
import { type Lesson, Lessons, type Watched } from '../games/platformer/lessons/lessons.ts'
import { facesObstacle, hasTarget, nearestCoin } from '../games/platformer/lessons/places.ts'
import { goalText, namesOf, promptPieces } from '../games/platformer/lessons/prompts.ts'
import { COINS, START } from '../games/platformer/rules/level.ts'

const USUAL_KEYS = namesOf(new KeyBindings(ACTIONS))

const FRAME_SECONDS = 1 / 60
const STILL: Watched = {
  isRunning: true,
  coins: 0,
  runs: false,
  jumps: false,
  throws: false,
  facesObstacle: false,
  hasTarget: false,
}

/** Lessons, and what they have saved last. */
function begin(learnt: readonly string[] = []) {
  const saved: (readonly Lesson[])[] = []
  const lessons = new Lessons(learnt, (all) => saved.push(all))
  const play = (seconds: number, what: Partial<Watched> = {}): void => {
    const now = { ...STILL, ...what }
    for (let i = 0; i < Math.round(seconds / FRAME_SECONDS); i++) lessons.watch(now, FRAME_SECONDS)
  }
  return { lessons, play, last: () => saved.at(-1) ?? [] }
}

describe('the prompts', () => {
  test('say one after the other how to run, jump and throw, and go once that is done', () => {
    const { lessons, play, last } = begin()
    play(20)
    expect(lessons.prompt, 'until somebody runs').toBe('run')
    play(0.4, { runs: true })
    expect(lessons.prompt, 'a pause after it').toBeNull()
    play(1, { runs: true })
    expect(lessons.prompt, 'nothing to jump over').toBeNull()
    play(0.1, { runs: true, facesObstacle: true })
    expect(lessons.prompt).toBe('jump')
    play(1, { runs: true })
    expect(lessons.prompt, 'it stays').toBe('jump')
    play(0.1, { jumps: true })
    expect(lessons.prompt).toBeNull()
    play(2)
    expect(lessons.prompt, 'nobody to throw at').toBeNull()
    play(0.1, { hasTarget: true })
    expect(lessons.prompt).toBe('throw')
    play(0.1, { throws: true })
    expect(lessons.prompt).toBeNull()
    expect(last()).toEqual(expect.arrayContaining(['run', 'jump', 'throw']))
  })

  test('come without an occasion too, after a while', () => {
    const { lessons, play } = begin(['run'])
    play(3)
    expect(lessons.prompt).toBe('jump')
    play(0.1, { jumps: true })
    play(7)
    expect(lessons.prompt).toBe('throw')
  })

  test('leave out what was done before it was taught, and what was learnt on another visit', () => {
    const { lessons, play } = begin(['run', 'jump'])
    play(1, { throws: true })
    play(20)
    expect(lessons.prompt).toBeNull()
  })
})

describe('the goal and the way', () => {
  test('the goal is shown for some seconds, or until the first coin', () => {
    const slow = begin()
    slow.play(1)
    expect(slow.lessons.showsGoal).toBe(true)
    slow.play(10)
    expect(slow.lessons.showsGoal).toBe(false)
    const fast = begin()
    fast.play(1)
    fast.play(0.1, { coins: 1 })
    expect(fast.lessons.showsGoal).toBe(false)
    expect(fast.last()).toEqual(['goal'])
  })

  test('the way is shown until enough coins are had, or the first round ends', () => {
    const { lessons, play } = begin()
    expect(lessons.showsWay).toBe(false)
    play(60, { coins: 3 })
    expect(lessons.showsWay).toBe(true)
    play(0.1, { coins: 8 })
    expect(lessons.showsWay).toBe(false)
    const other = begin()
    other.play(5)
    other.play(0.1, { isRunning: false })
    expect(other.lessons.showsWay).toBe(false)
  })

  test('a player who comes while a winner is shown gets them in the next round', () => {
    const { lessons, play } = begin()
    play(6, { isRunning: false })
    expect([lessons.showsGoal, lessons.showsWay]).toEqual([false, false])
    play(1)
    expect([lessons.showsGoal, lessons.showsWay]).toEqual([true, true])
  })

  test('nothing is left when all is learnt; a saved word that is no lesson is ignored', () => {
    const { lessons, play } = begin(['', 'juggle', 'goal', 'run', 'jump', 'throw'])
    expect(lessons.isOver).toBe(false)
    play(1, { coins: 9 })
    expect(lessons.isOver).toBe(true)
  })
})

describe('the places', () => {
  test('a step, a pit and spikes are obstacles, level ground is none', () => {
    expect(facesObstacle({ ...START, facing: 'right' })).toBe(false)
    // Before the first step of the level, and with the back to it.
    expect(facesObstacle({ x: 326, y: START.y, facing: 'right' })).toBe(true)
    expect(facesObstacle({ x: 326, y: START.y, facing: 'left' })).toBe(false)
    // At the edge of the first pit.
    expect(facesObstacle({ x: 33 * 16 - 2, y: START.y, facing: 'right' })).toBe(true)
  })

  test('the nearest coin counts height as more, and does not flicker between two', () => {
    const [a, b, high] = [
      { x: 100, y: 0 },
      { x: -105, y: 0 },
      { x: 10, y: -90 },
    ]
    expect(nearestCoin({ x: 0, y: 0 }, [high, b, a], null)).toBe(a)
    expect(nearestCoin({ x: -5, y: 0 }, [high, b, a], a)).toBe(a)
    expect(nearestCoin({ x: -60, y: 0 }, [high, b, a], a)).toBe(b)
    expect(nearestCoin({ x: 0, y: 0 }, [], null)).toBeNull()
    expect(nearestCoin(START, COINS, null)?.x).toBeLessThan(START.x + 400)
  })

  test('somebody near and at the same height is a target; the player itself is none', () => {
    const own = { ...START, mine: true }
    const other = (x: number, y: number) => ({ x: START.x + x, y: START.y + y, mine: false })
    expect(hasTarget(own, [own])).toBe(false)
    expect(hasTarget(own, [own, other(120, -8)])).toBe(true)
    expect(hasTarget(own, [own, other(120, -60), other(400, 0)])).toBe(false)
  })
})

test('the words name the keys that are set, and what fingers and gamepads have', () => {
  const said = (...of: Parameters<typeof promptPieces>): string =>
    promptPieces(...of)
      .map((piece) => (typeof piece === 'string' ? piece : `[${piece.key}]`))
      .join('')
  expect(said('run', 'keyboard', USUAL_KEYS)).toBe('Press [←] or [→] to run.')
  expect(said('jump', 'keyboard', { ...USUAL_KEYS, jump: 'K' })).toBe('Press [K] to jump.')
  expect(said('throw', 'keyboard', USUAL_KEYS)).toBe('Press [F] to throw a snowball.')
  expect(said('jump', 'fingers', USUAL_KEYS)).not.toContain('[')
  expect(said('throw', 'gamepad', USUAL_KEYS)).not.toContain('[')
  expect(goalText(90)).toBe('Collect the most coins in 90 seconds.')
  expect(goalText(1)).toBe('Collect the most coins in 1 second.')
})

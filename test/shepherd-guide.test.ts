import { describe, expect, test, vi } from 'vitest'
import { Sight } from '../games/page/sight.ts'
import { Guide } from '../games/shepherd/picture/guide.ts'
import { gateOf } from '../games/shepherd/rules/gate.ts'
import { PENS, START } from '../games/shepherd/rules/meadow.ts'
import { roomAround } from '../games/shepherd/rules/obstacles.ts'
import { Pasture } from './support/pasture.ts'

// PixiJS asks what browser it is in when it is loaded.
vi.stubGlobal('navigator', { userAgent: 'test' })

const GATES = PENS.map(gateOf)
const gate = GATES[2] ?? expect.fail('no gate')

/** A pasture with one player, and what its guide says. */
class Guided {
  readonly pasture: Pasture = new Pasture()
  readonly guide: Guide = new Guide()
  readonly me = this.pasture.join(START.x, START.y)

  /** Sheep round a place. */
  graze(x: number, y: number, count = 6, mood: 'calm' | 'wary' | 'panic' | 'home' = 'calm') {
    return Array.from({ length: count }, (_, n) =>
      Object.assign(this.pasture.graze(x + (n % 3) * 20 - 20, y + (n > 2 ? 10 : -10)), { mood }),
    )
  }

  look(seconds = 0.3): Guide {
    const { dogs, sheep } = this.pasture
    for (let s = 0; s < seconds; s += 0.05) this.guide.follow(this.me, dogs, sheep, 0.05)
    return this.guide
  }
}

describe('the guide', () => {
  test('leads to the middle of the nearest flock, whatever is further away or home', () => {
    const guided = new Guided()
    guided.graze(START.x - 50, START.y, 3, 'home')
    guided.graze(START.x + 500, START.y)
    guided.graze(START.x - 300, START.y + 100)
    const { goal, place } = guided.look()
    expect(goal).toBe('flock')
    expect(Math.hypot(place.x - START.x + 300, place.y - START.y - 100)).toBeLessThan(5)
  })

  test('leads nowhere where no sheep are', () => {
    const guided = new Guided()
    expect(guided.look().goal).toBe('none')
    guided.graze(START.x, START.y, 3, 'home')
    expect(guided.look().goal).toBe('none')
  })

  test('leads those who drive sheep to the nearest gate, for a while after the last one is calm, and then on', () => {
    const guided = new Guided()
    const sheep = guided.graze(gate.x, gate.y - 150, 6, 'wary')
    guided.graze(START.x - 400, START.y)
    Object.assign(guided.me, { x: gate.x, y: gate.y - 260 })
    const { guide } = guided
    guided.look()
    expect([guide.goal, guide.pen, guide.place.x, guide.place.y]).toEqual([
      'pen',
      2,
      gate.x,
      gate.y,
    ])
    for (const one of sheep) one.mood = 'home'
    expect(guided.look(1).goal).toBe('pen')
    expect(guided.look(2).goal).toBe('flock')
    expect(guide.place.x).toBeLessThan(START.x - 300)
  })

  test('takes sheep that run from the dog far off for driven, and none that run from another dog', () => {
    const guided = new Guided()
    const [dog] = guided.pasture.dogs
    guided.graze(START.x + 400, START.y, 6, 'panic')
    Object.assign(dog!, { x: START.x + 330, y: START.y })
    expect(guided.look().goal).toBe('pen')
    const second = new Guided()
    second.pasture.join(START.x + 900, START.y)
    second.graze(START.x + 100, START.y, 6, 'panic')
    Object.assign(second.pasture.dogs[1]!, { x: START.x + 150, y: START.y })
    Object.assign(second.pasture.dogs[0]!, { x: START.x - 60, y: START.y })
    expect(second.look().goal).toBe('flock')
  })

  test('leads round hedges on a long way, by places in the open that come nearer to the gate', () => {
    const guided = new Guided()
    // Beyond the hedge in the west, south of it.
    const sheep = guided.graze(400, 1600, 6, 'wary')
    let before = Number.POSITIVE_INFINITY
    let corners = 0
    for (let n = 0; n < 40; n++) {
      Object.assign(guided.me, { x: sheep[0]!.x - 60, y: sheep[0]!.y + 60 })
      const { goal, place, pen } = guided.look()
      expect(goal).toBe('pen')
      expect(pen).toBe(0)
      if (place.x === GATES[0]!.x && place.y === GATES[0]!.y) break
      corners++
      expect(roomAround(place.x, place.y)).toBeGreaterThan(8)
      const left = Math.hypot(place.x - GATES[0]!.x, place.y - GATES[0]!.y)
      before = Math.min(before, left)
      for (const one of sheep) {
        one.x += (place.x - one.x) / 2
        one.y += (place.y - one.y) / 2
      }
    }
    expect(corners).toBeGreaterThan(2)
    expect(before).toBeLessThan(400)
  })
})

describe('the arrow', () => {
  const SIZE = { width: 800, height: 450 }

  async function arrowOver(guided: Guided, isStill = false) {
    const { WayArrow } = await import('../games/shepherd/picture/way-arrow.ts')
    const sight = new Sight(SIZE.width, SIZE.height)
    sight.left = START.x - SIZE.width / 2
    sight.top = START.y - SIZE.height / 2
    const arrow = new WayArrow(guided.pasture.scene, sight, isStill)
    const show = (seconds: number) => {
      for (let s = 0; s < seconds; s += 0.02) arrow.show(0.02)
      const [mark] = arrow.root.children
      const [tip] = mark!.children
      return {
        isVisible: arrow.root.visible,
        alpha: arrow.root.alpha,
        x: mark!.x * arrow.root.scale.x,
        y: mark!.y * arrow.root.scale.y,
        turn: tip!.rotation,
      }
    }
    return show
  }

  test.each([
    ['right', 500, 0],
    ['left', -500, 0],
    ['up', 0, -500],
    ['down', 0, 500],
    ['down to the right', 480, 300],
  ])(
    'stands off the corners and edges of the picture and points %s, to what is out of it',
    async (_, x, y) => {
      const guided = new Guided()
      guided.pasture.begin()
      guided.graze(START.x + x, START.y + y)
      const shown = (await arrowOver(guided))(2)
      expect(shown.isVisible).toBe(true)
      expect(shown.alpha).toBe(1)
      const across = (shown.x - SIZE.width / 2) / SIZE.width
      const down = (shown.y - SIZE.height / 2) / SIZE.height
      expect(Math.hypot(across / 0.36, down / 0.33)).toBeLessThan(1.01)
      const wish = Math.atan2(SIZE.height / 2 + y - shown.y, SIZE.width / 2 + x - shown.x)
      expect(shown.turn).toBeCloseTo(wish, 1)
    },
  )

  test('hovers over what is in the picture, points down at it, and is faint where the player has arrived', async () => {
    const guided = new Guided()
    guided.pasture.begin()
    guided.graze(START.x + 60, START.y + 20)
    const shown = (await arrowOver(guided, true))(2)
    expect(shown.turn).toBeCloseTo(Math.PI / 2, 2)
    expect(shown.x).toBeCloseTo(SIZE.width / 2 + 60, 0)
    expect(shown.y).toBeLessThan(SIZE.height / 2 - 20)
    expect(shown.alpha).toBeLessThan(0.5)
    const later = (await arrowOver(guided, true))(2.7)
    expect(later.y, 'nothing moves where moving decoration is not wanted').toBe(shown.y)
  })

  test('is not there without sheep, without a shepherd, and when the round is over', async () => {
    const guided = new Guided()
    const round = guided.pasture.begin()
    const show = await arrowOver(guided)
    expect(show(0.5).isVisible).toBe(false)
    guided.graze(START.x + 300, START.y)
    expect(show(0.5).isVisible).toBe(true)
    round.phase = 'over'
    expect(show(0.5).isVisible).toBe(false)
    round.phase = 'herd'
    expect(show(0.5).isVisible).toBe(true)
    guided.pasture.shepherds.splice(0, 1)
    expect(show(0.5).isVisible).toBe(false)
  })
})

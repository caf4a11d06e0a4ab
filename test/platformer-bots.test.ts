import { presets } from 'glissade/client'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Bot, type SeenPip } from '../games/platformer/bots/bot.ts'
import { platformerRoom } from '../games/platformer/room.ts'
import { COINS, START } from '../games/platformer/rules/level.ts'
import { Random } from '../src/base/random.ts'
import { snowfight } from './support/snowfight.ts'
import { standing, type Walker } from './support/walker.ts'

const blank = () => ({ left: false, right: false, down: false, jump: false, throw: false })

/** Lets a bot play alone; calls `each` after every step. Returns how many coins it had. */
function play(bot: Bot, seconds: number, each: (walker: Walker) => void = () => {}): number {
  const walker = standing()
  const me = Object.assign(walker.pip, { id: 1 }) as SeenPip
  const coins = COINS.map((place, id) => ({ id, ...place }))
  const input = blank()
  const all = coins.length
  for (let i = 0; i < seconds * 60; i++) {
    bot.think(me, [me], coins, walker.timeMs, input)
    walker.step(input)
    input.throw = false
    const { x, y } = walker.pip
    const at = coins.findIndex((c) => Math.abs(c.x - x) < 9 && Math.abs(c.y - y + 10) < 13)
    if (at >= 0) coins.splice(at, 1)
    each(walker)
  }
  return all - coins.length
}

describe('a bot', () => {
  test.each([1, 2, 3])(
    'finds most coins of the level within two minutes, alone (seed %i)',
    (seed) => {
      let ouches = 0
      const coins = play(new Bot(seed), 120, (walker) => {
        ouches = walker.ouches
      })
      expect(coins).toBeGreaterThan(COINS.length / 2)
      expect(ouches).toBeLessThan(4)
    },
  )

  test('of the same seed does the same, of another something else', () => {
    const way = (seed: number): string => {
      const places: number[] = []
      play(new Bot(seed), 10, ({ pip }) => places.push(pip.x, pip.y))
      return places.join()
    }
    expect(way(5)).toBe(way(5))
    expect(way(6)).not.toBe(way(5))
  })

  test('stops now and then, and never for long', () => {
    let still = 0
    let stops = 0
    let longest = 0
    play(new Bot(4), 60, ({ pip }) => {
      still = pip.vx === 0 && pip.vy === 0 ? still + 1 : 0
      if (still === 20) stops++
      longest = Math.max(longest, still)
    })
    expect(stops).toBeGreaterThan(2)
    expect(longest).toBeLessThan(6 * 60)
  })

  test('keeps within its range', () => {
    const range = { fromX: START.x - 64, toX: START.x + 320 }
    let least = Number.POSITIVE_INFINITY
    let most = 0
    const coins = play(new Bot(7, range), 60, ({ pip }) => {
      least = Math.min(least, pip.x)
      most = Math.max(most, pip.x)
    })
    expect(coins).toBeGreaterThan(0)
    expect(most - least).toBeGreaterThan(100)
    expect(least).toBeGreaterThan(range.fromX - 48)
    expect(most).toBeLessThan(range.toX + 48)
  })

  test('throws at whom a snowball would meet, and at nobody else', () => {
    const throws = (x: number, y: number): number => {
      const walker = standing()
      const me = Object.assign(walker.pip, { id: 1 }) as SeenPip
      const other = { ...me, id: 2, x: me.x + x, y: me.y + y }
      const bot = new Bot(3)
      const input = blank()
      let count = 0
      for (let i = 0; i < 120; i++) {
        bot.think(me, [me, other], [], walker.timeMs, input)
        walker.timeMs += 1000 / 60
        if (input.throw) count++
        input.throw = false
      }
      return count
    }
    expect(throws(90, 0)).toBeGreaterThan(1)
    expect(throws(90, -60)).toBe(0)
    expect(throws(400, 0)).toBe(0)
    expect(throws(-90, 0)).toBe(0)
  })

  test('bears a time that jumps about, and none at all', () => {
    const random = new Random(1)
    const bot = new Bot(1)
    const me = Object.assign(standing().pip, { id: 1 }) as SeenPip
    const input = blank()
    for (let i = 0; i < 300; i++) bot.think(me, [me], [], random.between(0, 1e6), input)
    bot.think(me, [me], [], Number.NaN, input)
    expect(Object.values(input).every((value) => typeof value === 'boolean')).toBe(true)
  })
})

test.each(['ordered', 'datagram'] as const)(
  'A7 a bot alone on a far network runs, jumps, rides and picks up coins without a single correction (%s)',
  (kind) => {
    const sim = new Simulation(platformerRoom, { kind })
    const bot = new Bot(3)
    const { session } = sim.join({
      conditions: kind === 'datagram' ? presets.log : presets.intercontinental,
      script: (own) => {
        const pips = own.entities('pip')
        if (pips[0]) bot.think(pips[0], pips, own.entities('coin'), own.ownTimeMs, own.input)
      },
    })
    sim.run(60_000)
    expect(session.entities('pip')[0]?.coins).toBeGreaterThan(8)
    expect(session.stats.corrections).toBe(0)
    expect(sim.room.stats.inputsDropped).toBe(0)
  },
)

describe.each(['ordered', 'datagram'] as const)('16 bots for ten seconds, %s', (kind) => {
  test('A4 A7 C10 D10 play with snowballs and coins, and all ends agree in the end', () => {
    const { thrown, splats, collected, leaves, events } = snowfight(1, kind, 16, 10)
    expect(thrown).toBeGreaterThan(20)
    expect(splats).toBeGreaterThan(4)
    expect(collected).toBeGreaterThan(10)
    expect(leaves).toBeLessThan(200)
    expect(events).toBeLessThan(1000)
  })
})

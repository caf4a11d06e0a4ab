import { defineGame, fields, flag, int, number, text, told } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'

/** Walks by its keys; the room counts its coins, ten a second, and calls it by another name every second. */
const roomWith = <T extends ReturnType<typeof int> | ReturnType<typeof told<number>>>(coins: T) =>
  defineRoom(
    defineGame({
      name: 'purses',
      stepHz: 60,
      input: { right: flag() },
      entities: { purse: fields({ x: number(), coins, title: told(text(8)) }) },
      move: {
        purse(purse, input, { dtSeconds }) {
          if (input.right) purse.x += 60 * dtSeconds
        },
      },
    }),
    {
      join: (world, player) => world.spawn('purse', player),
      update(world, { tick }) {
        for (const purse of world.entities('purse')) {
          if (tick % 6 === 0) (purse as { coins: number }).coins++
          if (tick % 60 === 0) purse.title = `no ${tick / 60}`
        }
      },
    },
  )

const play = (room: ReturnType<typeof roomWith>, kind: 'ordered' | 'datagram') => {
  const sim = new Simulation(room, { kind })
  const join = () =>
    sim.join({
      conditions: presets.log,
      script: ({ input }, timeMs) => {
        input.right = timeMs % 2000 < 1000
      },
    })
  const [one, other] = [join(), join()]
  sim.run(10_000)
  return { sim, one, other }
}

describe.each(['ordered', 'datagram'] as const)('what only the server writes (%s)', (kind) => {
  test('A7 told fields make no prediction wrong, and plain ones do', () => {
    const { one } = play(roomWith(told(int())), kind)
    expect(one.session.stats.corrections).toBe(0)
    expect(one.session.stats.replayedSteps).toBe(0)
    const plain = play(roomWith(int()), kind)
    expect(plain.one.session.stats.corrections).toBeGreaterThan(20)
  })

  test('a told field is on show at everybody, and no sooner than it happened', () => {
    const { sim, one, other } = play(roomWith(told(int())), kind)
    const mine = one.session.entities('purse').find((purse) => purse.mine)!
    const theirs = other.session.entities('purse').find((purse) => !purse.mine)!
    const { coins } = sim.room.world.entities('purse')[0]!
    expect(coins).toBeGreaterThan(50)
    expect(mine.coins).toBeLessThanOrEqual(coins)
    expect(mine.coins).toBeGreaterThan(coins - 20)
    expect(theirs.coins).toBeGreaterThan(coins - 20)
    expect(theirs.coins).toBeLessThanOrEqual(coins)
    expect(mine.title).toMatch(/^no \d+$/)
    expect(theirs.title).toMatch(/^no \d+$/)
    // What `move` moves is on display as ever, beside it.
    expect(mine.x).toBeGreaterThan(100)
  })
})

test('a field is told or something else, not both', () => {
  expect(() => told(told(int()) as never)).toThrow(
    'a field takes only one of own, once, told, hidden',
  )
})

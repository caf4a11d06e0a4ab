import { presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import type { platformer } from '../games/platformer/game.ts'
import { platformerRoom } from '../games/platformer/room.ts'
import { touches } from '../games/platformer/rules/coins.ts'
import { COINS, START } from '../games/platformer/rules/level.ts'
import { ROUND_SECONDS, WON_SECONDS } from '../games/platformer/rules/rules.ts'
import { expectAgreement } from './support/snowfight.ts'

type Sim = Simulation<typeof platformerRoom>
type Client = SimulatedClient<typeof platformer>

const roundOf = (sim: Sim) => sim.room.world.entities('round')[0] ?? expect.fail('no round')

const pipOf = (sim: Sim, { session }: Client) =>
  sim.room.world.entities('pip').find(({ owner }) => owner === session.playerId) ??
  expect.fail('no pip')

/** The room puts somebody onto coins, one after the other, for a step each. */
function give(sim: Sim, client: Client, count: number): void {
  const pip = pipOf(sim, client)
  for (let n = 0; n < count; n++) {
    const coin = sim.room.world.entities('coin')[0] ?? expect.fail('no coin left')
    const { coins } = pip
    Object.assign(pip, { x: coin.x, y: coin.y + 10, vx: 0, vy: 0, grounded: false, platform: 0 })
    sim.room.world.teleport(pip)
    for (let ms = 0; ms < 40 && pip.coins === coins; ms++) sim.run(1)
    expect(pip.coins).toBe(coins + 1)
  }
  Object.assign(pip, { x: START.x, y: START.y, vx: 0, vy: 0, platform: 0 })
  sim.room.world.teleport(pip)
}

/** Lets time pass until the round is in a phase. */
function until(sim: Sim, phase: 'run' | 'won'): void {
  for (let s = 0; roundOf(sim).phase !== phase; s++) {
    expect(s).toBeLessThan(10 * (ROUND_SECONDS + WON_SECONDS + 1))
    sim.run(100)
  }
}

/** A room with some players in it. */
function open(count: number, names: readonly string[] = []) {
  const sim = new Simulation(platformerRoom)
  const clients = Array.from({ length: count }, (_, n) =>
    sim.join({ profile: { name: names[n] ?? `P${n}`, hue: n * 10 } }),
  )
  sim.run(500)
  return { sim, clients }
}

describe('who joins', () => {
  test('has the name and colour said, or ones of the room, and a place of its own', () => {
    const sim = new Simulation(platformerRoom)
    const profiles = [{ name: ' \u202eAda\u0007 ', hue: 120 }, { name: ' \u200d ', hue: 360 }, {}]
    for (const profile of profiles) {
      sim.join({ profile })
      sim.run(100)
    }
    const pips = sim.room.world.entities('pip')
    expect(pips.map(({ name }) => name)).toEqual(['Ada', 'Pip 2', 'Pip 3'])
    expect(pips[0]?.hue).toBe(120)
    for (const { hue } of pips) expect(hue).toBeLessThan(360)
    expect(new Set(pips.map(({ x }) => x)).size).toBe(3)
  })

  test('into an empty room begins a round; time stands still while nobody is there', () => {
    const { sim, clients } = open(1)
    sim.run(30_000)
    give(sim, clients[0] as Client, 3)
    expect(roundOf(sim).secondsLeft).toBeLessThan(ROUND_SECONDS - 29)
    clients[0]?.session.close()
    sim.run(200_000)
    expect(roundOf(sim)).toMatchObject({ phase: 'run', winner: '' })
    expect(sim.room.world.entities('coin').length).toBe(COINS.length - 3)
    sim.join()
    sim.run(500)
    expect(roundOf(sim)).toMatchObject({ phase: 'run', secondsLeft: ROUND_SECONDS })
    expect(sim.room.world.entities('coin').length).toBe(COINS.length)
  })
})

describe('a coin', () => {
  test('is touched by a body that is near, and by no other', () => {
    const coin = { x: 100, y: 100 }
    expect(touches({ x: 100, y: 110 }, coin)).toBe(true)
    expect(touches({ x: 111, y: 110 }, coin)).toBe(true)
    expect(touches({ x: 113, y: 110 }, coin)).toBe(false)
    expect(touches({ x: 100, y: 93 }, coin)).toBe(false)
    expect(touches({ x: 100, y: 127 }, coin)).toBe(false)
  })

  test('is gone for all when one has it, who is told at all ends', () => {
    const { sim, clients } = open(2)
    const heard: unknown[] = []
    for (const { session } of clients)
      session.on('collected', ({ by }, raisedBy) => heard.push([by, raisedBy]))
    give(sim, clients[0] as Client, 1)
    sim.run(500)
    expect(heard).toEqual([
      [1, null],
      [1, null],
    ])
    for (const { session } of clients) {
      expect(session.entities('coin').length).toBe(COINS.length - 1)
      expect(
        session
          .entities('pip')
          .map(({ coins }) => coins)
          .sort(),
      ).toEqual([0, 1])
    }
  })

  test('is never counted twice when two touch it in the same step', () => {
    const { sim, clients } = open(2)
    for (let n = 0; n < 10; n++) {
      const coin = sim.room.world.entities('coin')[0] ?? expect.fail('no coin')
      for (const pip of sim.room.world.entities('pip')) {
        Object.assign(pip, { x: coin.x, y: coin.y + 10, vx: 0, vy: 0, platform: 0 })
        sim.room.world.teleport(pip)
      }
      sim.run(30)
      const had = clients.reduce((sum, client) => sum + pipOf(sim, client).coins, 0)
      expect(had + sim.room.world.entities('coin').length).toBe(COINS.length)
    }
  })

  test('A7 makes no prediction of its finder wrong: the room alone counts', () => {
    const { sim, clients } = open(1)
    const { session } = clients[0] as Client
    const before = { ...session.stats }
    // Onto a coin by itself, for what the room does to a place is a correction too.
    session.input.right = true
    for (let i = 0; i < 60 && pipOf(sim, clients[0] as Client).coins === 0; i++) {
      session.input.jump = i % 8 < 6
      sim.run(50)
    }
    session.input.right = false
    sim.run(500)
    const { coins } = pipOf(sim, clients[0] as Client)
    expect(coins).toBeGreaterThan(0)
    expect(session.stats.corrections).toBe(before.corrections)
  })
})

describe('a round', () => {
  test('ends when time is up; who has most coins has won; after a while the next one begins', () => {
    const { sim, clients } = open(3, ['Ada', 'Bo', 'Cy'])
    give(sim, clients[0] as Client, 2)
    give(sim, clients[1] as Client, 5)
    give(sim, clients[2] as Client, 3)
    until(sim, 'won')
    expect(sim.room.world.timeMs / 1000).toBeGreaterThan(ROUND_SECONDS - 1)
    const bo = clients[1]?.session.playerId
    const told = { winner: 'Bo', winnerHue: 10, winnerId: bo, coins: COINS.length }
    expect(roundOf(sim)).toMatchObject(told)
    expect(roundOf(sim).secondsLeft).toBe(WON_SECONDS)
    sim.run(WON_SECONDS * 500)
    expect(roundOf(sim)).toMatchObject({ phase: 'won', winner: 'Bo' })
    for (const { session } of clients) expect(session.entities('round')[0]?.winner).toBe('Bo')
    until(sim, 'run')
    sim.run(500)
    expect(roundOf(sim)).toMatchObject({ winner: '', winnerId: 0, secondsLeft: ROUND_SECONDS })
    expect(sim.room.world.entities('coin').length).toBe(COINS.length)
    for (const client of clients) expect(pipOf(sim, client).coins).toBe(0)
  })

  test('of two with the same name and colour, who has won is known by the number', () => {
    const sim = new Simulation(platformerRoom)
    const clients = [1, 2].map(() => sim.join({ profile: { name: 'Ada', hue: 7 } }))
    sim.run(500)
    give(sim, clients[0] as Client, 2)
    give(sim, clients[1] as Client, 3)
    until(sim, 'won')
    sim.run(500)
    for (const { session } of clients)
      expect(session.entities('round')[0]?.winnerId).toBe(clients[1]?.session.playerId)
  })

  test('of several with as many coins, who had them first has won', () => {
    const { sim, clients } = open(3, ['Ada', 'Bo', 'Cy'])
    give(sim, clients[0] as Client, 1)
    give(sim, clients[2] as Client, 2)
    give(sim, clients[0] as Client, 1)
    give(sim, clients[1] as Client, 2)
    until(sim, 'won')
    expect(roundOf(sim).winner).toBe('Cy')
  })

  test('without a coin nobody has won', () => {
    const { sim } = open(2)
    until(sim, 'won')
    expect(roundOf(sim)).toMatchObject({ winner: '', winnerHue: 0, winnerId: 0 })
  })

  test('ends early when all coins are taken; during the feast none are', () => {
    const { sim, clients } = open(1, ['Ada'])
    give(sim, clients[0] as Client, COINS.length)
    expect(roundOf(sim)).toMatchObject({ phase: 'won', winner: 'Ada' })
    expect(roundOf(sim).endsAt - sim.room.world.tick).toBeLessThanOrEqual(WON_SECONDS * 60)
    expect(pipOf(sim, clients[0] as Client).coins).toBe(COINS.length)
  })

  test('is told in whole seconds, each once', () => {
    const { sim, clients } = open(1)
    const shown: number[] = []
    const { session } = clients[0] as Client
    session.onFrame(() => {
      const left = session.entities('round')[0]?.secondsLeft ?? Number.NaN
      if (left !== shown.at(-1)) shown.push(left)
    })
    sim.run(5000)
    expect(shown).toEqual(shown.map((_, n) => (shown[0] ?? 0) - n))
    expect(shown.length).toBeGreaterThan(4)
  })
})

test.each(['ordered', 'datagram'] as const)(
  'A4 two clients on the log and a late one agree on scores, coins, round and winner (%s)',
  (kind) => {
    const sim = new Simulation(platformerRoom, { kind })
    // Of these networks none stands still for seconds where the ends are compared.
    const [a, b] = ['Ada', 'Bo'].map((name, n) =>
      sim.join({ conditions: presets.log, seed: 31 + n, profile: { name, hue: 7 } }),
    ) as [Client, Client]
    sim.run(4000)
    give(sim, a, 4)
    give(sim, b, 6)
    const late = sim.join({
      conditions: presets.log,
      seed: 33,
      profile: { name: 'Late', hue: 99 },
    })
    sim.run(10_000)
    expectAgreement(sim)
    expect(late.session.entities('coin').length).toBe(COINS.length - 10)
    expect(
      late.session
        .entities('pip')
        .map(({ coins }) => coins)
        .sort(),
    ).toEqual([0, 4, 6])
    until(sim, 'won')
    sim.run(2000)
    // So that no clock of a round is behind by what a lost packet holds up.
    for (const { network } of sim.clients) network.conditions = presets.none
    sim.run(2000)
    for (const { session } of sim.clients)
      expect(session.entities('round')[0]).toMatchObject({ phase: 'won', winner: 'Bo' })
    expectAgreement(sim)
  },
)

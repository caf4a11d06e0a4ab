import { presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { FIGURES } from '../games/platformer/bots/company.ts'
import type { platformer } from '../games/platformer/game.ts'
import { platformerWithBots } from '../games/platformer/room-with-bots.ts'
import { COINS } from '../games/platformer/rules/level.ts'
import { BOT_NAMES, isBot, numberOf } from '../games/platformer/rules/numbers.ts'
import { ROUND_SECONDS } from '../games/platformer/rules/rules.ts'
import { expectAgreement } from './support/snowfight.ts'

type Sim = Simulation<typeof platformerWithBots>
type Client = SimulatedClient<typeof platformer>

const pipsOf = (sim: Sim) => sim.room.world.entities('pip')
const botsOf = (sim: Sim) => pipsOf(sim).filter(isBot)
const roundOf = (sim: Sim) => sim.room.world.entities('round')[0] ?? expect.fail('no round')
const coinsIn = (sim: Sim): number =>
  pipsOf(sim).reduce((sum, { coins }) => sum + coins, sim.room.world.entities('coin').length)

/** A room with a player in it, after some time. */
function alone(seconds: number, seed = 1): { sim: Sim; client: Client } {
  const sim = new Simulation(platformerWithBots, { seed, resumeMs: 0 })
  const client = sim.join({ conditions: presets.wifi, profile: { name: 'Ada', hue: 200 } })
  sim.run(seconds * 1000)
  return { sim, client }
}

describe('a player alone', () => {
  test('has company within 3 s, on the page too', () => {
    const { client } = alone(3)
    const pips = client.session.entities('pip')
    expect(pips).toHaveLength(FIGURES)
    const bots = pips.filter(isBot)
    expect(bots.map(({ name }) => name)).toEqual(BOT_NAMES.slice(0, FIGURES - 1))
    expect(new Set(pips.map(({ hue }) => hue)).size).toBe(FIGURES)
    expect(bots.some(({ vx, vy }) => vx !== 0 || vy !== 0)).toBe(true)
  })

  test('who does nothing is not beaten by much, and is not hit all the time', () => {
    const { sim, client } = alone(0.1)
    let hits = 0
    client.session.on('splat', ({ victim }) => {
      if (victim === client.session.playerId) hits++
    })
    sim.run((ROUND_SECONDS - 2) * 1000)
    expect(roundOf(sim).phase).toBe('run')
    for (const { coins } of botsOf(sim)) expect(coins).toBeLessThan(9)
    expect(hits).toBeLessThan(12)
  })

  test('of the same seed meets the same bots, of another others', () => {
    const way = (seed: number): string =>
      botsOf(alone(5, seed).sim)
        .map(({ x, y }) => `${x} ${y}`)
        .join()
    expect(way(5)).toBe(way(5))
    expect(way(6)).not.toBe(way(5))
  })
})

describe('bots', () => {
  test('leave one by one as players come, and carry nothing off', () => {
    const { sim } = alone(15)
    for (let players = 2; players <= FIGURES + 1; players++) {
      const fewest = Math.min(...botsOf(sim).map(({ coins }) => coins))
      const before = botsOf(sim)
      sim.join({ conditions: presets.lan })
      sim.run(500)
      expect(botsOf(sim)).toHaveLength(Math.max(FIGURES - players, 0))
      const gone = before.filter((bot) => !botsOf(sim).includes(bot))
      expect(gone.every(({ coins }) => coins <= fewest + 1)).toBe(true)
      expect(coinsIn(sim)).toBe(COINS.length)
    }
    sim.run(10_000)
    expect(pipsOf(sim)).toHaveLength(FIGURES + 1)
  })

  test('come back a while after players have left', () => {
    const { sim } = alone(3)
    const others = Array.from({ length: FIGURES }, () => sim.join({ conditions: presets.lan }))
    sim.run(1000)
    expect(botsOf(sim)).toHaveLength(0)
    for (const { session } of others) session.close()
    sim.run(3000)
    expect(botsOf(sim)).toHaveLength(0)
    sim.run(6000)
    expect(botsOf(sim)).toHaveLength(FIGURES - 1)
  })

  test('stand still in an empty room, and go on with the next player', () => {
    const { sim, client } = alone(3)
    client.session.close()
    sim.run(500)
    const places = () => botsOf(sim).map(({ x, y }) => [x, y])
    const before = places()
    sim.run(20_000)
    expect(places()).toEqual(before)
    sim.join({ conditions: presets.lan })
    sim.run(3000)
    expect(botsOf(sim)).toHaveLength(FIGURES - 1)
    expect(places()).not.toEqual(before)
  })

  test('throw, hit players and each other, and are hit; no ball hits its thrower', () => {
    const { sim, client } = alone(3)
    const splats: { thrower: number; victim: number }[] = []
    client.session.on('splat', ({ thrower, victim }) => splats.push({ thrower, victim }))
    sim.run(2000)
    const [bot] = botsOf(sim)
    const me = pipsOf(sim).find((pip) => !isBot(pip)) ?? expect.fail('no player')
    for (let n = 0; n < 80 && !splats.some(({ victim }) => victim > 1000); n++) {
      Object.assign(bot!, { x: me.x + 60, y: me.y, vx: 0, vy: 0, platform: 0 })
      me.facing = 'right'
      sim.room.world.teleport(bot!)
      client.session.input.throw = true
      sim.run(400)
    }
    expect(splats).toContainEqual({ thrower: me.owner, victim: numberOf(bot!) })
    sim.run(30_000)
    const numbers = botsOf(sim).map(numberOf)
    expect(splats.some(({ thrower }) => numbers.includes(thrower))).toBe(true)
    expect(splats.filter(({ thrower, victim }) => thrower === victim)).toEqual([])
    expect(splats.filter(({ thrower, victim }) => thrower === 0 || victim === 0)).toEqual([])
    expect(Object.keys(sim.room.world.state.throwers).length).toBeLessThan(4)
  })

  test('win a round by a number of their own', () => {
    const { sim, client } = alone(20)
    const best = botsOf(sim).reduce((first, bot) => (bot.coins > first.coins ? bot : first))
    expect(best.coins).toBeGreaterThan(0)
    roundOf(sim).endsAt = sim.room.tick + 2
    sim.run(1000)
    const { winner, winnerId } = client.session.entities('round')[0] ?? expect.fail('no round')
    expect([winner, winnerId]).toEqual([best.name, numberOf(best)])
    const named = client.session.entities('pip').filter((pip) => numberOf(pip) === winnerId)
    expect(named.map(({ name }) => name)).toEqual([winner])
  })
})

test('D6 pages show bots as evenly as players: the room tells them what a bot presses', () => {
  const sim = new Simulation(platformerWithBots, { seed: 3 })
  const { session } = sim.join({ conditions: presets.wifi })
  let frames = 0
  let jumps = 0
  const last = new Map<number, { x: number; y: number }>()
  session.onFrame((dtSeconds) => {
    for (const { id, owner, x, y } of session.entities('pip')) {
      const before = last.get(id)
      last.set(id, { x, y })
      if (owner !== null || !before) continue
      frames++
      // As fast as a body that a snowball knocks off a platform, or that falls. Further is back to the start.
      const wayX = Math.abs(x - before.x) - 250 * dtSeconds
      const wayY = Math.abs(y - before.y) - 430 * dtSeconds
      if (Math.max(wayX, wayY) > 2 && wayX < 150) jumps++
    }
  })
  sim.run(30_000)
  expect(frames).toBeGreaterThan(4500)
  expect(jumps / frames).toBeLessThan(0.01)
})

test.each(['ordered', 'datagram'] as const)(
  'all ends agree about bots, and nobody is corrected but for their hits (%s)',
  (kind) => {
    const sim = new Simulation(platformerWithBots, { kind, seed: 7 })
    const networks = [presets.lan, presets.wifi, presets.intercontinental]
    const clients = networks.map((conditions) => sim.join({ conditions }))
    const hits = new Map<number, number>()
    clients[0]?.session.on('splat', ({ victim }) => hits.set(victim, (hits.get(victim) ?? 0) + 1))
    sim.run(20_000)
    // The bot stands still as well: its last place has reached everybody.
    for (const bot of botsOf(sim)) sim.room.world.despawn(bot)
    sim.room.world.state.nextBotMs = Number.MAX_SAFE_INTEGER
    for (const { network } of sim.clients) network.conditions = presets.wifi
    sim.run(5000)
    expectAgreement(sim as never)
    // Only a hit moves a player against its own keys. On a far network, one hit may take more than one correction.
    for (const { session } of clients)
      expect(session.stats.corrections).toBeLessThanOrEqual(3 * (hits.get(session.playerId) ?? 0))
  },
)

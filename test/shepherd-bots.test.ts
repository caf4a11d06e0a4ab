import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Bot } from '../games/shepherd/bots/bot.ts'
import type { shepherd } from '../games/shepherd/game.ts'
import { HEIGHT, PENS, START, WIDTH } from '../games/shepherd/rules/meadow.ts'
import { roomAround } from '../games/shepherd/rules/obstacles.ts'
import { ROUND_SECONDS } from '../games/shepherd/rules/rounds.ts'
import { NO_WAY, WayMap } from '../games/shepherd/rules/way-map.ts'
import { presets } from '../src/link/presets.ts'
import {
  age,
  bodyOf,
  herdIn,
  type Meadow,
  meadowOf,
  put,
  roundIn,
  until,
} from './support/meadow.ts'

/** Lets a bot play, with as few frames as do. */
function addBot(
  sim: Meadow,
  seed: number,
  conditions = presets.lan,
): SimulatedClient<typeof shepherd> {
  const bot = new Bot(seed)
  return sim.join({
    frameHz: 20,
    conditions,
    profile: { name: `Bot ${seed}`, hue: (seed * 70) % 360 },
    script: (session) => bot.think(session, session.ownTimeMs, session.input),
  })
}

/** Everything that a meadow has come to, as one text. */
const stateOf = (sim: Meadow): string =>
  JSON.stringify([[...herdIn(sim).flock.x], sim.room.world.entities('shepherd')])

describe('bots', () => {
  test('four of them bring sheep home for half a minute, each some, and the best one wins', () => {
    const sim = new Simulation(meadowOf(400))
    const bots = [1, 2, 3, 4].map((seed) => addBot(sim, seed))
    sim.run(30_000)
    const { home } = roundIn(sim)
    expect(home).toBeGreaterThan(15)
    age(sim, ROUND_SECONDS - 31)
    until(sim, 'over')
    const scores = bots.map((bot) => bodyOf(sim, 'shepherd', bot).score)
    expect(scores.filter((score) => score > 0).length).toBeGreaterThan(1)
    const best = sim.room.world
      .entities('shepherd')
      .find(({ owner }) => owner === roundIn(sim).winnerId)
    expect(best?.score).toBe(Math.max(...scores))
    sim.run(500)
    for (const { session } of bots) {
      expect(session.entities('round')[0]?.winner).toBe(best?.name)
      expect(session.stats.corrections).toBe(0)
    }
  })

  test('one alone fetches a bunch from behind a hedge, with its dog, and barks now and then', () => {
    const sim = new Simulation(meadowOf(100))
    const { session } = addBot(sim, 5)
    let barks = 0
    session.on('barked', () => barks++)
    sim.run(300)
    const herd = herdIn(sim)
    put(herd, 20, 80, 1620, 1760)
    sim.run(200)
    expect(herd.round.home).toBe(80)
    put(herd, 0, 20, 930, 1240)
    for (let s = 0; s < 120 && herd.round.home < 95; s++) sim.run(1000)
    expect(herd.round.home).toBeGreaterThanOrEqual(95)
    expect(barks).toBeGreaterThan(1)
    expect(barks).toBeLessThan(60)
  })

  test('one goes for a wolf that is near, and barks at it', () => {
    const sim = new Simulation(meadowOf(100))
    const client = addBot(sim, 6)
    sim.run(500)
    age(sim, 180)
    sim.run(100)
    const herd = herdIn(sim)
    const dog = bodyOf(sim, 'dog', client)
    const wolf = herd.wolves[0] ?? expect.fail('no wolf')
    Object.assign(wolf.body, { x: dog.x + 330, y: dog.y - 100 })
    let barks = 0
    client.session.on('barked', () => barks++)
    sim.run(3000)
    expect(barks).toBeGreaterThan(0)
    expect(wolf.body.mood).toBe('flee')
  })

  test('one looks for sheep where none are in sight', () => {
    const sim = new Simulation(meadowOf(100))
    const client = addBot(sim, 7)
    sim.run(300)
    put(herdIn(sim), 0, 100, 3200, 100)
    const me = bodyOf(sim, 'shepherd', client)
    const places: { x: number; y: number }[] = []
    for (let s = 0; s < 30; s++) {
      places.push({ x: me.x, y: me.y })
      sim.run(1000)
    }
    const walked = places.map(({ x, y }) => Math.hypot(x - START.x, y - START.y))
    expect(Math.max(...walked)).toBeGreaterThan(600)
  })

  test('of the same seed do the same, of another something else', () => {
    const play = (seed: number): string => {
      const sim = new Simulation(meadowOf(100))
      addBot(sim, seed)
      sim.run(10_000)
      return stateOf(sim)
    }
    expect(play(3)).toBe(play(3))
    expect(play(4)).not.toBe(play(3))
  })

  test('bear no time at all, and having nothing on the meadow', () => {
    const bot = new Bot(1)
    const input = {
      left: false,
      right: false,
      up: false,
      down: false,
      bark: false,
      dogX: 0,
      dogY: 0,
    }
    bot.think({ entities: () => [] }, 0, input)
    bot.think({ entities: () => [] }, Number.NaN, input)
    expect(input).toMatchObject({ left: false, right: false, dogX: 0, bark: false })
  })
})

describe('a map of ways', () => {
  const pen = PENS[0] ?? expect.fail('no pen')
  const inPen = { x: pen.x + pen.width / 2, y: pen.y + pen.height / 2 }

  test('leads from everywhere into a pen by its gate, round walls', () => {
    const ways = new WayMap()
    ways.draw(inPen.x, inPen.y)
    const place = { x: 0, y: 0 }
    for (let x = 100; x < WIDTH; x += 500)
      for (let y = 100; y < HEIGHT; y += 300) {
        // A square of 40 units may have its middle nearer to a wall.
        if (roomAround(x, y) < 50) continue
        expect(ways.cost(x, y)).toBeLessThan(NO_WAY)
        let crossed = Number.NaN
        Object.assign(place, { x, y })
        for (let n = 0; n < 300; n++) {
          const before = place.y
          ways.ahead(place.x, place.y, 1, place)
          expect(roomAround(place.x, place.y)).toBeGreaterThan(8)
          if (before > pen.y + pen.height && place.y < pen.y + pen.height) crossed = place.x
        }
        expect(Math.hypot(place.x - inPen.x, place.y - inPen.y)).toBeLessThan(30)
        if (y > pen.y + pen.height) expect(Math.abs(crossed - inPen.x)).toBeLessThan(48)
      }
  })

  test('goes round what is to be avoided, and forgets it', () => {
    const ways = new WayMap()
    const from = { x: 2000, y: 760 }
    ways.draw(1500, 760)
    const straight = ways.cost(from.x, from.y)
    ways.avoid(1750, 760, 100)
    ways.draw(1500, 760)
    const round = ways.cost(from.x, from.y)
    expect(round).toBeGreaterThan(straight)
    expect(round).toBeLessThan(straight + 4 * 40)
    ways.avoidNothing()
    ways.draw(1500, 760)
    expect(ways.cost(from.x, from.y)).toBe(straight)
  })

  test('drawn as far as somebody stands is the same up to there', () => {
    const whole = new WayMap()
    const part = new WayMap()
    whole.draw(inPen.x, inPen.y)
    part.draw(inPen.x, inPen.y, START, { x: 300, y: 900 })
    const a = { x: START.x, y: START.y }
    const b = { x: START.x, y: START.y }
    for (let n = 0; n < 100; n++) {
      expect(part.cost(b.x, b.y)).toBe(whole.cost(a.x, a.y))
      whole.ahead(a.x, a.y, 1, a)
      part.ahead(b.x, b.y, 1, b)
      expect(b).toEqual(a)
    }
    expect(part.cost(3500, 2300)).toBe(NO_WAY)
  })
})

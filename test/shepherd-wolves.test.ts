import { describe, expect, test } from 'vitest'
import type { Herd } from '../games/shepherd/rules/herd.ts'
import { HEIGHT, WIDTH } from '../games/shepherd/rules/meadow.ts'
import { roomAround } from '../games/shepherd/rules/obstacles.ts'
import { OVER_SECONDS, ROUND_SECONDS } from '../games/shepherd/rules/rounds.ts'
import { WOLF_RADIUS, type Wolf } from '../games/shepherd/rules/wolf.ts'
import { age, bodyOf, type Meadow, openMeadow, put, roundIn, until } from './support/meadow.ts'

/** A meadow with wolves on it, and shepherds far from the west of it. */
function byNight(players = 1, sheep = 100): { sim: Meadow; herd: Herd; wolf: Wolf } {
  const { sim, herd } = openMeadow(players, sheep)
  age(sim, 180)
  sim.run(100)
  return { sim, herd, wolf: herd.wolves[0] ?? expect.fail('no wolf') }
}

/** Puts a wolf somewhere, at rest, and in no hurry. */
function place(wolf: Wolf, x: number, y: number): void {
  Object.assign(wolf.body, { x, y, mood: 'prowl' })
  Object.assign(wolf, { vx: 0, vy: 0, goalX: x, goalY: y, thoughtX: x, thoughtY: y, prey: -1 })
  Object.assign(wolf, { fleesUntil: 0, eatsUntil: 0, goesRoundUntil: 0 })
}

/** Puts all sheep but the first ones far away, to the north-east. */
function clear(herd: Herd, first: number): void {
  put(herd, first, herd.flock.count - first, 3250, 100)
}

const away = (wolf: Wolf, x: number, y: number): number =>
  Math.hypot(wolf.body.x - x, wolf.body.y - y)

describe('wolves', () => {
  test('come from the edges when night has fallen, with a howl, and not before', () => {
    const { sim, clients, herd } = openMeadow(1)
    let howls = 0
    clients[0]?.session.on('howl', () => howls++)
    age(sim, 140)
    sim.run(5000)
    expect(herd.wolves.length).toBe(0)
    for (let n = 0; n < 300 && herd.wolves.length === 0; n++) sim.run(100)
    expect(herd.wolves.length).toBe(3)
    expect(roundIn(sim)).toMatchObject({ wolvesOut: true })
    for (const { body } of herd.wolves)
      expect(Math.min(body.x, body.y, WIDTH - body.x, HEIGHT - body.y)).toBeLessThan(40)
    sim.run(1000)
    expect(howls).toBe(1)
    expect(sim.room.world.entities('wolf').length).toBe(3)
  })

  test.each([
    [1, 3],
    [4, 4],
    [9, 5],
  ])('are more for more shepherds: %i of them, %i wolves', (players, wolves) => {
    expect(byNight(players).herd.wolves.length).toBe(wolves)
  })

  test('are no more for those who only watch', () => {
    const { sim, herd } = openMeadow(1)
    for (let n = 0; n < 8; n++) sim.join({ profile: { watches: true } })
    sim.run(500)
    age(sim, 180)
    sim.run(100)
    expect(sim.room.world.players.length).toBe(9)
    expect(herd.wolves.length).toBe(3)
  })

  test('C13: make up their minds 5 times a second, each in a step of its own, and are moved in all 30', () => {
    const { sim, herd } = byNight()
    const thoughts = herd.wolves.map((): number[] => [])
    const places = herd.wolves.map(() => new Set<string>())
    const goals = herd.wolves.map(() => new Set<string>())
    const first = sim.room.tick
    while (sim.room.tick < first + 90) {
      const { tick } = sim.room
      // A thought notes where the wolf is.
      for (const wolf of herd.wolves) wolf.thoughtX = Number.NaN
      while (sim.room.tick === tick) sim.run(1)
      for (const [n, wolf] of herd.wolves.entries()) {
        if (!Number.isNaN(wolf.thoughtX)) thoughts[n]?.push(sim.room.tick)
        places[n]?.add(`${wolf.body.x} ${wolf.body.y}`)
        goals[n]?.add(`${wolf.goalX} ${wolf.goalY}`)
      }
    }
    for (const [n, ticks] of thoughts.entries()) {
      expect(ticks.length).toBe(15)
      for (let k = 1; k < ticks.length; k++) expect((ticks[k] ?? 0) - (ticks[k - 1] ?? 0)).toBe(6)
      expect(places[n]?.size).toBeGreaterThan(85)
      expect(goals[n]?.size).toBeLessThanOrEqual(16)
    }
    expect(new Set(thoughts.map(([tick]) => tick)).size).toBe(herd.wolves.length)
  })

  test('catch a sheep that is outside: it is gone for all, and counted', () => {
    const { sim, herd, wolf } = byNight()
    const { session } = sim.clients[0] ?? expect.fail('no client')
    let caught = 0
    session.on('caught', () => caught++)
    put(herd, 0, 1, 400, 2000)
    clear(herd, 1)
    for (const [n, other] of herd.wolves.entries())
      place(other, n === 0 ? 200 : 3400, n === 0 ? 2000 : 2300)
    for (let s = 0; s < 300 && herd.round.lost === 0; s++) sim.run(100)
    expect(herd.round.lost).toBe(1)
    expect(herd.flock.alive[0]).toBe(0)
    expect(herd.sheep[0]).toBe(null)
    expect(sim.room.world.entities('sheep').length).toBe(99)
    expect(wolf.body.mood).toBe('eat')
    const { x, y } = wolf.body
    sim.run(2000)
    expect(caught).toBe(1)
    expect(away(wolf, x, y)).toBeLessThan(40)
    expect(session.entities('round')[0]?.lost).toBe(1)
  })

  test('leave sheep in pens alone', () => {
    const { sim, herd, wolf } = byNight()
    put(herd, 0, 1, 700, 600)
    clear(herd, 1)
    place(wolf, 700, 900)
    sim.run(1000)
    expect(herd.round.home).toBe(1)
    expect(wolf.prey).not.toBe(0)
    sim.run(10_000)
    expect(herd.flock.alive[0]).toBe(1)
  })

  test.each(['dog', 'shepherd'] as const)('run away from a %s', (kind) => {
    const { sim, wolf } = byNight()
    const client = sim.clients[0] ?? expect.fail('no client')
    const body = bodyOf(sim, kind, client)
    place(wolf, body.x + 70, body.y - 20)
    sim.run(1500)
    expect(wolf.body.mood).toBe('flee')
    expect(away(wolf, body.x, body.y)).toBeGreaterThan(180)
  })

  test('run away from a bark, further than from the dog', () => {
    const { sim, herd, wolf } = byNight()
    const client = sim.clients[0] ?? expect.fail('no client')
    const dog = bodyOf(sim, 'dog', client)
    put(herd, 0, 1, dog.x + 260, dog.y - 240)
    place(wolf, dog.x + 260, dog.y)
    sim.run(300)
    expect(wolf.body.mood).not.toBe('flee')
    place(wolf, dog.x + 260, dog.y)
    client.session.input.bark = true
    sim.run(1000)
    expect(wolf.body.mood).toBe('flee')
    expect(away(wolf, dog.x, dog.y)).toBeGreaterThan(330)
  })

  test('keep out of walls, and get round them', () => {
    const { sim, herd, wolf } = byNight()
    put(herd, 0, 1, 1390, 420)
    clear(herd, 1)
    place(wolf, 1240, 420)
    let nearest = Number.POSITIVE_INFINITY
    for (let n = 0; n < 400 && herd.round.lost === 0; n++) {
      sim.run(100)
      put(herd, 0, herd.flock.alive[0] ?? 0, 1390, 420)
      nearest = Math.min(nearest, away(wolf, 1390, 420))
      for (const { body } of herd.wolves)
        expect(roomAround(body.x, body.y)).toBeGreaterThan(WOLF_RADIUS - 1)
    }
    expect(nearest).toBeLessThan(60)
  })

  test('run off the meadow when the round is over, and are gone in the next one', () => {
    const { sim, herd } = byNight(1, 300)
    age(sim, ROUND_SECONDS - 185)
    until(sim, 'over')
    sim.run(400)
    for (const { body } of herd.wolves) expect(body.mood).toBe('flee')
    sim.run(8000)
    expect(sim.room.world.entities('wolf').length).toBe(0)
    age(sim, OVER_SECONDS - 9)
    until(sim, 'herd')
    expect(herd.wolves.length).toBe(0)
    expect(sim.room.world.entities('sheep').length).toBe(300)
    expect(herd.flock.alive.every((is) => is === 1)).toBe(true)
  })

  test('catch nothing any more once the round is over, however near', () => {
    const { sim, herd } = byNight(1, 300)
    clear(herd, herd.wolves.length)
    for (const [n, wolf] of herd.wolves.entries()) {
      const [x, y] = [300 + n * 500, 2200]
      put(herd, n, 1, x, y)
      place(wolf, x + 4, y)
      wolf.prey = n
      wolf.body.mood = 'hunt'
    }
    herd.round.endsAt = sim.room.tick
    until(sim, 'over')
    sim.run(300)
    expect(herd.round.lost).toBe(0)
    for (let n = 0; n < herd.wolves.length; n++) expect(herd.flock.alive[n]).toBe(1)
  })

  test('take a flock that nobody guards apart, but not all of it', () => {
    const { sim, herd } = byNight(1, 400)
    sim.run(55_000)
    expect(herd.round.lost).toBeGreaterThan(5)
    expect(herd.round.lost).toBeLessThan(60)
  })
})

import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { shepherdWithBots } from '../games/shepherd/company.ts'
import type { shepherdRoom } from '../games/shepherd/room.ts'
import { FIRST_PEN, FIRST_SHEEP } from '../games/shepherd/rules/first-flock.ts'
import { ROUND_SECONDS } from '../games/shepherd/rules/rounds.ts'
import { age, herdIn, type Meadow, put, roundIn, until } from './support/meadow.ts'

const WATCHES = { profile: { watches: true }, frameHz: 10 } as const

/** What the helpers for meadows look at is the same in a room with bots. */
const room = shepherdWithBots as unknown as typeof shepherdRoom
const openRoom = (seed = 1): Meadow => new Simulation(room, { seed, resumeMs: 0 })

const botsIn = (sim: Meadow) =>
  sim.room.world.entities('shepherd').filter(({ owner }) => owner === null)

describe('company', () => {
  test('comes to a player alone within 3 s: two bots, each with a dog, who walk', () => {
    const sim = openRoom()
    const { session } = sim.join({ profile: { name: 'Ada' } })
    sim.run(3000)
    const names = session.entities('shepherd').map(({ name }) => name)
    expect(names).toHaveLength(3)
    expect(names.filter((name) => name.endsWith(' (bot)'))).toHaveLength(2)
    expect(session.entities('dog')).toHaveLength(3)
    const before = botsIn(sim).map(({ x, y }) => ({ x, y }))
    sim.run(2000)
    for (const [n, { x, y }] of botsIn(sim).entries())
      expect(Math.hypot(x - before[n]!.x, y - before[n]!.y)).toBeGreaterThan(30)
  })

  test('moves for those who only watch, and brings sheep home that count for it', () => {
    const sim = openRoom()
    const { session } = sim.join(WATCHES)
    sim.run(4000)
    const shown = session.entities('shepherd')
    expect(shown).toHaveLength(3)
    const before = shown.map(({ x, y }) => ({ x, y }))
    sim.run(3000)
    for (const [n, { x, y }] of shown.entries())
      expect(Math.hypot(x - before[n]!.x, y - before[n]!.y)).toBeGreaterThan(30)
    sim.run(30_000)
    const scores = botsIn(sim).reduce((sum, { score }) => sum + score, 0)
    expect(scores).toBeGreaterThan(5)
    expect(roundIn(sim).home).toBeGreaterThanOrEqual(scores)
  })

  test('leaves one by one as people come, comes back one by one as they go, and watching changes nothing', () => {
    const sim = openRoom()
    sim.join(WATCHES)
    const people = []
    const counts: number[] = []
    for (let n = 0; n < 4; n++) {
      sim.run(4000)
      counts.push(botsIn(sim).length)
      people.push(sim.join({ frameHz: 10 }))
    }
    sim.join(WATCHES)
    sim.run(4000)
    counts.push(botsIn(sim).length)
    expect(counts).toEqual([3, 2, 1, 0, 0])
    for (const { session } of people) session.close()
    const after: number[] = []
    for (let n = 0; n < 40; n++) {
      sim.run(100)
      const { length } = botsIn(sim)
      if (length !== after.at(-1)) after.push(length)
    }
    expect(after).toEqual([0, 1, 2, 3])
    expect(sim.room.world.entities('dog')).toHaveLength(3)
  })

  test('stands still while nobody is there', () => {
    const sim = openRoom()
    const { session } = sim.join()
    sim.run(4000)
    session.close()
    sim.run(500)
    const places = () => JSON.stringify(sim.room.world.entities('dog').map(({ x, y }) => [x, y]))
    const [before, flock] = [places(), [...herdIn(sim).flock.x]]
    sim.run(30_000)
    expect(places()).toBe(before)
    expect([...herdIn(sim).flock.x]).toEqual(flock)
  })

  test('is back where it began when a round begins with who comes, and leaves the first flock and its pen alone', () => {
    for (const seed of [1, 2]) {
      const sim = openRoom(seed)
      sim.join(WATCHES)
      sim.run(15_000)
      const roamed = botsIn(sim).map(({ x, y }) => ({ x, y }))
      sim.join({ frameHz: 10 })
      sim.run(200)
      expect(roundIn(sim).secondsLeft).toBe(ROUND_SECONDS)
      for (const [n, { x, y, score }] of botsIn(sim).entries()) {
        expect(Math.hypot(x - roamed[n]!.x, y - roamed[n]!.y)).toBeGreaterThan(100)
        expect(score).toBe(0)
      }
      sim.run(8000)
      const { flock } = herdIn(sim)
      for (let i = 0; i < FIRST_SHEEP; i++) expect(flock.by[i]).toBe(0)
      expect(sim.room.world.entities('pen')[FIRST_PEN]?.count).toBe(0)
    }
  })

  test('barks, is heard, and gets the sheep that run from it', () => {
    const sim = openRoom()
    const { session } = sim.join(WATCHES)
    const heard: (number | null)[] = []
    session.on('barked', (_, by) => heard.push(by))
    sim.run(3000)
    const herd = herdIn(sim)
    for (let n = 0; n < 60 && heard.length === 0; n++) sim.run(1000)
    expect(heard[0]).toBeNull()
    expect([...herd.barks.by].some((by) => by < 0)).toBe(true)
    expect([...herd.flock.by].some((by) => by < 0)).toBe(true)
  })

  test('can win a round, as a bot', () => {
    const sim = openRoom()
    const { session } = sim.join(WATCHES)
    sim.run(4000)
    put(herdIn(sim), 20, 9, 600, 500, -2)
    sim.run(200)
    const second = botsIn(sim).find(({ bot }) => bot === 2)!
    expect(second.score).toBeGreaterThanOrEqual(9)
    for (const one of botsIn(sim)) if (one !== second) one.score = 0
    age(sim, ROUND_SECONDS - 5)
    until(sim, 'over')
    sim.run(500)
    expect(session.entities('round')[0]).toMatchObject({ winner: second.name, winnerId: 0 })
  })

  test('of the same seed does the same', () => {
    const play = (seed: number): string => {
      const sim = openRoom(seed)
      sim.join(WATCHES)
      sim.run(6000)
      return JSON.stringify(botsIn(sim).map(({ x, y, score }) => [x, y, score]))
    }
    expect(play(4)).toBe(play(4))
    expect(play(5)).not.toBe(play(4))
  })
})

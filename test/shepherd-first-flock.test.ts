import { Random } from 'glissade'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { FIRST_PEN, FIRST_SHEEP, placeFirstFlock } from '../games/shepherd/rules/first-flock.ts'
import { Flock } from '../games/shepherd/rules/flock.ts'
import { CALM, SHEEP_RADIUS } from '../games/shepherd/rules/flock-sheep.ts'
import { gateOf } from '../games/shepherd/rules/gate.ts'
import { PENS } from '../games/shepherd/rules/meadow.ts'
import { roomAround } from '../games/shepherd/rules/obstacles.ts'
import { DOG, SHEPHERD } from '../games/shepherd/rules/scaring.ts'
import {
  bodyOf,
  herdIn,
  type Meadow,
  type MeadowClient,
  meadowOf,
  openMeadow,
  penAt,
} from './support/meadow.ts'

const gate = gateOf(PENS[FIRST_PEN] ?? expect.fail('no pen'))
const FIRST = [...Array(FIRST_SHEEP).keys()]

/** Walks towards the nearest sheep, with the dog at heel: what a player does who knows nothing. */
function walkToSheep(session: MeadowClient['session'], isWalking: boolean): void {
  const { input } = session
  const me = session.entities('shepherd').find(({ mine }) => mine)
  if (!me || !isWalking) return
  const far = ({ x, y }: { x: number; y: number }) => Math.hypot(x - me.x, y - me.y)
  const [sheep] = session
    .entities('sheep')
    .filter(({ mood }) => mood !== 'home')
    .sort((a, b) => far(a) - far(b))
  if (!sheep) return
  input.left = sheep.x < me.x - 8
  input.right = sheep.x > me.x + 8
  input.up = sheep.y < me.y - 8
  input.down = sheep.y > me.y + 8
  input.dogX = me.x
  input.dogY = me.y - 40
}

/** A player with this number in its room, who walks to the nearest sheep or stands. */
function joinAs(
  number: number,
  seed: number,
  isWalking: boolean,
): { sim: Meadow; client: MeadowClient } {
  const sim = new Simulation(meadowOf(1000), { seed, resumeMs: 0 })
  for (let n = 1; n < number; n++) {
    const { session } = sim.join()
    sim.run(100)
    session.close()
    sim.run(100)
  }
  const client = sim.join({
    frameHz: 20,
    script: (session) => walkToSheep(session, isWalking),
  })
  sim.run(300)
  expect(client.session.playerId).toBe(number)
  return { sim, client }
}

/** A flock at the start of a round. */
function scattered(count: number, random: () => number): Flock {
  const flock = new Flock(count)
  flock.scatter(random)
  placeFirstFlock(flock)
  return flock
}

describe('the first flock', () => {
  test('stands before the gate next to the start, in the same places for every seed, off walls and outside the pen', () => {
    const random = new Random(1)
    let before: number[] | undefined
    for (let n = 0; n < 20; n++) {
      const { herd } = openMeadow(0, 100, { seed: Math.floor(random.next() * 2 ** 30) })
      const { x, y } = herd.flock
      const places = FIRST.flatMap((i) => [x[i]!, y[i]!])
      before ??= places
      expect(places).toEqual(before)
      for (const i of FIRST) {
        expect(Math.hypot(x[i]! - gate.x, y[i]! - gate.y)).toBeLessThan(180)
        expect(roomAround(x[i]!, y[i]!)).toBeGreaterThan(SHEEP_RADIUS + 20)
        expect(penAt(x[i]!, y[i]!)).toBe(0)
        for (const other of FIRST)
          if (other !== i)
            expect(Math.hypot(x[i]! - x[other]!, y[i]! - y[other]!)).toBeGreaterThan(12)
      }
    }
  })

  test('leaves every other sheep where chance has put it', () => {
    const { herd } = openMeadow(0, 100, { seed: 5 })
    const random = new Random(5)
    const scattered = new Flock(100)
    scattered.scatter(() => random.next())
    for (let i = 0; i < 100; i++) expect(herd.flock.x[i] === scattered.x[i]).toBe(i >= FIRST_SHEEP)
  })

  test('is nearer than any other sheep to all who begin, for a hundred seeds', () => {
    const { sim } = openMeadow(8)
    const places = sim.room.world.entities('shepherd').map(({ x, y }) => ({ x, y }))
    for (let seed = 1; seed <= 100; seed++) {
      const random = new Random(seed)
      const { x, y, count } = scattered(1000, () => random.next())
      for (const place of places) {
        const far = (i: number) => Math.hypot(x[i]! - place.x, y[i]! - place.y)
        let nearest = 0
        for (let i = 1; i < count; i++) if (far(i) < far(nearest)) nearest = i
        expect(nearest, `seed ${seed}`).toBeLessThan(FIRST_SHEEP)
      }
    }
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is the nearest one to player %i, out of reach of its dog, and waits while the player stands',
    (number) => {
      const { sim, client } = joinAs(number, number * 77, false)
      const { flock } = herdIn(sim)
      const body = bodyOf(sim, 'shepherd', client)
      const dog = bodyOf(sim, 'dog', client)
      const far = (i: number, from: { x: number; y: number }) =>
        Math.hypot(flock.x[i]! - from.x, flock.y[i]! - from.y)
      const nearest = [...flock.x.keys()].sort((a, b) => far(a, body) - far(b, body))[0]
      expect(nearest).toBeLessThan(FIRST_SHEEP)
      for (const i of FIRST) {
        expect(far(i, body)).toBeGreaterThan(SHEPHERD.radius)
        expect(far(i, dog)).toBeGreaterThan(DOG.radius)
      }
      sim.run(5000)
      for (const i of FIRST) expect(flock.fear[i]).toBeLessThan(CALM)
      expect(herdIn(sim).round.home).toBe(0)
    },
  )

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'runs into the pen before player %i, who only walks towards it, and counts for the player',
    (number) => {
      const { sim, client } = joinAs(number, number * 31, true)
      for (let second = 0; second < 60 && herdIn(sim).round.home === 0; second++) sim.run(1000)
      sim.run(3000)
      expect(bodyOf(sim, 'shepherd', client).score).toBeGreaterThanOrEqual(3)
      expect(sim.room.world.entities('pen')[FIRST_PEN]?.count).toBeGreaterThanOrEqual(3)
    },
  )
})

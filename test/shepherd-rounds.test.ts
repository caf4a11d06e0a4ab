import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { PENS, START } from '../games/shepherd/rules/meadow.ts'
import { nightAt, WOLVES_FROM } from '../games/shepherd/rules/night.ts'
import { OVER_SECONDS, ROUND_SECONDS } from '../games/shepherd/rules/rounds.ts'
import { STEP_HZ } from '../games/shepherd/rules/steps.ts'
import {
  age,
  bodyOf,
  herdIn,
  type Meadow,
  type MeadowClient,
  meadowOf,
  openMeadow,
  put,
  roundIn,
  until,
} from './support/meadow.ts'

const pen = PENS[0] ?? expect.fail('no pen')
const inPen = { x: pen.x + 60, y: pen.y + 60 }
/** Far from shepherds and pens. */
const FAR = { x: 300, y: 2200 }

/** Sends sheep `first` and so many after it home, as if they had run from this player. */
function sendHome(sim: Meadow, client: MeadowClient | null, first: number, count: number): void {
  const { home } = roundIn(sim)
  put(herdIn(sim), first, count, inPen.x, inPen.y, client?.session.playerId ?? 0)
  sim.run(200)
  expect(roundIn(sim).home).toBe(home + count)
}

const scoreOf = (sim: Meadow, client: MeadowClient | undefined): number =>
  bodyOf(sim, 'shepherd', client ?? expect.fail('no client')).score

function two(sim: Meadow): [MeadowClient, MeadowClient] {
  const [a, b] = sim.clients
  return a && b ? [a, b] : expect.fail('two clients are needed')
}

describe('a sheep that comes home', () => {
  test('counts for whom it ran from last, for its pen and for all, once', () => {
    const { sim, herd } = openMeadow(2)
    const [a, b] = two(sim)
    const heard: (number | null)[] = []
    a.session.on('homed', ({ by }) => heard.push(by))
    sendHome(sim, b, 0, 5)
    sendHome(sim, a, 8, 2)
    sim.run(3000)
    expect([scoreOf(sim, a), scoreOf(sim, b)]).toEqual([2, 5])
    expect(sim.room.world.entities('pen').map(({ count }) => count)).toEqual([7, 0, 0])
    expect(herd.round.home).toBe(7)
    expect(herd.sheep.slice(0, 5).map((one) => one?.mood)).toEqual(Array(5).fill('home'))
    const ofB = b.session.playerId
    expect(heard).toEqual([ofB, ofB, ofB, ofB, ofB, a.session.playerId, a.session.playerId])
    expect(b.session.entities('shepherd').find(({ mine }) => mine)?.score).toBe(5)
  })

  test('and gets out again is taken back from whom it counted for, and counts anew when it returns', () => {
    const { sim, herd } = openMeadow(2)
    const [a, b] = two(sim)
    sendHome(sim, a, 0, 4)
    put(herd, 0, 1, FAR.x, FAR.y, b.session.playerId)
    sim.run(200)
    expect(herd.round.home).toBe(3)
    expect(herd.sheep[0]?.mood).not.toBe('home')
    expect([scoreOf(sim, a), scoreOf(sim, b)]).toEqual([3, 0])
    sendHome(sim, b, 0, 1)
    expect([scoreOf(sim, a), scoreOf(sim, b)]).toEqual([3, 1])
    expect(sim.room.world.entities('pen')[0]?.count).toBe(4)
  })

  test('by itself or from a wolf counts for nobody, but is home', () => {
    const { sim, herd } = openMeadow(1)
    let by: number | null = -1
    sim.clients[0]?.session.on('homed', (data) => {
      by = data.by
    })
    sendHome(sim, null, 0, 1)
    sim.run(1000)
    expect(by).toBe(0)
    expect(scoreOf(sim, sim.clients[0])).toBe(0)
    expect(herd.round.home).toBe(1)
  })

  test('for somebody who has left counts for nobody', () => {
    const { sim } = openMeadow(2)
    const [a, b] = two(sim)
    a.session.close()
    sim.run(12_000)
    sendHome(sim, a, 0, 1)
    expect(scoreOf(sim, b)).toBe(0)
  })
})

describe('a round', () => {
  test('ends when its time is over, names the winner, and begins again with the whole flock scattered', () => {
    const { sim, clients, herd } = openMeadow(3)
    sendHome(sim, clients[0] ?? null, 0, 2)
    sendHome(sim, clients[1] ?? null, 8, 5)
    age(sim, ROUND_SECONDS - 5)
    sim.run(1000)
    expect(herd.round.phase).toBe('herd')
    until(sim, 'over')
    const winnerId = clients[1]?.session.playerId
    const told = { winner: 'S1', winnerHue: 10, winnerId, flock: 100, secondsLeft: OVER_SECONDS }
    expect(roundIn(sim)).toMatchObject(told)
    sim.run(OVER_SECONDS * 500)
    for (const { session } of clients)
      expect(session.entities('round')[0]).toMatchObject({ phase: 'over', winner: 'S1' })
    until(sim, 'herd')
    sim.run(500)
    expect(roundIn(sim)).toMatchObject({ winner: '', winnerId: 0, home: 0, lost: 0, night: 0 })
    expect(roundIn(sim).secondsLeft).toBe(ROUND_SECONDS)
    expect(sim.room.world.entities('sheep').length).toBe(100)
    expect(sim.room.world.entities('pen').map(({ count }) => count)).toEqual([0, 0, 0])
    for (const client of clients) expect(scoreOf(sim, client)).toBe(0)
    expect(herd.flock.pen.every((in_) => in_ === 0)).toBe(true)
  })

  test('shows nobody a sheep that glides to its new place', () => {
    const { sim, clients } = openMeadow(1, 600)
    const { session } = clients[0] ?? expect.fail('no client')
    const before = new Map<number, { x: number; y: number }>()
    let glides = 0
    let jumps = 0
    session.onFrame((dtSeconds) => {
      for (const { id, x, y } of session.entities('sheep')) {
        const was = before.get(id)
        const moved = was ? Math.hypot(x - was.x, y - was.y) : 0
        if (moved > 40) jumps++
        // As fast as nothing runs here, but no jump.
        else if (moved > 20 && dtSeconds < 0.03) glides++
        before.set(id, { x, y })
      }
    })
    // Sheep change places by bunches, so it may take some rounds until one is in sight both before and after.
    for (let round = 0; round < 8 && jumps === 0; round++) {
      age(sim, ROUND_SECONDS - 1)
      until(sim, 'over')
      age(sim, OVER_SECONDS - 1)
      until(sim, 'herd')
      sim.run(1500)
    }
    expect(jumps).toBeGreaterThan(0)
    expect(glides).toBe(0)
  })

  test('ends early when no sheep is left outside', () => {
    const { sim, clients, herd } = openMeadow(1)
    sendHome(sim, clients[0] ?? null, 0, 100)
    expect(herd.round).toMatchObject({ phase: 'over', winner: 'S0', home: 100 })
    expect(herd.round.secondsLeft).toBe(OVER_SECONDS)
    sim.run(1000)
    expect(scoreOf(sim, clients[0])).toBe(100)
  })

  test('counts nothing any more while the ranking is shown', () => {
    const { sim, clients, herd } = openMeadow(1)
    age(sim, ROUND_SECONDS - 1)
    until(sim, 'over')
    put(herd, 0, 5, inPen.x, inPen.y, clients[0]?.session.playerId)
    sim.run(500)
    expect(herd.round).toMatchObject({ home: 0, winner: '' })
    expect(scoreOf(sim, clients[0])).toBe(0)
  })

  test('is won, of several with as many sheep, by who had them first, and by nobody without one', () => {
    const { sim, clients } = openMeadow(3)
    sendHome(sim, clients[0] ?? null, 0, 1)
    sendHome(sim, clients[2] ?? null, 8, 2)
    sendHome(sim, clients[0] ?? null, 16, 1)
    age(sim, ROUND_SECONDS - 1)
    until(sim, 'over')
    expect(roundIn(sim)).toMatchObject({ winner: 'S2', winnerHue: 20 })
    age(sim, OVER_SECONDS - 1)
    until(sim, 'herd')
    age(sim, ROUND_SECONDS - 1)
    until(sim, 'over')
    expect(roundIn(sim)).toMatchObject({ winner: '', winnerHue: 0, winnerId: 0 })
  })

  test('is told in whole seconds, each once', () => {
    const { sim, clients } = openMeadow(1)
    const { session } = clients[0] ?? expect.fail('no client')
    const shown: number[] = []
    session.onFrame(() => {
      const left = session.entities('round')[0]?.secondsLeft ?? Number.NaN
      if (left !== shown.at(-1)) shown.push(left)
    })
    sim.run(5000)
    expect(shown).toEqual(shown.map((_, n) => (shown[0] ?? 0) - n))
    expect(shown.length).toBeGreaterThan(4)
  })

  test('begins when somebody comes into an empty room; time stands still while nobody is there', () => {
    const { sim, clients, herd } = openMeadow(1)
    sendHome(sim, clients[0] ?? null, 0, 3)
    sim.run(20_000)
    expect(herd.round.secondsLeft).toBeLessThan(ROUND_SECONDS - 19)
    clients[0]?.session.close()
    sim.run(12_000)
    const places = [...herd.flock.x]
    sim.run(300_000)
    expect([...herd.flock.x]).toEqual(places)
    expect(herd.round).toMatchObject({ phase: 'herd', home: 3 })
    sim.join()
    sim.run(300)
    expect(herd.round).toMatchObject({ phase: 'herd', home: 0, secondsLeft: ROUND_SECONDS })
  })

  test('goes on for those who only watch', () => {
    const sim = new Simulation(meadowOf(100))
    sim.join({ profile: { watches: true } })
    sim.run(5000)
    expect(roundIn(sim).secondsLeft).toBeLessThan(ROUND_SECONDS - 3)
    age(sim, ROUND_SECONDS - 6)
    until(sim, 'over')
    expect(roundIn(sim).winner).toBe('')
  })

  test('begins anew for the first shepherd among those who only watch, and for nobody after that', () => {
    const sim = new Simulation(meadowOf(100))
    const watches = { profile: { watches: true } }
    sim.join(watches)
    sim.join(watches)
    sim.run(20_000)
    expect(roundIn(sim).secondsLeft).toBeLessThan(ROUND_SECONDS - 18)
    sim.join()
    sim.run(500)
    expect(roundIn(sim).secondsLeft).toBe(ROUND_SECONDS)
    sim.run(20_000)
    sim.join()
    sim.join(watches)
    sim.run(500)
    expect(roundIn(sim).secondsLeft).toBeLessThan(ROUND_SECONDS - 18)
  })
})

describe('the night', () => {
  test('falls in the last third of a round, and begins to dawn before it ends', () => {
    const nights = Array.from({ length: ROUND_SECONDS + 1 }, (_, second) =>
      nightAt(second * STEP_HZ),
    )
    expect(nights.slice(0, 150).every((night) => night === 0)).toBe(true)
    expect(Math.max(...nights)).toBe(255)
    expect(nights.findIndex((night) => night >= WOLVES_FROM)).toBeGreaterThan(ROUND_SECONDS * 0.62)
    expect(nights.indexOf(255)).toBeLessThan(ROUND_SECONDS * 0.8)
    expect(nights.at(-1)).toBeLessThan(200)
    expect(nights.at(-1)).toBeGreaterThan(100)
    for (let n = 1; n < nights.length; n++)
      expect(Math.abs((nights[n] ?? 0) - (nights[n - 1] ?? 0))).toBeLessThan(16)
  })

  test('is over soon after the round', () => {
    const { sim } = openMeadow(1)
    age(sim, 200)
    sim.run(500)
    expect(roundIn(sim).night).toBe(255)
    age(sim, ROUND_SECONDS - 200)
    until(sim, 'over')
    sim.run(6000)
    expect(roundIn(sim)).toMatchObject({ phase: 'over', night: 0 })
  })
})

test('shepherds begin in the open', () => {
  expect(Math.hypot(START.x - inPen.x, START.y - inPen.y)).toBeGreaterThan(500)
})

import { Random } from 'glissade'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { shepherd } from '../games/shepherd/game.ts'
import { SIGHT, SIGHT_MARGIN } from '../games/shepherd/room.ts'
import { BARK_REST_MS, DOG_RADIUS, DOG_SPEED } from '../games/shepherd/rules/dogs.ts'
import { FIRST_SHEEP } from '../games/shepherd/rules/first-flock.ts'
import { flockSize } from '../games/shepherd/rules/flock-size.ts'
import { gateOf } from '../games/shepherd/rules/gate.ts'
import { MUD_PACE } from '../games/shepherd/rules/ground-pace.ts'
import { FENCE, HEDGES, HEIGHT, PENS, START, WIDTH, ZONES } from '../games/shepherd/rules/meadow.ts'
import { moodOf } from '../games/shepherd/rules/moods.ts'
import { roomAround } from '../games/shepherd/rules/obstacles.ts'
import { EYE_SPEED } from '../games/shepherd/rules/spectators.ts'
import { SHEPHERD_RADIUS, WALK_SPEED } from '../games/shepherd/rules/walking.ts'
import { presets } from '../src/link/presets.ts'
import { bodyOf, herdIn, meadowOf, openMeadow, put, Walker } from './support/meadow.ts'

const hedge = HEDGES[0] ?? expect.fail('no hedge')
const mud = ZONES.find(({ kind }) => kind === 'mud') ?? expect.fail('no mud')
/** Grass far and wide. */
const OPEN = { x: 2000, y: 760 }

describe('a shepherd', () => {
  const waysToGo = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => ({ x, y })))

  test.each(waysToGo)('E3: walks to ($x, $y) no faster than straight on', ({ x, y }) => {
    const { body } = new Walker('shepherd', OPEN.x, OPEN.y).step(
      { left: x < 0, right: x > 0, up: y < 0, down: y > 0 },
      30,
    )
    const speed = Math.hypot(body.x - OPEN.x, body.y - OPEN.y)
    expect(Math.sign(body.x - OPEN.x)).toBe(x)
    expect(Math.sign(body.y - OPEN.y)).toBe(y)
    if (x === 0 && y === 0) expect(speed).toBe(0)
    else expect(speed / WALK_SPEED).toBeCloseTo(1, 1.7)
    // Each step is rounded to 1/8192 of the wire's.
    expect(speed).toBeLessThanOrEqual(WALK_SPEED + 0.001)
  })

  test('that is told to go left and right at once stays', () => {
    const { body } = new Walker('shepherd', OPEN.x, OPEN.y).step({ left: true, right: true }, 10)
    expect(body).toMatchObject(OPEN)
  })

  test('is slow in mud', () => {
    const { body } = new Walker('shepherd', mud.x - 50, mud.y).step({ right: true }, 15)
    expect((body.x - mud.x + 50) / (WALK_SPEED / 2)).toBeCloseTo(MUD_PACE, 1.7)
  })

  test('stops at a hedge and slides along it', () => {
    const start = hedge.x - 60
    const walker = new Walker('shepherd', start, hedge.y + 200).step(
      { right: true, down: true },
      60,
    )
    expect(walker.body.x).toBe(hedge.x - SHEPHERD_RADIUS)
    expect(walker.body.y).toBeGreaterThan(hedge.y + 350)
  })

  test('gets into a pen by the gate, and through the fence never', () => {
    const pen = PENS[0] ?? expect.fail('no pen')
    const gateX = pen.x + pen.width / 2
    const below = pen.y + pen.height + 60
    expect(new Walker('shepherd', gateX, below).step({ up: true }, 60).body.y).toBeLessThan(
      pen.y + pen.height - 100,
    )
    expect(new Walker('shepherd', gateX + 120, below).step({ up: true }, 60).body.y).toBe(
      pen.y + pen.height + FENCE / 2 + SHEPHERD_RADIUS,
    )
  })

  test('with a dog never ends up in a wall or off the meadow, whatever is pressed', () => {
    const random = new Random(7)
    for (let round = 0; round < 40; round++) {
      const x = random.between(0, WIDTH)
      const y = random.between(0, HEIGHT)
      if (roomAround(x, y) < 12) continue
      const walker = new Walker('shepherd', x, y)
      const dog = new Walker('dog', x, y)
      const input = { left: false, right: false, up: false, down: false, dogX: 0, dogY: 0 }
      for (let n = 0; n < 60; n++) {
        input.left = random.next() < 0.4
        input.right = random.next() < 0.4
        input.up = random.next() < 0.4
        input.down = random.next() < 0.4
        input.dogX = random.between(0, WIDTH)
        input.dogY = random.between(0, HEIGHT)
        walker.step(input, 5)
        dog.step(input, 5)
        // What is rounded to a grid may touch.
        expect(roomAround(walker.body.x, walker.body.y)).toBeGreaterThan(SHEPHERD_RADIUS - 0.5)
        expect(roomAround(dog.body.x, dog.body.y)).toBeGreaterThan(DOG_RADIUS - 0.5)
      }
    }
  })
})

describe('a dog', () => {
  test('gallops to where it shall be, and rests there to the bit', () => {
    const dog = new Walker('dog', 1400, 880)
    const goal = { dogX: 2200, dogY: 880 }
    let top = 0
    let steps = 0
    for (; steps < 200 && (steps < 5 || dog.body.vx !== 0); steps++) {
      dog.step(goal)
      top = Math.max(top, Math.hypot(dog.body.vx, dog.body.vy))
    }
    expect(top).toBeGreaterThan(DOG_SPEED - 2)
    expect(top).toBeLessThanOrEqual(DOG_SPEED)
    expect(steps / 30).toBeLessThan(800 / DOG_SPEED + 0.6)
    expect(Math.hypot(dog.body.x - 2200, dog.body.y - 880)).toBeLessThan(3)
    const { x, y } = dog.body
    dog.step(goal, 30)
    expect(dog.body).toMatchObject({ x, y, vx: 0, vy: 0 })
  })

  test('comes to rest wherever it is sent, without circling round it', () => {
    const random = new Random(3)
    for (let round = 0; round < 100; round++) {
      const dog = new Walker('dog', OPEN.x, OPEN.y)
      Object.assign(dog.body, { vx: random.between(-300, 300), vy: random.between(-300, 300) })
      const dogX = OPEN.x + random.between(-80, 80)
      const dogY = OPEN.y + random.between(-80, 80)
      dog.step({ dogX, dogY }, 60)
      expect(dog.body).toMatchObject({ vx: 0, vy: 0 })
      expect(Math.hypot(dog.body.x - dogX, dog.body.y - dogY)).toBeLessThan(5)
    }
  })

  test('that is sent nowhere stops and stays', () => {
    const dog = new Walker('dog', OPEN.x, OPEN.y).step({ dogX: 3000, dogY: 880 }, 20).step({}, 20)
    const { x, y } = dog.body
    expect(dog.body).toMatchObject({ vx: 0, vy: 0 })
    expect(dog.step({}, 30).body).toMatchObject({ x, y })
  })

  test('loses at a wall the speed that it had against it', () => {
    const dog = new Walker('dog', hedge.x - 100, hedge.y + 300)
    dog.step({ dogX: hedge.x + 400, dogY: hedge.y + 300 }, 60)
    expect(dog.body.x).toBe(hedge.x - DOG_RADIUS)
    expect(Math.abs(dog.body.vx)).toBeLessThan(60)
  })

  test('barks when told to, and again when it has rested', () => {
    const dog = new Walker('dog', OPEN.x, OPEN.y).step({ bark: true }, 90)
    const steps = dog.raised.map(({ step }) => step)
    expect(steps[0]).toBe(1)
    expect(steps.length).toBe(5)
    for (let n = 1; n < steps.length; n++) {
      const restMs = (((steps[n] ?? 0) - (steps[n - 1] ?? 0)) / 30) * 1000
      expect(restMs).toBeGreaterThanOrEqual(BARK_REST_MS)
      expect(restMs).toBeLessThan(BARK_REST_MS + 50)
    }
    expect(dog.raised[0]).toMatchObject({ event: 'barked', ...OPEN })
  })
})

test('the eye of who watches pans over everything, at one speed', () => {
  const eye = new Walker('eye', OPEN.x, OPEN.y).step({ right: true, down: true }, 30)
  const panned = Math.hypot(eye.body.x - OPEN.x, eye.body.y - OPEN.y)
  expect(panned / EYE_SPEED).toBeCloseTo(1, 1.7)
  expect(eye.step({ left: true, up: true }, 300).body).toMatchObject({ x: 0, y: 0 })
})

describe('a mood', () => {
  test('comes with fear and goes with it, and does not flicker in between', () => {
    const moods: string[] = []
    let mood: ReturnType<typeof moodOf> = 'calm'
    for (const fear of [0, 0.1, 0.2, 0.1, 0.5, 0.7, 0.5, 0.7, 0.3, 0.1, 0]) {
      mood = moodOf(fear, mood, false)
      moods.push(mood)
    }
    expect(moods.join(' ')).toBe('calm calm wary wary wary panic panic panic wary wary calm')
  })

  test('of one that is home is that, whatever it fears', () => {
    expect(moodOf(1, 'panic', true)).toBe('home')
    expect(moodOf(0, 'home', false)).toBe('calm')
  })
})

describe('a room', () => {
  test.each([
    ['', 1000],
    ['lobby', 1000],
    ['400-sheep', 400],
    ['400-sheep-with-friends', 400],
    ['5-sheep', 100],
    ['99999999999-sheep', 8000],
    ['x400-sheep', 1000],
  ])("called '%s' has %i sheep", (name, count) => {
    expect(flockSize(name)).toBe(count)
  })

  test('has its sheep scattered over the meadow, in no wall and in no pen, and its pens', () => {
    const { sim, herd } = openMeadow(1, 500)
    const sheep = sim.room.world.entities('sheep')
    expect(sheep.length).toBe(500)
    expect(herd.round).toMatchObject({ flock: 500, home: 0, lost: 0, phase: 'herd' })
    for (const { x, y } of sheep) expect(roomAround(x, y)).toBeGreaterThan(0)
    expect(new Set(sheep.map(({ x, y }) => `${x} ${y}`)).size).toBeGreaterThan(490)
    expect(new Set(sheep.map(({ look }) => look)).size).toBe(16)
    expect(sim.room.world.entities('pen').map(({ index }) => index)).toEqual([0, 1, 2])
  })

  test('has no sheep but the first flock near where shepherds begin or near a gate', () => {
    for (const seed of [1, 2, 3]) {
      const { herd } = openMeadow(0, 1000, { seed })
      const [fromStart, ...fromGates] = [START, ...PENS.map(gateOf)].map((place) =>
        Math.min(
          ...Array.from(herd.flock.x, (x, i) =>
            i < FIRST_SHEEP ? 1e9 : Math.hypot(x - place.x, herd.flock.y[i]! - place.y),
          ),
        ),
      )
      expect(fromStart).toBeGreaterThan(340)
      for (const distance of fromGates) expect(distance).toBeGreaterThan(250)
    }
  })

  test('brings no sheep home while shepherds only stand where they began', () => {
    const { sim, herd } = openMeadow(1, 1000)
    sim.run(8000)
    expect(herd.round.home).toBe(0)
    expect(sim.room.world.entities('shepherd')[0]?.score).toBe(0)
  })

  test('tells the sheep that move where the flock has them, to a quarter of a unit', () => {
    const { sim, herd } = openMeadow(1, 300)
    sim.run(5000)
    for (const [i, one] of herd.sheep.entries()) {
      expect(Math.abs((one?.x ?? 0) - (herd.flock.x[i] ?? 0))).toBeLessThanOrEqual(0.125)
      expect(Math.abs((one?.y ?? 0) - (herd.flock.y[i] ?? 0))).toBeLessThanOrEqual(0.125)
    }
  })
})

describe('who joins', () => {
  test('has the name and colour said, or ones of the room, a dog beside and a place of its own', () => {
    const sim = new Simulation(meadowOf(100))
    const profiles = [{ name: ' \u202eAda\u0007 ', hue: 120 }, { name: ' \u200d ', hue: 360 }, {}]
    for (const profile of profiles) {
      sim.join({ profile })
      sim.run(100)
    }
    const shepherds = sim.room.world.entities('shepherd')
    expect(shepherds.map(({ name }) => name)).toEqual(['Ada', 'Shepherd 2', 'Shepherd 3'])
    expect(shepherds[0]?.hue).toBe(120)
    expect(new Set(shepherds.map(({ x }) => x)).size).toBe(3)
    for (const [n, dog] of sim.room.world.entities('dog').entries()) {
      expect(dog.owner).toBe(shepherds[n]?.owner)
      expect(dog.hue).toBe(shepherds[n]?.hue)
      expect(
        Math.hypot(dog.x - (shepherds[n]?.x ?? 0), dog.y - (shepherds[n]?.y ?? 0)),
      ).toBeLessThan(40)
    }
  })

  test('to watch has an eye over the flock and no shepherd, and scares no sheep', () => {
    const sim = new Simulation(meadowOf(100))
    const watcher = sim.join({ profile: { watches: true } })
    sim.run(300)
    expect(sim.room.world.entities('shepherd')).toEqual([])
    expect(sim.room.world.entities('dog')).toEqual([])
    const { flock } = herdIn(sim)
    const mean = (list: Float64Array) => list.reduce((sum, value) => sum + value, 0) / list.length
    const eye = bodyOf(sim, 'eye', watcher)
    const nearest = ({ x, y }: { x: number; y: number }): number =>
      Math.min(...Array.from(flock.x, (sheepX, i) => Math.hypot(sheepX - x, flock.y[i]! - y)))
    const middle = { x: mean(flock.x), y: mean(flock.y) }
    // Beside the sheep that is nearest to the middle, where there may be none.
    expect(nearest(eye)).toBeLessThan(40)
    expect(Math.hypot(eye.x - middle.x, eye.y - middle.y) - nearest(middle)).toBeLessThan(40)
    expect(watcher.session.entities('eye').length).toBe(1)
    expect(herdIn(sim).scares.count).toBe(0)
  })

  test('sees the sheep near its shepherd, also where that has gone, and no others', () => {
    const { sim, clients, herd } = openMeadow(1, 1000)
    const client = clients[0] ?? expect.fail('no client')
    const check = () => {
      const me = bodyOf(sim, 'shepherd', client)
      const seen = client.session.entities('sheep')
      const near = herd.sheep.filter(
        (one) => one && Math.hypot(one.x - me.x, one.y - me.y) < SIGHT - 60,
      )
      expect(seen.length).toBeGreaterThanOrEqual(near.length)
      for (const { x, y } of seen)
        expect(Math.hypot(x - me.x, y - me.y)).toBeLessThan(SIGHT + SIGHT_MARGIN + 60)
      expect(seen.length).toBeLessThan(900)
    }
    sim.run(1000)
    check()
    const me = bodyOf(sim, 'shepherd', client)
    Object.assign(me, { x: 600, y: 2000 })
    sim.room.world.teleport(me)
    sim.run(1000)
    check()
  })
})

test('a bark makes sheep run from it for 0.6 s, for the player of that dog', () => {
  const { sim, clients, herd } = openMeadow(2)
  const [, second] = clients
  if (!second) expect.fail('no client')
  let barks = 0
  clients[0]?.session.on('barked', () => barks++)
  const before = herd.scares.count
  second.session.input.bark = true
  sim.run(200)
  expect(herd.scares.count).toBe(before + 1)
  const at = herd.scares.count - 1
  expect(herd.scares.by[at]).toBe(second.session.playerId)
  expect(herd.scares.x[at]).toBeCloseTo(bodyOf(sim, 'dog', second).x, 0)
  sim.run(900)
  expect(herd.scares.count).toBe(before)
  expect(barks).toBe(1)
})

test('a shepherd and a dog on a far network are where they were predicted', () => {
  const sim = new Simulation(meadowOf(100))
  const client = sim.join({
    conditions: presets.intercontinental,
    script: ({ input }, timeMs) => {
      input.right = timeMs % 3000 < 1000
      input.down = timeMs % 1000 < 400
      input.dogX = timeMs % 4000 < 2000 ? 1200 : 2100
      input.dogY = timeMs % 5000 < 2000 ? 1500 : 900
      if (timeMs % 900 < 20) input.bark = true
    },
  })
  sim.run(15_000)
  expect(client.session.stats.corrections).toBe(0)
  expect(client.session.entities('dog')[0]?.vx).toBeDefined()
})

test('what nobody can press changes nothing: the ranges of the fields hold', () => {
  const { sim, clients } = openMeadow(1)
  const client = clients[0] ?? expect.fail('no client')
  client.session.input.dogX = Number.NaN
  client.session.input.dogY = 1e12
  client.session.input.right = true
  sim.run(20_000)
  const me = bodyOf(sim, 'shepherd', client)
  const dog = bodyOf(sim, 'dog', client)
  for (const value of [me.x, me.y, dog.x, dog.y, dog.vx, dog.vy])
    expect(Number.isFinite(value)).toBe(true)
  expect(me.x).toBeLessThanOrEqual(WIDTH)
  expect(dog.y).toBeLessThanOrEqual(HEIGHT)
})

test('who leaves takes shepherd and dog along; what it brought home stays', () => {
  const { sim, clients, herd } = openMeadow(2)
  const client = clients[0] ?? expect.fail('no client')
  put(herd, 0, 3, 700, 500, client.session.playerId)
  sim.run(300)
  expect(herd.round.home).toBe(3)
  client.session.close()
  sim.run(12_000)
  expect(sim.room.world.entities('shepherd').length).toBe(1)
  expect(sim.room.world.entities('dog').length).toBe(1)
  expect(herd.round.home).toBe(3)
  expect(shepherd.name).toBe('shepherd')
})

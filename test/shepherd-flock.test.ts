import { Random } from 'glissade'
import { describe, expect, test } from 'vitest'
import { lookAtAll } from '../bench/flock/all-pairs.ts'
import { lookOnce } from '../bench/flock/pairs-once.ts'
import { Flock, Scares } from '../games/shepherd/rules/flock.ts'
import { Grazing, MIND_HZ } from '../games/shepherd/rules/flock-graze.ts'
import { meadowGround, plainGround } from '../games/shepherd/rules/flock-ground.ts'
import { CELL, lookAround, Seen } from '../games/shepherd/rules/flock-look.ts'
import { RUN_SPEED, SHEEP_RADIUS } from '../games/shepherd/rules/flock-sheep.ts'
import { HerdGrid } from '../games/shepherd/rules/herd-grid.ts'
import { HEIGHT, PENS, WIDTH, ZONES } from '../games/shepherd/rules/meadow.ts'
import { roomAround } from '../games/shepherd/rules/obstacles.ts'
import { STEP_HZ } from '../games/shepherd/rules/steps.ts'
import { penAt } from './support/meadow.ts'

const nobody = new Scares(0)
const [PEN] = PENS as [(typeof PENS)[number]]

function scattered(count: number, seed = 1): Flock {
  const random = new Random(seed)
  const flock = new Flock(count)
  flock.scatter(() => random.next())
  return flock
}

/** One scare, where it is put. */
function scareAt(x: number, y: number, radius = 150, strength = 2, by = 7): Scares {
  const scares = new Scares(1)
  scares.count = 1
  scares.x[0] = x
  scares.y[0] = y
  scares.radius[0] = radius
  scares.strength[0] = strength
  scares.by[0] = by
  return scares
}

/** A block of sheep at rest, so far apart. */
function block(columns: number, rows: number, x: number, y: number, apart = 24): Flock {
  const flock = scattered(columns * rows)
  for (let i = 0; i < flock.count; i++) {
    flock.x[i] = x + (i % columns) * apart
    flock.y[i] = y + Math.floor(i / columns) * apart
    flock.pen[i] = penAt(flock.x[i]!, flock.y[i]!)
  }
  return flock
}

function steps(flock: Flock, seconds: number, scares = nobody): void {
  for (let n = 0; n < seconds * STEP_HZ; n++) flock.step(scares)
}

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length
const speed = (flock: Flock, i: number): number => Math.hypot(flock.vx[i]!, flock.vy[i]!)
const inPen = (flock: Flock): number => flock.pen.filter((pen) => pen === 1).length

describe('E8: boids', () => {
  test('E8: those who run keep together, go the same way, and do not tread on each other', () => {
    const flock = block(6, 6, 1000, 1700)
    const scares = scareAt(940, 1760)
    for (let n = 0; n < 75; n++) {
      scares.x[0] = mean(flock.x) - 95
      scares.y[0] = mean(flock.y)
      flock.step(scares)
    }
    const [vx, vy] = [mean(flock.vx), mean(flock.vy)]
    expect(vx).toBeGreaterThan(30)
    const [x, y] = [mean(flock.x), mean(flock.y)]
    for (let i = 0; i < flock.count; i++) {
      expect(flock.vx[i]! * vx + flock.vy[i]! * vy).toBeGreaterThan(0)
      expect(Math.hypot(flock.x[i]! - x, flock.y[i]! - y)).toBeLessThan(200)
    }
    let nearest = Number.POSITIVE_INFINITY
    for (let i = 0; i < flock.count; i++)
      for (let j = 0; j < i; j++)
        nearest = Math.min(
          nearest,
          Math.hypot(flock.x[i]! - flock.x[j]!, flock.y[i]! - flock.y[j]!),
        )
    expect(nearest).toBeGreaterThan(5)
  })

  test('E8: the grid finds what looking at every other finds', () => {
    for (const [name, width, height] of [
      ['all over the land', 1800, 1200],
      ['in a crowd', 250, 200],
      ['in one place', 20, 20],
    ] as const) {
      const ground = plainGround(1800, 1200)
      const flock = new Flock(300, ground)
      const random = new Random(9)
      for (let i = 0; i < flock.count; i++) {
        flock.x[i] = 300 + random.between(0, width) * 0.8
        flock.y[i] = 200 + random.between(0, height) * 0.8
        flock.vx[i] = random.between(-90, 90)
        flock.vy[i] = random.between(-90, 90)
        flock.fear[i] = random.next()
        flock.alive[i] = i % 17 === 0 ? 0 : 1
      }
      const grid = new HerdGrid(flock.count, 1800, 1200, CELL)
      const [found, all, once] = [1, 2, 3].map(() => new Seen(flock.count)) as [Seen, Seen, Seen]
      grid.sort(flock)
      lookAround(flock, grid, found)
      lookAtAll(flock, grid, all)
      lookOnce(flock, grid, once)
      expect(grid.count).toBe(flock.alive.filter((one) => one === 1).length)
      expect(Math.max(...all.count), name).toBeGreaterThan(2)
      const columns = Object.keys(all).filter((name) => name !== 'packed') as (keyof Seen)[]
      for (const column of columns)
        for (let i = 0; i < flock.count; i++) {
          expect(found[column][i], `${name}: ${column} of ${i}`).toBeCloseTo(all[column][i]!, 6)
          expect(once[column][i], `${name}: ${column} of ${i}`).toBeCloseTo(all[column][i]!, 6)
        }
    }
  })

  test('E8: whole steps are the same with the grid and with all pairs', () => {
    const flocks = [lookAround, lookAtAll].map((look) => {
      const flock = new Flock(400, meadowGround(), look)
      const random = new Random(4)
      flock.scatter(() => random.next())
      return flock
    }) as [Flock, Flock]
    const scares = scareAt(flocks[0].x[0]! - 30, flocks[0].y[0]!, 400, 3)
    for (let n = 0; n < 20; n++) for (const flock of flocks) flock.step(scares)
    expect(flocks[0].fear.filter((fear) => fear > 0.5).length).toBeGreaterThan(10)
    for (let i = 0; i < 400; i++) {
      expect(flocks[0].x[i]).toBeCloseTo(flocks[1].x[i]!, 6)
      expect(flocks[0].y[i]).toBeCloseTo(flocks[1].y[i]!, 6)
    }
  })

  test('E8: nobody is ever in a fence, a hedge or a pond, beyond the edge, or too fast', () => {
    for (const seed of [1, 2, 3]) {
      const flock = scattered(300, seed)
      const random = new Random(seed)
      const scares = new Scares(24)
      scares.count = 24
      for (let n = 0; n < 1500; n++) {
        for (let k = 0; k < scares.count; k++) {
          // Right into the flock, again and again: from any side, towards any wall.
          if (n % 45 === k) {
            const victim = Math.floor(random.between(0, flock.count))
            scares.x[k] = flock.x[victim]! + random.between(-60, 60)
            scares.y[k] = flock.y[victim]! + random.between(-60, 60)
          }
          scares.radius[k] = 260
          scares.strength[k] = 3
        }
        flock.step(scares)
        for (let i = 0; i < flock.count; i++) {
          if (!(roomAround(flock.x[i]!, flock.y[i]!) > SHEEP_RADIUS * 0.8))
            expect.fail(`seed ${seed}, step ${n}: ${i} is at ${flock.x[i]}, ${flock.y[i]}`)
          if (!(speed(flock, i) <= RUN_SPEED + 1e-6))
            expect.fail(`seed ${seed}, step ${n}: ${i} runs at ${speed(flock, i)}`)
        }
      }
    }
  })
})

describe('fear', () => {
  test('a scare makes those near run away from it, and counts for who scared', () => {
    const flock = block(1, 1, 1000, 1700)
    steps(flock, 1, scareAt(950, 1700))
    expect(flock.fear[0]).toBeGreaterThan(0.5)
    expect(flock.vx[0]).toBeGreaterThan(70)
    expect(Math.abs(flock.vy[0]!)).toBeLessThan(1)
    expect(flock.by[0]).toBe(7)
  })

  test('of several scares it counts for the strongest', () => {
    const flock = block(1, 1, 1000, 1700)
    const scares = new Scares(2)
    scares.count = 2
    scares.x.set([940, 1060])
    scares.y.fill(1700)
    scares.radius.fill(150)
    scares.strength.set([1, 2])
    scares.by.set([3, 4])
    steps(flock, 0.1, scares)
    expect(flock.by[0]).toBe(4)
  })

  test('spreads to those who have not seen what is there to fear', () => {
    const flock = block(8, 4, 1000, 1700)
    const far = 7
    steps(flock, 0.8, scareAt(960, 1736, 110, 3))
    expect(Math.hypot(flock.x[far]! - 960, flock.y[far]! - 1736)).toBeGreaterThan(110)
    expect(flock.fear[far]).toBeGreaterThan(0.05)
    expect(flock.by[far]).toBe(0)
  })

  test('fades within seconds, until they stand still to the last bit and stay where they are', () => {
    const flock = block(5, 5, 1000, 1700)
    steps(flock, 1.5, scareAt(960, 1750, 260, 3))
    expect(mean(flock.fear)).toBeGreaterThan(0.3)
    steps(flock, 15)
    expect(Math.max(...flock.fear)).toBe(0)
    let standing = 0
    for (let n = 0; n < 300; n++) {
      const x = flock.x.slice()
      flock.step(nobody)
      for (let i = 0; i < flock.count; i++) {
        if (flock.vx[i] !== 0 || flock.vy[i] !== 0) continue
        standing++
        expect(flock.x[i]).toBe(x[i])
      }
    }
    expect(standing / (300 * flock.count)).toBeGreaterThan(0.7)
  })

  test('in clover it fades sooner, and mud makes slow', () => {
    const [clover, mud] = ['clover', 'mud'].map((kind) => ZONES.find((zone) => zone.kind === kind)!)
    const runs = [clover!, mud!, { x: 1000, y: 1700 }].map(({ x, y }) => {
      const flock = block(1, 1, x, y)
      for (let n = 0; n < 30; n++) {
        flock.fear[0] = 1
        if (n === 0) flock.vx[0] = RUN_SPEED / 3
        flock.step(nobody)
      }
      const fast = speed(flock, 0)
      flock.x[0] = x
      flock.y[0] = y
      steps(flock, 0.5)
      return { fast, fear: flock.fear[0]! }
    })
    expect(runs[0]!.fear).toBeLessThan(runs[2]!.fear * 0.7)
    expect(runs[1]!.fast).toBeLessThan(runs[2]!.fast * 0.7)
  })

  test('one that is not there feels nothing, and frightens nobody', () => {
    const flock = block(2, 1, 1000, 1700)
    flock.alive[0] = 0
    flock.fear[0] = 1
    steps(flock, 2)
    expect([flock.x[0], flock.fear[0], flock.fear[1]]).toEqual([1000, 1, 0])
  })
})

describe('grazing', () => {
  test('of a calm flock most stand, some walk a few steps, and nobody gets lost', () => {
    const flock = scattered(500)
    steps(flock, 20)
    const x = flock.x.slice()
    const y = flock.y.slice()
    let walking = 0
    const walked = new Set<number>()
    for (let n = 0; n < 600; n++) {
      flock.step(nobody)
      for (let i = 0; i < flock.count; i++) {
        if (speed(flock, i) === 0) continue
        walking++
        walked.add(i)
        expect(speed(flock, i)).toBeLessThan(30)
      }
    }
    expect(walking / (600 * flock.count)).toBeLessThan(0.25)
    expect(walked.size).toBeGreaterThan(flock.count * 0.6)
    for (let i = 0; i < flock.count; i++)
      expect(Math.hypot(flock.x[i]! - x[i]!, flock.y[i]! - y[i]!)).toBeLessThan(200)
  })

  test('C13: a sheep makes up its mind five times a second, each in a step of its own; its legs go every step', () => {
    const count = 60
    const flock = block(count, 1, 300, 1000, 50)
    const grazing = new Grazing(count)
    const seen = new Seen(count)
    const [wishX, wishY] = [new Float64Array(count), new Float64Array(count)]
    const begun: number[][] = Array.from({ length: count }, () => [])
    let walkingSteps = 0
    for (let tick = 0; tick < 9000; tick++) {
      const before = wishX.map((x, i) => Math.hypot(x, wishY[i]!))
      grazing.graze(flock, seen, meadowGround(), 5, tick, wishX, wishY)
      for (let i = 0; i < count; i++) {
        const wished = Math.hypot(wishX[i]!, wishY[i]!)
        if (wished > 0) walkingSteps++
        if (wished > 0 && before[i] === 0) begun[i]!.push(tick)
      }
    }
    const every = STEP_HZ / MIND_HZ
    const inSteps = new Set<number>()
    for (const ticks of begun) {
      expect(ticks.length).toBeGreaterThan(1)
      for (const tick of ticks) expect(tick % every).toBe(ticks[0]! % every)
      inSteps.add(ticks[0]! % every)
    }
    expect(inSteps.size).toBe(every)
    expect(walkingSteps / begun.flat().length).toBeGreaterThan(every)
  })

  test('chance is that of the seed: the same gives the same flock, another does not', () => {
    const [one, same, other] = [scattered(100, 5), scattered(100, 5), scattered(100, 6)]
    for (const flock of [one, same, other]) steps(flock, 10)
    expect(same.x).toEqual(one.x)
    expect(other.x).not.toEqual(one.x)
  })

  test('those in the very same place part', () => {
    const flock = block(2, 1, 1000, 1700, 0)
    steps(flock, 5)
    const apart = Math.hypot(flock.x[0]! - flock.x[1]!, flock.y[0]! - flock.y[1]!)
    expect(apart).toBeGreaterThan(8)
  })
})

describe('a pen', () => {
  const gate = { x: PEN.x + PEN.width / 2, y: PEN.y + PEN.height }

  test.each([1, 2, 3])(
    'takes in a pressed flock of 100 that is driven through its gate (%i)',
    (seed) => {
      const flock = scattered(100, seed)
      const random = new Random(seed)
      for (let i = 0; i < 100; i++) {
        flock.x[i] = gate.x + random.between(-90, 90)
        flock.y[i] = gate.y + random.between(100, 260)
      }
      const scares = scareAt(gate.x, gate.y + 420)
      for (let n = 0; n < 40 * STEP_HZ && inPen(flock) < 95; n++) {
        drive(flock, scares, gate)
        flock.step(scares)
      }
      expect(inPen(flock)).toBeGreaterThanOrEqual(95)
    },
  )

  test('calms those in it quickly, and they stay and rest', () => {
    const flock = block(10, 10, PEN.x + 100, PEN.y + 40)
    flock.fear.fill(1)
    steps(flock, 4)
    expect(Math.max(...flock.fear)).toBeLessThan(0.1)
    const scares = scareAt(gate.x, gate.y + 60)
    for (let n = 0; n < 1800; n++) {
      flock.step(n % 300 < 100 ? scares : nobody)
      expect(inPen(flock)).toBe(100)
    }
    steps(flock, 10)
    expect(Array.from(flock.vx).filter((vx) => vx === 0).length).toBeGreaterThan(85)
  })

  test('lets out those who are chased out by one who came in', () => {
    const flock = block(3, 2, gate.x - 24, gate.y - 120)
    const scares = scareAt(gate.x, gate.y - 180, 200, 3)
    for (let n = 0; n < 120; n++) {
      scares.y[0] = Math.min(gate.y - 180 + n * 2, gate.y - 30)
      flock.step(scares)
    }
    expect(inPen(flock)).toBeLessThan(4)
  })

  /** Like a dog: behind the middle of those outside, or of who is farthest from it when they scatter. */
  function drive(flock: Flock, scares: Scares, to: { x: number; y: number }): void {
    const outside = [...flock.pen.keys()].filter((i) => flock.pen[i] !== 1)
    const x = mean(outside.map((i) => flock.x[i]!))
    const y = mean(outside.map((i) => flock.y[i]!))
    const away = (i: number): number => Math.hypot(flock.x[i]! - x, flock.y[i]! - y)
    const last = outside.reduce((far, i) => (away(i) > away(far) ? i : far), outside[0]!)
    const isLoose = away(last) > 40 + 12 * Math.sqrt(outside.length)
    const from = isLoose ? { x: flock.x[last]!, y: flock.y[last]! } : { x, y }
    const target = isLoose ? { x, y } : to
    const behind = isLoose ? 60 : 50 + 10 * Math.sqrt(outside.length)
    const distance = Math.hypot(from.x - target.x, from.y - target.y)
    const dx = from.x + ((from.x - target.x) / distance) * behind - scares.x[0]!
    const dy = from.y + ((from.y - target.y) / distance) * behind - scares.y[0]!
    const by = Math.min(250 / STEP_HZ / Math.max(Math.hypot(dx, dy), 1e-9), 1)
    scares.x[0] = scares.x[0]! + dx * by
    scares.y[0] = scares.y[0]! + dy * by
  }
})

describe('scattering', () => {
  test.each([100, 1000, 8000])(
    'puts %i sheep on free land outside the pens, alive and calm',
    (count) => {
      const flock = scattered(count)
      flock.alive.fill(0)
      flock.fear.fill(1)
      flock.scatter(() => 0.37)
      const random = new Random(2)
      flock.scatter(() => random.next())
      for (let i = 0; i < count; i++) {
        expect(roomAround(flock.x[i]!, flock.y[i]!)).toBeGreaterThan(SHEEP_RADIUS)
        expect(penAt(flock.x[i]!, flock.y[i]!)).toBe(0)
      }
      expect([Math.min(...flock.alive), Math.max(...flock.fear)]).toEqual([1, 0])
      const quarters = new Set(
        Array.from(flock.x, (x, i) => `${x > WIDTH / 2} ${flock.y[i]! > HEIGHT / 2}`),
      )
      expect(quarters.size).toBe(count < 200 ? quarters.size : 4)
    },
  )
})

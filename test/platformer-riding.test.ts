import fc from 'fast-check'
import { type Conditions, presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import type { platformer } from '../games/platformer/game.ts'
import { platformerRoom } from '../games/platformer/room.ts'
import { HALF_WIDTH } from '../games/platformer/rules/body.ts'
import { TILE } from '../games/platformer/rules/level.ts'
import { JUMP_SPEED, RUN_SPEED } from '../games/platformer/rules/physics.ts'
import { PLATFORMS, placePlatform } from '../games/platformer/rules/platforms.ts'
import { DOWN, IDLE, isInRock, JUMP, LEFT, RIGHT, Walker } from './support/walker.ts'

const PIT = 0
const LIFT = 2
const DIAGONAL = 3

const placeOf = (index: number, timeMs: number): { x: number; y: number } => {
  const at = { x: 0, y: 0 }
  placePlatform(index, timeMs, at)
  return at
}

/** One that stands in the middle of a platform. */
function rider(index: number, timeMs = 0): Walker {
  const { x, y } = placeOf(index, timeMs)
  return new Walker(x, y - 6, 60, timeMs).step(IDLE, 30)
}

/** How far the feet are from the platform's upper side, on whole grid steps. */
function gap({ pip, timeMs }: Walker): number {
  return pip.y - Math.round(placeOf(pip.platform - 1, timeMs).y * 64) / 64
}

describe('on a moving platform', () => {
  test.each(PLATFORMS.map((_, index) => index))(
    'who stands on platform %i is carried exactly, without drift, for five minutes',
    (index) => {
      const walker = rider(index)
      expect(walker.pip.platform).toBe(index + 1)
      const { rideX } = walker.pip
      let off = 0
      let slipped = 0
      for (let i = 0; i < 5 * 60 * 60; i++) {
        walker.step(IDLE)
        off = Math.max(off, Math.abs(gap(walker)))
        const x = placeOf(index, walker.timeMs).x
        slipped = Math.max(slipped, Math.abs(walker.pip.x - x - rideX))
      }
      expect(walker.pip).toMatchObject({ platform: index + 1, grounded: true, vx: 0, vy: 0 })
      expect(off).toBe(0)
      expect(slipped).toBeLessThanOrEqual(1 / 64)
    },
  )

  test('is landed on from above at any moment of its way, by whoever falls onto it', () => {
    for (const [index, { periodMs }] of PLATFORMS.entries())
      for (let part = 0; part < 40; part++) {
        const timeMs = (part / 40) * periodMs
        const { x, y } = placeOf(index, timeMs + 400)
        const walker = new Walker(x, y - 60, 60, timeMs)
        walker.pip.vy = 200
        for (let i = 0; i < 60 && !walker.pip.grounded; i++) walker.step(IDLE)
        expect(walker.pip).toMatchObject({ platform: index + 1, grounded: true })
        expect(gap(walker)).toBe(0)
      }
  })

  test('is passed from below, and stood on by who comes down again', () => {
    const walker = new Walker(PLATFORMS[LIFT]?.fromX ?? 0, 28 * TILE, 60, 200).step(IDLE)
    expect(walker.pip.platform).toBe(0)
    walker.step(JUMP, 50)
    expect(walker.pip.platform).toBe(LIFT + 1)
  })

  test('down drops through it, whichever way it goes', () => {
    for (let part = 0; part < 20; part++) {
      const walker = rider(DIAGONAL, part * 280)
      walker.step(DOWN).step(IDLE, 2)
      expect(walker.pip).toMatchObject({ platform: 0, grounded: false })
    }
  })

  test('who walks off its end falls, with the speed that it had', () => {
    const walker = rider(PIT, 400)
    while (walker.pip.platform > 0) walker.step(RIGHT)
    expect(walker.pip.vx).toBeGreaterThan(RUN_SPEED / 2)
    expect(walker.step(IDLE, 3).pip.grounded).toBe(false)
  })

  test('a jump takes its speed along: across, and up with a rising lift', () => {
    const rising = rider(LIFT, 800)
    const { y } = rising.pip
    const speed = (y - rising.step(IDLE).pip.y) * 60
    expect(speed).toBeGreaterThan(20)
    expect(rising.step(JUMP).pip.vy).toBeLessThan(-JUMP_SPEED - speed / 2 + 15)
    const moving = rider(PIT, 600)
    const { x } = moving.pip
    const across = (moving.step(IDLE).pip.x - x) * 60
    expect(across).toBeGreaterThan(20)
    expect(moving.step(JUMP).pip.vx).toBeCloseTo(across, -1)
  })

  test('a sinking lift takes nothing from a jump', () => {
    const { periodMs } = PLATFORMS[LIFT] ?? { periodMs: 0 }
    const sinking = rider(LIFT, periodMs / 2 + 800)
    const { y } = sinking.pip
    expect(sinking.step(IDLE).pip.y).toBeGreaterThan(y)
    expect(sinking.step(JUMP).pip.vy).toBeLessThanOrEqual(-JUMP_SPEED + 15)
  })

  test('rock stops the rider and the platform goes on below', () => {
    const walker = rider(DIAGONAL, 1400)
    // As far to the right as one can stand: the rock at the upper end is in the way.
    walker.pip.rideX = 20
    walker.pip.x += 20
    let stopped = 0
    for (let i = 0; i < 120; i++) {
      const { platform } = walker.step(IDLE).pip
      if (platform > 0 && walker.pip.x === 85 * TILE - HALF_WIDTH) stopped++
      expect(isInRock(walker.pip)).toBe(false)
    }
    expect(stopped).toBeGreaterThan(10)
    expect(walker.pip.rideX).toBeLessThan(20)
  })

  test.each([-900, -90, 40, 300, 1100])(
    'when the own time jumps by %i ms, nobody is thrown off',
    (jumpMs) => {
      for (const index of PLATFORMS.keys())
        for (let part = 0; part < 12; part++) {
          const walker = rider(index, part * 500)
          walker.timeMs += jumpMs
          walker.step(IDLE)
          expect(walker.pip.platform).toBe(index + 1)
          expect(gap(walker)).toBe(0)
          expect(isInRock(walker.pip)).toBe(false)
        }
    },
  )
})

test('whatever is pressed around platforms, and however the own time jumps, nobody gets into rock', () => {
  const hold = fc.record({
    left: fc.boolean(),
    right: fc.boolean(),
    down: fc.boolean(),
    jump: fc.boolean(),
    throw: fc.boolean(),
    steps: fc.integer({ min: 1, max: 40 }),
    jumpMs: fc.constantFrom(0, 0, 0, 0, 300, -150, 1000),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...PLATFORMS.keys()),
      fc.integer({ min: 0, max: 10_000 }),
      fc.constantFrom(30, 60),
      fc.array(hold, { maxLength: 20 }),
      (index, timeMs, hz, holds) => {
        const { x, y } = placeOf(index, timeMs)
        const [walker, twin] = [0, 1].map(() => new Walker(x, y - 2, hz, timeMs)) as [
          Walker,
          Walker,
        ]
        for (const { steps, jumpMs, ...input } of holds) {
          for (const one of [walker, twin]) one.timeMs += jumpMs
          for (let i = 0; i < steps; i++) {
            walker.step(input)
            if (isInRock(walker.pip)) expect.fail(`in rock at ${walker.pip.x}, ${walker.pip.y}`)
            // What a platform gives is at most 1.5 times its mean speed.
            expect(Math.abs(walker.pip.vx)).toBeLessThanOrEqual(RUN_SPEED + 90)
          }
          twin.step(input, steps)
        }
        expect(twin.pip).toEqual(walker.pip)
      },
    ),
    { numRuns: 60 },
  )
})

describe('speed', () => {
  test('what a knock gave is brought back by friction; steering neither adds to it nor holds on to it', () => {
    const steps = (input: typeof RIGHT): number => {
      const walker = new Walker(100, -200).step(IDLE)
      walker.pip.vx = 220
      walker.step(input)
      expect(walker.pip.vx).toBeLessThan(220)
      expect(walker.pip.vx).toBeGreaterThan(200)
      let count = 1
      while (walker.pip.vx > RUN_SPEED) {
        walker.step(input)
        count++
      }
      return count
    }
    expect(steps(LEFT)).toBeLessThan(steps(IDLE))
    expect(steps(RIGHT)).toBe(steps(IDLE))
  })

  test('without a knock and off platforms it never exceeds the limits', () => {
    const hold = fc.record({
      left: fc.boolean(),
      right: fc.boolean(),
      jump: fc.boolean(),
      steps: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(fc.array(hold, { maxLength: 20 }), (holds) => {
        const walker = new Walker(45 * TILE, 20 * TILE)
        for (const { steps, ...keys } of holds)
          for (let i = 0; i < steps && walker.pip.platform === 0; i++) {
            walker.step({ ...IDLE, ...keys })
            if (walker.pip.x < 42 * TILE) return
            expect(Math.abs(walker.pip.vx)).toBeLessThanOrEqual(RUN_SPEED)
            expect(walker.pip.vy).toBeGreaterThanOrEqual(-JUMP_SPEED)
          }
      }),
      { numRuns: 60 },
    )
  })
})

type Client = SimulatedClient<typeof platformer>

const far: Conditions = { up: { latencyMs: 100 }, down: { latencyMs: 100 } }

/**
 * The worst distance of the feet from the shown platform's top, how far they slipped along it, and in how many frames
 * either was over a pixel.
 */
function watch(client: Client, isMine: boolean) {
  const worst = { off: 0, slip: 0, frames: 0, bad: 0 }
  let since = 0
  let rideX = Number.NaN
  client.session.onFrame(() => {
    const pip = client.session.entities('pip').find(({ mine }) => mine === isMine)
    const index = (pip?.platform ?? 0) - 1
    const shown = client.session.entities('platform').find((one) => one.index === index)
    since = pip && shown ? since + 1 : 0
    // Who has just got on is eased onto it for a moment.
    if (!pip || !shown || since < 60) {
      rideX = Number.NaN
      return
    }
    if (Number.isNaN(rideX)) rideX = pip.x - shown.x
    worst.frames++
    const off = Math.abs(pip.y - shown.y)
    const slip = Math.abs(pip.x - shown.x - rideX)
    if (Math.max(off, slip) >= 1) worst.bad++
    worst.off = Math.max(worst.off, off)
    worst.slip = Math.max(worst.slip, slip)
  })
  return worst
}

/** Rides a platform on one client, and watches for 8 s what both of them show. `seed`: of the network's chance. */
function ride(kind: 'ordered' | 'datagram', conditions: Conditions, index: number, seed: number) {
  const sim = new Simulation(platformerRoom, { kind })
  const on = sim.join({ conditions, seed })
  const other = sim.join({ conditions, seed: seed + 1 })
  sim.run(3000)
  const id = on.session.entities('pip').find(({ mine }) => mine)?.id ?? 0
  const pip = sim.room.world.get(id) as unknown as { x: number; y: number; platform: number }
  // The room puts the one above the platform: it falls onto it by itself, unless it stands still in a stall meanwhile.
  for (let rides = false; !rides; rides = pip.platform === index + 1) {
    const { x, y } = placeOf(index, sim.room.world.timeMs)
    Object.assign(pip, { x, y: y - 8, vx: 0, vy: 0, grounded: false })
    sim.room.world.teleport(pip as never)
    sim.run(3000)
  }
  const { corrections } = on.session.stats
  const own = watch(on, true)
  const remote = watch(other, false)
  sim.run(8000)
  expect(own.frames).toBeGreaterThan(400)
  expect(remote.frames).toBeGreaterThan(400)
  return {
    ownOff: Math.max(own.off, own.slip),
    off: Math.max(remote.off, remote.slip),
    badShare: remote.bad / remote.frames,
    corrections: on.session.stats.corrections - corrections,
  }
}

describe('C5 D3 who stands on a platform is drawn on it, on the own and on the other screen', () => {
  test.each([
    ['ordered', far, PIT],
    ['ordered', far, LIFT],
    ['ordered', far, DIAGONAL],
    ['datagram', far, PIT],
    ['datagram', far, LIFT],
    ['datagram', far, DIAGONAL],
    ['datagram', presets.log, PIT],
    ['datagram', presets.log, LIFT],
    ['datagram', presets.log, DIAGONAL],
  ] as const)('%s, in every frame, %#', (kind, conditions, index) => {
    const { ownOff, off, badShare, corrections } = ride(kind, conditions, index, 1)
    expect(ownOff).toBeLessThan(1)
    expect(off).toBeLessThan(1)
    expect(badShare).toBe(0)
    expect(corrections).toBe(0)
  })

  // What TCP holds back for a second or two is missing: then the track guesses, and eases back to the truth. Linux's timeout is
  // at least 200 ms and a round trip, and doubles with each repeat that is lost, so at 15 % loss half of the rides have such a
  // stall. The own rider is only off where it is corrected, because its line stood still for longer than the server waits.
  test.each([PIT, LIFT, DIAGONAL])(
    'at the log, over TCP, on ten networks: platform %i',
    (index) => {
      const seeds = Array.from({ length: 10 }, (_, n) => 2 * n + 1)
      const rides = seeds.map((seed) => ride('ordered', presets.log, index, seed))
      for (const { ownOff, corrections } of rides)
        if (corrections === 0) expect(ownOff).toBeLessThan(1)
      const sorted = (of: (one: (typeof rides)[number]) => number): number[] =>
        rides.map(of).sort((a, b) => a - b)
      const offs = sorted(({ off }) => off)
      expect(offs[4]).toBeLessThan(5)
      expect(offs[8]).toBeLessThan(16)
      expect(offs[9]).toBeLessThan(32)
      expect(sorted(({ corrections }) => corrections)[7]).toBe(0)
      expect(sorted(({ corrections }) => corrections)[9]).toBeLessThanOrEqual(2)
      expect(sorted(({ badShare }) => badShare)[8]).toBeLessThanOrEqual(0.2)
    },
  )
})

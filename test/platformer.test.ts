import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { platformer } from '../games/platformer/game.ts'
import { BODY_HEIGHT, HALF_WIDTH } from '../games/platformer/rules/body.ts'
import type { Buttons } from '../games/platformer/rules/buttons.ts'
import { COLUMNS, HEIGHT, isPlank, isRock, START, TILE } from '../games/platformer/rules/level.ts'
import {
  BUFFER_MS,
  COYOTE_MS,
  FALL_SPEED,
  JUMP_SPEED,
  RUN_SPEED,
} from '../games/platformer/rules/physics.ts'
import { IDLE, isInRock, JUMP, LEFT, RIGHT, standing, Walker } from './support/walker.ts'

/** A place high up in the air, and a wide one on the ground. */
const SKY = { x: 300, y: 0 }

describe('running', () => {
  test('reaches its speed within 0.2 s and keeps it', () => {
    const walker = standing().stepMs(RIGHT, 200)
    expect(walker.pip.vx).toBe(RUN_SPEED)
    const { x } = walker.pip
    walker.stepMs(RIGHT, 500)
    expect(walker.pip.x - x).toBeCloseTo(RUN_SPEED / 2, 1)
    expect(walker.pip).toMatchObject({ grounded: true, facing: 'right' })
  })

  test('stops within 12 pixels of letting go, exactly', () => {
    const walker = standing().stepMs(RIGHT, 300)
    const { x } = walker.pip
    walker.stepMs(IDLE, 300)
    expect(walker.pip.vx).toBe(0)
    expect(walker.pip.x - x).toBeLessThan(12)
  })

  test('turns faster than it starts', () => {
    const walker = standing().stepMs(RIGHT, 300)
    const steps = (until: () => boolean, input: Readonly<Buttons>): number => {
      let count = 0
      while (!until()) {
        walker.step(input)
        count++
      }
      return count
    }
    const turning = steps(() => walker.pip.vx <= 0, LEFT)
    const starting = steps(() => walker.pip.vx === -RUN_SPEED, LEFT)
    expect(turning).toBeLessThan(starting)
  })

  test('both keys at once are none', () => {
    const walker = standing().step({ ...IDLE, left: true, right: true }, 30)
    expect(walker.pip).toMatchObject({ x: START.x, vx: 0 })
  })

  test('covers the same way at 30 and at 60 steps a second, within three pixels', () => {
    const at60 = standing(60).stepMs(RIGHT, 1000)
    const at30 = standing(30).stepMs(RIGHT, 1000)
    expect(Math.abs(at60.pip.x - at30.pip.x)).toBeLessThan(3)
  })
})

describe('jumping', () => {
  const apex = (held: number): number => {
    const walker = standing()
    let top = walker.pip.y
    for (let i = 0; i < 60; i++) {
      walker.step(i < held ? JUMP : IDLE)
      top = Math.min(top, walker.pip.y)
    }
    expect(walker.pip).toMatchObject({ y: START.y, grounded: true })
    return START.y - top
  }

  test('a held jump is as high as speed and gravity say: between 3 and 4 tiles', () => {
    const ideal = JUMP_SPEED ** 2 / 2 / 900
    expect(Math.abs(apex(60) - ideal)).toBeLessThan(4)
    expect(apex(60)).toBeGreaterThan(3 * TILE)
    expect(apex(60)).toBeLessThan(4 * TILE)
  })

  test('the sooner it is let go, the lower it is; a tap is under half', () => {
    const heights = [1, 4, 8, 12, 60].map(apex)
    for (let i = 1; i < heights.length; i++)
      expect(heights[i]).toBeGreaterThan(heights[i - 1] ?? Number.NaN)
    expect(heights[0]).toBeLessThan(apex(60) / 2)
  })

  test('a key that stays down jumps once', () => {
    const walker = standing().step(JUMP, 120)
    expect(walker.pip).toMatchObject({ y: START.y, grounded: true, vy: 0 })
  })

  /** Walks off the edge of a ledge, then presses jump so many milliseconds later. */
  const jumpsAfterLedge = (ms: number): boolean => {
    const walker = new Walker(27 * TILE, 23 * TILE).step(IDLE)
    while (walker.pip.grounded) walker.step(RIGHT)
    walker.stepMs(RIGHT, ms).step({ ...RIGHT, jump: true })
    return walker.pip.vy < 0
  }

  test('coyote time: a jump just after the ledge counts, one clearly later does not', () => {
    expect(jumpsAfterLedge(0)).toBe(true)
    expect(jumpsAfterLedge(COYOTE_MS - 34)).toBe(true)
    expect(jumpsAfterLedge(COYOTE_MS + 17)).toBe(false)
  })

  test('coyote time gives no second jump in the air', () => {
    const walker = standing().step(JUMP, 2).step(IDLE, 2)
    const { vy } = walker.pip
    walker.step(JUMP)
    expect(walker.pip.vy).toBeGreaterThan(vy)
  })

  /** Falls, presses jump so many milliseconds before landing and keeps it. */
  const jumpsOnLanding = (ms: number): boolean => {
    const fall = new Walker(START.x, START.y - 60)
    let steps = 0
    while (!fall.pip.grounded) {
      fall.step(IDLE)
      steps++
    }
    const early = Math.round((ms * platformer.stepHz) / 1000)
    const walker = new Walker(START.x, START.y - 60).step(IDLE, steps - early).step(JUMP, early + 2)
    return walker.pip.vy < 0
  }

  test('a press shortly before landing is remembered, an old one is not', () => {
    expect(jumpsOnLanding(BUFFER_MS - 34)).toBe(true)
    expect(jumpsOnLanding(BUFFER_MS + 34)).toBe(false)
  })

  test('a head against the ceiling stops the jump there', () => {
    const walker = new Walker(90 * TILE, 27 * TILE).step(IDLE)
    expect(isRock(90, 23)).toBe(true)
    let top = walker.pip.y
    for (let i = 0; i < 40; i++) top = Math.min(top, walker.step(JUMP).pip.y)
    expect(top).toBe(24 * TILE + BODY_HEIGHT)
    expect(walker.pip.grounded).toBe(true)
  })
})

describe('falling', () => {
  test('ends at the terminal speed', () => {
    const walker = new Walker(SKY.x, -200).stepMs(IDLE, 600)
    expect(walker.pip.vy).toBe(FALL_SPEED)
    const { y } = walker.pip
    walker.step(IDLE)
    expect(walker.pip.y - y).toBeCloseTo(FALL_SPEED / 60, 1)
  })

  test.each([60, 30])(
    'never tunnels at terminal speed, at %i steps a second, in any column',
    (hz) => {
      for (let column = 0; column < COLUMNS; column++) {
        const walker = new Walker((column + 0.5) * TILE, -20, hz)
        walker.pip.vy = FALL_SPEED
        for (let i = 0; i < 3 * hz && !walker.pip.grounded; i++) walker.step(IDLE)
        const line = walker.pip.y / TILE
        expect(walker.pip.grounded).toBe(true)
        for (let above = 0; above < line; above++)
          expect(isRock(column, above) || isPlank(column, above)).toBe(false)
      }
    },
  )

  test('does not tunnel even with a step of a quarter second', () => {
    const walker = new Walker(START.x, START.y - 50, 4)
    walker.pip.vy = FALL_SPEED
    expect(walker.step(IDLE).pip).toMatchObject({ y: START.y, grounded: true })
  })

  test('a hard landing raises snow once, a step down raises none', () => {
    const hard = new Walker(SKY.x, 100).stepMs(IDLE, 1500)
    expect(hard.puffs).toBe(1)
    const soft = new Walker(START.x, START.y - 4).stepMs(IDLE, 500)
    expect(soft.puffs).toBe(0)
  })

  test('who falls below the world starts again, as a teleport', () => {
    const walker = new Walker(300, HEIGHT + 60)
    walker.pip.vy = FALL_SPEED
    walker.step(IDLE)
    expect(walker.pip).toMatchObject({ ...START, vx: 0, vy: 0 })
    expect(walker.teleports).toBe(1)
  })
})

describe('tiles', () => {
  test('a plank is passed from below and stood on from above', () => {
    const plank = { column: 44, line: 21 }
    expect(isPlank(plank.column, plank.line)).toBe(true)
    const walker = new Walker((plank.column + 0.5) * TILE, 24 * TILE).step(IDLE).step(JUMP, 60)
    expect(walker.pip).toMatchObject({ y: plank.line * TILE, grounded: true })
  })

  test('diagonally into a corner: stops at both faces and is not caught', () => {
    // The step up from column 20 to 21, approached in the air and pressed against all the way down.
    const walker = new Walker(20 * TILE - 10, START.y - 12)
    Object.assign(walker.pip, { vx: RUN_SPEED, vy: FALL_SPEED })
    walker.step(RIGHT, 30)
    expect(walker.pip).toMatchObject({
      x: 21 * TILE - HALF_WIDTH,
      y: 25 * TILE,
      vx: 0,
      grounded: true,
    })
    expect(walker.step(LEFT, 10).pip.x).toBeLessThan(21 * TILE - HALF_WIDTH)
  })

  test('the sides of the level are walls even above it', () => {
    const walker = new Walker(40, -100)
    walker.pip.vx = -RUN_SPEED
    walker.step(LEFT, 30)
    expect(walker.pip.x).toBe(HALF_WIDTH)
  })

  test('whatever is pressed, at 30 or 60 steps a second, nobody gets into rock or below the floor', () => {
    const hold = fc.record({
      left: fc.boolean(),
      right: fc.boolean(),
      down: fc.boolean(),
      jump: fc.boolean(),
      throw: fc.boolean(),
      steps: fc.integer({ min: 1, max: 40 }),
    })
    const column = fc.integer({ min: 0, max: COLUMNS - 1 })
    fc.assert(
      fc.property(
        column,
        fc.constantFrom(30, 60),
        fc.array(hold, { maxLength: 25 }),
        (at, hz, holds) => {
          const walker = new Walker((at + 0.5) * TILE, 0, hz)
          for (const { steps, ...input } of holds)
            for (let i = 0; i < steps; i++) {
              walker.step(input)
              if (isInRock(walker.pip)) expect.fail(`in rock at ${walker.pip.x}, ${walker.pip.y}`)
            }
          expect(walker.teleports).toBe(walker.ouches)
        },
      ),
      { numRuns: 60 },
    )
  })
})

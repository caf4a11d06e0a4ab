import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FENCE, GATE, HEDGES, HEIGHT, PENS, PONDS, WIDTH } from '../games/shepherd/rules/meadow.ts'
import { type Body, MOST_RADIUS, pushOut, roomAround } from '../games/shepherd/rules/obstacles.ts'

const RADIUS = 8
/** Whole numbers, made smaller: fractions of the generator's own are nearly all close to 0. */
const upTo = (most: number) => fc.integer({ min: 0, max: most * 4096 }).map((n) => n / 4096)
const anywhere = fc.record({ x: upTo(WIDTH), y: upTo(HEIGHT) })

/** Walks from one place to another in steps as long as a dog's, and says how near it came to any obstacle. */
function walk(body: Body, toX: number, toY: number, stepUnits = 10): number {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 500; n++) {
    const [dx, dy] = [toX - body.x, toY - body.y]
    const by = Math.min(stepUnits / Math.max(Math.hypot(dx, dy), 1e-9), 1)
    body.x += dx * by
    body.y += dy * by
    pushOut(body, RADIUS)
    least = Math.min(least, roomAround(body.x, body.y))
  }
  return least
}

describe('pushOut', () => {
  test('leaves nobody in a fence, a hedge or a pond, or beyond the edge', () => {
    fc.assert(
      fc.property(anywhere, fc.integer({ min: 1, max: MOST_RADIUS }), (body, radius) => {
        pushOut(body, radius)
        // A pond made wider all round is a little less than what keeps off it everywhere.
        expect(roomAround(body.x, body.y)).toBeGreaterThan(radius * 0.9 - 1e-6)
      }),
      { numRuns: 5000 },
    )
  })

  test('moves who is free not at all, and says so', () => {
    fc.assert(
      fc.property(anywhere, (place) => {
        fc.pre(roomAround(place.x, place.y) > RADIUS + 1)
        const body = { ...place }
        expect(pushOut(body, RADIUS)).toBe(false)
        expect(body).toEqual(place)
      }),
      { numRuns: 2000 },
    )
  })

  test('a second time moves by no more than rounding', () => {
    fc.assert(
      fc.property(anywhere, (body) => {
        pushOut(body, RADIUS)
        const { x, y } = body
        pushOut(body, RADIUS)
        expect(Math.hypot(body.x - x, body.y - y)).toBeLessThan(1e-9)
      }),
      { numRuns: 3000 },
    )
  })

  test('at the speed of a dog nobody gets through a fence or a hedge, or into a pen but by its gate', () => {
    for (const { x, y, width, height, gate } of PENS) {
      const middle = { x: x + width / 2, y: y + height / 2 }
      const away = { north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0] }[gate]
      for (const [dx, dy] of [
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
      ] as const) {
        const body = { x: middle.x + dx * width, y: middle.y + dy * height }
        expect(walk(body, middle.x, middle.y)).toBeGreaterThan(RADIUS - 1e-6)
        const isThrough = Math.hypot(body.x - middle.x, body.y - middle.y) < 1
        expect(isThrough).toBe(dx === away[0] && dy === away[1])
      }
    }
    for (const hedge of HEDGES) {
      const body = { x: hedge.x + hedge.width / 2 - 150, y: hedge.y + hedge.height / 2 - 150 }
      expect(walk(body, body.x + 300, body.y + 300)).toBeGreaterThan(RADIUS - 1e-6)
    }
  })

  test('who walks against a pond gets around it', () => {
    for (const { x, y, rx } of PONDS) {
      const body = { x: x - rx - 60, y: y - 20 }
      walk(body, x + rx + 60, y - 20)
      expect(body.x).toBeCloseTo(x + rx + 60)
    }
  })

  test('slides along a wall instead of sticking to it', () => {
    const [hedge] = HEDGES
    const body = { x: hedge!.x - RADIUS, y: hedge!.y + 100 }
    for (let n = 0; n < 30; n++) {
      body.x += 2
      body.y += 3
      pushOut(body, RADIUS)
    }
    expect(body.x).toBeCloseTo(hedge!.x - RADIUS)
    expect(body.y).toBeCloseTo(hedge!.y + 190)
  })
})

test('a gate is as wide as the gap in its fence', () => {
  const pen = PENS[0]!
  const gate = { x: pen.x + pen.width / 2, y: pen.y + pen.height }
  expect(roomAround(gate.x, gate.y)).toBeCloseTo(GATE / 2)
  expect(roomAround(gate.x - GATE / 2 - 1, gate.y)).toBeLessThan(0)
  expect(roomAround(pen.x, pen.y + 100)).toBeCloseTo(-FENCE / 2)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GlissadeError } from './error.ts'
import { SequenceRing } from './ring.ts'

describe('SequenceRing', () => {
  test('a number is found until the one a capacity later takes its slot', () => {
    const ring = new SequenceRing(4)
    for (let n = 0; n < 4; n++) expect(ring.claim(n)).toBe(n)
    expect(ring.slotOf(0)).toBe(0)
    expect(ring.claim(4)).toBe(0)
    expect(ring.slotOf(0)).toBe(-1)
    expect(ring.slotOf(4)).toBe(0)
    expect(ring.slotOf(1)).toBe(1)
  })

  test('a number never claimed is not found, nor is one whose slot was skipped over', () => {
    const ring = new SequenceRing(8)
    expect(ring.slotOf(0)).toBe(-1)
    ring.claim(3)
    ring.claim(12)
    expect(ring.slotOf(11)).toBe(-1)
    expect(ring.slotOf(3)).toBe(3)
    expect(ring.slotOf(19)).toBe(-1)
  })

  test.each([2 ** 16, 2 ** 31, 2 ** 32, 2 ** 52])('holds on both sides of %d', (edge) => {
    const ring = new SequenceRing(16)
    for (let n = edge - 8; n < edge + 8; n++) ring.claim(n)
    const slots = new Set<number>()
    for (let n = edge - 8; n < edge + 8; n++) slots.add(ring.slotOf(n))
    expect(slots.size).toBe(16)
    expect(slots.has(-1)).toBe(false)
    expect(ring.slotOf(edge - 9)).toBe(-1)
    expect(ring.slotOf(edge + 8)).toBe(-1)
  })

  test('a number that comes late does not push out a newer one', () => {
    const ring = new SequenceRing(4)
    ring.claim(6)
    expect(ring.claim(2)).toBe(-1)
    expect(ring.slotOf(6)).toBe(2)
    expect(ring.claim(6)).toBe(2)
  })

  test('cleared numbers are gone, also for a smaller number afterwards', () => {
    const ring = new SequenceRing(4)
    ring.claim(6)
    ring.clear()
    expect(ring.slotOf(6)).toBe(-1)
    expect(ring.claim(-2)).toBe(2)
    expect(ring.slotOf(-2)).toBe(2)
  })

  test('behaves as a map that forgets what is overwritten', () => {
    const numbers = fc.array(fc.integer({ min: -40, max: 200 }), { maxLength: 60 })
    fc.assert(
      fc.property(numbers, (claims) => {
        const ring = new SequenceRing(16)
        const model = new Map<number, number>()
        for (const n of claims) {
          const key = ((n % 16) + 16) % 16
          const accepted = (model.get(key) ?? -Infinity) <= n
          expect(ring.claim(n) !== -1).toBe(accepted)
          if (accepted) model.set(key, n)
        }
        for (let n = -40; n <= 200; n++) {
          expect(ring.slotOf(n) !== -1).toBe(model.get(((n % 16) + 16) % 16) === n)
        }
      }),
    )
  })

  test('a capacity that is no power of two is refused', () => {
    for (const capacity of [0, -4, 3, 2.5, Number.NaN, 2 ** 31]) {
      expect(() => new SequenceRing(capacity)).toThrow(GlissadeError)
    }
  })
})

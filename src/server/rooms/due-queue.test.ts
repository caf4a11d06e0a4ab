import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Due, DueQueue } from './due-queue.ts'

test('the first entry is the one due first, whatever is put in, moved and taken out', () => {
  const moves = fc.array(fc.tuple(fc.nat(19), fc.integer({ min: -1, max: 50 })), { maxLength: 200 })
  fc.assert(
    fc.property(moves, (list) => {
      const queue = new DueQueue<Due>()
      const all = Array.from({ length: 20 }, (): Due => ({ dueMs: 0, place: -1 }))
      for (const [which, dueMs] of list) {
        const one = all[which]!
        if (dueMs >= 0) queue.set(one, dueMs)
        else if (one.place >= 0) queue.delete(one)
        const inside = all.filter(({ place }) => place >= 0)
        const earliest = Math.min(...inside.map((due) => due.dueMs))
        expect(queue.first?.dueMs).toBe(inside.length > 0 ? earliest : undefined)
      }
      const left: number[] = []
      for (let one = queue.first; one; one = queue.first) {
        left.push(one.dueMs)
        queue.delete(one)
      }
      expect(left).toEqual([...left].sort((a, b) => a - b))
      expect(all.every(({ place }) => place === -1)).toBe(true)
    }),
  )
})

import { expect, test } from 'vitest'
import { bytesPerCall } from '../../test/bytes-per-call.ts'
import { Predictor } from './predictor.ts'

test('A6 A7 A9 Predictor allocates nothing to step, to show, and to find nothing to correct', () => {
  const keys = { right: true }
  const own = new Predictor({
    state: { x: 0.5, angle: 0 },
    move: (body, input: typeof keys) => {
      body.x += input.right ? 0.25 : -0.25
      body.angle = body.x / 7
    },
    curves: ['linear', 'angle'],
    write: (body, out) => {
      out[0] = body.x
      out[1] = body.angle
    },
    read: (body, from) => {
      body.x = from[0]!
      body.angle = from[1]!
    },
  })
  const authoritative = { x: 0.5, angle: 0 }
  const out = new Float64Array(2)
  own.step(keys)
  own.reconcile(1, { x: 9.25, angle: 0 })
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    keys.right = n % 64 < 32
    const id = own.step(keys)
    authoritative.x = own.state.x
    authoritative.angle = own.state.angle
    own.reconcile(id, authoritative)
    own.show(0.25, 0.015625, out)
  })
  expect([own.corrections, own.ignoredAnswers]).toEqual([1, 0])
  expect(bytes).toBeLessThan(1)
})

import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../test/bytes-per-call.ts'
import { DeadReckoning } from './dead-reckoning.ts'
import { ErrorOffset } from './error-offset.ts'
import { hermiteCurve } from './hermite-curve.ts'

test('D9 DeadReckoning creates no object on either end, and at most 1 boxed number', () => {
  const curves = [hermiteCurve(1), 'linear', 'step'] as const
  const sender = new DeadReckoning({ curves, thresholdUnits: 1 })
  const offset = new ErrorOffset(curves)
  const receiver = new DeadReckoning({ curves, thresholdUnits: 1, offset })
  const values = new Float64Array(3)
  const out = new Float64Array(3)
  const times = boxed((i) => i * 16.7)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    values[0] = Math.sin(n * 0.1) * 20
    values[1] = Math.cos(n * 0.1) * 120
    if (sender.shouldSend(times[n]!, values)) receiver.received(times[n]!, values)
    receiver.estimate(times[n]!, out)
  })
  expect(sender.sent).toBeLessThan(n / 2)
  expect(bytes).toBeLessThan(BOXED_NUMBER_BYTES + 1)
})

import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, bytesPerCall } from '../../test/bytes-per-call.ts'
import { sideBySide } from '../../test/support/side.ts'
import { Inspector } from './inspect.ts'

test('D11 looks at the own player and others, and the frames before, create no object and at most 45 boxed numbers', () => {
  const { session, run } = sideBySide('datagram')
  for (let n = 0; n < 60; n++) run()
  const inspector = new Inspector(session)
  const own = session.entities('dot')[0]!
  const sheep = session.entities('sheep')[7]!
  let calls = 0
  let states = 0
  const call = () => {
    run()
    calls++
    states += inspector.look(sheep)!.count + inspector.look(own)!.count
  }
  const bytes = bytesPerCall(call, 1000, 45 * BOXED_NUMBER_BYTES)
  expect(states).toBeGreaterThan(7 * calls)
  expect(bytes).toBeLessThan(45 * BOXED_NUMBER_BYTES + 1)
})

import { expect, test } from 'vitest'
import { Readiness } from './readiness.ts'

test('a server is ready until a part of it has a reason, and again when the reason is gone', () => {
  const readiness = new Readiness()
  expect(readiness.reason).toBeNull()
  let isDraining = false
  let isCutOff = false
  readiness.add(() => (isDraining ? 'the server is draining' : null))
  readiness.add(() => (isCutOff ? 'the server has no contact with Redis' : null))
  expect(readiness.reason).toBeNull()
  isCutOff = true
  expect(readiness.reason).toBe('the server has no contact with Redis')
  isDraining = true
  expect(readiness.reason).toBe('the server is draining')
  isDraining = false
  isCutOff = false
  expect(readiness.reason).toBeNull()
})

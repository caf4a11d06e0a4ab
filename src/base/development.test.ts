import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as development from './development.ts'
import * as production from './production.ts'

beforeEach(() => development.forgetWarnings())
afterEach(() => vi.restoreAllMocks())

test('tests count as development', async () => {
  expect((await import('#development')).isDevelopment).toBe(true)
})

test('a warning comes once for each key', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  development.warnOnce('range x', 'x is out of range')
  development.warnOnce('range x', 'x is out of range again')
  development.warnOnce('range y', 'y is out of range')
  expect(warn.mock.calls).toEqual([
    ['glissade: x is out of range'],
    ['glissade: y is out of range'],
  ])
})

test('warnings end after 200, and come once more when they are forgotten', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (let n = 0; n < 1000; n++) development.warnOnce(`key ${n}`, 'oh')
  expect(warn).toHaveBeenCalledTimes(200)
  development.forgetWarnings()
  development.warnOnce('key 1', 'oh')
  expect(warn).toHaveBeenCalledTimes(201)
})

test('production has the same names, and says nothing', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(Object.keys(production).sort()).toEqual(Object.keys(development).sort())
  production.warnOnce('key', 'oh')
  production.forgetWarnings()
  expect(production.isDevelopment).toBe(false)
  expect(warn).not.toHaveBeenCalled()
})

import { expect, test } from 'vitest'
import { Rates } from './rates.js'
import { ageText, bytesText, messageOf, msText, percentText, rateText } from './text.js'

test('sums become rates by the time between two answers, for each key alone', () => {
  const rates = new Rates()
  expect(rates.of('a', 1000, 0)).toBeNull()
  expect(rates.of('a', 3000, 2000)).toBe(1000)
  expect(rates.of('b', 50, 2000)).toBeNull()
  // An answer right after the last one says nothing new.
  expect(rates.of('a', 3001, 2010)).toBe(1000)
  expect(rates.of('a', 3500, 3000)).toBe(500)
})

test('a sum that falls or is not known begins anew', () => {
  const rates = new Rates()
  rates.of('a', 1000, 0)
  expect(rates.of('a', 10, 1000)).toBeNull()
  expect(rates.of('a', 30, 2000)).toBe(20)
  expect(rates.of('a', null, 3000)).toBeNull()
  expect(rates.of('a', 1000, 4000)).toBeNull()
  rates.clear()
  expect(rates.of('a', 2000, 5000)).toBeNull()
})

test('quantities have units, and a dash where they are not known', () => {
  expect([0, 999, 1500, 15_000, 2.5e6, 3e9].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '15 kB',
    '2.5 MB',
    '3.0 GB',
  ])
  expect([rateText(1500), rateText(null)]).toEqual(['1.5 kB/s', '–'])
  expect([0, 0.0123, 1.5, 123.4, null].map(msText)).toEqual([
    '0 ms',
    '0.012 ms',
    '1.50 ms',
    '123 ms',
    '–',
  ])
  expect([5000, 65_000, 3_700_000, 200_000_000, null].map(ageText)).toEqual([
    '5 s',
    '1 min 5 s',
    '1 h 1 min',
    '2 d 7 h',
    '–',
  ])
  expect([0.011, 0.5, 1.75].map(percentText)).toEqual(['1.1 %', '50 %', '175 %'])
  expect(messageOf(new Error('the player has left'))).toBe('The player has left.')
})

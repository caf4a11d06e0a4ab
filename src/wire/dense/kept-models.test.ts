import { describe, expect, test } from 'vitest'
import { KEPT_TICKS } from '../coding.ts'
import { KeptModels } from './kept-models.ts'
import { DenseLayout } from './models.ts'
import { PLANS } from './rows.case.ts'

const kept = () => new KeptModels(new DenseLayout(PLANS))

describe('kept models', () => {
  test('are as few as are still gone on from', () => {
    const models = kept()
    for (let tick = 1; tick < 100; tick++) models.take(tick, tick - 3)
    expect(models.size).toBe(4)
    for (let tick = 96; tick < 100; tick++) expect(models.isOf(models.find(tick), tick)).toBe(true)
    expect(models.find(95)).toBe(-1)
  })

  test('are those of the last 32 network ticks where nobody says what is needed', () => {
    const models = kept()
    for (let tick = 1; tick < 100; tick++) models.take(tick, 0)
    expect(models.size).toBe(KEPT_TICKS)
    expect(models.find(100 - KEPT_TICKS)).toBeGreaterThanOrEqual(0)
    expect(models.find(99 - KEPT_TICKS)).toBe(-1)
  })

  test('have a place for each body of a network tick', () => {
    const models = kept()
    const places = [models.take(5, 4), models.take(5, 4), models.take(6, 5)]
    expect(new Set(places).size).toBe(3)
    expect(models.take(7, 6)).toBe(places[0])
    expect(models.isOf(places[0]!, 5)).toBe(false)
    expect(models.isOf(99, 5)).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { AddressLimits } from './address-limits.ts'

describe('limits by address', () => {
  test('count players, kept places and downloads together, and forget what has ended', () => {
    const limits = new AddressLimits({ maxPerAddress: 3 })
    limits.placeTaken('a')
    limits.placeTaken('a')
    expect(limits.mayEnter('a')).toBe(true)
    limits.downloadBegan('a')
    expect(limits.mayEnter('a')).toBe(false)
    expect(limits.mayEnter('b')).toBe(true)
    limits.downloadEnded('a')
    expect(limits.mayEnter('a')).toBe(true)
    limits.placeGiven('a')
    limits.placeGiven('a')
    expect(limits.places('a')).toBe(0)
    expect(limits.stats).toEqual({ connections: 0, players: 1, joins: 0, rooms: 0 })
  })

  test('leave room for a new connection besides each old one', () => {
    const limits = new AddressLimits({ maxPerAddress: 3 })
    let made = 0
    for (; limits.mayConnect('a'); made++) limits.connected('a')
    expect(made).toBe(6)
    expect(limits.stats.connections).toBe(1)
  })

  test('limit joins and rooms to a rate, with a burst', () => {
    const limits = new AddressLimits()
    const times = (may: () => boolean) => Array.from({ length: 100 }, may).filter(Boolean).length
    expect(times(() => limits.mayJoin('a', 0))).toBe(60)
    expect(times(() => limits.mayOpenRoom('a', 0))).toBe(5)
    expect(times(() => limits.mayJoin('a', 1000))).toBe(10)
    expect(times(() => limits.mayOpenRoom('a', 1000))).toBe(1)
    expect(times(() => limits.mayOpenRoom('b', 1000))).toBe(5)
    expect(limits.stats).toMatchObject({ joins: 130, rooms: 289 })
  })

  test('a rate below one a second still lets one through', () => {
    const limits = new AddressLimits({ roomsPerSecond: 0.1 })
    expect(limits.mayOpenRoom('a', 0)).toBe(true)
    expect(limits.mayOpenRoom('a', 9000)).toBe(false)
    expect(limits.mayOpenRoom('a', 10_000)).toBe(true)
  })

  test('are off at Infinity, and for an unknown address', () => {
    const off = { maxPerAddress: Infinity, joinsPerSecond: Infinity, roomsPerSecond: Infinity }
    for (const [options, address] of [
      [off, 'a'],
      [{ maxPerAddress: 1, joinsPerSecond: 1, roomsPerSecond: 1 }, ''],
    ] as const) {
      const limits = new AddressLimits(options)
      for (let n = 0; n < 1000; n++) {
        limits.downloadBegan(address)
        expect(limits.mayConnect(address) && limits.mayEnter(address)).toBe(true)
        expect(limits.mayJoin(address, 0) && limits.mayOpenRoom(address, 0)).toBe(true)
      }
    }
  })

  test.each(['maxPerAddress', 'joinsPerSecond', 'roomsPerSecond'])('%s is above 0', (name) => {
    expect(() => new AddressLimits({ [name]: 0 })).toThrow(`${name} is 0, but must be above 0`)
    expect(() => new AddressLimits({ [name]: Number.NaN })).toThrow(`${name} is NaN`)
  })
})

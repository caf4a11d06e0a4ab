import { describe, expect, test } from 'vitest'
import { BODY_HEIGHT } from '../games/platformer/rules/body.ts'
import { COIN_RADIUS, touches } from '../games/platformer/rules/coins.ts'
import {
  COINS,
  COLUMNS,
  HEIGHT,
  isPlank,
  isRock,
  isSpike,
  LINES,
  ROWS,
  START,
  TILE,
} from '../games/platformer/rules/level.ts'
import { PLATFORMS, placePlatform } from '../games/platformer/rules/platforms.ts'
import { IDLE, isInRock, LEFT, RIGHT, Walker } from './support/walker.ts'

test('the level has whole rows and one start, is larger than the screen and closed below', () => {
  expect(ROWS).toHaveLength(LINES)
  for (const row of ROWS) expect(row).toMatch(/^[#=.%^cPTtlsof]{144}$/)
  expect(ROWS.join('').split('P')).toHaveLength(2)
  expect(COLUMNS * TILE).toBeGreaterThan(640)
  expect(HEIGHT).toBeGreaterThan(360)
  for (let column = 0; column < COLUMNS; column++) expect(isRock(column, LINES - 1)).toBe(true)
})

test('everybody starts on safe ground, clear of rock, spikes and coins', () => {
  for (let place = 0; place < 8; place++) {
    const walker = new Walker(START.x + place * 12, START.y).step(IDLE, 120)
    expect(walker.pip).toMatchObject({ x: START.x + place * 12, y: START.y, grounded: true })
    expect(walker.ouches).toBe(0)
    expect(isInRock(walker.pip)).toBe(false)
    for (const coin of COINS) expect(touches(walker.pip, coin)).toBe(false)
  }
})

test('platforms stay clear of rock, with their riders, all the way', () => {
  const at = { x: 0, y: 0 }
  const inRock: string[] = []
  for (const [index, { half, periodMs }] of PLATFORMS.entries())
    for (let timeMs = 0; timeMs < periodMs; timeMs += 20) {
      placePlatform(index, timeMs, at)
      for (let x = at.x - half + 1; x < at.x + half; x += 4)
        for (let y = at.y - BODY_HEIGHT; y < at.y; y += 4)
          if (isRock(Math.floor(x / TILE), Math.floor(y / TILE)))
            inRock.push(`${index}: ${x}, ${y}`)
    }
  expect(inRock).toEqual([])
})

describe('by runs, jumps and rides', () => {
  const { ways, touched } = explore()
  const start = place(Math.floor(START.x / TILE), START.y / TILE)
  const fromStart = reach(start, ways)

  test('every place to stand on, every platform and the flag can be reached from the start', () => {
    const line = ROWS.findIndex((row) => row.includes('f'))
    expect(fromStart.has(place(ROWS[line]?.indexOf('f') ?? 0, line + 1))).toBe(true)
    expect([...ways.keys()].filter((from) => !fromStart.has(from)).map(named)).toEqual([])
  })

  test('the start can be reached from everywhere, without spikes', () => {
    const back = new Map<number, number[]>()
    for (const [from, to] of ways)
      for (const end of to) back.set(end, [...(back.get(end) ?? []), from])
    const toStart = reach(start, back)
    expect([...ways.keys()].filter((from) => !toStart.has(from)).map(named)).toEqual([])
  })

  test('there are about forty coins, and each of them can be had', () => {
    expect(COINS.length).toBeGreaterThan(35)
    expect(COINS.length).toBeLessThan(51)
    expect(COINS.filter((coin) => !touched.has(coin))).toEqual([])
    for (const { x, y } of COINS)
      for (const side of [-COIN_RADIUS, 0, COIN_RADIUS]) {
        const column = Math.floor((x + side) / TILE)
        expect(isRock(column, Math.floor(y / TILE))).toBe(false)
      }
  })
})

function place(column: number, line: number): number {
  return line * COLUMNS + column
}

/** Platforms are places too, after all tiles. */
const platformPlace = (index: number): number => COLUMNS * LINES + index

const named = (at: number): string =>
  at >= COLUMNS * LINES
    ? `platform ${at - COLUMNS * LINES}`
    : `${at % COLUMNS}, ${Math.floor(at / COLUMNS)}`

const carries = (column: number, line: number): boolean =>
  (isRock(column, line) || isPlank(column, line)) &&
  !isRock(column, line - 1) &&
  !isRock(column, line - 2) &&
  !isSpike(column, line - 1)

/**
 * For every tile that carries feet and for every platform, to which others a run or a jump of some length leads,
 * begun at any of several moments; and all coins that were touched on the way.
 */
function explore() {
  const ways = new Map<number, number[]>()
  const touched = new Set<(typeof COINS)[number]>()
  for (let line = 1; line < LINES; line++)
    for (let column = 0; column < COLUMNS; column++) {
      if (!carries(column, line)) continue
      const ends = new Set<number>()
      for (const timeMs of isNearPlatform(column, line) ? [0, 1300, 2600, 3900] : [0])
        tryAll(new Walker((column + 0.5) * TILE, line * TILE, 60, timeMs).step(IDLE), ends, touched)
      ways.set(place(column, line), [...ends])
    }
  for (const [index, { periodMs }] of PLATFORMS.entries()) {
    const ends = new Set<number>()
    for (let part = 0; part < 12; part++) {
      const at = { x: 0, y: 0 }
      const timeMs = (part / 12) * periodMs
      placePlatform(index, timeMs, at)
      const walker = new Walker(at.x, at.y, 60, timeMs)
      Object.assign(walker.pip, { platform: index + 1, grounded: true })
      tryAll(walker.step(IDLE), ends, touched)
    }
    ways.set(platformPlace(index), [...ends])
  }
  return { ways, touched }
}

function isNearPlatform(column: number, line: number): boolean {
  return PLATFORMS.some(
    ({ fromX, fromY, toX, toY }) =>
      column * TILE > Math.min(fromX, toX) - 160 &&
      column * TILE < Math.max(fromX, toX) + 160 &&
      line * TILE > Math.min(fromY, toY) - 80 &&
      line * TILE < Math.max(fromY, toY) + 160,
  )
}

function tryAll(from: Walker, ends: Set<number>, touched: Set<(typeof COINS)[number]>): void {
  const near = COINS.filter(({ x }) => Math.abs(x - from.pip.x) < 160)
  for (const wish of [LEFT, RIGHT])
    for (const held of [0, 6, 30])
      for (const run of [0, 8, 60]) {
        const walker = new Walker(from.pip.x, from.pip.y, 60, from.timeMs)
        Object.assign(walker.pip, from.pip)
        for (let i = 0; i < 50 && walker.ouches === 0; i++) {
          const across = i < run || (run === 0 && i > 14) ? wish : IDLE
          walker.step({ ...across, jump: i < held })
          for (const coin of near) if (touches(walker.pip, coin)) touched.add(coin)
          if (walker.pip.platform > 0) ends.add(platformPlace(walker.pip.platform - 1))
          else if (walker.pip.grounded && walker.ouches === 0)
            ends.add(place(Math.floor(walker.pip.x / TILE), walker.pip.y / TILE))
        }
      }
}

function reach(from: number, ways: ReadonlyMap<number, readonly number[]>): Set<number> {
  const seen = new Set([from])
  for (const at of seen) for (const next of ways.get(at) ?? []) seen.add(next)
  return seen
}

import { HEDGES } from '../rules/meadow.ts'
import type { Spot } from './drawing.ts'
import { BUSHES, PINES, TREES } from './foliage.ts'
import { speck } from './noise.ts'

/** Units between two bushes along a hedge. */
const ALONG = 21
/** One bush out of this many has a tree behind it. */
const TREE_EVERY = 9

/** What the hedges are made of: bushes in two rows, a tree now and then, stones at their ends. */
export function hedges(): Spot[] {
  const spots: Spot[] = []
  for (const [n, { x, y, width, height }] of HEDGES.entries()) {
    const isAcross = width > height
    const long = isAcross ? width : height
    const count = Math.round((long - 16) / ALONG)
    for (let i = 0; i <= count; i++) {
      const at = 8 + ((long - 16) * i) / count
      for (const row of [0.34, 0.92]) {
        const salt = n * 7 + (row < 0.5 ? 0 : 3)
        const off = (speck(i, salt, 2) - 0.5) * 6
        const across = isAcross ? at + off : width * (row < 0.5 ? 0.2 : 0.8)
        spots.push({
          piece: `bush${Math.floor(speck(i, salt, 1) * BUSHES)}`,
          x: x + across,
          y: isAcross ? y + height * row - (row < 0.5 ? 4 : 0) : y + Math.min(at + 4 + off, long),
          size: 0.78 + speck(i, salt, 3) * 0.26,
          isFlipped: speck(i, salt, 4) < 0.5,
        })
      }
      if (i % TREE_EVERY === 4 + (n % 3))
        spots.push(treeIn(x, y, width, height, at, isAcross, i + n))
    }
    spots.push(stoneAt(x, y, width, height, isAcross, n))
  }
  return spots
}

function treeIn(
  x: number,
  y: number,
  width: number,
  height: number,
  at: number,
  isAcross: boolean,
  salt: number,
): Spot {
  const isPine = salt % 4 === 0
  return {
    piece: isPine ? `pine${salt % PINES}` : `tree${salt % TREES}`,
    x: isAcross ? x + at : x + width / 2,
    y: isAcross ? y + height * 0.45 : y + at,
    size: 0.85 + speck(salt, 0, 5) * 0.25,
    isFlipped: speck(salt, 0, 6) < 0.5,
  }
}

function stoneAt(
  x: number,
  y: number,
  width: number,
  height: number,
  isAcross: boolean,
  n: number,
): Spot {
  return {
    piece: `stone${n % 3}`,
    x: isAcross ? x + width - 10 : x + width * 0.6,
    y: y + height + 1,
    size: 0.9,
    isFlipped: n % 2 === 0,
  }
}

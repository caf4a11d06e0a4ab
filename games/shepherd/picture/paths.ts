import { START } from '../rules/meadow.ts'

/** Where people and sheep have trodden: from the start through the gaps of the hedges to the gates. */
const PATHS: readonly (readonly number[])[] = [
  [START.x, START.y, 1792, 1500, 1808, 1600, 1800, 1690, 1800, 1770],
  [
    START.x,
    START.y,
    1660,
    1370,
    1510,
    1200,
    1400,
    960,
    1308,
    850,
    1120,
    812,
    900,
    850,
    770,
    815,
    740,
    735,
    740,
    660,
  ],
  [
    START.x,
    START.y,
    2020,
    1400,
    2180,
    1390,
    2288,
    1370,
    2420,
    1250,
    2450,
    1000,
    2480,
    780,
    2550,
    620,
    2640,
    585,
    2720,
    585,
  ],
  [1400, 960, 1470, 820, 1760, 770, 2060, 720, 2288, 610, 2420, 590, 2550, 620],
  [2288, 1370, 2430, 1440, 2640, 1570, 2830, 1610],
  [START.x, START.y, 1560, 1510, 1320, 1580, 1060, 1510, 900, 1590, 800, 1660],
]
/** Half the width of the trodden middle, and the distance at which its edge ends, in units. */
const BARE = 9
const EDGE = 27
/** Units between points of a smoothed path. */
const STRIDE = 24
const CELL = 120

interface Stretch {
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
}

const stretches = new Map<number, Stretch[]>()
for (const path of PATHS) lay(path)

/** How much of a path there is at a place: 1 in its bare middle, 0 off it. */
export function pathShare(x: number, y: number): number {
  const near = stretches.get(cellAt(x, y))
  if (!near) return 0
  let least = EDGE
  for (const { x: fromX, y: fromY, dx, dy } of near) {
    const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)
    const at = Math.min(Math.max(along, 0), 1)
    least = Math.min(least, Math.hypot(x - fromX - dx * at, y - fromY - dy * at))
  }
  return Math.min((EDGE - least) / (EDGE - BARE), 1)
}

/** Smooths a path (Catmull-Rom) and notes its stretches in all cells that are near them. */
function lay(path: readonly number[]): void {
  const last = path.length / 2 - 1
  const at = (i: number, axis: number): number =>
    path[Math.min(Math.max(i, 0), last) * 2 + axis] ?? 0
  let x = at(0, 0)
  let y = at(0, 1)
  for (let i = 0; i < last; i++) {
    const pieces = Math.ceil(Math.hypot(at(i + 1, 0) - at(i, 0), at(i + 1, 1) - at(i, 1)) / STRIDE)
    for (let n = 1; n <= pieces; n++) {
      const nextX = curve(at(i - 1, 0), at(i, 0), at(i + 1, 0), at(i + 2, 0), n / pieces)
      const nextY = curve(at(i - 1, 1), at(i, 1), at(i + 1, 1), at(i + 2, 1), n / pieces)
      note({ x, y, dx: nextX - x, dy: nextY - y })
      x = nextX
      y = nextY
    }
  }
}

function note(stretch: Stretch): void {
  for (const dx of [-CELL / 2, 0, CELL / 2])
    for (const dy of [-CELL / 2, 0, CELL / 2]) {
      const cell = cellAt(stretch.x + dx, stretch.y + dy)
      const list = stretches.get(cell) ?? []
      if (!list.includes(stretch)) list.push(stretch)
      stretches.set(cell, list)
    }
}

function cellAt(x: number, y: number): number {
  return Math.floor(y / CELL) * 1000 + Math.floor(x / CELL)
}

function curve(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}

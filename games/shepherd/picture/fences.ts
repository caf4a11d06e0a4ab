import { gateOf } from '../rules/gate.ts'
import { FENCES, GATE, PENS, type Pen } from '../rules/meadow.ts'
import type { Spot } from './drawing.ts'
import { RAIL, SIDE_RAIL } from './woodwork.ts'

/** Posts and rails of the pens, their gates and lanterns, and bales behind them. */
export function fences(): Spot[] {
  const spots: Spot[] = []
  for (const { x, y, width, height } of FENCES) {
    if (width > height) runAcross(spots, x, y + height / 2, width)
    else runDown(spots, x + width / 2, y, height)
  }
  for (const [n, pen] of PENS.entries()) spots.push(...gate(pen), ...bales(pen, n))
  return spots
}

/** The two posts of a pen's gate: those in the west and the east, or in the north and the south. */
export function gatePosts(pen: Pen): readonly { x: number; y: number }[] {
  const { x, y } = gateOf(pen)
  const half = GATE / 2
  if (pen.gate === 'north' || pen.gate === 'south')
    return [
      { x: x - half, y },
      { x: x + half, y },
    ]
  return [
    { x, y: y - half },
    { x, y: y + half },
  ]
}

function runAcross(spots: Spot[], x: number, y: number, width: number): void {
  const count = Math.ceil(width / RAIL)
  for (let i = 0; i < count; i++) {
    const from = x + Math.min(i * RAIL, width - RAIL)
    spots.push(spot(`rail${i % 3}`, from, y))
  }
  for (let i = 0; i <= count; i++)
    spots.push(spot('post', x + Math.min(i * RAIL, width - 3), y + 0.5))
}

function runDown(spots: Spot[], x: number, y: number, height: number): void {
  const count = Math.ceil(height / SIDE_RAIL)
  for (let i = 0; i <= count; i++) {
    const at = y + Math.min(i * SIDE_RAIL + 2, height - 2)
    if (i > 0) spots.push(spot('side', x, at))
    spots.push(spot('post', x, at + 0.5))
  }
}

/** Both wings stand open, outwards. */
function gate(pen: Pen): Spot[] {
  const isAcross = pen.gate === 'north' || pen.gate === 'south'
  const posts = gatePosts(pen)
  return posts.flatMap(({ x, y }, i) => {
    const wing = isAcross ? (pen.gate === 'north' ? 'leafup' : 'leafdown') : 'leaf'
    const isFlipped = isAcross ? i === 0 : pen.gate === 'west'
    const foot = pen.gate === 'south' ? y + 1.5 : y - 0.5
    return [{ ...spot(wing, x, foot), isFlipped }, spot('gatepost', x, y + 1)]
  })
}

/** Straw for the winter: a few bales against the outside of the northern fence, clear of the gate. */
function bales({ x, y, width, gate }: Pen, n: number): Spot[] {
  if (gate === 'north') return []
  const left = x + width * (n === 0 ? 0.62 : 0.2)
  return [spot('bale', left, y - 7), spot('bale', left + 37, y - 6), spot('bale', left + 74, y - 7)]
}

const spot = (piece: string, x: number, y: number): Spot => ({
  piece,
  x,
  y,
  size: 1,
  isFlipped: false,
})

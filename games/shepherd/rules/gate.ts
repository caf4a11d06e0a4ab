import type { Pen } from './meadow.ts'

/** The middle of a pen's gate, in units. */
export function gateOf({ x, y, width, height, gate }: Pen): {
  readonly x: number
  readonly y: number
} {
  if (gate === 'north' || gate === 'south')
    return { x: x + width / 2, y: gate === 'north' ? y : y + height }
  return { x: gate === 'west' ? x : x + width, y: y + height / 2 }
}
